"""The order by throws: typed by the table, or thrown by the product. Rule: §4."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from club.errors import Invalid
from club.models import Member
from games.rules.throws import HIGHEST, LOWEST, NotTheirThrow, order_of, thrown
from games.services.opening import Ring

Rounds = Sequence[Mapping[UUID, int]]
"""Throws by member: everybody's, then, round by round, of those who are tied."""
Dice = Callable[[], int]


class RollsTied(Invalid):
    code = "rolls_tied"
    sentence = _("These threw the same and must throw again: {names}.")


class WrongRolls(Invalid):
    """Raised for a throw no dice can show, or of somebody whose turn it was not."""

    code = "wrong_rolls"
    sentence = _("Everybody throws once, from {lowest} to {highest}; then those throw again who are tied, nobody else.")


def two_dice() -> int:
    """Return the sum of two dice."""
    return sum(secrets.randbelow(6) + 1 for _die in range(2))


def ring_by(rounds: Rounds, club_id: UUID) -> Ring:
    """Return the ring that these throws make, with the throws; raise WrongRolls, or RollsTied naming the tied."""
    try:
        order = order_of(rounds)
    except NotTheirThrow as wrong:
        raise _wrong() from wrong
    if any(not LOWEST <= throw <= HIGHEST for throws in rounds for throw in throws.values()):
        raise _wrong()
    if order.tied:
        raise RollsTied(pointer="/rolls", names=_named(order.tied, club_id))
    return Ring(players=order.ring, throws=rounds)


def ring_thrown(players: Sequence[UUID], dice: Dice = two_dice) -> Ring:
    """Return the ring that the product throws for these players, with the throws: two dice each."""
    rounds = thrown(players, dice)
    return Ring(players=order_of(rounds).ring, throws=rounds)


def _wrong() -> WrongRolls:
    return WrongRolls(pointer="/rolls", lowest=LOWEST, highest=HIGHEST)


def _named(tied: Sequence[Sequence[UUID]], club_id: UUID) -> str:
    known = Member.objects.filter(club_id=club_id, pk__in=[one for group in tied for one in group])
    names = {member.id: member.name for member in known}
    return "; ".join(", ".join(names.get(one, "?") for one in group) for group in tied)
