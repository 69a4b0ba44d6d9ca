"""One button of a page: an action ready to be applied, with what it costs."""

from dataclasses import dataclass
from enum import StrEnum

from games.rules.acts import Action
from games.rules.cubes import Seat, Side
from games.rules.wording import Message


class OptionKind(StrEnum):
    """What an option is; the bulk kinds do for several cubes what a card does for one."""

    START = "start"
    AUTOMATIC_DOUBLE = "automatic_double"
    DOUBLE = "double"
    DOUBLE_ALL = "double_all"
    TAKE = "take"
    TAKE_ALL = "take_all"
    DROP = "drop"
    DROP_ALL = "drop_all"
    BEAVER = "beaver"
    BEAVER_ALL = "beaver_all"
    ACCEPT = "accept"
    ACCEPT_ALL = "accept_all"
    REFUSE = "refuse"
    REFUSE_ALL = "refuse_all"
    RACCOON = "raccoon"
    RACCOON_ALL = "raccoon_all"
    OTTER = "otter"
    OTTER_ALL = "otter_all"
    EXTRA = "extra"
    DECLARE = "declare"
    END = "end"
    RESIGN = "resign"
    LAST_ROLL = "last_roll"
    DECLINE_BOX = "decline_box"
    PARTNER = "partner"
    LEAVE = "leave"
    SIT_OUT = "sit_out"
    RETURN = "return"


@dataclass(frozen=True, slots=True)
class Option:
    """One button: the action it applies, who acts, where it is drawn and what it costs."""

    kind: OptionKind
    action: Action
    actor: Seat | None = None
    """None for the table as a whole."""
    card: Seat | None = None
    """The member on whose card it stands; None for the dock."""
    side: Side | None = None
    plays_for: int | None = None
    """The cube's value once it is done."""
    pays_q: int | None = None
    """What it costs the actor at once, in quarter points."""
    asks: int | None = None
    """The value that it proposes to the other side."""
    is_expected: bool = False
    """Drawn although it is not possible now, with the reason in `blocked`."""
    blocked: Message | None = None
    soft: str | None = None
    """The code of the soft rule that it needs an override for."""
