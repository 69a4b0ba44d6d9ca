"""The books at the organiser's desk, for organisers and treasurers: all read-only, each action a service."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club.admin_scope import ReadOnlyAdmin, ReadOnlyInline, ReasonForm
from club.models import Role
from ledger import services
from ledger.models import Account, Book, Entry, Payment, SettlementPlan, Transfer
from ledger.rules.currency import format_amount


class KeepersAdmin(ReadOnlyAdmin):
    """For those who keep a club's books."""

    club_path = "book__club"
    scope_roles = (Role.ORGANISER, Role.TREASURER)


class AccountInline(ReadOnlyInline):
    model = Account
    fields = ("__str__", "kind", "balance", "closed_at")
    readonly_fields = fields
    ordering = ("-balance_minor",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Account]:
        return super().get_queryset(request).select_related("member", "book")

    @admin.display(description=_("balance"))
    def balance(self, account: Account) -> str:
        return format_amount(account.balance_minor, account.book.currency)


class TransferInline(ReadOnlyInline):
    model = Transfer
    fields = ("source", "target", "amount")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Transfer]:
        return super().get_queryset(request).select_related("source__member", "target__member", "entry__book")

    @admin.display(description=_("amount"))
    def amount(self, transfer: Transfer) -> str:
        return format_amount(transfer.amount_minor, transfer.entry.book.currency)


class PaymentInline(ReadOnlyInline):
    model = Payment
    fields = ("no", "payer", "payee", "amount", "state", "claimed_at", "confirmed_at", "reason")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Payment]:
        return super().get_queryset(request).select_related("payer__member", "payee__member", "plan__book")

    @admin.display(description=_("amount"))
    def amount(self, payment: Payment) -> str:
        return format_amount(payment.amount_minor, payment.plan.book.currency)


@admin.register(Book)
class BookAdmin(KeepersAdmin):
    club_path = "club"
    list_display = ("club", "currency", "head_seq", "head_hash", "closed_through")
    list_select_related = ("club",)
    fields = list_display
    inlines = (AccountInline,)


@admin.register(Entry)
class EntryAdmin(KeepersAdmin):
    list_display = ("seq", "book", "kind", "key", "effective_date", "night", "memo", "posted_by")
    list_filter = (("book", admin.RelatedOnlyFieldListFilter), "kind")
    list_select_related = ("book__club", "night", "posted_by")
    search_fields = ("key", "memo", "source_id")
    date_hierarchy = "effective_date"
    ordering = ("-created_at", "-seq")
    fields = (
        *("book", "seq", "key", "kind", "source_kind", "source_id", "night", "effective_date", "about_date"),
        *("created_at", "posted_by", "memo", "reverses", "payload_hash", "prev_hash", "hash"),
    )
    inlines = (TransferInline,)
    action_form = ReasonForm
    actions = ("withdraw",)

    @admin.action(description=_("Take back (say why)"), permissions=["view"])
    def withdraw(self, request: HttpRequest, rows: QuerySet[Entry]) -> None:
        reason = self.reason_of(request)
        self.each(
            request,
            rows.select_related("book__club"),
            lambda entry: services.withdraw(entry=entry, reason=reason, actor=self.actor(request, entry.book.club)),
            lambda entry: gettext("Entry {seq} is taken back: {reason}").format(seq=entry.seq, reason=reason),
        )


@admin.register(SettlementPlan)
class SettlementPlanAdmin(KeepersAdmin):
    list_display = ("created_at", "book", "night", "head_seq", "superseded_at")
    list_filter = (("book", admin.RelatedOnlyFieldListFilter), ("superseded_at", admin.EmptyFieldListFilter))
    list_select_related = ("book__club", "night")
    fields = (*list_display, "created_by")
    inlines = (PaymentInline,)


@admin.register(Payment)
class PaymentAdmin(KeepersAdmin):
    club_path = "plan__book__club"
    list_display = ("__str__", "plan", "state", "claimed_at", "confirmed_at")
    list_filter = ("state",)
    list_select_related = ("payer__member", "payee__member", "plan__book__club", "plan__night")
    fields = (
        *("plan", "no", "payer", "payee", "amount_minor", "state", "claimed_at", "claimed_by", "confirmed_at"),
        *("entry", "reason"),
    )
    action_form = ReasonForm
    actions = ("confirm", "void")

    @admin.action(description=_("Confirm"), permissions=["view"])
    def confirm(self, request: HttpRequest, rows: QuerySet[Payment]) -> None:
        self.each(
            request,
            rows.select_related("plan__book__club"),
            lambda payment: services.confirm(payment=payment, actor=self.actor(request, payment.plan.book.club)),
            lambda payment: gettext("{payment} is confirmed.").format(payment=payment),
        )

    @admin.action(description=_("Make void (say why)"), permissions=["view"])
    def void(self, request: HttpRequest, rows: QuerySet[Payment]) -> None:
        reason = self.reason_of(request)
        self.each(
            request,
            rows.select_related("plan__book__club"),
            lambda payment: services.void(
                payment=payment, reason=reason, actor=self.actor(request, payment.plan.book.club)
            ),
            lambda payment: gettext("{payment} is void: {reason}").format(payment=payment, reason=reason),
        )
