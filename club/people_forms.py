"""Forms about who somebody is: they check types and lengths; services decide."""

from collections.abc import Iterable, Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from club.models import Member
from games.mentions import Mention


class AccountForm(forms.Form):
    email = forms.EmailField(label=_("E-mail"), widget=forms.EmailInput(attrs={"autocomplete": "off"}))


class MergeForm(forms.Form):
    """Who else this person played as, and why that is known."""

    member = forms.ChoiceField(label=_("Also played as"))
    reason = forms.CharField(label=_("Reason"), max_length=200)

    def __init__(self, *args: object, others: Iterable[Member], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        field = self.fields["member"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(str(one.id), f"{one.name} · {one.get_role_display()}") for one in others]


class AnonymiseForm(forms.Form):
    """Which of the texts that say the name are taken out, and that it is really meant."""

    redact = forms.MultipleChoiceField(
        label=_("Take out these texts"), required=False, widget=forms.CheckboxSelectMultiple
    )
    sure = forms.BooleanField(label=_("Yes, for good. It cannot be taken back."))

    def __init__(self, *args: object, texts: Sequence[Mention], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        field = self.fields["redact"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(one.id, f"{one.text} ({one.where})") for one in texts]


class ClaimForm(forms.Form):
    """An address to sign in with, for who has none yet."""

    email = forms.EmailField(label=_("Your e-mail"), widget=forms.EmailInput(attrs={"autocomplete": "email"}))
