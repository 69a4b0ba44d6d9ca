"""The books at the organiser's desk, for organisers and treasurers: all read-only, each action a service."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club.admin_scope import ReadOnlyAdmin, ReadOnlyInline, ReasonForm
from club.formats import day
from club.models import Role
from ledger import services
from ledger.forms import Day
from ledger.models import Account, Book, Checkup, Entry, Payment, Period, SettlementPlan, Transfer
from ledger.money_fields import read_amount
from ledger.rules.currency import format_amount


class DayForm(ActionForm):
    """The form above a list of books: through which day they are closed."""

    day = forms.DateField(label=_("Day:"), required=False, widget=Day)


class AdjustmentForm(ReasonForm):
    """The form above a list of accounts: how much each gains (or loses, with a minus) from the adjustments, and why."""

    amount = forms.CharField(label=_("Amount:"), required=False, max_length=24)


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
    action_form = DayForm
    actions = ("close_period",)

    @admin.action(description=_("Close through a day (say which)"), permissions=["view"])
    def close_period(self, request: HttpRequest, rows: QuerySet[Book]) -> None:
        try:
            end_date = forms.DateField().clean(request.POST.get("day", ""))
        except forms.ValidationError:
            self.message_user(request, gettext("Nothing was closed: choose the day above the list."), messages.ERROR)
            return
        self.each(
            request,
            rows.select_related("club"),
            lambda book: services.close_period(book=book, end_date=end_date, actor=self.actor(request, book.club)),
            lambda book: gettext("{book} is closed through {day}.").format(book=book, day=day(end_date)),
        )


@admin.register(Account)
class AccountAdmin(KeepersAdmin):
    """Accounts: adjusted with a reason, closed when even, opened again."""

    list_display = ("__str__", "book", "kind", "balance", "closed_at")
    list_filter = (("book", admin.RelatedOnlyFieldListFilter), "kind", ("closed_at", admin.EmptyFieldListFilter))
    list_select_related = ("book__club", "member")
    search_fields = ("member__name",)
    ordering = ("book", "-balance_minor")
    fields = ("book", "member", "kind", "balance", "closed_at")
    action_form = AdjustmentForm
    actions = ("adjust", "close", "open_again")

    @admin.display(description=_("balance"), ordering="balance_minor")
    def balance(self, account: Account) -> str:
        return format_amount(account.balance_minor, account.book.currency)

    @admin.action(description=_("Adjust (say how much and why)"), permissions=["view"])
    def adjust(self, request: HttpRequest, rows: QuerySet[Account]) -> None:
        reason, written = self.reason_of(request), request.POST.get("amount", "")
        self._each(
            request,
            rows,
            lambda account: self._adjust(request, account, written, reason),
            lambda account: gettext("{account} is adjusted by {amount}: {reason}").format(
                account=account, amount=written, reason=reason
            ),
        )

    def _adjust(self, request: HttpRequest, account: Account, written: str, reason: str) -> Entry:
        amount = read_amount(written, account.book.currency)
        other = Account.Kind.ADJUSTMENTS
        leg: tuple[services.Side, services.Side, int]
        leg = (other, account, amount) if amount > 0 else (account, other, -amount)
        actor = self.actor(request, account.book.club)
        return services.adjust(book=account.book, transfers=[leg], reason=reason, actor=actor)

    @admin.action(description=_("Close (when even)"), permissions=["view"])
    def close(self, request: HttpRequest, rows: QuerySet[Account]) -> None:
        self._each(
            request,
            rows,
            lambda account: services.close_account(account=account, actor=self.actor(request, account.book.club)),
            lambda account: gettext("{account} is closed.").format(account=account),
        )

    @admin.action(description=_("Open again"), permissions=["view"])
    def open_again(self, request: HttpRequest, rows: QuerySet[Account]) -> None:
        self._each(
            request,
            rows,
            lambda account: services.open_account(account=account, actor=self.actor(request, account.book.club)),
            lambda account: gettext("{account} is open again.").format(account=account),
        )

    def _each(
        self,
        request: HttpRequest,
        rows: QuerySet[Account],
        act: Callable[[Account], Any],
        done: Callable[[Account], str],
    ) -> None:
        self.each(request, rows.select_related("book__club", "member"), act, done)


@admin.register(Period)
class PeriodAdmin(KeepersAdmin):
    list_display = ("book", "end_date", "seq", "hash")
    list_filter = (("book", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("book__club",)
    date_hierarchy = "end_date"
    fields = (*list_display, "balances")


@admin.register(Checkup)
class CheckupAdmin(KeepersAdmin):
    list_display = ("book", "checked_at", "head_seq", "codes")
    list_select_related = ("book__club",)
    fields = list_display


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
    actions = ("plan_again", "confirm_all")

    @admin.action(description=_("Make a new plan"), permissions=["view"])
    def plan_again(self, request: HttpRequest, rows: QuerySet[SettlementPlan]) -> None:
        self.each(
            request,
            rows.select_related("book__club", "night__club"),
            lambda plan: self._plan_again(request, plan),
            lambda plan: gettext("{plan} is planned anew.").format(plan=plan),
        )

    def _plan_again(self, request: HttpRequest, plan: SettlementPlan) -> SettlementPlan:
        actor = self.actor(request, plan.book.club)
        if plan.night is None:
            return services.plan_club(book=plan.book, actor=actor, afresh=True)
        return services.plan_night(night=plan.night, book=plan.book, actor=actor, afresh=True)

    @admin.action(description=_("Everyone has paid in cash"), permissions=["view"])
    def confirm_all(self, request: HttpRequest, rows: QuerySet[SettlementPlan]) -> None:
        self.each(
            request,
            rows.select_related("book__club", "night"),
            lambda plan: services.confirm_all(plan=plan, actor=self.actor(request, plan.book.club)),
            lambda plan: gettext("{plan} is paid.").format(plan=plan),
        )


@admin.register(Payment)
class PaymentAdmin(KeepersAdmin):
    club_path = "plan__book__club"
    list_display = ("__str__", "plan", "state", "claimed_at", "confirmed_at")
    list_filter = ("state",)
    list_select_related = ("payer__member", "payee__member", "plan__book__club", "plan__night")
    fields = (
        *("plan", "no", "payer", "payee", "amount_minor", "state", "claimed_at", "claimed_by", "confirmed_at"),
        *("entry", "reason", "payer_was", "payee_was", "void_by_merge"),
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
