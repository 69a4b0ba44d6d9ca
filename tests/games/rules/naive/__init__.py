"""A second, deliberately naive evaluator of scoresheets, to hold the engine against.

It was written from the texts of the rules alone and shares no code with `games.rules`. It knows nothing of refusals:
every action of the sheet is taken to have been accepted, and one with `override` simply stands; one that the sheet
marks as `refused` changes nothing. It is slow on purpose: an undo or an amendment rewrites the list of actions, and
everything is played again from the start. Points are Fractions.

The numbers of sections in the comments are those of the rules: 2 the cube, 3 matches, 4 chouette, 5 settings,
6 arithmetic, 7 next seats, 8 long nard. [D] marks a decision of `docs/rules.md`.
"""

from tests.games.rules.naive import chouette, duels
from tests.games.rules.naive.documents import plain, resolved
from tests.games.rules.naive.rewriting import standing

PLAYED_BY = {
    "chouette": chouette.play,
    "money": chouette.play,
    "match": duels.play_match,
    "long_nard": duels.play_long_nard,
}


def evaluate(sheet):
    """Return points, games and next seats of a scoresheet whose actions are known to be accepted.

    The answer has `points` (name: Fraction), `games` (one for each that was played to its end, with `no`, `box`,
    `captain`, `winner`, `result` and `points`) and `next`; of a match also `score` and `winner`.
    """
    sheet = plain(sheet)
    sheet["rules"] = resolved(sheet.get("rules", {}), sheet["kind"])
    play = PLAYED_BY[sheet["kind"]]
    actions = standing(sheet["actions"], lambda acts: play(sheet, acts)["spans"])
    night = play(sheet, actions)
    return {key: night[key] for key in ("points", "games", "next", "score", "winner") if key in night}
