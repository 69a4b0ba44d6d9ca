"""Names of accounts: whatever members are called, beancount and hledger take it and nobody gets another's account."""

import shutil
import subprocess
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.rules.export.book import Account
from ledger.rules.export.names import names_of, word

NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
WORDS = """Anna Ödön žarko ßtraße ǆ İ ı ŉ ﬁn Ⅷ 4 ٤ ² α Σ 孙 ა ა1 שרה עדה محمد हिन्दी नाम 😀 - -- . : ; a:b \\ " ' anna
ANNA"""
STRANGE = [*WORDS.split(), "Nagy Éva", "Nagy  Éva", "Nagy E\u0301va", "House", "Anna-00000001", "\t", " "]


def accounts(names):
    return [
        Account(id=UUID(int=no << 96 | no, version=4), kind="member", name=name, member=None, **EVEN)
        for no, name in enumerate(names, start=1)
    ]


EVEN = {"opening_minor": 0, "closing_minor": 0}
HOUSE = Account(id=UUID(int=999, version=4), kind="house", name="House", member=None, **EVEN)


@pytest.mark.parametrize(
    ("name", "one_word"),
    [
        ("Anna", "Anna"),
        ("Kovács Béla", "Kovács-Béla"),
        ("žarko", "Žarko"),
        ("O'Neil, Pat (jr.)", "O-Neil-Pat-jr"),
        ("שרה", "Member-שרה"),
        ("2. Feri", "2-Feri"),
        ("😀", "Member"),
        ("ﬁona", "FIona"),
    ],
)
def test_a_name_becomes_one_word(name, one_word):
    assert word(name) == one_word


def test_the_clubs_own_accounts_are_no_members():
    names = names_of([*accounts(["House"]), HOUSE])
    assert sorted(names.values()) == ["Assets:House", "Assets:Members:House"]


def test_who_shares_a_name_is_told_apart_by_his_account_whoever_else_joins():
    first, second, third = accounts(["Nagy Éva", "Nagy  éva", "Nagy-Éva"])
    two, three = names_of([first, second]), names_of([third, second, first])
    assert two[first.id] == three[first.id] == "Assets:Members:Nagy-Éva-00000001"
    assert len(set(three.values())) == 3


@given(st.lists(NAMES, max_size=8))
def test_no_two_accounts_have_one_name(names):
    named = names_of([*accounts(names), HOUSE])
    assert len({name.casefold() for name in named.values()}) == len(names) + 1


def test_nobody_takes_anothers_name_by_calling_himself_so():
    first, second = accounts(["Anna", "Anna"])
    taken = names_of([first, second])[first.id].rpartition(":")[2]
    named = names_of([first, second, *accounts(["x", "y", taken])[2:]])
    assert len(set(named.values())) == 3


@settings(deadline=None)
@given(st.lists(NAMES, min_size=1, max_size=40))
def test_beancount_takes_every_name(names):
    loader = pytest.importorskip("beancount.loader", reason="needs beancount: pip install beancount")
    opened = (f"2026-11-27 open {name} EUR\n" for name in names_of(accounts([*STRANGE, *names])).values())
    entries, errors, _options = loader.load_string("".join(opened))
    assert errors == []
    assert len(entries) == len(STRANGE) + len(names)


@pytest.mark.skipif(not shutil.which("hledger"), reason="needs hledger: apt install hledger")
def test_hledger_takes_strange_names(tmp_path):
    journal, names = tmp_path / "book.journal", names_of(accounts(STRANGE)).values()
    journal.write_text("".join(f"account {name}  ; {name}\n" for name in names))
    listed = subprocess.run(["hledger", "-f", journal, "accounts"], capture_output=True, text=True, check=True).stdout
    assert sorted(listed.splitlines()) == sorted(names)
