"""The form of house rules: each setting explained by the book's own sentences, on the page and in the admin."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.template import loader
from django.utils import formats
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, gettext_lazy

from club.errors import Invalid
from club.formats import parse_money
from games.rule_words import sentence_told, value_told
from games.rules.errors import Malformed, shown
from games.rules.rule_book import BOOK, GROUPS, Amounts, Numbers, Setting, settings_read
from games.rules.rule_sets import RuleSet, resolved
from games.rules.settings import FIXED, Json, Kind
from games.rules.settings_reader import allowed, may_be
from games.telling import sentence_of

OTHER: Final = "other"
"""What the radio says beside which a number or an amount is written."""
MOST_DECIMALS: Final = 4
"""What the finest currency has: which one a table is played for, its house rules do not know."""


class NoAmount(str):
    """What somebody wrote where an amount should be, as he wrote it; `why` is what is wrong with it."""

    why: str


class SettingInput(forms.Widget):
    """Radios with a sentence for each value of a setting, and a field for a number or an amount where one may be."""

    template_name = "games/_setting.html"

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.setting = setting

    def get_context(self, name: str, value: Any, attrs: Mapping[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, dict(attrs or {}))
        is_other = self.setting.choice(value) is None
        context["widget"] |= {
            "options": [
                (shown(one.value), value_told(self.setting.key, one.value), sentence_told(self.setting.key, one.value),
                 self.setting.choice(value) is one)
                for one in self.setting.choices
            ],
            "other": self._other(value if is_other else ""),
            "is_other": is_other,
            "label": gettext(self.setting.name),
        }  # fmt: skip
        return context

    def _other(self, value: Any) -> dict[str, str] | None:
        """Return what stands beside the radios: a field, what may be in it, and its sentence."""
        written = "" if value is None else str(value)
        match self.setting.others:
            case Numbers(least, most, sentence):
                label = gettext("A number from {least} to {most}").format(least=least, most=most)
                return {"label": label, "sentence": _with_dots(sentence), "value": written, "mode": "numeric"}
            case Amounts(sentence):
                comma = written.replace(".", formats.get_format("DECIMAL_SEPARATOR"))
                comma = written if isinstance(value, NoAmount) else comma
                label = gettext("An amount of money")
                return {"label": label, "sentence": _with_dots(sentence), "value": comma, "mode": "decimal"}
            case None:
                return None

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        return mark_safe(loader.render_to_string(self.template_name, self.get_context(name, value, attrs)))  # noqa: S308 -- a template of ours

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Json:
        """Return the value as the book knows it; what is nothing it knows comes back as it was written.

        A number that was changed counts although its radio was not chosen: nobody writes one for nothing.
        """
        picked, written = data.get(name, ""), data.get(f"{name}-{OTHER}", "").strip()
        choice = next((one for one in self.setting.choices if shown(one.value) == picked), None)
        if self.setting.others is None:
            return choice.value if choice else picked
        if choice is not None and (not written or written == data.get(f"{name}-was", "")):
            return choice.value
        return self._number(written)

    def _number(self, written: str) -> Json:
        if isinstance(self.setting.others, Amounts):
            return _amount(written)
        return int(written) if written.isascii() and written.isdigit() and len(written) < 10 else written

    def id_for_label(self, id_: str) -> str:
        """Return nothing: the label is the heading of several radios."""
        return ""


def _amount(written: str) -> str:
    """Return an amount typed in the reader's language as the book has it: "2,50" is "2.50"."""
    try:
        parts = parse_money(written, get_language() or "en", MOST_DECIMALS)
    except Invalid as refusal:
        wrong = NoAmount(written)
        wrong.why = refusal.detail
        return wrong
    whole, rest = divmod(abs(parts), 10**MOST_DECIMALS)
    decimals = f"{rest:0{MOST_DECIMALS}}".rstrip("0")
    return ("-" if parts < 0 else "") + (f"{whole}.{decimals:0<2}" if decimals else str(whole))


def _with_dots(sentence: str) -> str:
    return gettext(sentence).format(value="…").replace("….", "…")


class SettingField(forms.Field):
    """One setting of the house rules; it refuses what the book refuses, in the same words and by the same key."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(
            label=gettext_lazy(setting.name),
            required=False,
            widget=SettingInput(setting),
            help_text=_small_print(setting),
        )
        self.setting = setting

    def clean(self, value: Any) -> Json:
        if isinstance(value, NoAmount):
            raise ValidationError(value.why)
        if may_be(self.setting, value):
            return value  # type: ignore[no-any-return]  # the book has just said that it is one
        key = self.setting.key
        refusal = Malformed("bad_setting", f"/{key}", setting=key, value=shown(value), allowed=allowed(self.setting))
        raise ValidationError(sentence_of(refusal))


def _small_print(setting: Setting) -> Any:
    return gettext_lazy(setting.note) if setting.note else ""


class RulesForm(forms.Form):
    """The name of a club's house rules and every setting that means something in their kind of table."""

    name = forms.CharField(label=gettext_lazy("Name of these rules"), max_length=60)

    def __init__(self, *args: Any, base: RuleSet, preset: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.base, self.preset = base, preset
        add_settings(self, base)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        refuse_impossible(self, self.base.kind)
        return cleaned

    @property
    def values(self) -> dict[str, Json]:
        """The values as they were sent, those that cannot be left out; else those it started from."""
        sent = getattr(self, "cleaned_data", {})
        return {key: sent.get(key, value) for key, value in self.base.values.items()}

    @property
    def rules(self) -> RuleSet:
        """The house rules as the form says them; as it started while it is not valid."""
        return RuleSet(self.base.kind, self.values) if self.is_bound and self.is_valid() else self.base


def asked_of(kind: Kind) -> list[Setting]:
    """Return the settings that a form asks for: what is always the same in a kind of table is not asked."""
    return [BOOK[key] for key in settings_read(kind) if key not in FIXED.get(kind, {})]


def asked_by_group(kind: Kind) -> list[tuple[str, list[str]]]:
    """Return the headings of a form, each with the keys that it asks for."""
    asked = {setting.key for setting in asked_of(kind)}
    groups = [(gettext(group.title), [one.key for one in group.settings if one.key in asked]) for group in GROUPS]
    return [(title, keys) for title, keys in groups if keys]


def add_settings(form: forms.BaseForm, base: RuleSet) -> None:
    """Give a form a field for each setting of the kind, with the values of `base`."""
    for setting in asked_of(base.kind):
        form.fields[setting.key] = SettingField(setting)
        form.initial.setdefault(setting.key, base.values[setting.key])


def refuse_impossible(form: forms.BaseForm, kind: Kind) -> None:
    """Say beside its setting that values cannot be together."""
    known = {setting.key for setting in asked_of(kind)}
    try:
        resolved({key: value for key, value in form.cleaned_data.items() if key in known}, kind)
    except Malformed as refusal:
        key = refusal.pointer.rpartition("/")[2]
        form.add_error(key if key in form.fields else None, sentence_of(refusal))
