"""A member leaves for good: his rows stay, whole and balanced, as nobody's."""

from collections.abc import Callable

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.core import mail as sent

from club import mail, outbox
from club import services as club
from club.api_auth import issue_token
from club.errors import ClubError, Forbidden, NotFound
from club.models import AccessToken, Mail, Member, MemberEvent, Role, User
from club.services.checks import MemberAnonymised
from club.services.people import LastOrganiser
from games import exporting, selectors, services, standings, store
from games.checks import differences
from games.models import Action, Table
from games.services.anonymising import AtOpenTable
from games.store import TableNow
from ledger import checks
from ledger import selectors as books
from ledger import services as ledger
from ledger.errors import OnlyWrittenOff
from ledger.models import Book, Entry
from ledger.services.merging import HasOpenPayments, NotEven
from tests.cast import Cast
from tests.faults import every_row
from tests.people import BOX_WINS, anonymise, evening, guest, merge, table_of, totals, unmerge

pytestmark = pytest.mark.django_db


def settled(cast: Cast, *players: str | Member) -> TableNow:
    """Play an evening and pay it."""
    now = evening(cast, *players)
    plan = books.standing_plan(now.table.night, book=Book.objects.get())
    assert plan is not None
    ledger.confirm_all(plan=plan, actor=cast.actor())
    return now


def test_nothing_is_entered_for_him_by_hand_at_a_table_that_is_opened_again(cast: Cast) -> None:
    now = settled(cast, "Anna", "Dóra", "Béla")
    anonymise(cast, "Dóra")
    services.reopen_night(night_id=now.table.night_id, actor=cast.actor(), reason="a game was told wrong")
    gone, before = "Former member 1", every_row()
    adjust: dict[str, object] = {"do": "adjust", "points": {"Anna": 1, gone: -1}, "reason": "for a drink"}
    corrected = {"do": "end", "winner": "box", "result": "gammon"}
    for act in (adjust, {"do": "amend", "game": 1, "actions": [corrected, adjust], "reason": "for a drink"}):
        with pytest.raises(OnlyWrittenOff) as refusal:
            cast.act(now, act)
        assert refusal.value.values == {"name": gone}
        assert every_row() == before
    cast.act(now, adjust | {"points": {"Anna": 1, "Béla": -1}})
    again = cast.act(now, {"do": "amend", "game": 1, "actions": [corrected], "reason": "a gammon"})
    assert again.state.games[0].result == "gammon"
    assert list(checks.findings()) == []


def test_he_is_nobody_in_the_club(cast: Cast) -> None:
    settled(cast, "Anna", "Dóra")
    left = anonymise(cast, "Dóra")
    assert (left.name, left.email, left.user, left.language) == ("Former member 1", "", None, "")
    assert not (left.mail_each_game)
    assert not (left.mail_night)
    assert not (left.mail_month)
    assert not (left.is_active)
    assert not User.objects.filter(email="4@felt.example").exists()
    assert "Dóra" not in str(list(Member.objects.values()))


def test_the_next_one_gets_the_next_number_in_the_clubs_language(cast: Cast) -> None:
    anonymise(cast, "Dóra")
    club.change_club(club=cast.club, actor=cast.actor(), language="hu")
    assert anonymise(cast, "Feri").name == "Korábbi tag 2"


def test_old_sheets_say_the_neutral_name(cast: Cast) -> None:
    now = settled(cast, "Anna", "Dóra", "Béla")
    anonymise(cast, "Dóra")
    again = selectors.load_table(club_id=cast.club.id, table_id=now.table.id)
    assert again.names == {1: "Anna", 2: "Former member 1", 3: "Béla"}
    assert exporting.sheet_of(again)["players"] == ["Anna", "Former member 1", "Béla"]


def test_books_chain_log_and_standings_stay_whole_and_as_they_were(cast: Cast) -> None:
    settled(cast, "Anna", "Dóra", "Béla")
    season = services.save_season(
        club=cast.club, actor=cast.actor(), name="All", starts=cast.night.date, ends=cast.night.date
    )
    standings.rebuild(season)
    points = [one.points_q for one in selectors.standings(season)]
    entries, log = list(Entry.objects.order_by("seq").values()), list(Action.objects.order_by("pk").values())
    anonymise(cast, "Dóra")
    assert list(Entry.objects.order_by("seq").values()) == entries
    assert list(Action.objects.order_by("pk").values()) == log
    assert list(checks.findings()) == []
    assert list(differences()) == []
    assert [one.points_q for one in selectors.standings(season)] == points
    assert "Former member 1" in [str(one.member) for one in selectors.standings(season)]


@pytest.mark.django_db(transaction=True)
def test_no_other_process_goes_on_telling_his_name(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    now = settled(cast, "Anna", "Dóra")
    here, there = store._Folds(8), store._Folds(8)

    def seen_by(process: object) -> str:
        monkeypatch.setattr(store, "_folds", process)
        return selectors.load_table(club_id=cast.club.id, table_id=now.table.id).names[2]

    assert [seen_by(here), seen_by(there)] == ["Dóra", "Dóra"]
    anonymise(cast, "Dóra")  # by the second
    assert [seen_by(there), seen_by(here)] == ["Former member 1", "Former member 1"]
    assert Table.objects.get(pk=now.table.pk).version == now.version


@pytest.mark.django_db(transaction=True)
def test_no_other_process_goes_on_taking_merged_members_for_two(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    gizi = guest(cast, "Gizi")
    now = evening(cast, "Anna", gizi)
    here, there = store._Folds(8), store._Folds(8)

    def seen_by(process: object) -> int | None:
        monkeypatch.setattr(store, "_folds", process)
        table = selectors.load_table(club_id=cast.club.id, table_id=now.table.id)
        return table.seat_of_member(cast.members["Feri"].id)

    assert [seen_by(here), seen_by(there)] == [None, None]
    merge(cast, gizi, "Feri")
    assert [seen_by(here), seen_by(there)] == [2, 2]
    unmerge(cast, gizi)
    assert [seen_by(here), seen_by(there)] == [None, None]


# ---- account, tokens, mails -------------------------------------------------------------------------
def test_his_user_signs_in_nowhere_and_his_tokens_open_nothing(cast: Cast) -> None:
    user = cast.members["Dóra"].user
    assert user is not None
    issue_token(user=user, name="phone", scopes=["read"])
    anonymise(cast, "Dóra")
    user.refresh_from_db()
    assert (user.is_active, user.has_usable_password(), user.email) == (False, False, f"{user.pk}@anonymised.invalid")
    assert AccessToken.objects.get().revoked_at is not None


def test_a_user_of_another_club_keeps_his_account_there(cast: Cast) -> None:
    user = cast.members["Dóra"].user
    assert user is not None
    club.invite(club=cast.outsider.club, name="Dora", email=user.email, role=Role.MEMBER, actor=cast.olga)
    anonymise(cast, "Dóra")
    user.refresh_from_db()
    assert user.is_active
    assert [str(one) for one in user.memberships.all()] == ["Dora"]


def test_his_mails_and_sent_copies_that_name_him_are_emptied(cast: Cast) -> None:
    settled(cast, "Anna", "Dóra", "Béla")
    outbox.relay()
    mail.send_due()
    assert Mail.objects.filter(text__contains="Dóra").count() > 1
    anonymise(cast, "Dóra")
    told = Mail.objects.exclude(member=cast.members["Dóra"])
    assert not Mail.objects.filter(member=cast.members["Dóra"]).exclude(text="[redacted]").exists()
    assert not any("Dóra" in one.text + one.html + one.subject for one in told)
    assert told.exclude(text="[redacted]").exists()


def test_a_mail_that_waits_for_him_is_not_sent_any_more(cast: Cast) -> None:
    settled(cast, "Anna", "Dóra")
    outbox.relay()
    anonymise(cast, "Dóra")
    mail.send_due()
    assert not [one for one in sent.outbox if "4@felt.example" in one.to]
    assert not Mail.objects.filter(member=cast.members["Dóra"], sent_at=None, given_up_at=None).exists()


def test_the_admins_history_does_not_keep_his_name(cast: Cast) -> None:
    dora = cast.members["Dóra"]
    assert dora.user is not None
    for row in (dora, dora.user):
        LogEntry.objects.log_actions(cast.members["Anna"].user_id, [row], CHANGE, "Dóra is back.", single_object=True)
    anonymise(cast, "Dóra")
    said = str(list(LogEntry.objects.values_list("object_repr", "change_message")))
    assert "Dóra" not in said
    assert "felt.example" not in said


# ---- merged people ----------------------------------------------------------------------------------
def test_everybody_merged_into_him_goes_with_him(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    first, second = settled(cast, "Anna", gizi), settled(cast, "Dóra", "Béla")
    both = settled(cast, gizi, "Dóra")
    merge(cast, gizi, "Dóra")
    assert totals(cast) == {}
    anonymise(cast, "Dóra")
    labels = [selectors.load_table(club_id=cast.club.id, table_id=now.table.id).names for now in (first, second, both)]
    assert labels == [
        {1: "Anna", 2: "Former member 1"},
        {1: "Former member 1", 2: "Béla"},
        {1: "Former member 1 2", 2: "Former member 1"},
    ]
    with pytest.raises(MemberAnonymised):
        unmerge(cast, gizi)


# ---- refusals ---------------------------------------------------------------------------------------
def _owing(cast: Cast) -> None:
    evening(cast, "Anna", "Dóra")


def _to_confirm(cast: Cast) -> None:
    evening(cast, "Anna", "Dóra")
    evening(cast, "Dóra", "Anna")


def _playing(cast: Cast) -> None:
    table_of(cast, "Anna", "Dóra")


@pytest.mark.parametrize(("so", "error"), [(_owing, NotEven), (_to_confirm, HasOpenPayments), (_playing, AtOpenTable)])
def test_who_is_not_through_cannot_leave_for_good(
    cast: Cast, so: Callable[[Cast], None], error: type[ClubError]
) -> None:
    so(cast)
    with pytest.raises(error):
        anonymise(cast, "Dóra")
    assert str(Member.objects.get(pk=cast.members["Dóra"].pk)) == "Dóra"
    assert not MemberEvent.objects.exists()


def test_the_last_organiser_stays(cast: Cast) -> None:
    with pytest.raises(LastOrganiser):
        anonymise(cast, "Anna")


def test_only_an_organiser_does_it_and_only_in_his_club(cast: Cast) -> None:
    dora = cast.members["Dóra"]
    for by in ("Béla", "Dóra"):
        with pytest.raises(Forbidden):
            services.anonymise_member(member_id=dora.id, actor=cast.actor(by))
        with pytest.raises(Forbidden):
            services.mentions(member_id=dora.id, actor=cast.actor(by))
    with pytest.raises(NotFound):
        services.anonymise_member(member_id=dora.id, actor=cast.olga)


@pytest.mark.parametrize(
    "change",
    [
        lambda cast, dora: club.rename(member=dora, name="Dóra", actor=cast.actor()),
        lambda cast, dora: club.restore(member=dora, actor=cast.actor()),
        lambda cast, dora: club.give_account(member=dora, email="dora@felt.example", actor=cast.actor()),
        lambda cast, dora: club.set_role(member=dora, role=Role.ORGANISER, actor=cast.actor()),
    ],
)
def test_it_is_never_taken_back(cast: Cast, change: Callable[[Cast, Member], object]) -> None:
    dora = anonymise(cast, "Dóra")
    with pytest.raises(MemberAnonymised):
        change(cast, dora)


def test_twice_is_once_and_it_leaves_a_trace_without_a_name(cast: Cast) -> None:
    assert anonymise(cast, "Dóra") == anonymise(cast, "Dóra")
    (trace,) = MemberEvent.objects.all()
    assert (trace.kind, trace.reason, str(trace.by)) == ("anonymised", "", "anna@felt.example")


def test_an_old_game_of_his_is_corrected_and_he_is_owed_for_it(cast: Cast) -> None:
    now = settled(cast, "Anna", "Dóra")
    anonymise(cast, "Dóra")
    services.reopen_night(night_id=now.table.night_id, reason="The cube", actor=cast.actor())
    services.correct_game(
        table_id=now.table.id,
        actor=cast.actor(),
        game=1,
        actions=[{"do": "double", "by": "Anna"}, {"do": "take", "by": "Former member 1"}, BOX_WINS],
        reason="The cube was on two",
    )
    assert totals(cast) == {"Anna": 50, "Former member 1": -50}
