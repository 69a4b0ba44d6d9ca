"""The people of a club: invited, guests, their roles and wishes, retired and back. Never deleted."""

from uuid import UUID

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_email
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club import outbox
from club.errors import Conflict, Forbidden, Invalid
from club.models import Club, Member, MemberEvent, Role, User
from club.permissions import Actor, May
from club.services.checks import check_language, clean_name, lock_person, own_club, trace

STAFF_ROLES = (Role.ORGANISER, Role.TREASURER)


class AlreadyMember(Conflict):
    """Raised when that e-mail address already belongs to somebody in the club."""

    code = "already_member"
    sentence = _("{email} already belongs to {name}.")


class AddressTaken(Conflict):
    """Raised when another user already signs in with that address."""

    code = "address_taken"
    sentence = _("Somebody else signs in with {email}.")


class HasAccount(Conflict):
    """Raised when a member who already signs in is given an account."""

    code = "has_account"
    sentence = _("{name} already has an account.")


class LastOrganiser(Conflict):
    """Raised when a club would be left without an organiser."""

    code = "last_organiser"
    sentence = _("{name} is the last organiser. Make somebody else an organiser first.")


@transaction.atomic
def invite(*, club: Club, name: str, email: str, role: Role, language: str = "", actor: Actor) -> Member:
    """Make a member who signs in by e-mail, and mail him an invitation.

    Raises Forbidden, NotFound, Invalid (name, e-mail, role, language), AlreadyMember.
    """
    actor.require(May.MANAGE_MEMBERS)
    own_club(club, actor)
    member = Member(club=club, name=clean_name(name), language=_language(language))
    return _with_account(member, email, _account_role(role), actor)


@transaction.atomic
def give_account(*, member: Member, email: str, role: Role = Role.MEMBER, actor: Actor) -> Member:
    """Let a guest or a member without an account sign in; his past stays his. Raises as `invite`, HasAccount."""
    actor.require(May.MANAGE_MEMBERS)
    member = lock_without_account(member.id, actor)
    trace(member, MemberEvent.Kind.CLAIMED, actor)
    return _with_account(member, email, _account_role(role), actor)


@transaction.atomic
def attach(*, member: Member, user: User, actor: Actor) -> Member:
    """Let a member without an account be `user`, who signs in already; his past stays his.

    For those who know that he is: see `games.services.grant_claim`. Raises Forbidden, NotFound, HasAccount,
    AlreadyMember.
    """
    actor.require(May.MANAGE_MEMBERS)
    member = lock_without_account(member.id, actor)
    role = Role.MEMBER if member.role == Role.GUEST else Role(member.role)
    _become(member, user, role)
    trace(member, MemberEvent.Kind.CLAIMED, actor)
    return member


@transaction.atomic
def add_guest(*, club: Club, name: str, language: str = "", actor: Actor) -> Member:
    """Make a guest without an account. Raises Forbidden, NotFound, Invalid."""
    actor.require(May.RUN_NIGHT)
    own_club(club, actor)
    return Member.objects.create(
        club=club, name=clean_name(name), role=Role.GUEST, language=_language(language), mail_night=False
    )


@transaction.atomic
def rename(*, member: Member, name: str, actor: Actor) -> Member:
    """Call a member otherwise from now on; sheets keep the name they were played under. His own act too."""
    _self_or_organiser(member.id, actor)
    member = lock_person(member.id, actor)
    member.name = clean_name(name)
    member.save(update_fields=["name"])
    return member


@transaction.atomic
def retire(*, member: Member, actor: Actor) -> Member:
    """Take a member off the lists; his games and balance stay. Raises LastOrganiser; twice is harmless."""
    actor.require(May.MANAGE_MEMBERS)
    member = lock_person(member.id, actor)
    keep_an_organiser(member)
    if member.retired_at is None:
        member.retired_at = timezone.now()
        member.save(update_fields=["retired_at"])
        trace(member, MemberEvent.Kind.RETIRED, actor)
        refresh_staff(member)
    return member


@transaction.atomic
def restore(*, member: Member, actor: Actor) -> Member:
    """Bring a retired member back with the role he had; twice is harmless."""
    actor.require(May.MANAGE_MEMBERS)
    member = lock_person(member.id, actor)
    if member.retired_at is not None:
        member.retired_at = None
        member.save(update_fields=["retired_at"])
        trace(member, MemberEvent.Kind.RESTORED, actor)
        refresh_staff(member)
    return member


@transaction.atomic
def set_role(*, member: Member, role: Role, actor: Actor) -> Member:
    """Give a member another role; organisers and treasurers may use the admin. Raises LastOrganiser, Invalid."""
    actor.require(May.MANAGE_MEMBERS)
    member = lock_person(member.id, actor)
    if member.user_id is not None:
        _account_role(role)
    if role != Role.ORGANISER:
        keep_an_organiser(member)
    member.role = Role(role)
    member.save(update_fields=["role"])
    refresh_staff(member)
    return member


@transaction.atomic
def set_preferences(
    *,
    member: Member,
    actor: Actor,
    language: str | None = None,
    mail_each_game: bool | None = None,
    mail_night: bool | None = None,
    mail_month: bool | None = None,
) -> Member:
    """Set what a member wants: his language ("" = the club's) and mails; None leaves a wish as it is."""
    _self_or_organiser(member.id, actor)
    member = lock_person(member.id, actor)
    if language is not None:
        member.language = _language(language)
    if mail_each_game is not None:
        member.mail_each_game = mail_each_game
    if mail_night is not None:
        member.mail_night = mail_night
    if mail_month is not None:
        member.mail_month = mail_month
    member.save(update_fields=["language", "mail_each_game", "mail_night", "mail_month"])
    return member


@transaction.atomic
def change_address(*, user: User, email: str) -> User:
    """Let a user sign in, and be mailed, at another address; the old one opens nothing any more.

    For whoever runs the site: it reaches into every club of the user. Raises Invalid, AddressTaken.
    """
    email = _valid_email(email)
    list(user.memberships.select_for_update(no_key=True).order_by("pk"))  # members before users, as everywhere
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if User.objects.filter(email__iexact=email).exclude(pk=user.pk).exists():
        raise AddressTaken(email=email)
    user.memberships.update(email=email)
    EmailAddress.objects.filter(user=user).delete()  # what was proven of the old one
    user.email = email
    user.save(update_fields=["email"])
    return user


@transaction.atomic
def lock_without_account(member_id: UUID, actor: Actor) -> Member:
    """Return the member under his lock as `lock_person` does; raise HasAccount for one who signs in."""
    member = lock_person(member_id, actor)
    if member.user_id is not None:
        raise HasAccount(name=member.name)
    return member


@transaction.atomic
def set_staff(user: User) -> None:
    """Let a user into the admin exactly while he is an organiser or treasurer somewhere."""
    locked = User.objects.select_for_update(no_key=True).get(pk=user.pk)  # two clubs may change him at once
    active = user.memberships.filter(retired_at=None, merged_into=None)
    staff = locked.is_superuser or active.filter(role__in=STAFF_ROLES).exists()
    User.objects.filter(pk=user.pk).exclude(is_staff=staff).update(is_staff=staff)
    user.is_staff = staff


def _with_account(member: Member, email: str, role: Role, actor: Actor) -> Member:
    """Save the member with the user of that address, made when missing, and have the invitation told."""
    _become(member, _user_of(email, member.language), role)
    _tell_invited(member, actor)
    return member


def _become(member: Member, user: User, role: Role) -> None:
    """Save the member as the user's in this club; raise AlreadyMember where he is another one already."""
    Club.objects.select_for_update(no_key=True).get(pk=member.club_id)  # of two invitations at once, one is refused
    taken = member.club.members.filter(user=user).first()
    if taken is not None:
        raise AlreadyMember(email=user.email, name=taken.name)
    member.user, member.email, member.role, member.mail_night = user, user.email, role, True
    member.save()
    set_staff(user)


def _tell_invited(member: Member, actor: Actor) -> None:
    by = member.club.members.filter(pk=actor.member_id).first() if actor.member_id else None
    payload = {"member_id": str(member.id), "invited_by": by.name if by else ""}
    outbox.enqueue(key=f"invited:{member.id}", topic="member.invited", payload=payload)


def _user_of(email: str, language: str) -> User:
    """Return the user of an address, whatever its case; made without a password when missing."""
    email = _valid_email(email)
    known = User.objects.filter(email__iexact=email).first()
    if known is not None:
        return known
    try:
        with transaction.atomic():
            return User.objects.create_user(email, language=language)
    except IntegrityError:  # another club invited the same person at the same moment
        return User.objects.get(email__iexact=email)


def _valid_email(email: str) -> str:
    email = email.strip().lower()
    longest = User._meta.get_field("email").max_length or 0
    try:
        MaxLengthValidator(longest)(email)
        validate_email(email)
    except ValidationError as wrong:
        raise Invalid(pointer="/email") from wrong
    return email


def _account_role(role: Role) -> Role:
    if role not in Role.values or role == Role.GUEST:
        raise Invalid(pointer="/role")
    return Role(role)


def _language(language: str) -> str:
    return check_language(language) if language else ""


def _self_or_organiser(member_id: UUID, actor: Actor) -> None:
    if actor.member_id != member_id and not actor.may(May.MANAGE_MEMBERS):
        raise Forbidden


def keep_an_organiser(member: Member) -> None:
    """Raise LastOrganiser unless another active organiser who can sign in stays; the club's row is the lock."""
    if member.role != Role.ORGANISER or not member.is_active:
        return
    Club.objects.select_for_update(no_key=True).get(pk=member.club_id)
    others = member.club.members.filter(role=Role.ORGANISER, retired_at=None, merged_into=None, user__is_active=True)
    if not others.exclude(pk=member.pk).exists():
        raise LastOrganiser(name=member.name)


def refresh_staff(member: Member) -> None:
    """Let the member's user into the admin, or out of it, as his memberships say now."""
    if member.user is not None:
        set_staff(member.user)
