"""Balances brought along from older books: looked at first, then all of them or none, once."""

import io
from datetime import date, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone, translation

from club.errors import DateOutOfRange, Forbidden, NotFound
from club.models import Club, Member
from ledger import checks, services
from ledger.errors import NothingMoved, OnlyWrittenOff, OpeningStands, OpeningsUneven, PersonTwice
from ledger.models import Account, Book, Entry
from ledger.openings import preview
from tests.ledger.cast import today
from tests.ledger.conftest import written

pytestmark = pytest.mark.django_db
DAY = date(2026, 1, 1)


def bring(cast, by="Anna", rest_to=None, **amounts):
    return bring_all(cast, *((cast.members[name], amount) for name, amount in amounts.items()), by=by, rest_to=rest_to)


def bring_all(cast, *balances, by="Anna", rest_to=None, day=DAY):
    return services.open_balances(
        book=cast.book, balances=balances, actor=cast.actor(by), rest_to=rest_to, effective_date=day
    )


def test_each_brings_what_he_had_along(cast):
    entries = bring(cast, Bela=2470, Dora=-2470)
    assert cast.balances() == {"Bela": 2470, "Dora": -2470}
    assert {(entry.kind, entry.effective_date) for entry in entries} == {("opening", DAY)}
    assert {entry.key for entry in entries} == {f"opening:{cast.members[name].id}" for name in ("Bela", "Dora")}
    assert list(checks.findings()) == []


def test_brought_along_twice_is_brought_along_once(cast):
    bring(cast, Bela=5, Dora=-5)
    before = written()
    assert bring(cast, Bela=5, Dora=-5) == []
    assert written() == before


def test_what_does_not_sum_to_zero_is_refused_and_the_difference_named(cast, refused):
    with refused(OpeningsUneven):
        bring(cast, Bela=2470, Dora=-2400)
    with pytest.raises(OpeningsUneven, match=r"0\.70"):
        bring(cast, Bela=2470, Dora=-2400)


@pytest.mark.parametrize("kind", [Account.Kind.HOUSE, Account.Kind.ADJUSTMENTS])
def test_the_difference_goes_where_the_treasurer_says(cast, kind):
    bring(cast, Bela=2470, Dora=-2400, rest_to=kind)
    assert cast.balances() == {"Bela": 2470, "Dora": -2400, kind.value: -70}
    assert list(checks.findings()) == []


def test_another_amount_than_stands_is_refused_until_that_is_taken_back(cast, refused):
    first, second = bring(cast, Bela=5, Dora=-5)
    with refused(OpeningStands):
        bring(cast, Bela=6, Dora=-6)
    for entry in (first, second):
        services.withdraw(entry=entry, reason="typed wrong", actor=cast.treasurer)
    again = bring(cast, Bela=6, Dora=-6)
    assert cast.balances() == {"Bela": 6, "Dora": -6}
    assert again[0].key == f"opening:{cast.members['Bela'].id}:2"


def test_more_people_bring_along_later(cast):
    bring(cast, Bela=5, Dora=-5)
    bring(cast, Bela=5, Dora=-5, Eva=3, Feri=-3)
    assert cast.balances() == {"Bela": 5, "Dora": -5, "Eva": 3, "Feri": -3}


def test_nothing_brought_along_is_refused(cast, refused):
    with refused(NothingMoved):
        bring(cast, Bela=0)


def test_only_who_keeps_the_books_brings_balances_of_his_own_club(cast, refused):
    with refused(Forbidden):
        bring(cast, by="Bela", Bela=5, Dora=-5)
    with refused(NotFound):
        bring_all(cast, (cast.outsider, 5))


@pytest.mark.parametrize("day", [date(1, 1, 1), date(1969, 12, 31), today() + timedelta(days=2), date.max])
def test_a_balance_is_of_a_day_that_can_be_meant(cast, refused, day):
    with refused(DateOutOfRange):
        bring_all(cast, (cast.members["Bela"], 5), (cast.members["Dora"], -5), day=day)


# ---- one person who was two ----
@pytest.fixture
def merged(cast):
    """Eva, who was written down as Bela too and merged into him."""
    eva = cast.members["Eva"]
    Member.objects.filter(pk=eva.pk).update(merged_into=cast.members["Bela"])
    return eva


def test_a_person_is_not_in_the_list_twice_under_two_names(cast, refused, merged):
    dora, bela = cast.members["Dora"], cast.members["Bela"]
    for twice in ((bela, merged), (bela, bela), (merged, merged)):
        with refused(PersonTwice):
            bring_all(cast, (dora, -8), *zip(twice, (5, 3), strict=True))


def test_who_was_merged_brings_it_along_as_who_he_is_and_once(cast, refused, merged):
    dora, bela = cast.members["Dora"], cast.members["Bela"]
    bring_all(cast, (merged, 5), (dora, -5))
    assert Entry.objects.get(transfers__target=cast.Bela).key == f"opening:{bela.id}"
    assert bring_all(cast, (bela, 5), (dora, -5)) == []
    with refused(OpeningStands):
        bring_all(cast, (bela, 6), (dora, -6))


def test_what_both_brought_before_they_were_merged_stands_as_the_persons(cast, refused):
    bring(cast, Eva=3, Bela=5, Dora=-8)
    Member.objects.filter(pk=cast.members["Eva"].pk).update(merged_into=cast.members["Bela"])
    assert bring(cast, Bela=8, Dora=-8) == []
    with refused(OpeningStands):
        bring(cast, Bela=5, Dora=-8)
    assert [state for _line, _who, state, _amount in states(cast, "Bela;0.08\nDora;-0.08")] == ["stands", "stands"]


def test_who_was_anonymised_brings_nothing_along(cast, refused):
    Member.objects.filter(pk=cast.members["Bela"].pk).update(name="Former member 1", anonymised_at=timezone.now())
    with refused(OnlyWrittenOff):
        bring(cast, Bela=5, Dora=-5)
    assert states(cast, "Former member 1;5")[0][2] == "wrong"


# ---- looked at before ----
def states(cast, text, language="en"):
    with translation.override(language):
        return [(row.line, row.who, row.state.value, row.amount_minor) for row in preview(cast.book, text).rows]


@pytest.mark.parametrize(
    ("language", "written", "amount_minor"),
    [
        ("hu", "24,70", 2470),
        ("hr", "24,70", 2470),
        ("hr", "1.000,50", 100050),
        ("hu", "1 000,50", 100050),
        ("en", "1,000.50", 100050),
        ("hu", "−24,7", -2470),
    ],
)
def test_amounts_are_read_as_the_readers_language_writes_them(cast, language, written, amount_minor):
    assert states(cast, f"Bela;{written}", language) == [(1, "Bela", "new", amount_minor)]


@pytest.mark.parametrize("language", ["en", "hu"])
def test_an_amount_that_can_be_read_in_two_ways_is_refused(cast, language):
    assert states(cast, f"Bela;{'1,000' if language == 'en' else '1.000'}", language) == [(1, "Bela", "wrong", 0)]


def test_people_are_known_by_name_in_any_case_or_by_address(cast):
    Member.objects.filter(pk=cast.members["Dora"].pk).update(email="dora@budai.example")
    found = preview(cast.book, "BELA;1\n DORA@budai.example ;-1")
    assert [row.member.name for row in found.rows] == ["Bela", "Dora"]
    assert found.is_good


def test_what_is_wrong_is_said_line_by_line(cast):
    Member.objects.create(club=cast.club, name="Eva")
    bring(cast, Geza=500, Feri=-500)
    text = "Bela;1\nNobody;2\nEva;3\nBela;4\nDora;x\nAnna;0,005\nonly one\nGeza;6\nFeri;-5"
    with translation.override("hu"):
        found = preview(cast.book, text)
    assert [(row.line, row.state.value) for row in found.rows] == [
        *((1, "new"), (2, "wrong"), (3, "wrong"), (4, "wrong"), (5, "wrong"), (6, "wrong"), (7, "wrong")),
        *((8, "wrong"), (9, "stands")),
    ]


def test_a_preview_writes_nothing(cast):
    before = written()
    preview(cast.book, "Bela;1\nDora;-1")
    assert written() == before


# ---- by command ----
def run(tmp_path, text, *more):
    file, out = tmp_path / "balances.csv", io.StringIO()
    file.write_text(text, encoding="utf-8-sig")
    call_command("import_balances", str(file), "--club", "budai", *more, stdout=out)
    return out.getvalue()


def test_the_command_posts_a_list_in_the_clubs_language(cast, tmp_path):
    Club.objects.filter(pk=cast.club.pk).update(language="hu")
    assert "2 entries posted." in run(tmp_path, "név;egyenleg\nBela;24,70\nDora;-24,70", "--date", "2026-01-01")
    assert cast.balances() == {"Bela": 2470, "Dora": -2470}
    assert "0 entries posted." in run(tmp_path, "Bela;24,70\nDora;-24,70")


def test_the_command_only_looks_when_asked(cast, tmp_path):
    assert "new    Bela +5.00" in run(tmp_path, "Bela;5\nDora;-5", "--look").replace("\u00a0", " ")
    assert not Entry.objects.exists()


def test_only_looking_opens_no_book(cast, tmp_path):
    run(tmp_path, "Bela;5\nDora;-5", "--look", "--currency", "HUF")
    assert not Book.objects.filter(currency="HUF").exists()


@pytest.mark.parametrize(
    ("text", "more", "status"),
    [
        ("Bela;5\nDora;-5", ("--date", "0026-01-01"), 1),
        ("Bela;5\nNobody;-5", (), 2),
        ("Bela;5", (), 1),
        ("", (), 2),
        ("Bela;5", ("--club", "nowhere"), 1),
        ("Bela;5\nDora;-5", ("--currency", "eur"), 2),
        ("Bela;5\nDora;-5", ("--currency", "ERU"), 2),
    ],
)
def test_the_command_says_what_is_wrong_and_posts_nothing(cast, tmp_path, text, more, status):
    with pytest.raises(CommandError) as failed:
        run(tmp_path, text, *more)
    assert failed.value.returncode == status
    assert not Entry.objects.exists()
