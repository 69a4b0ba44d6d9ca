"""Two at the same moment, on a database that locks rows."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections, transaction

from club import outbox, services
from club.models import Member, OutboxMessage, Role, User
from club.services.people import AlreadyMember
from tests.club import cast

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def at_once(*acts):
    """Run the acts in threads that start together; return what each returned or raised."""
    start = threading.Barrier(len(acts))

    def run(act):
        try:
            start.wait(10)
            return act()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [future.result(30) for future in [pool.submit(run, act) for act in acts]]


def test_a_row_that_one_worker_is_telling_is_passed_over_by_another():
    telling, go_on, told = threading.Event(), threading.Event(), []

    def slow_for_the_first(payload, key):
        told.append(key)
        if key == "k1":
            telling.set()
            assert go_on.wait(10)

    with outbox.listening("test.said", slow_for_the_first, name="slow"), ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            outbox.enqueue(key="k1", topic="test.said", payload={})
            outbox.enqueue(key="k2", topic="test.said", payload={})
        first = pool.submit(relay_and_close)
        assert telling.wait(10)
        assert outbox.relay() == 1
        assert told == ["k1", "k2"]
        go_on.set()
        assert first.result(10) == 1
    assert not OutboxMessage.objects.filter(delivered_at=None).exists()


def relay_and_close():
    try:
        return outbox.relay(limit=1)
    finally:
        connections.close_all()


def test_many_relays_at_once_tell_each_row_once():
    told = []
    with outbox.listening("test.said", lambda payload, key: told.append(key), name="ear"):
        with transaction.atomic():
            for number in range(40):
                outbox.enqueue(key=f"k{number}", topic="test.said", payload={})
        counts = at_once(*[outbox.relay] * 4)
    assert sum(counts) == 40
    assert sorted(told) == sorted(f"k{number}" for number in range(40))


def test_two_who_enqueue_one_key_at_once_write_one_row():
    def say():
        with transaction.atomic():
            outbox.enqueue(key="k", topic="test.said", payload={})

    with outbox.listening("test.said", lambda payload, key: None, name="ear"):
        assert at_once(say, say) == [None, None]
    assert OutboxMessage.objects.count() == 1


def test_two_organisers_who_retire_each_other_at_once_do_not_leave_the_club_alone():
    club = cast.club()
    anna, bela = club.members.get(), cast.member(club, "Bela", Role.ORGANISER)
    outcomes = at_once(
        lambda: services.retire(member=bela, actor=cast.actor(anna)),
        lambda: services.retire(member=anna, actor=cast.actor(bela)),
    )
    assert sum(isinstance(outcome, Member) for outcome in outcomes) <= 1
    assert club.members.filter(role=Role.ORGANISER, retired_at=None).count() >= 1


def test_two_guests_who_ask_under_one_name_at_once_get_it_once():
    club = cast.club()
    night = services.open_night(club=club, actor=cast.organiser_of(club))

    def ask():
        return services.ask_to_join(code=night.join_code, name="Gizi", language="hu")

    at_once(ask, ask)
    assert night.attendances.count() == 1
    assert club.members.filter(name="Gizi").count() == 1


def test_a_person_who_is_invited_twice_at_once_is_a_member_once():
    club = cast.club()
    anna = cast.organiser_of(club)

    def invite():
        return services.invite(club=club, name="Zoé", email="zoe@x.example", role=Role.MEMBER, actor=anna)

    for _round in range(5):
        outcomes = at_once(*[invite] * 3)
        assert {type(outcome) for outcome in outcomes} <= {Member, AlreadyMember}, outcomes
    assert club.members.filter(name="Zoé").count() == 1


def test_a_person_whom_two_clubs_invite_at_once_has_one_account():
    clubs = [cast.club("one"), cast.club("two"), cast.club("three")]
    invitations = [
        lambda club=club: services.invite(
            club=club, name="Zoé", email="zoe@x.example", role=Role.TREASURER, actor=cast.organiser_of(club)
        )
        for club in clubs
    ]
    outcomes = at_once(*invitations)
    assert all(isinstance(outcome, Member) for outcome in outcomes), outcomes
    assert User.objects.get(email="zoe@x.example").is_staff


def test_a_changed_address_and_a_changed_role_do_not_block_each_other():
    club = cast.club()
    anna, bela = cast.organiser_of(club), cast.member(club, "Bela")
    for turn in range(15):
        role = Role.TREASURER if turn % 2 else Role.MEMBER
        outcomes = at_once(
            lambda role=role: services.set_role(member=bela, role=role, actor=anna),
            lambda turn=turn: services.change_address(user=bela.user, email=f"bela{turn}@x.example"),
        )
        assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)], outcomes
