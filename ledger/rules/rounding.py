"""An amount is split once over the whole, never share by share, so that the shares always sum to it."""

from collections.abc import Sequence


def split_evenly(amount_minor: int, shares: int) -> tuple[int, ...]:
    """Split into equal shares of minor units, the odd units one each to the first. Raises ValueError below one share.

    3000 over 7 is four of 429 and three of 428. A negative amount gives the negative of the positive split.
    """
    return split_by_weight(amount_minor, (1,) * shares)


def split_by_weight(amount_minor: int, weights: Sequence[int]) -> tuple[int, ...]:
    """Split `amount_minor` in proportion to whole `weights`, by largest remainder, ties to the first.

    Raises TypeError unless everything is an int, ValueError for a negative weight or when no weight is positive.
    """
    if any(type(number) is not int for number in (amount_minor, *weights)):
        raise TypeError("amounts and weights are ints")
    total = sum(weights)
    if total <= 0 or min(weights) < 0:
        raise ValueError("at least one weight is positive and none is negative")
    sign = -1 if amount_minor < 0 else 1
    parts = [divmod(abs(amount_minor) * weight, total) for weight in weights]
    odd = abs(amount_minor) - sum(whole for whole, _rest in parts)
    first = set(sorted(range(len(parts)), key=lambda no: -parts[no][1])[:odd])
    return tuple(sign * (whole + (no in first)) for no, (whole, _rest) in enumerate(parts))
