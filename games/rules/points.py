"""Points as whole quarter points: 4 is one point, 6 is one and a half."""

import re

QUARTERS = 4
LIMIT_POINTS = 1_000_000

_DECIMAL = re.compile(r"(-?)([0-9]{1,12})(?:\.([0-9]{1,12}))?")
_FRACTIONS = {"": 0, "25": 1, "5": 2, "75": 3}


class NotPoints(ValueError):
    """Raised for text or numbers that are no points; `code` names the cause."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def parse_points(value: object) -> int:
    """Return quarter points from a whole number or a decimal string such as "1.5".

    Raises NotPoints: `not_points` (wrong type or text, floats and booleans included),
    `too_fine` (finer than a quarter), `too_large` (beyond a million points).
    """
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise NotPoints("not_points")
    return _within_limit(value * QUARTERS if isinstance(value, int) else _parse_decimal(value))


def format_points(points_q: int) -> str:
    """Return quarter points as a decimal string without trailing zeros: 6 is "1.5", -12 is "-3"."""
    whole, quarters = divmod(abs(points_q), QUARTERS)
    sign = "-" if points_q < 0 else ""
    return sign + str(whole) + ("", ".25", ".5", ".75")[quarters]


def _parse_decimal(text: str) -> int:
    match = _DECIMAL.fullmatch(text)
    if match is None:
        raise NotPoints("not_points")
    sign, whole, fraction = match.groups(default="")
    quarters = _FRACTIONS.get(fraction.rstrip("0"))
    if quarters is None:
        raise NotPoints("too_fine")
    return (-1 if sign else 1) * (int(whole) * QUARTERS + quarters)


def _within_limit(points_q: int) -> int:
    if abs(points_q) > LIMIT_POINTS * QUARTERS:
        raise NotPoints("too_large")
    return points_q
