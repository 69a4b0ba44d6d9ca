"""What a finished game of a chouette paid (section 6) and who sits where after it (section 7)."""

from fractions import Fraction

from tests.games.rules.naive.cubes import live
from tests.games.rules.naive.documents import pair_stake


def is_over(game):
    return not live(game)


def position_winner(game):
    """The winner on the board or of the last closing; a deal at zero leaves it to the declaration ([D])."""
    if game["end"]:
        return game["end"]["winner"]
    return game["last_closing"] or {"captain": "team", "box": "box"}.get(game["declared"])


def needs_declaration(game):
    """A deal with the captain leaves his game open, a deal at zero on the last cube the position."""
    open_question = position_winner(game) is None or game["cubes"][game["captain"]]["dealt"]
    return is_over(game) and open_question and game["declared"] is None


def box_net(game):
    """n: what the box's side has from the members' cubes, extras aside."""
    return -sum(cube["own"] for cube in game["cubes"].values())


def points_of(game):
    """Return the points of everybody in a game that is over."""
    points = {name: cube["own"] for name, cube in game["cubes"].items()}
    points[game["box"]] = box_net(game)
    if game["partner"]:
        points |= shared(game)
    for extra in game["extras"]:
        paid = extra_for_taker(game, extra)
        points[extra["to"]] += paid
        points[extra["from"]] -= paid
    return points


def shared(game):
    """Half of the net, rounded toward zero to a whole step, and the rest: to the box, or to the partner."""
    step, net = Fraction(game["rules"]["point_step"]), box_net(game)
    smaller = int(net / 2 / step) * step
    halves = [net - smaller, smaller]
    if game["rules"]["partner_odd_to"] == "partner":
        halves.reverse()
    return dict(zip([game["box"], game["partner"]], halves, strict=True))


def extra_for_taker(game, extra):
    """The price, half the extra cube, and then the extra cube itself, single where the game ended by closings.

    Its cube was taken, so that Jacoby does not stop a gammon on it. Undeclared, only the price is paid.
    """
    stake = pair_stake(game["stakes"], extra["from"], extra["to"])
    result = game["end"]["result"] if game["end"] else "single"
    times = 1 if result == "single" else game["rules"][result]
    sign = {"team": 1, "box": -1, None: 0}[position_winner(game)]
    return stake * (Fraction(extra["value"], 2) + sign * times * extra["value"])


# Section 7


def captain_won(game):
    cube = game["cubes"][game["captain"]]
    return game["declared"] == "captain" if cube["dealt"] else cube["own"] > 0


def was_beaten(game, name):
    """Did this member lose? [D] What is declared stands for the captain's result."""
    cube = game["cubes"][name]
    return not captain_won(game) if name == game["captain"] and cube["dealt"] else cube["own"] < 0


def box_stays(game):
    net, beaten = box_net(game), [name for name in game["members"] if was_beaten(game, name)]
    match game["rules"]["retention"]:
        case "captain":
            return game["captain"] in beaten
        case "profit":
            return net > 0
        case "break_even":
            return net >= 0
        case "win_and_break_even":
            return position_winner(game) == "box" and net >= 0
        case "all":
            return len(beaten) == len(game["members"])
        case "majority":
            return 2 * len(beaten) > len(game["members"])
