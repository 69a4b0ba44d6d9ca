"""Reads house rules from a document: a preset's name and overrides, or resolved settings."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final, get_type_hints

from games.rules import settings as s
from games.rules.errors import Malformed, below, shown
from games.rules.points import parse_points
from games.rules.rule_book import BOOK, Amounts, Numbers, Setting, Sort
from games.rules.settings import FIXED, PRESETS, SETTINGS_OF, HouseRules, Json, Kind, presets_of

_make: Callable[..., HouseRules] = HouseRules
_KINDS: Final[Mapping[str, object]] = get_type_hints(HouseRules)


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
        if key in BOOK and key not in SETTINGS_OF[kind]:
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
    if key not in BOOK:
        raise Malformed("unknown_setting", pointer, setting=key)
    plain = _plain(BOOK[key], value)
    if not may_be(BOOK[key], plain):
        raise Malformed("bad_setting", pointer, setting=key, value=shown(value), allowed=allowed(BOOK[key]))
    return _kept(key, plain)


def may_be(setting: Setting, value: object) -> bool:
    """Whether the book lets a setting have this value, as plain JSON."""
    if setting.choice(value) is not None:
        return True
    match setting.others:
        case Numbers(least, most):
            return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        case Amounts():
            return isinstance(value, str) and _is_amount(value)
        case None:
            return False


def allowed(setting: Setting) -> str:
    """Return what a setting can be as a refusal lists it: the words and numbers of a document."""
    match setting.others:
        case Numbers(least, most):
            rest = [one.value for one in setting.choices if not isinstance(one.value, int)]
            return ", ".join([f"{least}-{most}", *map(shown, rest)])
        case Amounts():
            return '"0", "2.50"'
        case None:
            return ", ".join(_listed(one.value) for one in setting.choices)


def _listed(value: Json) -> str:
    """Return a value as a document would write it: decimals are text in quotes."""
    return f'"{value}"' if isinstance(value, str) and _is_amount(value) else shown(value)


def _plain(setting: Setting, value: object) -> object:
    """Return a whole number as text where the book has text: `point_step: 1` is `"1"`."""
    in_text = setting.sort is Sort.AMOUNT or all(isinstance(one.value, str) for one in setting.choices)
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if in_text and is_whole and not isinstance(setting.others, Numbers) else value


def _is_amount(text: str) -> bool:
    whole, dot, cents = text.partition(".")
    digits = (whole + cents).isascii() and (whole + cents).isdigit()
    return bool(digits and whole and len(whole) <= 9 and len(cents) <= 4 and bool(dot) == bool(cents))


def _kept(key: str, value: object) -> object:
    """Return a value as HouseRules keeps it."""
    match key:
        case "animals":
            return None if value == "unlimited" else value
        case "point_step":
            return parse_points(value)
    kind = _KINDS[key]
    return kind(str(value)) if isinstance(kind, type) and issubclass(kind, StrEnum) else value


def _refuse_impossible(rules: HouseRules, pointer: str) -> None:
    impossible = {
        "backgammon": rules.backgammon < rules.gammon,
        "auto_consent": rules.single and rules.auto_consent is s.AutoConsent.INDIVIDUAL,
        "sole_taker": rules.sole_taker is s.SoleTaker.MANDATORY_EXTRAS and rules.extras is s.Extras.NONE,
    }
    for key, refused in impossible.items():
        if refused:
            raise Malformed(f"impossible_{key}", f"{pointer}/{key}")
