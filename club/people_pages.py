"""What the pages show of who somebody is: claims that wait, who was merged into him, and what an organiser may do."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from club import services as club
from club.doors import Viewer
from club.models import Claim, Member, MemberEvent, User
from club.people_forms import AccountForm, AnonymiseForm, ClaimForm, MergeForm
from club.permissions import May
from games import services
from games.mentions import Mention

Context = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A claim that waits: who says that this guest is he."""

    claim: Claim
    name: str
    """What he is called in the club; empty where he is nobody there yet."""


def person_card(viewer: Viewer, person: Member) -> Context:
    """Return what a member's page shows of who he is: to an organiser all, to a member whether he may claim him.

    An organiser who was a guest merges him into himself.
    """
    is_open = person.anonymised_at is None
    manages = viewer.actor.may(May.MANAGE_MEMBERS)
    has_claimed = _claims(person).filter(user=viewer.actor.user_id).exists()
    return {
        "may_claim": is_open and not manages and not has_claimed and _may_claim(viewer, person),
        "has_claimed": has_claimed,
        "merged": list(person.merged.order_by("name")),
        "claims": _waiting(person) if manages else [],
        "account_form": AccountForm() if manages and is_open and person.user_id is None else None,
        "merge_form": _merge_form(person) if manages and is_open and person.retired_at is None else None,
        "events": person_events(person) if manages else [],
        "is_open": is_open,
    }


def _may_claim(viewer: Viewer, person: Member) -> bool:
    him = viewer.member
    return person.user_id is None and him is not None and him.user_id is not None and him.id != person.id


def _claims(person: Member) -> Any:
    return Claim.objects.filter(guest=person, state=Claim.State.WAITING)


def _waiting(person: Member) -> list[ClaimRow]:
    claims = list(_claims(person).select_related("user"))
    names = dict(person.club.members.filter(user__in=[one.user_id for one in claims]).values_list("user", "name"))
    return [ClaimRow(one, names.get(one.user_id, "")) for one in claims]


def _merge_form(person: Member) -> MergeForm | None:
    others = mergeable(person)
    return MergeForm(others=others) if others else None


def mergeable(person: Member) -> list[Member]:
    """Return who can be merged into this person: nobody who signs in, is another already, or stands for others."""
    others = person.club.members.filter(user=None, anonymised_at=None, merged_into=None, merged=None)
    return list(others.exclude(pk=person.pk).order_by("name", "id"))


def person_events(person: Member) -> list[MemberEvent]:
    """Return what was done to a member and to those merged into him, the newest first."""
    his = MemberEvent.objects.filter(member=person) | MemberEvent.objects.filter(other=person)
    return list(his.select_related("member", "other", "by").order_by("-at", "-id"))


# ---- anonymise --------------------------------------------------------------------------------------
def texts_of(viewer: Viewer, person: Member) -> list[Mention]:
    return services.mentions(member_id=person.id, actor=viewer.actor)


def anonymise_page(person: Member, form: AnonymiseForm) -> Context:
    return {"tab": "club", "person": person, "form": form}


# ---- the link ---------------------------------------------------------------------------------------
def link_page(viewer: Viewer, person: Member) -> Context:
    """Return the page with a link for the guest, to be sent to him or shown as a code."""
    word = club.guest_link(guest=person, actor=viewer.actor)
    return {
        "tab": "club",
        "person": person,
        "link": settings.SITE_URL + reverse("claim", args=[word]),
        "qr": reverse("claim_qr", args=[word]),
        "days": club.claims.LINK_LASTS.days,
    }


def claim_page(user: User | AnonymousUser, word: str, form: ClaimForm) -> Context:
    """Return the page that a guest's link leads to: whose games they are, and how they become the reader's."""
    guest = club.guest_of_link(word)
    return {
        "guest": guest,
        "club": guest.club,
        "word": word,
        "form": form,
        "here": reverse("claim", args=[word]),
        "is_taken": guest.user_id is not None or guest.merged_into_id is not None or guest.anonymised_at is not None,
    }
