"""House rules at the organiser's desk: added as versions by the same form as on the page, read in sentences."""

from typing import Any, Final

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club.admin import adopt
from club.admin_scope import ClubScopedAdmin
from club.errors import ClubError
from games import rule_versions, services
from games.models import HouseRules
from games.rule_forms import add_settings, asked_by_group, asked_of, refuse_impossible
from games.rule_words import KIND_NAMES, preset_told, set_told
from games.rules.errors import Malformed
from games.rules.rule_sets import RuleSet, resolved
from games.rules.settings import Kind, presets_of

Start = tuple[Kind, str]
START: Final = '<li><a href="{}?kind={}&amp;preset={}">{}: {}</a></li>'


class HouseRulesForm(forms.ModelForm):  # type: ignore[type-arg]  # Django's own is not generic when it runs
    """The rules' club and name, and a field for each setting of the kind that was chosen above."""

    start: Start = (Kind.CHOUETTE, "individual")

    class Meta:
        model = HouseRules
        fields = ("club", "name")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance._state.adding:
            kind, preset = self.start
            add_settings(self, resolved({"preset": preset}, kind))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        refuse_impossible(self, self.start[0])
        return cleaned

    @property
    def settings(self) -> dict[str, Any]:
        """The preset with every setting that the form asked for."""
        kind, preset = self.start
        return {"preset": preset, **{one.key: self.cleaned_data[one.key] for one in asked_of(kind)}}


@admin.register(HouseRules)
class HouseRulesAdmin(ClubScopedAdmin):
    """Versions are added, never edited: a table keeps the rules it was opened under."""

    form = HouseRulesForm
    refusals = (ClubError, Malformed)
    list_display = ("name", "version", "kind", "club", "preset_name", "created_at", "changes")
    list_filter = ("kind", ("club", admin.RelatedOnlyFieldListFilter))
    readonly_fields = ("start_from", "preset_name", "in_sentences")

    class Media:
        css = {"all": ("club/css/desk.css",)}

    @admin.display(description=_("preset"))
    def preset_name(self, rules: HouseRules) -> str:
        return preset_told(rule_versions.preset(rules)).title

    @admin.display(description=_("changes"))
    def changes(self, rules: HouseRules) -> int:
        return len(rule_versions.changes(rules))

    @admin.display(description=_("settings"))
    def in_sentences(self, rules: HouseRules) -> SafeString:
        """Tell the version whole, as the club's own page does."""
        return in_sentences(rule_versions.rule_set(rules))

    @admin.display(description=_("start from"))
    def start_from(self, rules: HouseRules) -> SafeString:
        """Offer every preset of every kind as what the form below starts from."""
        address = reverse("admin:games_houserules_add")
        links = ((address, kind, one, KIND_NAMES[kind], preset_told(one).title) for kind, one in every_start())
        return format_html("<ul>{}</ul>", format_html_join("", START, links))

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """Return the form of the kind and preset that the address names."""
        if obj is None:
            kwargs["fields"] = HouseRulesForm.Meta.fields  # the settings are none of the model's: the form adds them
        form = super().get_form(request, obj, change, **kwargs)
        return type("HouseRulesFormOfKind", (form,), {"start": start_of(request)})

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is not None:
            about = ("club", "name", "version", "kind", "preset_name", "created_at", "in_sentences")
            return [(None, {"fields": about})]
        kind, preset = start_of(request)
        title = gettext("{kind}: {preset}").format(kind=KIND_NAMES[kind], preset=preset_told(preset).title)
        groups = [(heading, {"fields": keys}) for heading, keys in asked_by_group(kind)]
        return [(None, {"fields": ("start_from",)}), (title, {"fields": ("club", "name")}), *groups]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: HouseRules, form: Any, change: bool) -> None:
        saved = services.save_house_rules(
            club=obj.club,
            name=obj.name,
            settings=form.settings,
            kind=form.start[0],
            actor=self.actor(request, obj.club),
        )
        adopt(obj, saved)


def start_of(request: HttpRequest) -> Start:
    """Return the kind and preset that the address asks to start from; the first of all for what is none."""
    asked = (request.GET.get("kind", ""), request.GET.get("preset", ""))
    return next((one for one in every_start() if one == asked), HouseRulesForm.start)


def every_start() -> list[Start]:
    """Return every kind with its presets; those that a money game shares with a chouette stand there once."""
    return [(kind, name) for kind in Kind for name in presets_of(kind) if (kind is Kind.MONEY) == (name == Kind.MONEY)]


def in_sentences(rules: RuleSet) -> SafeString:
    """Return whole house rules as HTML: a name and a sentence for each."""
    lines = ((rule.name, rule.sentence) for group in set_told(rules) for rule in group.rules)
    return format_html("<dl>{}</dl>", format_html_join("", "<dt>{}</dt><dd>{}</dd>", lines))
