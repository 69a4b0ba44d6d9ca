"""Forms of the books."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.errors import Invalid
from ledger.account_lines import require_order
from ledger.errors import PeriodBackwards
from ledger.exporting import Format


class ReasonForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), max_length=180)


class PlanForm(forms.Form):
    """Which book, and which night; without a night the plan is for the whole club."""

    book = forms.UUIDField()
    night = forms.UUIDField(required=False)
    banker = forms.UUIDField(required=False)
    afresh = forms.BooleanField(required=False)


class DeedForm(forms.Form):
    """What a deed to a payment may need: why, or how much of how much."""

    reason = forms.CharField(max_length=180, required=False)
    amount = forms.CharField(max_length=24, required=False)
    whole_minor = forms.IntegerField(required=False)
    arrived = forms.BooleanField(required=False)


class Day(forms.DateInput):
    """A browser's own choice of a day, which is written in ISO whatever the language."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class DaysForm(forms.Form):
    """From which day until which, both included; either may be left open."""

    start = forms.DateField(label=_("First day"), required=False, widget=Day)
    end = forms.DateField(label=_("Last day"), required=False, widget=Day)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        start, end = cleaned.get("start"), cleaned.get("end")
        try:
            require_order(start, end)
        except PeriodBackwards as error:
            self.add_error("end", error.detail)
        return cleaned

    def days(self) -> tuple[date | None, date | None]:
        """Return the first and the last day; what cannot be read is left open."""
        self.is_valid()
        return self.cleaned_data.get("start"), self.cleaned_data.get("end")

    def days_asked(self) -> tuple[date | None, date | None]:
        """Return the same where nothing can be shown beside it: raise Invalid, in the words of the form."""
        for said in self.errors.values():
            raise Invalid(str(said[0]))
        return self.days()


class ExportForm(DaysForm):
    """Which book, as what, and for which days; without days from the beginning until now."""

    book = forms.ChoiceField(label=_("Book"), widget=forms.RadioSelect)
    format = forms.ChoiceField(
        label=_("File"),
        widget=forms.RadioSelect,
        initial=Format.CSV,
        choices=[
            (Format.CSV, _("CSV, for a spreadsheet")),
            (Format.BEANCOUNT, "beancount"),
            (Format.HLEDGER, "hledger"),
            (Format.JSON, _("JSON, with the chain")),
        ],
    )
    field_order = ("book", "format", "start", "end")

    def __init__(self, *args: Any, currencies: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["book"].choices = [(currency, currency) for currency in currencies]  # type: ignore[attr-defined]
        self.fields["book"].initial = next(iter(currencies), None)
        if len(currencies) == 1:
            self.fields["book"].widget = forms.HiddenInput()
