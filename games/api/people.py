"""Who somebody is: accounts for guests, claims, merging, anonymising. What belongs to another club does not exist."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club import services as club
from club.api import documents as doc
from club.api import schema
from club.api.access import Scope, actor_in, club_asked, clubs_of, found, user_of
from club.api.base import ApiView
from club.api.views import PAGE, body_of
from club.models import Claim, Member, MemberEvent, Role
from club.permissions import Actor, May
from club.services.claims import LINK_LASTS
from games import services
from ledger.api.documents import ReasonShape


class MergeShape(ReasonShape):
    into = serializers.UUIDField(help_text="Who he is from now on.")


class AccountShape(serializers.Serializer[Any]):
    email = serializers.EmailField()
    role = serializers.ChoiceField([one for one in Role.choices if one[0] != Role.GUEST], default=Role.MEMBER)


class AnonymiseShape(serializers.Serializer[Any]):
    redact = serializers.ListField(
        child=serializers.CharField(max_length=60), required=False, default=list, help_text="Ids of mentions."
    )


class MentionShape(serializers.Serializer[Any]):
    """A text that says the member's name."""

    id = serializers.CharField()
    kind = serializers.ChoiceField(["act", "memo", "night", "title", "person", "payment"])
    where = serializers.CharField()
    text = serializers.CharField()


class MentionsShape(serializers.Serializer[Any]):
    results = MentionShape(many=True)


class LinkShape(serializers.Serializer[Any]):
    url = serializers.URLField()
    expires_at = serializers.DateTimeField()


class ClaimSerializer(serializers.ModelSerializer[Claim]):
    """Somebody who signs in says that a guest's games are his own."""

    guest = doc.MemberSerializer(read_only=True)
    email = serializers.EmailField(source="user.email", read_only=True)

    class Meta:
        model = Claim
        fields = ("id", "guest", "email", "state", "asked_at", "answered_at")
        read_only_fields = fields


class EventSerializer(serializers.ModelSerializer[MemberEvent]):
    """What was done to a member."""

    member = serializers.UUIDField(source="member_id", read_only=True)
    other = serializers.UUIDField(source="other_id", read_only=True, allow_null=True)

    class Meta:
        model = MemberEvent
        fields = ("kind", "member", "other", "reason", "at")
        read_only_fields = fields


def member_of(request: Request, member_id: UUID) -> tuple[Member, Actor]:
    """Return a member of one of the caller's clubs, and who the caller is there; raise NotFound."""
    members = Member.objects.filter(club__in=clubs_of(request)).select_related("club", "merged_into")
    member = found(members, member_id)
    return member, actor_in(request, member.club)


def told(member: Member) -> Response:
    return Response(doc.MemberSerializer(member).data)


class Admin(ApiView):
    scope = Scope.ADMIN


class Account(Admin):
    @extend_schema(
        operation_id="give_account", request=AccountShape, responses={201: doc.MemberSerializer}, parameters=[]
    )
    def post(self, request: Request, person_id: UUID) -> Response:
        """Invite a guest by mail: he signs in from now on, and his games stay his."""
        member, actor = member_of(request, person_id)
        asked = body_of(AccountShape, request)
        given = club.give_account(member=member, email=asked["email"], role=Role(asked["role"]), actor=actor)
        return Response(doc.MemberSerializer(given).data, 201)


class Link(Admin):
    @extend_schema(operation_id="guest_link", request=None, responses={201: LinkShape})
    def post(self, request: Request, person_id: UUID) -> Response:
        """Make a link by which a guest takes over his games himself."""
        member, actor = member_of(request, person_id)
        word = club.guest_link(guest=member, actor=actor)
        url = settings.SITE_URL + reverse("claim", args=[word])
        return Response(LinkShape({"url": url, "expires_at": timezone.now() + LINK_LASTS}).data, 201)


class Retirement(Admin):
    @extend_schema(operation_id="retire", request=None, responses=doc.MemberSerializer)
    def post(self, request: Request, person_id: UUID) -> Response:
        """Take a member off the lists; his games and balance stay. Twice is harmless."""
        member, actor = member_of(request, person_id)
        return told(club.retire(member=member, actor=actor))

    @extend_schema(operation_id="restore", responses={200: doc.MemberSerializer})
    def delete(self, request: Request, person_id: UUID) -> Response:
        """Bring a retired member back. Twice is harmless."""
        member, actor = member_of(request, person_id)
        return told(club.restore(member=member, actor=actor))


class Merge(Admin):
    @extend_schema(operation_id="merge_members", request=MergeShape, responses=doc.MemberSerializer)
    def post(self, request: Request, person_id: UUID) -> Response:
        """Let two members be one person, who is answered. Nothing is posted; twice is harmless."""
        member, actor = member_of(request, person_id)
        asked = body_of(MergeShape, request)
        person = services.merge_members(member_id=member.id, into_id=asked["into"], reason=asked["reason"], actor=actor)
        return told(person)


class Unmerge(Admin):
    @extend_schema(operation_id="unmerge_member", request=ReasonShape, responses=doc.MemberSerializer)
    def post(self, request: Request, person_id: UUID) -> Response:
        """Take a merged member out again: each has what is his. Twice is harmless."""
        member, actor = member_of(request, person_id)
        return told(services.unmerge_member(member_id=member.id, actor=actor, **body_of(ReasonShape, request)))


class Mentions(Admin):
    @extend_schema(operation_id="mentions", responses=MentionsShape)
    def get(self, request: Request, person_id: UUID) -> Response:
        """The reasons and notes that say a member's name, for whoever anonymises him to choose from."""
        member, actor = member_of(request, person_id)
        texts = services.mentions(member_id=member.id, actor=actor)
        return Response(MentionsShape({"results": texts}).data)


class Anonymise(Admin):
    @extend_schema(operation_id="anonymise_member", request=AnonymiseShape, responses=doc.MemberSerializer)
    def post(self, request: Request, person_id: UUID) -> Response:
        """Take out for good who a member was; what he played and paid stays. It cannot be taken back."""
        member, actor = member_of(request, person_id)
        redact = body_of(AnonymiseShape, request)["redact"]
        return told(services.anonymise_member(member_id=member.id, actor=actor, redact=redact))


class Events(Admin):
    ordering = ("-at", "-id")

    @extend_schema(
        operation_id="member_events", parameters=PAGE, responses=schema.paged("MemberEvent", EventSerializer)
    )
    def get(self, request: Request, person_id: UUID) -> Response:
        """What was done to a member, the newest first, for organisers."""
        member, actor = member_of(request, person_id)
        actor.require(May.MANAGE_MEMBERS)
        return self.page_of(request, member.events.all(), lambda event: EventSerializer(event).data)


class GuestClaims(ApiView):
    scope = Scope.SCORE

    @extend_schema(operation_id="claim_guest", request=None, responses={201: ClaimSerializer})
    def post(self, request: Request, person_id: UUID) -> Response:
        """Say that a guest's games are your own; an organiser confirms it. Twice is one claim."""
        member, _actor = member_of(request, person_id)
        claim = club.ask_for_guest(guest_id=member.id, user=user_of(request))
        return Response(ClaimSerializer(claim).data, 201)


class Claims(Admin):
    ordering = ("asked_at", "id")

    @extend_schema(
        operation_id="claims",
        parameters=[schema.CLUB, *PAGE],
        responses=schema.paged("Claim", ClaimSerializer),
    )
    def get(self, request: Request) -> Response:
        """The claims that wait for an organiser, the oldest first."""
        of = club_asked(request)
        actor_in(request, of).require(May.MANAGE_MEMBERS)
        waiting = Claim.objects.filter(guest__club=of, state=Claim.State.WAITING).select_related("guest", "user")
        return self.page_of(request, waiting, lambda claim: ClaimSerializer(claim).data)


def claim_of(request: Request, claim_id: UUID) -> tuple[Claim, Actor]:
    """Return a claim of one of the caller's clubs, and who the caller is there; raise NotFound."""
    claims = Claim.objects.filter(guest__club__in=clubs_of(request)).select_related("guest__club")
    claim = found(claims, claim_id)
    return claim, actor_in(request, claim.guest.club)


class Grant(Admin):
    @extend_schema(operation_id="grant_claim", request=None, responses=doc.MemberSerializer)
    def post(self, request: Request, claim_id: UUID) -> Response:
        """Confirm that a guest's games are the claimant's; who he is now is answered. Twice is harmless."""
        claim, actor = claim_of(request, claim_id)
        return told(services.grant_claim(claim_id=claim.id, actor=actor))


class Refuse(Admin):
    @extend_schema(operation_id="refuse_claim", request=None, responses=ClaimSerializer)
    def post(self, request: Request, claim_id: UUID) -> Response:
        """Say that a guest's games are not the claimant's. Twice is harmless."""
        claim, actor = claim_of(request, claim_id)
        return Response(ClaimSerializer(club.refuse_claim(claim_id=claim.id, actor=actor)).data)
