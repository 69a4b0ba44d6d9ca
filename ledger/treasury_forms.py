"""Forms of those who keep the books: adjust, search, close a month, bring balances along, open a book."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.models import Member, Night
from ledger.errors import SameAccount
from ledger.forms import Day
from ledger.models import Account, Entry
from ledger.money_fields import MoneyField
from ledger.searching import Search

HOUSE = Account.Kind.HOUSE
ADJUSTMENTS = Account.Kind.ADJUSTMENTS
MOST_TEXT = 100_000
MOST_FILE = 200_000

Choices = list[tuple[str, Any]]


def member_choices(members: Iterable[Member]) -> Choices:
    """Return people as choices, by name."""
    return [(str(member.id), member.name) for member in members]


class AdjustForm(forms.Form):
    """Who falls, who rises, by how much and why. The other side of a single member is the adjustments account."""

    source = forms.ChoiceField(label=_("Takes from"), help_text=_("His balance falls."))
    target = forms.ChoiceField(label=_("Gives to"), help_text=_("His balance rises."))
    reason = forms.CharField(label=_("Reason"), max_length=180, help_text=_("It stays in the books."))
    date = forms.DateField(label=_("Day it is about"), required=False, widget=Day, help_text=_("Empty: today."))
    command_id = forms.UUIDField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, members: Iterable[Member], currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["amount"] = MoneyField(label=_("Amount"), currency=currency, help_text=currency)
        people = member_choices(members)
        special: Choices = [(str(ADJUSTMENTS), _("adjustments")), (str(HOUSE), _("the house"))]
        for name in ("source", "target"):
            self.fields[name].choices = [("", "…"), *people, *special]  # type: ignore[attr-defined]
        self.order_fields(["source", "target", "amount", "reason", "date"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("source") and cleaned.get("source") == cleaned.get("target"):
            self.add_error("target", SameAccount.sentence)
        amount = cleaned.get("amount")
        if amount is not None and amount <= 0:
            self.add_error("amount", _("An amount is more than nothing."))
        return cleaned


class SearchForm(forms.Form):
    """What is looked for among the entries; everything may be left open."""

    member = forms.ChoiceField(label=_("Who"), required=False)
    night = forms.ChoiceField(label=_("Night"), required=False)
    kind = forms.ChoiceField(label=_("Kind"), required=False)
    text = forms.CharField(label=_("Word or number"), max_length=60, required=False)

    def __init__(
        self, *args: Any, members: Iterable[Member], nights: Iterable[Night], currency: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        any_: Choices = [("", _("any"))]
        self.fields["amount"] = MoneyField(label=_("Amount"), required=False, currency=currency, help_text=currency)
        self.fields["member"].choices = any_ + member_choices(members)  # type: ignore[attr-defined]
        self.fields["night"].choices = any_ + [(str(night.id), str(night)) for night in nights]  # type: ignore[attr-defined]
        self.fields["kind"].choices = any_ + list(Entry.Kind.choices)  # type: ignore[attr-defined]
        self.order_fields(["member", "night", "kind", "amount", "text"])

    def search(self) -> Search:
        """Return what is looked for; what cannot be read does not count."""
        self.is_valid()
        asked = self.cleaned_data
        return Search(
            member=_uuid(asked.get("member")),
            night=_uuid(asked.get("night")),
            kind=asked.get("kind", ""),
            amount_minor=asked.get("amount"),
            text=asked.get("text", "").strip(),
        )


def _uuid(text: str | None) -> UUID | None:
    return UUID(text) if text else None


class ClosePeriodForm(forms.Form):
    end_date = forms.DateField(label=_("Close through"), widget=Day)

    @staticmethod
    def of_last_month() -> "ClosePeriodForm":
        """Return the form with the last day of the month before."""
        last = timezone.localdate().replace(day=1) - timedelta(days=1)
        return ClosePeriodForm(initial={"end_date": last})


class OpenBookForm(forms.Form):
    currency = forms.RegexField(
        r"^[A-Za-z]{3}$",
        label=_("Currency"),
        help_text=_("Three letters, such as HUF; PTS counts points only."),
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "autocomplete": "off", "maxlength": "3"}),
    )

    def clean_currency(self) -> str:
        return str(self.cleaned_data["currency"]).upper()


class OpeningsForm(forms.Form):
    """A list of opening balances, pasted or as a file; where a difference goes; and of which day it is."""

    file = forms.FileField(label=_("A file (CSV)"), required=False)
    text = forms.CharField(
        label=_("Or the list itself"),
        required=False,
        max_length=MOST_TEXT,
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "spellcheck": "false"}),
    )
    date = forms.DateField(label=_("As of"), required=False, widget=Day, help_text=_("Empty: today."))
    rest_to = forms.ChoiceField(required=False, choices=[("", ""), (HOUSE, ""), (ADJUSTMENTS, "")])

    def clean(self) -> dict[str, Any]:
        """Put the text of the file in the place of what was pasted."""
        cleaned = super().clean() or {}
        file = cleaned.get("file")
        if file is not None:
            cleaned["text"] = self._text_of(file)
        if not self.errors and not cleaned.get("text", "").strip():
            self.add_error("text", _("Choose a file or paste the list."))
        return cleaned

    def _text_of(self, file: Any) -> str:
        if file.size > MOST_FILE:
            self.add_error("file", _("This file is too large."))
            return ""
        try:
            return str(file.read().decode("utf-8-sig"))
        except UnicodeDecodeError:
            self.add_error("file", _("This is not a text in UTF-8."))
            return ""
