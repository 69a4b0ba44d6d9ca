"""A month's statement by mail: once a member and month, to those who want it and have something to read."""

from datetime import date

import pytest
from django.conf import settings
from django.core import mail as outgoing
from django.utils import timezone

from club import mail
from club.models import Club, Mail, Member
from ledger import monthly, services, tasks
from tests.ledger.cast import EVENING
from tests.ledger.cast import cast as club_in

pytestmark = pytest.mark.django_db

FIRST = date(2026, 12, 1)


@pytest.fixture
def played(cast):
    cast.post(("Bela", "Anna", 500), memo="Table 1, game 1")
    return cast


def letters():
    return {one.member.name: one for one in Mail.objects.select_related("member")}


def send(cast, today=FIRST):
    return monthly.mail_last_month(cast.club, today=today)


def test_those_whose_balance_moved_are_mailed_the_month(played):
    assert send(played) == 2
    assert set(letters()) == {"Anna", "Bela"}
    bela = letters()["Bela"]
    assert bela.subject == "Budai: statement for November 2026"
    assert "Closing balance: −5.00\u00a0EUR" in bela.text
    assert "This is to be paid" in bela.text
    assert "This is to be paid" not in letters()["Anna"].text
    assert played.book.__class__.objects.get().head_hash in bela.text


def test_a_month_is_mailed_once_however_often_it_is_asked_for(played):
    assert [send(played), send(played, date(2026, 12, 3)), send(played)] == [2, 0, 0]
    assert Mail.objects.count() == 2


def test_the_next_month_goes_to_those_who_still_owe(played):
    send(played)
    assert send(played, date(2027, 1, 2)) == 1
    last = Mail.objects.latest("id")
    assert (last.member.name, "Opening balance: −5.00" in last.text) == ("Bela", True)


def test_after_the_first_days_nobody_is_woken(played):
    assert send(played, date(2026, 12, 8)) == 0


def test_who_does_not_wish_it_gets_none(played):
    Member.objects.filter(name="Bela").update(mail_month=False)
    assert send(played) == 1
    assert set(letters()) == {"Anna"}


def test_each_is_written_in_his_language(played):
    Member.objects.filter(name="Bela").update(language="hr")
    send(played)
    assert letters()["Bela"].subject == "Budai: izvod za studeni 2026."
    assert "−5,00\u00a0EUR" in letters()["Bela"].text


def test_the_file_that_goes_with_it_is_the_statement(played):
    send(played)
    mail.send_due()
    [sent] = [one for one in outgoing.outbox if one.to == ["Bela@budai.example"]]
    [(name, text, kind)] = sent.attachments
    assert (name, kind) == ("budai-2026-11.csv", "text/csv")
    assert [row.split(",")[2:5] for row in text.splitlines()[1:]] == [
        ["brought_forward", "", "0.00"],
        ["game", "-5.00", "-5.00"],
        ["balance", "", "-5.00"],
    ]


def test_points_are_told_when_they_moved_and_owe_nobody(db):
    cast = club_in("PTS")
    cast.post(("Bela", "Anna", 150))
    assert send(cast) == 2
    assert "−1.5\u00a0pt" in letters()["Bela"].text
    assert "paid" not in letters()["Bela"].text
    assert send(cast, date(2027, 1, 1)) == 0


def test_two_currencies_go_in_one_mail(played):
    yen = services.book_for(club=played.club, currency="JPY")
    legs = [(played.members["Bela"], played.members["Anna"], 700)]
    services.adjust(book=yen, transfers=legs, reason="x", actor=played.treasurer, effective_date=EVENING)
    send(played)
    bela = letters()["Bela"]
    assert "−5.00\u00a0EUR" in bela.text
    assert "−700\u00a0JPY" in bela.text
    assert bela.file_text.count("book_head") == 1
    assert bela.file_text.count("brought_forward") == 2


def test_the_task_mails_each_club_by_its_own_clock(played, monkeypatch):
    there = {"Pacific/Kiritimati": FIRST}
    monkeypatch.setattr(timezone, "localdate", lambda _moment, zone: there.get(zone.key, date(2026, 11, 30)))
    tasks.mail_statements()
    assert letters() == {}
    Club.objects.filter(pk=played.club.pk).update(time_zone="Pacific/Kiritimati")
    tasks.mail_statements()
    tasks.mail_statements()
    assert set(letters()) == {"Anna", "Bela"}


def test_beat_asks_for_it_more_than_once_a_day():
    [asked] = [one for one in settings.CELERY_BEAT_SCHEDULE.values() if one["task"] == tasks.mail_statements.name]
    assert asked["schedule"] < 24 * 3600
