"""`manage.py export_book`."""

import io

import pytest
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.django_db


def run(*asked):
    out = io.StringIO()
    call_command("export_book", *asked, stdout=out)
    return out.getvalue()


def test_it_writes_what_the_other_doors_write(cast):
    cast.post(("Bela", "Anna", 150))
    assert run("budai", "EUR").startswith("seq,date,kind")
    assert ",1.50,EUR," in run("budai", "EUR", "--from", "2026-11-01")
    assert run("budai", "EUR", "--format", "beancount", "--to", "2026-11-30").startswith(";; The EUR book of Budai")


def test_a_file_is_for_its_owner_only_and_never_written_over(cast, tmp_path):
    cast.post(("Bela", "Anna", 150))
    path = tmp_path / "book.csv"
    assert run("budai", "EUR", "--output", str(path)) == ""
    assert path.stat().st_mode & 0o777 == 0o600
    written = path.read_bytes()
    assert written.decode() == run("budai", "EUR")
    with pytest.raises(CommandError, match="File exists"):
        run("budai", "EUR", "--output", str(path))
    assert path.read_bytes() == written


@pytest.mark.parametrize("asked", [("nowhere", "EUR"), ("budai", "HUF")])
def test_a_book_that_is_not_there_is_told(cast, asked):
    with pytest.raises(CommandError, match="There is no"):
        run(*asked)


def test_days_in_the_wrong_order_are_told(cast):
    with pytest.raises(CommandError, match="before the first"):
        run("budai", "EUR", "--from", "2026-11-02", "--to", "2026-11-01")
