"""Forms about people and nights: they check types and lengths; services decide."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from club.models import Role

ROLES_WITH_ACCOUNT = [(role.value, role.label) for role in Role if role != Role.GUEST]


class OpenNightForm(forms.Form):
    title = forms.CharField(label=_("Name of the night"), max_length=80, required=False, help_text=_("May stay empty."))


class InviteForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=60)
    email = forms.EmailField(label=_("E-mail"))
    role = forms.ChoiceField(label=_("Role"), choices=ROLES_WITH_ACCOUNT, initial=Role.MEMBER)


class PreferencesForm(forms.Form):
    language = forms.ChoiceField(
        label=_("Language of my mails"), choices=[("", _("as the club")), *settings.LANGUAGES], required=False
    )
    mail_night = forms.BooleanField(label=_("Mail me the night’s summary"), required=False)
    mail_month = forms.BooleanField(label=_("Mail me each month’s statement"), required=False)
    mail_each_game = forms.BooleanField(label=_("Mail me each game’s result"), required=False)


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=ROLES_WITH_ACCOUNT)


class JoinForm(forms.Form):
    code = forms.CharField(
        label=_("Code on the wall"),
        max_length=8,
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "autocomplete": "off", "class": "codeword"}),
    )
    name = forms.CharField(
        label=_("Your name"),
        max_length=60,
        help_text=_("The name the others call you."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


class ReasonForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), max_length=200)


def first_error(form: forms.Form) -> str:
    """Return the first thing that is wrong with a form, with the field's label, as one sentence."""
    name, errors = next(iter(form.errors.items()))
    field: Any = form.fields.get(name)
    label = f"{field.label}: " if field and field.label else ""
    return f"{label}{errors[0]}"
