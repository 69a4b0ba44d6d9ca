"""The small cast of the tests: a club of six with its night, and an outsider from another club."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from club import services
from club.models import Club, Member, Night, Role, User
from club.permissions import Actor, Door, actor_of
from games import services as games
from games.store import TableNow

NAMES = ("Anna", "Béla", "Csaba", "Dóra", "Eszter", "Feri")


@dataclass(frozen=True)
class Cast:
    """Anna organises, Béla keeps the books, Csaba the scores; the others are members. Olga is another club's."""

    club: Club
    members: Mapping[str, Member]
    night: Night
    outsider: Member

    def actor(self, name: str = "Anna", door: Door = Door.PAGE) -> Actor:
        return actor_of(self.members[name], door)

    @property
    def olga(self) -> Actor:
        return actor_of(self.outsider, Door.PAGE)

    def table(
        self,
        *players: str,
        rules: Mapping[str, object] | None = None,
        kind: str = "chouette",
        unit_minor: int = 50,
        currency: str = "EUR",
        by: str = "Anna",
        night: Night | None = None,
        **ring: object,
    ) -> TableNow:
        """Open a table of these players (box, captain, crew; all but Feri when none is named)."""
        ids = [self.members[name].id for name in players or NAMES[:4]]
        return games.open_table(
            night_id=(night or self.night).id,
            actor=self.actor(by),
            kind=kind,
            rules=rules or {},
            unit_minor=unit_minor,
            currency=currency,
            ring=games.Ring(players=ids, **ring),
        )

    def act(self, now: TableNow, *actions: Mapping[str, object], by: str = "Anna", **how: object) -> TableNow:
        """Record actions in the words of the scoresheet, as one command."""
        return act(now.table.id, self.actor(by), actions, **how)


def act(
    table_id: UUID,
    actor: Actor,
    actions: Sequence[Mapping[str, object]],
    *,
    command_id: UUID | None = None,
    expected_version: int | None = None,
) -> TableNow:
    return games.act(
        table_id=table_id,
        actor=actor,
        actions=list(actions),
        command_id=command_id or uuid4(),
        expected_version=expected_version,
    )


def assemble() -> Cast:
    """Make the cast in the database."""
    organiser = User.objects.create_user("anna@felt.example", "a-long-password")
    club = services.create_club(name="Felt", slug="felt", organiser=organiser, organiser_name="Anna")
    anna = club.members.get()
    actor = actor_of(anna, Door.PAGE)
    roles = {"Béla": Role.TREASURER, "Csaba": Role.SCOREKEEPER}
    others = [
        services.invite(
            club=club, name=name, email=f"{no}@felt.example", role=roles.get(name, Role.MEMBER), actor=actor
        )
        for no, name in enumerate(NAMES[1:], start=2)
    ]
    night = services.open_night(club=club, actor=actor)
    elsewhere = User.objects.create_user("olga@cork.example", "a-long-password")
    cork = services.create_club(name="Cork", slug="cork", organiser=elsewhere, organiser_name="Olga")
    return Cast(club, {member.name: member for member in (anna, *others)}, night, cork.members.get())
