"""The organiser's desk: games are corrected and voided, nights closed, each with a reason and through the services."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, HouseRules, Season, Table
from ledger.models import Account, Entry
from tests.cast import Cast

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


def test_house_rules_are_added_as_versions_and_refused_by_name(desk: Client, cast: Cast) -> None:
    address = reverse("admin:games_houserules_add")
    form = {"club": str(cast.club.pk), "name": "Friday", "settings": '{"preset": "rotterdam", "animals": 1}'}
    desk.post(address, form)
    desk.post(address, form)
    assert list(HouseRules.objects.order_by("version").values_list("version", flat=True)) == [1, 2]
    page = desk.post(address, form | {"settings": '{"animalz": 1}'}).content.decode()
    assert "animalz" in page
    assert HouseRules.objects.count() == 2


def test_a_season_is_made_for_ones_own_club_only(desk: Client, cast: Cast) -> None:
    address = reverse("admin:games_season_add")
    form = {"club": str(cast.club.pk), "name": "Spring", "starts": "2026-01-01", "ends": "2026-06-30"}
    desk.post(address, form)
    assert Season.objects.get().name == "Spring"
    desk.post(address, form | {"club": str(cast.outsider.club_id), "name": "Theirs"})
    assert Season.objects.count() == 1
