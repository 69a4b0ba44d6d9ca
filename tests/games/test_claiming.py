"""A guest's games become his own who signs in: asked for and confirmed, by an organiser's link, or by invitation."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from club import outbox, selectors
from club import services as club
from club.errors import ClubError, Forbidden, NotFound
from club.models import Claim, Mail, Member, MemberEvent, OutboxMessage, Role, User
from club.services import claims
from club.services.checks import MemberMerged
from club.services.claims import ClaimAnswered, LinkExpired, OwnHistory
from club.services.people import AlreadyMember, HasAccount
from games import services
from tests.cast import Cast
from tests.people import balance, evening, guest, merge

pytestmark = pytest.mark.django_db


def user_of(cast: Cast, name: str) -> User:
    user = cast.members[name].user
    assert user is not None
    return user


def stranger() -> User:
    return User.objects.create_user("gizi@cork.example")


def asked(cast: Cast, gizi: Member, name: str = "Dóra") -> Claim:
    return club.ask_for_guest(guest_id=gizi.id, user=user_of(cast, name))


# ---- asked for and confirmed ------------------------------------------------------------------------
def test_a_members_claim_that_is_confirmed_merges_the_guest_into_him(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    evening(cast, gizi, "Anna")
    claim = asked(cast, gizi)
    assert services.grant_claim(claim_id=claim.id, actor=cast.actor()) == cast.members["Dóra"]
    assert balance(cast.members["Dóra"]) == 50
    trace = MemberEvent.objects.get(member=gizi)
    assert (trace.kind, trace.other, trace.reason) == ("merged", cast.members["Dóra"], "Claimed by Dóra")


def test_who_signs_in_and_is_nobody_in_the_club_becomes_the_guest(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    evening(cast, gizi, "Anna")
    user = stranger()
    claim = club.ask_for_guest(guest_id=gizi.id, user=user, here=gizi.id)
    member = services.grant_claim(claim_id=claim.id, actor=cast.actor())
    assert (member, member.user, member.role, member.email) == (gizi, user, Role.MEMBER, user.email)
    assert selectors.membership(user, cast.club) == gizi
    assert balance(gizi) == 50


def test_asked_twice_it_is_one_claim_and_one_mail(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    assert asked(cast, gizi) == asked(cast, gizi)
    outbox.relay()
    (letter,) = Mail.objects.filter(key__startswith="guest.claimed:")
    assert letter.member == cast.members["Anna"]
    assert letter.subject == "Whose are Gizi’s games?"
    assert "Dóra (4@felt.example) says that the games of the guest Gizi are his own." in letter.text
    assert f"/members/{gizi.id}/" in letter.text


def test_the_answer_is_mailed_to_who_asked(cast: Cast) -> None:
    gizi, hugo = guest(cast, "Gizi"), guest(cast, "Hugó")
    services.grant_claim(claim_id=asked(cast, gizi).id, actor=cast.actor())
    club.refuse_claim(claim_id=asked(cast, hugo).id, actor=cast.actor())
    outbox.relay()
    letters = Mail.objects.filter(key__startswith="claim.answered:").order_by("id")
    assert [(str(one.member), one.subject) for one in letters] == [
        ("Dóra", "The games of Gizi are yours"),
        ("Dóra", "The games of Hugó stay the guest’s"),
    ]


def test_an_organiser_is_not_asked_about_a_claim_that_was_answered_meanwhile(cast: Cast) -> None:
    claim = asked(cast, guest(cast, "Gizi"))
    club.refuse_claim(claim_id=claim.id, actor=cast.actor())
    outbox.relay()
    assert not Mail.objects.filter(key__startswith="guest.claimed:").exists()
    assert not OutboxMessage.objects.filter(delivered_at=None).exists()


def test_answers_are_given_once(cast: Cast) -> None:
    claim = asked(cast, guest(cast, "Gizi"))
    for _time in range(2):
        services.grant_claim(claim_id=claim.id, actor=cast.actor())
    with pytest.raises(ClaimAnswered):
        club.refuse_claim(claim_id=claim.id, actor=cast.actor())
    assert MemberEvent.objects.filter(kind="merged").count() == 1


def test_of_two_who_claim_one_guest_the_other_is_refused(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    first, second = asked(cast, gizi, "Dóra"), asked(cast, gizi, "Feri")
    services.grant_claim(claim_id=second.id, actor=cast.actor())
    first.refresh_from_db()
    assert first.state == Claim.State.REFUSED
    with pytest.raises(ClaimAnswered):
        services.grant_claim(claim_id=first.id, actor=cast.actor())


def test_a_merge_by_hand_answers_the_claim_it_grants(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    claim = asked(cast, gizi)
    merge(cast, gizi, "Dóra")
    claim.refresh_from_db()
    assert claim.state == Claim.State.GRANTED


@pytest.mark.parametrize("by", ["Béla", "Csaba", "Dóra"])
def test_only_an_organiser_answers(cast: Cast, by: str) -> None:
    claim = asked(cast, guest(cast, "Gizi"))
    for answer in (services.grant_claim, club.refuse_claim):
        with pytest.raises(Forbidden):
            answer(claim_id=claim.id, actor=cast.actor(by))
    claim.refresh_from_db()
    assert claim.state == Claim.State.WAITING


def test_another_clubs_organiser_finds_no_claim(cast: Cast) -> None:
    claim = asked(cast, guest(cast, "Gizi"))
    for answer in (services.grant_claim, club.refuse_claim):
        with pytest.raises(NotFound):
            answer(claim_id=claim.id, actor=cast.olga)


def _of_another_club(cast: Cast) -> None:
    club.ask_for_guest(guest_id=guest(cast, "Gizi").id, user=stranger())


def _as_another_guest(cast: Cast) -> None:
    gizi, hugo = guest(cast, "Gizi"), guest(cast, "Hugó")
    club.ask_for_guest(guest_id=gizi.id, user=stranger(), here=hugo.id)


def _of_a_member(cast: Cast) -> None:
    asked(cast, cast.members["Feri"])


def _of_himself(cast: Cast) -> None:
    asked(cast, cast.members["Dóra"])


def _of_a_merged_one(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    merge(cast, gizi, "Feri")
    asked(cast, gizi)


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (_of_another_club, NotFound),
        (_as_another_guest, NotFound),
        (_of_a_member, HasAccount),
        (_of_himself, OwnHistory),
        (_of_a_merged_one, MemberMerged),
    ],
)
def test_what_cannot_be_claimed_is_refused_by_its_cause(
    cast: Cast, ask: Callable[[Cast], None], error: type[ClubError]
) -> None:
    with pytest.raises(error):
        ask(cast)
    assert not Claim.objects.exists()


# ---- by an organiser's link -------------------------------------------------------------------------
def test_a_link_makes_the_guest_his_who_follows_it_and_only_once(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    evening(cast, gizi, "Anna")
    word = club.guest_link(guest=gizi, actor=cast.actor())
    user = stranger()
    for _time in range(2):
        assert services.claim_by_link(word=word, user=user) == gizi
    with pytest.raises(HasAccount):
        services.claim_by_link(word=word, user=user_of(cast, "Feri"))
    assert balance(gizi) == 50


def test_a_member_who_follows_it_has_the_guest_merged_into_him(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    word = club.guest_link(guest=gizi, actor=cast.actor())
    for _time in range(2):
        assert services.claim_by_link(word=word, user=user_of(cast, "Feri")) == cast.members["Feri"]
    gizi.refresh_from_db()
    assert gizi.merged_into == cast.members["Feri"]


def test_without_an_account_the_link_gives_one_by_mail(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    word = club.guest_link(guest=gizi, actor=cast.actor())
    member = services.claim_by_mail(word=word, email="gizi@felt.example")
    outbox.relay()
    assert (member, member.role) == (gizi, Role.MEMBER)
    assert Mail.objects.get(member=gizi).subject == "Welcome to Felt"
    with pytest.raises(HasAccount):
        services.claim_by_mail(word=word, email="other@felt.example")


def test_an_address_that_is_a_members_already_is_not_given_twice(cast: Cast) -> None:
    word = club.guest_link(guest=guest(cast, "Gizi"), actor=cast.actor())
    with pytest.raises(AlreadyMember):
        services.claim_by_mail(word=word, email="4@felt.example")


def test_a_link_that_is_too_old_or_made_up_leads_nowhere(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    word = club.guest_link(guest=guest(cast, "Gizi"), actor=cast.actor())
    for wrong in (word[:-1] + ("A" if word[-1] != "A" else "B"), "nonsense", ""):
        with pytest.raises(LinkExpired):
            services.claim_by_link(word=wrong, user=stranger_once())
    monkeypatch.setattr(claims, "LINK_LASTS", timedelta(seconds=-1))
    with pytest.raises(LinkExpired):
        services.claim_by_link(word=word, user=stranger_once())


def stranger_once() -> User:
    user, _made = User.objects.get_or_create(email="gizi@cork.example")
    return user


def test_only_an_organiser_of_the_club_makes_a_link(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    with pytest.raises(Forbidden):
        club.guest_link(guest=gizi, actor=cast.actor("Béla"))
    with pytest.raises(NotFound):
        club.guest_link(guest=gizi, actor=cast.olga)
    with pytest.raises(HasAccount):
        club.guest_link(guest=cast.members["Feri"], actor=cast.actor())


# ---- by invitation ----------------------------------------------------------------------------------
def test_an_organiser_invites_a_guest_and_his_games_stay_his(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    evening(cast, gizi, "Anna")
    member = club.give_account(member=gizi, email="gizi@felt.example", actor=cast.actor())
    assert (member.user.email, balance(member)) == ("gizi@felt.example", 50)
    assert MemberEvent.objects.get(member=gizi).kind == "claimed"
