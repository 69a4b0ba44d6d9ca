"""Dice that the product throws: promised before, shown after, and written down as any other roll. See docs/dice.md."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from club.errors import CommandReused, Conflict, Invalid
from club.permissions import Actor
from games import crossings, dice, rights, selectors, store
from games.models import DicePromise, DiceThrow, Table
from games.services.acting import act
from games.store import TableNow

LONGEST_WORD: Final = 20


class NoPromise(Conflict):
    """Raised when dice are asked for at a table that has promised none."""

    code = "no_dice_promised"
    sentence = _("No dice are promised at this table yet. Promise them first, then throw.")


class DiceNotPlayed(Conflict):
    """Raised when dice are asked for while the first roll of a board lies there: another would give the board up."""

    code = "dice_not_played"
    sentence = _(
        "The first roll of this game has not been played yet. Play it, or say that this game goes on without a board."
    )


class WrongWord(Invalid):
    """Raised for a word that is no number: names must never stand there, as a word is kept for ever."""

    code = "wrong_word"
    sentence = _("The word is a number of {most} digits at most.")


@transaction.atomic
def promise_dice(*, table_id: UUID, actor: Actor) -> DicePromise:
    """Promise a table its next throw and return the promise; the one that waits already, where there is one.

    Raises NightClosed, Forbidden, NotFound.
    """
    table = store.lock(table_id, actor.club_id)
    _ready(table, actor)
    return selectors.dice_promised(table) or _promised(table)


@transaction.atomic
def throw_dice(
    *,
    table_id: UUID,
    actor: Actor,
    by: Sequence[str],
    word: str = "",
    without_board: bool = False,
    command_id: UUID,
    expected_version: int,
) -> DiceThrow:
    """Throw what was promised, record it as a roll of the players named `by`, and promise the next; all or nothing.

    `word` is a number the players say after they have seen the promise, so that nobody knew the dice before. The
    version is that which the promise was seen with. The same command gives the same dice. A number is never used
    again: taken back, its dice stay shown. A first roll must be played before the next throw, unless the players go on
    `without_board`. Raises NoPromise, WrongWord, DiceNotPlayed, CommandReused, and what `act` raises.
    """
    table = store.lock(table_id, actor.club_id)
    stands = _thrown_before(table, command_id, word)
    promise = stands.promise if stands else _kept(table, word)
    if not stands and not without_board:
        _require_played(table, actor, expected_version)
    thrown = dice.dice_of(promise.secret, table.id, promise.no, word)
    roll = {"do": "roll", "by": list(by), "dice": list(thrown)}
    after = act(
        table_id=table.id, actor=actor, actions=[roll], command_id=command_id, expected_version=expected_version
    )
    return stands or _written(promise, word, thrown, after.version, command_id)


def _ready(table: Table, actor: Actor) -> TableNow:
    """Return the table as it stands; raise unless it is open and the actor may record rolls there."""
    crossings.require_open(table)
    now = store.load(table)
    rights.require(now, actor, ())
    return now


def _require_played(table: Table, actor: Actor, expected_version: int) -> None:
    """Raise DiceNotPlayed for a throw that would give the board up unasked. A typed roll says so by itself."""
    now = _ready(table, actor)
    now.expect(expected_version)
    game = now.state.current
    if game is not None and game.board is not None and game.board.is_unplayed:
        raise DiceNotPlayed


def _thrown_before(table: Table, command_id: UUID, word: str) -> DiceThrow | None:
    """Return the throw of this very command; raise CommandReused when it did something else."""
    throw = DiceThrow.objects.select_related("promise").filter(command_id=command_id).first()
    if throw is None:
        store.is_replay(table=table, command_id=command_id, actions=())
    elif throw.promise.table_id != table.id or throw.word != word:
        raise CommandReused
    return throw


def _kept(table: Table, word: str) -> DicePromise:
    """Return the promise that is kept now."""
    if word and not (word.isascii() and word.isdigit() and len(word) <= LONGEST_WORD):
        raise WrongWord(pointer="/word", most=LONGEST_WORD)
    promise = selectors.dice_promised(table)
    if promise is None:
        raise NoPromise
    return promise


def _written(promise: DicePromise, word: str, thrown: tuple[int, int], line: int, command_id: UUID) -> DiceThrow:
    first, second = thrown
    throw = DiceThrow.objects.create(
        promise=promise, word=word, first=first, second=second, line=line, command_id=command_id
    )
    _promised(promise.table)
    return throw


def _promised(table: Table) -> DicePromise:
    no = (table.dice_promises.aggregate(last=Max("no"))["last"] or 0) + 1
    secret = dice.new_secret()
    return DicePromise.objects.create(
        table=table, no=no, secret=secret, commitment=dice.commitment_of(secret, table.id, no)
    )
