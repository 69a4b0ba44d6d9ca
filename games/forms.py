"""Forms of nights and tables: they read what was sent; services and rules decide."""

import json
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any
from uuid import UUID

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from club import formats
from club.errors import Invalid
from club.models import Member
from club.text import is_all_text

Document = dict[str, object]


class BadAct(Invalid):
    """Raised when a page's form cannot be read as an act."""

    code = "bad_act"
    sentence = _("This button is too old. Load the page again.")


class BadPoints(Invalid):
    code = "bad_points"
    sentence = _("“{text}” is not a number of points.")


@dataclass(frozen=True, slots=True)
class SentAct:
    """What a button or sheet of the table sent: one act with its command id, and the version it was drawn from."""

    document: Document
    command_id: UUID
    expected_version: int | None


# ---- acts at a table --------------------------------------------------------------------------------
def read_act(sent: QueryDict) -> SentAct:
    """Return the act that was sent; raise BadAct or BadPoints for what cannot be read."""
    document = _document(sent)
    _fill(document, sent)
    if not is_all_text(document) or type(document.get("game", 0)) is not int:
        raise BadAct
    return SentAct(document, command_of(sent), version_of(sent))


def command_of(sent: QueryDict) -> UUID:
    """Return the id of the command that a form sent; raise BadAct for none."""
    try:
        return UUID(sent.get("command_id", ""))
    except ValueError as error:
        raise BadAct from error


def version_of(sent: QueryDict) -> int | None:
    """Return the version of the table that a form was drawn from, if it says."""
    return _number(sent.get("expected_version"))


def _document(sent: QueryDict) -> Document:
    try:
        document = json.loads(sent.get("action", ""))
    except (ValueError, RecursionError) as error:
        raise BadAct from error
    if not isinstance(document, dict) or not isinstance(document.get("do"), str):
        raise BadAct
    return document


def _fill(document: Document, sent: QueryDict) -> None:
    """Put what the sheet asked for into the act."""
    for key in ("player", "member", "by", "proxy", "result", "reason", "text", "moves"):
        if value := sent.get(key, "").strip():
            document[key] = value
    if words := sent.get("reason_words", "").strip():
        document["reason"] = words
    if sent.get("override") == "true":
        document["override"] = True
    if (game := _number(sent.get("game"))) is not None:
        document["game"] = game
    if points := sent.get("points", "").strip():
        document["points"] = read_points(points)
    if (off := _number(sent.get("off"))) is not None:
        document["borne_off"] = {sent.get("off_name", ""): off}
    if dice := sent.getlist("die"):
        document["dice"] = [_number(die) for die in dice]
    _fill_lists(document, sent)


def _fill_lists(document: Document, sent: QueryDict) -> None:
    if chosen := sent.getlist("seat"):
        _choose(document, chosen)
    if agreed := sent.getlist("for"):
        document["for"] = agreed
    if names := sent.getlist("order_name"):
        numbers = [_number(text) or 0 for text in sent.getlist("order_no")]
        document["players"] = [name for _no, name in sorted(zip(numbers, names, strict=False), key=lambda one: one[0])]
    if names := sent.getlist("share_name"):
        shares = zip(names, sent.getlist("share_points"), strict=False)
        document["points"] = {name: read_points(text) for name, text in shares if text.strip()}


def _choose(document: Document, chosen: list[str]) -> None:
    """Narrow a double of several to those whose cubes were chosen: whom the box doubles, or who double."""
    if document["do"] == "double":
        document["to" if "to" in document else "by"] = chosen


def read_points(text: str) -> str:
    """Return points typed in any of the languages ("−1,5") as a decimal of the sheet ("-1.5")."""
    plain = text.strip().replace(formats.MINUS, "-").replace(",", ".").removeprefix("+")
    try:
        number = Decimal(plain)
    except InvalidOperation as error:
        raise BadPoints(text=text) from error
    if not number.is_finite() or abs(number) > 1_000_000:
        raise BadPoints(text=text)
    return f"{number.normalize():f}"


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


# ---- nights ------------------------------------------------------------------------------------------
class ComeForm(forms.Form):
    """Somebody came: a member of the club, or the name of a new guest."""

    member = forms.ChoiceField(label=_("A member"), required=False)
    guest = forms.CharField(label=_("Or a new guest"), max_length=60, required=False)

    def __init__(self, *args: Any, people: list[Member], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["member"].choices = [("", "–"), *((str(one.id), one.name) for one in people)]  # type: ignore[attr-defined]
