from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.actions import FORMS, parse, parse_log
from games.rules.errors import Malformed, RuleViolation
from games.rules.refusals.players import UnknownPlayer
from games.rules.rule_book import BOOK
from games.rules.scoresheet import read_sheet, score
from games.rules.settings import Kind
from games.rules.settings_reader import read_rules

WORDS = ["Anna", "Bela", "Csaba", "box", "team", "captain", "single", "gammon", "1", "0.5", "-1", "", "x"]
PLAIN = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.sampled_from(WORDS), st.text(max_size=5))
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=3)
)
KEYS = sorted({key.name for form in FORMS.values() for key in form.keys} | {"refused", "moves"})
DOCUMENTS = st.builds(
    lambda word, rest: {"do": word, **rest},
    st.sampled_from([*FORMS, "dance", "play"]),
    st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=5),
)
SHEETS = st.dictionaries(
    st.sampled_from(["rules", "stake", "stakes", "partner", "rolls", "id", "expect"]), VALUES, max_size=2
)
FUZZ = settings(max_examples=150, deadline=None)


def seat_of(name):
    if name not in WORDS[:3]:
        raise UnknownPlayer(name=name)
    return WORDS.index(name) + 1


def is_read_or_refused(read):
    try:
        read()
    except (Malformed, RuleViolation) as refused:
        return bool(str(refused))
    return True


@FUZZ
@given(VALUES | DOCUMENTS)
def test_any_document_is_an_action_or_an_error_with_a_reason(document):
    assert is_read_or_refused(lambda: parse(document, seat_of))
    assert is_read_or_refused(lambda: parse_log(document))


@FUZZ
@given(
    st.dictionaries(st.sampled_from([*BOOK, "preset", "crawford"]), VALUES, max_size=3) | VALUES, st.sampled_from(Kind)
)
def test_any_rules_are_read_or_refused(document, kind):
    assert is_read_or_refused(lambda: read_rules(document, kind))


@FUZZ
@given(SHEETS, st.sampled_from(Kind), st.lists(DOCUMENTS, max_size=4) | VALUES)
def test_any_sheet_is_scored_or_refused(top, kind, actions):
    players = ["Anna", "Bela"] if kind.is_for_two else ["Anna", "Bela", "Csaba"]
    document = {"scoresheet": 1, "kind": str(kind), "players": players, **top, "actions": actions}
    assert is_read_or_refused(lambda: score(read_sheet(document)))
