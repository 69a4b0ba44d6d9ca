from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from django.apps import apps
from django.db import connection

from ledger.services import one_statement
from tests.ledger import cast as people

WAYS = ["by one statement", "step by step"] if connection.vendor == "postgresql" else ["step by step"]


@pytest.fixture
def cast(db: None) -> people.Cast:
    return people.cast()


def written() -> list[list[dict[str, object]]]:
    """Every row of the books, with every column."""
    return [list(model.objects.order_by("pk").values()) for model in apps.get_app_config("ledger").get_models()]


@pytest.fixture
def refused() -> Callable[[type[Exception]], AbstractContextManager[None]]:
    """`with refused(Error):` an act that must be refused so, and must write nothing."""

    @contextmanager
    def check(error: type[Exception]) -> Iterator[None]:
        before = written()
        with pytest.raises(error):
            yield
        assert written() == before

    return check


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each of the ways in which this database can be posted to."""
    if request.param == "step by step":
        monkeypatch.setattr(one_statement, "is_possible", lambda: False)
    return request.param
