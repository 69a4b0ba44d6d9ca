"""The two kinds of error: a refusal by the rules, and a document that cannot be read."""

from typing import ClassVar

from games.rules.wording import Message, Value, render


class RuleViolation(Exception):
    """A refusal that a player can understand; `code` is stable and documented."""

    code: ClassVar[str] = "rule_violation"
    soft: ClassVar[bool] = False

    def __init__(self, **values: Value) -> None:
        super().__init__(self.code)
        self.message = Message(self.code, values)

    def __str__(self) -> str:
        return render(self.message, "seat {}".format)


class Malformed(Exception):
    """A document that cannot be read: a wrong type, an unknown key, setting or action.

    `pointer` is a JSON pointer to the place, such as `/actions/3/by`.
    """

    def __init__(self, code: str, pointer: str, **values: Value) -> None:
        super().__init__(code, pointer)
        self.code = code
        self.pointer = pointer
        self.message = Message(code, values)

    def __str__(self) -> str:
        return f"{self.pointer or '/'}: {render(self.message, 'seat {}'.format)}"


class SoftViolation(RuleViolation):
    """A refusal that the table may override with a reason, because people have already acted."""

    soft = True


def shown(value: object) -> str:
    """Return the beginning of a value as it is quoted in an error, however large it is."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    try:
        return str(value)[:40]
    except ValueError:
        return "…"


def below(pointer: str, key: object) -> str:
    """Return the JSON pointer to a key below a place, with `~` and `/` escaped. RFC 6901."""
    return pointer + "/" + shown(key).replace("~", "~0").replace("/", "~1")
