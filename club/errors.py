"""What a door tells the outside when something cannot be done. Three kinds are never mixed:

a refusal (409, 403, 404, 412), a malformed request (400, 422), and a bug (500, which is none of these).
The rules' own refusals are `games.rules.errors`; doors map both through `code`, `values` and a sentence.
"""

from collections.abc import Mapping
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class ClubError(Exception):
    """Something that can be told to a person: a stable `code`, an HTTP `status` and one sentence."""

    code: ClassVar[str] = "error"
    status: ClassVar[int] = 409
    sentence: ClassVar[str | Promise] = _("That cannot be done.")

    def __init__(self, sentence: str | Promise | None = None, *, pointer: str = "", **values: object) -> None:
        self.values: Mapping[str, object] = values
        self.pointer = pointer
        self._sentence = sentence if sentence is not None else self.sentence
        super().__init__(self.code)

    @property
    def detail(self) -> str:
        """The sentence in the language that is active now; without values it is told as it is, braces and all."""
        sentence = str(self._sentence)
        return sentence.format(**self.values) if self.values else sentence

    def __str__(self) -> str:
        return self.detail


class NotFound(ClubError):
    """It does not exist, or it belongs to another club, which is the same to whoever asks."""

    code = "not_found"
    status = 404
    sentence = _("There is no such thing in this club.")


class Forbidden(ClubError):
    code = "forbidden"
    status = 403
    sentence = _("You may not do this in this club.")


class Invalid(ClubError):
    """The request is well-formed but a value in it is wrong; `pointer` says which."""

    code = "invalid"
    status = 422
    sentence = _("A value is wrong.")


class DateOutOfRange(Invalid):
    """A day that nobody can mean: mostly a year that was typed wrong."""

    code = "date_out_of_range"
    sentence = _("Choose a day from {first} to {last}.")


class Conflict(ClubError):
    """What is asked does not fit what already stands."""

    code = "conflict"
    status = 409


class NightClosed(Conflict):
    code = "night_closed"
    sentence = _("This night is closed. An organiser can reopen it with a reason.")


class Stale(ClubError):
    """The thing changed since it was read; the doors add its present state."""

    code = "stale_version"
    status = 412
    sentence = _("Somebody was first: the table has moved on since you saw it.")


class CommandReused(ClubError):
    """A command id or idempotency key came back with another body."""

    code = "command_reused"
    status = 422
    sentence = _("This command was already used for something else.")
