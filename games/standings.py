"""A season's standings: updated after each game, rebuilt nightly. Either way gives the same.

They count the scores that stand. What the logs come to by the rules of this version of the program is only compared
with them (`games.checks`): a change of the rules moves nobody's standing by itself.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.db import transaction

from club.models import Member
from games import selectors, store
from games.models import Season, Standing, Table
from games.rules import money
from games.rules import state as rules
from games.rules.settings import Kind
from games.selectors import Tally
from games.store import TableNow

FIELDS = ("points_q", "money_minor", "games", "wins", "box_games", "nights")


@transaction.atomic
def update(season: Season, members: Iterable[UUID]) -> None:
    """Bring the standings of these members, as the persons they are, up to date; harmless when they are."""
    _lock(season)
    asked = Member.objects.filter(pk__in=list(members)).values_list("id", "merged_into")
    wanted = list({pk for pks in asked for pk in pks if pk is not None})
    _write(season, selectors.tallies(selectors.scores_of_season(season, wanted)), among=wanted)


@transaction.atomic
def rebuild(season: Season) -> None:
    """Write the season's standings anew, from all scores that stand."""
    _lock(season)
    _write(season, selectors.tallies(selectors.scores_of_season(season)), among=None)


def from_logs(season: Season) -> list[Tally]:
    """Return what the logs of the season's tables say everybody won or lost, folded afresh.

    Raises TableUnreadable for a table that this version of the program cannot read.
    """
    sums: dict[tuple[UUID, str], _Sum] = defaultdict(_Sum)
    for table in _tables(season):
        now = store.fold_afresh(table)
        results: tuple[rules.Game | rules.Adjustment, ...] = (*now.state.games, *now.state.adjustments)
        for result in results:
            minor = money.money_of(money.transfers_of(result, table.unit_minor))
            for seat, points_q in result.points_q.items():
                key = now.persons[seat], table.currency
                sums[key].add(now, result, seat, points_q, minor.get(seat, 0))
    return [one.tally(*key) for key, one in sorted(sums.items(), key=lambda item: (str(item[0][0]), item[0][1]))]


@dataclass(slots=True)
class _Sum:
    points_q: int = 0
    money_minor: int = 0
    games: int = 0
    wins: int = 0
    box_games: int = 0
    nights: set[UUID] = field(default_factory=set)

    def add(self, now: TableNow, result: rules.Game | rules.Adjustment, seat: int, points_q: int, minor: int) -> None:
        kind = now.state.opening.kind
        self.points_q += points_q
        self.money_minor += minor
        self.nights.add(now.table.night_id)
        if isinstance(result, rules.Game):
            self.games += kind is not Kind.MATCH or points_q != 0
            self.wins += points_q > 0
            self.box_games += kind is Kind.CHOUETTE and result.box == seat

    def tally(self, member_id: UUID, currency: str) -> Tally:
        return Tally(
            member_id=member_id,
            currency=currency,
            points_q=self.points_q,
            money_minor=self.money_minor,
            games=self.games,
            wins=self.wins,
            box_games=self.box_games,
            nights=len(self.nights),
        )


def _tables(season: Season) -> Iterator[Table]:
    tables = Table.objects.filter(night__club_id=season.club_id, night__date__range=(season.starts, season.ends))
    yield from tables.select_related("night__club").order_by("pk").iterator()


def _lock(season: Season) -> None:
    Season.objects.select_for_update(no_key=True).get(pk=season.pk)


def _write(season: Season, tallies: Sequence[Tally], *, among: list[UUID] | None) -> None:
    standing = Standing.objects.filter(season=season)
    standing = standing if among is None else standing.filter(member_id__in=among)
    standing.delete()
    Standing.objects.bulk_create(
        Standing(
            season=season,
            member_id=tally.member_id,
            currency=tally.currency,
            **{name: getattr(tally, name) for name in FIELDS},
        )
        for tally in tallies
    )
