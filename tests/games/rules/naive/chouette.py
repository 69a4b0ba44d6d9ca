"""A chouette, or a money game for two, played from its first action to its last."""

from fractions import Fraction

from tests.games.rules.naive import cubes, scoring, seats
from tests.games.rules.naive.documents import add, adjust, bring_stake, names_in, seated, stakes_of
from tests.games.rules.naive.rewriting import STARTERS

ANSWERS = ("take", "drop", "beaver", "accept", "refuse", "raccoon", "otter")


def play(sheet, actions):
    """Return points, games, next seats, and where each game lies in `actions` (`spans`)."""
    night = new_night(sheet)
    for at, act in enumerate(actions):
        play_one(night, at, act)
    undeclared = night["game"] is not None and scoring.is_over(night["game"])
    if undeclared:
        night["games"].append(record(night))
        night["spans"][night["game"]["no"]] = (night["began"], len(actions) - 1)
        add(night["points"], scoring.points_of(night["game"]))
    night["next"] = None if undeclared else seats.next_seats(night["seats"])
    return night


def new_night(sheet):
    players = seated(sheet)
    partner = sheet.get("partner")
    return {
        "kind": sheet["kind"],
        "rules": sheet["rules"],
        "stakes": stakes_of(sheet),
        "seats": seats.new_seats(players[0], partner, players[1:]),
        "points": dict.fromkeys([*players, *filter(None, [partner])], Fraction(0)),
        "games": [],
        "numbered": 0,  # games so far, voided ones too
        "game": None,
        "began": None,
        "joined": [],  # who sat down during the game
        "spans": {},
    }


def play_one(night, at, act):
    if act["do"] == "void":  # a game that was taken out; its number stays free
        night["numbered"] += 1
        night["spans"][night["numbered"]] = (at, at)
        return
    if night["game"] is None and act["do"] in STARTERS:
        start(night, at)
    if night["game"] is None:
        between_games(night, act)
        return
    in_game(night, act)
    game = night["game"]
    if scoring.is_over(game) and not needs_declaration(night):
        finish(night, at)


def start(night, at):
    ring = night["seats"]
    night["numbered"] += 1
    night["began"] = at
    night["game"] = cubes.new_game(
        night["numbered"], night["rules"], dict(night["stakes"]), ring["box"], ring["partner"], seats.playing(ring)
    )


def needs_declaration(night):
    """[D] Between two nothing is declared."""
    return night["kind"] == "chouette" and scoring.needs_declaration(night["game"])


def finish(night, at):
    game = night["game"]
    night["games"].append(record(night))
    if night["kind"] == "money":
        game["declared"] = {"team": "captain", "box": "box", None: "nobody"}[scoring.position_winner(game)]
    night["spans"][game["no"]] = (night["began"], at)
    add(night["points"], scoring.points_of(game))
    seats.rotate(night["seats"], game, night["rules"], night["joined"])
    night.update(game=None, began=None, joined=[])


def record(night):
    game = night["game"]
    winner = scoring.position_winner(game)
    if night["kind"] == "money":
        winner = {"box": game["box"], "team": game["captain"], None: None}[winner]
    return {
        "no": game["no"],
        "points": scoring.points_of(game),
        "winner": winner,
        "result": game["end"] and game["end"]["result"],
        "box": game["box"],
        "captain": game["captain"],
    }


# Actions


def in_game(night, act):
    game, word = night["game"], act["do"]
    if word in ANSWERS:
        cubes.answer(game, act)
        return
    match word:
        case "automatic_double":
            cubes.automatic(game, act)
        case "double":
            cubes.double(game, act)
        case "deal":
            deal(game, act)
        case "declare":
            game["declared"] = act["winner"]
        case "extra":
            cubes.extra(game, act)
        case "end":
            cubes.end(game, cubes.side_of(game, act["winner"]), act["result"])
        case "resign":
            loser = cubes.side_of(game, names_in(act["by"])[0])
            cubes.end(game, cubes.OTHER[loser], act["result"])
        case "join":
            night["joined"].append(act["player"])
            seats.come_back(night["seats"], act["player"])
            bring_stake(night, act)
        case "leave":
            leave(night, act)
        case "sit_out":
            night["seats"]["sitting_out"].append(act["player"])
        case "return":
            seats.come_back(night["seats"], act["player"])
        case "adjust":
            adjust(night, act)
        case "start" | "note" | "roll":
            pass
        case _:
            raise AssertionError(f"{word} in a game")


def between_games(night, act):
    ring, rules = night["seats"], night["rules"]
    match act["do"]:
        case "join":
            seats.seat_newcomer(ring, act["player"], rules)
            seats.fill_box(ring, rules)
            bring_stake(night, act)
        case "leave":
            seats.go_home(ring, act["player"], rules)
            seats.come_back(ring, act["player"])
        case "sit_out":
            seats.sit_out(ring, act["player"], rules)
        case "return":
            seats.come_back(ring, act["player"])
            seats.fill_box(ring, rules)
        case "partner":
            seats.take_partner(ring, act.get("player"))
        case "decline_box":
            seats.decline_box(ring)
        case "reorder":
            seats.reorder(ring, act["players"])
        case "adjust":
            adjust(night, act)
        case "note":
            pass
        case word:
            raise AssertionError(f"{word} between games")


def deal(game, act):
    """`player` receives the points; where that is the box, the one named in `with` pays them, or the only other one."""
    points = Fraction(str(act["points"]))
    if cubes.side_of(game, act["player"]) == "box":
        cubes.deal(game, act.get("with", game["members"][0]), -points)
    else:
        cubes.deal(game, act["player"], points)


def leave(night, act):
    """Mid-game the rule `leave` says what happens to an open cube; the seat is free when the game is over."""
    game, name = night["game"], act["player"]
    if name in night["joined"]:
        night["joined"].remove(name)
        seats.come_back(night["seats"], name)
        return
    game["gone"].append(name)
    if name not in cubes.live(game):
        return
    if night["rules"]["leave"] == "forfeit":
        cubes.forfeit(game, name)
    if night["rules"]["leave"] == "deal":
        cubes.deal(game, name, Fraction(str(act["points"])))
