"""Members are merged, claimed and anonymised while others play, pay and sit down: one order of locks, nothing lost."""

import time
from itertools import combinations
from uuid import uuid4

import pytest
from django.db import OperationalError

from club import services as club
from club.errors import ClubError
from club.models import Claim, Member
from games import checks as games_checks
from games import services
from games.models import Seat, Table
from games.services import merging, whereabouts
from games.services.merging import AtOneTable
from games.store import TableNow
from ledger import checks
from ledger import services as ledger
from ledger.models import Book
from tests.cast import Cast
from tests.concurrency.racing import at_once
from tests.people import BOX_WINS, evening, guest, merge, table_of, totals, unmerge

pytestmark = pytest.mark.postgres


def whole() -> bool:
    return list(checks.findings()) == [] and list(games_checks.differences()) == []


def deadlocks(came: list[object]) -> list[object]:
    return [one for one in came if isinstance(one, OperationalError)]


def test_a_merge_a_games_end_and_a_settlement_at_once_lose_nothing(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    evening(cast, "Dóra", gizi)
    now = table_of(cast, gizi, "Anna", "Béla")
    book = Book.objects.get()
    for turn in range(4):
        change = merge if turn % 2 == 0 else unmerge
        arguments = (cast, gizi, "Feri") if turn % 2 == 0 else (cast, gizi)
        current = services.act(
            table_id=now.table.id, actor=cast.actor(), actions=[BOX_WINS], command_id=uuid4()
        )  # the box, as ever

        came = at_once(
            lambda change=change, arguments=arguments: change(*arguments),
            lambda current=current: cast.act(current, BOX_WINS),
            lambda: ledger.plan_club(book=book, actor=cast.actor()),
        )
        assert not [one for one in came if isinstance(one, Exception)], came
        assert sum(totals(cast).values()) == 0
    assert whole()


def test_two_merges_and_a_correction_at_once_never_deadlock(cast: Cast) -> None:
    guests = [guest(cast, f"Guest {no}") for no in range(3)]
    played = [evening(cast, one, other) for one, other in combinations(guests, 2)]
    night = played[0].table.night
    services.reopen_night(night_id=night.id, reason="The cube", actor=cast.actor())

    def correct() -> TableNow:
        names = [seat.label for seat in Seat.objects.filter(table=played[0].table.pk).order_by("no")]
        return services.correct_game(
            table_id=played[0].table.id,
            actor=cast.actor(),
            game=1,
            actions=[{"do": "double", "by": names[0]}, {"do": "take", "by": names[1]}, BOX_WINS],
            reason="The cube",
        )

    came = at_once(lambda: merge(cast, guests[0], "Feri"), lambda: merge(cast, guests[2], "Dóra"), correct)
    assert not [one for one in came if isinstance(one, Exception)], came
    assert whole()


def test_one_guest_merged_into_two_at_once_becomes_one_of_them(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    came = at_once(lambda: merge(cast, gizi, "Feri"), lambda: merge(cast, gizi, "Dóra"))
    assert sum(isinstance(one, Member) for one in came) == 1, came


def test_no_chain_of_merged_members_is_ever_made(cast: Cast) -> None:
    for no in range(4):
        one, other = guest(cast, f"One {no}"), guest(cast, f"Other {no}")
        came = at_once(
            lambda one=one, other=other: merge(cast, one, other), lambda other=other: merge(cast, other, "Feri")
        )
        assert not deadlocks(came), came
        assert sum(isinstance(result, Member) for result in came) == 1, came
    assert not Member.objects.filter(merged_into__merged_into__isnull=False).exists()


def sit_down(cast: Cast, now: TableNow, member: Member) -> TableNow:
    return services.seat_member(table_id=now.table.id, actor=cast.actor(), member_id=member.id, command_id=uuid4())


def both_seated(cast: Cast, gizi: Member) -> tuple[list[object], int]:
    """Merge Gizi into Feri, who sits at a table, while she sits down there; return what came, and how many seats."""
    now = table_of(cast, "Feri", "Anna", "Béla")
    came = at_once(lambda: merge(cast, gizi, "Feri"), lambda: sit_down(cast, now, gizi))
    return came, Seat.objects.filter(table=now.table.pk).count()


def test_who_sits_down_while_being_merged_never_sits_there_twice(cast: Cast) -> None:
    for no in range(6):
        gizi = guest(cast, f"Gizi {no}")
        (merged, sat), seats = both_seated(cast, gizi)
        assert isinstance(merged, Member | AtOneTable), merged
        assert not isinstance(sat, OperationalError), sat
        assert seats == (3 if isinstance(merged, Member) else 4)


def test_anonymising_against_a_seat_or_a_payment_is_refused_or_first(cast: Cast) -> None:
    for no in range(4):
        gizi = guest(cast, f"Gizi {no}")
        came = at_once(
            lambda gizi=gizi: services.anonymise_member(member_id=gizi.id, actor=cast.actor()),
            lambda gizi=gizi: table_of(cast, gizi, "Anna"),
        )
        assert sum(isinstance(one, ClubError) for one in came) == 1, came
        gizi.refresh_from_db()
        assert (gizi.anonymised_at is None) == Seat.objects.filter(member=gizi).exists()


def test_two_answers_to_one_claim_at_once_are_one(cast: Cast) -> None:
    gizi, user = guest(cast, "Gizi"), cast.members["Dóra"].user
    assert user is not None
    claim = club.ask_for_guest(guest_id=gizi.id, user=user)
    came = at_once(*[lambda: services.grant_claim(claim_id=claim.id, actor=cast.actor())] * 3)
    assert came == [cast.members["Dóra"]] * 3
    assert Claim.objects.get().state == Claim.State.GRANTED


def test_without_the_locks_somebody_sits_at_one_table_as_two(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: what the locks on open nights and their tables are for."""
    now = table_of(cast, "Feri", "Anna", "Béla")
    gizi = guest(cast, "Gizi")

    def unlocked(**_asked: object) -> whereabouts.Whereabouts:
        return whereabouts.Whereabouts((), ())

    apart = merging._require_apart

    def looks_and_waits(*people: Member) -> None:
        apart(*people)
        time.sleep(1)

    monkeypatch.setattr(merging.whereabouts, "locked", unlocked)
    monkeypatch.setattr(merging, "_require_apart", looks_and_waits)
    merged, sat = at_once(lambda: merge(cast, gizi, "Feri"), lambda: (time.sleep(0.3), sit_down(cast, now, gizi)))
    assert isinstance(merged, Member), merged
    assert not isinstance(sat, Exception), sat
    table = Table.objects.get(pk=now.table.pk)
    assert len({seat.person_id for seat in table.seats.all()}) == 3
    assert table.seats.count() == 4
