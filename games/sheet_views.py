"""Scoresheets out and in: files of a table and of a night, and the page that imports them."""

from typing import Final
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from club import selectors as club
from club.doors import ViewerRequest, in_club, status_of
from club.errors import ClubError
from club.permissions import May
from games import import_pages, sheet_writing, table_desk
from games.exporting import sheet_of, sheets_of_night
from games.importing import import_sheets
from games.mat_files import mat_of
from games.store import TableNow

YAML: Final = "application/yaml; charset=utf-8"
JSON: Final = "application/json"
MAT: Final = "text/plain; charset=utf-8"


@require_GET
@in_club(None)
def sheet_yaml(request: ViewerRequest, table_id: UUID) -> HttpResponse:
    now = table_desk.load(request.viewer, table_id)
    return _file(sheet_writing.write(sheet_of(now)), f"{_name(now)}.yaml", YAML)


@require_GET
@in_club(None)
def sheet_json(request: ViewerRequest, table_id: UUID) -> HttpResponse:
    now = table_desk.load(request.viewer, table_id)
    return _file(sheet_writing.write_json(sheet_of(now)), f"{_name(now)}.json", JSON)


@require_GET
@in_club(None)
def sheet_mat(request: ViewerRequest, table_id: UUID) -> HttpResponse:
    """Return the games that were recorded roll by roll as a file for other programs."""
    now = table_desk.load(request.viewer, table_id)
    return _file(mat_of(now).text, f"{_name(now)}.mat", MAT)


@require_GET
@in_club()
def night_yaml(request: ViewerRequest, night_id: UUID) -> HttpResponse:
    """Return the sheets of a night in one file."""
    night = club.night(request.viewer.club, night_id)
    return _file(sheet_writing.write_all(sheets_of_night(night)), f"{night.date}.yaml", YAML)


@require_GET
@in_club()
def night_json(request: ViewerRequest, night_id: UUID) -> HttpResponse:
    """Return the sheets of a night as one list."""
    night = club.night(request.viewer.club, night_id)
    return _file(sheet_writing.write_all_json(sheets_of_night(night)), f"{night.date}.json", JSON)


def _name(now: TableNow) -> str:
    return f"{now.table.night.date}-table-{now.table.no}"


def _file(text: str, name: str, content_type: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(text, content_type=content_type, headers=headers)


@require_http_methods(["GET", "POST"])
@in_club(May.OPEN_TABLE)
def import_page(request: ViewerRequest, night_id: UUID) -> HttpResponse:
    """Ask for scoresheets, show what importing them would do, and import what was looked at."""
    viewer, night = request.viewer, club.night(request.viewer.club, night_id)
    if request.method == "GET":
        return render(request, "games/import.html", import_pages.empty_page(night))
    sent = import_pages.read_sent(request.POST, request.FILES, night.club.currency)
    if request.POST.get("step") != "import":
        page = import_pages.preview_page(viewer, night, sent)
        return render(request, "games/import.html", page, status=page["status"])
    try:
        made = import_sheets(night_id=night.id, actor=viewer.actor, sheets=sent.sheets, looked_at=sent.looked_at)
    except ClubError as error:
        page = import_pages.preview_page(viewer, night, sent, error)
        return render(request, "games/import.html", page, status=status_of(error))
    return _imported(request, night_id, made)


def _imported(request: ViewerRequest, night_id: UUID, made: list[TableNow]) -> HttpResponse:
    """Lead to the table, or to the night when there are several."""
    said = ngettext("{count} scoresheet is imported.", "{count} scoresheets are imported.", len(made))
    messages.success(request, said.format(count=len(made)))
    slug, tables = request.viewer.club.slug, {now.table.id for now in made}
    if len(tables) == 1:
        return redirect("sheet", slug, tables.pop())
    return redirect("night", slug, night_id)
