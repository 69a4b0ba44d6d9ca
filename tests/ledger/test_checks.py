"""`check_books` finds whatever was done behind the books' back, even with the guards off."""

import io
import json
import re
from datetime import date
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from club.models import OutboxMessage
from ledger import checks, guards, services, tasks
from ledger.finding_words import FINDING_WORDS
from ledger.models import Account, Book, Checkup, Entry, Payment, Period, Transfer

pytestmark = pytest.mark.django_db


@pytest.fixture
def books(cast):
    """A month closed, two games, one of them taken back, one payment confirmed."""
    cast.post(("Bela", "Anna", 9), effective_date=date(2026, 1, 10), night=None, memo="old debt")
    services.close_period(book=cast.book, end_date=date(2026, 1, 31), actor=cast.treasurer)
    cast.post(("Bela", "Anna", 10), ("Csaba", "Anna", 5))
    services.reverse(entry=cast.post(("Anna", "Bela", 20)), reason="other table", actor=cast.treasurer)
    plan = services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer)
    services.confirm(payment=plan.payments.get(no=1), actor=cast.treasurer)
    return cast


def codes():
    return [finding.code for finding in checks.findings()]


def test_books_kept_by_the_door_have_no_findings(books):
    assert codes() == []


def add_late_leg(cast, **columns):
    usual = {"entry": Entry.objects.get(seq=2), "source": cast.Dora, "target": cast.Eva}
    Transfer.objects.create(amount_minor=7, **(usual | columns))


def foreign_leg(cast):
    huf = services.book_for(club=cast.club, currency="HUF")
    one, two = services.accounts_for(book=huf, members=[cast.members["Dora"], cast.members["Eva"]]).values()
    add_late_leg(cast, source=one, target=two)


def change(model, where, **columns):
    return lambda _cast: model.objects.filter(**where).update(**columns)


def delete_last_entry(_cast):
    Payment.objects.update(state="void", entry=None)
    last = Entry.objects.last()
    last.transfers.all().delete()
    Entry.objects.filter(pk=last.pk).delete()


def swap_balances(cast):
    Account.objects.filter(pk=cast.Dora.pk).update(balance_minor=5)
    Account.objects.filter(pk=cast.Eva.pk).update(balance_minor=-5)


def unmirror(_cast):
    reversal = Entry.objects.get(kind="reversal")
    reversal.transfers.update(amount_minor=21)


ATTACKS = {
    "a late leg": (add_late_leg, {"payload", "hash", "balance"}),
    "a leg of another book": (foreign_leg, {"payload", "hash", "foreign", "balance"}),
    "an amount": (
        change(Transfer, {"entry__seq": 2, "amount_minor": 10}, amount_minor=11),
        {"payload", "hash", "balance"},
    ),
    "a date": (change(Entry, {"seq": 2}, effective_date=date(2026, 11, 1)), {"payload", "hash"}),
    "who posted it": (change(Entry, {"seq": 2}, posted_by=None), {"hash"}),
    "a memo": (change(Entry, {"seq": 1}, memo="paid"), {"memo"}),
    "a memo with its salt": (change(Entry, {"seq": 1}, memo="paid", memo_salt="0"), {"memo"}),
    "a payload hash": (change(Entry, {"seq": 2}, payload_hash="0"), {"payload"}),
    "a hash": (change(Entry, {"seq": 2}, hash="0"), {"hash", "chain"}),
    "a gap": (change(Entry, {"seq": 5}, seq=6), {"seq", "hash", "head"}),
    "the last entry": (delete_last_entry, {"head", "balance"}),
    "the head": (change(Book, {}, head_hash="0"), {"head"}),
    "one balance": (change(Account, {"member__name": "Dora"}, balance_minor=1), {"balance", "sum"}),
    "two balances": (swap_balances, {"balance"}),
    "a reversal": (unmirror, {"payload", "hash", "reversal", "balance"}),
    "a payment's amount": (change(Payment, {"no": 1}, amount_minor=99), {"payment"}),
    "a payment made void alone": (change(Payment, {"no": 1}, state="void", entry=None), {"settlement"}),
    "a closed month": (change(Period, {}, balances={}), {"period"}),
    "the month closed": (change(Book, {}, closed_through=None), {"closed_through"}),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_what_was_changed_behind_the_guards_is_found(books, name):
    attack, expected = ATTACKS[name]
    with guards.lifted():
        attack(books)
    assert set(codes()) == expected


def test_every_finding_is_produced_by_a_test():
    by_others = {"guard_missing", "registered"}
    assert set().union(*(expected for _attack, expected in ATTACKS.values())) | by_others == set(FINDING_WORDS)


def test_a_late_leg_is_found_although_no_guard_can_refuse_it(books):
    add_late_leg(books)
    assert set(codes()) == {"payload", "hash", "balance"}
    assert sum(Account.objects.values_list("balance_minor", flat=True)) == 0


def test_a_missing_guard_is_found(books):
    with guards.lifted():
        assert set(codes()) == {"guard_missing"}


def test_another_apps_check_is_asked(books, monkeypatch):
    monkeypatch.setattr(checks, "_registered", [])
    assert checks.register(lambda: ["game 3 is not in the books"])
    assert [str(finding) for finding in checks.findings()] == ["-: registered: game 3 is not in the books"]


def run(*arguments):
    out = io.StringIO()
    call_command("check_books", *arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_the_command_is_content_with_right_books(books):
    assert run() == "1 books checked, nothing found.\n"
    assert run("--json") == ""


def test_the_command_fails_on_any_finding_and_names_it(books):
    Account.objects.filter(pk=books.Dora.pk).update(balance_minor=1)
    out = io.StringIO()
    with pytest.raises(CommandError) as failed:
        call_command("check_books", "--json", stdout=out)
    assert failed.value.returncode == 1
    told = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [(one["code"], one["book"]) for one in told] == [
        ("balance", str(books.book.pk)),
        ("sum", str(books.book.pk)),
    ]
    assert Account.objects.get(pk=books.Dora.pk).balance_minor == 1


def test_balances_are_rebuilt_from_the_transfers(books):
    before = books.balances()
    Account.objects.update(balance_minor=1)
    assert run("--rebuild-balances") == "1 books checked, nothing found.\n"
    assert books.balances() == before


def test_a_big_book_is_read_in_chunks(books, monkeypatch):
    monkeypatch.setattr(checks, "CHUNK", 2)
    assert codes() == []


@pytest.mark.django_db(transaction=True)
def test_who_posts_does_not_wait_for_a_check_and_is_no_finding(books, run_in_thread, monkeypatch):
    """On SQLite too, where a transaction of ours otherwise keeps everybody else from writing."""

    def then_posted(book):
        run_in_thread(books.post, ("Bela", "Anna", 1))
        return real(book)

    real = checks._balances
    monkeypatch.setattr(checks, "_balances", then_posted)
    before = Entry.objects.count()
    assert list(map(str, checks.findings_of(books.book))) == []
    assert Entry.objects.count() == before + 1


def test_the_nightly_task_tells_the_treasurers_once_a_day(books, caplog):
    tasks.check_all_books()
    assert not OutboxMessage.objects.exists()
    Account.objects.filter(pk=books.Dora.pk).update(balance_minor=1)
    tasks.check_all_books()
    tasks.check_all_books()
    [message] = OutboxMessage.objects.all()
    assert message.topic == "books.finding"
    assert message.payload["club_id"] == str(books.club.pk)
    assert message.payload["currency"] == "EUR"
    assert [text.split(":")[0] for text in message.payload["findings"]] == ["balance", "sum"]
    assert message.payload["says"] == ["A balance is not what its transfers come to."]
    assert "balance" in caplog.text


def test_what_the_last_check_found_is_remembered_for_the_book(books):
    run()
    assert (books.book.checkup.codes, books.book.checkup.head_seq) == ([], Book.objects.get().head_seq)
    Account.objects.filter(pk=books.Dora.pk).update(balance_minor=1)
    tasks.check_all_books()
    assert Checkup.objects.get().codes == ["balance", "sum"]


def test_a_finding_of_no_book_is_told_to_every_club(books):
    services.book_for(club=books.outsider.club, currency="EUR")
    with guards.lifted():
        tasks.check_all_books()
    told = {message.payload["club_id"] for message in OutboxMessage.objects.all()}
    assert told == {str(books.club.pk), str(books.outsider.club.pk)}


def test_every_code_of_a_finding_has_a_sentence():
    source = Path(checks.__file__).read_text()
    codes = set(re.findall(r'yield "(\w+)", f?"', source)) | set(re.findall(r'Finding\("(\w+)"', source))
    assert codes == set(FINDING_WORDS)
