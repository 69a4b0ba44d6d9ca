"""Any table's scoresheet makes the same table again, at another night and in another club, to the byte."""

import random
from dataclasses import replace
from uuid import uuid4

import pytest

from club import services
from club.models import Club, Member, Night
from club.permissions import Actor, system
from games import services as games
from games import store
from games.exporting import sheet_of
from games.importing import import_sheets
from games.models import Action as Row
from games.rules.actions import Action, Amend, Note, to_document
from games.rules.state import Opening
from games.sheet_writing import write, write_json
from games.sheets import read
from games.store import TableNow
from tests.cast import Cast
from tests.games.rules.nights import random_board_game, random_night

NAMES = (
    "Anna", "Béla", "No", "007", "null", "1:30", "Ó Néill, Jr.", "a: b", "{x}", "- y", "#1", "\U0001f600 Zoë", "名前",
    "'", '"', "true", "-5", "?", "@me", "%", "~", "&a", "Kovács  Béla", "z" * 60,
)  # fmt: skip
Played = tuple[Opening, tuple[Action, ...]]
TEXTS = (
    "", "it happened", "first line\nsecond: line, #3", "\r\n", " ", "null", "0.5", "- a", "{b}", "\t tab",
    "\x07 bell\x7f", "\x85 next\u2028line\u2029", "\ufeff mark \ufffe\uffff", "عربى\u200f", "👩‍👩‍👧 \U0010fffd",
    "\\u0041 \\", "'\"'", "x" * 2000,
)  # fmt: skip


def table_of(night: Night, actor: Actor, seed: int, played: Played) -> TableNow:
    """Play that night at a table of the club, with every kind of name and text; some texts are redacted after."""
    rng = random.Random(seed)
    opening, log = played
    names = [" ".join(name.split()) for name in rng.sample(NAMES, len(NAMES))]
    now = opened(night, actor, opening, names)
    log = [with_texts(rng, action) for action in log]
    for action in log:
        document = to_document(action, lambda seat: names[seat - 1])
        if document["do"] == "join":
            person(night.club, str(document["player"]), actor)
    documents = [to_document(action, lambda seat: names[seat - 1]) for action in log]
    games.act(table_id=now.table.id, actor=actor, actions=documents, command_id=uuid4())
    if seed % 3 == 0:
        Row.objects.filter(table=now.table, seq__in=rng.sample(range(1, len(log) + 1), len(log) // 2)).update(
            text="", text_salt=""
        )
    return store.fold_afresh(type(now.table).objects.select_related("night__club").get(pk=now.table.pk))


def person(club: Club, name: str, actor: Actor) -> Member:
    return club.members.filter(name=name).first() or services.add_guest(club=club, name=name, actor=actor)


def opened(night: Night, actor: Actor, opening: Opening, names: list[str]) -> TableNow:
    count = len(opening.players) + (opening.partner is not None)
    members = [person(night.club, name, actor) for name in names[:count]]
    ring = games.Ring(
        players=[members[seat - 1].id for seat in opening.players],
        partner=None if opening.partner is None else members[opening.partner - 1].id,
        stakes_q={members[seat - 1].id: stake_q for seat, stake_q in opening.stakes.items()},
    )
    return games.open_table(
        night_id=night.id,
        actor=actor,
        kind=str(opening.kind),
        ring=ring,
        unit_minor=35,
        currency="EUR",
        rules=opening.rules.to_document(opening.kind),
    )


def with_texts(rng: random.Random, action: Action) -> Action:
    if isinstance(action, Note):
        return replace(action, text=rng.choice([text for text in TEXTS if text.strip()]))
    if isinstance(action, Amend):
        return replace(
            action,
            reason="again: " + rng.choice(TEXTS[:-1]),
            actions=tuple(with_texts(rng, one) for one in action.actions),
        )
    return replace(action, reason="so: " + rng.choice(TEXTS[:-1])) if action.reason else action


def imported(text: str, night: Night) -> TableNow:
    (now,) = import_sheets(night_id=night.id, actor=system(night.club_id), sheets=list(read(text)))
    return now


def comes_back_the_same(cast: Cast, seed: int, played: Played) -> None:
    here = services.open_night(club=cast.club, actor=cast.actor())
    elsewhere = services.open_night(club=cast.outsider.club, actor=cast.olga)
    first = table_of(cast.night, cast.actor(), seed, played)
    text = write(sheet_of(first))
    second = imported(text, here)
    assert write(sheet_of(second)) == text
    third = imported(write_json(sheet_of(second)), elsewhere)
    for again in (second, third):
        fresh = store.fold_afresh(again.table)
        assert write(sheet_of(fresh)) == text
        assert (fresh.state, fresh.names, fresh.won_minor) == (first.state, first.names, first.won_minor)


@pytest.mark.parametrize("seed", range(25))
def test_any_table_comes_back_the_same_in_another_night_and_in_another_club(cast: Cast, seed: int) -> None:
    comes_back_the_same(cast, seed, random_night(seed, 4))


@pytest.mark.parametrize("seed", range(8))
def test_games_recorded_roll_by_roll_come_back_with_every_play_and_challenge(cast: Cast, seed: int) -> None:
    comes_back_the_same(cast, seed, random_board_game(seed))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(25, 425))
def test_many_more_tables_come_back_the_same(cast: Cast, seed: int) -> None:
    comes_back_the_same(cast, seed, random_night(seed, 4))


def test_names_that_look_alike_come_back_with_their_numbers(cast: Cast) -> None:
    night, actor = cast.night, cast.actor()
    alike = [
        services.add_guest(club=cast.club, name=name, actor=actor) for name in ("z" * 60, "z" * 60, "É", "E\u0301")
    ]
    ring = games.Ring(players=[one.id for one in alike])
    now = games.open_table(night_id=night.id, actor=actor, kind="chouette", ring=ring, unit_minor=50, currency="EUR")
    assert list(now.names.values()) == ["z" * 60, "z" * 58 + " 2", "É", "E\u0301 2"]
    text = write(sheet_of(now))
    elsewhere = services.open_night(club=cast.outsider.club, actor=cast.olga)
    assert write(sheet_of(imported(text, elsewhere))) == text


@pytest.mark.parametrize("unit_minor", [100, 50])
def test_a_table_of_points_keeps_what_a_point_counts(cast: Cast, unit_minor: int) -> None:
    text = write(sheet_of(cast.table(currency="PTS", unit_minor=unit_minor)))
    again = imported(text, services.open_night(club=cast.club, actor=cast.actor())).table
    assert (again.currency, again.unit_minor) == ("PTS", unit_minor)


def test_a_table_imported_by_rules_that_the_club_knows_goes_by_their_name(cast: Cast) -> None:
    games.save_house_rules(
        club=cast.club, name="Fridays", settings={"preset": "rotterdam", "animals": 1}, actor=cast.actor()
    )
    text = "scoresheet: 1\nkind: chouette\nrules: {preset: rotterdam, animals: 1}\nplayers: [A, B]\n"
    assert imported(text, cast.night).table.rules_name == "Fridays v1"
    assert imported(text.replace("animals: 1", "animals: 2"), cast.night).table.rules_name == "rotterdam"
