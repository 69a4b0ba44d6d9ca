from games.rules.allowed import allowed, outcomes
from games.rules.options import OptionKind
from games.rules.reasons import consult
from games.rules.wording import render
from tests.games.rules.sheets import answer, do, end, state

FOUR = "Anna Bela Csaba Dora"
NAMES = dict(enumerate(["", "Anna", "Bela", "Csaba", "Dora"])).__getitem__


def options(*acts, card="any", players=FOUR, **top):
    found = allowed(state(players, *acts, **top))
    return [option for option in found if card in ("any", option.card)]


def kinds(*acts, card="any", **top):
    return [str(option.kind) for option in options(*acts, card=card, **top) if option.blocked is None]


def test_before_a_game_the_table_can_start():
    assert kinds()[0] == "start"


def test_a_live_card_shows_who_may_double_and_for_how_much():
    doubles = options(do("start"), card=2)
    assert [(one.kind, one.actor, one.asks) for one in doubles if one.kind is OptionKind.DOUBLE] == [
        ("double", 1, 2),
        ("double", 2, 2),
    ]


def test_an_asked_card_shows_take_drop_and_beaver_with_their_price():
    asked = [one for one in options(do("double", "Anna"), card=2) if one.side == "team"]
    assert [(one.kind, one.plays_for, one.pays_q, one.asks) for one in asked] == [
        ("take", 2, None, None),
        ("drop", None, 4, None),
        ("beaver", None, None, 4),
    ]


def test_a_beavered_card_is_answered_by_the_box():
    asked = options(do("double", "Anna"), do("beaver", "Bela"), card=2)
    assert [(one.kind, one.actor) for one in asked if one.side == "box"] == [("accept", 1), ("refuse", 1)]


def test_the_dock_answers_for_all_who_are_asked():
    dock = options(do("double", "Anna"), card=None)
    assert [one.kind for one in dock if one.kind.endswith("_all")] == ["take_all", "drop_all", "beaver_all"]
    boxs = options(do("double", "Bela Csaba"), card=None)
    drop = next(one for one in boxs if one.kind == "drop_all")
    assert (drop.side, drop.pays_q, drop.action.to) == ("box", 8, (2, 3))


def test_the_end_is_blocked_while_a_cube_waits_and_says_for_whom():
    blocked = [one for one in options(do("double", "Anna", "Bela")) if one.kind == "end"]
    assert len(blocked) == 6
    assert "Bela" in render(blocked[0].blocked, NAMES)


def test_an_option_against_a_soft_rule_says_which():
    found = options(do("double", "Anna"), card=3, rules={"answer_order": "captain_first"})
    assert {one.soft for one in found if one.kind in ("take", "drop")} == {"soft_answer_order"}


def test_a_start_that_is_not_possible_says_why():
    start = options(do("deal", player="Bela", points=1), end("box"))
    assert next(one for one in start if one.kind == "start").blocked.code == "undeclared_game"


def test_a_dropper_may_play_an_extra_from_his_card():
    acts = (do("double", "Anna"), do("drop", "Bela Csaba"), do("take", "Dora"))
    extra = next(one for one in options(*acts, card=2, rules={"extras": "optional"}) if one.kind == "extra")
    assert (extra.plays_for, extra.pays_q) == (2, 4)


def test_partners_are_asked_in_the_order_of_the_house():
    def asked(pick):
        found = options(rules={"partner_min": 3, "partner_pick": pick})
        return [one.card for one in found if one.kind == "partner"]

    assert asked("last_first") == [4, 3, 2]
    assert asked("next_in_line") == [3, 4, 2]
    assert asked("captain") == [2, 3, 4]


def test_the_six_outcomes_are_known_before_the_end():
    found = outcomes(state(FOUR, do("double", "Anna"), do("take", "Bela Csaba"), do("drop", "Dora")))
    assert [(one.winner, one.result, one.game.points_q[1]) for one in found] == [
        ("box", "single", 20),
        ("box", "gammon", 36),
        ("box", "backgammon", 52),
        ("team", "single", -12),
        ("team", "gammon", -28),
        ("team", "backgammon", -44),
    ]
    assert found[0].next.box == 1
    assert found[3].next.box == 2


def test_there_is_no_preview_while_a_cube_waits():
    assert outcomes(state(FOUR, do("double", "Anna"))) == ()


def reasons(*acts, **top):
    game = state(FOUR, *acts, **top).games[-1]
    return [render(reason, NAMES) for reason in game.reasons]


def test_a_box_who_stays_at_a_loss_is_told_why():
    acts = (do("double", "Anna"), do("drop", "Bela"), do("take", "Csaba Dora"), end("team", "gammon"))
    assert reasons(*acts) == [
        "Anna lost 7 in all and stays the box all the same: only the captain's own game counts for that, "
        "and Bela lost it."
    ]


def test_a_box_who_goes_is_told_why_and_who_follows():
    acts = (do("double", "Dora"), do("drop", "Anna"), end("box"))
    assert reasons(*acts, rules={"retention": "all"}) == [
        "Anna leaves the box: the box must beat everybody to stay, and did not beat Dora.",
        "Csaba is next in line and takes the box.",
    ]


def test_every_finished_game_of_a_chouette_has_a_reason_and_a_money_game_none():
    for retention in ("captain", "profit", "break_even", "win_and_break_even", "all", "majority"):
        for winner in ("box", "team"):
            assert reasons(end(winner), rules={"retention": retention})
    assert state("Anna Bela", end("Anna"), kind="money").games[0].reasons == ()


def test_who_may_advise_follows_the_house_rules():
    def said(**rules):
        table = state(FOUR, do("double", "Csaba"), do("take", "Anna"), rules=rules)
        return render(consult(table.current, table.rules), NAMES)

    assert "everybody" in said()
    assert said(consult="turned_cubes").endswith("advise: Csaba.")
    assert "nobody" in said(consult="never")


def test_a_full_table_is_warned_to_split():
    assert answer("Anna Bela Csaba Dora Eszter", rules={"max_players": 4})["warnings"] == ["too_many"]
