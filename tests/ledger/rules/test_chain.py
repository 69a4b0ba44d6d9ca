from datetime import UTC, date, datetime, timedelta, timezone
from uuid import UUID

import pytest

from ledger.rules.chain import Link, Payload, memo_hash
from ledger.rules.transfers import Transfer


def payload(**changed):
    usual = {
        "key": "game:7:r1",
        "kind": "game",
        "source_kind": "game",
        "source_id": "7",
        "night": UUID(int=40),
        "date": date(2026, 11, 27),
        "reverses": None,
        "transfers": (Transfer(UUID(int=2), UUID(int=1), 150), Transfer(UUID(int=3), UUID(int=1), 75)),
    }
    return Payload(**(usual | changed))


def link(**changed):
    usual = {
        "book": UUID(int=50),
        "seq": 1,
        "entry": UUID(int=60),
        "effective": date(2026, 11, 27),
        "created": datetime(2026, 11, 27, 21, 5, 3, 12, tzinfo=UTC),
        "by": None,
        "memo_hash": "",
        "payload": payload(),
        "previous": "",
    }
    return Link(**(usual | changed))


TEXT = """\
ledger-entry 1
book 00000000-0000-0000-0000-000000000032
seq 1
entry 00000000-0000-0000-0000-00000000003c
effective 2026-11-27
created 2026-11-27T21:05:03.000012Z
by -
memo -
key game:7:r1
kind game
source game 7
night 00000000-0000-0000-0000-000000000028
date 2026-11-27
reverses -
transfer 00000000-0000-0000-0000-000000000002 00000000-0000-0000-0000-000000000001 150
transfer 00000000-0000-0000-0000-000000000003 00000000-0000-0000-0000-000000000001 75
previous -"""


def test_the_canonical_text_is_as_documented():
    assert link().text == TEXT


def test_the_hash_is_the_sha256_of_the_text():
    assert link().hash == "a85dcd85c47ea7cac227882a92c396550f7e5721ff95a98eaf5a8a595502d722"


def test_the_time_zone_of_a_moment_does_not_change_its_text():
    budapest = datetime(2026, 11, 27, 22, 5, 3, 12, tzinfo=timezone(timedelta(hours=1)))
    assert link(created=budapest).hash == link().hash


def test_the_order_of_transfers_does_not_change_the_payload():
    assert payload(transfers=payload().transfers[::-1]).hash == payload().hash


@pytest.mark.parametrize(
    "changed",
    [
        {"key": "game:7:r2"},
        {"kind": "fee"},
        {"source_id": "8"},
        {"night": None},
        {"date": date(2026, 11, 28)},
        {"reverses": UUID(int=9)},
        {"transfers": (Transfer(UUID(int=2), UUID(int=1), 151), Transfer(UUID(int=3), UUID(int=1), 75))},
        {"transfers": ()},
    ],
    ids=str,
)
def test_whatever_is_posted_otherwise_has_another_payload(changed):
    assert payload(**changed).hash != payload().hash


@pytest.mark.parametrize("word", ["a b", "a\nkind fee", "", "é"])
def test_a_key_that_could_forge_another_line_is_refused(word):
    with pytest.raises(ValueError, match="printable ASCII"):
        payload(key=word)


def test_a_memo_is_kept_only_as_a_salted_hash():
    assert memo_hash("salt", "lost at Dora's") not in {memo_hash("other", "lost at Dora's"), memo_hash("salt", "x")}
    assert memo_hash("salt", "") == ""
