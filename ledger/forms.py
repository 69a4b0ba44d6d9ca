"""Forms of the books."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ReasonForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), max_length=180)


class PlanForm(forms.Form):
    """Which book, and which night; without a night the plan is for the whole club."""

    book = forms.UUIDField()
    night = forms.UUIDField(required=False)
