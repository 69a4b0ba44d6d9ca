"""The view that every endpoint of the API is made from."""

from typing import Any, ClassVar

from django.utils.cache import patch_cache_control, patch_vary_headers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.api.access import Scope, Scoped
from club.api.pages import Pages
from club.api.reading import StrictJSONParser
from club.api.schema import ApiSchema
from club.api.throttles import WriteThrottle


class ApiView(APIView):
    """Signed-in callers only, tokens within their scope, writes counted, answers for one caller and language."""

    permission_classes = [IsAuthenticated, Scoped]
    throttle_classes = [WriteThrottle]
    parser_classes = [StrictJSONParser]
    scope: ClassVar[Scope] = Scope.READ
    schema = ApiSchema()
    ordering: ClassVar[tuple[str, ...]] = ("id",)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        answer = super().finalize_response(request, response, *args, **kwargs)
        patch_cache_control(answer, private=True)
        patch_vary_headers(answer, ["Cookie", "Authorization", "Accept-Language"])
        return answer

    def page_of(self, request: Request, rows: Any, document: Any) -> Response:
        """Return one page of `rows`, each written by `document`, in the view's `ordering`."""
        return self.page_written_by(request, rows, lambda found: [document(row) for row in found])

    def page_written_by(self, request: Request, rows: Any, write: Any) -> Response:
        """Return one page of `rows`; `write` makes the documents of all that are on it."""
        pages = Pages()
        return pages.get_paginated_response(write(pages.paginate_queryset(rows, request, self) or []))
