"""The page that corrects a finished game act by act, in the words of the scoresheet, as the desk does."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from club.doors import ViewerRequest, in_club, status_of
from club.permissions import May
from games import selectors, services, table_desk
from games.correcting import CorrectionForm, acts_in, initial_of
from games.forms import command_of
from games.store import TableNow
from games.table_page.words import game_told
from games.telling import sentence_of


@require_http_methods(["GET", "POST"])
@in_club(May.CORRECT_GAMES)
def correct(request: ViewerRequest, table_id: UUID, no: int) -> HttpResponse:
    """Show what stands of a game, and put in its place what is written there."""
    now = table_desk.load(request.viewer, table_id)
    form = CorrectionForm(request.POST or None, initial=initial_of(now, no))
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            _corrected(request, now, no, form)
        except table_desk.REFUSALS as error:  # said above the form: what was written stays
            form.add_error(None, sentence_of(error, now.name_of))
            status = status_of(error)
        else:
            messages.success(request, gettext("Game {game} is corrected").format(game=no))
            return redirect("sheet", request.viewer.club.slug, table_id)
    told = game_told(selectors.finished_game(now, no), now.name_of)
    page = {"tab": "night", "now": now, "no": no, "told": told, "form": form}
    return render(request, "games/correct_game.html", page, status=status)


def _corrected(request: ViewerRequest, now: TableNow, no: int, form: CorrectionForm) -> None:
    services.correct_game(
        table_id=now.table.id,
        actor=request.viewer.actor,
        game=no,
        actions=acts_in(form.cleaned_data["actions"]),
        reason=form.cleaned_data["reason"],
        command_id=command_of(request.POST),
        seen=form.cleaned_data["seen"] or None,
    )
