"""A club's house rules on its pages: read whole, made from a preset, kept as versions, compared."""

from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from games import services
from games.models import HouseRules
from games.rules.rule_book import BOOK
from games.rules.settings import Kind, presets_of
from games.rules.settings_reader import read_rules
from tests.cast import Cast
from tests.pages.reading import Page, visit

SignIn = Callable[[str], Client]
EVERY_PRESET = [(kind, preset) for kind in Kind for preset in presets_of(kind)]


def rules(cast: Cast, name: str = "Friday", kind: Kind = Kind.CHOUETTE, **settings: object) -> HouseRules:
    return services.save_house_rules(club=cast.club, name=name, settings=settings, kind=kind, actor=cast.actor())


def at(cast: Cast, name: str, *args: object, **asked: str) -> str:
    query = "&".join(f"{key}={value}" for key, value in asked.items())
    return reverse(name, args=[cast.club.slug, *args]) + (f"?{query}" if query else "")


def asked(page: Page, **given: str) -> dict[str, str]:
    """What the form of a page carries, with some answers changed."""
    return dict(page.form_with("See what differs").fields) | given


def send(client: Client, page: Page, address: str, do: str = "save", **given: str) -> Page:
    return Page(client, client.post(address, asked(page, do=do, **given), follow=True))


# ---- reading ----------------------------------------------------------------------------------------
def test_every_member_reads_the_clubs_rules_with_their_versions(cast: Cast, sign_in: SignIn) -> None:
    rules(cast, preset="rotterdam")
    rules(cast, preset="rotterdam", animals=3)
    page = visit(sign_in("Dóra"), at(cast, "house_rules"))
    assert "Friday" in page.text
    assert "version 2, since" in page.text
    assert "1 change from its preset" in page.text
    assert "Friday, version 1" in page.text
    assert "New house rules" not in page.text


def test_every_preset_is_read_whole_with_its_source(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in("Dóra")
    for kind, preset in EVERY_PRESET:
        page = visit(client, at(cast, "house_rules_one", f"{kind}-{preset}"))
        assert page.status == 200
        assert "Source:" in page.text
        assert ('id="rule-retention"' in page.html) is (kind is Kind.CHOUETTE)


def test_a_version_says_in_sentences_what_it_is_and_marks_what_it_changes(cast: Cast, sign_in: SignIn) -> None:
    saved = rules(cast, preset="rotterdam", animals=0, cap=64)
    page = visit(sign_in("Dóra"), at(cast, "house_rules_one", saved.id))
    assert "A double is taken or dropped; nobody beavers. not as the preset" in page.text
    assert "No cube goes higher than 64. not as the preset" in page.text
    assert page.text.count("not as the preset") == 2
    assert "Made from: Rotterdam" in page.text


def test_an_old_version_stays_readable_and_says_that_it_is_old(cast: Cast, sign_in: SignIn) -> None:
    old = rules(cast, deals=False)
    rules(cast, deals=True)
    page = visit(sign_in("Dóra"), at(cast, "house_rules_one", old.id))
    assert "No cube is settled by a deal" in page.text
    assert "This is an older version." in page.text


@pytest.mark.parametrize(
    "ref", ["chouette-vienna", "match-amsterdam", "nothing", "8d1f9a6e-5c3b-4a43-9d62-000000000000"]
)
def test_what_is_no_house_rules_of_this_club_is_not_found(ref: str, cast: Cast, sign_in: SignIn) -> None:
    assert visit(sign_in("Dóra"), at(cast, "house_rules_one", ref)).status == 404


def test_another_clubs_rules_are_not_found(cast: Cast, sign_in: SignIn) -> None:
    theirs = services.save_house_rules(club=cast.outsider.club, name="Cork", settings={}, actor=cast.olga)
    assert visit(sign_in("Dóra"), at(cast, "house_rules_one", theirs.id)).status == 404
    assert (
        visit(sign_in("Dóra"), at(cast, "compare_house_rules", one=str(theirs.id), other="chouette-single")).status
        == 404
    )


def test_a_table_shows_each_of_its_rules_at_an_address_of_its_own(cast: Cast, sign_in: SignIn) -> None:
    now = cast.table(rules={"preset": "clinton_hill"})
    page = visit(sign_in("Dóra"), at(cast, "table_rules", now.table.id))
    assert 'id="rule-box_answer"' in page.html
    assert "The box takes at least half of the cubes offered, or drops them all." in page.text


# ---- making -----------------------------------------------------------------------------------------
def test_only_organisers_make_house_rules(cast: Cast, sign_in: SignIn) -> None:
    assert sign_in("Dóra").get(at(cast, "new_house_rules")).status_code == 403
    assert sign_in("Anna").get(at(cast, "new_house_rules")).status_code == 200


def test_every_setting_is_asked_with_a_sentence_for_every_value(cast: Cast, sign_in: SignIn) -> None:
    page = visit(sign_in("Anna"), at(cast, "new_house_rules", **{"from": "chouette-canberra"}))
    said = unescape(page.html)
    chouette = [setting for setting in BOOK.values() if Kind.CHOUETTE in setting.kinds]
    assert all(one.sentence in said for setting in chouette for one in setting.choices)
    assert all(f'name="{setting.key}' in said for setting in chouette)


def test_a_form_sent_as_it_is_keeps_the_rules_that_it_started_from(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in("Anna")
    for kind, preset in EVERY_PRESET:
        address = at(cast, "new_house_rules", **{"from": f"{kind}-{preset}"})
        send(client, visit(client, address), address, name=f"{kind} {preset}")
        saved = HouseRules.objects.get(name=f"{kind} {preset}")
        assert (saved.kind, saved.preset, saved.version) == (kind, preset, 1)
        assert saved.settings == read_rules({"preset": preset}, kind).to_document(kind)


def test_what_is_changed_in_the_form_is_kept_as_the_next_version(cast: Cast, sign_in: SignIn) -> None:
    first = rules(cast, preset="rotterdam")
    client, address = sign_in("Anna"), at(cast, "new_house_rules", **{"from": str(first.id)})
    page = send(
        client, visit(client, address), address, animals="0", cap="other", **{"cap-other": "64", "auto_max": "null"}
    )
    assert "Friday v2 is kept." in page.text
    second = HouseRules.objects.get(version=2)
    assert (second.name, second.preset) == ("Friday", "rotterdam")
    assert (second.settings["animals"], second.settings["cap"], second.settings["auto_max"]) == (0, 64, None)


def test_a_number_that_was_written_counts_although_its_radio_was_not_chosen(cast: Cast, sign_in: SignIn) -> None:
    client, address = sign_in("Anna"), at(cast, "new_house_rules", **{"from": "chouette-individual"})
    send(client, visit(client, address), address, name="Ours", cap="null", **{"cap-other": "32"})
    assert HouseRules.objects.get().settings["cap"] == 32


def test_a_value_chosen_instead_of_a_number_counts_although_the_number_is_still_there(
    cast: Cast, sign_in: SignIn
) -> None:
    first = rules(cast, cap=64, partner_min=7)
    client, address = sign_in("Anna"), at(cast, "new_house_rules", **{"from": str(first.id)})
    send(client, visit(client, address), address, cap="null", partner_min="null", **{"partner_min-other": ""})
    settings = HouseRules.objects.get(version=2).settings
    assert (settings["cap"], settings["partner_min"]) == (None, None)


@pytest.mark.parametrize(
    ("given", "key", "said"),
    [
        ({"cap": "other", "cap-other": "a lot"}, "cap", "The setting cap cannot be"),
        ({"max_players-other": "1"}, "max_players", "The setting max_players cannot be"),
        ({"table_fee": "other", "table_fee-other": "2,0,0"}, "table_fee", "“2,0,0” is not an amount"),
        ({"table_fee": "other", "table_fee-other": "1,000"}, "table_fee", "“1,000” can be read in two ways"),
        ({"table_fee": "other", "table_fee-other": "-2"}, "table_fee", "The setting table_fee cannot be"),
        ({"retention": "always"}, "retention", "The setting retention cannot be"),
        ({"gammon-other": "4"}, "backgammon", "A backgammon cannot count less"),
        ({"sole_taker": "mandatory_extras"}, "sole_taker", "The sole taker cannot be made"),
    ],
)
def test_what_cannot_be_is_said_beside_its_setting_and_nothing_is_kept(
    given: dict[str, str], key: str, said: str, cast: Cast, sign_in: SignIn
) -> None:
    client, address = sign_in("Anna"), at(cast, "new_house_rules", **{"from": "chouette-individual"})
    page = send(client, visit(client, address), address, name="Ours", **given)
    assert page.status == 422
    field = page.html.partition(f'id="set-{key}"')[2].partition("</fieldset>")[0]
    assert said in unescape(field)
    assert not HouseRules.objects.exists()


def test_several_wrong_answers_are_all_said_at_once_and_the_others_stay(cast: Cast, sign_in: SignIn) -> None:
    client, address = sign_in("Anna"), at(cast, "new_house_rules", **{"from": "chouette-individual"})
    wrong = {"cap": "other", "cap-other": "x", "partner_min": "other", "partner_min-other": "2", "animals": "3"}
    page = send(client, visit(client, address), address, name="Ours", **wrong)
    assert "The setting cap cannot be" in page.text
    assert "The setting partner_min cannot be" in page.text
    assert dict(page.form_with("See what differs").fields)["animals"] == "3"
    assert dict(page.form_with("See what differs").fields)["cap-other"] == "x"


def test_what_differs_is_shown_before_anything_is_kept(cast: Cast, sign_in: SignIn) -> None:
    client, address = sign_in("Anna"), at(cast, "new_house_rules", **{"from": "chouette-rotterdam"})
    page = send(client, visit(client, address), address, do="look", name="Ours", animals="0", decline_box="forbidden")
    aside = page.html.partition("<aside")[2]
    assert page.status == 200
    assert BOOK["animals"].choices[0].sentence in unescape(aside)
    assert "The captain who has won the box must take it." in unescape(aside)
    assert not HouseRules.objects.exists()


@pytest.mark.parametrize(
    ("language", "written", "kept"),
    [
        ("en", "2,50", "2.50"),
        ("en", "2.5", "2.50"),
        ("en", "1,000.50", "1000.50"),
        ("hu", "1 000", "1000"),
        ("hr", "1.000,50", "1000.50"),
        ("hr", "0,125", "0.125"),
        ("en", "00.00", "0"),
    ],
)
def test_an_amount_is_written_as_the_reader_does(
    language: str, written: str, kept: str, cast: Cast, sign_in: SignIn
) -> None:
    client, address = sign_in("Anna"), at(cast, "new_house_rules", **{"from": "chouette-individual"})
    page = visit(client, address)
    client.cookies["django_language"] = language
    send(client, page, address, name="Ours", table_fee="other", **{"table_fee-other": written})
    assert HouseRules.objects.get().settings["table_fee"] == kept


def test_an_amount_that_is_none_stays_as_it_was_written(cast: Cast, sign_in: SignIn) -> None:
    client, address = sign_in("Anna"), at(cast, "new_house_rules", **{"from": "chouette-individual"})
    page = visit(client, address)
    client.cookies["django_language"] = "hr"
    again = send(client, page, address, name="Ours", table_fee="other", **{"table_fee-other": "1.000"})
    assert (again.status, HouseRules.objects.count()) == (422, 0)
    assert 'value="1.000"' in again.html


def test_rules_of_one_name_are_of_one_kind(cast: Cast, sign_in: SignIn) -> None:
    rules(cast, "Ours")
    client, address = sign_in("Anna"), at(cast, "new_house_rules", **{"from": "match-match"})
    page = send(client, visit(client, address), address, name="Ours")
    assert page.status == 409
    assert "another kind of table" in page.text
    assert HouseRules.objects.count() == 1


# ---- comparing --------------------------------------------------------------------------------------
def test_two_are_compared_with_what_differs_first_and_marked_in_words(cast: Cast, sign_in: SignIn) -> None:
    page = visit(sign_in("Dóra"), at(cast, "compare_house_rules", one="chouette-amsterdam", other="chouette-rotterdam"))
    assert "They differ in 1 rule" in page.text
    first, _same, second = page.text.partition("The same in")
    assert "Turns at once after a double differs" in first
    assert "a raccoon" in first
    assert "The box gives cubes offered at one value the same answer" in second


def test_versions_and_what_a_table_plays_by_are_compared_too(cast: Cast, sign_in: SignIn) -> None:
    saved = rules(cast, deals=False)
    now = cast.table(rules={"preset": "individual"})
    page = visit(sign_in("Dóra"), at(cast, "compare_house_rules", one=f"table-{now.table.id}", other=str(saved.id)))
    assert "They differ in 1 rule" in page.text
    assert "Friday, version 1" in page.text


def test_one_alone_is_compared_with_its_preset(cast: Cast, sign_in: SignIn) -> None:
    saved = rules(cast, preset="cambridge", deals=True)
    chosen = visit(sign_in("Dóra"), at(cast, "compare_house_rules"))
    assert "What they are made from" in chosen.text, "it is what the page begins with"
    page = visit(sign_in("Dóra"), at(cast, "compare_house_rules", one=str(saved.id), other=""))
    assert "They differ in 1 rule" in page.text
    assert "What they are made from" not in page.text


def test_kinds_of_table_are_compared_in_what_each_knows(cast: Cast, sign_in: SignIn) -> None:
    page = visit(sign_in("Dóra"), at(cast, "compare_house_rules", one="match-match", other="chouette-individual"))
    assert "There is no such rule here." in page.text


def test_without_a_choice_it_only_asks(cast: Cast, sign_in: SignIn) -> None:
    page = visit(sign_in("Dóra"), at(cast, "compare_house_rules"))
    assert page.status == 200
    assert "They differ" not in page.text
