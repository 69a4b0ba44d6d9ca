"""Books, entries, statements and plans as the API writes them, and their shapes for OpenAPI."""

from typing import Any

from rest_framework import serializers

from ledger.account_lines import Line, Statement
from ledger.api.money import MoneySerializer, money
from ledger.models import Account, Book, Entry, Payment, SettlementPlan
from ledger.selectors import is_stale

Document = dict[str, Any]


class Shape(serializers.Serializer[Any]):
    """A JSON object that is only described here."""


class PartyShape(Shape):
    """Whose account it is: a member's, or one of the club's own."""

    account = serializers.UUIDField()
    member = serializers.UUIDField(allow_null=True)
    name = serializers.CharField()


class BalanceShape(PartyShape):
    balance = MoneySerializer(help_text="Positive: the club's players owe this member.")


class BookShape(Shape):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    currency = serializers.CharField()
    head_seq = serializers.IntegerField(help_text="Number of the last entry.")
    head_hash = serializers.CharField(allow_blank=True, help_text="Head of the chain of entries.")
    closed_through = serializers.DateField(allow_null=True)


class BookWithBalancesShape(BookShape):
    balances = BalanceShape(many=True, help_text="They come to zero together.")


class TransferShape(Shape):
    """`source` falls and `target` rises by the same amount."""

    source = PartyShape()  # type: ignore[assignment]
    target = PartyShape()
    amount = MoneySerializer()


class EntryShape(Shape):
    id = serializers.UUIDField()
    seq = serializers.IntegerField()
    key = serializers.CharField()
    kind = serializers.ChoiceField(Entry.Kind.choices)
    night = serializers.UUIDField(allow_null=True)
    effective_date = serializers.DateField()
    about_date = serializers.DateField(allow_null=True, help_text="The day that is meant, where its month was closed.")
    created_at = serializers.DateTimeField()
    memo = serializers.CharField(allow_blank=True)
    reverses = serializers.UUIDField(allow_null=True)
    hash = serializers.CharField()
    transfers = TransferShape(many=True)


class LineShape(Shape):
    """What one entry did to the member's account."""

    seq = serializers.IntegerField()
    entry = serializers.UUIDField()
    kind = serializers.ChoiceField(Entry.Kind.choices)
    night = serializers.UUIDField(allow_null=True)
    effective_date = serializers.DateField()
    about_date = serializers.DateField(allow_null=True, help_text="The day that is meant, where its month was closed.")
    memo = serializers.CharField(allow_blank=True)
    reversed_by = serializers.IntegerField(allow_null=True, help_text="The seq of the entry that took it back.")
    amount = MoneySerializer()


class StatementShape(Shape):
    member = serializers.UUIDField()
    book = serializers.UUIDField()
    opening = MoneySerializer()
    lines = LineShape(many=True)
    closing = MoneySerializer()
    head_seq = serializers.IntegerField()
    head_hash = serializers.CharField(allow_blank=True)


class PaymentShape(Shape):
    no = serializers.IntegerField()
    payer = PartyShape()
    payee = PartyShape()
    amount = MoneySerializer()
    state = serializers.ChoiceField(Payment.State.choices)
    claimed_at = serializers.DateTimeField(allow_null=True)
    confirmed_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True, help_text="Why it was taken out of the plan.")


class PlanShape(Shape):
    id = serializers.UUIDField()
    book = serializers.UUIDField()
    night = serializers.UUIDField(allow_null=True)
    head_seq = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    superseded = serializers.BooleanField()
    stale = serializers.BooleanField(help_text="The books have moved on: make the plan again.")
    payments = PaymentShape(many=True)


class NewPlanShape(Shape):
    book = serializers.UUIDField()
    night = serializers.UUIDField(required=False, help_text="Left out: the whole club's balances.")
    banker = serializers.UUIDField(required=False, help_text="A member through whom everyone pays.")
    afresh = serializers.BooleanField(
        default=False, help_text="In the fewest payments again, where a plan stands that goes through a banker."
    )


class SeenShape(Shape):
    whole = serializers.CharField(
        max_length=20,
        required=False,
        help_text="The payment as you saw it. Refused with `payment_changed` if another has divided it since.",
    )


class PartShape(SeenShape):
    amount = serializers.CharField(max_length=20, help_text='How much is paid now, such as "5.00".')


class ReasonShape(Shape):
    reason = serializers.CharField(max_length=200)


def book_document(book: Book) -> Document:
    return {
        "id": str(book.id),
        "club": str(book.club_id),
        "currency": book.currency,
        "head_seq": book.head_seq,
        "head_hash": book.head_hash,
        "closed_through": _day(book.closed_through),
    }


def balance_document(account: Account, currency: str) -> Document:
    return {**_party(account), "balance": money(account.balance_minor, currency)}


def _party(account: Account) -> Document:
    member = str(account.person.id) if account.person else None
    return {"account": str(account.id), "member": member, "name": str(account)}


def entry_document(entry: Entry, currency: str) -> Document:
    return {
        "id": str(entry.id),
        "seq": entry.seq,
        "key": entry.key,
        "kind": entry.kind,
        "night": _id(entry.night_id),
        "effective_date": entry.effective_date.isoformat(),
        "about_date": _day(entry.about_date),
        "created_at": entry.created_at.isoformat(),
        "memo": entry.memo,
        "reverses": _id(entry.reverses_id),
        "hash": entry.hash,
        "transfers": [
            {
                "source": _party(one.source),
                "target": _party(one.target),
                "amount": money(one.amount_minor, currency),
            }
            for one in entry.transfers.all()
        ],
    }


def statement_document(statement: Statement, member_id: str, book: Book) -> Document:
    return {
        "member": member_id,
        "book": str(book.id),
        "opening": money(statement.opening_minor, book.currency),
        "lines": [_line(line, book.currency) for line in statement.lines],
        "closing": money(statement.closing_minor, book.currency),
        "head_seq": statement.head_seq,
        "head_hash": statement.head_hash,
    }


def empty_statement(member_id: str, book: Book) -> Document:
    """Return the statement of a member who never played in the book."""
    nothing = money(0, book.currency)
    head = {"head_seq": book.head_seq, "head_hash": book.head_hash}
    return {"member": member_id, "book": str(book.id), "opening": nothing, "lines": [], "closing": nothing, **head}


def _line(line: Line, currency: str) -> Document:
    return {
        "seq": line.seq,
        "entry": str(line.entry_id),
        "kind": line.kind,
        "night": _id(line.night_id),
        "effective_date": line.effective_date.isoformat(),
        "about_date": _day(line.about_date),
        "memo": line.memo,
        "reversed_by": line.reversed_by,
        "amount": money(line.amount_minor, currency),
    }


def plan_document(plan: SettlementPlan) -> Document:
    return {
        "id": str(plan.id),
        "book": str(plan.book_id),
        "night": _id(plan.night_id),
        "head_seq": plan.head_seq,
        "created_at": plan.created_at.isoformat(),
        "superseded": plan.superseded_at is not None,
        "stale": plan.superseded_at is None and is_stale(plan),
        "payments": [payment_document(one, plan.book.currency) for one in plan.payments.all()],
    }


def payment_document(payment: Payment, currency: str) -> Document:
    return {
        "no": payment.no,
        "payer": _party(payment.payer),
        "payee": _party(payment.payee),
        "amount": money(payment.amount_minor, currency),
        "state": payment.state,
        "claimed_at": _moment(payment.claimed_at),
        "confirmed_at": _moment(payment.confirmed_at),
        "reason": payment.reason,
    }


def _id(value: Any) -> str | None:
    return None if value is None else str(value)


def _day(value: Any) -> str | None:
    return None if value is None else value.isoformat()


_moment = _day
