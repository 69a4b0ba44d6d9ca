"""`manage.py score`: scoresheets computed from their text alone; no database is asked or written."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from games.management.pipes import until_nobody_reads
from games.rules import scoresheet
from games.rules.errors import Malformed
from games.rules.money import Transfer
from games.rules.points import format_points, parse_points
from games.rules.settings import Kind
from games.rules.wording import render
from games.score_table import refusal, score_table, title_of
from games.sheets import Sheet, Unreadable, read
from ledger.rules.settle_up import payments

REFUSED: Final = 1
MALFORMED: Final = 2

Answer = dict[str, Any]


class Command(BaseCommand):
    help = (
        "Score scoresheets (YAML or JSON; - reads standard input). The exit status is the worst of all: "
        "0 scored, 1 refused by the rules or different from its case, 2 not readable."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a scoresheet, or several divided by ---")
        parser.add_argument("--json", action="store_true", help="print one JSON object a line")
        parser.add_argument("--check", action="store_true", help="compare with what each sheet expects")
        parser.add_argument("--settle", action="store_true", help="add who pays whom")

    def handle(self, *args: Any, files: list[str], **options: Any) -> None:
        worst = 0
        with until_nobody_reads():
            worst = max((self._told(answer, **options) for answer in _answers(files, **options)), default=0)
        if worst:
            sys.exit(worst)

    def _told(self, answer: Answer, *, json: bool, **_options: Any) -> int:
        status, currency, kind = answer.pop("status"), answer.pop("currency", None), answer.pop("kind", Kind.CHOUETTE)
        said = answer.pop("said", [])
        text = _line(answer) if json else _text({**answer, "warnings": said}, currency, kind)
        if text:
            self.stdout.write(text)
        return int(status)


def _answers(files: Iterable[str], *, check: bool, settle: bool, **_options: Any) -> Iterator[Answer]:
    for file in files:
        try:
            text = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        except OSError as error:
            yield _malformed(None, None, "no_file", f"{file}: {error.strerror}")
            continue
        for sheet in read(text):
            yield _answer(sheet, check=check, settle=settle)


def _answer(sheet: Sheet | Unreadable, *, check: bool, settle: bool) -> Answer:
    if isinstance(sheet, Unreadable):
        return _malformed(None, None, sheet.code, sheet.detail)
    try:
        return _scored(sheet, check=check, settle=settle)
    except Malformed as error:
        return _malformed(_id_of(sheet), _action_at(error.pointer), error.code, _with_line(sheet, error))


def _scored(sheet: Sheet, *, check: bool, settle: bool) -> Answer:
    read_in = scoresheet.read_sheet(sheet.content)
    answer: Answer = scoresheet.score(read_in, _settled if settle else None)
    answer["status"] = 0 if answer["ok"] else REFUSED
    if answer["ok"] and settle and "payments" not in answer:
        answer["payments"] = _in_points(answer["points"])
    if check:
        answer["differences"] = scoresheet.check(read_in)
        answer["status"] = REFUSED if answer["differences"] else 0
    if answer.get("warnings"):
        answer["said"] = [render(one, read_in.name_of) for one in scoresheet.play(read_in).warnings]
    return {**answer, "kind": read_in.opening.kind, "currency": read_in.stake.currency if read_in.stake else None}


def _settled(balances: Mapping[int, int]) -> list[Transfer]:
    return [Transfer(one.payer, one.payee, one.amount_minor) for one in payments(balances)]


def _in_points(points: Mapping[str, str]) -> list[dict[str, str]]:
    """Return who gives whom how many points where no money is played for."""
    nets = {name: parse_points(value) for name, value in points.items()}
    return [{"from": one.payer, "to": one.payee, "points": format_points(one.amount_minor)} for one in payments(nets)]


def _malformed(sheet_id: str | None, action: int | None, code: str, detail: str) -> Answer:
    error = {"action": action, "code": code, "detail": detail}
    return {"id": sheet_id, "ok": False, "error": error, "status": MALFORMED}


def _id_of(sheet: Sheet) -> str | None:
    named = sheet.content.get("id") if isinstance(sheet.content, dict) else None
    return str(named) if isinstance(named, str | int) and not isinstance(named, bool) else None


def _action_at(pointer: str) -> int | None:
    """Return the number of the action a pointer goes to, counted from 1."""
    match pointer.split("/"):
        case ["", "actions", number, *_rest] if number.isdigit():
            return int(number) + 1
        case _:
            return None


def _with_line(sheet: Sheet, error: Malformed) -> str:
    sentence = render(error.message, str)
    line = sheet.line_of(error.pointer)
    return sentence if line is None else _("Line {line}: {sentence}").format(line=line, sentence=sentence)


def _line(answer: Answer) -> str:
    return json.dumps(answer, ensure_ascii=False)


def _text(answer: Answer, currency: str | None, kind: Kind) -> str:
    if "differences" in answer:
        return "\n".join(f"{title_of(answer)}: {one}" for one in answer["differences"])
    return f"{score_table(answer, currency, kind)}\n\n" if answer["ok"] else refusal(answer)
