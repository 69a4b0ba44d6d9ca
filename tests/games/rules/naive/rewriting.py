"""Undo and amend: the list of actions is rewritten, and whoever asked plays it again from the start."""

STARTERS = ("start", "automatic_double", "double", "deal", "end", "resign", "roll", "play")
STAY_DURING = ("join", "sit_out", "return")
MOVE_BEHIND = ("leave", "note", "adjust")


def standing(actions, spans_of):
    """Return the actions that stand, amendments carried out; `spans_of` plays a list and says where its games are."""
    rewritten = []
    for _, act in left_after(actions):
        if act["do"] == "amend":
            rewritten = amended(rewritten, act, spans_of(rewritten))
        else:
            rewritten.append(act)
    return rewritten


def left_after(actions):
    """Return (number, action) of what no undo took back.

    An undo leaves what stood just before the action that it names, so an undo that lies behind that action is taken
    back as well. Numbers count undos and refused actions; a refused one changes nothing.
    """
    stood = [[]]  # stood[n]: what stands after the first n actions
    for number, act in enumerate(actions, start=1):
        if act.get("refused"):
            stood.append(stood[-1])
        elif act["do"] == "undo":
            back_to = act.get("to") or stood[-1][-1][0]
            stood.append(stood[back_to - 1])
        else:
            stood.append([*stood[-1], (number, act)])
    return stood[-1]


def amended(actions, amend, spans):
    """Return the actions with those of one game replaced.

    [D] Who sat down, sat out or came back during the game still does so during it, unless the correction repeats that;
    who went home does so right behind it, and notes and adjustments stand there. A voided game leaves its number.
    """
    first, last = spans[amend["game"]]
    old = actions[first : last + 1]
    new = [*amend["actions"]]
    kept = [act for act in old if act["do"] in STAY_DURING and not repeats(new, act)]
    behind = [act for act in old if act["do"] in MOVE_BEHIND and not repeats(new, act)]
    game = during(kept, new) if new else [{"do": "void"}, *kept]
    return [*actions[:first], *game, *behind, *actions[last + 1 :]]


def during(kept, new):
    """Return the new actions with the kept ones just behind their start."""
    at = next((place for place, act in enumerate(new) if act["do"] in STARTERS), 0)
    rest = new[at + 1 :] if new[at]["do"] == "start" else new[at:]
    return [*new[:at], {"do": "start"}, *kept, *rest]


def repeats(actions, act):
    return act["do"] != "note" and any(
        other["do"] == act["do"] and other.get("player") == act.get("player") for other in actions
    )
