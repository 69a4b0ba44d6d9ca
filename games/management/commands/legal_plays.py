"""`manage.py legal_plays`: what rolls may lead to, for rows of JSON; no database is asked."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext

from games.board.errors import BoardError, InvalidRow
from games.board.rows import legal_results
from games.board.wording import render
from games.management.pipes import until_nobody_reads


class Command(BaseCommand):
    help = (
        'Read rows such as {"game": "backgammon", "board": [...], "dice": [6, 1]}, one a line, and print for each '
        '{"results": [...]}: all distinct boards after the turn. A row that cannot be read is answered with its error, '
        "whose `row` is its number: rows are counted from 1 through all files, empty lines left out, so that row 3 is "
        "answered by the third line. What cannot be read does not stop the rest. The exit status is 1 where a row was "
        "such, 2 where a file was."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE", default=["-"], help="rows; - reads standard input")

    def handle(self, *args: Any, files: list[str], **options: Any) -> None:
        unread: list[str] = []
        broken = False
        with until_nobody_reads():
            for number, line in enumerate(_rows(files, unread), start=1):
                answer = _answer(line, number)
                broken |= "error" in answer
                self.stdout.write(_written(answer))
        if unread:
            raise CommandError("\n".join(unread), returncode=2)
        if broken:
            sys.exit(1)


def _rows(files: Iterable[str], unread: list[str]) -> Iterator[bytes]:
    """Yield the rows of all files; say in `unread` which files cannot be read."""
    for file in files:
        try:
            yield from filter(bytes.strip, _opened(file))
        except OSError as error:
            problem = error.strerror or str(error)
            unread.append(gettext("{file} cannot be read: {problem}").format(file=file, problem=problem))


def _opened(file: str) -> Iterator[bytes]:
    if file == "-":
        yield from sys.stdin.buffer
        return
    with Path(file).open("rb") as rows:
        yield from rows


def _answer(line: bytes, number: int) -> dict[str, Any]:
    try:
        return {"results": legal_results(_parsed(line))}
    except BoardError as error:
        detail = render(error.message, gettext)
        return {"error": {"row": number, "code": error.code, "detail": detail, "given": error.given}}


def _written(answer: dict[str, Any]) -> str:
    """Return the answer as one line; half a character, which a row may have escaped, stays a question mark."""
    return json.dumps(answer, ensure_ascii=False).encode(errors="replace").decode()


def _parsed(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise InvalidRow("not_json", line.decode(errors="replace")) from None
