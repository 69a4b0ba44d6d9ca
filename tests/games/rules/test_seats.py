import pytest

from games.rules.cubes import Side
from games.rules.wording import Seats
from tests.games.rules.sheets import answer, code, do, end, points, refusal, seating, state

THREE = "Anna Bela Csaba"
FOUR = "Anna Bela Csaba Dora"


def join(player, **more):
    return do("join", player=player, **more)


def test_a_newcomer_sits_behind_the_loser_or_just_ahead_of_him():
    acts = (do("start"), join("Eszter"), join("Feri"), end("box"))
    assert seating(THREE, *acts) == "Anna | Csaba Bela Eszter Feri"
    assert seating(THREE, *acts, rules={"join": "before_loser"}) == "Anna | Csaba Eszter Feri Bela"


def test_a_newcomer_between_games_sits_likewise():
    acts = (end("box"), join("Eszter"), join("Feri"))
    assert seating(THREE, *acts) == "Anna | Csaba Bela Eszter Feri"
    assert seating(THREE, *acts, rules={"join": "before_loser"}) == "Anna | Csaba Eszter Feri Bela"


def test_before_the_first_game_a_newcomer_sits_at_the_tail():
    assert seating(THREE, join("Eszter"), rules={"join": "before_loser"}) == "Anna | Bela Csaba Eszter"


def test_a_newcomer_plays_for_his_own_stake():
    acts = (join("Eszter", stake="0.5"), end("box"))
    assert points(THREE, *acts)["Eszter"] == "-0.5"


def test_nobody_sits_down_twice():
    assert code(THREE, join("Bela")) == "already_at_table"


def test_who_was_never_here_cannot_act_and_who_left_is_no_longer_here():
    assert code(THREE, do("sit_out", player="Zoli")) == "unknown_player"
    assert code(THREE, do("leave", player="Csaba"), do("sit_out", player="Csaba")) == "not_at_table"


def test_who_went_home_may_come_back_at_his_new_place():
    acts = (do("leave", player="Bela"), end("box"), join("Bela"), end("box"))
    assert seating(FOUR, *acts) == "Anna | Csaba Bela Dora"


def test_a_box_who_leaves_between_games_hands_the_box_to_the_next_captain():
    assert seating(FOUR, end("box"), do("leave", player="Anna")) == "Csaba | Dora Bela"


def test_a_box_who_sits_out_between_games_goes_to_the_tail():
    acts = (end("box"), do("sit_out", player="Anna"))
    assert seating(FOUR, *acts) == "Csaba | Dora Bela"
    assert seating(FOUR, *acts, do("return", player="Anna")) == "Csaba | Dora Bela Anna"


def test_the_box_cannot_leave_or_sit_out_in_a_game():
    assert code(FOUR, do("start"), do("leave", player="Anna")) == "box_cannot_leave"
    assert code(FOUR, do("start"), do("sit_out", player="Anna")) == "box_cannot_leave"


def test_the_turn_passes_over_one_who_sits_out_and_he_keeps_his_place():
    games = [end("box") for _ in range(4)]
    acts = (do("sit_out", player="Csaba"), *games)
    assert seating(FOUR, *acts) == "Anna | Bela Dora"
    captains = [game["captain"] for game in answer(FOUR, *acts)["games"]]
    assert captains == ["Bela", "Dora", "Bela", "Dora"]
    assert seating(FOUR, *acts, do("return", player="Csaba")) == "Anna | Csaba Bela Dora"


def test_the_first_in_line_who_plays_takes_the_box_over_one_who_sits_out():
    rules = {"retention": "all"}
    acts = (do("sit_out", player="Csaba"), do("double", "Dora"), do("drop", "Anna"), end("box"))
    assert seating(FOUR, *acts, rules=rules) == "Dora | Bela Anna"


def test_one_who_sits_out_in_a_game_plays_it_to_its_end():
    acts = (do("start"), do("sit_out", player="Bela"), end("team"))
    assert points(FOUR, *acts)["Bela"] == "1"
    assert seating(FOUR, *acts) == "Csaba | Dora Anna"


def test_the_last_one_here_cannot_leave():
    acts = (do("leave", player="Bela"), do("leave", player="Csaba"))
    assert code(THREE, *acts, do("leave", player="Anna")) == "last_one_here"
    assert code(THREE, *acts, do("start")) == "not_enough_players"


def test_a_follower_does_as_the_captain_does_and_as_the_box_answers_him():
    left = (do("double", "Anna"), do("take", "Bela Csaba Dora"), do("leave", player="Dora"))
    redoubled = state(FOUR, *left, do("double", "Bela"), do("take", "Anna", "Bela")).current
    assert [redoubled.cubes[seat].value for seat in (2, 3, 4)] == [4, 2, 4]
    assert code(FOUR, *left, do("double", "Dora")) == "follows_captain"


def test_a_follower_drops_with_the_captain():
    acts = (do("start"), do("leave", player="Dora"), do("double", "Anna"), do("drop", "Bela"))
    assert points(FOUR, *acts, do("drop", "Csaba"))["Dora"] == "-1"


def test_a_follower_answers_for_nobody_while_the_captain_is_asked():
    acts = (do("start"), do("leave", player="Dora"), do("double", "Anna"))
    assert code(FOUR, *acts, do("take", "Dora")) == "follows_captain"


def test_a_follower_does_nothing_that_is_not_legal_for_his_cube():
    own = (do("double", "Anna", "Dora"), do("take", "Dora"), do("double", "Dora"), do("take", "Anna"))
    acts = (*own, do("leave", player="Dora"), do("double", "Bela"))
    assert state(FOUR, *acts).current.waiting_for(Side.BOX) == (2,)


def test_a_leaver_without_anybody_to_follow_is_refused():
    assert code("Anna Bela", do("start"), do("leave", player="Bela")) == "nobody_to_follow"


def test_who_goes_home_as_a_proxy_is_asked_about_the_cubes_that_he_leaves_and_not_his_own():
    acts = (do("start"), do("leave", player="Dora", proxy="Csaba"), do("double", "Csaba"), do("drop", "Anna", "Csaba"))
    stopped = refusal(FOUR, *acts, do("leave", player="Csaba"), rules={"leave": "proxy"})
    assert (stopped.refusal.code, stopped.refusal.message.values) == ("proxy_to_leave", {"members": Seats((4,))})


def test_a_forfeit_pays_the_price_where_an_offer_is_pending():
    rules = {"leave": "forfeit"}
    acts = (do("double", "Anna"), do("beaver", "Dora"), do("leave", player="Dora"), do("take", "Bela Csaba"))
    assert points(FOUR, *acts, end("box"), rules=rules)["Dora"] == "-2"


def test_a_forfeit_of_the_last_cube_gives_the_game_to_the_box():
    acts = (do("start"), do("leave", player="Bela"))
    found = answer("Anna Bela", *acts, rules={"leave": "forfeit"})
    assert found["games"][0]["winner"] == "box"
    assert found["next"] == {"box": "Anna", "partner": None, "queue": []}


def test_a_leaver_settles_by_a_deal_where_the_house_says_so():
    rules = {"leave": "deal"}
    assert code(THREE, do("start"), do("leave", player="Csaba"), rules=rules) == "points_to_leave"
    acts = (do("start"), do("leave", player="Csaba", points=-1), end("team"))
    assert points(THREE, *acts, rules=rules)["Csaba"] == "-1"
    assert code(THREE, do("leave", player="Csaba", points=-1), rules=rules) == "no_points_to_leave"


def test_the_winning_captain_may_pass_the_box_on():
    acts = (end("team"), do("decline_box", player="Bela"))
    assert seating(FOUR, *acts) == "Csaba | Dora Bela Anna"
    assert code(FOUR, *acts, rules={"decline_box": "forbidden"}) == "declining_off"
    assert code(FOUR, end("box"), do("decline_box", player="Anna")) == "nothing_to_decline"
    assert code(FOUR, *acts, do("decline_box", player="Bela")) == "nothing_to_decline"


def test_the_partner_becomes_captain_when_the_box_falls():
    rules = {"partner_min": 3}
    assert seating(FOUR, end("team"), partner="Petra", rules=rules) == "Bela+Csaba | Petra Dora Anna"


def test_when_the_captain_lost_too_the_next_in_line_has_the_box_and_the_partner_is_captain():
    acts = (do("double", "Dora"), do("drop", "Anna"), end("box"))
    rules = {"partner_min": 3, "retention": "all"}
    assert seating(FOUR, *acts, partner="Petra", rules=rules) == "Csaba+Dora | Petra Bela Anna"


def test_the_pair_stays_while_the_box_stays():
    assert seating(FOUR, end("box"), partner="Petra", rules={"partner_min": 3}) == "Anna+Petra | Csaba Dora Bela"


def test_below_the_least_number_the_new_box_plays_alone():
    acts = (do("start"), do("leave", player="Dora"), end("team"))
    assert seating(FOUR, *acts, partner="Petra", rules={"partner_min": 5}) == "Bela | Petra Csaba Anna"


def test_a_partnership_is_made_and_ended_between_games():
    rules = {"partner_min": 4}
    made = do("partner", player="Dora")
    assert seating(FOUR, made, rules=rules) == "Anna+Dora | Bela Csaba"
    assert seating(FOUR, made, do("partner"), rules=rules) == "Anna | Bela Csaba Dora"
    assert seating(FOUR, made, do("partner", player="Bela"), rules=rules) == "Anna+Bela | Csaba Dora"
    assert code(FOUR, made) == "too_few_for_partner"
    assert code(FOUR, made, rules={"partner_min": None}) == "no_partners"
    assert code(FOUR, do("partner"), rules=rules) == "no_partner_now"
    assert code(FOUR, do("start"), made, rules=rules) == "game_on"


def test_an_organiser_sets_the_ring_by_hand_with_a_reason():
    ring = ["Dora", "Anna", "Bela", "Csaba"]
    assert seating(FOUR, do("reorder", players=ring, reason="drew lots")) == "Dora | Anna Bela Csaba"
    assert code(FOUR, do("reorder", players=ring, reason=" ")) == "reason_missing"
    assert code(FOUR, do("reorder", players=ring[:3], reason="lots")) == "wrong_ring"
    assert code(FOUR, do("sit_out", player="Dora"), do("reorder", players=ring, reason="lots")) == "box_sits_out"


def test_a_money_game_is_for_two():
    with pytest.raises(AssertionError, match="two_players_only"):
        answer("Anna Bela", join("Csaba"), kind="money")
    assert code("Anna Bela", end("box"), kind="money") == "name_the_winner"


@pytest.mark.parametrize(
    ("retention", "after"),
    [
        ("captain", "Anna | Csaba Dora Bela"),
        ("profit", "Anna | Csaba Dora Bela"),
        ("break_even", "Anna | Csaba Dora Bela"),
        ("win_and_break_even", "Csaba | Dora Bela Anna"),
        ("all", "Csaba | Dora Bela Anna"),
        ("majority", "Anna | Csaba Dora Bela"),
    ],
)
def test_each_retention_rule_decides_for_itself(retention, after):
    """Bela and Csaba drop at 1, Dora doubles at 1 and is dropped: the box is one up, the team won."""
    acts = (do("double", "Anna", "Bela Csaba"), do("drop", "Bela Csaba"), do("double", "Dora"), do("drop", "Anna"))
    assert seating(FOUR, *acts, rules={"retention": retention}) == after


def test_a_partner_who_goes_home_between_games_leaves_the_box_alone():
    rules = {"partner_min": 3}
    assert seating(FOUR, do("leave", player="Petra"), partner="Petra", rules=rules) == "Anna | Bela Csaba Dora"


def test_a_partner_who_sits_out_goes_to_the_tail():
    acts = (do("sit_out", player="Petra"), do("return", player="Petra"))
    assert seating(FOUR, *acts, partner="Petra", rules={"partner_min": 3}) == "Anna | Bela Csaba Dora Petra"


def test_a_partner_who_goes_home_in_a_game_shares_it_and_is_gone():
    acts = (do("start"), do("leave", player="Petra"), end("team"))
    rules = {"partner_min": 3}
    assert points(FOUR, *acts, partner="Petra", rules=rules)["Petra"] == "-1"
    assert seating(FOUR, *acts, partner="Petra", rules=rules) == "Bela | Csaba Dora Anna"


def test_when_only_one_who_sits_out_is_left_he_has_the_box_until_another_plays():
    acts = (do("sit_out", player="Csaba"), do("leave", player="Bela"), do("leave", player="Anna"))
    assert seating(THREE, *acts, join("Dora"), do("return", player="Csaba")) == "Csaba | Dora"
    assert code(THREE, *acts, join("Dora"), do("start")) == "not_enough_players"


def test_a_partner_is_somebody_who_plays_and_one_is_left_to_play_against():
    rules = {"partner_min": 3}
    assert code(THREE, do("sit_out", player="Csaba"), do("partner", player="Csaba"), rules=rules) == "cannot_be_partner"
    assert code("Anna Bela", do("partner", player="Bela"), rules=rules) == "cannot_be_partner"
    assert code(THREE, do("partner", player="Anna"), rules=rules) == "cannot_be_partner"


def test_while_a_game_is_undeclared_the_box_stays_where_he_is():
    open_game = (do("deal", player="Bela", points=1), end("box"))
    assert code(THREE, *open_game, do("leave", player="Anna")) == "undeclared_game"
    declared = do("declare", winner="captain")
    assert seating(THREE, *open_game, do("leave", player="Csaba"), declared) == "Bela | Anna"
    assert seating(THREE, *open_game, join("Dora"), declared) == "Bela | Csaba Anna Dora"


def test_a_captain_who_won_and_went_home_hands_the_box_to_the_next_in_line():
    acts = (do("start"), do("leave", player="Bela"), end("team"))
    assert seating(FOUR, *acts) == "Csaba | Dora Anna"


def test_a_newcomer_may_go_home_again_before_he_has_played():
    assert seating(THREE, do("start"), join("Dora"), do("leave", player="Dora"), end("box")) == "Anna | Csaba Bela"


def test_who_has_gone_home_in_a_game_cannot_go_again():
    acts = (do("start"), do("leave", player="Csaba"))
    assert code(THREE, *acts, do("leave", player="Csaba")) == "has_left"
