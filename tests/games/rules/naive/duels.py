"""Matches (section 3) and long nard (section 8): two players, at most one cube."""

from fractions import Fraction

from tests.games.rules.naive.documents import add, adjust, bring_stake, names_in, pair_stake, seated, stakes_of

IN_GAME = ("start", "roll", "double", "take", "drop", "end", "resign", "last_roll", "deal")
ALL_OFF = 15


def play_match(sheet, actions):
    """Return score, winner, points, games and spans of a match: its points are one stake, when it is over."""
    night = new_night(sheet)
    for at, act in enumerate(actions):
        for game in play_one(night, at, act, match_grade):
            winner = game["winner"]
            reached = winner and score_of(night, winner) >= night["rules"]["target"]
            pay(night, game, pair_stake(night["stakes"], *night["players"]) if reached else Fraction(0))
            night["winner"] = winner if reached else None
    night["score"] = {name: score_of(night, name) for name in night["players"]}
    return told(night)


def play_long_nard(sheet, actions):
    """Return points, games, the next starter and spans of an evening of long nard."""
    night = new_night(sheet)
    for at, act in enumerate(actions):
        for game in play_one(night, at, act, nard_grade):
            stake = 1 if game["dealt"] else pair_stake(night["stakes"], *night["players"])
            pay(night, game, game["worth"] * stake)
            begins(night, next_starter(night, game))
    night["next"] = {"starter": night["players"][0]}
    return told(night)


def new_night(sheet):
    players = seated(sheet)
    return {
        "rules": sheet["rules"],
        "stakes": stakes_of(sheet),
        "players": players,  # in long nard the starter first
        "sitting_out": [],
        "points": dict.fromkeys(players, Fraction(0)),
        "winner": None,
        "games": [],
        "numbered": 0,
        "game": None,
        "spans": {},
    }


def other(night, name):
    one, two = night["players"]
    return two if name == one else one


def begins(night, starter):
    """Put the starter first, but not one who sits out."""
    night["players"].sort(key=lambda name: name != starter)
    for name in night["sitting_out"]:
        if name == night["players"][0]:
            night["players"].reverse()


def pay(night, game, points):
    """Pay the points of a game to its winner; nobody wins a draw."""
    game["points"] = dict.fromkeys(night["players"], Fraction(0))
    if game["winner"]:
        game["points"] = {game["winner"]: points, other(night, game["winner"]): -points}
    add(night["points"], game["points"])


def play_one(night, at, act, grade):
    """Play one action and return the games that it finished: none or one."""
    finished = len(night["games"])
    act_on(night, at, act, grade)
    return night["games"][finished:]


def act_on(night, at, act, grade):
    if act["do"] == "void":
        night["numbered"] += 1
        night["spans"][night["numbered"]] = (at, at)
        return
    if act["do"] not in IN_GAME:
        beside_the_game(night, act)
        return
    if night["game"] is None:
        night["numbered"] += 1
        night["game"] = {
            "no": night["numbered"],
            "began": at,
            "value": 1,
            "doubler": None,
            "finished": None,
            "dealt": False,
        }
    in_game(night, at, act, grade)


def beside_the_game(night, act):
    name = act.get("player")
    match act["do"]:
        case "adjust":
            adjust(night, act)
        case "join":
            night["players"].append(name)
            bring_stake(night, act)
        case "leave":
            night["players"].remove(name)
            night["sitting_out"] = [other for other in night["sitting_out"] if other != name]
        case "sit_out":
            night["sitting_out"].append(name)
            if night["game"] is None:
                begins(night, night["players"][0])
        case "return":
            night["sitting_out"].remove(name)
        case "reorder":
            night["players"] = list(act["players"])


def in_game(night, at, act, grade):
    game = night["game"]
    match act["do"]:
        case "deal":
            deal(night, at, act)
        case "double":
            game["doubler"] = names_in(act["by"])[0]
        case "take":
            game.update(value=2 * game["value"], doubler=None)
        case "drop":  # always as a single game, at the value before the double
            over(night, at, game["doubler"], game["value"], None)
        case "end" if act.get("result") == "draw":
            over(night, at, None, 0, "draw")
        case "end":
            finish(night, at, act, act["winner"], grade)
        case "resign":
            winner = other(night, names_in(act["by"])[0])
            result = grade(night, act, act.get("borne_off"))
            over(night, at, winner, game["value"] * times(night, result), result)
        case "last_roll":
            last_roll(night, at, act)


def deal(night, at, act):
    """What was agreed; whoever receives points has won, at zero nobody ([D])."""
    points, receiver = Fraction(str(act["points"])), act["player"]
    if points < 0:
        points, receiver = -points, other(night, receiver)
    night["game"]["dealt"] = True
    over(night, at, receiver if points else None, points, None)


def finish(night, at, act, winner, grade):
    """A board result; with `last_roll` on, the second mover has one more roll when the first mover has finished."""
    game, loser = night["game"], other(night, winner)
    if night["rules"].get("last_roll") and winner == night["players"][0]:
        game["finished"] = winner
        return
    result = grade(night, act, act.get("borne_off", {}).get(loser))
    over(night, at, winner, game["value"] * times(night, result), result)


def last_roll(night, at, act):
    """Fifteen off is a draw; otherwise Mars is judged now ([D])."""
    if act["borne_off"] == ALL_OFF:
        over(night, at, None, 0, "draw")
        return
    result = nard_grade(night, act, act["borne_off"])
    over(night, at, night["game"]["finished"], night["game"]["value"] * times(night, result), result)


def match_grade(night, act, borne_off):
    return act["result"]


def nard_grade(night, act, borne_off):
    """Mars if the loser has borne off none, else Oin; a table may count everything as Oin."""
    result = act.get("result") or ("oin" if borne_off else "mars")
    return "oin" if night["rules"]["ending"] == "oin" else result


def times(night, result):
    gammon, backgammon = night["rules"]["gammon"], night["rules"]["backgammon"]
    return {"single": 1, "oin": 1, "mars": 2, "gammon": gammon, "backgammon": backgammon}[result]


def told(night):
    """Return the night with of each game what the sheet tells."""
    games = [{key: game[key] for key in ("no", "points", "winner", "result")} for game in night["games"]]
    return {**night, "games": games}


def over(night, at, winner, value, result):
    game = night["game"]
    night["games"].append({**game, "winner": winner, "worth": Fraction(value), "result": result})
    night["spans"][game["no"]] = (game["began"], at)
    night["game"] = None


def score_of(night, name):
    """Points beyond the target do not count."""
    won = sum((game["worth"] for game in night["games"] if game["winner"] == name), Fraction(0))
    return min(won, Fraction(night["rules"]["target"]))


def next_starter(night, game):
    """The loser, after a draw the same one ([D]); or the other one each time."""
    starter = night["players"][0]
    if night["rules"]["first"] == "alternate":
        return other(night, starter)
    return other(night, game["winner"]) if game["winner"] else starter
