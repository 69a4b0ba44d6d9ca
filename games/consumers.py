"""Who is told what after an act or a closing: standings and mail, each harmless twice. `GamesConfig.ready` loads it."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Q, QuerySet

from club import mail
from club.models import Attendance, Mail, Member, Night
from club.outbox import Payload, consumer
from games import letters, selectors, standings
from games.models import Adjustment, Game, Result, Score, Table


@consumer("game.finished")
@consumer("game.corrected")
def update_standings(payload: Payload, key: str) -> None:
    """Bring the season's standings of everybody at the table up to date. Payload: kind, id, revision, before."""
    table = Table.objects.select_related("night").get(pk=_result(payload).table_id)
    for season in selectors.seasons_on(club_id=table.night.club_id, day=table.night.date):
        standings.update(season, table.seats.values_list("member_id", flat=True))


@consumer("game.finished")
def mail_result(payload: Payload, key: str) -> None:
    """Mail a game's result to its players who want each; nothing when it has changed since: that is told instead."""
    game = _result(payload)
    if not isinstance(game, Game) or not _is_current(game, payload):
        return
    scores, told = list(_scores(game)), letters.result_told(game)
    for score in scores:
        reader = score.seat.member.person
        context = letters.game_result(game, scores, score, told)
        mail.write(member=reader, key=_letter_key(game, reader), template="game_result", context=context)


@consumer("game.corrected")
def mail_correction(payload: Payload, key: str) -> None:
    """Mail what changed to those who had been told of the game before."""
    game = _result(payload)
    if not isinstance(game, Game) or not _is_current(game, payload):
        return
    scores, told = list(_scores(game)), letters.result_told(game)
    for member in _told(game):
        context = letters.game_corrected(game, scores, payload, member, told)
        mail.write(member=member, key=_letter_key(game, member), template="game_corrected", context=context)


@consumer("night.closed")
def mail_night(payload: Payload, key: str) -> None:
    """Mail summary, balances and who pays whom to everybody who was there. Payload: night, closing."""
    night = Night.objects.select_related("club").get(pk=payload["night"])
    if night.closed_at is None or payload["closing"] != night.closed_at.isoformat():
        return
    summary = letters.night_closed(night)
    for member in _present(night):
        context = letters.to_reader(summary, member)
        mail.write(member=member, key=f"{key}:{member.id}", template="night_closed", context=context)


def _result(payload: Payload) -> Game | Adjustment:
    model: type[Game] | type[Adjustment] = Game if payload["kind"] == "game" else Adjustment
    return model.objects.select_related("table__night__club").get(pk=payload["id"])


def _is_current(game: Game, payload: Payload) -> bool:
    return (game.revision, game.state) == (payload["revision"], payload["state"])


def _scores(game: Game) -> QuerySet[Score]:
    return game.scores.select_related("seat__member__club", "seat__member__user", "seat__member__merged_into").order_by(
        "seat__no"
    )


def _told(game: Game) -> Iterator[Member]:
    told = Mail.objects.filter(key__startswith=f"game:{game.id}:").values("member_id")
    yield from _persons(told)


def _letter_key(game: Game, member: Member) -> str:
    standing = "" if game.state == Result.State.FINISHED else ":withdrawn"
    return f"game:{game.id}:r{game.revision}{standing}:{member.id}"


def _present(night: Night) -> QuerySet[Member]:
    there = Attendance.objects.filter(night=night, state__in=[Attendance.State.PRESENT, Attendance.State.LEFT]).values(
        "member_id"
    )
    return _persons(there)


def _persons(members: QuerySet[Any, Any]) -> QuerySet[Member]:
    """Return these members as the persons they are now, each once."""
    found = Member.objects.filter(Q(pk__in=members, merged_into=None) | Q(merged__in=members))
    return found.distinct().select_related("club", "user")
