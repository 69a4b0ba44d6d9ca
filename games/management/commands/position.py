"""`manage.py position`: a position by its ID, with its other IDs, pip counts and a diagram; no database is asked."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from games.board.diagram import diagram
from games.board.errors import BoardError
from games.board.gnubg_ids import format_gnubg_id, format_position_id
from games.board.ids import parse_situation
from games.board.situation import Situation, lost_in_gnubg_ids, lost_in_xgid
from games.board.wording import render
from games.board.xgid import format_xgid
from games.management.pipes import until_nobody_reads


class Command(BaseCommand):
    help = (
        "Print positions given as XGID or as GNU Backgammon's IDs: the other IDs, what these do not hold, pip counts "
        "and a diagram. For one that cannot be read its error is printed, and the exit status is 1."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ids", nargs="+", metavar="ID", help="XGID=..., POSITION:MATCH or a bare position ID")

    def handle(self, *args: Any, ids: list[str], **options: Any) -> None:
        broken = False
        with until_nobody_reads():
            for text in ids:
                broken |= not self._told(text)
        if broken:
            sys.exit(1)

    def _told(self, text: str) -> bool:
        """Print one position, or why it cannot be read; return whether it could be."""
        try:
            situation = parse_situation(text)
        except BoardError as error:
            self.stdout.write(f"{error.given}: {render(error.message, gettext)}")
            return False
        self.stdout.write("\n".join(_lines(situation)))
        return True


def _lines(situation: Situation) -> Iterator[str]:
    position = situation.position
    mover, other = position.pips
    yield format_xgid(situation)
    yield from (f"  {render(lost, gettext)}" for lost in lost_in_xgid(situation))
    yield _("GNU position ID: {id}").format(id=format_position_id(position))
    yield _("GNU ID: {id}").format(id=_or_why_not(format_gnubg_id, situation))
    yield from (f"  {render(lost, gettext)}" for lost in lost_in_gnubg_ids(situation))
    yield _("Pips: {mover} (to move), {other}").format(mover=mover, other=other)
    yield diagram(position)


def _or_why_not(write: Callable[[Situation], str], situation: Situation) -> str:
    try:
        return write(situation)
    except BoardError as error:
        return render(error.message, gettext)
