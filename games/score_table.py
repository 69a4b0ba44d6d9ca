"""A scored sheet as text for a phone or a terminal: at most 40 columns."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from games.board.outcome import Result
from games.rules.settings import Kind
from games.table_page.words import RESULTS

WIDTH: Final = 40
NARROWEST: Final = 4
WIDEST: Final = 9

Answer = Mapping[str, Any]
Row = tuple[str, Mapping[str, str]]


def score_table(answer: Answer, currency: str | None = None, kind: Kind = Kind.CHOUETTE) -> str:
    """Return the games and totals of one answer of `score`, and who sits where, or starts, next."""
    parts = (title_of(answer), *_scores(answer, currency, kind), *_closing(answer, kind))
    return "\n".join(line.rstrip() for line in parts)


def refusal(answer: Answer) -> str:
    """Return why a sheet was refused, and at which of its actions."""
    error = answer["error"]
    if error["action"] is None:
        return _wrapped(f"{title_of(answer)}: {error['detail']}")
    at = _("action {number}").format(number=error["action"])
    return _wrapped(f"{title_of(answer)}, {at}: {error['detail']} ({error['code']})")


def title_of(answer: Answer) -> str:
    """Return what a sheet is called: its id, where it has one."""
    return str(answer["id"] or _("scoresheet"))


def _scores(answer: Answer, currency: str | None, kind: Kind) -> Iterator[str]:
    names = list(answer["points"])
    rows = _rows_of_match(answer) if kind is Kind.MATCH else _rows(answer, kind)
    if "money" in answer:
        rows.append((currency or _("money"), answer["money"]))
    head = max(len(label) for label, _values in rows)
    column = (WIDTH - head) // max(1, len(names)) - 1
    longest = max((len(value) for _label, values in rows for value in values.values()), default=0)
    if column >= max(NARROWEST, longest):
        yield from _grid(names, rows, head, min(column, max(WIDEST, longest)))
    else:
        yield from _list(rows)


def _rows(answer: Answer, kind: Kind) -> list[Row]:
    """Return what each game paid, and the sum; in long nard also how it was won, as a draw pays nothing."""
    rows = [(_game(game, kind), game["points"]) for game in answer["games"]]
    return [*rows, (_("all"), answer["points"])]


def _rows_of_match(answer: Answer) -> list[Row]:
    """Return the score after each game, or at the start; what a match pays, once it is won or put right by hand."""
    rows = [(f"{game['no']}", game["score"]) for game in answer["games"]] or [(_("all"), answer["score"])]
    pays = answer["winner"] or any(value != "0" for value in answer["points"].values())
    return [*rows, (_("stake"), answer["points"])] if pays else rows


def _game(game: Answer, kind: Kind) -> str:
    if kind is not Kind.LONG_NARD or game["result"] is None:
        return f"{game['no']}"
    return f"{game['no']} {_(RESULTS[Result(game['result'])]).lower()}"


def _grid(names: Sequence[str], rows: Sequence[Row], head: int, column: int) -> Iterator[str]:
    yield " " * head + "".join(f" {short:>{column}}" for short in _short(names, column))
    for label, values in rows:
        yield f"{label:<{head}}" + "".join(f" {values.get(name, ''):>{column}}" for name in names)


def _short(names: Sequence[str], column: int) -> list[str]:
    """Cut names to a column: to the first name where that tells them apart, else with a number at the end."""
    short = [name if len(name) <= column else name.split()[0][:column] for name in names]
    return [
        cut if short.count(cut) == 1 else f"{cut[: column - 1]}{short[: at + 1].count(cut)}"
        for at, cut in enumerate(short)
    ]


def _list(rows: Sequence[Row]) -> Iterator[str]:
    """Many players: each game in lines of its own."""
    for label, values in rows:
        yield _wrapped(f"{label}: " + ", ".join(f"{name} {value}" for name, value in values.items()))


def _closing(answer: Answer, kind: Kind) -> Iterator[str]:
    if "fees" in answer:
        yield _wrapped(_("Table fees: {fees}").format(fees=_named(answer["fees"])))
    for payment in answer.get("payments", []):
        yield _wrapped(_payment(payment))
    if answer.get("winner"):
        yield _wrapped(_("{name} has won the match.").format(name=answer["winner"]))
    if answer.get("next"):
        yield from _next(answer["next"], kind)
    for warning in answer["warnings"]:
        yield _wrapped(_("Warning: {warning}").format(warning=warning))


def _payment(payment: Mapping[str, str]) -> str:
    amount = payment.get("amount") or payment["points"]
    return _("{payer} pays {payee} {amount}").format(payer=payment["from"], payee=payment["to"], amount=amount)


def _next(seats: Mapping[str, Any], kind: Kind) -> Iterator[str]:
    """Return who sits where next; of two nobody does, and in long nard one of them starts."""
    if kind is Kind.LONG_NARD:
        yield _wrapped(_("Starts next: {name}").format(name=seats["starter"]))
    if kind.is_for_two:
        return
    yield _wrapped(_("Next box: {name}").format(name=seats["box"]))
    if seats.get("partner"):
        yield _wrapped(_("Partner: {name}").format(name=seats["partner"]))
    yield _wrapped(_("Then: {names}").format(names=", ".join(seats["queue"])))


def _named(values: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items())


def _wrapped(text: str) -> str:
    return textwrap.fill(text, WIDTH, subsequent_indent="  ")
