"""What the games ask of the ledger: an append-only log, and a part in `check_books`. Loaded by `GamesConfig.ready`."""

from collections.abc import Iterator

from games import checks
from games.models import Action, DicePromise, DiceThrow
from ledger import checks as ledger_checks
from ledger import guards

guards.protect(Action, redactable=("text", "text_salt"))
guards.protect(DicePromise)
guards.protect(DiceThrow)


@ledger_checks.register
def every_result_stands_in_the_books() -> Iterator[str]:
    """Yield each finished game or adjustment that projections or books do not show as its log tells it."""
    yield from map(str, checks.differences())
