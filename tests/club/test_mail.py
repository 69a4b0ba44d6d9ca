"""Mail: in the reader's language, as he wishes, once."""

from datetime import date, timedelta

import pytest
from django.core import mail as outgoing
from django.db import transaction
from django.template import engines
from django.template.loader import get_template
from django.utils import timezone, translation
from django.utils.translation import gettext

from club import mail, outbox, services, tasks
from club.mail import Outcome
from club.models import Mail, Member, Role
from tests.club import cast

pytestmark = pytest.mark.django_db
NBSP = "\u00a0"

ABOUT = {"night": "Friday night, 27 November 2026", "currency": "EUR", "url": "/c/budai/x/"}
ROW = {"name": "Bela", "points_q": 6, "money_minor": 75, "is_you": True}
CONTEXTS = {
    "game_result": ABOUT
    | {"table_no": 1, "game_no": 3, "told": "The box wins a single", "your_points_q": 6, "rows": [ROW]},
    "game_corrected": ABOUT
    | {
        "table_no": 1,
        "game_no": 3,
        "told": "The box wins a gammon",
        "reason": "it was a gammon",
        "withdrawn": False,
        "your_points_q": 6,
        "your_points_before_q": -4,
        "rows": [ROW | {"points_before_q": -4, "money_before_minor": -50}],
    },
    "night_closed": ABOUT
    | {
        "corrected": False,
        "reason": "",
        "books": [
            {
                "currency": "EUR",
                "head_seq": 41,
                "head_hash": "ab" * 32,
                "rows": [ROW | {"games": 7, "balance_minor": -1250}],
                "payments": [{"payer": "Bela", "payee": "Anna", "amount_minor": 123450, "is_yours": True}],
                "changes": [],
            }
        ],
    },
    "month_statement": {
        "month": date(2026, 11, 1),
        "url": "/c/budai/me/",
        "books": [
            {
                "currency": "EUR",
                "is_points": False,
                "opening_minor": 350,
                "closing_minor": -150,
                "head_seq": 41,
                "head_hash": "ab" * 32,
                "rows": [
                    {
                        "day": date(2026, 11, 27),
                        "what": "Table 1, game 1",
                        "memo": "",
                        "amount_minor": -500,
                        "balance_minor": -150,
                    }
                ],
            }
        ],
    },
    "invitation": {"invited_by": "Anna", "email": "bela@budai.example"},
    "books_finding": {
        "currency": "EUR",
        "says": ["A payment and its entry do not belong together."],
        "findings": ["chain: entry 4 < 5"],
    },
}


@pytest.fixture
def bela():
    return cast.member(cast.club(language="hr"), "Bela", mail_each_game=True)


def write(member, template="night_closed", key="k", **more):
    return mail.write(member=member, key=key, template=template, context=CONTEXTS[template] | more)


# ---- what is written ----
@pytest.mark.parametrize("language", ["en", "hu", "hr"])
@pytest.mark.parametrize("template", CONTEXTS)
def test_every_mail_can_be_written_in_every_language(bela, template, language, monkeypatch):
    monkeypatch.setattr(engines["django"].engine, "string_if_invalid", "MISSING")
    bela.language = language
    written = write(bela, template)
    assert f'<html lang="{language}">' in written.html
    assert written.subject
    assert "\n" not in written.subject
    for part in (written.subject, written.text, written.html):
        assert "MISSING" not in part
        assert "&amp;" not in part
        assert "{{" not in part


def test_every_template_has_its_three_parts():
    for template in CONTEXTS:
        for part in ("subject.txt", "txt", "html"):
            assert get_template(f"emails/{template}.{part}")


def test_the_language_is_the_members_else_his_users_else_the_clubs(bela):
    assert mail.language_of(bela) == "hr"
    bela.user.language = "hu"
    assert mail.language_of(bela) == "hu"
    bela.language = "en"
    assert mail.language_of(bela) == "en"


@pytest.mark.parametrize(
    ("language", "amount"),
    [("en", f"1,234.50{NBSP}EUR"), ("hu", f"1{NBSP}234,50{NBSP}EUR"), ("hr", f"1.234,50{NBSP}EUR")],
)
def test_amounts_are_written_in_the_readers_way_whatever_is_active(bela, language, amount):
    bela.language = language
    with translation.override("en"):
        written = write(bela)
    assert amount in written.text
    assert amount in written.html
    with translation.override(language):
        assert gettext("Who pays whom") in written.html


def test_the_night_names_balances_payments_the_books_head_and_leads_to_the_night(bela, settings):
    bela.language = "en"
    written = write(bela)
    assert f"Bela: 7 games, +1.5 points, +0.75{NBSP}EUR; balance now −12.50{NBSP}EUR" in written.text
    assert f"Bela pays Anna 1,234.50{NBSP}EUR" in written.text
    for part in (written.text, written.html):
        assert "ab" * 32 in part
        assert f"{settings.SITE_URL}/c/budai/x/" in part


def test_a_name_is_text_in_the_page_and_itself_in_the_plain_mail(bela):
    rows = [ROW | {"name": "Bela <b>&"}]
    written = write(bela, "game_result", rows=rows)
    assert "Bela &lt;b&gt;&amp;" in written.html
    assert "Bela <b>&" in written.text


def test_a_correction_tells_before_and_after(bela):
    bela.language = "en"
    written = write(bela, "game_corrected")
    assert written.subject == "Corrected: table 1, game 3, now +1.5 points for you instead of −1"
    assert f"Bela: +1.5 points, +0.75{NBSP}EUR (before: −1 points, −0.50{NBSP}EUR)" in written.text
    assert "it was a gammon" in written.text


# ---- to whom ----
@pytest.mark.parametrize(
    ("wish", "template", "written"),
    [
        ({"mail_each_game": False}, "game_result", False),
        ({"mail_each_game": True}, "game_result", True),
        ({"mail_night": False}, "night_closed", False),
        ({"mail_night": False}, "game_corrected", False),
        ({"mail_night": False, "mail_each_game": False}, "invitation", True),
    ],
)
def test_a_member_gets_the_mail_he_wishes(bela, wish, template, written):
    services.set_preferences(member=bela, actor=cast.actor(bela), **wish)
    bela.refresh_from_db()
    assert (write(bela, template) is not None) is written
    assert Mail.objects.exists() is written


@pytest.mark.parametrize("gone", ["retired_at", "anonymised_at"])
def test_nothing_is_written_to_who_is_gone(bela, gone):
    setattr(bela, gone, timezone.now())
    bela.save()
    assert write(bela) is None
    assert not Mail.objects.exists()


def test_nothing_is_written_to_a_guest_without_an_address():
    club = cast.club()
    guest = services.add_guest(club=club, name="Gizi", actor=cast.organiser_of(club))
    assert write(guest, "invitation") is None
    assert not Mail.objects.exists()


# ---- once ----
def test_a_key_is_written_once(bela):
    assert write(bela) == write(bela)
    assert Mail.objects.count() == 1


def test_the_mail_task_run_twice_sends_one_mail(bela):
    written = write(bela)
    tasks.send_mail(written.id)
    tasks.send_mail(written.id)
    tasks.send_pending_mail()
    [message] = outgoing.outbox
    assert message.to == ["bela@budai.example"]
    assert message.extra_headers["Message-ID"] == written.message_id
    written.refresh_from_db()
    assert written.sent_at is not None


def test_a_crash_before_the_mark_repeats_the_mail_with_the_same_message_id_and_not_before_the_lease_is_over(bela):
    written = write(bela)
    mail.send(mail_id=written.id)
    Mail.objects.update(sent_at=None)
    assert mail.send(mail_id=written.id) is Outcome.NOT_DUE
    Mail.objects.update(available_at=timezone.now())
    assert mail.send(mail_id=written.id) is Outcome.SENT
    assert {message.extra_headers["Message-ID"] for message in outgoing.outbox} == {written.message_id}


def test_nothing_is_sent_while_the_transaction_is_open(bela, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks:
        write(bela)
        write(bela, "game_result", key="k2")
        assert outgoing.outbox == []
    assert len(callbacks) == 1


# ---- when it cannot be sent ----
@pytest.fixture
def server_away(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1


def test_while_the_server_is_away_mail_is_put_off_and_the_rest_is_left_alone(bela, server_away, settings):
    first, second = write(bela), write(bela, "game_result", key="k2")
    assert mail.send_due() == 0
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.attempts, second.attempts) == (1, 0)
    assert "refused" in first.last_error
    assert first.available_at > timezone.now()
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    Mail.objects.update(available_at=timezone.now())
    assert mail.send_due() == 2
    first.refresh_from_db()
    assert (first.last_error, first.sent_at is None) == ("", False)


def test_a_mail_that_cannot_be_sent_for_three_days_is_given_up_and_can_be_tried_again(bela, server_away, settings):
    written = write(bela)
    Mail.objects.update(created_at=timezone.now() - timedelta(days=3, minutes=1))
    mail.send_due()
    written.refresh_from_db()
    assert written.given_up_at is not None
    assert not mail.is_due()
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    mail.try_again(mail_id=written.id)
    assert mail.send_due() == 1


def test_mail_to_who_left_before_it_was_sent_is_given_up(bela):
    written = write(bela)
    services.retire(member=bela, actor=cast.organiser_of(bela.club))
    assert mail.send(mail_id=written.id) is Outcome.REFUSED
    written.refresh_from_db()
    assert written.given_up_at is not None
    assert outgoing.outbox == []


def test_an_address_that_breaks_does_not_stop_the_others(bela):
    broken = write(bela)
    other = write(cast.member(bela.club, "Csaba"), key="k2")
    Mail.objects.filter(pk=broken.pk).update(subject="two\nlines")
    assert mail.send_due() == 1
    other.refresh_from_db()
    assert other.sent_at is not None


# ---- the club's own consumers ----
def test_an_invitation_goes_through_the_outbox_into_a_mail():
    club = cast.club()
    services.invite(
        club=club,
        name="Dora",
        email="dora@budai.example",
        role=Role.MEMBER,
        language="en",
        actor=cast.organiser_of(club),
    )
    outbox.relay()
    outbox.relay()
    [written] = Mail.objects.all()
    assert written.subject == "Welcome to Budai"
    assert "Anna invites you to Budai." in written.text


def test_findings_go_to_organisers_and_treasurers():
    club = cast.club()
    cast.member(club, "Bela", Role.TREASURER)
    cast.member(club, "Csaba")
    finding = {"club_id": str(club.id), "currency": "", "says": ["Signed"], "findings": ["chain: entry 4"]}
    with transaction.atomic():
        outbox.enqueue(key="f1", topic="books.finding", payload=finding)
    outbox.relay()
    assert set(Mail.objects.values_list("member__name", flat=True)) == {"Anna", "Bela"}
    assert all("Signed" in written.text and "chain: entry 4" in written.text for written in Mail.objects.all())


def test_writing_to_a_member_read_with_his_club_and_user_costs_three_queries(bela, django_assert_num_queries):
    member = Member.objects.select_related("club", "user").get(pk=bela.pk)
    with django_assert_num_queries(3):  # is it written, write, read back
        write(member)
