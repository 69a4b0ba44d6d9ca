"""Whatever statement fails, nothing of the posting remains, also for a caller who swallows the error."""

from contextlib import contextmanager, suppress

import pytest
from django.db import connection, transaction

from ledger import checks
from ledger.models import Book
from tests.ledger.conftest import written

pytestmark = pytest.mark.django_db(transaction=True)

STATEMENTS = 3 if connection.vendor == "postgresql" else 6


class Fault(Exception):
    """The power went, the network broke, a worker was killed."""


@contextmanager
def fault_after(statement):
    """Fail once so many statements have been carried out."""
    done = 0

    def execute_then_fail(execute, sql, params, many, context):
        nonlocal done
        result = execute(sql, params, many, context)
        done += 1
        if done == statement:
            raise Fault
        return result

    with connection.execute_wrapper(execute_then_fail):
        yield


@pytest.mark.parametrize("statement", range(1, STATEMENTS + 1))
def test_a_fault_after_any_statement_leaves_nothing(cast, statement):
    cast.post(("Bela", "Anna", 1))
    before = written()
    with pytest.raises(Fault), transaction.atomic(), fault_after(statement):
        cast.post(("Bela", "Anna", 5), ("Csaba", "Anna", 6))
    assert written() == before
    cast.post(("Bela", "Anna", 5))
    assert list(checks.findings()) == []


def test_those_are_all_the_statements(cast):
    with transaction.atomic(), fault_after(STATEMENTS + 1):
        cast.post(("Bela", "Anna", 5), ("Csaba", "Anna", 6))
    assert Book.objects.get().head_seq == 1


@pytest.mark.parametrize("statement", range(3, STATEMENTS + 1))
def test_a_caller_who_swallows_the_fault_cannot_commit_a_half(cast, statement):
    before = written()
    with suppress(transaction.TransactionManagementError), transaction.atomic():
        with suppress(Fault), fault_after(statement):
            cast.post(("Bela", "Anna", 5))
        Book.objects.update(head_seq=99)
    assert written() == before
