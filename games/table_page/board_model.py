"""What the board on the page is made of: plain values for the templates."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.table_page.controls import Button, Choice


@dataclass(frozen=True, slots=True)
class DiceEntry:
    """Two dice to be tapped, the second of which records the roll."""

    action: str
    first: str
    second: str
    says: str = ""


@dataclass(frozen=True, slots=True)
class StepButton:
    """One step of one checker, in words."""

    value: str
    label: str
    aria: str


@dataclass(frozen=True, slots=True)
class MakingForm:
    """A play in the making: what is made is kept in the form, and nothing recorded."""

    turn: str
    made: str
    says: str
    steps: tuple[StepButton, ...] = ()
    may_go_back: bool = False
    confirm: Button | None = None
    typed: str = ""
    """The act that a field for notation completes."""


@dataclass(frozen=True, slots=True)
class LastTold:
    """The play that was made last, in words; whether it broke a rule, and how it is taken back then."""

    text: str
    why: str = ""
    challenge: Button | None = None


@dataclass(frozen=True, slots=True)
class BoardPanel:
    """The board of the game that is played, as one viewer sees it."""

    title: str
    drawing: SafeString | str = ""
    described: str = ""
    pips: str = ""
    dice: tuple[int, ...] = ()
    last: LastTold | None = None
    entry: DiceEntry | None = None
    making: MakingForm | None = None
    waits: str = ""
    """Why nothing is asked of this phone now."""
    below: tuple[Choice, ...] = ()
    home: tuple[Choice, ...] = ()
