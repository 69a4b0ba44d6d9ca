"""What the book says of one setting: its name, every value in few words and in one plain sentence."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.rules.settings import SETTINGS_OF, Json, Kind


class Sort(StrEnum):
    """How a setting is asked for: one of some values, yes or no, a whole number, an amount of money."""

    CHOICE = "choice"
    BOOLEAN = "boolean"
    NUMBER = "number"
    AMOUNT = "amount"


@dataclass(frozen=True, slots=True)
class Words:
    """A text of the book in English; the edge translates it and puts `value` where it says `{value}`."""

    text: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a setting as plain JSON, in few words and in one sentence that can stand alone."""

    value: Json
    words: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Numbers:
    """The whole numbers that a setting can be beside its choices, and the sentence with `{value}` for them."""

    least: int
    most: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Amounts:
    """Any amount of money, as decimal text, and the sentence with `{value}` for it."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of the house rules as the book explains it. `note` is the small print, `seen` where it was read.

    It says nothing while another setting has a value of `idle_with`, as who agrees to automatic doubles where none are.
    """

    key: str
    name: str
    choices: tuple[Choice, ...] = ()
    others: Numbers | Amounts | None = None
    is_soft: bool = False
    note: str = ""
    seen: str = ""
    note_silent_at: tuple[Json, ...] = ()
    idle_with: tuple[tuple[str, Json], ...] = ()

    @property
    def sort(self) -> Sort:
        """How a form or a schema asks for it."""
        if isinstance(self.others, Amounts):
            return Sort.AMOUNT
        if isinstance(self.others, Numbers):
            return Sort.NUMBER
        return Sort.BOOLEAN if all(isinstance(one.value, bool) for one in self.choices) else Sort.CHOICE

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of table that have it, those where it is fixed included."""
        return tuple(kind for kind in Kind if self.key in SETTINGS_OF[kind])

    def choice(self, value: object) -> Choice | None:
        """Return the choice that a value is; None when it is one of the numbers or amounts, or nothing it can be."""
        return next((one for one in self.choices if is_same(one.value, value)), None)

    def note_at(self, value: Json) -> str:
        """Return the small print that matters at a value; empty for none."""
        return "" if any(is_same(value, one) for one in self.note_silent_at) else self.note

    def is_idle(self, values: Mapping[str, Json]) -> bool:
        """Whether the setting says nothing beside these values."""
        return any(key in values and is_same(values[key], value) for key, value in self.idle_with)

    def words(self, value: Json) -> Words:
        """Return a value in few words, as a list shows it."""
        choice = self.choice(value)
        return Words(choice.words) if choice else Words("{value}", str(value))

    def sentence(self, value: Json) -> Words:
        """Return what the setting means at this value, in one plain sentence."""
        choice = self.choice(value)
        if choice is not None or self.others is None:
            return Words(choice.sentence if choice else "{value}", str(value))
        return Words(self.others.sentence, str(value))


@dataclass(frozen=True, slots=True)
class Group:
    """Settings that are read together, under one heading."""

    key: str
    title: str
    settings: tuple[Setting, ...]


def is_same(one: object, other: object) -> bool:
    """Whether two values are the same in JSON, where true is not 1."""
    return type(one) is type(other) and one == other
