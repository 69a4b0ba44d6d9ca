"""Positions drawn as text and as SVG, and said in words."""

import xml.etree.ElementTree as ET

import pytest

from games.board.describing import described
from games.board.diagram import diagram
from games.board.frame import HEIGHT, WIDTH, Frame, View
from games.board.position import BAR, Game, opening
from games.board.svg import svg
from games.board.wording import render
from tests.games.board.boards import nard, of

SVG = "{http://www.w3.org/2000/svg}"
CROWDED = of("bar 23 13(6) 6(5) off(2)", "bar(2) 13(5) 6(7) 1")

OPENING = """\
+13-14-15-16-17-18--+-----+19-20-21-22-23-24--+
|  X           O    |     |  O              X |  O off 0, pips 167
|  X           O    |     |  O              X |
|  X           O    |     |  O                |
|  X                |     |  O                |
|  X                |     |  O                |
|                   | BAR |                   |
|  O                |     |  X                |
|  O                |     |  X                |
|  O           X    |     |  X                |
|  O           X    |     |  X              O |
|  O           X    |     |  X              O |  X off 0, pips 167
+12-11-10--9--8--7--+-----+-6--5--4--3--2--1--+
"""


def test_the_opening_is_drawn_with_the_mover_at_the_bottom():
    assert diagram(opening(Game.BACKGAMMON)) == OPENING


def test_a_high_pile_shows_its_number_and_the_bar_its_checkers():
    lines = diagram(CROWDED).splitlines()
    assert lines[5].startswith("|  6")
    assert [line[23] for line in lines[1:3]] == ["O", "O"]
    assert lines[11][23] == "X"
    assert lines[11].endswith("X off 2, pips 156")


def drawn(position, **options):
    return ET.fromstring(svg(position, render(described(position)), **options))  # our own text


def circles(element, kind):
    return [one for one in element.iter(f"{SVG}circle") if one.get("class") == kind]


@pytest.mark.parametrize("position", [opening(Game.BACKGAMMON), opening(Game.LONG_NARD), CROWDED])
def test_every_checker_up_to_five_a_pile_is_drawn_inside_the_frame(position):
    image = drawn(position)
    piles = [*position.points, *position.bar, *position.off]
    checkers = circles(image, "checker white") + circles(image, "checker black")
    assert len(checkers) == sum(min(abs(count), 5) for count in piles)
    assert all(0 < float(one.get("cx")) < WIDTH and 0 < float(one.get("cy")) < HEIGHT for one in checkers)
    places = [(one.get("cx"), one.get("cy")) for one in checkers]
    assert len(set(places)) == len(places)


def test_the_sides_are_told_apart_by_more_than_colour():
    image = drawn(CROWDED)
    numbered = 1
    assert len(circles(image, "ring")) == len(circles(image, "checker black")) - numbered


def test_a_pile_above_five_has_its_number():
    counts = [one.text for one in drawn(CROWDED).iter(f"{SVG}text") if one.get("class").startswith("count")]
    assert sorted(counts) == ["6", "7"]


def test_places_of_the_next_step_are_lit_by_a_mark_and_a_class():
    image = drawn(CROWDED, lit={20, 23}, chosen=25)
    lit = {one.get("data-place") for one in image.iter(f"{SVG}g") if "lit" in (one.get("class") or "").split()}
    assert lit == {"20", "23"}
    assert len(circles(image, "mark")) == 3
    places = [one.get("data-place") for one in image.iter(f"{SVG}g") if one.get("data-place")]
    assert sorted(map(int, places)) == list(range(26))


def test_a_side_keeps_its_colour_when_the_turn_passes():
    turns = [drawn(position) for position in (CROWDED, CROWDED.passed())]
    places = [{(one.get("cx"), one.get("cy")) for one in circles(image, "checker white")} for image in turns]
    assert len(places[0]) == len(places[1])
    from_above = drawn(CROWDED.passed(), view=View(mover_above=True))
    assert {(one.get("cx"), one.get("cy")) for one in circles(from_above, "checker white")} == places[0]


@pytest.mark.parametrize("game", list(Game))
def test_both_sides_see_one_board_each_with_its_own_numbers(game):
    mine, theirs = Frame(game), Frame(game, View().from_across)
    head = (theirs.centre(24), theirs.is_above(24))
    assert head == ((mine.centre(12), False) if game is Game.LONG_NARD else (mine.centre(1), False))
    assert theirs.is_above(BAR)
    places = {(frame.centre(place), frame.is_above(place)) for frame in (mine, theirs) for place in range(1, 25)}
    assert len(places) == 24


@pytest.mark.parametrize(("game", "mine", "theirs"), [(Game.BACKGAMMON, 8, 17), (Game.LONG_NARD, 8, 20)])
def test_points_carry_the_numbers_of_the_other_side_where_the_view_says_so(game, mine, theirs):
    for view, number in ((View(), mine), (View(numbered_by_other=True), theirs)):
        image = drawn(opening(game), view=view)
        (place,) = (one for one in image.iter(f"{SVG}g") if one.get("data-place") == str(mine))
        assert place.find(f"{SVG}text").text == str(number)


def test_the_home_may_lie_to_the_left():
    left, right = Frame(Game.BACKGAMMON, View(home_left=True)), Frame(Game.BACKGAMMON)
    assert all(left.centre(place) == WIDTH - right.centre(place) for place in range(26))
    assert left.centre(0) < left.centre(1) < left.centre(6) < left.left_of_bar


def test_places_that_can_be_pressed_are_links_and_the_drawing_is_left_to_those_who_see_it():
    image = drawn(CROWDED, links={25: "?from=25&steps="})
    (link,) = image.iter(f"{SVG}a")
    assert (link.get("href"), link.get("tabindex")) == ("?from=25&steps=", "-1")
    assert image.get("aria-hidden") == "true"


def test_the_last_play_is_shown_by_an_arrow_for_each_move():
    image = drawn(opening(Game.BACKGAMMON).passed(), ways=[(8, 5), (6, 5)])
    assert len([one for one in image.iter(f"{SVG}path") if one.get("class") == "way"]) == 2


def test_the_drawing_needs_neither_style_nor_script():
    text = svg(CROWDED, '<script>"&')
    assert "style" not in text
    assert "<script" not in text
    assert ET.fromstring(text).find(f"{SVG}title").text == '<script>"&'


def test_a_position_is_said_in_words():
    assert render(described(CROWDED)) == (
        "White to move: bar(1) 23(1) 13(6) 6(5) off(2), 156 pips. Black: bar(2) 13(5) 6(7) 1(1), 158 pips."
    )
    assert render(described(nard("24(15)", "24(15)"), ("Anna", "Béla"))).startswith("Anna to move: 24(15), 360 pips.")
