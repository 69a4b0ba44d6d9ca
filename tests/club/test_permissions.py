"""The whole matrix: each role against each permission, and each service against each role."""

import uuid
from contextlib import suppress

import pytest

from club import services
from club.errors import Conflict, Forbidden
from club.models import Attendance, Claim, Member, MemberEvent, Night, NightEvent, Role
from club.permissions import Actor, Door, May
from tests.club import cast

YES = {
    "guest": "score_own_table",
    "member": "read_club read_books score_own_table open_table",
    "scorekeeper": "read_club read_books score_own_table score_any_table open_table",
    "treasurer": "read_club read_books score_own_table open_table keep_books",
    "organiser": "read_club read_books score_own_table score_any_table open_table run_night correct_games "
    "manage_members manage_rules keep_books",
}


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize("may", list(May))
def test_the_matrix_says(role, may):
    actor = Actor(uuid.uuid4(), None, None, role, Door.PAGE)
    allowed = may.value in YES[role.value].split()
    assert actor.may(may) is allowed
    if not allowed:
        with pytest.raises(Forbidden):
            actor.require(may)


SERVICES = {
    "invite": (
        May.MANAGE_MEMBERS,
        lambda c, n, m, a, by: services.invite(club=c, name="X", email="x@x.example", role=Role.MEMBER, actor=by),
    ),
    "give_account": (
        May.MANAGE_MEMBERS,
        lambda c, n, m, a, by: services.give_account(member=a.member, email="x@x.example", actor=by),
    ),
    "add_guest": (May.RUN_NIGHT, lambda c, n, m, a, by: services.add_guest(club=c, name="X", actor=by)),
    "rename": (May.MANAGE_MEMBERS, lambda c, n, m, a, by: services.rename(member=m, name="X", actor=by)),
    "retire": (May.MANAGE_MEMBERS, lambda c, n, m, a, by: services.retire(member=m, actor=by)),
    "restore": (May.MANAGE_MEMBERS, lambda c, n, m, a, by: services.restore(member=m, actor=by)),
    "set_role": (May.MANAGE_MEMBERS, lambda c, n, m, a, by: services.set_role(member=m, role=Role.TREASURER, actor=by)),
    "set_preferences": (
        May.MANAGE_MEMBERS,
        lambda c, n, m, a, by: services.set_preferences(member=m, mail_night=False, actor=by),
    ),
    "change_club": (May.MANAGE_RULES, lambda c, n, m, a, by: services.change_club(club=c, name="X", actor=by)),
    "open_night": (May.RUN_NIGHT, lambda c, n, m, a, by: services.open_night(club=c, actor=by)),
    "mark_closed": (May.RUN_NIGHT, lambda c, n, m, a, by: services.mark_closed(night=n, actor=by)),
    "mark_reopened": (May.RUN_NIGHT, lambda c, n, m, a, by: services.mark_reopened(night=n, reason="r", actor=by)),
    "attend": (May.OPEN_TABLE, lambda c, n, m, a, by: services.attend(night=n, member=m, actor=by)),
    "left": (May.OPEN_TABLE, lambda c, n, m, a, by: services.left(night=n, member=m, actor=by)),
    "let_in": (May.RUN_NIGHT, lambda c, n, m, a, by: services.let_in(attendance=a, actor=by)),
    "refuse_guest": (May.RUN_NIGHT, lambda c, n, m, a, by: services.refuse_guest(attendance=a, actor=by)),
    "attach": (May.MANAGE_MEMBERS, lambda c, n, m, a, by: services.attach(member=a.member, user=m.user, actor=by)),
    "guest_link": (May.MANAGE_MEMBERS, lambda c, n, m, a, by: services.guest_link(guest=a.member, actor=by)),
    "answer_claim": (
        May.MANAGE_MEMBERS,
        lambda c, n, m, a, by: services.answer_claim(claim_id=a.member.claims.get().id, state="granted", actor=by),
    ),
    "refuse_claim": (
        May.MANAGE_MEMBERS,
        lambda c, n, m, a, by: services.refuse_claim(claim_id=a.member.claims.get().id, actor=by),
    ),
    "close_claims": (May.MANAGE_MEMBERS, lambda c, n, m, a, by: services.close_claims(guest=a.member, actor=by)),
    "mark_merged": (
        May.MANAGE_MEMBERS,
        lambda c, n, m, a, by: services.mark_merged(member=a.member, into=m, reason="r", actor=by),
    ),
    "mark_unmerged": (
        May.MANAGE_MEMBERS,
        lambda c, n, m, a, by: services.mark_unmerged(member=a.member, reason="r", actor=by),
    ),
    "mark_anonymised": (
        May.MANAGE_MEMBERS,
        lambda c, n, m, a, by: services.mark_anonymised(member=m, told=[m.name], actor=by),
    ),
}
OPEN_TO_ALL = {"create_club", "change_address", "ask_to_join", "evening_of"}  # the site itself; the code; a question
BY_WHO_ASKS = {"ask_for_guest", "guest_of_link"}  # whoever signs in; whoever has the link


def test_every_service_is_in_this_matrix():
    assert set(services.__all__) == set(SERVICES) | OPEN_TO_ALL | BY_WHO_ASKS


@pytest.mark.django_db
@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize("service", SERVICES)
def test_a_service_asks_for_its_permission_and_writes_nothing_without(role, service):
    club = cast.club()
    organiser = cast.organiser_of(club)
    night = services.open_night(club=club, actor=organiser)
    bela = cast.member(club, "Bela")
    services.attend(night=night, member=bela, actor=organiser)
    attendance = services.ask_to_join(code=night.join_code, name="Gizi", language="hu")
    Claim.objects.create(guest=attendance.member, user=bela.user)
    by = Actor(club.id, cast.member(club, "Xenia").id, None, role, Door.PAGE)
    needed, call = SERVICES[service]
    before = snapshot()
    if by.may(needed):
        with suppress(Conflict):  # such as a night that is open already
            call(club, night, bela, attendance, by)
    else:
        with pytest.raises(Forbidden):
            call(club, night, bela, attendance, by)
        assert snapshot() == before


WRITTEN = (Member, MemberEvent, Claim, Night, NightEvent, Attendance)


def snapshot():
    return [list(model.objects.order_by("pk").values()) for model in WRITTEN]
