"""The books: who owes what, as transfers between two accounts. Nothing here is ever edited; see docs/ledger.md.

An entry names its source by kind and id: the ledger knows nothing of games.
"""

import uuid

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.formats import money
from club.models import Club, Member, Night, User
from ledger.rules.currency import POINTS, exponent_of


class Book(models.Model):
    """A club's book in one currency. Its row is the one lock of everything posted in it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="books", verbose_name=_("club"))
    currency = models.CharField(_("currency"), max_length=3)
    exponent = models.PositiveSmallIntegerField()
    head_seq = models.PositiveBigIntegerField(_("last entry"), default=0)
    head_hash = models.CharField(_("hash of the last entry"), max_length=64, blank=True)
    closed_through = models.DateField(_("closed through"), null=True)

    class Meta:
        verbose_name = _("book")
        verbose_name_plural = _("books")
        constraints = [models.UniqueConstraint(fields=["club", "currency"], name="one_book_a_currency")]

    def __str__(self) -> str:
        return f"{self.club} {self.currency}"

    @property
    def is_points(self) -> bool:
        """Whether it counts points only, for which nobody pays anything."""
        return self.currency == POINTS


class Account(models.Model):
    """What the club's players owe one member (positive) or he owes them. `balance_minor` may be rebuilt."""

    class Kind(models.TextChoices):
        MEMBER = "member", _("member")
        HOUSE = "house", _("house")
        ADJUSTMENTS = "adjustments", _("adjustments")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    book = models.ForeignKey(Book, models.PROTECT, related_name="accounts", verbose_name=_("book"))
    member = models.ForeignKey(Member, models.PROTECT, null=True, related_name="accounts", verbose_name=_("member"))
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices, default=Kind.MEMBER)
    balance_minor = models.BigIntegerField(default=0)
    closed_at = models.DateTimeField(_("closed"), null=True)

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
        return str(self.person or self.get_kind_display())

    @property
    def person(self) -> Member | None:
        """Whose it is now: the member's, or his into whom he was merged; None for the club's own."""
        return self.member.person if self.member is not None else None


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
    book = models.ForeignKey(Book, models.PROTECT, related_name="entries", verbose_name=_("book"))
    seq = models.PositiveBigIntegerField(_("number"))
    key = models.CharField(_("key"), max_length=120)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    source_kind = models.CharField(_("kind of source"), max_length=20, blank=True)
    source_id = models.CharField(_("source"), max_length=60, blank=True)
    night = models.ForeignKey(Night, models.PROTECT, null=True, related_name="entries", verbose_name=_("night"))
    effective_date = models.DateField(_("date"))
    about_date = models.DateField(_("date meant"), null=True)  # the date meant, where its month was already closed
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    posted_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+", verbose_name=_("posted by"))
    memo = models.CharField(_("memo"), max_length=200, blank=True)
    memo_salt = models.CharField(max_length=32, blank=True)
    memo_hash = models.CharField(max_length=64, blank=True)
    payload_hash = models.CharField(_("hash of the content"), max_length=64)
    prev_hash = models.CharField(_("hash before"), max_length=64, blank=True)
    hash = models.CharField(_("hash"), max_length=64)
    reverses = models.OneToOneField(
        "self", models.PROTECT, null=True, related_name="reversed_by", verbose_name=_("takes back")
    )

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
    source = models.ForeignKey(Account, models.PROTECT, related_name="sent", verbose_name=_("from"))
    target = models.ForeignKey(Account, models.PROTECT, related_name="received", verbose_name=_("to"))
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
        currency = self.entry.book.currency
        return f"{self.source} → {self.target} {money(self.amount_minor, currency, exponent_of(currency))}"

    @property
    def moved(self) -> tuple[uuid.UUID, uuid.UUID, int]:
        """Source, target and amount, as `nets_of` takes them."""
        return self.source_id, self.target_id, self.amount_minor


class Period(models.Model):
    """A closed month: the head of the chain and every balance on its last day."""

    book = models.ForeignKey(Book, models.PROTECT, related_name="periods", verbose_name=_("book"))
    end_date = models.DateField(_("closed through"))
    seq = models.PositiveBigIntegerField(_("last entry"))
    hash = models.CharField(_("hash of the last entry"), max_length=64)
    balances = models.JSONField(_("balances"))

    class Meta:
        verbose_name = _("closed period")
        verbose_name_plural = _("closed periods")
        ordering = ["book", "end_date"]
        constraints = [models.UniqueConstraint(fields=["book", "end_date"], name="period_closed_once")]

    def __str__(self) -> str:
        return f"{self.book} {self.end_date}"


class Checkup(models.Model):
    """What the last check of a book found, as codes of `ledger.checks`; none when all was as it must be."""

    book = models.OneToOneField(Book, models.PROTECT, related_name="checkup", verbose_name=_("book"))
    checked_at = models.DateTimeField(_("checked"), default=timezone.now)
    head_seq = models.PositiveBigIntegerField(_("last entry"))
    codes = models.JSONField(_("found"), default=list)

    class Meta:
        verbose_name = _("check of the books")
        verbose_name_plural = _("checks of the books")

    def __str__(self) -> str:
        return f"{self.book} {self.checked_at:%Y-%m-%d}"


class SettlementPlan(models.Model):
    """Who pays whom so that a night (or the club) is even, as of one head of the book."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    book = models.ForeignKey(Book, models.PROTECT, related_name="plans", verbose_name=_("book"))
    night = models.ForeignKey(Night, models.PROTECT, null=True, related_name="plans", verbose_name=_("night"))
    head_seq = models.PositiveBigIntegerField(_("last entry"))
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    created_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+", verbose_name=_("made by"))
    superseded_at = models.DateTimeField(_("replaced"), null=True)

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
    """One line of a plan: proposed → claimed by the payer → confirmed by the payee, or void.

    `payer_was` and `payee_was` say for whom it was made where another pays or is paid in his place: the member he was
    merged into. What one was to pay the other is void by the merge, until they are two again.
    """

    class State(models.TextChoices):
        PROPOSED = "proposed", _("to pay")
        CLAIMED = "claimed", _("paid, not yet confirmed")
        CONFIRMED = "confirmed", _("paid")
        VOID = "void", _("void")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    plan = models.ForeignKey(SettlementPlan, models.PROTECT, related_name="payments", verbose_name=_("plan"))
    no = models.PositiveSmallIntegerField(_("number"))
    payer = models.ForeignKey(Account, models.PROTECT, related_name="+", verbose_name=_("payer"))
    payee = models.ForeignKey(Account, models.PROTECT, related_name="+", verbose_name=_("payee"))
    payer_was = models.ForeignKey(
        Account, models.PROTECT, null=True, related_name="+", verbose_name=_("payer before a merge")
    )
    payee_was = models.ForeignKey(
        Account, models.PROTECT, null=True, related_name="+", verbose_name=_("payee before a merge")
    )
    void_by_merge = models.BooleanField(_("void by a merge"), default=False)
    amount_minor = models.BigIntegerField(_("amount, in minor units"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.PROPOSED)
    claimed_at = models.DateTimeField(_("reported paid"), null=True)
    claimed_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+", verbose_name=_("reported by"))
    confirmed_at = models.DateTimeField(_("confirmed"), null=True)
    entry = models.OneToOneField(Entry, models.PROTECT, null=True, related_name="payment", verbose_name=_("entry"))
    reason = models.CharField(_("reason"), max_length=200, blank=True)

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
            models.CheckConstraint(
                condition=Q(void_by_merge=False) | Q(state="void"), name="payment_void_by_merge_is_void"
            ),
        ]

    def __str__(self) -> str:
        currency = self.plan.book.currency
        return f"{self.payer} → {self.payee} {money(self.amount_minor, currency, exponent_of(currency))}"
