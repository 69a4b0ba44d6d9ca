"""Two things measured in turns, so that whatever else the machine does meets both."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

Work = Callable[[], object]
Clock = Callable[[], float]
Pair = tuple[float, float]


@dataclass(frozen=True)
class Ratio:
    """Ours to the reference: the median of the ratios of neighbouring runs, and how far half of them lie apart.

    `at_most` is what the product promises; a ratio above it is told.
    """

    name: str
    ours_ms: float
    reference_ms: float
    median: float
    quartiles: tuple[float, float]
    at_most: float | None = None

    def __str__(self) -> str:
        low, high = self.quartiles
        spread = f"({low:.3g}-{high:.3g})"
        told = f"{self.name:<62} {self.ours_ms:9.2f} {self.reference_ms:9.2f} {self.median:7.3g}  {spread:<14}"
        return f"{told} {self._bound}".rstrip()

    @property
    def _bound(self) -> str:
        if self.at_most is None:
            return ""
        return f"at most {self.at_most:.3g}" + ("" if self.median <= self.at_most else ": MISSED")


HEADER = f"{'ours : reference':<62} {'ours ms':>9} {'ref. ms':>9} {'ratio':>7}  (half of the runs)"


def in_turns(
    ours: Work, reference: Work, *, rounds: int, warm_up: int = 5, clock: Clock = time.perf_counter
) -> list[Pair]:
    """Measure both `rounds` times, who goes first changing each time; return the seconds of each pair."""
    for _round in range(warm_up):
        ours()
        reference()
    return [_pair(ours, reference, clock, swap=bool(no % 2)) for no in range(rounds)]


def ratio(name: str, pairs: list[Pair], at_most: float | None = None) -> Ratio:
    """Return what pairs of measurements (ours, the reference's) amount to, and what they may at most."""
    low, middle, high = statistics.quantiles(sorted(mine / theirs for mine, theirs in pairs), n=4)
    mine, theirs = (statistics.median(seconds) * 1000 for seconds in zip(*pairs, strict=True))
    return Ratio(name, mine, theirs, middle, (low, high), at_most)


def _pair(ours: Work, reference: Work, clock: Clock, *, swap: bool) -> Pair:
    if swap:
        theirs = _seconds(reference, clock)
        return _seconds(ours, clock), theirs
    return _seconds(ours, clock), _seconds(reference, clock)


def _seconds(work: Work, clock: Clock) -> float:
    started = clock()
    work()
    return clock() - started
