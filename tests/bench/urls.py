"""The product's addresses, and the bare view it is measured against."""

from uuid import uuid4

from django.db import transaction
from django.urls import include, path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.models import OutboxMessage


def insert_one_row(do: str = "double") -> OutboxMessage:
    with transaction.atomic():
        return OutboxMessage.objects.create(key=str(uuid4()), topic="bench", payload={"do": do})


class RowSerializer(serializers.Serializer):
    command_id = serializers.UUIDField()
    do = serializers.CharField()


class BareView(APIView):
    """The least that a Django REST Framework view can do that writes: check three fields, insert one row, answer."""

    def post(self, request: Request) -> Response:
        sent = RowSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        row = insert_one_row(sent.validated_data["do"])
        return Response({"id": row.pk, **sent.data}, status=201)


urlpatterns = [path("bench/rows", BareView.as_view()), path("", include("club.urls"))]
