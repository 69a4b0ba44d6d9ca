"""Who is there tonight: members who come and go, guests who ask by the join code and are let in."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.errors import Conflict, Forbidden, NightClosed, NotFound
from club.models import Attendance, Member, Night, Role
from club.permissions import Actor, May
from club.services.checks import check_language, clean_name, lock_night

State = Attendance.State


class NameTaken(Conflict):
    """Raised when a guest asks in under the name of somebody who is there or belongs to the club."""

    code = "name_taken"
    sentence = _("There is already a {name} here. Add a letter to yours.")


class Retired(Conflict):
    """Raised when a retired member is to attend."""

    code = "member_retired"
    sentence = _("{name} is retired.")


@transaction.atomic
def attend(*, night: Night, member: Member, actor: Actor) -> Attendance:
    """Note that a member is there; his own act, or of anyone who may open tables. Twice is harmless.

    Whoever was merged is there as who he is now. A guest who waits or was refused comes in only by `let_in`. Raises
    Forbidden, NotFound, NightClosed, Retired.
    """
    _self_or_opener(member, actor)
    night = _lock_open(night, actor)
    member = _member_of(night, member)
    attendance, _made = Attendance.objects.get_or_create(night=night, member=member, defaults={"state": State.PRESENT})
    if attendance.state in (State.WAITING, State.REFUSED):
        actor.require(May.RUN_NIGHT)
    return _now(attendance, State.PRESENT)


@transaction.atomic
def left(*, night: Night, member: Member, actor: Actor) -> Attendance:
    """Note that a member went home. Raises Forbidden, NotFound (also when he was not there), NightClosed."""
    _self_or_opener(member, actor)
    night = _lock_open(night, actor)
    return _now(_attendance(night, member), State.LEFT)


@transaction.atomic
def ask_to_join(*, code: str, name: str, language: str) -> Attendance:
    """Make a guest who waits to be let in; the code is the only credential, so the door limits tries.

    Raises NotFound for an unknown code, NightClosed, Invalid, NameTaken.
    """
    night = Night.objects.select_for_update(no_key=True).filter(join_code=code.strip().upper()).first()
    if night is None:
        raise NotFound(_("No night has this code."))
    if not night.is_open:
        raise NightClosed
    name = clean_name(name)
    _free_name(night, name)
    guest = Member.objects.create(
        club_id=night.club_id, name=name, role=Role.GUEST, language=check_language(language), mail_night=False
    )
    return Attendance.objects.create(night=night, member=guest, state=State.WAITING)


@transaction.atomic
def let_in(*, attendance: Attendance, actor: Actor) -> Attendance:
    """Let a waiting (or once refused) guest in. Raises Forbidden, NotFound, NightClosed; twice is harmless."""
    return _answer_guest(attendance, State.PRESENT, actor)


@transaction.atomic
def refuse_guest(*, attendance: Attendance, actor: Actor) -> Attendance:
    """Keep a guest out, or send him off. Raises Forbidden, NotFound, NightClosed; twice is harmless."""
    return _answer_guest(attendance, State.REFUSED, actor)


def _answer_guest(attendance: Attendance, state: Attendance.State, actor: Actor) -> Attendance:
    actor.require(May.RUN_NIGHT)
    night = _lock_open(attendance.night, actor)
    return _now(_attendance(night, attendance.member), state)


def _lock_open(night: Night, actor: Actor) -> Night:
    night = lock_night(night.id, actor)
    if not night.is_open:
        raise NightClosed
    return night


def _member_of(night: Night, member: Member) -> Member:
    found = Member.objects.filter(pk=member.pk, club_id=night.club_id).select_related("merged_into").first()
    if found is None:
        raise NotFound
    if not found.person.is_active:
        raise Retired(name=found.name)
    return found.person


def _attendance(night: Night, member: Member) -> Attendance:
    attendance = night.attendances.select_related("member").filter(member_id=member.pk).first()
    if attendance is None:
        raise NotFound
    return attendance


def _now(attendance: Attendance, state: Attendance.State) -> Attendance:
    if attendance.state != state:
        attendance.state, attendance.since = state, timezone.now()
        attendance.save(update_fields=["state", "since"])
    return attendance


def _free_name(night: Night, name: str) -> None:
    """Raise NameTaken when somebody there, or an active member of the club, is called that in any case."""
    here = night.attendances.exclude(state=State.REFUSED).values_list("member__name", flat=True)
    belong = night.club.members.filter(retired_at=None, merged_into=None).exclude(role=Role.GUEST)
    taken = {known.casefold() for known in (*here, *belong.values_list("name", flat=True))}
    if name.casefold() in taken:
        raise NameTaken(name=name)


def _self_or_opener(member: Member, actor: Actor) -> None:
    if actor.member_id != member.id and not actor.may(May.OPEN_TABLE):
        raise Forbidden
