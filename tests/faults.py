"""Faults put after each statement that an act carries out, one after the other."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

from django.apps import apps
from django.db import connection

OURS = ("club", "games", "ledger")
BRACKETS = ("BEGIN", "SAVEPOINT", "RELEASE", "ROLLBACK")  # the framework's own, around what the act does


class Fault(Exception):
    """The power went, the network broke, a worker was killed."""


@contextmanager
def fault_after(statement: int) -> Iterator[None]:
    """Fail once so many statements have been carried out."""
    done = 0

    def execute_then_fail(execute: Callable, sql: str, params: object, many: bool, context: object) -> object:
        nonlocal done
        result = execute(sql, params, many, context)
        if not sql.startswith(BRACKETS):
            done += 1
            if done == statement:
                raise Fault(sql)
        return result

    with connection.execute_wrapper(execute_then_fail):
        yield


def fail_after_each_statement_of(act: Callable[[], object]) -> int:
    """Do `act` again and again, with a fault after its first statement, its second, and so on, until it gets through.

    After each fault every row of the product must be as it was before. Returns how many faults there were.
    """
    before = every_row()
    for statement in count(1):
        fault = _fault_of(act, statement)
        if fault is None:
            return statement - 1
        assert every_row() == before, f"something is left after statement {statement}: {fault}"
    raise AssertionError


def _fault_of(act: Callable[[], object], statement: int) -> Fault | None:
    try:
        with fault_after(statement):
            act()
    except Fault as fault:
        return fault
    return None


def every_row() -> dict[str, list[dict[str, object]]]:
    """Return every row of every table of the product."""
    models = [model for app in OURS for model in apps.get_app_config(app).get_models()]
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in models}
