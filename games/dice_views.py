"""Pages of the dice that the product throws at a table."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from club.doors import ViewerRequest, in_club, status_of
from games import dice_pages as pages
from games import services, table_desk
from games.telling import sentence_of


@require_GET
@in_club(None)
def dice(request: ViewerRequest, table_id: UUID) -> HttpResponse:
    """Show what is promised and what was thrown, with all that checking it needs."""
    now = table_desk.load(request.viewer, table_id)
    return render(request, "games/dice.html", pages.dice_page(request.viewer, now))


@require_POST
@in_club(None)
def promise(request: ViewerRequest, table_id: UUID) -> HttpResponse:
    """Promise the table's first throw."""
    table_desk.load(request.viewer, table_id)
    services.promise_dice(table_id=table_id, actor=request.viewer.actor)
    return redirect("dice", request.viewer.club.slug, table_id)


@require_POST
@in_club(None)
def throw(request: ViewerRequest, table_id: UUID) -> HttpResponse:
    """Throw what was promised and go back to the table; what is refused is said on the page of the dice."""
    viewer = request.viewer
    now = table_desk.load(viewer, table_id)
    try:
        thrown = pages.throw(viewer, now, request.POST)
    except table_desk.REFUSALS as error:
        page = pages.dice_page(viewer, table_desk.load(viewer, table_id), sentence_of(error, now.name_of))
        return render(request, "games/dice.html", page, status=status_of(error))
    first, second = thrown.dice
    messages.success(request, gettext("Thrown: {first}-{second}.").format(first=first, second=second))
    return redirect("table", viewer.club.slug, table_id)
