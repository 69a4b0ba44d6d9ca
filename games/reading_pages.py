"""What the pages to read show: the score sheet of a table, its house rules, the season."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from club import formats
from club.doors import Viewer, uuid_of
from club.permissions import May
from games import crossings, rule_words, selectors, table_desk
from games.mat_files import has_mat
from games.models import Season, Standing, Table
from games.paper import BOX, CAPTAIN, PARTNER, paper, stake_told
from games.replay_pages import has_replay
from games.rules.settings import Kind
from games.rules.state import Game
from games.rules.wording import Message
from games.splitting_pages import ties_of
from games.store import TableNow
from games.table_page.behind import rules_behind
from games.table_page.words import game_told, sentence

Context = dict[str, Any]


# ---- a table on paper -------------------------------------------------------------------------------
def sheet_page(viewer: Viewer, now: TableNow) -> Context:
    """Return the score sheet: points game by game, and every line with those that stand marked."""
    crossed = list(crossings.crossings_of(now.table))
    at = [viewer.club.slug, now.table.id]
    return {
        "tab": "night",
        "now": now,
        "title": gettext("Score sheet, table {no}").format(no=now.table.no),
        "head": _head(viewer, now),
        "paper": paper(now),
        "places": {"box": BOX, "captain": CAPTAIN, "partner": PARTNER},
        "lines": table_desk.lines_of(viewer, now, crossed),
        "ties": ties_of(viewer, now, crossed),
        "games": [_game_card(now, game, at) for game in now.state.games],
        "behind": rules_behind(now.state, (reason for game in now.state.games for reason in _reasons(now, game))),
        "may_correct": may_correct(viewer, now),
        "act_url": reverse("act", args=at),
        "back": reverse("table", args=at),
        "rules_url": reverse("table_rules", args=at),
        "mat_url": reverse("sheet_mat", args=at) if has_mat(now) else "",
        "yaml_url": reverse("sheet_yaml", args=at),
        "json_url": reverse("sheet_json", args=at),
        "dice_url": reverse("dice", args=at),
        "version": now.version,
        "unit": (now.table.unit_minor, now.table.currency),
    }


def may_correct(viewer: Viewer, now: TableNow) -> bool:
    """Whether the viewer corrects games of this table."""
    return now.table.state != Table.State.CLOSED and viewer.actor.may(May.CORRECT_GAMES)


def _head(viewer: Viewer, now: TableNow) -> str:
    """Return what stands above the sheet: where, when, what was played by which rules, for how much."""
    table = now.table
    told = [
        viewer.club.name,
        formats.night_with_day(table.night.title, table.night.date),
        table.get_kind_display(),
        rule_words.rules_told(table.rules_name),
        stake_told(table),
    ]
    return " · ".join(word for word in told if word)


@dataclass(frozen=True, slots=True)
class GameCard:
    no: int
    told: str
    reasons: tuple[str, ...]
    replay: str = ""
    """Where it is shown step by step, if it was recorded roll by roll."""


def _game_card(now: TableNow, game: Game, at: list[object]) -> GameCard:
    told = tuple(sentence(reason, now.name_of) for reason in _reasons(now, game))
    replay = reverse("replay", args=[*at, game.no]) if has_replay(game) else ""
    return GameCard(game.no, game_told(game, now.name_of), told, replay)


def _reasons(now: TableNow, game: Game) -> tuple[Message, ...]:
    return () if now.state.opening.kind is Kind.MONEY else game.reasons


def rules_page(now: TableNow, back: str) -> Context:
    """Return the house rules a table plays by, in words."""
    return {
        "now": now,
        "back": back,
        "rules_name": rule_words.rules_told(now.table.rules_name),
        "groups": rule_words.told(now.state.rules, now.state.opening.kind),
    }


# ---- the season -------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Rank:
    no: int
    standing: Standing
    a_game_q: int


def standings_page(viewer: Viewer, asked: str) -> Context:
    """Return a season's standings; without a choice those of the latest."""
    season = selectors.season(club=viewer.club, season_id=uuid_of(asked) if asked else None)
    return {
        "tab": "season",
        "season": season,
        "seasons": Season.objects.filter(club=viewer.club),
        "ranks": _ranks(selectors.standings(season)) if season else [],
    }


def _ranks(standings: Iterable[Standing]) -> list[Rank]:
    """Number the standings; equal points share a place."""
    ranks: list[Rank] = []
    for position, one in enumerate(standings, start=1):
        same = ranks and ranks[-1].standing.points_q == one.points_q
        ranks.append(Rank(ranks[-1].no if same else position, one, _rounded(one.points_q, one.games)))
    return ranks


def _rounded(points_q: int, games: int) -> int:
    return round(points_q / games) if games else 0
