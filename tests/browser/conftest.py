"""Phones: Chromium pages of the real product, each signed in as one of the cast."""

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, sync_playwright

from tests.cast import Cast, assemble
from tests.servers.product import Product
from tests.servers.valkey import Valkey

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)

PhoneOf = Callable[..., Page]


@pytest.fixture(scope="session")
def _browser(chromium: str) -> Iterator[Browser]:
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # Playwright's loop runs in this thread; no query awaits it
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS.split())
        yield browser
        browser.close()


@pytest.fixture
def cast(_browser: Browser, transactional_db: None) -> Cast:
    return assemble()


@pytest.fixture(scope="session")
def _web(_valkey_of_the_run: Valkey, django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One web server for all these tests, on the test database; each test brings its own club."""
    product = Product(tmp_path_factory.mktemp("site"), _valkey_of_the_run.url)
    yield product.start_web()
    product.stop()


@pytest.fixture
def site(cast: Cast, broker: Valkey, _web: str) -> str:
    return _web


@pytest.fixture
def phone(_browser: Browser, cast: Cast, site: str) -> Iterator[PhoneOf]:
    """`phone("Dóra")`: her phone, signed in; what it complains about in the console fails the test."""
    contexts, complaints = [], []

    def phone_of(name: str, *, width: int = 390, height: int = 844, scheme: str = "light", **more: object) -> Page:
        context = _browser.new_context(
            base_url=site, viewport={"width": width, "height": height}, color_scheme=scheme, **more
        )
        contexts.append(context)
        if name:
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session_of(cast, name), "url": site}])
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text) if _is_complaint(message.text) else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield phone_of
    for context in contexts:
        context.close()
    assert complaints == []


def _is_complaint(text: str) -> bool:
    return "Content Security Policy" in text or "Uncaught" in text or "TypeError" in text


def session_of(cast: Cast, name: str) -> str:
    client = Client()
    client.force_login(cast.members[name].user, backend="django.contrib.auth.backends.ModelBackend")
    return client.cookies[settings.SESSION_COOKIE_NAME].value
