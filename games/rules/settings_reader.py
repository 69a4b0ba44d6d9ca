"""Reads house rules from a document: a preset's name and overrides, or resolved settings."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import TypeVar

from games.rules import settings as s
from games.rules.errors import Malformed, below, shown
from games.rules.settings import FIXED, PRESETS, SETTINGS_OF, HouseRules, Json, Kind, presets_of

E = TypeVar("E", bound=StrEnum)

_make: Callable[..., HouseRules] = HouseRules


class Refused(ValueError):
    """Raised by a reader: the message says what the setting may be."""


def read_kind(value: object, pointer: str = "/kind") -> Kind:
    """Return the kind of table that a document names."""
    if value not in tuple(Kind):
        raise Malformed("unknown_kind", pointer, kind=shown(value))
    return Kind(str(value))


def read_rules(document: object, kind: Kind, pointer: str = "/rules") -> HouseRules:
    """Return the resolved house rules of a document such as `{preset: amsterdam, animals: 2}`.

    What `HouseRules.to_document` wrote comes back unchanged. Defaults follow `cube_mode`, then
    the preset and the overrides apply. Raises Malformed naming the key. Rule: §5.
    """
    if not isinstance(document, Mapping):
        raise Malformed("not_a_mapping", pointer)
    named = {str(key): value for key, value in document.items()}
    merged = {**_preset(named.pop("preset", kind_preset(kind)), kind, pointer), **named}
    _refuse_other_kinds(merged, kind, pointer)
    rules = _make(**_typed({**FIXED.get(kind, {}), **_mode_defaults(merged), **merged}, pointer))
    _refuse_impossible(rules, pointer)
    return rules


def kind_preset(kind: Kind) -> str:
    """Return the preset that a kind of table has when none is named."""
    return "individual" if kind is Kind.CHOUETTE else str(kind)


def _preset(name: object, kind: Kind, pointer: str) -> Mapping[str, Json]:
    if not isinstance(name, str) or name not in PRESETS:
        raise Malformed("unknown_preset", f"{pointer}/preset", preset=shown(name))
    if name not in presets_of(kind):
        raise Malformed("preset_of_another_kind", f"{pointer}/preset", preset=name, kind=str(kind))
    return PRESETS[name]


def _refuse_other_kinds(merged: Mapping[str, object], kind: Kind, pointer: str) -> None:
    """Refuse settings that this kind of table does not have, and money customs where it knows none."""
    for key, value in merged.items():
        if key in READERS and key not in SETTINGS_OF[kind]:
            raise Malformed("setting_of_another_kind", below(pointer, key), setting=key, kind=str(kind))
        fixed = FIXED.get(kind, {}).get(key, value)
        if value != fixed or isinstance(value, bool) != isinstance(fixed, bool):
            raise Malformed("fixed_in_kind", below(pointer, key), setting=key, kind=str(kind), value=shown(fixed))


def _mode_defaults(merged: Mapping[str, object]) -> dict[str, object]:
    if merged.get("cube_mode") == "single":
        return {"jacoby": "global", "captain_drop": "position_passes"}
    return {}


def _typed(merged: Mapping[str, object], pointer: str) -> dict[str, object]:
    return {key: _read(key, value, below(pointer, key)) for key, value in merged.items()}


def _read(key: str, value: object, pointer: str) -> object:
    if key not in READERS:
        raise Malformed("unknown_setting", pointer, setting=key)
    try:
        return READERS[key](value)
    except Refused as refused:
        raise Malformed("bad_setting", pointer, setting=key, value=shown(value), allowed=str(refused)) from None


def _one_of(choices: type[E]) -> Callable[[object], E]:
    def read(value: object) -> E:
        if not isinstance(value, str) or value not in tuple(choices):
            raise Refused(", ".join(choices))
        return choices(value)

    return read


def _switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise Refused("true, false")
    return value


def _whole(least: int, most: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise Refused(f"{least}-{most}")
        return value

    return read


def _or_null(reader: Callable[[object], int]) -> Callable[[object], int | None]:
    def read(value: object) -> int | None:
        try:
            return None if value is None else reader(value)
        except Refused as refused:
            raise Refused(f"{refused}, null") from None

    return read


def _animals(value: object) -> int | None:
    if value == "unlimited":
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 3:
        raise Refused("0, 1, 2, 3, unlimited")
    return value


def _point_step(value: object) -> int:
    steps = {"1": 4, "0.5": 2, "0.25": 1}
    text = str(value) if value == 1 and isinstance(value, int) else value
    if not isinstance(text, str) or text not in steps:
        raise Refused('"1", "0.5", "0.25"')
    return steps[text]


def _fee(value: object) -> str:
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    whole, dot, cents = text.partition(".") if isinstance(text, str) else ("", "", "")
    digits = (whole + cents).isascii() and (whole + cents).isdigit()
    if not (digits and whole and len(whole) <= 9 and len(cents) <= 4 and bool(dot) == bool(cents)):
        raise Refused('"0", "2.50"')
    return f"{whole}{dot}{cents}"


READERS: Mapping[str, Callable[[object], object]] = MappingProxyType(
    {
        "cube_mode": _one_of(s.CubeMode),
        "team_double": _one_of(s.TeamDouble),
        "box_double": _one_of(s.BoxDouble),
        "box_answer": _one_of(s.BoxAnswer),
        "must_take_captain": _switch,
        "offer_window": _one_of(s.OfferWindow),
        "answer_order": _one_of(s.AnswerOrder),
        "sole_taker": _one_of(s.SoleTaker),
        "sole_taker_initial_only": _switch,
        "extras": _one_of(s.Extras),
        "animals": _animals,
        "auto_max": _or_null(_whole(0, 20)),
        "auto_consent": _one_of(s.AutoConsent),
        "jacoby": _one_of(s.Jacoby),
        "jacoby_auto_counts": _switch,
        "gammon": _whole(1, 10),
        "backgammon": _whole(1, 10),
        "cap": _or_null(_whole(1, s.LARGEST_CUBE)),
        "captain_drop": _one_of(s.CaptainDrop),
        "retention": _one_of(s.Retention),
        "decline_box": _one_of(s.DeclineBox),
        "join": _one_of(s.Joining),
        "leave": _one_of(s.Leaving),
        "partner_min": _or_null(_whole(3, 100)),
        "partner_pick": _one_of(s.PartnerPick),
        "partner_odd_to": _one_of(s.PartnerOddTo),
        "deals": _switch,
        "point_step": _point_step,
        "table_fee": _fee,
        "max_players": _whole(2, 100),
        "consult": _one_of(s.Consult),
        "target": _whole(1, 25),
        "ending": _one_of(s.Ending),
        "first": _one_of(s.First),
        "last_roll": _switch,
        "head_exception": _one_of(s.HeadException),
        "cube": _switch,
    }
)
"""How each setting is read. Rule: §5."""


def _refuse_impossible(rules: HouseRules, pointer: str) -> None:
    impossible = {
        "backgammon": rules.backgammon < rules.gammon,
        "auto_consent": rules.single and rules.auto_consent is s.AutoConsent.INDIVIDUAL,
        "sole_taker": rules.sole_taker is s.SoleTaker.MANDATORY_EXTRAS and rules.extras is s.Extras.NONE,
    }
    for key, refused in impossible.items():
        if refused:
            raise Malformed(f"impossible_{key}", f"{pointer}/{key}")
