"""The organiser's desk for games: tables with their log, corrections with a reason, house rules, seasons, closing."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club.admin import NightAdmin, adopt
from club.admin_scope import ClubScopedAdmin, ReadOnlyAdmin, ReadOnlyInline
from club.errors import ClubError
from club.models import Night
from games import rule_admin as _rule_admin  # noqa: F401 - registers house rules
from games import selectors, services
from games.correcting import CorrectionForm, acts_in, initial_of
from games.models import Action, Game, Score, Season, Table
from games.rules.errors import Malformed, RuleViolation
from games.telling import sentence_of

REFUSALS = (ClubError, RuleViolation, Malformed)

admin.site.unregister(Night)


@admin.register(Night)
class PlayedNightAdmin(NightAdmin):
    """A night's page with what only the games know: closing, which settles, and reopening."""

    actions = ("close_the_night", "reopen_the_night")

    @admin.action(description=_("Close the night and settle up (say why)"), permissions=["view"])
    def close_the_night(self, request: HttpRequest, rows: QuerySet[Night]) -> None:
        reason = self.reason_of(request)
        self.each(
            request,
            rows.select_related("club"),
            lambda night: services.close_night(night_id=night.id, actor=self.actor(request, night.club)),
            lambda night: gettext("{night} is closed: {reason}").format(night=night, reason=reason or "–"),
        )

    @admin.action(description=_("Reopen the night (say why)"), permissions=["view"])
    def reopen_the_night(self, request: HttpRequest, rows: QuerySet[Night]) -> None:
        reason = self.reason_of(request)
        self.each(
            request,
            rows.select_related("club"),
            lambda night: services.reopen_night(
                night_id=night.id, actor=self.actor(request, night.club), reason=reason
            ),
            lambda night: gettext("{night} is open again: {reason}").format(night=night, reason=reason),
        )


class ActionInline(ReadOnlyInline):
    """The log, as it was written."""

    model = Action
    fields = ("seq", "document", "text", "door", "by_member", "at")
    ordering = ("seq",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Action]:
        return super().get_queryset(request).select_related("by_member")


class ScoreInline(ReadOnlyInline):
    model = Score
    fields = ("seat", "points", "money_minor")
    readonly_fields = ("points",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Score]:
        return super().get_queryset(request).select_related("seat")

    @admin.display(description=_("points"))
    def points(self, score: Score) -> str:
        return f"{score.points_q / 4:+g}"


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    club_path = "night__club"
    list_display = ("night", "no", "kind", "rules_name", "state", "version")
    list_filter = ("kind", "state", ("night__club", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("night",)
    fields = ("night", "no", "kind", "rules_name", "rules", "unit_minor", "currency", "state", "version", "opened_at")
    inlines = (ActionInline,)


class VoidForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), max_length=180)


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Games are corrected or voided here, each with a reason; the services do it as by every other door."""

    club_path = "table__night__club"
    list_display = ("table", "no", "won_by", "result", "state", "revision", "at", "corrections")
    list_filter = ("state", ("table__night__club", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("table__night",)
    date_hierarchy = "at"
    fields = ("table", "no", "box_seat", "captain_seat", "won_by", "result", "state", "revision", "at", "corrections")
    readonly_fields = ("won_by", "corrections")
    inlines = (ScoreInline,)

    def get_urls(self) -> list[Any]:
        own = [
            path("<uuid:pk>/correct/", self.admin_site.admin_view(self.correct), name="games_game_correct"),
            path("<uuid:pk>/void/", self.admin_site.admin_view(self.void), name="games_game_void"),
        ]
        return [*own, *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).prefetch_related("table__seats")

    @admin.display(description=_("winner"))
    def won_by(self, game: Game) -> str:
        """Return the box or the team, at a table for two the winner's name."""
        if not game.winner or game.table.kind == Table.Kind.CHOUETTE:
            return game.get_winner_display()
        won = game.box_seat if game.winner == Game.Winner.BOX else game.captain_seat
        return next(seat.label for seat in game.table.seats.all() if seat.no == won)

    @admin.display(description=_("correction"))
    def corrections(self, game: Game) -> str:
        if game.state != Game.State.FINISHED:
            return "–"
        return format_html(
            '<a href="{}">{}</a> · <a href="{}">{}</a>',
            reverse("admin:games_game_correct", args=[game.pk]),
            gettext("Correct this game"),
            reverse("admin:games_game_void", args=[game.pk]),
            gettext("Void this game"),
        )

    def correct(self, request: HttpRequest, pk: object) -> HttpResponse:
        """Ask what was really done and why, and correct the game."""
        game = self._game(request, pk)
        form = CorrectionForm(request.POST or None, initial=self._initial(game))
        if form.is_valid() and self._changed(request, game, form):
            return redirect("admin:games_game_change", pk)
        return self._ask(request, game, form, gettext("Correct this game"))

    def void(self, request: HttpRequest, pk: object) -> HttpResponse:
        """Ask why, and take the game out of the evening."""
        game = self._game(request, pk)
        form = VoidForm(request.POST or None)
        if form.is_valid() and self._changed(request, game, form):
            return redirect("admin:games_game_changelist")
        return self._ask(request, game, form, gettext("Void this game"))

    def _game(self, request: HttpRequest, pk: object) -> Game:
        game = self.get_queryset(request).select_related("table__night__club").filter(pk=pk).first()
        if game is None:
            raise PermissionDenied
        return cast(Game, game)

    def _initial(self, game: Game) -> dict[str, str]:
        now = selectors.load_table(club_id=game.table.night.club_id, table_id=game.table_id)
        return initial_of(now, game.no) if game.state == Game.State.FINISHED else {}

    def _changed(self, request: HttpRequest, game: Game, form: forms.Form) -> bool:
        """Do it and leave a trace; say why not, and let the form be shown again."""
        club, reason = game.table.night.club, form.cleaned_data["reason"]
        try:
            with transaction.atomic():
                services.correct_game(
                    table_id=game.table_id,
                    actor=self.actor(request, club),
                    game=game.no,
                    actions=acts_in(form.cleaned_data.get("actions", "")),
                    reason=reason,
                    seen=form.cleaned_data.get("seen") or None,
                )
                self.log_change(request, game, reason)
        except REFUSALS as refusal:
            names = selectors.load_table(club_id=club.id, table_id=game.table_id).name_of
            form.add_error(None, sentence_of(refusal, names))
            return False
        self.message_user(request, gettext("{game}: {reason}").format(game=game, reason=reason), messages.SUCCESS)
        return True

    def _ask(self, request: HttpRequest, game: Game, form: forms.Form, title: str) -> HttpResponse:
        context: Mapping[str, Any] = self.admin_site.each_context(request) | {
            "form": form,
            "game": game,
            "title": title,
            "opts": self.model._meta,
        }
        return render(request, "admin/games/correction.html", context)


@admin.register(Season)
class SeasonAdmin(ClubScopedAdmin):
    list_display = ("name", "club", "starts", "ends")
    list_filter = (("club", admin.RelatedOnlyFieldListFilter),)

    def save_model(self, request: HttpRequest, obj: Season, form: Any, change: bool) -> None:
        season = Season.objects.get(pk=obj.pk) if change else None
        actor = self.actor(request, obj.club)
        dates = {"starts": obj.starts, "ends": obj.ends}
        adopt(obj, services.save_season(club=obj.club, name=obj.name, actor=actor, season=season, **dates))
