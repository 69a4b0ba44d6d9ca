"""The random nights reach everything that can be done and every house rule, or their tests would prove little."""

from collections import Counter
from random import Random

from games.rules.actions import FORMS, word_of
from games.rules.rule_book import BOOK, settings_read
from games.rules.settings import FIXED, Kind
from tests.games.rules.nights import random_board_game, random_night, random_opening

NIGHTS = 400
BOARD_GAMES = 20
LEAST = 3


def actions():
    for seed in range(NIGHTS):
        yield from random_night(seed)[1]
    for seed in range(BOARD_GAMES):
        yield from random_board_game(seed)[1]


def test_the_random_nights_do_everything_that_can_be_done():
    done = Counter(word_of(action) for action in actions())
    assert {word: done[word] for word in FORMS if done[word] < LEAST} == {}


def test_the_random_nights_use_every_key_of_every_action():
    used = Counter(
        (word_of(action), key.name)
        for action in actions()
        for key in FORMS[word_of(action)].keys
        if getattr(action, key.field) not in (None, False, (), "")
    )
    wanted = {
        (word, key.name) for word, form in FORMS.items() for key in form.keys if key.name not in ("override", "reason")
    }
    assert wanted - set(used) == set()


def test_the_random_openings_have_every_value_of_every_house_rule():
    openings = [random_opening(Random(seed)) for seed in range(3000)]
    seen = Counter(
        (one.kind, key, str(value)) for one in openings for key, value in one.rules.to_document(one.kind).items()
    )
    wanted = {
        (kind, key, str(choice.value))
        for kind in Kind
        for key in settings_read(kind)
        for choice in BOOK[key].choices
        if key not in FIXED.get(kind, {})
    }
    assert {one for one in wanted if seen[one] < LEAST} == set()


def test_the_random_openings_are_of_every_kind():
    kinds = Counter(random_opening(Random(seed)).kind for seed in range(300))
    assert all(kinds[kind] > 10 for kind in Kind)
