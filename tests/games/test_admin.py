"""The organiser's desk: games are corrected and voided, nights closed, each with a reason and through the services."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games import services
from games.models import Game, HouseRules, Season, Table
from ledger.models import Account, Entry
from tests.cast import Cast
from tests.pages.reading import visit

END = {"do": "end", "winner": "box", "result": "single"}


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.members["Anna"].user)
    return client


@pytest.fixture
def game(cast: Cast) -> Game:
    cast.act(cast.table("Anna", "Béla", "Csaba"), END)
    return Game.objects.get()


def balance(name: str) -> int:
    return Account.objects.get(member__name=name).balance_minor


def test_the_form_shows_what_was_done_and_corrects_it(desk: Client, game: Game) -> None:
    address = reverse("admin:games_game_correct", args=[game.pk])
    page = desk.get(address)
    assert "{do: end, winner: box, result: single}" in page.content.decode()
    acts = "actions:\n- {do: end, winner: team, result: single}\n"
    desk.post(address, {"actions": acts, "reason": "the team won"})
    assert balance("Anna") == -100
    assert Entry.objects.get(kind="reversal").memo == "the team won"


def test_a_game_that_was_corrected_meanwhile_is_looked_at_again(desk: Client, cast: Cast, game: Game) -> None:
    address = reverse("admin:games_game_correct", args=[game.pk])
    (seen,) = re.findall(r'name="seen" value="(\w{64})"', desk.get(address).content.decode())
    services.correct_game(
        table_id=game.table_id, actor=cast.actor(), game=1, actions=[END | {"result": "gammon"}], reason="a gammon"
    )
    acts = "actions:\n- {do: end, winner: team, result: single}\n"
    late = desk.post(address, {"actions": acts, "reason": "the team won", "seen": seen})
    assert "Somebody was first" in late.content.decode()
    game.refresh_from_db()
    assert (game.winner, game.result, balance("Anna")) == ("box", "gammon", 100)


@pytest.mark.parametrize("kind", ["money", "match", "long_nard"])
def test_who_won_a_game_of_two_is_told_by_name(kind: str, desk: Client, cast: Cast) -> None:
    result = "oin" if kind == "long_nard" else "single"
    cast.act(cast.table("Anna", "Béla", kind=kind), {"do": "end", "winner": "Béla", "result": result})
    page = visit(desk, reverse("admin:games_game_changelist"))
    assert "Béla" in page.text
    assert "the team" not in page.text


def test_a_game_is_voided_with_a_reason_only(desk: Client, game: Game) -> None:
    address = reverse("admin:games_game_void", args=[game.pk])
    assert desk.post(address, {"reason": " "}).status_code == 200
    assert balance("Anna") == 100
    desk.post(address, {"reason": "practice"})
    assert balance("Anna") == 0
    assert Game.objects.get().state == "withdrawn"


@pytest.mark.parametrize(
    "acts", ["actions:\n- {do: dance}", "nonsense", "actions: [", "actions:\n- {do: take, by: Zsolt}", "- &a [*a]"]
)
def test_what_cannot_be_played_is_said_and_nothing_moves(desk: Client, game: Game, acts: str) -> None:
    page = desk.post(reverse("admin:games_game_correct", args=[game.pk]), {"actions": acts, "reason": "why not"})
    assert page.status_code == 200
    assert "errorlist" in page.content.decode()
    assert (balance("Anna"), Entry.objects.count()) == (100, 1)


def test_the_night_is_closed_and_reopened_from_its_list(desk: Client, cast: Cast, game: Game) -> None:
    address = reverse("admin:club_night_changelist")
    chosen = {"_selected_action": [str(cast.night.pk)], "index": 0}
    desk.post(address, chosen | {"action": "close_the_night", "reason": "late"})
    cast.night.refresh_from_db()
    assert not cast.night.is_open
    desk.post(address, chosen | {"action": "reopen_the_night", "reason": ""})
    cast.night.refresh_from_db()
    assert not cast.night.is_open
    desk.post(address, chosen | {"action": "reopen_the_night", "reason": "one more"})
    cast.night.refresh_from_db()
    assert cast.night.is_open


@pytest.mark.parametrize("model", ["game", "table", "houserules", "season"])
def test_pages_answer_and_another_clubs_things_do_not_exist(
    desk: Client, cast: Cast, game: Game, client: Client, model: str
) -> None:
    assert desk.get(reverse(f"admin:games_{model}_changelist")).status_code == 200
    if model in ("game", "table"):
        row = game if model == "game" else Table.objects.get()
        address = reverse(f"admin:games_{model}_change", args=[row.pk])
        assert desk.get(address).status_code == 200
        client.force_login(cast.outsider.user)
        assert client.get(address).status_code in (302, 403, 404)


def test_another_clubs_organiser_corrects_nothing(cast: Cast, game: Game, client: Client) -> None:
    client.force_login(cast.outsider.user)
    answer = client.post(reverse("admin:games_game_void", args=[game.pk]), {"reason": "mischief"})
    assert answer.status_code in (403, 404)
    assert balance("Anna") == 100


def test_the_log_is_read_only(desk: Client, game: Game) -> None:
    page = desk.get(reverse("admin:games_table_change", args=[game.table_id])).content.decode()
    assert "&#x27;do&#x27;: &#x27;end&#x27;" in page or "&quot;do&quot;: &quot;end&quot;" in page
    assert 'name="_save"' not in page


def drawn(desk: Client, address: str) -> dict[str, str]:
    """Return what the form of house rules at this address would send as it is drawn."""
    form = next(form for form in visit(desk, address).forms if form.id == "houserules_form")
    return dict(form.fields)


def test_house_rules_are_added_as_versions_by_the_same_questions_as_on_the_page(desk: Client, cast: Cast) -> None:
    address = reverse("admin:games_houserules_add") + "?kind=chouette&preset=rotterdam"
    page = desk.get(address).content.decode()
    assert "The box takes at least half of the cubes offered, or drops them all." in page
    form = drawn(desk, address) | {"club": str(cast.club.pk), "name": "Friday"}
    desk.post(address, form | {"animals": "1"})
    desk.post(address, form)
    first, second = HouseRules.objects.order_by("version")
    assert (first.version, first.preset, first.settings["animals"]) == (1, "rotterdam", 1)
    assert (second.version, second.settings["animals"]) == (2, 2)


def test_house_rules_that_cannot_be_are_refused_beside_their_setting(desk: Client, cast: Cast) -> None:
    address = reverse("admin:games_houserules_add")
    form = drawn(desk, address) | {"club": str(cast.club.pk), "name": "Friday"}
    page = desk.post(address, form | {"cap": "other", "cap-other": "x", "gammon-other": "5"}).content.decode()
    assert "The setting cap cannot be" in page
    page = desk.post(address, form | {"gammon-other": "5"}).content.decode()
    assert "A backgammon cannot count less" in page
    assert not HouseRules.objects.exists()


def test_house_rules_of_another_kind_are_refused_in_a_sentence(desk: Client, cast: Cast) -> None:
    address = reverse("admin:games_houserules_add")
    for kind in ("chouette", "match"):
        asked = f"{address}?kind={kind}&preset={'individual' if kind == 'chouette' else kind}"
        answer = desk.post(asked, drawn(desk, asked) | {"club": str(cast.club.pk), "name": "Ours"}, follow=True)
    assert "another kind of table" in answer.content.decode()
    assert HouseRules.objects.get().kind == "chouette"


def test_a_version_of_house_rules_is_told_in_sentences_and_cannot_be_changed(desk: Client, cast: Cast) -> None:
    rules = services.save_house_rules(club=cast.club, name="Friday", settings={"cap": 64}, actor=cast.actor())
    page = desk.get(reverse("admin:games_houserules_change", args=[rules.pk])).content.decode()
    assert "No cube goes higher than 64." in page
    assert 'name="_save"' not in page


def test_a_season_is_made_for_ones_own_club_only(desk: Client, cast: Cast) -> None:
    address = reverse("admin:games_season_add")
    form = {"club": str(cast.club.pk), "name": "Spring", "starts": "2026-01-01", "ends": "2026-06-30"}
    desk.post(address, form)
    assert Season.objects.get().name == "Spring"
    desk.post(address, form | {"club": str(cast.outsider.club_id), "name": "Theirs"})
    assert Season.objects.count() == 1
