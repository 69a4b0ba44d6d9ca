"""What each seat has won or lost at a table so far, in minor units: kept act by act, so that no night is too long."""

from collections.abc import Mapping

from games.rules import money
from games.rules.state import Adjustment, Game, TableState


def counted(
    won_minor: Mapping[int, int], before: TableState | None, after: TableState, unit_minor: int
) -> Mapping[int, int]:
    """Return the winnings at `after` from those at `before` (None: from nothing), counting only what is new.

    Where a result was taken back or changed, all of them are counted anew.
    """
    if before is None or not (
        _begins_with(after.games, before.games) and _begins_with(after.adjustments, before.adjustments)
    ):
        return _added({}, (*after.games, *after.adjustments), unit_minor)
    new: tuple[Game | Adjustment, ...] = (
        *after.games[len(before.games) :],
        *after.adjustments[len(before.adjustments) :],
    )
    return _added(won_minor, new, unit_minor) if new else won_minor


def _begins_with(longer: tuple[object, ...], shorter: tuple[object, ...]) -> bool:
    return longer is shorter or (
        len(longer) >= len(shorter) and all(one is other for one, other in zip(longer, shorter, strict=False))
    )


def _added(won_minor: Mapping[int, int], results: tuple[Game | Adjustment, ...], unit_minor: int) -> Mapping[int, int]:
    total = dict(won_minor)
    for result in results:
        for seat, minor in money.money_of(money.transfers_of(result, unit_minor)).items():
            total[seat] = total.get(seat, 0) + minor
    return total
