"""What a line of the books came from, in words, and the page that shows it: here games and payments meet."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext

from club.models import Club
from games.models import Adjustment, Game
from ledger.account_lines import Line
from ledger.models import Entry, Payment
from ledger.names import name_of, told


class Posted(Protocol):
    """Something of the books that names its source."""

    @property
    def source_kind(self) -> str: ...

    @property
    def source_id(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Source:
    """What was posted, and where to read why; no address where there is no such page."""

    what: str
    url: str = ""


def sources_of(club: Club, lines: Iterable[Posted]) -> Mapping[str, Source]:
    """Return what the lines came from, by `source_id`; a query for each kind of source there is."""
    ids: dict[str, set[str]] = {}
    for line in lines:
        ids.setdefault(line.source_kind, set()).add(line.source_id)
    found: dict[str, Source] = {}
    if games := ids.get("game"):
        found.update(_games(club, Game.objects.filter(pk__in=games)))
    if adjustments := ids.get("adjust"):
        found.update(_adjustments(club, Adjustment.objects.filter(pk__in=adjustments)))
    if payments := ids.get("payment"):
        found.update(_payments(club, Payment.objects.filter(pk__in=payments)))
    return found


def source_of(line: Line, sources: Mapping[str, Source]) -> Source:
    """Return what one line came from, or else its kind; a reversal says what it takes back."""
    source = sources.get(line.source_id)
    if line.kind == Entry.Kind.REVERSAL and source is not None:
        return Source(gettext("Taken back: {what}").format(what=source.what), source.url)
    return source or Source(told(line.kind))


def _games(club: Club, games: QuerySet[Game]) -> Iterator[tuple[str, Source]]:
    for game in games.select_related("table"):
        what = gettext("Table {table}, game {game}").format(table=game.table.no, game=game.no)
        yield str(game.id), Source(what, reverse("sheet", args=[club.slug, game.table_id]) + f"#game-{game.no}")


def _adjustments(club: Club, adjustments: QuerySet[Adjustment]) -> Iterator[tuple[str, Source]]:
    for one in adjustments.select_related("table"):
        what = gettext("Table {table}, correction").format(table=one.table.no)
        yield str(one.id), Source(what, reverse("sheet", args=[club.slug, one.table_id]))


def _payments(club: Club, payments: QuerySet[Payment]) -> Iterator[tuple[str, Source]]:
    for one in payments.select_related("payer__member", "payee__member", "plan"):
        what = gettext("{payer} paid {payee}").format(payer=name_of(one.payer), payee=name_of(one.payee))
        night = one.plan.night_id
        page = reverse("night_settle", args=[club.slug, night]) if night else reverse("settle", args=[club.slug])
        yield str(one.id), Source(what, page)
