"""A game in progress, as one viewer sees it, and the panel of the box."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club import formats
from games.rules import actions as a
from games.rules.cubes import Offer, Seat
from games.rules.live_game import LiveGame
from games.rules.settings import Kind
from games.rules.state import TableState
from games.table_page import words
from games.table_page.controls import Button
from games.table_page.judge import Judge
from games.table_page.model import Box
from games.table_page.viewer import TableViewer


@dataclass(frozen=True, slots=True)
class Felt:
    """A game in progress, as one viewer sees it."""

    state: TableState
    game: LiveGame
    judge: Judge
    viewer: TableViewer

    def name(self, seat: Seat) -> str:
        return self.judge.name_of(seat)

    @property
    def box_name(self) -> str:
        return self.name(self.game.box)

    @property
    def of_two(self) -> bool:
        """Whether this is a game of two, without box and captain."""
        return self.state.opening.kind.is_for_two

    @property
    def has_cube(self) -> bool:
        """Whether there is a cube at all; long nard is mostly played without."""
        return self.state.opening.kind is not Kind.LONG_NARD or self.state.rules.cube

    @property
    def by_name(self) -> bool:
        """Whether one plays one, so that a result names the winner."""
        return words.is_of_two(self.game)

    @property
    def single(self) -> bool:
        """Whether the team has one cube together."""
        return self.state.rules.single and not self.of_two

    def score(self, seat: Seat) -> str:
        """Return what somebody has won or lost so far, in a match the points of the match."""
        return words.total(self.state, seat)

    def who_acts(self, seat: Seat) -> str:
        """Return who decides about a member's cube, and for whom where it is not his own."""
        proxy = self.game.proxies.get(seat)
        return (
            self.name(seat)
            if proxy is None
            else _("{proxy} for {name}").format(proxy=self.name(proxy), name=self.name(seat))
        )

    # ---- buttons
    def button(self, action: a.Action, label: str, small: str = "", icon: str = "", aria: str = "") -> Button:
        """Return the act as a button."""
        return Button(self.judge.document(action), label, small, icon, aria=aria)

    def answers(self, seat: Seat, by: tuple[Seat, ...], offer: Offer, to: tuple[Seat, ...] = ()) -> tuple[Button, ...]:
        """Return what is allowed of take, drop and beaver, or of accept, refuse and the next animal."""
        value = offer.proposed
        plays = _("plays for {value}").format(value=value)
        pays = _("pays {value}").format(value=offer.price)
        asks = _("asks {value}").format(value=2 * value)
        yes, no = (a.Take, a.Drop) if offer.level == 0 else (a.Accept, a.Refuse)
        more = (a.Beaver, a.Raccoon, a.Otter)[min(offer.level, 2)]
        texts = (_("Take"), _("Drop")) if offer.level == 0 else (_("Accept"), _("Refuse"))
        found = [
            (yes(by=by, to=to, value=value), texts[0], plays, "take"),
            (no(by=by, to=to, value=value), texts[1], pays, "drop"),
            (more(by=by, to=to, value=value), words.animal(offer.level), asks, "beaver"),
        ]
        aria = _("{label} for {name}: {small}")
        return tuple(
            self.button(act, label, small, icon, aria=aria.format(label=label, name=self.name(seat), small=small))
            for act, label, small, icon in found
            if self.judge.allows(act)
        )


# ---- the box ----------------------------------------------------------------------------------------
def box(felt: Felt) -> Box:
    """Return the panel of who stands alone, with one line about the game."""
    game, state = felt.game, felt.state
    partner = (
        ""
        if game.partner is None
        else _("with partner {name} {points}").format(
            name=felt.name(game.partner), points=formats.points(state.totals_q.get(game.partner, 0))
        )
    )
    return Box(
        title=_("Player") if felt.of_two else _("The box"),
        name=felt.box_name,
        score=felt.score(game.box),
        line="" if felt.of_two else _box_line(game),
        since="" if felt.of_two else _since(state, game),
        partner=partner,
    )


def _since(state: TableState, game: LiveGame) -> str:
    first = game.no
    for earlier in reversed(state.games):
        if earlier.box != game.box:
            break
        first = earlier.no
    return _("Box since game {number}").format(number=first)


def _box_line(game: LiveGame) -> str:
    if game.is_waiting and game.round is not None:
        asked = game.round.offered
        waiting = sum(game.cubes[seat].offer is not None for seat in asked)
        return _("Cubes asked: {asked}. Answered: {answered}.").format(asked=len(asked), answered=len(asked) - waiting)
    value = sum(game.cubes[seat].value for seat in game.live)
    text = ngettext("On the table: {value} on {count} cube.", "On the table: {value} on {count} cubes.", len(game.live))
    return text.format(value=value, count=len(game.live))
