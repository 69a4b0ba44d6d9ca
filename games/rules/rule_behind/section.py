"""The sections of the rules, as code and documents cite them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from games.rules.sentences import gettext_noop as _


class Section(StrEnum):
    BOARD = "1"
    CUBE = "2"
    MATCH = "3"
    CHOUETTE = "4"
    HOUSE_RULES = "5"
    POINTS = "6"
    SEATS = "7"
    LONG_NARD = "8"
    SHEET = "9"


TITLES: Mapping[Section, str] = MappingProxyType(
    {
        Section.BOARD: _("Backgammon on the board"),
        Section.CUBE: _("The cube and money play"),
        Section.MATCH: _("Match play"),
        Section.CHOUETTE: _("Chouette"),
        Section.HOUSE_RULES: _("House rules"),
        Section.POINTS: _("Points and money"),
        Section.SEATS: _("The next seats"),
        Section.LONG_NARD: _("Long nard"),
        Section.SHEET: _("The sheet"),
    }
)
"""What each section is called, in English."""


@dataclass(frozen=True, slots=True)
class Behind:
    """The section of the rules that a code stands in, and the house rule that it depends on, if any."""

    section: Section
    setting: str = ""


Codes = dict[str, Behind]


@dataclass(frozen=True, slots=True)
class Topic:
    """Codes that are listed together; a code with a setting depends on that house rule, the others on none."""

    title: str
    codes: Mapping[str, Behind]
    intro: str = ""


def of_the_game(section: Section, *codes: str) -> Codes:
    """Return codes that are rules of the game: no house rule changes them."""
    return {code: Behind(section) for code in codes}


def of_the_house(setting: str, *codes: str, section: Section = Section.HOUSE_RULES) -> Codes:
    """Return codes that depend on a house rule."""
    return {code: Behind(section, setting) for code in codes}
