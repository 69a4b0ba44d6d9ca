"""The order by throws: the highest first, those who threw the same throw again among themselves. Rule: §4."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, TypeVar

LOWEST, HIGHEST = 1, 12

Player = TypeVar("Player", bound=Hashable)


class NotTheirThrow(ValueError):
    """Raised when others throw than those whose turn it is: everybody at first, then whoever is tied."""


@dataclass(frozen=True, slots=True)
class Order(Generic[Player]):
    """How the throws stand: places from the highest down, each with the players who share it."""

    places: tuple[tuple[Player, ...], ...] = ()

    @property
    def ring(self) -> tuple[Player, ...]:
        """The players from the highest down: box, captain, crew; those still tied as they were named."""
        return tuple(player for place in self.places for player in place)

    @property
    def tied(self) -> tuple[tuple[Player, ...], ...]:
        """Who must throw again, each group among itself, the highest group first."""
        return tuple(place for place in self.places if len(place) > 1)

    def thrown_again(self, throws: Mapping[Player, int]) -> "Order[Player]":
        """Return the order after one more round; raise NotTheirThrow unless exactly those throw who are tied."""
        if set(throws) != {player for place in self.tied for player in place}:
            raise NotTheirThrow
        return Order(tuple(part for place in self.places for part in _parted(place, throws)))


def order_of(rounds: Sequence[Mapping[Player, int]]) -> Order[Player]:
    """Return the order that these rounds make: first everybody throws, then round by round those who are tied."""
    if not rounds:
        return Order()
    first, *later = rounds
    order = Order(tuple(_parted(tuple(first), first)))
    for throws in later:
        order = order.thrown_again(throws)
    return order


def thrown(players: Sequence[Player], throw: Callable[[], int]) -> list[dict[Player, int]]:
    """Return the rounds it takes until nobody is tied; `throw` gives one player's throw each time it is called."""
    rounds = [{player: throw() for player in players}]
    order = order_of(rounds)
    while order.tied:
        rounds.append({player: throw() for place in order.tied for player in place})
        order = order.thrown_again(rounds[-1])
    return rounds


def _parted(place: tuple[Player, ...], throws: Mapping[Player, int]) -> list[tuple[Player, ...]]:
    """Part those who share a place by what they have thrown; who is alone on it has not thrown."""
    if len(place) == 1:
        return [place]
    by_throw = sorted(place, key=throws.__getitem__, reverse=True)
    return [tuple(group) for _throw, group in groupby(by_throw, key=throws.__getitem__)]
