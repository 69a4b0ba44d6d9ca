"""Small scoresheets for tests of the rules, written as a club would write them."""

from __future__ import annotations

from games.rules.history import replay
from games.rules.scoresheet import Sheet, Stopped, play, read_sheet, score
from games.rules.state import TableState

Document = dict[str, object]


def sheet(players: str, *actions: Document, **top: object) -> Sheet:
    """Return a chouette's sheet; `players` are names with spaces, `rules` are overrides."""
    document = {"scoresheet": 1, "kind": "chouette", "players": players.split(), **top}
    return read_sheet({**document, "actions": list(actions)})


def answer(players: str, *actions: Document, **top: object) -> Document:
    """Return the answer of a sheet; fail when a line of it is refused."""
    found = score(sheet(players, *actions, **top))
    assert found["ok"], found["error"]
    return found


def points(players: str, *actions: Document, **top: object) -> dict[str, str]:
    """Return the points by name."""
    found = answer(players, *actions, **top)["points"]
    assert isinstance(found, dict)
    return found


def seating(players: str, *actions: Document, **top: object) -> str:
    """Return the next seating in words: `Anna | Bela Csaba`, a partner behind a plus."""
    found = answer(players, *actions, **top)["next"]
    assert isinstance(found, dict)
    partner = "" if found["partner"] is None else f"+{found['partner']}"
    return f"{found['box']}{partner} | {' '.join(found['queue'])}"


def code(players: str, *actions: Document, **top: object) -> str:
    """Return the code of the first refusal, which must be at the last action."""
    stopped = refusal(players, *actions, **top)
    assert stopped.row == len(actions), f"{stopped.refusal.code} at line {stopped.row}"
    return stopped.refusal.code


def refusal(players: str, *actions: Document, **top: object) -> Stopped:
    """Return where and why the sheet stops."""
    try:
        play(sheet(players, *actions, **top))
    except Stopped as stopped:
        return stopped
    raise AssertionError("nothing was refused")


def state(players: str, *actions: Document, **top: object) -> TableState:
    """Return the table that a sheet makes."""
    return play(sheet(players, *actions, **top))


def replayed(one: Sheet) -> TableState:
    """Return the table of a sheet whose lines all stand, folded from its whole log."""
    return replay(one.opening, [entry.action for entry in one.entries])  # type: ignore[misc]


def do(word: str, by: str = "", to: str = "", **more: object) -> Document:
    """Return an action's document: `do("take", "Anna", "Bela Csaba")`."""
    keys: Document = {"do": word, **more}
    if by:
        keys["by"] = by.split()
    if to:
        keys["to"] = to.split()
    return keys


def end(winner: str, result: str = "single") -> Document:
    """Return the document of a board result."""
    return {"do": "end", "winner": winner, "result": result}
