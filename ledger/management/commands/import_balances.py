"""`manage.py import_balances`: what people bring from older books, all of it or nothing."""

import sys
from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import translation

from club.currencies import WrongCurrency
from club.errors import ClubError
from club.formats import money
from club.models import Club
from club.permissions import Door, system
from ledger import services
from ledger.models import Account
from ledger.openings import Preview, State, preview

MOST_BYTES = 200_000


class Command(BaseCommand):
    help = "Post opening balances from a CSV of names (or e-mail addresses) and amounts: all of them or none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the list; - reads standard input")
        parser.add_argument("--club", required=True, metavar="SLUG", help="the club, as in its address")
        parser.add_argument("--currency", help="the book; the club's own currency when left out")
        languages = [code for code, _name in settings.LANGUAGES]
        parser.add_argument("--language", choices=languages, help="how amounts are written; else as the club's")
        parser.add_argument("--date", type=date.fromisoformat, metavar="DAY", help="as of which day; else today")
        rest = [Account.Kind.HOUSE.value, Account.Kind.ADJUSTMENTS.value]
        parser.add_argument("--rest-to", choices=rest, help="where what is missing to zero goes")
        parser.add_argument("--look", action="store_true", help="only say what it would do")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise CommandError(f"There is no club {options['club']}.")
        with translation.override(options["language"] or club.language):
            self._import(club, options)

    def _import(self, club: Club, options: dict[str, Any]) -> None:
        try:
            currency, actor = options["currency"] or club.currency, system(club.id, Door.IMPORT)
            book = services.open_book(club=club, currency=currency, actor=actor)
        except WrongCurrency as error:
            raise CommandError(error.detail, returncode=2) from error
        looked = preview(book, _text_of(options["file"]))
        self._tell(looked)
        if not looked.is_good:
            raise CommandError("Nothing was posted.", returncode=2)
        if options["look"]:
            transaction.set_rollback(True)  # a book that was only made to look at
            return
        try:
            posted = services.open_balances(
                book=book,
                balances=looked.balances,
                actor=actor,
                rest_to=Account.Kind(options["rest_to"]) if options["rest_to"] else None,
                effective_date=options["date"],
            )
        except ClubError as error:
            raise CommandError(error.detail) from error
        self.stdout.write(f"{len(posted)} entries posted.")

    def _tell(self, looked: Preview) -> None:
        for row in looked.rows:
            amount = "" if row.state is State.WRONG else _told(looked, row.amount_minor)
            name = row.member.name if row.member else row.who
            self.stdout.write(f"{row.line:>4} {row.state:<6} {name} {amount}{row.said}")
        self.stdout.write(f"sum of what is new: {_told(looked, looked.difference_minor)}")


def _told(looked: Preview, amount_minor: int) -> str:
    return money(amount_minor, looked.book.currency, looked.book.exponent, sign=True)


def _text_of(file: str) -> str:
    try:
        sent = sys.stdin.buffer.read(MOST_BYTES + 1) if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}", returncode=2) from error
    if len(sent) > MOST_BYTES:
        raise CommandError(f"{file}: larger than {MOST_BYTES} bytes", returncode=2)
    try:
        return sent.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(f"{file}: not a text in UTF-8", returncode=2) from error
