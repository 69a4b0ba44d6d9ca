"""Lists in pages: a cursor that stays right while new rows arrive, and a `limit` of at most 200."""

from datetime import UTC, datetime
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request

from club.api.reading import Malformed
from club.text import is_text

MOST: Final = 200


class WrongCursor(Malformed):
    sentence = _("This cursor is not one that was given out for this list.")


class WrongLimit(Malformed):
    sentence = _("limit must be a whole number from 1 to {most}.")


class Pages(CursorPagination):
    """Cursor pages in the order that the view's `ordering` names."""

    page_size = 50
    page_size_query_param = "limit"
    max_page_size = MOST
    offset_cutoff = MOST

    def get_page_size(self, request: Request) -> int | None:
        written = request.query_params.get("limit", str(self.page_size))
        if not (written.isascii() and written.isdigit() and 1 <= int(written[:4]) <= MOST and len(written) <= 3):
            raise WrongLimit(most=MOST)
        return int(written)

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        self._ordered = queryset.model._meta.get_field(view.ordering[0].lstrip("-"))
        return super().paginate_queryset(queryset, request, view)

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> Any:
        return view.ordering

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Return the cursor of the request; raise WrongCursor for one that could not have been given out."""
        try:
            cursor = super().decode_cursor(request)
            if cursor is not None and cursor.position is not None:
                _comparable(self._ordered.clean(cursor.position, None))
        except (NotFound, ValidationError, ValueError, OverflowError) as error:
            raise WrongCursor from error
        return cursor


def _comparable(position: object) -> None:
    """Raise ValueError or OverflowError for a position that no row can have and that a database may choke on."""
    if isinstance(position, str) and not is_text(position):
        raise ValueError
    if isinstance(position, datetime):
        position.astimezone(UTC)
