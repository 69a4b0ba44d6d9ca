"""Pages of the board: a play in the making, how the board lies, and a finished game step by step."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from club.doors import ViewerRequest, in_club
from games import board_lying, board_pages, replay_pages, table_desk


@require_GET
@in_club(None)
def board(request: ViewerRequest, table_id: UUID) -> HttpResponse:
    """Draw the board alone, with the steps that the address holds."""
    now = table_desk.load(request.viewer, table_id)
    page = board_pages.board_page(request, request.viewer, now)
    answer = render(request, "games/_board.html", {"page": page})
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_POST
@in_club(None)
def board_view(request: ViewerRequest, table_id: UUID) -> HttpResponse:
    """Remember how the board lies on this phone."""
    table_desk.load(request.viewer, table_id)
    board_lying.keep_board_view(request, request.POST.get("below", ""), request.POST.get("home", ""))
    return redirect("table", request.viewer.club.slug, table_id)


@require_GET
@in_club(None)
def replay(request: ViewerRequest, table_id: UUID, no: int) -> HttpResponse:
    """Show one moment of a finished game that was recorded roll by roll."""
    now = table_desk.load(request.viewer, table_id)
    page = replay_pages.page(request.viewer, now, no, request.GET.get("at", ""), board_lying.board_view(request))
    return render(request, "games/replay.html", page)
