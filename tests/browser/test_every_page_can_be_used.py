"""Every page on a small phone and a laptop, light and dark: nothing serious for axe, nothing cut, nothing too small."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db.models import F, Value
from django.db.models.functions import Concat
from django.urls import reverse
from playwright.sync_api import Page

from club import services as people
from club.models import Member
from games import services as games
from games.models import Seat, Table
from games.store import TableNow
from ledger import services as books
from ledger.models import Payment
from tests.browser.conftest import PhoneOf
from tests.cast import NAMES, Cast
from tests.games.games_on_board import documents, whole_game
from tests.people import guest, merge

pytestmark = [pytest.mark.browser, pytest.mark.long]

SMALLEST = 48
LONG = " Szentgyörgyi-Šimunović"
# a place of a board is narrow on a phone; the step it stands for has a button in words beside it
TARGETS = """(smallest) => [...document.querySelectorAll(
    'a:not(svg a), button, input:not([type=hidden]), select, summary, label.rail')]
  .map((one) => ({one, host: one.closest('label') ?? one}))
  .filter(({one, host}) => host.getClientRects().length && !host.closest('dialog:not([open])')
    && getComputedStyle(host).visibility === 'visible' && !host.classList.contains('skip'))
  .map(({one, host}) => ({
    name: (host.innerText || one.getAttribute('aria-label') || one.name || one.tagName).trim().slice(0, 40),
    box: host.getBoundingClientRect(), inText: host.matches('p a:not(.tap):not(.btn)')}))
  .filter(({box, inText}) => !inText && (box.width < smallest - 0.5 || box.height < smallest - 0.5))
  .map(({name, box}) => `${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""

OVERLAPS = """() => [...document.querySelectorAll('.acts li')].flatMap(line => {
    const boxes = [...line.children].map(part => {
      const range = document.createRange(); range.selectNodeContents(part); return range.getBoundingClientRect()});
    return boxes.flatMap((one, no) => boxes.slice(no + 1).filter(other =>
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom))
      .map(() => line.innerText)})"""


BROKEN_WORDS = """() => [...document.querySelectorAll('.btn, .tabs a')]
  .filter(one => one.getClientRects().length && (!one.closest('details:not([open])') || one.closest('summary')))
  .flatMap(one => {
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), broken = [];
    while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/\\p{L}+/gu)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, word.index); range.setEnd(texts.currentNode, word.index + word[0].length);
      const tops = [...range.getClientRects()].filter(box => box.width).map(box => Math.round(box.top));
      const hidden = texts.currentNode.parentElement.closest('.visually-hidden');
      if (new Set(tops).size > 1 && !hidden) broken.push(word[0]);
    }
    return broken})"""


@pytest.fixture
def pages(cast: Cast) -> dict[str, str]:
    """The pages to look at: a table in each state, and the rest of the club."""
    slug = cast.club.slug
    waiting = cast.table(*NAMES)
    waiting = cast.act(waiting, {"do": "start"}, {"do": "double", "by": "Anna"}, {"do": "drop", "by": "Béla"})
    over = cast.table(*NAMES)
    over = cast.act(over, {"do": "double", "by": "Béla"}, {"do": "take", "by": "Anna"})
    over = cast.act(over, {"do": "end", "winner": "team", "result": "gammon"})
    playing = cast.act(cast.table(*NAMES), {"do": "start"})
    closed = games_closed(cast)
    tables = {"waiting": waiting, "over": over, "playing": playing, **for_two(cast)}
    at = {name: reverse("table", args=[slug, now.table.id]) for name, now in tables.items()}
    return {
        "home": "/",
        "sign in": "/accounts/login/",
        "code": "/accounts/login/code/",
        "join": "/join/",
        "club": reverse("club", args=[slug]),
        "member": reverse("member", args=[slug, cast.members["Anna"].id]),
        **of_people(cast),
        "night": reverse("night", args=[slug, cast.night.id]),
        "join tables": reverse("join_tables", args=[slug, cast.night.id]),
        "new table": reverse("new_table", args=[slug, cast.night.id]),
        "import": reverse("import_sheets", args=[slug, cast.night.id]),
        "a cube is asked": at["waiting"],
        "a game is over": at["over"],
        "a game is on": at["playing"],
        "end": at["playing"] + "?sheet=end",
        "more": at["playing"] + "?sheet=more",
        "deal": at["playing"] + "?sheet=deal",
        "correction": at["over"] + "?sheet=adjust",
        "a Crawford game": at["crawford"],
        "the end of a game in a match": at["crawford"] + "?sheet=end",
        "a match is won": at["won"],
        "a last roll": at["last roll"],
        "the end of long nard": at["nard"] + "?sheet=end",
        "a resignation at long nard": at["nard"] + "?sheet=resign",
        "who plays a cube on": at["proxy"] + "?sheet=leave",
        "a roll": at["roll"] + "?sheet=roll",
        "the first roll": at["proxy"] + "?board=begin",
        **on_board(cast),
        "sheet": at["over"] + "sheet/",
        "dice": at["over"] + "dice/",
        "practice": "/practice/",
        "rules": at["over"] + "rules/",
        "split": at["over"] + "split/",
        **of_rules(cast),
        "settle": reverse("settle", args=[slug]),
        "settle the night": reverse("night_settle", args=[slug, closed]),
        **of_books(cast),
        "standings": reverse("standings", args=[slug]),
        "mails": "/demo/mail/",
    }


def of_rules(cast: Cast) -> dict[str, str]:
    """Return the pages of house rules: the list, a set of them, two beside each other, and a new one."""
    at = {page: reverse(page, args=[cast.club.slug]) for page in ("house_rules", "new_house_rules")}
    two = "?one=chouette-amsterdam&other=chouette-rotterdam"
    return {
        "house rules": at["house_rules"],
        "Amsterdam": reverse("house_rules_one", args=[cast.club.slug, "chouette-amsterdam"]),
        "two sets of house rules": reverse("compare_house_rules", args=[cast.club.slug]) + two,
        "new house rules": at["new_house_rules"] + "?from=chouette-amsterdam",
    }


def of_books(cast: Cast) -> dict[str, str]:
    """Return a member's statement and the treasurer's pages, with something waiting in them."""
    payment = Payment.objects.filter(payer__member=cast.members["Béla"]).latest("id")
    books.claim(payment=payment, actor=cast.actor("Béla"))
    asked = {page: reverse(page, args=[cast.club.slug, "EUR"]) for page in ("adjust", "entries", "openings")}
    statement = reverse("statement", args=[cast.club.slug, cast.members["Anna"].id, "EUR"])
    whole = {"the books": reverse("books", args=[cast.club.slug]), "export": reverse("export", args=[cast.club.slug])}
    return {"statement": statement, **whole, **asked}


def of_people(cast: Cast) -> dict[str, str]:
    """Return the pages about who somebody is: a claimed guest, one who was merged, a link, and anonymising."""
    gizi, hugo = guest(cast, "Gizi"), guest(cast, "Hugó")
    people.ask_for_guest(guest_id=gizi.id, user=cast.members["Feri"].user)
    merge(cast, hugo, "Dóra")
    at = {page: reverse(page, args=[cast.club.slug, gizi.id]) for page in ("member", "guest_link", "anonymise")}
    return {
        "a claimed guest": at["member"],
        "a merged member": reverse("member", args=[cast.club.slug, cast.members["Dóra"].id]),
        "a link for a guest": at["guest_link"],
        "anonymise": at["anonymise"],
        "whose games": reverse("claim", args=[people.guest_link(guest=gizi, actor=cast.actor())]),
    }


def for_two(cast: Cast) -> dict[str, TableNow]:
    """Return tables of matches and long nard, and those where a proxy or a roll is asked for."""
    won = {"do": "end", "winner": "Anna", "result": "gammon"}
    oin = {"do": "end", "winner": "Anna", "result": "oin"}
    match = {"kind": "match", "rules": {"preset": "match", "target": 3}}
    nard = {"kind": "long_nard", "rules": {"preset": "long_nard", "last_roll": True}}
    window = {"preset": "individual", "offer_window": "close_on_first_answer"}
    takes = {"do": "take", "by": "Anna", "to": ["Béla"]}
    return {
        "crawford": cast.act(cast.table("Anna", "Béla", **match), won, {"do": "start"}),
        "won": cast.act(cast.table("Anna", "Béla", **match), won, won),
        "nard": cast.act(cast.table("Anna", "Béla", **nard), {"do": "start"}),
        "last roll": cast.act(cast.table("Anna", "Béla", **nard), oin),
        "proxy": cast.act(cast.table(rules={"preset": "individual", "leave": "proxy"}), {"do": "start"}),
        "roll": cast.act(cast.table(rules=window), {"do": "double", "by": ["Béla"]}, takes),
    }


def on_board(cast: Cast) -> dict[str, str]:
    """Return a board before a roll and before a play, and a finished game step by step."""
    acts = [{"do": "start"}, *documents(whole_game(7), "Anna", "Béla")]
    tables = [cast.act(cast.table("Anna", "Béla", kind="money"), *acts[:lines]) for lines in (41, 42, len(acts))]
    rolls, plays, over = (reverse("table", args=[cast.club.slug, now.table.id]) for now in tables)
    return {"a board before the roll": rolls, "a board before the play": plays, "a replay": over + "games/1/?at=30"}


def games_closed(cast: Cast):
    """Return an earlier night that was played, closed and planned."""
    from club import services

    night = services.open_night(club=cast.club, actor=cast.actor(), title="Friday")
    now = cast.table("Anna", "Béla", "Csaba", night=night)
    cast.act(now, {"do": "end", "winner": "box", "result": "single"})
    games.close_night(night_id=night.id, actor=cast.actor())
    return night.id


def visit(page: Page, address: str) -> None:
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 200, address
    page.wait_for_load_state("load")


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1280, "dark")])
def test_axe_finds_nothing_serious(width: int, scheme: str, cast: Cast, pages: dict[str, str], phone: PhoneOf) -> None:
    page = phone("Anna", width=width, scheme=scheme)
    found = []
    for name, address in pages.items():
        visit(page, address)
        violations = Axe().run(page).response["violations"]
        found += [
            f"{name}: {one['id']} {[node['target'] for node in one['nodes']][:3]}"
            for one in violations
            if one["impact"] in ("serious", "critical")
        ]
    assert found == []


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_nothing_scrolls_sideways(width: int, cast: Cast, pages: dict[str, str], phone: PhoneOf) -> None:
    page = phone("Anna", width=width)
    wide = []
    for name, address in pages.items():
        visit(page, address)
        if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
            wide.append(name)
    assert wide == []


@pytest.mark.parametrize("language", ["en", "hu", "hr"])
def test_text_at_twice_the_size_still_fits_a_phone(
    language: str, cast: Cast, pages: dict[str, str], phone: PhoneOf
) -> None:
    page = phone("Anna", width=195, height=422, device_scale_factor=2, locale=language)
    wide = []
    for name, address in pages.items():
        visit(page, address)
        if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth + 1"):
            wide.append(name)
    assert page.evaluate("document.documentElement.lang") == language
    assert wide == []


@pytest.mark.parametrize("language", ["en", "hu", "hr"])
def test_no_word_on_a_button_or_a_tab_is_broken_on_a_small_phone(
    language: str, cast: Cast, pages: dict[str, str], phone: PhoneOf
) -> None:
    page = phone("Anna", width=320, locale=language)
    broken = {}
    for name, address in pages.items():
        visit(page, address)
        if found := page.evaluate(BROKEN_WORDS):
            broken[name] = found
    assert page.evaluate("document.documentElement.lang") == language
    assert broken == {}


@pytest.mark.parametrize("width", [195, 390])
def test_long_names_stay_inside_a_phone(width: int, cast: Cast, pages: dict[str, str], phone: PhoneOf) -> None:
    Member.objects.update(name=Concat("name", Value(LONG)))
    Seat.objects.update(label=Concat("label", Value(LONG)))
    Table.objects.update(retold=F("retold") + 1)
    page = phone("Anna", width=width, locale="hu")
    wide = []
    for name, address in pages.items():
        visit(page, address)
        if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth + 1"):
            wide.append(name)
    assert wide == []


@pytest.mark.parametrize("width", [390, 1280])
def test_the_parts_of_a_line_on_the_sheet_lie_apart(width: int, cast: Cast, phone: PhoneOf) -> None:
    doubled = {"do": "double", "by": ["Béla", "Csaba", "Dóra", "Eszter", "Feri"]}
    now = cast.act(cast.table(*NAMES), doubled, {"do": "drop", "by": "Anna", "to": doubled["by"]})
    page = phone("Feri", width=width)  # lines that he may not take back have no button
    visit(page, reverse("sheet", args=[cast.club.slug, now.table.id]))
    assert page.locator(".acts li").count() == now.version
    assert page.evaluate(OVERLAPS) == []


def test_every_target_is_large_enough_for_a_thumb(cast: Cast, pages: dict[str, str], phone: PhoneOf) -> None:
    page = phone("Anna", width=390)
    small = {}
    for name, address in pages.items():
        visit(page, address)
        if found := page.evaluate(TARGETS, SMALLEST):
            small[name] = found
    assert small == {}
