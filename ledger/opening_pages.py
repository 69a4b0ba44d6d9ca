"""The page on which balances are brought along from older books: a list, what it would do, and then it is done."""

from typing import Any

from club.doors import Viewer
from ledger import services
from ledger.models import Account, Book, Entry
from ledger.openings import Preview, preview
from ledger.treasury_forms import OpeningsForm

Context = dict[str, Any]


def empty_page(book: Book) -> Context:
    """Return the page that asks for a list."""
    return {"tab": "settle", "book": book, "form": OpeningsForm(), "preview": None}


def form_page(book: Book, form: OpeningsForm, error: str = "") -> Context:
    """Return the page with what the list would do; `error` is why it was not done."""
    looked = preview(book, form.cleaned_data["text"]) if form.is_valid() else None
    return {
        "tab": "settle",
        "book": book,
        "form": form,
        "preview": looked,
        "text": form.cleaned_data.get("text", "") if form.is_bound else "",
        "error": error,
    }


def post(viewer: Viewer, book: Book, form: OpeningsForm, looked: Preview) -> list[Entry]:
    """Post what a valid form has, all of it or nothing."""
    asked = form.cleaned_data
    rest_to = Account.Kind(asked["rest_to"]) if asked["rest_to"] else None
    return services.open_balances(
        book=book, balances=looked.balances, actor=viewer.actor, rest_to=rest_to, effective_date=asked["date"]
    )
