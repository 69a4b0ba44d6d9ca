"""A phone that loses the server says so, and says when what it shows is old until the newest acts are in."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import PhoneOf
from tests.cast import NAMES, Cast

pytestmark = pytest.mark.browser

BREAK = "() => htmx.trigger('#live', 'htmx:sseError')"
"""What the event source says when the server is gone; the connection itself stays in the test's hands."""


@pytest.fixture
def table_page(cast: Cast, phone: PhoneOf) -> Page:
    now = cast.act(cast.table(*NAMES), {"do": "start"})
    page = phone("Csaba")
    page.goto(reverse("table", args=[cast.club.slug, now.table.id]))
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    return page


def test_the_bar_says_offline_when_the_server_is_gone(table_page: Page) -> None:
    table_page.route("**/stream/", lambda route: route.abort())
    table_page.evaluate("() => document.querySelector('#live')['htmx-internal-data'].sseEventSource.close()")
    table_page.evaluate(BREAK)
    expect(table_page.get_by_text("Offline")).to_be_visible()


def test_an_old_table_says_so_and_waits_with_answers_until_it_is_new(cast: Cast, table_page: Page) -> None:
    table_page.evaluate(BREAK)
    table_page.route("**/fragment/", lambda route: None)  # the newest acts are on their way
    table_page.evaluate("() => htmx.trigger('#live', 'htmx:sseOpen')")
    expect(table_page.get_by_text("min old.")).to_be_visible()
    doubles = table_page.get_by_role("button", name="Béla doubles to 2")
    expect(doubles).to_have_attribute("aria-disabled", "true")
    table_page.evaluate("() => htmx.trigger('#hear', 'htmx:sseMessage', {data: '1'})")
    expect(table_page.get_by_text("min old.")).to_be_hidden()
    expect(doubles).not_to_have_attribute("aria-disabled", "true")
