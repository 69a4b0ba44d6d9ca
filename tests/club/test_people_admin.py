"""The desk's part in who somebody is: each action asks one service and leaves its line in the history."""

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from club import services
from club.models import Claim, Member
from tests.cast import Cast, assemble
from tests.people import guest, merge

pytestmark = pytest.mark.django_db


@pytest.fixture
def felt() -> Cast:
    return assemble()


@pytest.fixture
def desk(felt: Cast) -> Client:
    return signed(felt.members["Anna"])


def signed(member: Member) -> Client:
    client = Client()
    client.force_login(member.user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def act(desk: Client, action: str, *rows: Member | Claim, reason: str = "She said so") -> list[str]:
    """Do an action to some rows of a list; return what was said."""
    address = reverse(f"admin:club_{rows[0]._meta.model_name}_changelist")
    form = {"action": action, "_selected_action": [str(row.pk) for row in rows], "reason": reason}
    answer = desk.post(address, form, follow=True)
    return [str(message) for message in answer.context["messages"]] if answer.status_code == 200 else []


def test_members_are_merged_into_the_one_who_signs_in(desk: Client, felt: Cast) -> None:
    gizi = guest(felt, "Gizi")
    assert act(desk, "merge", gizi, felt.members["Dóra"]) == ["Gizi is Dóra now: She said so"]
    gizi.refresh_from_db()
    assert gizi.merged_into == felt.members["Dóra"]
    assert LogEntry.objects.get().change_message == "Gizi is Dóra now: She said so"


def test_one_alone_or_without_a_reason_nobody_is_merged(desk: Client, felt: Cast) -> None:
    gizi = guest(felt, "Gizi")
    assert act(desk, "merge", gizi) == ["Choose two members or more."]
    said = act(desk, "merge", gizi, felt.members["Dóra"], reason=" ")
    assert said == ["Nothing was done: write the reason above the list."]
    gizi.refresh_from_db()
    assert gizi.merged_into is None


def test_two_who_both_sign_in_are_refused(desk: Client, felt: Cast) -> None:
    (said,) = act(desk, "merge", felt.members["Feri"], felt.members["Dóra"])
    assert "Merge the other one into him." in said
    assert not LogEntry.objects.exists()


def test_a_merged_member_is_taken_apart_and_shows_what_was_done(desk: Client, felt: Cast) -> None:
    gizi = guest(felt, "Gizi")
    merge(felt, gizi, "Dóra")
    assert act(desk, "unmerge", gizi, reason="Two of them") == ["Gizi is himself again: Two of them"]
    page = desk.get(reverse("admin:club_member_change", args=[gizi.pk])).content.decode()
    assert "The same person" in page
    assert "Two of them" in page


def test_a_member_is_anonymised_and_the_history_keeps_the_neutral_name(desk: Client, felt: Cast) -> None:
    feri = felt.members["Feri"]
    assert act(desk, "anonymise", feri, reason="asked by letter") == ["Former member 1: asked by letter"]
    assert "Feri" not in str(list(LogEntry.objects.values()))


def test_claims_are_confirmed_and_refused(desk: Client, felt: Cast) -> None:
    user = felt.members["Dóra"].user
    gizi, hugo = guest(felt, "Gizi"), guest(felt, "Hugó")
    yes, no = (services.ask_for_guest(guest_id=one.id, user=user) for one in (gizi, hugo))
    act(desk, "grant", yes)
    act(desk, "refuse", no)
    states = dict(Claim.objects.values_list("guest__name", "state"))
    assert states == {"Gizi": "granted", "Hugó": "refused"}


def test_another_clubs_desk_reaches_nobody(felt: Cast) -> None:
    olga, gizi = signed(felt.outsider), guest(felt, "Gizi")
    claim = services.ask_for_guest(guest_id=gizi.id, user=felt.members["Dóra"].user)
    act(olga, "merge", gizi, felt.members["Dóra"])
    act(olga, "anonymise", felt.members["Feri"])
    act(olga, "grant", claim)
    gizi.refresh_from_db()
    claim.refresh_from_db()
    assert (gizi.merged_into, claim.state) == (None, Claim.State.WAITING)
    assert str(Member.objects.get(pk=felt.members["Feri"].pk)) == "Feri"
