"""The cubes of one game of a chouette (sections 2 and 4): who offers, who answers, what each cube pays.

A game is a dict. With one cube for the team every member still has a cube here; they are turned together.
"""

from tests.games.rules.naive.documents import names_in, pair_stake

HIGHEST = 1048576  # the sheet counts cubes up to here
LEVEL_OF = {"raccoon": 1, "otter": 2}
OTHER = {"box": "team", "team": "box"}


def new_game(number, rules, stakes, box, partner, members):
    return {
        "no": number,
        "rules": rules,
        "stakes": stakes,
        "box": box,
        "partner": partner,
        "members": members,
        "captain": members[0],
        "ex_captains": [],
        "cubes": {name: new_cube() for name in members},
        "round": None,  # the open round of offers: {"live": who was live when it opened, "offers": {member: offer}}
        "extras": [],
        "gone": [],  # who went home during the game
        "last_closing": None,  # box, team, or nobody: a deal at zero
        "end": None,  # the result on the board
        "declared": None,
    }


def new_cube():
    return {
        "value": 1,
        "owner": None,
        "live": True,
        "turned": False,
        "automatic": False,
        "pending": None,
        "own": None,  # what the member got or paid, once the cube is closed
        "dealt": False,
    }


def side_of(game, who):
    """Return the side that a word or a name means; a partner sits on the box's side."""
    if who in OTHER:
        return who
    return "box" if who in (game["box"], game["partner"]) else "team"


def live(game):
    return [name for name in game["members"] if game["cubes"][name]["live"]]


def is_single(game):
    return game["rules"]["cube_mode"] == "single"


def within_cap(game, value):
    cap = game["rules"]["cap"]
    return value <= (HIGHEST if cap is None else min(cap, HIGHEST))


# Offers and answers


def automatic(game, act):
    """Equal opening dice: live cubes double; owner and turned stay as they were (section 2)."""
    for name in names_in(act.get("for")) or live(game):
        cube = game["cubes"][name]
        if cube["live"]:
            cube["value"] *= 2
            cube["automatic"] = True


def double(game, act):
    side = side_of(game, names_in(act["by"])[0])
    for name in to_double(game, act, side):
        offer(game, name, side)


def to_double(game, act, side):
    """Return whose cubes are doubled: those named, or every one that may be turned (one cube for the team: always)."""
    turnable = [name for name in live(game) if may_turn(game, name, side)]
    if is_single(game):
        return turnable
    if side == "box":
        return names_in(act.get("to")) or turnable
    named = names_in(act["by"])
    return named + [name for name in followers(game, named) if name in turnable]


def may_turn(game, name, side):
    """From the centre or by its owner, nothing pending, within the cap, once a round."""
    cube, open_round = game["cubes"][name], game["round"]
    return (
        cube["live"]
        and cube["pending"] is None
        and cube["owner"] in (None, side)
        and within_cap(game, 2 * cube["value"])
        and not (open_round and name in open_round["offers"])
    )


def offer(game, name, side):
    cube = game["cubes"][name]
    if game["round"] is None:
        game["round"] = {"live": live(game), "offers": {}}
    before = {key: cube[key] for key in ("value", "owner", "turned")}
    game["round"]["offers"][name] = {"side": side, "before": before, "answer": None}
    cube["pending"] = {"side": side, "level": 0, "price": cube["value"], "proposed": 2 * cube["value"]}


def answer(game, act):
    """Take, drop, beaver; accept, refuse, raccoon, otter."""
    word, side = act["do"], side_of(game, names_in(act["by"])[0])
    named = to_answer(game, act, side)
    copied = [name for name in followers(game, named) if fits(game, name, word, side)]
    for name in named + copied:
        answer_one(game, name, word)
    close_round(game, just_took=named + copied if word == "take" else [])


def to_answer(game, act, side):
    """Return whose cubes are answered.

    The box answers those in `to`, or all that wait for him. A member answers for himself; with one cube the captain
    answers the box's animals for all, and the box answers the team.
    """
    waiting = [name for name in game["members"] if fits(game, name, act["do"], side, limits=False)]
    if side == "box":
        return waiting if is_single(game) else names_in(act.get("to")) or waiting
    if is_single(game) and act["do"] in ("accept", "refuse", "raccoon", "otter"):
        return waiting
    return names_in(act["by"])


def fits(game, name, word, side, limits=True):
    """Can this side answer this cube with that word? With `limits` also by the cap and the animals that are on."""
    pending = game["cubes"][name]["pending"]
    if pending is None or side != waits_for(pending):
        return False
    level = pending["level"]
    if word in ("take", "drop"):
        return level == 0
    if word in ("accept", "refuse"):
        return level >= 1
    if level != 0 if word == "beaver" else level < LEVEL_OF[word] or (word == "raccoon" and level > 1):
        return False
    return not limits or animal_allowed(game, level + 1, 2 * pending["proposed"])


def waits_for(pending):
    """The side that was doubled answers; after that each animal is answered by the other side."""
    return OTHER[pending["side"]] if pending["level"] % 2 == 0 else pending["side"]


def animal_allowed(game, level, proposed):
    most = game["rules"]["animals"]
    return (most == "unlimited" or level <= most) and within_cap(game, proposed)


def answer_one(game, name, word):
    cube = game["cubes"][name]
    pending = cube["pending"]
    if pending["level"] == 0:
        game["round"]["offers"][name]["answer"] = word
    if word in ("take", "accept"):  # the cube goes to the side first doubled, animals or not
        cube.update(value=pending["proposed"], owner=OTHER[pending["side"]], turned=True, pending=None)
    elif word in ("drop", "refuse"):
        close(game, name, pending["price"], winner=OTHER[waits_for(pending)])
    else:
        pending.update(price=pending["proposed"], proposed=2 * pending["proposed"], level=pending["level"] + 1)


def acting_captain(game):
    """The captain, or where his cube is closed or he has gone home the highest live member (section 4)."""
    here = [name for name in live(game) if name not in game["gone"]]
    return game["captain"] if game["captain"] in here else next(iter(here), None)


def followers(game, named):
    """Return who follows the captain when the captain's cube is among those named (`leave: follow_captain`)."""
    if game["rules"]["leave"] != "follow_captain" or acting_captain(game) not in named:
        return []
    return [name for name in live(game) if name in game["gone"] and name not in named]


# The end of a round


def close_round(game, just_took=()):
    """Judge the round of offers when everything in it is answered: a sole taker, a captain who dropped."""
    if game["round"] is None:
        return
    sole = sole_taker_to_reopen(game)
    if sole is not None and sole not in just_took:
        reopen(game, sole)
    if any(game["cubes"][name]["pending"] for name in game["round"]["offers"]):
        return
    pass_captaincy(game)
    game["round"] = None


def sole_taker_to_reopen(game):
    """Return who took plainly and alone where he must beaver or drop (`sole_taker`)."""
    offers, rules = game["round"]["offers"], game["rules"]
    answers = [offer["answer"] for offer in offers.values()]
    if None in answers or answers.count("drop") + 1 != len(answers) or answers.count("take") != 1 or len(answers) < 2:
        return None
    if any(offer["side"] != "box" for offer in offers.values()) or not everybody_was_doubled(game):
        return None
    if rules["sole_taker_initial_only"] and any(offer["before"]["owner"] for offer in offers.values()):
        return None
    sole = next(name for name, offer in offers.items() if offer["answer"] == "take")
    must = rules["sole_taker"] == "mandatory_beaver" or (
        rules["sole_taker"] == "mandatory_beaver_captain" and sole == game["captain"]
    )
    can = animal_allowed(game, 1, 2 * game["cubes"][sole]["value"])
    return sole if must and can and game["cubes"][sole]["live"] else None


def everybody_was_doubled(game):
    """Did the box double every member who was live when the round began? An offer that was withdrawn is none ([D])."""
    return all(name in game["round"]["offers"] for name in game["round"]["live"])


def reopen(game, name):
    """[D] His take is open again: he beavers or drops."""
    offer = game["round"]["offers"][name]
    value = offer["before"]["value"]
    offer["answer"] = None
    game["cubes"][name].update(offer["before"])
    game["cubes"][name]["pending"] = {"side": "box", "level": 0, "price": value, "proposed": 2 * value}


def pass_captaincy(game):
    """`captain_drop: position_passes`: who dropped the box's double is an ex-captain if anybody else plays on."""
    captain, offers = game["captain"], game["round"]["offers"]
    own = offers.get(captain)
    if game["rules"]["captain_drop"] != "position_passes" or own is None:
        return
    if own["side"] != "box" or own["answer"] != "drop":
        return
    took = [
        name
        for name in game["members"]
        if name in offers and offers[name]["side"] == "box" and offers[name]["answer"] in ("take", "beaver")
    ]
    here = [name for name in live(game) if name not in game["gone"]]
    following = here or live(game) or took
    if following:
        game["ex_captains"].append(captain)
        game["captain"] = following[0]


# Closing cubes


def close(game, name, value, winner, dealt=False):
    """Close a cube: the winner gets `value` at the stake of the pair; a deal is what was agreed."""
    cube = game["cubes"][name]
    points = value if dealt else value * pair_stake(game["stakes"], game["box"], name)
    cube.update(live=False, pending=None, dealt=dealt, own=points if winner == "team" else -points)
    game["last_closing"] = winner


def deal(game, name, points):
    """The member receives so many points; an offer that waits is withdrawn and counts no more ([D])."""
    withdraw(game, name)
    winner = None if points == 0 else "team" if points > 0 else "box"
    close(game, name, abs(points), winner, dealt=True)
    close_round(game)


def forfeit(game, name):
    """The box wins the cube at its value, once; at the price where an offer waits: the box's double is then dropped."""
    pending, value = game["cubes"][name]["pending"], game["cubes"][name]["value"]
    if pending:
        value = pending["price"]
        if pending["side"] == "team":
            withdraw(game, name)
        elif pending["level"] == 0:
            game["round"]["offers"][name]["answer"] = "drop"
    close(game, name, value, "box")
    close_round(game)


def withdraw(game, name):
    """[D] Only an offer that nobody has answered is withdrawn; a beaver counts in its round."""
    if game["cubes"][name]["pending"] and game["round"]["offers"][name]["answer"] is None:
        del game["round"]["offers"][name]


def extra(game, act):
    """Half the extra cube is paid at once; its value is that of the taker's cube now (section 4)."""
    value = game["cubes"][act["to"]]["value"]
    game["extras"].append({"from": act["from"], "to": act["to"], "value": value})


def end(game, winner, result):
    """The result on the board pays every live cube: value times multiplier."""
    game["end"] = {"winner": winner, "result": result}
    for name in live(game):
        cube = game["cubes"][name]
        close(game, name, cube["value"] * multiplier(game, name), winner)


def multiplier(game, name):
    """Gammon and backgammon count unless Jacoby forbids it, for the cube or for the game (section 2)."""
    result, rules = game["end"]["result"], game["rules"]
    looked_at = {"per_cube": [name], "global": game["members"], "none": []}[rules["jacoby"]]
    counts = rules["jacoby"] == "none" or any(was_turned(game, other) for other in looked_at)
    return rules[result] if counts and result != "single" else 1


def was_turned(game, name):
    cube = game["cubes"][name]
    return cube["turned"] or (cube["automatic"] and game["rules"]["jacoby_auto_counts"])
