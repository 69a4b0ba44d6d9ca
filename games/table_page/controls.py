"""What is tapped or chosen on a page of a table, and why something cannot be: plain values for the templates."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RuleLink:
    """A house rule that is behind something: its name, what it means here, and its place on the page of rules."""

    name: str
    sentence: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Why:
    """Why something cannot be done now, and the house rule behind it."""

    text: str
    behind: tuple[RuleLink, ...] = ()


@dataclass(frozen=True, slots=True)
class Button:
    """One act as a button: its document as JSON, what it says, and what it costs before it is tapped."""

    action: str
    label: str
    small: str = ""
    icon: str = ""
    css: str = ""
    some: str = ""
    """What the label says once cubes are chosen; empty where choosing changes nothing."""
    why: Why | None = None
    """Why it cannot be done now; None where it can."""
    aria: str = ""
    expects: bool = False
    """Whether the act holds only for the version that was drawn."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Somebody or something to choose in a sheet."""

    value: str
    label: str
    small: str = ""
    checked: bool = False
