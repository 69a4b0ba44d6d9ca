"""What a drawn table is made of: plain values for the templates, every word already in the reader's language."""

from dataclasses import dataclass, field
from datetime import datetime

from games.table_page.board_model import BoardPanel
from games.table_page.controls import Button, Choice, RuleLink, Why
from games.table_page.ties import Ties


@dataclass(frozen=True, slots=True)
class Box:
    """The panel on felt: who stands alone, and one line about the game."""

    title: str
    name: str
    score: str
    line: str
    since: str = ""
    partner: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """What lies between the box and one member."""

    seat: int
    name: str
    score: str
    state: str
    role: str
    line: str
    value: int = 1
    at: str = "centre"
    rail_label: str = ""
    offered: bool = False
    chooses: bool = False
    is_you: bool = False
    one: Button | None = None
    answers: tuple[Button, ...] = ()
    answers_by: str = "member"
    answers_say: str = ""
    has_cube: bool = True


@dataclass(frozen=True, slots=True)
class Dock:
    """What the table waits for, and what may be done by all at once."""

    says: str
    answers: tuple[Button, ...] = ()
    """A lone answer, in reach of the thumb; each names the offer it answers."""
    acts: tuple[Button, ...] = ()
    """Acts of several at once; they hold for the version that was drawn."""
    undo: Button | None = None
    no_undo: str = ""
    may_end: bool = False
    end_why: str = ""
    counts: tuple[Button, ...] = ()
    """Numbers to choose from, when the table waits for one; they hold for the version that was drawn."""
    next_roll: bool = False
    """Whether a roll can be recorded here, because it opens the window for offers again."""


@dataclass(frozen=True, slots=True)
class Share:
    """One row of a result: who, how it came about, and points (and money) of it."""

    name: str
    how: str
    points_q: int
    money: str = ""
    total: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One of the six results before it is recorded: who would get what, and who would be the box then."""

    n: int
    label: str
    net: str
    record: str
    action: str
    rows: tuple[Share, ...]
    then: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatLine:
    role: str
    name: str
    was: str = ""


@dataclass(frozen=True, slots=True)
class After:
    """Between games: what the last one paid, why the box stays or goes, and the seats of the next."""

    title: str = ""
    subtitle: str = ""
    verdict: str = ""
    reasons: tuple[str, ...] = ()
    reasons_behind: tuple[RuleLink, ...] = ()
    currency: str = ""
    rows: tuple[Share, ...] = ()
    total_title: str = ""
    declare: tuple[Button, ...] = ()
    declare_why: str = ""
    welcome: str = ""
    seats_title: str = ""
    seats: tuple[SeatLine, ...] = ()
    seats_behind: tuple[RuleLink, ...] = ()
    decline: Button | None = None


@dataclass(frozen=True, slots=True)
class GridRow:
    title: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    caption: str
    names: tuple[str, ...]
    rows: tuple[GridRow, ...]
    totals: tuple[str, ...]
    total_title: str


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the sheet."""

    seq: int
    text: str
    brief: str = ""
    """The same for a button."""
    at: datetime | None = None
    by: str = ""
    reason: str = ""
    passed: tuple[RuleLink, ...] = ()
    """The house rule that it passed over."""
    stands: bool = True
    game: int | None = None
    undo: Button | None = None


@dataclass(frozen=True, slots=True)
class MoreAct:
    """An entry of the sheet "More": where it leads, or why it cannot be done now."""

    sheet: str
    label: str
    small: str
    icon: str
    why: Why | None = None
    url: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A small form for one act: who or what, perhaps points, perhaps a reason, and one button."""

    id: str
    title: str
    action: str
    button: str
    says: str = ""
    choices: tuple[Choice, ...] = ()
    choices_key: str = ""
    choices_title: str = ""
    results: tuple[Choice, ...] = ()
    also: tuple[Choice, ...] = ()
    """A second choice, such as who plays a cube on."""
    also_key: str = ""
    also_title: str = ""
    dice: tuple[str, ...] = ()
    """What two fields for dice are called."""
    points_label: str = ""
    points_hint: str = ""
    point_step: str = "1"
    reason_label: str = ""
    reason_required: bool = False
    order: tuple[Choice, ...] = ()
    """For the seats: everybody in ring order, each with a number to change."""
    shares: tuple[Choice, ...] = ()
    """For a correction: everybody with a field for points."""
    elsewhere: str = ""
    """What is done on another page, and its address."""
    elsewhere_url: str = ""
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Warned:
    """What the table should look at, and the house rule behind it."""

    text: str
    behind: tuple[RuleLink, ...] = ()


@dataclass(frozen=True, slots=True)
class Soft:
    """A house rule that people passed over, and the act as it would be recorded anyway."""

    rule: str
    done: str
    action: str
    version: int | None
    behind: tuple[RuleLink, ...] = ()


@dataclass(frozen=True, slots=True)
class First:
    """Somebody else was first: what was done, and what was not recorded."""

    who: str
    what: str
    yours: str


@dataclass(frozen=True, slots=True)
class Role:
    value: str
    label: str
    small: str
    checked: bool


@dataclass(frozen=True, slots=True)
class Urls:
    here: str
    act: str
    fragment: str
    stream: str
    role: str
    sheet: str
    rules: str
    back: str
    board: str
    board_view: str
    replay: str
    """Where the last game is shown step by step; empty where it was not recorded roll by roll."""
    dice: str


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table as one viewer sees it at one version."""

    version: int
    heading: str
    urls: Urls
    back_word: str
    box: Box | None
    crew: tuple[Card, ...]
    crew_title: str
    dock: Dock
    grid: Grid
    recent: tuple[LogLine, ...]
    advice: str = ""
    standing: tuple[str, ...] = ()
    """How a match stands, or who starts a game of long nard; the first is the heading of the others."""
    after: After | None = None
    outcomes: tuple[tuple[str, str, tuple[Outcome, ...]], ...] = ()
    loser_off: str = ""
    """Who has a last roll when the other wins: the sheet may say how many of his checkers are off already."""
    end_title: str = ""
    more: tuple[MoreAct, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    roles: tuple[Role, ...] = ()
    warnings: tuple[Warned, ...] = ()
    refusal: str = ""
    refusal_behind: tuple[RuleLink, ...] = ()
    soft: Soft | None = None
    first: First | None = None
    sheet: str = ""
    """The sheet that is drawn open."""
    closed: str = ""
    """Why nothing can be done any more."""
    rules_name: str = ""
    board: BoardPanel | None = None
    """Where the rolls of the game are recorded: its board."""
    ties: Ties = field(default_factory=Ties)
    """What ties it to the other tables of the night."""

    @property
    def blocked(self) -> tuple[MoreAct, ...]:
        """The entries of "More" that cannot be used now."""
        return tuple(act for act in self.more if act.why)
