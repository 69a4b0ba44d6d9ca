"""The ring between games (sections 4 and 7): a dict with box, partner, queue, who sits out, and the last loser."""

from tests.games.rules.naive.scoring import box_stays, captain_won


def new_seats(box, partner, queue):
    return {"box": box, "partner": partner, "queue": queue, "sitting_out": [], "last_loser": None, "games": 0}


def playing(seats):
    """Return the queue without those who sit out."""
    return [name for name in seats["queue"] if name not in seats["sitting_out"]]


def everybody(seats):
    return [seats["box"], *filter(None, [seats["partner"]]), *seats["queue"]]


def next_seats(seats):
    return {"box": seats["box"], "partner": seats["partner"], "queue": playing(seats)}


# After a game


def rotate(seats, game, rules, joined):
    """Seat everybody for the next game; `joined` sat down during this one."""
    rotate_ring(seats, game, rules, joined)
    seats["games"] += 1
    for name in game["gone"]:
        go_home(seats, name, rules, joined)
        if name not in joined:
            come_back(seats, name)
    for name in list(seats["sitting_out"]):
        stand_aside(seats, name, rules, joined)
    for name in joined:  # also one who went home and came back: a newcomer ([D])
        seat_newcomer(seats, name, rules)


def rotate_ring(seats, game, rules, joined):
    captain, ex_captains, old_box = game["captain"], game["ex_captains"], seats["box"]
    rest = [name for name in seats["queue"] if name != captain and name not in ex_captains] + ex_captains
    if box_stays(game):  # 7.1
        seats.update(queue=[*rest, captain], last_loser=captain)
        return
    away = [*seats["sitting_out"], *game["gone"]]
    available = [name for name in rest if name not in away]
    losers = [old_box]
    if captain_won(game) and captain not in away:  # 7.2
        new_box = captain
    elif available:  # 7.3, or a captain who won hands the box on and goes to the tail where he only sits out
        new_box = available.pop(0)
        losers = [old_box, captain] if captain_won(game) else [captain, old_box]
    else:  # [D] nobody else is in line: the captain takes the box, if he is here
        new_box = captain if captain not in away else old_box
        losers = [old_box, captain]
    rest = [name for name in rest if name != new_box]
    losers = [name for name in losers if name != new_box]
    partner, lead = None, []
    if (
        seats["partner"] and seats["partner"] not in game["gone"]
    ):  # 7.6 the partner becomes captain, the next of rest the new box's partner
        lead = [seats["partner"]]
        staying = [name for name in everybody(seats) if name not in game["gone"]]
        enough = enough_for_partner(seats, rules, [*staying, *joined])
        partner = available[0] if available and enough else None
    line = [name for name in rest if name != partner]
    seats.update(box=new_box, partner=partner, queue=[*lead, *line, *losers], last_loser=old_box)


def enough_for_partner(seats, rules, names):
    """[D] Counted for the next game: who sits out does not count."""
    least = rules["partner_min"]
    here = [name for name in names if name not in seats["sitting_out"]]
    return least is not None and len(here) >= least


def seat_newcomer(seats, name, rules):
    """Behind the last loser, who is the last; or ahead of him wherever he is in line, else at the tail ([D])."""
    queue, loser = seats["queue"], seats["last_loser"]
    at = queue.index(loser) if rules["join"] == "before_loser" and loser in queue else len(queue)
    queue.insert(at, name)


# Between games


def go_home(seats, name, rules, joined=()):
    """A leaver is simply gone; a box hands the box on."""
    if seats["last_loser"] == name:
        seats["last_loser"] = None
    if name == seats["box"]:
        hand_on(seats, rules, joined)
    elif name == seats["partner"]:
        seats["partner"] = None
    elif name in seats["queue"]:
        seats["queue"].remove(name)


def stand_aside(seats, name, rules, joined=()):
    """A box who sits out hands the box on and goes to the tail; [D] a partner goes to the tail as well."""
    if name == seats["box"]:
        hand_on(seats, rules, joined)
        seats["queue"].append(name)
    elif name == seats["partner"]:
        seats["partner"] = None
        seats["queue"].append(name)


def hand_on(seats, rules, joined=()):
    """The next captain has the box, followed by the one after; [D] a partner becomes captain as when a box falls."""
    partner = seats["partner"]
    line = playing(seats)
    if not line:  # the partner, or else one who sits out, is all that is left to take the box
        left = [*filter(None, [partner]), *seats["queue"]]
        seats.update(box=left[0], partner=None, queue=[name for name in seats["queue"] if name != left[0]])
        return
    seats.update(box=line[0], partner=None)
    seats["queue"].remove(line[0])
    if partner is None:
        return
    seats["queue"].insert(0, partner)
    if len(line) > 1 and enough_for_partner(seats, rules, [*everybody(seats), *joined]):
        seats["partner"] = line[1]
        seats["queue"].remove(line[1])


def sit_out(seats, name, rules):
    seats["sitting_out"].append(name)
    stand_aside(seats, name, rules)


def come_back(seats, name):
    """He sits out no more; nothing to take back when he goes home without having done so."""
    seats["sitting_out"] = [other for other in seats["sitting_out"] if other != name]


def fill_box(seats, rules):
    """A box who sits out, because nobody else was here, hands it on as soon as somebody plays."""
    if seats["box"] in seats["sitting_out"] and playing(seats):
        stand_aside(seats, seats["box"], rules)


def take_partner(seats, name):
    """A partnership that ends sends the partner to the tail."""
    if seats["partner"] and seats["partner"] != name:
        seats["queue"].append(seats["partner"])
    if name in seats["queue"]:
        seats["queue"].remove(name)
    seats["partner"] = name


def decline_box(seats):
    """[D] The scheduled captain has the box, the decliner goes right behind the new captain, or is it himself."""
    line, decliner = playing(seats), seats["box"]
    seats["box"] = line[0]
    seats["queue"].remove(line[0])
    at = seats["queue"].index(line[1]) + 1 if len(line) > 1 else 0
    seats["queue"].insert(at, decliner)


def reorder(seats, names):
    """[D] A partner who is not named stays the partner; the last of the ring stands for the last loser."""
    seats.update(box=names[0], queue=names[1:])
    if seats["partner"] in names:
        seats["partner"] = None
    seats["last_loser"] = names[-1] if seats["games"] else None
