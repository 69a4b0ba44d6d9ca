"""What ties a table to the others of its night: who was split off, who was joined, and the throws it began with."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import Crossing, Table
from games.table_page.words import NameOf, listed


@dataclass(frozen=True, slots=True)
class Link:
    """Another table, in words; without an address for who may not see it."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Ties:
    """A table among the tables of its night."""

    links: tuple[Link, ...] = ()
    throws: tuple[str, ...] = ()
    """The throws that made the order, a sentence a round."""
    split_url: str = ""
    """Where the table is split; empty where it cannot be, or not by the viewer."""
    is_too_large: bool = False


def links(table: Table, crossings: Iterable[Crossing], url_of: Callable[[Table], str]) -> tuple[Link, ...]:
    """Return each crossing as one table sees it, with the way to the other one."""
    return tuple(_link(table, one, url_of) for one in crossings)


def _link(table: Table, crossing: Crossing, url_of: Callable[[Table], str]) -> Link:
    away = crossing.source_id == table.id
    other = crossing.other_than(table)
    patterns = {
        (Crossing.Kind.SPLIT, True): _("Table {no} was split off"),
        (Crossing.Kind.SPLIT, False): _("Split from table {no}"),
        (Crossing.Kind.JOIN, True): _("Joined to table {no}"),
        (Crossing.Kind.JOIN, False): _("Table {no} was joined to this one"),
    }
    return Link(patterns[Crossing.Kind(crossing.kind), away].format(no=other.no), url_of(other))


def throws_told(rounds: Sequence[Mapping[int, int]], name_of: NameOf) -> tuple[str, ...]:
    """Return the throws as sentences: everybody's, then, round by round, those of the tied."""
    told = [listed(f"{name_of(seat)} {throw}" for seat, throw in throws.items()) for throws in rounds]
    first = [_("Thrown: {throws}.").format(throws=throws) for throws in told[:1]]
    return (*first, *(_("Thrown again: {throws}.").format(throws=throws) for throws in told[1:]))
