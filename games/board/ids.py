"""Any of the three texts that a position is handed on by."""

from games.board.errors import InvalidId
from games.board.gnubg_ids import parse_gnubg_id, parse_position_id
from games.board.situation import Situation
from games.board.xgid import parse_xgid

POSITION_ID_LETTERS = 14


def parse_situation(text: str) -> Situation:
    """Return the situation of an XGID, a GNU `POSITION:MATCH` or a bare position ID.

    Raises `InvalidId`, or `InvalidPosition` where the board cannot be.
    """
    if not isinstance(text, str):
        raise InvalidId("not_an_id", text)
    text = text.strip()
    if text.startswith("XGID=") or text.count(":") > 1:
        return parse_xgid(text)
    if ":" in text:
        return parse_gnubg_id(text)
    if len(text.rstrip("=")) == POSITION_ID_LETTERS:
        return Situation(parse_position_id(text))
    raise InvalidId("not_an_id", text)
