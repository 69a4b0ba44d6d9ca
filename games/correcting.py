"""What a correction of a finished game puts in its place: another result, or acts written in the words of the sheet."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club.errors import Invalid
from games import selectors, sheet_writing, sheets
from games.board.outcome import Result
from games.board.position import CHECKERS
from games.rules.actions import (
    Accept,
    Action,
    Answer,
    Deal,
    Declare,
    Drop,
    End,
    LastRoll,
    Leave,
    Play,
    Refuse,
    Resign,
    Take,
    to_document,
)
from games.rules.settings import HouseRules
from games.rules.state import Game
from games.store import TableNow

ENDED_BY: Final = (Drop, Refuse, Deal, Leave, Play)
"""The acts that end a game without a result being said."""
INSTEAD: Final[Mapping[type[Action], type[Answer]]] = {Drop: Take, Refuse: Accept}


class CorrectionForm(forms.Form):
    """What was really done in the game, in the words of the scoresheet, and why it is corrected."""

    actions = forms.CharField(
        label=_("What was done"),
        widget=forms.Textarea(attrs={"rows": 12, "cols": 90}),
        help_text=_("One act a line, in the words of the scoresheet. Everything after this game stands."),
        required=False,
    )
    reason = forms.CharField(label=_("Reason"), max_length=180)
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    """What stood when the form was drawn: who is late looks at the page anew."""


def initial_of(now: TableNow, no: int) -> dict[str, str]:
    """Return what the form of a finished game begins with; raise NotFound where there is none."""
    return {"actions": acts_told(now, no), "seen": selectors.print_of_game(now, no)}


def acts_told(now: TableNow, no: int) -> str:
    """Return what stands of a finished game in the words of the sheet; raise NotFound where there is none."""
    acts = selectors.acts_of_game(now, no)
    return sheet_writing.write({"actions": [cast(sheets.Plain, to_document(act, now.name_of)) for act in acts]})


def acts_in(text: str) -> list[dict[str, Any]]:
    """Return the acts of a text in the scoresheet's words; none for no text, which voids the game."""
    if not text.strip():
        return []
    content = sheets.read_one(text).content
    acts = content.get("actions") if isinstance(content, dict) else None
    if not isinstance(acts, list) or not all(isinstance(act, dict) for act in acts):
        raise Invalid(gettext("Begin with a line “actions:” and write one act a line below it."))
    return cast(list[dict[str, Any]], acts)


def with_result(game: Game, actions: Sequence[Action], end: End, rules: HouseRules) -> list[Action]:
    """Return a game's acts with another result at their end.

    A drop that ended the game becomes a take; a deal, a leaver or a last play that did is left out. A last roll that
    the result needs is the one that was recorded, where it goes with the result, else the least.
    """
    kept = _without_end(actions)
    mover = game.played.opponent
    if not rules.last_roll or end.result not in (Result.OIN, Result.MARS) or end.winner != game.box:
        return [*kept, end]
    recorded = (action for action in actions if isinstance(action, LastRoll))
    fits = (one for one in recorded if (one.borne_off == 0) is (end.result is Result.MARS) and one.borne_off < CHECKERS)
    return [*kept, end, next(fits, LastRoll(by=mover, borne_off=0 if end.result is Result.MARS else 1))]


def _without_end(actions: Iterable[Action]) -> list[Action]:
    """Return a game's acts, and the game still on after them."""
    acts = [action for action in actions if not isinstance(action, LastRoll)]
    if any(isinstance(action, End | Resign) for action in acts):
        return [action for action in acts if not isinstance(action, End | Resign)]
    at = next(at for at in reversed(range(len(acts))) if isinstance(acts[at], ENDED_BY))
    after = [action for action in acts[at + 1 :] if not isinstance(action, Declare)]
    return [*acts[:at], *_instead(acts[at]), *after]


def _instead(ended_by: Action) -> list[Action]:
    """Return what was done instead of the act that ended a game: a cube was taken, or nothing."""
    if not isinstance(ended_by, Drop | Refuse):
        return []
    return [INSTEAD[type(ended_by)](by=ended_by.by, to=ended_by.to, value=ended_by.value)]  # type: ignore[list-item]
