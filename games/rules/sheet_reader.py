"""Reads a scoresheet from a plain document: who sat down, the house rules, what was done."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from games.rules import codecs
from games.rules.actions import Action, parse, read_name
from games.rules.cubes import Seat
from games.rules.currency import Stake, read_stake
from games.rules.errors import Malformed, RuleViolation, below, shown
from games.rules.names import place_of
from games.rules.refusals.players import UnknownPlayer
from games.rules.settings import HouseRules, Kind
from games.rules.settings_reader import read_kind, read_rules
from games.rules.state import Opening
from games.rules.throws import HIGHEST, LOWEST, order_of

KEYS = frozenset(
    {
        "scoresheet", "id", "title", "source", "kind", "rules", "stake", "stakes",
        "players", "rolls", "partner", "actions", "expect",
    }
)  # fmt: skip

MOST_PLAYERS = 50
MOST_ACTIONS = 20_000


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the sheet: its action, or why it cannot be one, and whether it must be refused.

    `refused` is True for any refusal, a code for that one, and False where it must stand.
    """

    action: Action | RuleViolation
    refused: bool | str = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A scoresheet as read; `names` are the players' by seat, seat 1 first."""

    id: str | None
    opening: Opening
    names: tuple[str, ...]
    stake: Stake | None
    entries: tuple[Entry, ...]
    expect: Mapping[str, object]

    def name_of(self, seat: Seat) -> str:
        """Return the name of a seat."""
        return self.names[seat - 1]


def read_sheet(document: object) -> Sheet:
    """Return the sheet of a loaded document; raise Malformed with a JSON pointer.

    Seats are numbered in the order of first appearance: the ring, the partner, newcomers.
    """
    top = _top(document)
    kind = read_kind(top.get("kind"))
    rules = read_rules(top.get("rules", {}), kind)
    players = _ring(top)
    partner = read_name(top["partner"], "/partner") if top.get("partner") is not None else None
    names = [*players, *(() if partner is None else (partner,))]
    _check_names(names)
    opening = _opening(kind, rules, players, partner, top)
    entries = _entries(top.get("actions", []), names)
    stake = read_stake(top["stake"]) if top.get("stake") is not None else None
    return Sheet(_id(top), opening, tuple(names), stake, entries, _expect(top))


def check_opening(opening: Opening) -> None:
    """Raise Malformed for an opening that no table can have: too few, too many, no partner."""
    players, partner = opening.players, opening.partner
    if opening.kind.is_for_two and (len(players) != 2 or partner is not None):
        raise Malformed("two_players", "/players")
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise Malformed("wrong_number_of_players", "/players", most=MOST_PLAYERS)
    least = opening.rules.partner_min
    if partner is not None and least is None:
        raise Malformed("partner_never", "/partner")
    if partner is not None and least is not None and len(players) + 1 < least:
        raise Malformed("partner_too_early", "/partner", least=least)


def _top(document: object) -> dict[str, object]:
    if not isinstance(document, Mapping):
        raise Malformed("not_a_mapping", "")
    for key in document:
        if key not in KEYS:
            raise Malformed("unknown_key", below("", key), key=shown(key))
    version = document.get("scoresheet")
    if version != 1 or isinstance(version, bool):
        raise Malformed("unknown_format", "/scoresheet")
    for key in ("kind", *(() if "rolls" in document else ("players",))):
        if key not in document:
            raise Malformed("missing_key", "", key=key)
    return dict(document)


def _ring(top: Mapping[str, object]) -> tuple[str, ...]:
    if "rolls" in top:
        if "players" in top:
            raise Malformed("players_or_rolls", "/rolls")
        return _by_throw(top["rolls"])
    players = top.get("players")
    if not isinstance(players, list | tuple):
        raise Malformed("not_a_list", "/players")
    return tuple(read_name(name, f"/players/{at}") for at, name in enumerate(players))


def _by_throw(rolls: object) -> tuple[str, ...]:
    """The ring by throw, the highest first; a tie names who must throw again, and with whom. Rule: §4."""
    if not isinstance(rolls, Mapping):
        raise Malformed("not_a_mapping", "/rolls")
    thrown = {read_name(name, "/rolls"): _throw(value, name) for name, value in rolls.items()}
    order = order_of([thrown])
    if order.tied:
        raise Malformed("rolls_tied", "/rolls", names="; ".join(map(", ".join, order.tied)))
    return order.ring


def _throw(value: object, name: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not LOWEST <= value <= HIGHEST:
        raise Malformed("not_a_throw", below("/rolls", name))
    return value


def _check_names(names: list[str]) -> None:
    for at, name in enumerate(names):
        if place_of(name, names[:at]) is not None:
            raise Malformed("two_of_one_name", "/players", name=name)


def _opening(
    kind: Kind,
    rules: HouseRules,
    players: tuple[str, ...],
    partner: str | None,
    top: Mapping[str, object],
) -> Opening:
    names = (*players, *(() if partner is None else (partner,)))
    shared = None if partner is None else len(names)
    ring = tuple(range(1, len(players) + 1))
    opening = Opening(kind, rules, ring, shared, _stakes(top.get("stakes", {}), names))
    check_opening(opening)
    return opening


def _stakes(document: object, names: Sequence[str]) -> dict[Seat, int]:
    if not isinstance(document, Mapping):
        raise Malformed("not_a_mapping", "/stakes")
    stakes: dict[Seat, int] = {}
    for name, value in document.items():
        at = place_of(name, names) if isinstance(name, str) else None
        if at is None:
            raise Malformed("stake_of_nobody", "/stakes", name=shown(name))
        if at + 1 in stakes:
            raise Malformed("two_of_one_name", below("/stakes", name), name=name)
        stakes[at + 1] = codecs.read_stake(value, below("/stakes", name))
    return stakes


def _entries(document: object, names: list[str]) -> tuple[Entry, ...]:
    """Read the actions; newcomers are added to `names` as they appear."""
    if not isinstance(document, list | tuple):
        raise Malformed("not_a_list", "/actions")
    if len(document) > MOST_ACTIONS:
        raise Malformed("list_too_long", "/actions", most=MOST_ACTIONS)
    return tuple(_entry(one, names, f"/actions/{at}") for at, one in enumerate(document))


def _entry(document: object, names: list[str], pointer: str) -> Entry:
    if not isinstance(document, Mapping):
        raise Malformed("not_a_mapping", pointer)
    refused = document.get("refused", False)
    if not isinstance(refused, bool | str):
        raise Malformed("not_a_flag", f"{pointer}/refused")
    plain = {key: value for key, value in document.items() if key != "refused"}
    return Entry(_action(plain, names, pointer), refused)


def _action(document: object, names: list[str], pointer: str) -> Action | RuleViolation:
    known = len(names)
    try:
        return parse(document, _finder(names), _newcomer(names), pointer)
    except RuleViolation as refusal:
        del names[known:]
        return refusal


def _finder(names: list[str]) -> Callable[[str], Seat]:
    def find(name: str) -> Seat:
        at = place_of(name, names)
        if at is None:
            raise UnknownPlayer(name=name)
        return at + 1

    return find


def _newcomer(names: list[str]) -> Callable[[str], Seat]:
    find = _finder(names)

    def find_or_add(name: str) -> Seat:
        if place_of(name, names) is None:
            names.append(name)
        return find(name)

    return find_or_add


def _id(top: Mapping[str, object]) -> str | None:
    value = top.get("id")
    if isinstance(value, bool) or not isinstance(value, str | int | None):
        raise Malformed("not_text", "/id")
    return None if value is None else str(value)


def _expect(top: Mapping[str, object]) -> dict[str, object]:
    expect = top.get("expect", {})
    if not isinstance(expect, Mapping):
        raise Malformed("not_a_mapping", "/expect")
    return {str(key): value for key, value in expect.items()}
