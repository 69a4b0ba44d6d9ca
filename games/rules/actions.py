"""The vocabulary of the scoresheet: actions as values, read from documents and written to them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from games.board.outcome import Result
from games.rules import acts
from games.rules import codecs as c
from games.rules.acts import (
    Accept,
    Act,
    Action,
    Adjust,
    Amend,
    Answer,
    AutomaticDouble,
    Beaver,
    Challenge,
    Deal,
    Declare,
    DeclineBox,
    Double,
    Drop,
    End,
    Extra,
    Join,
    LastRoll,
    Leave,
    Note,
    Otter,
    Partner,
    Play,
    Raccoon,
    Refuse,
    Reorder,
    Resign,
    Return,
    Roll,
    SitOut,
    Start,
    Take,
    Undo,
)
from games.rules.codecs import Codec, Hearing, Naming
from games.rules.cubes import Seat
from games.rules.errors import Malformed, below, shown
from games.rules.names import ROLES, spelt

__all__ = [
    "FORMS",
    "Accept",
    "Act",
    "Action",
    "Adjust",
    "Amend",
    "Answer",
    "AutomaticDouble",
    "Beaver",
    "Challenge",
    "Deal",
    "Declare",
    "DeclineBox",
    "Double",
    "Drop",
    "End",
    "Extra",
    "Join",
    "LastRoll",
    "Leave",
    "Note",
    "Otter",
    "Partner",
    "Play",
    "Raccoon",
    "Refuse",
    "Reorder",
    "Resign",
    "Return",
    "Roll",
    "SitOut",
    "Start",
    "Take",
    "Undo",
    "parse",
    "parse_log",
    "to_document",
    "to_log",
    "word_of",
]

REDACTED = "[redacted]"
"""Stands in the log's place of a reason or note that was taken out."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key of an action's document, the attribute it fills, and how it is read."""

    name: str
    codec: Codec
    attribute: str = ""
    required: bool = False

    @property
    def field(self) -> str:
        """The attribute of the action that holds the value."""
        return self.attribute or self.name


@dataclass(frozen=True, slots=True)
class Form:
    """An action's document: its word, its keys, and what they make."""

    make: Callable[..., Action]
    keys: tuple[Key, ...]
    missing: Callable[[Mapping[str, object]], str | None]
    """The key that is missing beyond those that are always required."""


def _missing_at_end(values: Mapping[str, object]) -> str | None:
    """A winner, except in a draw, and how he won: by name, or by what the loser has borne off."""
    if "winner" not in values and values.get("result") is not Result.DRAW:
        return "winner"
    return _missing_result(values)


def _missing_result(values: Mapping[str, object]) -> str | None:
    return None if "result" in values or "borne_off" in values else "result"


_COMMON = (Key("override", c.FLAG), Key("reason", c.TEXT))


def _form(
    make: Callable[..., Action],
    *keys: Key,
    reason_required: bool = False,
    missing: Callable[[Mapping[str, object]], str | None] = lambda values: None,
) -> Form:
    common = (_COMMON[0], Key("reason", c.TEXT, required=True)) if reason_required else _COMMON
    return Form(make, (*keys, *common), missing)


def _read_acts(value: object, hearing: Hearing, pointer: str) -> object:
    if not isinstance(value, list | tuple):
        raise Malformed("not_a_list", pointer)
    if len(value) > c.LONGEST_GAME:
        raise Malformed("list_too_long", pointer, most=c.LONGEST_GAME)
    return tuple(_read_inner(one, hearing, f"{pointer}/{at}") for at, one in enumerate(value))


def _read_inner(value: object, hearing: Hearing, pointer: str) -> Action:
    if isinstance(value, Mapping) and value.get("do") in ("undo", "amend"):
        raise Malformed("not_in_amendment", pointer, act=str(value["do"]))
    return _read(value, hearing, pointer)


def _write_acts(value: object, naming: Naming) -> object:
    assert isinstance(value, tuple)
    return [_write(action, naming) for action in value]


_PLAYER = Key("player", c.SEAT, required=True)
_ANSWER = (Key("by", c.SEATS, required=True), Key("to", c.SEATS), Key("value", c.NUMBER))

FORMS: Mapping[str, Form] = MappingProxyType(
    {
        "start": _form(acts.Start),
        "automatic_double": _form(acts.AutomaticDouble, Key("for", c.SEATS, "only")),
        "double": _form(acts.Double, Key("by", c.SEATS, required=True), Key("to", c.SEATS)),
        "take": _form(acts.Take, *_ANSWER),
        "drop": _form(acts.Drop, *_ANSWER),
        "beaver": _form(acts.Beaver, *_ANSWER),
        "accept": _form(acts.Accept, *_ANSWER),
        "refuse": _form(acts.Refuse, *_ANSWER),
        "raccoon": _form(acts.Raccoon, *_ANSWER),
        "otter": _form(acts.Otter, *_ANSWER),
        "deal": _form(
            acts.Deal,
            _PLAYER,
            Key("points", c.POINTS, "points_q", required=True),
            Key("with", c.SEAT, "opponent"),
        ),
        "declare": _form(acts.Declare, Key("winner", c.DECLARED, required=True)),
        "extra": _form(
            acts.Extra,
            Key("from", c.SEAT, "dropper", required=True),
            Key("to", c.SEAT, "taker", required=True),
        ),
        "end": _form(
            acts.End,
            Key("winner", c.WINNER),
            Key("result", c.RESULT),
            Key("borne_off", c.BORNE_OFF),
            missing=_missing_at_end,
        ),
        "resign": _form(
            acts.Resign,
            Key("by", c.SEATS, required=True),
            Key("result", c.RESULT),
            Key("borne_off", c.CHECKERS_OFF),
            missing=_missing_result,
        ),
        "last_roll": _form(
            acts.LastRoll,
            Key("by", c.SEAT, required=True),
            Key("borne_off", c.CHECKERS_OFF, required=True),
        ),
        "roll": _form(acts.Roll, Key("by", c.SEATS, required=True), Key("dice", c.DICE, required=True)),
        "play": _form(acts.Play, Key("by", c.SEATS, required=True), Key("moves", c.MOVES, required=True)),
        "challenge": _form(acts.Challenge, Key("by", c.SEATS, required=True)),
        "join": _form(
            acts.Join,
            Key("player", c.NEWCOMER, required=True),
            Key("stake", c.STAKE, "stake_q"),
        ),
        "leave": _form(acts.Leave, _PLAYER, Key("points", c.POINTS, "points_q"), Key("proxy", c.SEAT)),
        "sit_out": _form(acts.SitOut, _PLAYER),
        "return": _form(acts.Return, _PLAYER),
        "partner": _form(acts.Partner, Key("player", c.SEAT)),
        "decline_box": _form(acts.DeclineBox, _PLAYER),
        "reorder": _form(acts.Reorder, Key("players", c.RING, required=True), reason_required=True),
        "adjust": _form(
            acts.Adjust,
            Key("points", c.SHARES, "points_q", required=True),
            reason_required=True,
        ),
        "undo": _form(acts.Undo, Key("to", c.NUMBER)),
        "note": _form(acts.Note, Key("text", c.TEXT, required=True)),
        "amend": _form(
            acts.Amend,
            Key("game", c.NUMBER, required=True),
            Key("actions", Codec(_read_acts, _write_acts), required=True),
            reason_required=True,
        ),
    }
)
"""Every action's document, by its word. Rule: scoresheet, Actions."""

_WORDS = {form.make: word for word, form in FORMS.items()}


def word_of(action: Action) -> str:
    """Return the word that an action has on the sheet, such as `take`."""
    return _WORDS[type(action)]


def parse(
    document: object,
    seat_of: Callable[[str], Seat],
    newcomer: Callable[[str], Seat] | None = None,
    pointer: str = "",
) -> Action:
    """Return the action of a document that names players by word.

    `seat_of` turns a name into a seat and raises UnknownPlayer for one it does not know;
    `newcomer` (default: `seat_of`) does so for who joins. Raises Malformed with a pointer.
    """
    return _read(document, _by_word(seat_of, newcomer or seat_of), pointer)


def parse_log(document: object, pointer: str = "") -> Action:
    """Return the action of a document of the log, which names seats by number.

    Every document that `to_log` ever wrote is read; free text may have been taken out of it.
    """
    return _read(document, _BY_NUMBER, pointer)


def to_document(action: Action, name_of: Callable[[Seat], str]) -> dict[str, object]:
    """Return an action as a document with names; `parse` reads it back."""
    return _write(action, name_of)


def to_log(action: Action) -> dict[str, object]:
    """Return an action as a plain JSON document with seats by number; `parse_log` reads it back."""
    return _write(action, lambda seat: seat)


def _read(document: object, hearing: Hearing, pointer: str) -> Action:
    form = _form_of(document, pointer)
    assert isinstance(document, Mapping)
    known = {key.name: key for key in form.keys}
    values: dict[str, object] = {}
    for name, value in document.items():
        if name != "do":
            key = _known_key(name, known, pointer)
            values[key.field] = key.codec.read(value, hearing, f"{pointer}/{name}")
    _fill_gone_text(form, values, hearing)
    _require(form, values, pointer)
    return form.make(**values)


def _form_of(document: object, pointer: str) -> Form:
    if not isinstance(document, Mapping):
        raise Malformed("not_a_mapping", pointer)
    word = document.get("do")
    if not isinstance(word, str):
        raise Malformed("no_action", pointer)
    if word not in FORMS:
        raise Malformed("unknown_action", f"{pointer}/do", act=word[:40])
    return FORMS[word]


def _known_key(name: object, known: Mapping[str, Key], pointer: str) -> Key:
    if not isinstance(name, str) or name not in known:
        raise Malformed("unknown_key", below(pointer, name), key=shown(name))
    return known[name]


def _require(form: Form, values: Mapping[str, object], pointer: str) -> None:
    for key in form.keys:
        if key.required and key.field not in values:
            raise Malformed("missing_key", pointer, key=key.name)
    if form.make is acts.Note and not str(values["text"]).strip():
        raise Malformed("not_text", f"{pointer}/text")
    if missing := form.missing(values):
        raise Malformed("missing_key", pointer, key=missing)


def _fill_gone_text(form: Form, values: dict[str, object], hearing: Hearing) -> None:
    if not hearing.text_may_be_gone:
        return
    for key in form.keys:
        wanted = key.required or (key.name == "reason" and values.get("override") is True)
        if key.codec is c.TEXT and wanted:
            values[key.field] = values.get(key.field) or REDACTED


def _write(action: Action, naming: Naming) -> dict[str, object]:
    word = word_of(action)
    document: dict[str, object] = {"do": word}
    for key in FORMS[word].keys:
        value = getattr(action, key.field)
        if key.required or not _is_unsaid(value):
            document[key.name] = key.codec.write(value, naming)
    return document


def _is_unsaid(value: object) -> bool:
    """Whether a key may be left out; zero points are something said."""
    return value is None or value is False or value in ((), "")


def _by_word(seat_of: Callable[[str], Seat], newcomer: Callable[[str], Seat]) -> Hearing:
    def named(find: Callable[[str], Seat]) -> Callable[[object, str], Seat]:
        return lambda value, pointer: find(read_name(value, pointer))

    return Hearing(named(seat_of), named(newcomer), named(seat_of), text_may_be_gone=False)


def read_name(value: object, pointer: str) -> str:
    """Return a player's name, its spaces in order; raise Malformed for what is no text or is a word of the game."""
    if not isinstance(value, str) or not value.strip():
        raise Malformed("not_a_name", pointer)
    if spelt(value) in ROLES:
        raise Malformed("role_not_name", pointer, word=value)
    if len(value) > 200:
        raise Malformed("text_too_long", pointer, most=200)
    return " ".join(value.split())


def _number_seat(value: object, pointer: str) -> Seat:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 10_000:
        raise Malformed("not_a_seat", pointer)
    return value


def _key_seat(value: object, pointer: str) -> Seat:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 5:
        return _number_seat(int(value), pointer)
    return _number_seat(value, pointer)


_BY_NUMBER = Hearing(_number_seat, _number_seat, _key_seat, text_may_be_gone=True)
