"""However many ask at once, a process takes no more connections than its pool has: who finds none free waits."""

import http.client
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast, assemble
from tests.servers import postgres
from tests.servers.product import Product, connected_to, url_of_the_test_database
from tests.servers.valkey import Valkey

pytestmark = pytest.mark.postgres
AT_ONCE = 100
MOST_CONNECTIONS = 12
POOL = 5


@pytest.fixture(scope="module")
def few(django_db_blocker: object) -> Iterator[Cast]:
    """The cast, in a database that takes few connections."""
    with ExitStack() as stack:
        server = stack.enter_context(postgres.server(max_connections=MOST_CONNECTIONS))
        stack.enter_context(django_db_blocker.unblock())
        stack.enter_context(connected_to(postgres.create_database(server.url, "few")))
        yield assemble()


@contextmanager
def web(cast: Cast, directory: Path, valkey: Valkey, pool: int) -> Iterator["Phones"]:
    env = {"DATABASE_POOL": str(pool), "DATABASE_URL": url_of_the_test_database()}
    product = Product(directory, valkey.url, **env)
    try:
        yield Phones(cast, product.start_web())
    finally:
        product.stop()


class Phones:
    """Anna's phones: she is signed in."""

    def __init__(self, cast: Cast, address: str) -> None:
        client = Client()
        client.force_login(cast.members["Anna"].user)
        self.headers = {"Cookie": f"sessionid={client.cookies['sessionid'].value}"}
        self.place = urlsplit(address).netloc

    def ask(self, path: str) -> http.client.HTTPResponse:
        line = http.client.HTTPConnection(self.place, timeout=60)
        line.request("GET", path, headers=self.headers)
        return line.getresponse()

    def statuses(self, path: str) -> set[int]:
        with ThreadPoolExecutor(AT_ONCE) as phones:
            return set(phones.map(lambda _no: self.ask(path).status, range(AT_ONCE)))


def test_a_hundred_requests_at_once_are_all_answered(few: Cast, valkey: Valkey, tmp_path: Path) -> None:
    with web(few, tmp_path, valkey, POOL) as phones:
        assert phones.statuses(reverse("club", args=[few.club.slug])) == {200}


def test_without_a_pool_some_of_them_find_no_connection(few: Cast, valkey: Valkey, tmp_path: Path) -> None:
    """The control: the test above can fail."""
    with web(few, tmp_path, valkey, 0) as phones:
        assert 500 in phones.statuses(reverse("club", args=[few.club.slug]))


def test_phones_that_follow_a_table_hold_no_connection(few: Cast, valkey: Valkey, tmp_path: Path) -> None:
    stream = reverse("table_stream", args=[few.club.slug, few.table().table.id])
    with web(few, tmp_path, valkey, POOL) as phones, ExitStack() as followers:
        for _phone in range(3 * POOL):
            answer = followers.enter_context(phones.ask(stream))
            assert (answer.status, answer.readline()) == (200, b"retry: 1000\n")
        assert phones.statuses(reverse("club", args=[few.club.slug])) == {200}
