"""Whatever statement of an act at the table fails, log, results, books and outbox are as they were before."""

from collections.abc import Callable

import pytest

from club import services as club
from club.models import Member, Night
from games import services
from games.checks import differences
from games.models import Season
from games.store import TableNow
from ledger import checks as books
from ledger.models import Book, Payment
from tests.cast import Cast
from tests.faults import fail_after_each_statement_of
from tests.people import BOX_WINS, guest, table_of

pytestmark = pytest.mark.django_db
DEARER = [{"do": "double", "by": "Anna"}, {"do": "take", "by": ["Béla"]}, BOX_WINS]


class Evening:
    """One game was won by Anna and another is open, in a season; a guest played on a night that is closed."""

    def __init__(self, cast: Cast) -> None:
        Season.objects.create(club=cast.club, name="all", starts=cast.night.date, ends=cast.night.date)
        self.cast = cast
        self.guest = guest(cast, "Béla (guest)")
        self.now: TableNow = cast.act(table_of(cast, "Anna", "Béla", rules={"table_fee": "2"}), BOX_WINS)
        self.played = self._night_before()

    def _night_before(self) -> Night:
        night = club.open_night(club=self.cast.club, actor=self.cast.actor(), date=self.cast.night.date)
        self.cast.act(table_of(self.cast, self.guest, "Csaba", night=night), BOX_WINS)
        return services.close_night(night_id=night.id, actor=self.cast.actor())

    def correct(self, actions: list[dict[str, object]]) -> object:
        asked = {"table_id": self.now.table.id, "game": 1, "actions": actions, "reason": "seen again"}
        return services.correct_game(actor=self.cast.actor(), **asked)

    def merge(self) -> Member:
        asked = {"member_id": self.guest.id, "into_id": self.cast.members["Béla"].id, "reason": "one person"}
        return services.merge_members(actor=self.cast.actor(), **asked)


MONEY_PATHS: dict[str, Callable[[Evening], object]] = {
    "a game is won": lambda evening: evening.cast.act(evening.now, BOX_WINS),
    "a won game is undone": lambda evening: evening.cast.act(evening.now, {"do": "undo"}),
    "an adjustment at the table": lambda evening: evening.cast.act(
        evening.now, {"do": "adjust", "points": {"Anna": 1, "Béla": -1}, "reason": "slip"}
    ),
    "a game is corrected": lambda evening: evening.correct(DEARER),
    "a game is made void": lambda evening: evening.correct([]),
    "the night is closed": lambda evening: services.close_night(
        night_id=evening.cast.night.id, actor=evening.cast.actor()
    ),
    "a night is opened again": lambda evening: services.reopen_night(
        night_id=evening.played.id, reason="forgot one", actor=evening.cast.actor()
    ),
    "two members are merged": lambda evening: evening.merge(),
}


@pytest.mark.parametrize("name", MONEY_PATHS)
def test_a_fault_after_any_statement_leaves_nothing(cast: Cast, name: str) -> None:
    evening, act = Evening(cast), MONEY_PATHS[name]
    assert fail_after_each_statement_of(lambda: act(evening)) >= 1
    in_order()


def test_a_fault_while_two_are_taken_apart_leaves_nothing(cast: Cast) -> None:
    evening = Evening(cast)
    evening.merge()
    asked = {"member_id": evening.guest.id, "reason": "two people after all"}
    assert fail_after_each_statement_of(lambda: services.unmerge_member(actor=cast.actor(), **asked)) >= 1
    in_order()


def in_order() -> None:
    assert [str(one) for one in books.findings()] == []
    assert [str(one) for one in differences()] == []
    assert Book.objects.exists()
    assert Payment.objects.exists()
