"""A book with everything in it that an export must carry, and members whose names are as awkward as names can be."""

from datetime import date

from club.models import Member
from ledger import selectors, services
from ledger.models import Entry
from tests.ledger import cast as people
from tests.ledger.cast import Cast

LAST_MONTH = date(2026, 10, 30)
OCTOBER = date(2026, 10, 31)
AWKWARD = {
    "Bela": 'Kovács "Öt" Béla; type:A  | x\\',
    "Csaba": "=cmd|' /C calc'!A0",
    "Dora": "Nagy Éva",
    "Eva": "Nagy-E\u0301va",  # the same with the accent as a letter of its own
    "Feri": "שרה",
    "Geza": "😀",
}


def rich(currency: str = "EUR") -> Cast:
    """Opening balances, a closed month, a game of it corrected later, fees, payments, adjustments, a redacted memo."""
    club = people.cast(currency)
    for name, awkward in AWKWARD.items():
        Member.objects.filter(pk=club.members[name].pk).update(name=awkward)
    _october(club)
    _november(club)
    return club


def _october(club: Cast) -> None:
    club.post(("Bela", "Anna", 5000), ("Feri", "Anna", 1), kind=Entry.Kind.OPENING, effective_date=LAST_MONTH)
    old = club.post(("Csaba", "Bela", 125), ("Dora", "Bela", 250), key="game:old:r1", effective_date=LAST_MONTH)
    club.post(("Dora", "Eva", 7), effective_date=OCTOBER)
    services.close_period(book=club.book, end_date=OCTOBER, actor=club.treasurer)
    wrong = services.Draft.reversal(old, '=1+1; was a gammon, "twice"')
    right = services.Draft(
        key="game:old:r2",
        kind=Entry.Kind.GAME,
        transfers=[(club.Csaba, club.Bela, 250), (club.Dora, club.Bela, 500)],
        effective_date=LAST_MONTH,
        memo="date:2020-01-01, [2020-01-01]\nsecond line",
    )
    services.post_all(book=club.book, drafts=[wrong, right], actor=club.treasurer)


def _november(club: Cast) -> None:
    club.post(("Geza", "Anna", 400), ("Feri", "Anna", 400), ("Eva", "Anna", 800), memo='"quoted" \\ backslash')
    members = [club.members[name] for name in ("Anna", "Bela", "Geza")]
    services.fee(book=club.book, night=club.night, members=members, amount_minor=20, actor=club.treasurer)
    own = services.adjustments_account(book=club.book)
    services.adjust(book=club.book, transfers=[(own, club.Bela, 3)], reason="found", actor=club.treasurer)
    said = services.adjust(book=club.book, transfers=[(club.Anna, club.Geza, 9)], reason="x", actor=club.treasurer)
    services.redact_memo(entry=said, actor=club.treasurer)
    services.post(book=club.book, key="game:even:r1", kind=Entry.Kind.GAME, transfers=[], actor=club.treasurer)
    if not club.book.is_points:
        _paid_in_part(club)


def _paid_in_part(club: Cast) -> None:
    plan = services.plan_night(night=club.night, book=club.book, actor=club.treasurer)
    payments = selectors.plans(club.book).get(pk=plan.pk).payments.all()
    for payment in payments[:2]:
        services.confirm(payment=payment, actor=club.treasurer)
    services.unconfirm(payment=payments[0], reason="+ bounced", actor=club.treasurer)
