"""The demo club: eight members, three nights behind them and one going on. Everything is done through the services."""

import datetime
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from club import selectors, services
from club.models import Club, Night, Role, User
from club.permissions import Actor, Door
from games import services as games
from games import sheets
from ledger import selectors as books
from ledger import services as ledger
from ledger.rules.currency import parse_amount

SLUG: Final = "ostabla"
ORGANISER: Final = ("Anna Horvat", "anna@ostabla.example")
MEMBERS: Final = (
    ("Szentgyörgyi-Kovács Bernadett", "bernadett@ostabla.example", Role.TREASURER, "hu"),
    ("Német Csaba", "csaba@ostabla.example", Role.SCOREKEEPER, "hu"),
    ("Dóra Marić", "dora@ostabla.example", Role.MEMBER, "hr"),
    ("Péterfi Ervin", "ervin@ostabla.example", Role.MEMBER, "hu"),
    ("Filip Šimunović-Babić", "filip@ostabla.example", Role.MEMBER, "hr"),
    ("Grace Whitfield", "grace@ostabla.example", Role.MEMBER, "en"),
    ("Hrvoje Kolarić", "hrvoje@ostabla.example", Role.MEMBER, "hr"),
)
EVENINGS: Final = (("first", 21), ("second", 14), ("last", 7), ("tonight", 0))  # sheets, days ago
STAKE: Final = {"unit": "0.50", "currency": "EUR"}
OWN_RULES: Final = {"preset": "rotterdam", "extras": "optional"}
_COMMANDS: Final = UUID("6f1f0c2e-5b0a-4c7a-9f0e-3d8b1a7c2e55")


@transaction.atomic
def seed(*, password: str) -> Club | None:
    """Make the demo club with its organiser's `password`, all or nothing; None when it is there already."""
    if Club.objects.filter(slug=SLUG).exists():
        return None
    club, actor = _people(password)
    today = services.evening_of(timezone.now(), club)
    _season(club, today, actor)
    games.save_house_rules(club=club, name="Budai szabály", settings=OWN_RULES, actor=actor)
    for name, days_ago in EVENINGS:
        night = services.open_night(club=club, actor=actor, date=today - datetime.timedelta(days=days_ago))
        _play(night, name, actor)
        if days_ago:
            games.close_night(night_id=night.id, actor=actor)
            _settle(night, actor, half=name == "last")
    return club


def _people(password: str) -> tuple[Club, Actor]:
    name, email = ORGANISER
    organiser = User.objects.create_user(email, password, language="en")
    club = services.create_club(
        name="Budai Ostábla Klub", slug=SLUG, organiser=organiser, organiser_name=name, language="hu"
    )
    actor = selectors.actor_for(user=organiser, club=club, door=Door.TASK)
    for name, email, role, language in MEMBERS:
        services.invite(club=club, name=name, email=email, role=role, language=language, actor=actor)
    return club, actor


def _season(club: Club, today: datetime.date, actor: Actor) -> None:
    half = 1 if today.month <= 6 else 7
    starts = min(datetime.date(today.year, half, 1), today - datetime.timedelta(days=EVENINGS[0][1]))
    ends = datetime.date(today.year, half + 5, 30 if half == 1 else 31)
    name = f"{today.year}/{1 if half == 1 else 2}"
    games.save_season(club=club, name=name, starts=starts, ends=ends, actor=actor)


def _play(night: Night, name: str, actor: Actor) -> None:
    text = (Path(__file__).parent / f"{name}.yaml").read_text(encoding="utf-8")
    members = {member.name: member.id for member in selectors.members(night.club)}
    for sheet in sheets.read(text):
        if isinstance(sheet, sheets.Unreadable):
            raise sheet
        _play_sheet(night, cast(dict[str, Any], sheet.content), members, actor)


def _play_sheet(night: Night, sheet: dict[str, Any], members: Mapping[str, UUID], actor: Actor) -> None:
    now = games.open_table(
        night_id=night.id,
        actor=actor,
        kind=sheet["kind"],
        rules=sheet["rules"],
        rules_name=_name_of(sheet["rules"], night.club),
        unit_minor=parse_amount(sheet.get("stake", STAKE)["unit"], STAKE["currency"]),
        currency=STAKE["currency"],
        ring=games.Ring(players=[members[player] for player in sheet["players"]]),
    )
    for number, action in enumerate(sheet["actions"]):
        games.act(
            table_id=now.table.id,
            actor=actor,
            actions=[action],
            command_id=uuid5(_COMMANDS, f"{now.table.id}:{number}"),
        )


def _name_of(rules: Mapping[str, str], club: Club) -> str:
    """Return what the rules go by: the club's own, or the preset's key."""
    return str(club.house_rules.get()) if rules == OWN_RULES else rules["preset"]


def _settle(night: Night, actor: Actor, *, half: bool) -> None:
    """Pay the night's plan: all of it, or one line, with another claimed and the rest open."""
    for plan in books.standing_plans(night):
        for payment in plan.payments.all():
            if payment.no == 1 or not half:
                ledger.confirm(payment=payment, actor=actor)
            elif payment.no == 2:
                ledger.claim(payment=payment, actor=actor)
