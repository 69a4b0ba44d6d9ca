"""The desk's part in who somebody is: merging, taking apart, anonymising, and claims of guests."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club import services
from club.admin_scope import ClubScopedAdmin, ReadOnlyAdmin
from club.models import Claim, Member, MemberEvent
from games import services as games


class WhoActions(ClubScopedAdmin):
    """Actions on members, each with the reason written above the list, and the trace that they leave."""

    @admin.display(description=_("What was done"))
    def trace(self, member: Member) -> str:
        events = member.events.select_related("other", "by").order_by("-at", "-id")
        return format_html_join("", "<div>{}</div>", ((_told(event),) for event in events)) or "-"

    @admin.action(description=_("Merge into the one who signs in (say why)"), permissions=["change"])
    def merge(self, request: HttpRequest, rows: QuerySet[Member]) -> None:
        people = sorted(rows.select_related("club"), key=lambda one: (one.user_id is None, one.joined_at))
        if len(people) < 2:
            self.message_user(request, gettext("Choose two members or more."), messages.ERROR)
            return
        into, *others = people

        def merged(member: Member, reason: str) -> object:
            actor = self.actor(request, member.club)
            return games.merge_members(member_id=member.id, into_id=into.id, reason=reason, actor=actor)

        self._with_reason(request, others, merged, gettext("{name} is {person} now: {reason}"), person=into.name)

    @admin.action(description=_("Take apart (say why)"), permissions=["change"])
    def unmerge(self, request: HttpRequest, rows: QuerySet[Member]) -> None:
        def apart(member: Member, reason: str) -> object:
            actor = self.actor(request, member.club)
            return games.unmerge_member(member_id=member.id, reason=reason, actor=actor)

        self._with_reason(
            request, list(rows.select_related("club")), apart, gettext("{name} is himself again: {reason}")
        )

    @admin.action(description=_("Anonymise for good (write why)"), permissions=["change"])
    def anonymise(self, request: HttpRequest, rows: QuerySet[Member]) -> None:
        def emptied(member: Member, reason: str) -> object:
            nobody = games.anonymise_member(member_id=member.id, actor=self.actor(request, member.club))
            member.refresh_from_db()  # the name that goes into the history is the neutral one
            return nobody

        self._with_reason(request, list(rows.select_related("club")), emptied, gettext("{name}: {reason}"))

    def _with_reason(
        self,
        request: HttpRequest,
        rows: list[Member],
        act: Callable[[Member, str], object],
        done: str,
        **values: str,
    ) -> None:
        reason = self.reason_of(request)
        if not reason:
            self.message_user(request, gettext("Nothing was done: write the reason above the list."), messages.ERROR)
            return
        self.each(
            request,
            rows,
            lambda member: act(member, reason),
            lambda member: done.format(name=member.name, reason=reason, **values),
        )


def _told(event: MemberEvent) -> str:
    parts = (event.at.date(), event.get_kind_display(), event.other, event.reason, event.by)
    return " · ".join(str(part) for part in parts if part)


@admin.register(Claim)
class ClaimAdmin(ReadOnlyAdmin):
    """Who says that a guest's games are his own; an organiser confirms or refuses."""

    club_path = "guest__club"
    list_display = ("asked_at", "guest", "user", "state", "answered_at")
    list_filter = ("state",)
    list_select_related = ("guest", "user")
    fields = ("guest", "user", "state", "asked_at", "answered_at", "answered_by")
    actions = ("grant", "refuse")

    @admin.action(description=_("Confirm"), permissions=["view"])
    def grant(self, request: HttpRequest, rows: QuerySet[Claim]) -> None:
        self._answer(request, rows, games.grant_claim, gettext("{claim} is confirmed."))

    @admin.action(description=_("Refuse"), permissions=["view"])
    def refuse(self, request: HttpRequest, rows: QuerySet[Claim]) -> None:
        self._answer(request, rows, services.refuse_claim, gettext("{claim} is refused."))

    def _answer(self, request: HttpRequest, rows: QuerySet[Claim], answer: Callable[..., Any], done: str) -> None:
        self.each(
            request,
            rows.select_related("guest__club", "user"),
            lambda claim: answer(claim_id=claim.pk, actor=self.actor(request, claim.guest.club)),
            lambda claim: done.format(claim=claim),
        )
