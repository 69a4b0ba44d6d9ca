"""What matches and long nard move: a match its stake, when it is won; a draw nothing; and what is told of them."""

import datetime

import pytest

from club import outbox
from club.models import Mail
from games import checks, standings
from games import services as games
from games.models import Game, Season
from games.rules.refusals.of_two import MatchOver
from games.selectors import load_table
from games.store import TableNow
from ledger.models import Entry
from tests.cast import Cast
from tests.games.test_standings import rows

FIRST = {"do": "end", "winner": "Anna", "result": "gammon"}
LAST = {"do": "end", "winner": "Anna", "result": "single"}
OTHER = {"do": "end", "winner": "Béla", "result": "single"}
DRAW = [{"do": "end", "winner": "Anna", "borne_off": {"Béla": 13}}, {"do": "last_roll", "by": "Béla", "borne_off": 15}]


@pytest.fixture
def match(cast: Cast) -> TableNow:
    return cast.table("Anna", "Béla", kind="match", rules={"preset": "match", "target": 3}, unit_minor=500)


@pytest.fixture
def nard(cast: Cast) -> TableNow:
    return cast.table("Anna", "Béla", kind="long_nard", rules={"preset": "long_nard", "last_roll": True})


@pytest.fixture
def season(cast: Cast) -> Season:
    day = datetime.timedelta(days=1)
    return Season.objects.create(club=cast.club, name="now", starts=cast.night.date - day, ends=cast.night.date + day)


def entries() -> list[tuple[str, int]]:
    return [
        (entry.kind, sum(one.amount_minor for one in entry.transfers.all())) for entry in Entry.objects.order_by("seq")
    ]


def is_consistent() -> bool:
    return list(checks.differences()) == []


# ---- the books --------------------------------------------------------------------------------------
def test_a_match_posts_its_stake_once_when_it_is_won(cast: Cast, match: TableNow) -> None:
    now = cast.act(match, FIRST, OTHER)
    assert entries() == []
    cast.act(now, LAST)
    assert entries() == [("game", 500)]
    assert is_consistent()


def test_taking_back_the_game_that_won_a_match_reverses_its_stake(cast: Cast, match: TableNow) -> None:
    now = cast.act(match, FIRST, LAST)
    cast.act(now, {"do": "undo"})
    assert entries() == [("game", 500), ("reversal", 500)]
    assert is_consistent()


def test_a_correction_of_an_earlier_game_changes_the_score_and_so_who_wins(cast: Cast, match: TableNow) -> None:
    now = cast.act(match, FIRST, OTHER)
    single = {"do": "end", "winner": "Béla", "result": "gammon"}
    games.correct_game(table_id=now.table.id, actor=cast.actor(), game=1, actions=[single], reason="names swapped")
    now = load_table(club_id=cast.club.id, table_id=now.table.id)
    assert now.state.match_winner == 2
    assert {now.name_of(seat): minor for seat, minor in now.won_minor.items()} == {"Anna": -500, "Béla": 500}
    assert entries() == [("game", 500)]
    assert is_consistent()


def test_a_match_that_is_won_is_corrected_by_undo_alone(cast: Cast, match: TableNow) -> None:
    now = cast.act(match, FIRST, LAST)
    with pytest.raises(MatchOver):
        games.correct_game(table_id=now.table.id, actor=cast.actor(), game=1, actions=[OTHER], reason="names swapped")
    assert entries() == [("game", 500)]


def test_a_draw_posts_nothing_and_is_kept_as_a_draw(cast: Cast, nard: TableNow) -> None:
    cast.act(nard, *DRAW)
    game = Game.objects.get()
    assert (game.winner, game.result, game.state) == ("", "draw", Game.State.FINISHED)
    assert sorted(game.scores.values_list("points_q", "money_minor")) == [(0, 0), (0, 0)]
    assert entries() == []
    assert is_consistent()


def test_a_last_roll_that_is_taken_back_and_told_otherwise_is_posted_then(cast: Cast, nard: TableNow) -> None:
    now = cast.act(nard, *DRAW)
    cast.act(now, {"do": "undo"}, {"do": "last_roll", "by": "Béla", "borne_off": 14})
    assert entries() == [("game", 50)]
    assert Game.objects.get().result == "oin"
    assert is_consistent()


def test_points_can_be_adjusted_beside_long_nard(cast: Cast, nard: TableNow) -> None:
    adjust = {"do": "adjust", "points": {"Anna": 2, "Béla": -2}, "reason": "agreed"}
    cast.act(nard, {"do": "end", "winner": "Béla", "result": "mars"}, adjust)
    assert entries() == [("game", 100), ("adjustment", 100)]
    assert is_consistent()


# ---- standings --------------------------------------------------------------------------------------
def test_a_match_counts_as_one_game_when_it_is_won(cast: Cast, match: TableNow, season: Season) -> None:
    now = cast.act(match, FIRST, OTHER)
    outbox.relay()
    assert rows(season) == [("Anna", "EUR", 0, 0, 0, 1, 0, 0), ("Béla", "EUR", 0, 0, 0, 1, 0, 0)]
    cast.act(now, LAST)
    outbox.relay()
    told = rows(season)
    assert told == [("Anna", "EUR", 1, 1, 0, 1, 4, 500), ("Béla", "EUR", 1, 0, 0, 1, -4, -500)]
    standings.rebuild(season)
    assert rows(season) == told


def test_a_draw_counts_as_a_game_that_nobody_won(cast: Cast, nard: TableNow, season: Season) -> None:
    cast.act(nard, *DRAW, {"do": "end", "winner": "Béla", "result": "mars"})
    outbox.relay()
    told = rows(season)
    assert told == [("Anna", "EUR", 2, 0, 0, 1, -8, -100), ("Béla", "EUR", 2, 1, 0, 1, 8, 100)]
    standings.rebuild(season)
    assert rows(season) == told


# ---- mails ------------------------------------------------------------------------------------------
@pytest.fixture
def mailed(cast: Cast) -> object:
    """Béla is mailed each game; `mailed()`: what he was told, the newest last."""
    bela = cast.members["Béla"]
    bela.mail_each_game = True
    bela.save()

    def told() -> list[Mail]:
        outbox.relay()
        return list(Mail.objects.filter(key__startswith="game:").order_by("id"))

    return told


def test_a_mail_tells_how_a_match_stands_and_who_has_won_it(cast: Cast, match: TableNow, mailed) -> None:
    now = cast.act(match, FIRST)
    (first,) = mailed()
    assert "Anna wins a gammon: 2 – 0" in plain(first.text)
    assert "0.00 EUR" not in plain(first.text)
    assert "Anna wins a gammon: 2 – 0" in plain(first.subject)
    cast.act(now, LAST)
    _first, last = mailed()
    assert "Anna wins a single and with it the match, 3 – 0" in plain(last.text)
    assert "−5.00 EUR" in plain(last.text)


def test_a_mail_tells_oin_mars_and_a_draw(cast: Cast, nard: TableNow, mailed) -> None:
    cast.act(nard, *DRAW, {"do": "end", "winner": "Béla", "result": "mars"})
    draw, mars = mailed()
    assert "A draw" in draw.text
    assert "Béla wins a mars" in mars.text
    assert "Béla: +2 points" in mars.text


def plain(text: str) -> str:
    return text.replace("\u00a0", " ")
