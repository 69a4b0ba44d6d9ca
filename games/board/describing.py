"""A position in words, for those who do not see the drawing."""

from games.board.position import Position
from games.board.wording import Message, say


def described(position: Position, names: tuple[str, str] | None = None) -> Message:
    """Return a sentence that says where all checkers stand; `names` are (mover, other)."""
    mover, other = names or (position.turn, position.turn.other)
    pips, their_pips = position.pips
    return say(
        "described",
        mover=say(mover) if names is None else mover,
        other=say(other) if names is None else other,
        mine=position.listed,
        theirs=position.passed().listed,
        pips=pips,
        their_pips=their_pips,
    )
