"""What every test may ask for: real servers, and a database that can be emptied although its log is append-only."""

import contextlib
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import TransactionTestCase

from ledger import guards
from tests import settings as test_settings
from tests.servers import postgres
from tests.servers.product import Product
from tests.servers.valkey import Valkey

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip, with a reason in the closing lines, what this machine cannot run; drive the browser last.

    Playwright leaves an event loop running in this thread, where later asynchronous tests would fail.
    """
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
    for item in items:
        if item.get_closest_marker("postgres") and test_settings.WHY_NO_POSTGRES:
            item.add_marker(pytest.mark.skip(reason=test_settings.WHY_NO_POSTGRES))
        if item.get_closest_marker("browser") and not CHROMIUM:
            item.add_marker(pytest.mark.skip(reason="needs Chromium: apt install chromium"))


@pytest.fixture(autouse=True)
def _nothing_remembered_from_the_test_before() -> Iterator[None]:
    yield
    cache.clear()


@pytest.fixture(autouse=True, scope="session")
def _flush_lifts_the_guards() -> Iterator[None]:
    """A transactional test empties the database afterwards; append-only triggers would refuse that."""
    flush = TransactionTestCase._fixture_teardown

    def flush_unguarded(case: TransactionTestCase) -> None:
        with guards.lifted():
            flush(case)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", flush_unguarded)
        yield


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the browser; use it in tests marked `browser`."""
    assert CHROMIUM is not None, "mark the test `browser`, so that it is skipped where there is none"
    return CHROMIUM


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of a PostgreSQL where databases may be created: this run's, or one made for the tests that ask."""
    try:
        with contextlib.ExitStack() as stack:
            yield test_settings.POSTGRES_URL or stack.enter_context(postgres.cluster())
    except postgres.NoPostgres as absence:
        pytest.skip(str(absence))


@pytest.fixture(scope="session")
def _valkey_of_the_run() -> Iterator[Valkey]:
    server = Valkey()
    try:
        server.start()
    except LookupError as absence:
        pytest.skip(f"needs a Valkey: {absence}")
    yield server
    server.remove()


@pytest.fixture
def valkey(_valkey_of_the_run: Valkey) -> Valkey:
    """A running, empty Valkey of this test; `stop()` takes the broker away, `start()` brings it back."""
    _valkey_of_the_run.start()
    _valkey_of_the_run.client.flushall()
    return _valkey_of_the_run


@pytest.fixture
def broker(valkey: Valkey, settings: object) -> Iterator[Valkey]:
    """Publish this process's tasks to a real Valkey, and use it as cache and for live notices."""
    from tests.servers.product import publishing_to

    settings.REDIS_URL = valkey.url
    settings.CACHES = settings.CACHES | {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": valkey.url}
    }
    with publishing_to(valkey.broker_url):
        yield valkey


@pytest.fixture
def product(transactional_db: None, broker: Valkey, tmp_path: Path) -> Iterator[Product]:
    """The product's own processes (`web`, `worker`, `beat`) on this test's database and broker; started on demand."""
    processes = Product(tmp_path, broker.url)
    yield processes
    processes.stop()


@pytest.fixture
def celery_worker_process(product: Product) -> Product:
    """A real worker is running; mail it sends is in `mails()`."""
    product.start_worker()
    return product


@pytest.fixture
def eventually() -> Callable[..., None]:
    """`eventually(lambda: condition)`: wait for what another process does; fail after 10 s."""
    from tests.servers.product import eventually as wait

    return wait


@pytest.fixture
def run_in_thread() -> Callable[..., object]:
    """`run_in_thread(f, *args)`: call f in another thread with a connection of its own, and return what it returns."""
    from concurrent.futures import ThreadPoolExecutor

    from django.db import connections

    def run(function: Callable[..., object], *args: object) -> object:
        def alone() -> object:
            try:
                return function(*args)
            finally:
                connections.close_all()

        with ThreadPoolExecutor(1) as pool:
            return pool.submit(alone).result(30)

    return run
