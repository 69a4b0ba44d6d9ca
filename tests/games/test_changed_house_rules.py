"""A club changes its house rules: tables that were opened before know nothing of it, the next one does."""

from collections.abc import Callable

import pytest
from django.test import Client

from club.api_auth import issue_token
from games import checks, services, store
from games.models import HouseRules, Table
from games.store import TableNow
from tests.cast import Cast

FIRST = {"preset": "individual", "jacoby": "none", "gammon": 2}
SECOND = {"preset": "rotterdam", "jacoby": "none", "gammon": 4, "backgammon": 5}
GAMMON = {"do": "end", "winner": "box", "result": "gammon"}

Door = Callable[[Cast, dict[str, object]], None]


def by_service(cast: Cast, settings: dict[str, object]) -> None:
    services.save_house_rules(club=cast.club, name="Friday", settings=settings, actor=cast.actor())


def by_api(cast: Cast, settings: dict[str, object]) -> None:
    body = {"name": "Friday", "settings": settings}
    answer = Client().post("/api/v1/house-rules", body, content_type="application/json", headers=token(cast))
    assert answer.status_code == 201


def token(cast: Cast) -> dict[str, str]:
    _token, secret = issue_token(user=cast.members["Anna"].user, name="app", scopes=["read", "score", "admin"])
    return {"Authorization": f"Bearer {secret}"}


def latest() -> HouseRules:
    return HouseRules.objects.filter(name="Friday").latest("version")


def opened(cast: Cast, *players: str) -> TableNow:
    """Open a table under the rules that count now, as an app does."""
    body = {
        "night": str(cast.night.pk),
        "kind": "chouette",
        "players": [str(cast.members[name].pk) for name in players],
        "house_rules": str(latest().pk),
        "stake": {"unit": "0.50", "currency": "EUR"},
    }
    answer = Client().post("/api/v1/tables", body, content_type="application/json", headers=token(cast))
    assert answer.status_code == 201, answer.content
    return store.load(Table.objects.select_related("night__club").get(pk=answer.json()["id"]))


@pytest.mark.parametrize("save", [by_service, by_api])
def test_new_rules_touch_no_table_and_the_next_one_takes_them(
    cast: Cast, save: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_folds", store._Folds(0))
    by_service(cast, FIRST)
    old = cast.act(opened(cast, "Anna", "Béla", "Csaba"), GAMMON)
    frozen = Table.objects.filter(pk=old.table.pk).values().get()
    save(cast, SECOND)
    assert Table.objects.filter(pk=old.table.pk).values().get() == frozen
    old = cast.act(old, GAMMON)
    assert [dict(game.points_q) for game in old.state.games] == [{1: 16, 2: -8, 3: -8}] * 2
    new = cast.act(opened(cast, "Dóra", "Eszter", "Feri"), GAMMON)
    assert [dict(game.points_q) for game in new.state.games] == [{1: 32, 2: -16, 3: -16}]
    assert (old.table.rules_name, new.table.rules_name) == ("Friday v1", "Friday v2")
    assert (old.state.rules.animals, new.state.rules.animals) == (1, 2)
    assert list(checks.differences()) == []


def test_a_version_that_counts_no_more_is_kept_as_it_was(cast: Cast) -> None:
    by_service(cast, FIRST)
    first = HouseRules.objects.values().get(version=1)
    by_service(cast, SECOND)
    assert HouseRules.objects.values().get(version=1) == first
