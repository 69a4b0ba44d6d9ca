"""Pages on which a table is split, and two are joined."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from club import selectors as club
from club.doors import ViewerRequest, in_club, status_of
from club.permissions import May
from games import splitting_pages as pages
from games import table_desk
from games.telling import sentence_of


@require_http_methods(["GET", "POST"])
@in_club(May.OPEN_TABLE)
def split_table(request: ViewerRequest, table_id: UUID) -> HttpResponse:
    """Ask who goes to a new table and how they throw for it, and split the table."""
    viewer = request.viewer
    now = table_desk.load(viewer, table_id)
    form = pages.split_form(now, request.POST if request.method == "POST" else None)
    if not form.is_sent or form.tied or form.missing:
        page, status = pages.split_page(viewer, now, form), 422 if form.is_sent else 200
        return render(request, "games/split.html", page, status=status)
    try:
        new = pages.split(viewer, now, form, request.POST).target
    except table_desk.REFUSALS as error:  # said above the form: what was filled in stays
        page = pages.split_page(viewer, table_desk.load(viewer, table_id), form, sentence_of(error, now.name_of))
        return render(request, "games/split.html", page, status=status_of(error))
    messages.success(request, gettext("Split from table {no}.").format(no=now.table.no))
    return redirect("table", viewer.club.slug, new.table.id)


@require_http_methods(["GET", "POST"])
@in_club(May.OPEN_TABLE)
def join_tables(request: ViewerRequest, night_id: UUID) -> HttpResponse:
    """Ask which table stays and which comes to it, and join them."""
    viewer, night = request.viewer, club.night(request.viewer.club, night_id)
    if request.method == "GET":
        return render(request, "games/join_tables.html", pages.join_page(viewer, night, None))
    try:
        kept = pages.join(viewer, request.POST).target
    except table_desk.REFUSALS as error:
        page = pages.join_page(viewer, night, request.POST, sentence_of(error))
        return render(request, "games/join_tables.html", page, status=status_of(error))
    return redirect("table", viewer.club.slug, kept.table.id)
