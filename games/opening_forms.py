"""The form of a new table: what is played, by which house rules, for how much. A page shows what its kind needs."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.exporting import UNIT_OF_POINTS
from games.models import HouseRules
from games.rule_words import KIND_NAMES, rules_told, value_told
from games.rules.errors import shown
from games.rules.rule_book import BOOK, Numbers, Setting
from games.rules.settings import OWN_PRESETS, PRESETS, Json, Kind
from ledger.money_fields import MoneyField
from ledger.rules.currency import POINTS

KINDS: Final = [
    (Kind.CHOUETTE.value, _("Chouette: three or more, one box")),
    (Kind.MONEY.value, _("Money game: two people")),
    (Kind.MATCH.value, _("Match: two people, to a number of points")),
    (Kind.LONG_NARD.value, _("Long nard: two people")),
]
ASKED: Final[Mapping[Kind, tuple[str, ...]]] = {
    Kind.MATCH: ("target",),
    Kind.LONG_NARD: ("ending", "first", "last_roll", "cube"),
}
"""The settings that a kind of table is often opened with otherwise than its house rules say."""


class NewTableForm(forms.Form):
    """What is played, under which rules, for how much.

    Each kind has its own field of house rules, and some settings that may be answered otherwise for this one table.
    """

    kind = forms.ChoiceField(label=_("What is played"), choices=KINDS, widget=forms.RadioSelect, initial=Kind.CHOUETTE)
    currency = forms.ChoiceField(label=_("Played for"), widget=forms.RadioSelect)
    unit = forms.CharField(
        label=_("One point is worth"),
        max_length=20,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
    )

    def __init__(self, *args: Any, house_rules: Iterable[HouseRules], currencies: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        money = [(one, one) for one in currencies if one != POINTS]
        self.fields["currency"].choices = [*money, (POINTS, _("Points only, without money"))]  # type: ignore[attr-defined]
        self.fields["currency"].initial = currencies[0]
        self.house_rules = {str(rules.id): rules for rules in house_rules}
        for kind in Kind:
            self.fields[f"rules_{kind}"] = forms.ChoiceField(
                label=_("House rules"), choices=self._rules_for(kind), required=False
            )
            for key in ASKED.get(kind, ()):
                self.fields[key] = _setting_field(BOOK[key])
        self.fields["unit"].help_text = money[0][0] if len(money) == 1 else ""

    def _rules_for(self, kind: Kind) -> list[tuple[str, Any]]:
        """Return the club's own rules, then the presets; a money game may also be played by a chouette's."""
        own = self._own_and_presets(kind)
        if kind is not Kind.MONEY:
            return own
        return [*own, (str(KIND_NAMES[Kind.CHOUETTE]), self._own_and_presets(Kind.CHOUETTE))]

    def _own_and_presets(self, kind: Kind) -> list[tuple[str, Any]]:
        own = [(id_, rules.name) for id_, rules in self.house_rules.items() if rules.kind == kind]
        return own + [(name, rules_told(name)) for name in PRESETS if _home_of(name) is kind]

    @property
    def by_kind(self) -> list[tuple[Kind, list[forms.BoundField]]]:
        """Return the fields that only one kind of table has, in order."""
        return [(kind, [self[f"rules_{kind}"], *(self[key] for key in ASKED.get(kind, ()))]) for kind in Kind]

    def clean(self) -> dict[str, Any]:
        """Forget what was filled in for other kinds of table than the one that was chosen."""
        cleaned = super().clean() or {}
        for kind in Kind:
            if kind != cleaned.get("kind"):
                for name in (f"rules_{kind}", *ASKED.get(kind, ())):
                    cleaned.pop(name, None)
                    self.errors.pop(name, None)
        if "currency" in cleaned:
            cleaned["unit"] = self._unit(cleaned["currency"], cleaned.get("unit", ""))
        return cleaned

    def _unit(self, currency: str, written: str) -> int | None:
        """Return what a point is worth in minor units; of points only, one point."""
        if currency == POINTS:
            return UNIT_OF_POINTS
        try:
            return cast(int, MoneyField(currency=currency).clean(written))
        except forms.ValidationError as error:
            self.add_error("unit", error)
            return None

    def settings(self) -> tuple[Mapping[str, object], str]:
        """Return the rules and the name they go by: the club's own or a preset, and what was answered otherwise."""
        kind = Kind(self.cleaned_data["kind"])
        chosen = self.cleaned_data[f"rules_{kind}"] or self._own_and_presets(kind)[0][0]
        own = self.house_rules.get(chosen)
        rules, name = (own.settings, str(own)) if own is not None else ({"preset": chosen}, chosen)
        return {**rules, **self._answered(kind)}, name

    def _answered(self, kind: Kind) -> dict[str, Json]:
        written = {
            key: self.cleaned_data[key] for key in ASKED.get(kind, ()) if self.cleaned_data[key] not in ("", None)
        }
        return {key: _value(BOOK[key], text) for key, text in written.items()}


def _setting_field(setting: Setting) -> forms.Field:
    """Return a field for a number, or for one of the setting's values; left open, the house rules answer."""
    label = gettext(setting.name)
    if isinstance(setting.others, Numbers):
        numeric = forms.TextInput(attrs={"inputmode": "numeric"})
        least, most = setting.others.least, setting.others.most
        help_text = _("Empty: as the house rules say.")
        return forms.IntegerField(
            label=label, min_value=least, max_value=most, required=False, widget=numeric, help_text=help_text
        )
    choices = [(shown(one.value), value_told(setting.key, one.value)) for one in setting.choices]
    return forms.ChoiceField(label=label, choices=[("", _("as the house rules say")), *choices], required=False)


def _value(setting: Setting, written: str | int) -> Json:
    """Return what was chosen as the settings know it."""
    return next((one.value for one in setting.choices if shown(one.value) == written), written)


def _home_of(preset: str) -> Kind:
    """Return the kind under which a preset is listed."""
    if preset == Kind.MONEY:
        return Kind.MONEY
    return next((kind for kind, names in OWN_PRESETS.items() if preset in names), Kind.CHOUETTE)
