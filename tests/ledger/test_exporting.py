"""Books out: what other programs make of them is what we have."""

import csv
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise

import pytest

from club.errors import Forbidden
from ledger import exporting, selectors, services
from ledger.errors import PeriodBackwards
from ledger.exporting import Format
from ledger.models import Account, Entry
from ledger.rules.currency import exponent_of
from ledger.rules.export.names import names_of
from tests.ledger.cast import EVENING
from tests.ledger.rich import LAST_MONTH, OCTOBER, rich
from tests.servers.product import ROOT

pytestmark = pytest.mark.django_db
CURRENCIES = ("EUR", "JPY", "BHD", "PTS")
NOVEMBER = (date(2026, 11, 1), EVENING)
NO_HLEDGER = "needs hledger: apt install hledger"


def exported(cast, format, start=None, end=None, actor=None):
    made = exporting.export_book(book=cast.book, format=format, start=start, end=end, actor=actor or cast.treasurer)
    return "".join(made.pieces)


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


def balances(book, day=date.max):
    """Ours, as decimals by the name that beancount and hledger know the account by; those at zero are left out."""
    book.refresh_from_db()
    minor = selectors.balances_on(book, day, book.head_seq)
    names = names_of(exporting._accounts(book, None, None).values())
    return {names[id_]: Decimal(net).scaleb(-exponent_of(book.currency)) for id_, net in minor.items() if net}


# ---- what other programs make of it ------------------------------------------------------------------
def run(*command):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True)


def bean_check(path):
    return run(sys.executable, "-c", "from beancount.scripts.check import main; main()", "--no-cache", path)


def by_beancount(path):
    from beancount import loader
    from beancount.core import data, realization

    entries, errors, _options = loader.load_file(str(path))
    assert errors == []
    real = realization.realize(data.filter_txns(entries))
    found = {one.account: one.balance for one in realization.iter_children(real, leaf_only=True) if one.account}
    return {account: held.get_only_position().units.number for account, held in found.items() if not held.is_empty()}


def by_hledger(path, *more):
    shown = run("hledger", "-f", path, "balance", "--flat", "-O", "csv", "--no-total", *more)
    assert shown.returncode == 0, shown.stderr
    listed = list(csv.reader(io.StringIO(shown.stdout)))[1:]
    return {account: Decimal(amount.split()[0]) for account, amount in listed}


def hledger_check(path):
    return run("hledger", "-f", path, "check", "-s")


needs_hledger = pytest.mark.skipif(not shutil.which("hledger"), reason=NO_HLEDGER)


@pytest.mark.parametrize("currency", CURRENCIES)
@pytest.mark.parametrize("days", [(None, None), NOVEMBER, (None, OCTOBER), (date(2026, 11, 1), None)], ids=str)
def test_beancount_takes_the_book_and_comes_to_our_balances(currency, days, tmp_path):
    pytest.importorskip("beancount", reason="needs beancount: pip install beancount")
    cast, path = rich(currency), tmp_path / "book.beancount"
    path.write_text(exported(cast, Format.BEANCOUNT, *days))
    checked = bean_check(path)
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")
    assert by_beancount(path) == balances(cast.book, days[1] or date.max)


@needs_hledger
@pytest.mark.parametrize("currency", CURRENCIES)
@pytest.mark.parametrize("days", [(None, None), NOVEMBER, (None, OCTOBER), (date(2026, 11, 1), None)], ids=str)
def test_hledger_takes_the_book_strictly_and_comes_to_our_balances(currency, days, tmp_path):
    cast, path = rich(currency), tmp_path / "book.journal"
    path.write_text(exported(cast, Format.HLEDGER, *days))
    checked = hledger_check(path)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert by_hledger(path) == balances(cast.book, days[1] or date.max)


@needs_hledger
def test_hledger_finds_the_balances_of_a_closed_month_too(tmp_path):
    cast, path = rich(), tmp_path / "book.journal"
    path.write_text(exported(cast, Format.HLEDGER))
    assert by_hledger(path, "--end", str(OCTOBER + timedelta(days=1))) == balances(cast.book, OCTOBER)


def one_unit_more(text, what):
    """The export with one minor unit more in the first line that has `what`."""
    lines = text.splitlines()
    at = next(at for at, line in enumerate(lines) if what in line)
    assert "50.01" in lines[at], lines[at]
    lines[at] = lines[at].replace("50.01", "50.02")
    return "\n".join(lines)


def test_beancount_refuses_a_book_whose_balance_is_off_by_one_cent(tmp_path):
    pytest.importorskip("beancount", reason="needs beancount: pip install beancount")
    path = tmp_path / "book.beancount"
    path.write_text(one_unit_more(exported(rich(), Format.BEANCOUNT), "balance Assets:Members:Anna"))
    checked = bean_check(path)
    assert checked.returncode == 1
    assert "Balance failed" in checked.stderr


@needs_hledger
def test_hledger_refuses_a_book_whose_balance_is_off_by_one_cent(tmp_path):
    path = tmp_path / "book.journal"
    path.write_text(one_unit_more(exported(rich(), Format.HLEDGER), "Assets:Members:Anna  0.00 EUR ="))
    assert hledger_check(path).returncode == 1


@pytest.mark.parametrize("format", Format)
def test_a_book_in_which_nothing_happened_can_be_exported(cast, format, tmp_path):
    text, path = exported(cast, format), tmp_path / "book"
    path.write_text(text)
    match format:
        case Format.CSV:
            assert rows_of(text) == []
        case Format.JSON:
            assert json.loads(text)["entries"] == []
        case Format.BEANCOUNT:
            assert bean_check(path).returncode == 0
        case Format.HLEDGER if shutil.which("hledger"):
            assert hledger_check(path).returncode == 0


@pytest.mark.parametrize("format", [Format.BEANCOUNT, Format.HLEDGER])
def test_the_head_of_the_file_says_which_book_the_chain_and_what_the_signs_mean(format):
    cast = rich()
    cast.book.refresh_from_db()
    head = exported(cast, format, *NOVEMBER).partition("\n\n")[0]
    for said in (
        "The EUR book of Budai",
        "From 2026-11-01 through 2026-11-27.",
        f"Head of the chain: {cast.book.head_seq} {cast.book.head_hash}",
        "A positive balance is what the club's players owe this member",
    ):
        assert said in head


def test_no_tolerance_is_asked_of_beancount():
    assert "tolerance" not in exported(rich(), Format.BEANCOUNT)


# ---- CSV ----------------------------------------------------------------------------------------------
def test_csv_has_a_row_for_each_transfer_in_order_with_exact_decimals(cast):
    cast.post(("Bela", "Anna", 150), ("Csaba", "Anna", 5), memo="Első asztal")
    cast.post(("Anna", "Bela", 100000))
    rows = rows_of(exported(cast, Format.CSV))
    assert [(one["seq"], one["source"], one["target"], one["amount"], one["currency"]) for one in rows] == [
        ("1", "Bela", "Anna", "1.50", "EUR"),
        ("1", "Csaba", "Anna", "0.05", "EUR"),
        ("2", "Anna", "Bela", "1000.00", "EUR"),
    ]
    assert {one["memo"] for one in rows} == {"Első asztal", ""}
    assert {one["night"] for one in rows} == {"2026-11-27"}


@pytest.mark.parametrize("currency", CURRENCIES)
def test_the_transfers_of_the_csv_add_up_to_the_balances(currency):
    cast, sums = rich(currency), {}
    for one in rows_of(exported(cast, Format.CSV)):
        if one["amount"]:
            sums[one["source_account"]] = sums.get(one["source_account"], 0) - Decimal(one["amount"])
            sums[one["target_account"]] = sums.get(one["target_account"], 0) + Decimal(one["amount"])
    ours = dict(Account.objects.filter(book=cast.book).values_list("id", "balance_minor"))
    shift = exponent_of(currency)
    assert {id_: net for id_, net in sums.items() if net} == {
        str(id_): Decimal(net).scaleb(-shift) for id_, net in ours.items() if net
    }


def test_csv_tells_reversals_and_the_date_that_was_meant():
    cast = rich()
    rows = {one["key"]: one for one in rows_of(exported(cast, Format.CSV))}
    old = rows["game:old:r1"]
    taken_back = next(one for one in rows.values() if one["reverses"] == old["seq"])
    assert old["reversed_by"] == taken_back["seq"]
    assert (taken_back["kind"], taken_back["date_meant"]) == ("reversal", str(LAST_MONTH))
    assert rows["game:old:r2"]["date_meant"] == str(LAST_MONTH)
    assert rows["game:old:r2"]["date"] > str(OCTOBER)


@pytest.mark.parametrize("begins", ["=", "+", "-", "@", "\t", "\r"])
def test_no_text_of_a_member_becomes_a_formula(cast, begins):
    cast.club.members.filter(name="Bela").update(name=f"{begins}2+3 Bela")
    cast.post(("Bela", "Anna", 150), memo=f"{begins}HYPERLINK()")
    (row,) = rows_of(exported(cast, Format.CSV))
    assert (row["source"], row["memo"]) == (f"'{begins}2+3 Bela", f"'{begins}HYPERLINK()")


def test_the_head_of_the_chain_is_in_every_row_and_is_the_last_entrys_hash(cast):
    cast.post(("Bela", "Anna", 150))
    last = cast.post(("Bela", "Anna", 150))
    rows = rows_of(exported(cast, Format.CSV))
    assert {one["book_head"] for one in rows} == {f"2 {last.hash}"}
    assert rows[-1]["hash"] == last.hash


def test_an_entry_that_moved_nothing_has_a_row_so_that_no_number_is_missing():
    rows = rows_of(exported(rich(), Format.CSV))
    numbers = sorted({int(one["seq"]) for one in rows})
    assert numbers == list(range(1, len(numbers) + 1))
    assert [one["amount"] for one in rows if one["key"] == "game:even:r1"] == [""]


# ---- JSON ---------------------------------------------------------------------------------------------
CHECK = re.search(
    r"^```python\n(import hashlib.*?)^```", (ROOT / "docs" / "ledger.md").read_text(), re.DOTALL | re.MULTILINE
)


def checked(text, tmp_path):
    """Have the program of docs/ledger.md, which has nothing of ours, check a JSON export."""
    program, book = tmp_path / "check.py", tmp_path / "book.json"
    program.write_text(CHECK[1])
    book.write_text(text)
    return run(sys.executable, "-I", program, book)


@pytest.mark.parametrize("days", [(None, None), NOVEMBER], ids=str)
def test_json_has_all_that_is_needed_to_check_every_entry(days, tmp_path):
    done = checked(exported(rich(), Format.JSON, *days), tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_chain_of_a_whole_book_ends_with_its_head(tmp_path):
    cast = rich()
    text = exported(cast, Format.JSON)
    cast.book.refresh_from_db()
    about = json.loads(text)["book"]
    assert (about["head_seq"], about["head_hash"]) == (cast.book.head_seq, cast.book.head_hash)
    assert checked(text, tmp_path).stdout.strip().endswith(cast.book.head_hash)


@pytest.mark.parametrize(
    "change",
    [
        lambda entry: entry["transfers"][0].update(amount_minor=999),
        lambda entry: entry.update(effective_date="2026-01-01"),
        lambda entry: entry.update(memo="another"),
        lambda entry: entry.update(prev_hash="0" * 64),
    ],
)
def test_an_export_that_somebody_changed_is_found_out(change, tmp_path):
    book = json.loads(exported(rich(), Format.JSON))
    change(book["entries"][3])
    done = checked(json.dumps(book), tmp_path)
    assert done.returncode == 1
    assert "AssertionError" in done.stderr


def test_json_has_memos_that_fit_their_hashes_and_none_that_was_taken_out():
    book = json.loads(exported(rich(), Format.JSON))
    told = [one for one in book["entries"] if one["memo"]]
    for one in told:
        salted = f"{one['memo_salt']} {one['memo']}"
        assert hashlib.sha256(salted.encode()).hexdigest() == one["memo_hash"]
    taken_out = [one for one in book["entries"] if one["memo_hash"] and not one["memo"]]
    assert (len(taken_out), {one["memo_salt"] for one in taken_out}) == (1, {""})


@pytest.mark.parametrize("currency", CURRENCIES)
def test_json_opens_moves_and_closes(currency):
    cast = rich(currency)
    book = json.loads(exported(cast, Format.JSON, *NOVEMBER))
    nets = {one["id"]: Decimal(one["opening"]) for one in book["accounts"]}
    assert any(nets.values())
    for entry in book["entries"]:
        for one in entry["transfers"]:
            nets[one["source"]] -= Decimal(one["amount"])
            nets[one["target"]] += Decimal(one["amount"])
    assert nets == {one["id"]: Decimal(one["closing"]) for one in book["accounts"]}
    assert sum(nets.values()) == 0


# ---- which entries, for whom --------------------------------------------------------------------------
@pytest.mark.parametrize("format", Format)
def test_what_is_posted_while_somebody_exports_is_not_half_in(cast, format, monkeypatch, tmp_path):
    monkeypatch.setattr(exporting, "BATCH", 2)
    monkeypatch.setattr(exporting, "PIECE", 1)
    for _no in range(5):
        cast.post(("Bela", "Anna", 100))
    before = exported(cast, format)
    made = exporting.export_book(book=cast.book, format=format, actor=cast.treasurer)
    pieces = [next(made.pieces), next(made.pieces)]
    services.reverse(entry=Entry.objects.get(seq=5), reason="while it runs", actor=cast.treasurer)
    assert "".join([*pieces, *made.pieces]) == before


def test_batches_leave_nothing_out(cast, monkeypatch):
    monkeypatch.setattr(exporting, "BATCH", 3)
    for no in range(10):
        cast.post(("Bela", "Anna", 100 + no))
    assert [one["seq"] for one in rows_of(exported(cast, Format.CSV))] == [str(no) for no in range(1, 11)]


def test_only_who_keeps_the_books_exports_them(cast):
    for name in ("Bela", "Csaba"):
        with pytest.raises(Forbidden):
            exported(cast, Format.CSV, actor=cast.actor(name))
    assert exported(cast, Format.CSV)


def test_days_in_the_wrong_order_are_refused(cast):
    with pytest.raises(PeriodBackwards):
        exported(cast, Format.CSV, EVENING, EVENING - timedelta(days=1))


@pytest.mark.parametrize("format", Format)
@pytest.mark.parametrize("days", [(date.min, date.max), (date.max, date.max), (date.min, date.min)], ids=str)
def test_the_first_and_the_last_day_there_are_can_be_asked_for(cast, format, days):
    cast.post(("Bela", "Anna", 150))
    assert exported(cast, format, *days)


def test_a_files_name_says_club_currency_and_days(cast):
    made = exporting.export_book(
        book=cast.book, format=Format.HLEDGER, actor=cast.treasurer, start=date(2026, 11, 1), end=EVENING
    )
    assert made.name == "budai-EUR-2026-11-01-2026-11-27.journal"


# ---- a member's own statement -------------------------------------------------------------------------
def statement(cast, name, actor, **days):
    made = exporting.export_statement(book=cast.book, member=cast.members[name], actor=cast.actor(actor), **days)
    return rows_of("".join(made.pieces))


def test_a_statement_runs_from_what_was_brought_forward_to_the_balance():
    cast = rich()
    rows = statement(cast, "Anna", "Anna", start=date(2026, 11, 1))
    assert (rows[0]["kind"], rows[0]["balance"]) == ("brought_forward", "50.01")
    assert rows[-1]["kind"] == "balance"
    cast.Anna.refresh_from_db()
    assert Decimal(rows[-1]["balance"]) == Decimal(cast.Anna.balance_minor).scaleb(-2)
    for before, after in pairwise(rows[:-1]):
        assert Decimal(after["balance"]) == Decimal(before["balance"]) + Decimal(after["amount"])


def test_a_loss_in_a_statement_is_a_number_and_no_text(cast):
    cast.post(("Bela", "Anna", 150))
    assert [one["amount"] for one in statement(cast, "Bela", "Bela")] == ["", "-1.50", ""]


def test_a_member_exports_his_own_statement_and_the_treasurer_everybodys(cast):
    assert statement(cast, "Bela", "Bela")
    assert statement(cast, "Bela", "Anna")
    with pytest.raises(Forbidden):
        statement(cast, "Bela", "Csaba")


def test_a_statement_of_days_in_the_wrong_order_is_refused(cast):
    with pytest.raises(PeriodBackwards):
        statement(cast, "Bela", "Bela", start=EVENING, end=EVENING - timedelta(days=1))


def test_a_statement_has_what_was_posted_when_it_was_asked_for_and_nothing_later(cast):
    first = cast.post(("Bela", "Anna", 150), key="game:1:r1")
    made = exporting.export_statement(book=cast.book, member=cast.members["Bela"], actor=cast.treasurer)
    services.reverse(entry=first, reason="too late", actor=cast.treasurer)
    rows = rows_of("".join(made.pieces))
    assert [(one["kind"], one["balance"], one["reversed_by"]) for one in rows] == [
        ("brought_forward", "0.00", ""),
        ("game", "-1.50", ""),
        ("balance", "-1.50", ""),
    ]
    assert {one["book_head"] for one in rows} == {f"1 {first.hash}"}


def test_a_member_who_never_played_in_the_book_has_a_statement_of_nothing(cast):
    Account.objects.filter(book=cast.book, member=cast.members["Geza"]).delete()
    assert [one["balance"] for one in statement(cast, "Geza", "Geza")] == ["0.00", "0.00"]
