"""Everything works as plain forms: a whole game, a refusal, a house rule passed over, two phones at once."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from club import services as people
from games.models import Game, Table
from games.rules.actions import parse
from games.selectors import load_table
from games.table_page import words
from tests.cast import Cast
from tests.pages.reading import Page, visit

Who = Callable[[str], Client]


@pytest.fixture
def table(cast: Cast) -> Table:
    return cast.table("Anna", "Béla", "Csaba", "Dóra").table


@pytest.fixture
def address(cast: Cast, table: Table) -> str:
    return reverse("table", args=[cast.club.slug, table.id])


def totals(cast: Cast, table: Table) -> dict[str, int]:
    now = load_table(club_id=cast.club.id, table_id=table.id)
    return {now.name_of(seat): points_q // 4 for seat, points_q in now.state.totals_q.items()}


def version(table: Table) -> int:
    return Table.objects.get(pk=table.pk).version


def end(page: Page, number: int) -> Page:
    """Choose the result with that number in the sheet (1-3 the box, 4-6 the team) and record it."""
    form = next(form for form in page.forms if any("Record" in label for label in form.buttons))
    label = next(iter(form.buttons))
    result = {1: "single", 2: "gammon", 3: "backgammon"}[(number - 1) % 3 + 1]
    winner = "box" if number < 4 else "team"
    return page.press(label, action=f'{{"do": "end", "winner": "{winner}", "result": "{result}"}}')


def test_a_whole_game_is_played_by_plain_forms(cast: Cast, table: Table, address: str, sign_in: Who) -> None:
    page = visit(sign_in("Csaba"), address)
    page = page.press("Start game 1")
    page = page.press("Box doubles all 3 to 2")
    page = page.press("Take plays for 2")
    page = page.press("Drop pays 1")
    page = page.press("Beaver asks 4")
    assert "Waiting for Anna to answer Dóra" in page.text
    page = page.press("Accept plays for 4")
    page = end(page, 5)
    assert "The team wins a gammon" in page.text
    assert totals(cast, table) == {"Anna": -4 - 8 + 1, "Béla": 4, "Csaba": -1, "Dóra": 8}
    assert "Béla is the next box" in page.text
    page = page.press("Start game 2")
    assert "game 2" in page.text


def test_the_last_act_is_taken_back_across_the_start_of_the_next_game(
    cast: Cast, table: Table, address: str, sign_in: Who
) -> None:
    page = end(visit(sign_in("Csaba"), address).press("Start game 1"), 1)
    page = page.press("Start game 2")
    page = page.press("Undo A game starts")
    page = page.press("Undo The box wins a single")
    assert "game 1" in page.text
    assert Game.objects.get(table=table).state == Game.State.WITHDRAWN


def test_what_the_rules_refuse_is_said_and_nothing_is_recorded(
    cast: Cast, table: Table, address: str, sign_in: Who
) -> None:
    client = sign_in("Csaba")
    page = visit(client, address).press("Start game 1").press("Doubles to 2")
    before = version(table)
    again = page.press("Take plays for 2", action='{"do": "double", "by": "Béla"}')
    assert again.status == 409
    assert "already waits for an answer" in again.text
    assert "Nothing was recorded." in again.text
    assert 'role="alert"' in again.html
    assert version(table) == before


@pytest.mark.parametrize("action", ["", "[]", '{"do": 3}', '{"do": "dance"}', '{"do": "take", "by": "Nobody"}'])
def test_what_is_no_act_is_refused_with_a_sentence(
    action: str, cast: Cast, table: Table, address: str, sign_in: Who
) -> None:
    page = visit(sign_in("Csaba"), address).press("Start game 1", action=action)
    assert page.status in (409, 422)
    assert "Nothing was recorded." in page.text
    assert version(table) == 0


def test_who_was_first_is_told_and_the_second_act_is_not_recorded(
    cast: Cast, table: Table, address: str, sign_in: Who
) -> None:
    slow = visit(sign_in("Csaba"), address)
    visit(sign_in("Anna"), address).press("Start game 1")
    page = slow.press("Start game 1")
    assert page.status == 412
    assert "Anna was first." in page.text
    assert "Yours was not recorded: A game starts." in page.text
    assert version(table) == 1


def test_a_button_pressed_twice_is_one_act(cast: Cast, table: Table, address: str, sign_in: Who) -> None:
    page = visit(sign_in("Csaba"), address)
    page.press("Start game 1")
    assert page.press("Start game 1").status == 200
    assert version(table) == 1


def test_two_answers_at_the_same_moment_both_stand(cast: Cast, table: Table, address: str, sign_in: Who) -> None:
    visit(sign_in("Csaba"), address).press("Start game 1").press("Box doubles all 3 to 2")
    bela, csaba = visit(sign_in("Béla"), address), visit(sign_in("Csaba"), address)
    bela.press("Take plays for 2")
    page = csaba.press("Take plays for 2", action='{"do": "take", "by": "Csaba", "value": 2}')
    assert page.status == 200
    assert "Waiting for Dóra." in page.text


def test_cubes_that_are_chosen_are_the_ones_doubled(cast: Cast, table: Table, address: str, sign_in: Who) -> None:
    page = visit(sign_in("Csaba"), address).press("Start game 1")
    page = page.press("Box doubles all 3 to 2", seat=["Béla", "Dóra"])
    assert "Waiting for Béla and Dóra." in page.text


def test_a_house_rule_passed_over_is_recorded_only_with_a_reason(cast: Cast, sign_in: Who) -> None:
    table = cast.table("Anna", "Béla", "Csaba", rules={"preset": "amsterdam"}).table
    page = visit(sign_in("Csaba"), reverse("table", args=[cast.club.slug, table.id]))
    page = page.press("Start game 1").press("All 2 double to 2")
    page = page.press("Take plays for 2")
    before = version(table)
    asked = page.press("Drop pays 1")
    assert asked.status == 409
    assert "the same answer" in asked.text
    assert version(table) == before
    page = asked.press("Record it anyway", reason_words="we agreed on it")
    assert page.status == 200
    assert version(table) == before + 1
    assert table.actions.order_by("seq").last().text == "we agreed on it"


def test_the_sheet_takes_back_to_any_line(cast: Cast, table: Table, address: str, sign_in: Who) -> None:
    client = sign_in("Csaba")
    visit(client, address).press("Start game 1").press("Box doubles all 3 to 2").press("All take 6 in all")
    sheet = visit(client, address + "sheet/")
    line = next(form for form in sheet.forms if any('"to": 2' in value for _name, value in form.fields))
    client.post(line.action, dict(line.fields))
    now = load_table(club_id=cast.club.id, table_id=table.id)
    assert now.version == 4
    assert not now.state.current.is_waiting
    assert all(cube.value == 1 for cube in now.state.current.cubes.values())


def test_sheets_are_parts_of_the_page_reached_by_links(cast: Cast, table: Table, address: str, sign_in: Who) -> None:
    page = visit(sign_in("Anna"), address + "?sheet=sit_out")
    assert '<dialog id="sheet-sit_out"' in page.html
    assert 'id="sheet-sit_out" aria-label="Someone sits out" open' in page.html


def test_someone_joins_leaves_and_sits_out_by_the_sheets(cast: Cast, table: Table, address: str, sign_in: Who) -> None:
    client = sign_in("Anna")
    visit(client, reverse("night", args=[cast.club.slug, cast.night.id])).press(
        "Is here", member=str(cast.members["Eszter"].id)
    )
    page = visit(client, address).press("Seat from the next game", member=str(cast.members["Eszter"].id))
    page = page.press("Sits out from the next game", player="Csaba")
    page = page.press("Goes home", player="Dóra")
    seating = load_table(club_id=cast.club.id, table_id=table.id).state.seating
    names = load_table(club_id=cast.club.id, table_id=table.id).names
    assert [names[seat] for seat in seating.line] == ["Béla", "Eszter"]


def test_an_organiser_moves_the_seats_and_corrects_points(cast: Cast, table: Table, address: str, sign_in: Who) -> None:
    client = sign_in("Anna")
    page = visit(client, address).press("Sit like this", order_no=["2", "1", "3", "4"], reason="wrong order")
    assert page.status == 200
    page = page.press("Record the correction", share_points=["+1,5", "−1.5", "", ""], reason="counted wrong")
    now = load_table(club_id=cast.club.id, table_id=table.id)
    assert now.name_of(now.state.seating.box) == "Béla"
    assert {now.name_of(seat): points for seat, points in now.state.totals_q.items() if points} == {
        "Anna": 6,
        "Béla": -6,
    }


def test_an_organiser_corrects_the_result_of_an_earlier_game(
    cast: Cast, table: Table, address: str, sign_in: Who
) -> None:
    page = end(visit(sign_in("Anna"), address).press("Start game 1"), 1)
    page = end(page.press("Start game 2"), 1)
    assert totals(cast, table)["Anna"] == 6
    page = page.press("Correct it", game="1", result="team:single", reason="misread board")
    assert page.status == 200
    assert totals(cast, table) == {"Anna": -3 - 1, "Béla": 1 + 3, "Csaba": 0, "Dóra": 0}


def test_a_deal_is_settled_and_the_captains_game_declared(cast: Cast, table: Table, address: str, sign_in: Who) -> None:
    page = visit(sign_in("Csaba"), address).press("Start game 1")
    page = page.press("Settle this cube", player="Béla", points="2")
    page = end(page, 4)
    assert "Who won the captain’s game?" in page.text
    page = page.press("Anna won")
    assert "Anna stays the box." in page.text


def test_a_member_who_does_not_sit_there_follows_but_has_no_buttons(
    cast: Cast, table: Table, address: str, sign_in: Who
) -> None:
    page = visit(sign_in("Feri"), address)
    assert page.status == 200
    assert "Start game 1" not in page.labels
    refused = sign_in("Feri").post(
        address + "act/", {"action": '{"do": "start"}', "command_id": "9d3c5f0a-7a62-4f8e-9e2c-0d8d1f2b3c4d"}
    )
    assert refused.status_code == 403
    assert version(table) == 0


def test_an_own_phone_shows_its_owners_answers_only(cast: Cast, table: Table, address: str, sign_in: Who) -> None:
    visit(sign_in("Csaba"), address).press("Start game 1").press("Box doubles all 3 to 2")
    client = sign_in("Dóra")
    page = visit(client, address)
    assert page.html.count('data-by="member"') == 3
    page = page.press("Use it like this", role="own")
    assert page.html.count('data-by="member"') == 1
    assert "Anna asks you: 2." in page.text
    assert "All take 6 in all" not in page.labels
    assert page.press("Take plays for 2").status == 200


def test_a_money_game_speaks_of_two_people(cast: Cast, sign_in: Who) -> None:
    table = cast.table("Anna", "Béla", kind="money", rules={"preset": "money"}).table
    page = visit(sign_in("Anna"), reverse("table", args=[cast.club.slug, table.id]))
    page = page.press("Start game 1").press("Béla doubles to 2").press("Take plays for 2")
    form = next(form for form in page.forms if any("Record" in label for label in form.buttons))
    page = page.press(next(iter(form.buttons)), action='{"do": "end", "winner": "Béla", "result": "gammon"}')
    assert "Béla wins a gammon" in page.text
    assert [words for words in page.text.split(". ") if "captain" in words.lower()] == []
    assert totals(cast, table) == {"Anna": -4, "Béla": 4}


def test_one_cube_for_the_team_is_turned_by_all_and_answered_by_the_box(cast: Cast, sign_in: Who) -> None:
    table = cast.table("Anna", "Béla", "Csaba", rules={"preset": "single"}).table
    page = visit(sign_in("Anna"), reverse("table", args=[cast.club.slug, table.id]))
    page = page.press("Start game 1").press("The team doubles to 2").press("Take plays for 2")
    assert page.status == 200
    page = end(page, 4)
    assert totals(cast, table) == {"Anna": -4, "Béla": 2, "Csaba": 2}


def test_htmx_gets_one_fragment_and_a_refusal_is_one_too(cast: Cast, table: Table, address: str, sign_in: Who) -> None:
    client = sign_in("Csaba")
    good = client.post(
        address + "act/",
        {"action": '{"do": "start"}', "command_id": "0b3e1f5c-2a51-4d5c-8b52-9c9d5a1b2c3d"},
        headers={"HX-Request": "true"},
    )
    bad = client.post(
        address + "act/",
        {"action": '{"do": "start"}', "command_id": "1b3e1f5c-2a51-4d5c-8b52-9c9d5a1b2c3d"},
        headers={"HX-Request": "true"},
    )
    for response, status in ((good, 200), (bad, 409)):
        assert response.status_code == status
        assert response.content.decode().strip().startswith('<div id="table"')
        assert response["X-Table"] == "1"
    assert 'role="alert"' in bad.content.decode()


def test_after_many_acts_taken_back_the_last_that_stands_can_still_be_undone(
    cast: Cast, table: Table, address: str, sign_in: Who
) -> None:
    now = load_table(club_id=cast.club.id, table_id=table.id)
    now = cast.act(now, {"do": "start"})
    now = cast.act(now, *({"do": "note", "text": "x"} for _line in range(45)))
    cast.act(now, {"do": "undo", "to": 2})
    page = visit(sign_in("Csaba"), address)
    assert "Undo A game starts" in page.labels


def test_where_everybody_answers_for_himself_a_player_sees_his_own_answers_only(
    cast: Cast, table: Table, address: str, sign_in: Who
) -> None:
    cast.club.own_answers_only = True
    cast.club.save()
    page = visit(sign_in("Dóra"), address).press("Start game 1").press("Box doubles all 3 to 2")
    assert page.html.count('data-by="member"') == 1
    assert page.press("Drop pays 1").status == 200
    assert visit(sign_in("Csaba"), address).html.count('data-by="member"') == 2


def test_a_side_resigns_at_a_level_the_others_accepted(cast: Cast, table: Table, address: str, sign_in: Who) -> None:
    page = visit(sign_in("Csaba"), address).press("Start game 1")
    page = page.press("Record: the others agreed", by="Anna", result="single")
    assert "The team wins a single" in page.text
    assert totals(cast, table) == {"Anna": -3, "Béla": 1, "Csaba": 1, "Dóra": 1}


def test_the_winning_captain_passes_the_box_on(cast: Cast, table: Table, address: str, sign_in: Who) -> None:
    page = end(visit(sign_in("Csaba"), address).press("Start game 1"), 4)
    page = page.press("Béla passes the box on the next captain takes it")
    now = load_table(club_id=cast.club.id, table_id=table.id)
    assert now.name_of(now.state.seating.box) == "Csaba"


def test_the_box_takes_a_partner_where_enough_play(cast: Cast, sign_in: Who) -> None:
    table = cast.table(*cast.members).table
    page = visit(sign_in("Csaba"), reverse("table", args=[cast.club.slug, table.id]))
    page = page.press("From the next game", player="Feri").press("Start game 1")
    assert "with partner Feri" in page.text
    page = end(page, 4)
    assert "shares the box" in page.text
    assert totals(cast, table)["Feri"] == -2


def test_a_dropper_plays_an_extra_against_the_only_taker(cast: Cast, sign_in: Who) -> None:
    table = cast.table("Anna", "Béla", "Csaba", rules={"preset": "individual", "extras": "optional"}).table
    page = visit(sign_in("Csaba"), reverse("table", args=[cast.club.slug, table.id]))
    page = page.press("Start game 1").press("Box doubles all 2 to 2")
    page = page.press("Take plays for 2").press("Drop pays 1").press("Plays an extra against Béla")
    assert page.status == 200
    end(page, 1)
    assert totals(cast, table) == {"Anna": 2 + 1, "Béla": -2 + 1 - 2, "Csaba": -1 - 1 + 2}


def test_an_automatic_double_turns_every_centred_cube(cast: Cast, table: Table, address: str, sign_in: Who) -> None:
    page = visit(sign_in("Csaba"), address).press("Start game 1").press("Automatic equal dice, all double")
    assert "On the table: 6 on 3 cubes." in page.text


def test_a_note_is_kept_on_the_sheet(cast: Cast, table: Table, address: str, sign_in: Who) -> None:
    client = sign_in("Csaba")
    visit(client, address).press("Write it down", text="the clock was wrong")
    assert "Note: the clock was wrong" in visit(client, address + "sheet/").text


def test_a_chouette_of_two_says_who_won_by_name_and_never_the_team(cast: Cast, sign_in: Who) -> None:
    table = cast.table("Anna", "Béla").table
    client = sign_in("Anna")
    page = visit(client, reverse("table", args=[cast.club.slug, table.id])).press("Start game 1")
    page = page.press("Anna doubles to 2").press("Drop pays 1")
    assert "Anna has won" in page.text
    assert "Béla dropped at 1" in page.text
    page = end(page.press("Start game 2"), 4)
    assert "Béla wins a single" in page.text
    sheet = visit(client, reverse("sheet", args=[cast.club.slug, table.id]))
    assert [words for words in (page.text + sheet.text).split(". ") if "team w" in words or "box w" in words] == []


def test_an_organiser_corrects_a_game_of_two_by_the_winners_name(cast: Cast, sign_in: Who) -> None:
    table = cast.table("Anna", "Béla", kind="money", rules={"preset": "money"}).table
    page = visit(sign_in("Anna"), reverse("table", args=[cast.club.slug, table.id])).press("Start game 1")
    form = next(form for form in page.forms if any("Record" in label for label in form.buttons))
    page = page.press(next(iter(form.buttons)), action='{"do": "end", "winner": "Béla", "result": "single"}')
    assert "Anna wins a gammon" in page.text
    page = page.press("Correct it", game="1", result="1:single", reason="misread board")
    assert totals(cast, table) == {"Anna": 1, "Béla": -1}


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ({"do": "take", "by": "Béla"}, "Béla takes"),
        ({"do": "take", "by": ["Béla", "Csaba"], "value": 2}, "Béla and Csaba take 2"),
        ({"do": "drop", "by": "Anna", "to": "Béla"}, "Anna drops to Béla"),
        ({"do": "drop", "by": "Anna", "to": "Béla", "value": 2}, "Anna drops 2 to Béla"),
    ],
)
def test_an_answer_is_a_whole_sentence_with_and_without_its_value(document: dict[str, object], told: str) -> None:
    names = ["", "Anna", "Béla", "Csaba"]
    assert words.told(parse(document, names.index), names.__getitem__) == told


def test_two_of_one_name_both_sit_down_from_the_page(cast: Cast, table: Table, address: str, sign_in: Who) -> None:
    client = sign_in("Anna")
    cast.members["Feri"].name = "Eszter"
    cast.members["Feri"].save()
    for name in ("Eszter", "Feri"):
        people.attend(night=cast.night, member=cast.members[name], actor=cast.actor())
        page = visit(client, address).press("Seat from the next game", member=str(cast.members[name].id))
        assert page.status == 200
    now = load_table(club_id=cast.club.id, table_id=table.id)
    assert [now.names[seat] for seat in now.state.seating.queue[-2:]] == ["Eszter", "Eszter 2"]
    assert now.seat_of_member(cast.members["Feri"].id) == 6


@pytest.mark.parametrize("member", ["nobody", "00000000-0000-0000-0000-000000000000"])
def test_who_is_no_member_does_not_sit_down(member: str, table: Table, address: str, cast: Cast, sign_in: Who) -> None:
    sent = {"action": '{"do": "join"}', "member": member, "command_id": "0b3e1f5c-2a51-4d5c-8b52-9c9d5a1b2c3e"}
    assert sign_in("Anna").post(address + "act/", sent).status_code == 404
    assert version(table) == 0
