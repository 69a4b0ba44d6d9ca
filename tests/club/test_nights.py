import datetime

import pytest

from club import selectors, services
from club.errors import DateOutOfRange, Forbidden, Invalid, NightClosed, NotFound
from club.models import Attendance, Member, Night, NightEvent, Role
from club.permissions import Door
from club.services.attendance import NameTaken, Retired
from club.services.nights import NightOpen
from tests.club import cast

pytestmark = pytest.mark.django_db
State = Attendance.State


@pytest.fixture
def ours():
    return cast.cast()


@pytest.fixture
def night(ours):
    return services.open_night(club=ours.club, actor=ours.organiser)


# ---- opening and closing ----
def test_an_opened_night_has_its_trace_and_a_code_that_can_be_read_aloud(ours, night):
    [event] = night.events.all()
    assert (event.kind, event.by_id) == (NightEvent.Kind.OPENED, ours.organiser.user_id)
    assert len(night.join_code) == 6
    assert not set(night.join_code) & set("IOQ01")


@pytest.mark.parametrize(
    ("utc", "date"),
    [
        ("2026-11-27T19:00", "2026-11-27"),
        ("2026-11-27T23:30", "2026-11-27"),  # half past midnight in Budapest
        ("2026-11-28T04:59", "2026-11-27"),
        ("2026-11-28T05:00", "2026-11-28"),
        ("2026-07-01T03:59", "2026-06-30"),  # summer time
        ("2026-07-01T04:00", "2026-07-01"),
    ],
)
def test_until_six_in_the_clubs_morning_it_is_still_yesterdays_evening(ours, utc, date):
    moment = datetime.datetime.fromisoformat(utc).replace(tzinfo=datetime.UTC)
    assert services.evening_of(moment, ours.club) == datetime.date.fromisoformat(date)


@pytest.mark.parametrize("far", [datetime.date(1, 1, 1), datetime.date(1969, 12, 31), datetime.date.max])
def test_a_night_is_of_a_day_that_can_be_meant(ours, far):
    with pytest.raises(DateOutOfRange):
        services.open_night(club=ours.club, actor=ours.organiser, date=far)
    assert not Night.objects.exists()
    today = selectors.today_in(ours.club)
    for day in (datetime.date(1970, 1, 1), today + datetime.timedelta(days=366)):
        assert services.open_night(club=ours.club, actor=ours.organiser, date=day).date == day
    with pytest.raises(DateOutOfRange):
        services.open_night(club=ours.club, actor=ours.organiser, date=today + datetime.timedelta(days=367))


def test_of_two_closings_the_second_is_told_so(ours, night):
    services.mark_closed(night=night, actor=ours.organiser)
    with pytest.raises(NightClosed):
        services.mark_closed(night=night, actor=ours.organiser)
    assert [event.kind for event in night.events.all()] == ["opened", "closed"]


def test_a_night_is_reopened_with_a_reason(ours, night):
    services.mark_closed(night=night, actor=ours.organiser)
    services.mark_reopened(night=night, reason=" game 3  was wrong ", actor=ours.organiser)
    night.refresh_from_db()
    assert night.is_open
    assert night.closed_at is None
    assert night.events.last().reason == "game 3 was wrong"


@pytest.mark.parametrize("reason", ["", "   ", "x" * 201])
def test_a_night_is_not_reopened_without_a_reason(ours, night, reason):
    services.mark_closed(night=night, actor=ours.organiser)
    with pytest.raises(Invalid):
        services.mark_reopened(night=night, reason=reason, actor=ours.organiser)
    night.refresh_from_db()
    assert not night.is_open
    assert night.events.count() == 2


def test_an_open_night_is_not_reopened(ours, night):
    with pytest.raises(NightOpen):
        services.mark_reopened(night=night, reason="why not", actor=ours.organiser)
    assert night.events.count() == 1


# ---- who is there ----
def test_a_member_notes_that_he_came_and_went(ours, night):
    bela = cast.member(ours.club, "Bela")
    actor = cast.actor(bela)
    assert services.attend(night=night, member=bela, actor=actor).state == State.PRESENT
    services.attend(night=night, member=bela, actor=actor)
    assert services.left(night=night, member=bela, actor=actor).state == State.LEFT
    assert services.attend(night=night, member=bela, actor=actor).state == State.PRESENT
    assert night.attendances.count() == 1


def test_who_was_not_there_cannot_leave(ours, night):
    bela = cast.member(ours.club, "Bela")
    with pytest.raises(NotFound):
        services.left(night=night, member=bela, actor=ours.organiser)
    assert not Attendance.objects.exists()


def test_a_retired_member_does_not_attend(ours, night):
    bela = cast.member(ours.club, "Bela")
    services.retire(member=bela, actor=ours.organiser)
    with pytest.raises(Retired):
        services.attend(night=night, member=bela, actor=ours.organiser)
    assert not Attendance.objects.exists()


def test_nobody_comes_to_a_closed_night(ours, night):
    services.mark_closed(night=night, actor=ours.organiser)
    bela = cast.member(ours.club, "Bela")
    with pytest.raises(NightClosed):
        services.attend(night=night, member=bela, actor=ours.organiser)
    with pytest.raises(NightClosed):
        services.ask_to_join(code=night.join_code, name="Gizi", language="hu")
    assert not Attendance.objects.exists()
    assert not ours.club.members.filter(name="Gizi").exists()


# ---- guests ----
def ask(night, name="Gizi"):
    return services.ask_to_join(code=night.join_code, name=name, language="hu")


def test_a_guest_asks_by_the_code_in_any_case_and_waits(ours, night):
    attendance = services.ask_to_join(code=f" {night.join_code.lower()} ", name=" Gizi  K.", language="hu")
    guest = attendance.member
    assert attendance.state == State.WAITING
    assert (guest.name, guest.role, guest.user, guest.club, guest.language) == (
        "Gizi K.",
        Role.GUEST,
        None,
        ours.club,
        "hu",
    )


def test_an_unknown_code_leads_nowhere(ours, night):
    with pytest.raises(NotFound):
        services.ask_to_join(code="ZZZZZZ", name="Gizi", language="hu")
    assert not Attendance.objects.exists()
    assert not Member.objects.filter(role=Role.GUEST).exists()


def test_a_guest_who_waits_is_nobody_until_he_is_let_in(ours, night):
    attendance = ask(night)
    guest = attendance.member_id
    with pytest.raises(NotFound):
        selectors.actor_for_guest(member_id=guest, club=ours.club, door=Door.PAGE)
    services.let_in(attendance=attendance, actor=ours.organiser)
    actor = selectors.actor_for_guest(member_id=guest, club=ours.club, door=Door.PAGE)
    assert (actor.role, actor.member_id, actor.user_id) == (Role.GUEST, guest, None)
    services.refuse_guest(attendance=attendance, actor=ours.organiser)
    with pytest.raises(NotFound):
        selectors.actor_for_guest(member_id=guest, club=ours.club, door=Door.PAGE)


def test_a_guest_is_nobody_once_the_night_is_closed_or_in_another_club(ours, night):
    attendance = ask(night)
    services.let_in(attendance=attendance, actor=ours.organiser)
    with pytest.raises(NotFound):
        selectors.actor_for_guest(member_id=attendance.member_id, club=ours.elsewhere, door=Door.PAGE)
    services.mark_closed(night=night, actor=ours.organiser)
    with pytest.raises(NotFound):
        selectors.actor_for_guest(member_id=attendance.member_id, club=ours.club, door=Door.PAGE)


def test_a_member_with_an_account_is_no_guest(ours, night):
    bela = cast.member(ours.club, "Bela")
    services.attend(night=night, member=bela, actor=ours.organiser)
    with pytest.raises(NotFound):
        selectors.actor_for_guest(member_id=bela.id, club=ours.club, door=Door.PAGE)


@pytest.mark.parametrize("name", ["Anna", "ANNA", " anna "])
def test_a_guest_does_not_take_a_members_name(ours, night, name):
    with pytest.raises(NameTaken):
        ask(night, name)
    assert not Attendance.objects.exists()


def test_a_guest_does_not_take_the_name_of_a_guest_who_is_there_but_of_one_of_last_week(ours, night):
    services.let_in(attendance=ask(night), actor=ours.organiser)
    with pytest.raises(NameTaken):
        ask(night, "gizi")
    next_week = services.open_night(club=ours.club, actor=ours.organiser)
    assert ask(next_week).state == State.WAITING


def test_a_plain_member_cannot_let_a_waiting_guest_in_by_noting_him(ours, night):
    bela = cast.member(ours.club, "Bela")
    attendance = ask(night)
    with pytest.raises(Forbidden):
        services.attend(night=night, member=attendance.member, actor=cast.actor(bela))
    with pytest.raises(Forbidden):
        services.let_in(attendance=attendance, actor=cast.actor(bela))
    attendance.refresh_from_db()
    assert attendance.state == State.WAITING


# ---- another club's ----
def test_another_clubs_night_and_people_do_not_exist(ours, night):
    bela = cast.member(ours.club, "Bela")
    attendance = ask(night)
    theirs = ours.outsider
    acts = [
        lambda: services.attend(night=night, member=bela, actor=theirs),
        lambda: services.left(night=night, member=bela, actor=theirs),
        lambda: services.let_in(attendance=attendance, actor=theirs),
        lambda: services.refuse_guest(attendance=attendance, actor=theirs),
        lambda: services.mark_closed(night=night, actor=theirs),
        lambda: services.mark_reopened(night=night, reason="mine", actor=theirs),
        lambda: services.open_night(club=ours.club, actor=theirs),
        lambda: services.invite(club=ours.club, name="X", email="x@x.example", role=Role.MEMBER, actor=theirs),
        lambda: services.add_guest(club=ours.club, name="X", actor=theirs),
        lambda: services.give_account(member=attendance.member, email="x@x.example", actor=theirs),
        lambda: services.rename(member=bela, name="X", actor=theirs),
        lambda: services.retire(member=bela, actor=theirs),
        lambda: services.restore(member=bela, actor=theirs),
        lambda: services.set_role(member=bela, role=Role.ORGANISER, actor=theirs),
        lambda: services.set_preferences(member=bela, actor=theirs, mail_night=False),
        lambda: services.change_club(club=ours.club, actor=theirs, name="X"),
        lambda: selectors.night(ours.elsewhere, night.id),
        lambda: selectors.member(ours.elsewhere, bela.id),
        lambda: selectors.actor_for(user=bela.user, club=ours.elsewhere, door=Door.PAGE),
    ]
    before = snapshot()
    for act in acts:
        with pytest.raises(NotFound):
            act()
    assert snapshot() == before


def test_a_member_of_another_club_cannot_be_noted_here(ours, night):
    stranger = cast.member(ours.elsewhere, "Strani")
    with pytest.raises(NotFound):
        services.attend(night=night, member=stranger, actor=ours.organiser)
    assert not Attendance.objects.exists()


def snapshot():
    return [list(model.objects.order_by("pk").values()) for model in (Member, Night, NightEvent, Attendance)]


# ---- what is read ----
def test_nights_come_newest_first_with_how_many_were_there(ours, night, django_assert_num_queries):
    services.attend(night=night, member=cast.member(ours.club, "Bela"), actor=ours.organiser)
    ask(night)
    services.open_night(club=ours.club, actor=ours.organiser, date=night.date - datetime.timedelta(days=7))
    services.open_night(club=ours.elsewhere, actor=ours.outsider)
    with django_assert_num_queries(1):
        assert [found.people for found in selectors.nights(ours.club)] == [1, 0]


def test_attendances_come_in_the_order_people_came(ours, night, django_assert_num_queries):
    for name in ("Csaba", "Bela"):
        services.attend(night=night, member=cast.member(ours.club, name), actor=ours.organiser)
    ask(night)
    with django_assert_num_queries(1):
        assert [found.member.name for found in selectors.attendances(night)] == ["Csaba", "Bela", "Gizi"]
    assert [found.member.name for found in selectors.attendances(night, state=State.WAITING)] == ["Gizi"]
