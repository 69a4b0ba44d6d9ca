"""Real reports of users of such products, reduced: played through the services, with the right values.

T2 is in `tests/ledger/rules/test_rounding`; T5 in `test_night`, on the pages in `tests/pages/test_settling`; T7, T8 and
T15 in `test_corrections`, T8 as it is told in `test_corrected_nights`; T9, T10 and T13 in `tests/concurrency`; T11 in
`test_letters`, `test_standings` and `tests/ledger/test_monthly`; T12 in `tests/club/test_formats`, in money fields in
`tests/pages/test_treasury` and `tests/ledger/test_openings`; T14 and T17 in `tests/api`.
"""

from ledger.models import Account, Payment
from ledger.rules.settle_up import payments
from tests.cast import NAMES, Cast

BOX = {"do": "end", "winner": "box", "result": "single"}
TEAM = {"do": "end", "winner": "team", "result": "single"}


def points(now: object, game: int = -1) -> dict[str, float]:
    return {now.names[seat]: q / 4 for seat, q in now.state.games[game].points_q.items()}


def seating(now: object) -> tuple[str, ...]:
    seats = now.state.seating
    return tuple(now.names[seat] for seat in (seats.box, *seats.line))


def test_t1_the_odd_point_of_a_pair_is_the_boxs_won_or_lost(cast: Cast) -> None:
    rules = {"partner_min": 3, "retention": "all"}
    now = cast.table("Anna", "Béla", "Csaba", "Dóra", "Eszter", rules=rules, partner=cast.members["Feri"].id)
    one_wins = cast.act(
        now,
        {"do": "double", "by": ["Béla", "Csaba", "Dóra"]},
        {"do": "drop", "by": "Anna", "to": ["Béla", "Csaba"]},
        {"do": "take", "by": "Anna", "to": "Dóra"},
        {"do": "double", "by": "Anna", "to": "Eszter"},
        {"do": "drop", "by": "Eszter"},
        BOX,
    )
    assert (points(one_wins)["Anna"], points(one_wins)["Feri"]) == (1, 0)
    five = cast.table("Anna", "Béla", "Csaba", "Dóra", "Eszter", rules=rules, partner=cast.members["Feri"].id)
    five = cast.act(five, {"do": "double", "by": "Béla"}, {"do": "take", "by": "Anna", "to": "Béla"}, TEAM)
    assert (points(five)["Anna"], points(five)["Feri"]) == (-3, -2)
    four = cast.act(
        cast.table("Anna", "Béla", "Csaba", "Dóra", "Eszter", rules=rules, partner=cast.members["Feri"].id), BOX
    )
    assert (points(four)["Anna"], points(four)["Feri"]) == (2, 2)


def test_t3_every_member_settles_his_own_cube(cast: Cast) -> None:
    doings = (
        {"do": "double", "by": "Anna", "to": ["Béla", "Csaba", "Dóra"]},
        {"do": "take", "by": "Béla"},
        {"do": "drop", "by": "Csaba"},
        {"do": "beaver", "by": "Dóra"},
        {"do": "accept", "by": "Anna", "to": "Dóra"},
        {"do": "end", "winner": "box", "result": "gammon"},
    )
    now = cast.act(cast.table(*NAMES[:5]), *doings)
    assert points(now) == {"Anna": 14, "Béla": -4, "Csaba": -1, "Dóra": -8, "Eszter": -1}
    now = cast.act(cast.table(*NAMES[:5], rules={"jacoby": "none"}), *doings)
    assert points(now) == {"Anna": 15, "Béla": -4, "Csaba": -1, "Dóra": -8, "Eszter": -2}


def test_t4_five_nets_need_three_payments() -> None:
    made = payments({"a": -8, "b": -7, "c": 7, "d": 6, "e": 2})
    assert len(made) == 3


def test_t6_three_pay_the_box_and_the_captain_beats_it(cast: Cast) -> None:
    now = cast.act(
        cast.table(*NAMES[:5]),
        {"do": "double", "by": "Anna"},
        {"do": "take", "by": "Béla"},
        {"do": "drop", "by": ["Csaba", "Dóra", "Eszter"]},
        TEAM,
    )
    assert points(now) == {"Anna": 1, "Béla": 2, "Csaba": -1, "Dóra": -1, "Eszter": -1}
    assert seating(now) == ("Béla", "Csaba", "Dóra", "Eszter", "Anna")


def test_t16_of_two_the_captain_who_wins_swaps_places_with_the_box(cast: Cast) -> None:
    now = cast.act(cast.table("Anna", "Béla"), TEAM)
    assert seating(now) == ("Béla", "Anna")
    now = cast.act(cast.table("Anna", "Béla", kind="money"), {"do": "end", "winner": "Béla", "result": "single"})
    assert seating(now) == ("Béla", "Anna")


def test_t18_who_sits_out_is_passed_over_each_time_and_nobody_else_is(cast: Cast) -> None:
    now = cast.act(cast.table(*NAMES[:5]), {"do": "sit_out", "player": "Csaba"})
    captains = []
    for _game in range(4):
        now = cast.act(now, BOX)
        captains.append(now.names[now.state.games[-1].captain])
    assert captains == ["Béla", "Dóra", "Eszter", "Béla"]
    now = cast.act(now, {"do": "return", "player": "Csaba"}, BOX)
    assert now.names[now.state.games[-1].captain] == "Csaba"


def test_the_books_say_the_same_as_the_points(cast: Cast) -> None:
    test_t6_three_pay_the_box_and_the_captain_beats_it(cast)
    balances = dict(Account.objects.values_list("member__name", "balance_minor"))
    assert balances == {"Anna": 50, "Béla": 100, "Csaba": -50, "Dóra": -50, "Eszter": -50}
    assert not Payment.objects.exists()
