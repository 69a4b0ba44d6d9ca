"""The books: who owes what, as transfers between two accounts. Nothing here is ever edited; see docs/ledger.md.

An entry names its source by kind and id: the ledger knows nothing of games.
"""

import uuid

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.models import Club, Member, Night, User


class Book(models.Model):
    """A club's book in one currency. Its row is the one lock of everything posted in it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="books")
    currency = models.CharField(max_length=3)
    exponent = models.PositiveSmallIntegerField()
    head_seq = models.PositiveBigIntegerField(default=0)
    head_hash = models.CharField(max_length=64, blank=True)
    closed_through = models.DateField(null=True)

    class Meta:
        verbose_name = _("book")
        verbose_name_plural = _("books")
        constraints = [models.UniqueConstraint(fields=["club", "currency"], name="one_book_a_currency")]

    def __str__(self) -> str:
        return f"{self.club} {self.currency}"


class Account(models.Model):
    """What the club's players owe one member (positive) or he owes them. `balance_minor` may be rebuilt."""

    class Kind(models.TextChoices):
        MEMBER = "member", _("member")
        HOUSE = "house", _("house")
        ADJUSTMENTS = "adjustments", _("adjustments")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    book = models.ForeignKey(Book, models.PROTECT, related_name="accounts")
    member = models.ForeignKey(Member, models.PROTECT, null=True, related_name="accounts")
    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.MEMBER)
    balance_minor = models.BigIntegerField(default=0)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = [
            models.UniqueConstraint(
                fields=["book", "member"], condition=Q(member__isnull=False), name="account_a_member"
            ),
            models.UniqueConstraint(
                fields=["book", "kind"], condition=Q(member__isnull=True), name="account_a_house_kind"
            ),
            models.CheckConstraint(
                condition=Q(kind="member", member__isnull=False) | (~Q(kind="member") & Q(member__isnull=True)),
                name="account_kind_fits_member",
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True) | Q(balance_minor=0), name="account_closes_at_zero"
            ),
        ]

    def __str__(self) -> str:
        return str(self.member or self.get_kind_display())


class Entry(models.Model):
    """One posting, chained to the one before. Append-only, by the database too.

    Only `memo` and `memo_salt` may be emptied (redacted); `memo_hash` stays and is what the chain holds.
    """

    class Kind(models.TextChoices):
        GAME = "game", _("game")
        FEE = "fee", _("table fee")
        SETTLEMENT = "settlement", _("payment")
        ADJUSTMENT = "adjustment", _("adjustment")
        REVERSAL = "reversal", _("reversal")
        OPENING = "opening", _("opening balance")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    book = models.ForeignKey(Book, models.PROTECT, related_name="entries")
    seq = models.PositiveBigIntegerField()
    key = models.CharField(max_length=120)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    source_kind = models.CharField(max_length=20, blank=True)
    source_id = models.CharField(max_length=60, blank=True)
    night = models.ForeignKey(Night, models.PROTECT, null=True, related_name="entries")
    effective_date = models.DateField()
    about_date = models.DateField(null=True)  # the date meant, where its month was already closed
    created_at = models.DateTimeField(default=timezone.now)
    posted_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    memo = models.CharField(max_length=200, blank=True)
    memo_salt = models.CharField(max_length=32, blank=True)
    memo_hash = models.CharField(max_length=64, blank=True)
    payload_hash = models.CharField(max_length=64)
    prev_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)
    reverses = models.OneToOneField("self", models.PROTECT, null=True, related_name="reversed_by")

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["book", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["book", "seq"], name="entry_seq_once"),
            models.UniqueConstraint(fields=["book", "key"], name="entry_key_once"),
            models.CheckConstraint(
                condition=Q(kind="reversal", reverses__isnull=False) | (~Q(kind="reversal") & Q(reverses__isnull=True)),
                name="entry_reversal_names_its_entry",
            ),
        ]
        indexes = [models.Index(fields=["source_kind", "source_id"], name="entry_by_source")]

    def __str__(self) -> str:
        return f"{self.seq} {self.key}"


class Transfer(models.Model):
    """`source` falls and `target` rises by the same amount: an unbalanced entry cannot be written down."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="transfers")
    source = models.ForeignKey(Account, models.PROTECT, related_name="sent")
    target = models.ForeignKey(Account, models.PROTECT, related_name="received")
    amount_minor = models.BigIntegerField()

    class Meta:
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount_minor__gt=0), name="transfer_amount_positive"),
            models.CheckConstraint(condition=~Q(source=F("target")), name="transfer_between_two"),
        ]

    def __str__(self) -> str:
        return f"{self.source} → {self.target} {self.amount_minor}"


class Period(models.Model):
    """A closed month: the head of the chain and every balance on its last day."""

    book = models.ForeignKey(Book, models.PROTECT, related_name="periods")
    end_date = models.DateField()
    seq = models.PositiveBigIntegerField()
    hash = models.CharField(max_length=64)
    balances = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["book", "end_date"], name="period_closed_once")]

    def __str__(self) -> str:
        return f"{self.book} {self.end_date}"


class SettlementPlan(models.Model):
    """Who pays whom so that a night (or the club) is even, as of one head of the book."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    book = models.ForeignKey(Book, models.PROTECT, related_name="plans")
    night = models.ForeignKey(Night, models.PROTECT, null=True, related_name="plans")
    head_seq = models.PositiveBigIntegerField()
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    superseded_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("settlement plan")
        verbose_name_plural = _("settlement plans")
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["book", "night"], condition=Q(superseded_at__isnull=True), name="one_standing_plan_a_night"
            ),
            models.UniqueConstraint(
                fields=["book"],
                condition=Q(superseded_at__isnull=True, night__isnull=True),
                name="one_standing_plan_a_club",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.night or self.book}"


class Payment(models.Model):
    """One line of a plan: proposed → claimed by the payer → confirmed by the payee, or void."""

    class State(models.TextChoices):
        PROPOSED = "proposed", _("to pay")
        CLAIMED = "claimed", _("paid, not yet confirmed")
        CONFIRMED = "confirmed", _("paid")
        VOID = "void", _("void")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    plan = models.ForeignKey(SettlementPlan, models.PROTECT, related_name="payments")
    no = models.PositiveSmallIntegerField()
    payer = models.ForeignKey(Account, models.PROTECT, related_name="+")
    payee = models.ForeignKey(Account, models.PROTECT, related_name="+")
    amount_minor = models.BigIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.PROPOSED)
    claimed_at = models.DateTimeField(null=True)
    claimed_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    confirmed_at = models.DateTimeField(null=True)
    entry = models.OneToOneField(Entry, models.PROTECT, null=True, related_name="payment")
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("payment")
        verbose_name_plural = _("payments")
        ordering = ["plan", "no"]
        constraints = [
            models.UniqueConstraint(fields=["plan", "no"], name="payment_no_once"),
            models.CheckConstraint(condition=Q(amount_minor__gt=0), name="payment_positive"),
            models.CheckConstraint(condition=~Q(payer=F("payee")), name="payment_between_two"),
            models.CheckConstraint(
                condition=(Q(state="confirmed") & Q(entry__isnull=False))
                | (~Q(state="confirmed") & Q(entry__isnull=True)),
                name="payment_confirmed_has_its_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.payer} → {self.payee} {self.amount_minor}"
