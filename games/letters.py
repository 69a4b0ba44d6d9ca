"""What the mails of games and nights say, as plain values; the templates put it into the reader's words."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.functional import lazy
from django.utils.translation import gettext

from club.formats import night_with_day
from club.models import Member, Night, NightEvent
from games import selectors, store
from games.models import Game, Result, Score, Table
from games.rules.state import Game as Ruled
from games.store import TableNow
from games.table_page.behind import rules_behind
from games.table_page.words import game_told, sentence
from ledger import selectors as books
from ledger.corrections import Change, changed_since
from ledger.models import Book, Entry, Payment, SettlementPlan
from ledger.names import name_of, told

Context = dict[str, Any]


def _game_named(table: int, game: int) -> str:
    return gettext("Table {table}, game {game}").format(table=table, game=game)


# put into words when the mail is, in its reader's language
night_told = lazy(night_with_day, str)
game_named = lazy(_game_named, str)
kind_told = lazy(told, str)
account_told = lazy(name_of, str)


def result_told(game: Game) -> Context:
    """Return `told` (who won how, how a match then stands) and `why` (why the box stays or goes, by which house rule).

    They are put into words when they are read; the table is read then, and once. Nothing is told of a game that no
    longer stands.
    """

    @cache
    def standing() -> tuple[TableNow, Ruled | None]:
        now = store.load(game.table)
        return now, now.state.game(game.no)

    def told() -> str:
        now, ruled = standing()
        return game_told(ruled, now.name_of) if ruled is not None else ""

    def why() -> str:
        now, ruled = standing()
        return _why(now, ruled) if ruled is not None and not now.state.opening.kind.is_for_two else ""

    return {"told": lazy(told, str)(), "why": lazy(why, str)()}


def _why(now: TableNow, game: Ruled) -> str:
    """Return the reasons about the box and the house rules that decided, in sentences."""
    behind = rules_behind(now.state, game.reasons)
    rules = (gettext("House rule: {sentence}").format(sentence=rule.sentence) for rule in behind)
    return " ".join([*(sentence(reason, now.name_of) for reason in game.reasons), *rules])


def game_result(game: Game, scores: Sequence[Score], yours: Score, told: Context) -> Context:
    """Return the context of `game_result` for one of the game's players; a game within a match moves nothing."""
    rows = [
        {
            "name": score.seat.label,
            "points_q": score.points_q,
            "money_minor": score.money_minor,
            "is_you": score.seat_id == yours.seat_id,
        }
        for score in scores
        if game.table.kind != Table.Kind.MATCH or score.points_q
    ]
    return _about(game) | told | {"rows": rows, "your_points_q": yours.points_q}


def game_corrected(
    game: Game, scores: Sequence[Score], payload: Mapping[str, Any], reader: Member, told: Context
) -> Context:
    """Return the context of `game_corrected`; `payload["before"]` holds points and money by seat as they were."""
    now = {score.seat.no: (score.points_q, score.money_minor) for score in scores}
    before = {int(seat): tuple(was) for seat, was in payload["before"].items()}
    rows = [
        {
            "name": seat.label,
            "points_q": now.get(seat.no, (0, 0))[0],
            "money_minor": now.get(seat.no, (0, 0))[1],
            "points_before_q": before.get(seat.no, (0, 0))[0],
            "money_before_minor": before.get(seat.no, (0, 0))[1],
            "is_you": seat.person_id == reader.id,
        }
        for seat in game.table.seats.select_related("member").order_by("no")
        if seat.no in now or seat.no in before
    ]
    yours: Mapping[str, Any] = next((row for row in rows if row["is_you"]), {})
    return (
        _about(game)
        | told
        | {
            "rows": rows,
            "reason": payload["reason"],
            "withdrawn": game.state == Result.State.WITHDRAWN,
            "your_points_q": yours.get("points_q", 0),
            "your_points_before_q": yours.get("points_before_q", 0),
        }
    )


def night_closed(night: Night) -> Context:
    """Return the context of `night_closed`, the same for every reader; `to_reader` marks his own lines."""
    closings = list(NightEvent.objects.filter(night=night, kind=NightEvent.Kind.CLOSED).order_by("at"))
    before = closings[-2].at if len(closings) > 1 else None
    reopening = NightEvent.objects.filter(night=night, kind=NightEvent.Kind.REOPENED).last()
    return {
        "night": night_told(night.title, night.date),
        "url": reverse("night", args=[night.club.slug, night.id]),
        "corrected": before is not None,
        "reason": reopening.reason if reopening else "",
        "books": [_book(night, book, before) for book in Book.objects.filter(entries__night=night).distinct()],
    }


def to_reader(summary: Context, reader: Member) -> Context:
    """Return the night's summary with the lines of `reader` marked as his."""
    return summary | {"books": [_to_reader(book, reader) for book in summary["books"]]}


def _about(game: Game) -> Context:
    night = game.table.night
    return {
        "night": night_told(night.title, night.date),
        "table_no": game.table.no,
        "game_no": game.no,
        "currency": game.table.currency,
        "url": reverse("table", args=[night.club.slug, game.table_id]),
    }


def _book(night: Night, book: Book, before: datetime | None) -> Context:
    accounts = {account.member_id: account for account in books.balances(book)}
    played = {tally.member_id: tally for tally in selectors.score_of_night(night) if tally.currency == book.currency}
    nets = books.night_results(night, book=book)
    rows = [
        {
            "member_id": member_id,
            "account_id": account.id,
            "name": str(account.member),
            "games": played[member_id].games if member_id in played else 0,
            "points_q": played[member_id].points_q if member_id in played else 0,
            "money_minor": nets.get(account.id, 0),
            "balance_minor": account.balance_minor,
        }
        for member_id, account in accounts.items()
        if member_id in played or account.id in nets
    ]
    return {
        "currency": book.currency,
        "head_seq": book.head_seq,
        "head_hash": book.head_hash,
        "rows": sorted((row for row in rows if row["member_id"]), key=lambda row: -row["money_minor"]),
        "with_fees": Entry.objects.filter(night=night, book=book, kind=Entry.Kind.FEE).exists(),
        "payments": _payments(books.standing_plan(night, book=book)),
        "changes": _changes(night, book, before) if before else {},
    }


def _changes(night: Night, book: Book, before: datetime) -> Mapping[UUID, Sequence[Context]]:
    """Return what came out otherwise than at the closing before, by account."""
    changed = changed_since(night, book=book, moment=before)
    games = Game.objects.filter(
        pk__in={one.source_id for all_ in changed.values() for one in all_ if one.source_kind == "game"}
    )
    known = {str(game.id): game for game in games.select_related("table")}
    return {account: [_change(one, known.get(one.source_id)) for one in all_] for account, all_ in changed.items()}


def _change(change: Change, game: Game | None) -> Context:
    return {
        "what": game_named(game.table.no, game.no) if game else kind_told(change.kind),
        "before_minor": change.before_minor,
        "after_minor": change.after_minor,
        "reason": change.reason,
    }


def _payments(plan: SettlementPlan | None) -> list[Context]:
    return [
        {
            "payer": account_told(payment.payer),
            "payee": account_told(payment.payee),
            "amount_minor": payment.amount_minor,
            "members": {payment.payer.member_id, payment.payee.member_id},
        }
        for payment in (plan.payments.exclude(state=Payment.State.VOID) if plan else ())
    ]


def _to_reader(book: Context, reader: Member) -> Context:
    mine = {row["account_id"] for row in book["rows"] if row["member_id"] == reader.id}
    return book | {
        "changes": [change for account, changes in book["changes"].items() if account in mine for change in changes],
        "rows": [row | {"is_you": row["member_id"] == reader.id} for row in book["rows"]],
        "payments": [payment | {"is_yours": reader.id in payment["members"]} for payment in book["payments"]],
    }
