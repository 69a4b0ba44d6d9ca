"""What is read of tables, games and seasons. Nouns; nothing here writes."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Final
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from club.errors import NotFound
from club.models import Club, Member, Night
from games import store
from games.models import Action, DicePromise, DiceThrow, Game, HouseRules, Score, Season, Standing, Table
from games.rules import acts
from games.rules.actions import to_log
from games.rules.folding import Standing as Step
from games.rules.state import Game as Ruled
from games.store import TableNow
from games.stored_log import TableUnreadable

FEWEST_AT_A_TABLE: Final = 2


PERSON: Final = Coalesce("seat__member__merged_into", "seat__member")
"""Whose a score is: the member who sat there, or whom he was merged into."""
IN_A_MATCH: Final = Q(seat__table__kind=Table.Kind.MATCH, points_q=0)
"""A game within a match: it moves no points until the last one, which counts for the match."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What somebody, with whoever was merged into him, won or lost over several games, in one currency.

    A match counts as one game, when it is won; a draw as a game that nobody won; `box_games` are those of a chouette.
    """

    member_id: UUID
    currency: str
    points_q: int = 0
    money_minor: int = 0
    games: int = 0
    wins: int = 0
    box_games: int = 0
    nights: int = 0


def load_table(*, club_id: UUID, table_id: UUID) -> TableNow:
    """Return the club's table as it stands; raise NotFound for any other's."""
    table = Table.objects.select_related("night__club").filter(pk=table_id, night__club_id=club_id).first()
    if table is None:
        raise NotFound
    return store.load(table)


def tables_of(night: Night) -> list[TableNow]:
    """Return the night's tables as they stand, in order."""
    return store.load_all(_tables_in_order(night))


def each_table_of(night: Night) -> list[tuple[Table, TableNow | TableUnreadable]]:
    """Return each of the night's tables as it stands, or why this version of the program cannot read it."""
    tables = _tables_in_order(night)
    return list(zip(tables, store.load_each(tables), strict=True))


def _tables_in_order(night: Night) -> list[Table]:
    return list(night.tables.select_related("night__club").order_by("no"))


def throws_of(now: TableNow) -> list[dict[int, int]]:
    """Return the throws by which a table sat down, round by round, by seat: the highest first."""
    rounds = [{int(seat): throw for seat, throw in throws.items()} for throws in now.table.throws]
    return [dict(sorted(throws.items(), key=lambda one: (-one[1], one[0]))) for throws in rounds]


def suggested_split(now: TableNow) -> tuple[UUID, ...]:
    """Return who would go to a new table: those who joined last, then the bottom of the line. Rule: §4, Too many.

    The new table is the smaller one where they cannot be alike. Box, captain and those sitting out stay, the partner
    while there are others. Nobody where two tables cannot be made.
    """
    seating = now.state.seating
    playing = [seat for seat in seating.present if seat not in seating.sitting_out]
    count = len(playing) // 2
    if count < FEWEST_AT_A_TABLE:
        return ()
    joined = {act.player: row for row, act in now.history.rows() if isinstance(act, acts.Join)}
    upwards = [*reversed(seating.waiting), *reversed(seating.line[1:])]
    late_first = sorted(upwards, key=lambda seat: -joined.get(seat, 0))
    going = [*late_first, *([] if seating.partner is None else [seating.partner])][:count]
    return tuple(now.persons[seat] for seat in playing if seat in going)


def log_of(now: TableNow) -> QuerySet[Action]:
    """Return the rows of the log with who recorded each, oldest first: those that the table as it was read knows of.

    Somebody may have acted since, and what he did can only be judged by a table that is read anew.
    """
    return now.table.actions.select_related("by", "by_member").filter(seq__lte=now.version).order_by("seq")


def dice_promised(table: Table) -> DicePromise | None:
    """Return what the table's next throw will come from, None where none is promised. Its secret is nobody's to see."""
    return table.dice_promises.filter(throw=None).first()


def dice_thrown(table: Table) -> QuerySet[DiceThrow]:
    """Return what was thrown at a table by the product, oldest first, with the promises that were kept."""
    return DiceThrow.objects.filter(promise__table=table).select_related("promise").order_by("line")


def standing_lines(now: TableNow) -> frozenset[int]:
    """Return the lines of a table's log that stand: neither taken back nor replaced."""
    return frozenset(row for row, _act in now.history.rows())


def games_of(table: Table) -> QuerySet[Game]:
    """Return the table's games with their scores, those taken back left out."""
    return table.games.filter(state=Game.State.FINISHED).prefetch_related("scores__seat").order_by("no")


def tallies(scores: QuerySet[Score]) -> list[Tally]:
    """Return the sums of `scores` per person and currency: one query."""
    rows = scores.values("seat__table__currency", person=PERSON).annotate(
        points=Sum("points_q"),
        money=Sum("money_minor"),
        games_count=Count("game", filter=~IN_A_MATCH),
        wins=Count("game", filter=Q(points_q__gt=0)),
        box_games=Count("game", filter=Q(game__box_seat=F("seat__no"), seat__table__kind=Table.Kind.CHOUETTE)),
        nights=Count("seat__table__night", distinct=True),
    )
    return [
        Tally(
            member_id=row["person"],
            currency=row["seat__table__currency"],
            points_q=row["points"],
            money_minor=row["money"],
            games=row["games_count"],
            wins=row["wins"],
            box_games=row["box_games"],
            nights=row["nights"],
        )
        for row in rows.order_by("person", "seat__table__currency")
    ]


def score_of_night(night: Night) -> list[Tally]:
    """Return what each player won or lost that night, per currency."""
    return tallies(Score.objects.filter(seat__table__night=night))


def scores_of_season(season: Season, members: Iterable[UUID] | None = None) -> QuerySet[Score]:
    """Return the scores that count for a season, of all or of some persons."""
    scores = Score.objects.filter(
        seat__table__night__club_id=season.club_id, seat__table__night__date__range=(season.starts, season.ends)
    )
    return scores if members is None else scores.annotate(person=PERSON).filter(person__in=list(members))


def seasons_on(*, club_id: UUID, day: date) -> QuerySet[Season]:
    """Return the club's seasons that a night on `day` counts for."""
    return Season.objects.filter(club_id=club_id, starts__lte=day, ends__gte=day)


def season(*, club: Club, season_id: UUID | None = None) -> Season | None:
    """Return that season of the club (NotFound for another's), or its latest; None when it has none."""
    seasons = Season.objects.filter(club=club)
    if season_id is None:
        return seasons.first()
    found = seasons.filter(pk=season_id).first()
    if found is None:
        raise NotFound
    return found


def standings(season: Season) -> QuerySet[Standing]:
    """Return the season's standings, best first."""
    return season.standings.select_related("member").order_by("-points_q", "member__name")


def history_of(member: Member) -> QuerySet[Score]:
    """Return the person's scores, newest first, with their game, table and night."""
    scores = (
        Score.objects.annotate(person=PERSON)
        .filter(person=member.person_id)
        .select_related("game", "adjustment", "seat__table__night")
    )
    return scores.order_by("-seat__table__night__date", "-id")


def house_rules(club: Club) -> list[HouseRules]:
    """Return the latest version of each of the club's house rules, by name."""
    latest: dict[str, HouseRules] = {}
    for rules in HouseRules.objects.filter(club=club).order_by("name", "version"):
        latest[rules.name] = rules
    return list(latest.values())


def acts_of_game(now: TableNow, no: int) -> list[acts.Action]:
    """Return what stands on the sheet of a finished game, corrections included; raise NotFound when there is none."""
    return [step.row[1] for step in steps_of_game(now, finished_game(now, no))]


def print_of_game(now: TableNow, no: int) -> str:
    """Return a fingerprint of what stands of a finished game: another one when it was corrected; raise NotFound."""
    acts_told = [to_log(action) for action in acts_of_game(now, no)]
    return sha256(json.dumps(acts_told, sort_keys=True).encode()).hexdigest()


def finished_game(now: TableNow, no: int) -> Ruled:
    """Return a table's finished game by its number; raise NotFound when there is none."""
    game = now.state.game(no)
    if game is None:
        raise NotFound
    return game


def steps_of_game(now: TableNow, game: Ruled) -> list[Step]:
    """Return what stands on the sheet of a finished game, each act with the table after it."""
    steps = now.history.steps()
    numbers = [step.row[0] for step in steps]
    last = len(numbers) - numbers[::-1].index(game.last_row)
    return steps[numbers.index(game.first_row) : last]
