"""Scoresheet text: what is read, what is refused and with which line, and that writing is its inverse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.sheet_writing import write, write_all
from games.sheets import MAX_BYTES, Sheet, Unreadable, read, read_one


def content_of(text):
    return read_one(text).content


def refusal_of(text):
    with pytest.raises(Unreadable) as caught:
        read_one(text)
    return caught.value


def test_a_player_may_be_called_no_and_a_date_stays_text():
    text = "players: [No, yes, on, off, Off, 2026-11-30, 1:30, 0x1F, 010, =, <<, Null, True]"
    assert content_of(text) == {
        "players": [
            "No",
            "yes",
            "on",
            "off",
            "Off",
            "2026-11-30",
            "1:30",
            "0x1F",
            "010",
            "=",
            "<<",
            "Null",
            "True",
        ]
    }


def test_true_false_null_and_whole_numbers_are_what_they_say():
    assert content_of("a: true\nb: false\nc: null\nd: ~\ne:\nf: -12\ng: +3\nh: 0\ni: '7'") == {
        "a": True, "b": False, "c": None, "d": None, "e": None, "f": -12, "g": 3, "h": 0, "i": "7",
    }  # fmt: skip


def test_json_is_read_as_well_with_tabs_and_characters_written_as_two_escapes():
    assert content_of('{"a": ["x\\/y",\n\t"\\ud83d\\ude00"], "b": {"c": 1}}') == {
        "a": ["x/y", "😀"],
        "b": {"c": 1},
    }


@pytest.mark.parametrize("fraction", ["0.5", ".5", "5.", "1e5", "1.5e-3", "-0.25", ".inf", "-.inf", ".nan"])
def test_a_number_with_a_fraction_is_asked_for_in_quotes(fraction):
    refusal = refusal_of(f"scoresheet: 1\nstake: {{unit: {fraction}}}\n")
    assert refusal.line == 2
    assert fraction in refusal.detail


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: 1\nb: &x 2\nc: 3", 2),
        ("a: 1\nb: *x", 2),
        ("a: 1\na: 2", 2),
        ("a:\n  b: {c: 1, d: 2, c: 3}", 2),
        ("a: 1\nb: !!python/object:os.system {}", 2),
        ("a: 1\nb: !!binary aGk=", 2),
        ("a: 1\n? [b]\n: 1", 2),
        ("a: 1\nb: [1\nc: }", 3),
        ("a: 1\n\tb: 2", 2),
        ("a: 1\nb: 123456789012345678901", 2),
        ('a: 1\nb: "\\0"', 2),
        ("", 1),
        ("# nothing\n---\n", 1),
        ("a: 1\n---\nb: 2", 1),
        (b"a: 1\nb: \xff", 2),
        ("a: \ud83d", 1),
        ('{"a": "\\ud83d"}', 1),
        ("a: \x07", 1),
        ("{}\n}", 2),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(text, line):
    refusal = refusal_of(text)
    assert (refusal.code, refusal.status, refusal.line) == ("malformed", 400, line)
    assert refusal.detail


def test_a_bomb_of_aliases_is_refused_at_its_first_anchor():
    bomb = "a: &a [x, x, x]\n" + "".join(
        f"{b}: &{b} [*{a}, *{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert refusal_of(bomb).line == 1


@pytest.mark.parametrize("deep", ["[" * 21, "[" * 200_000, "{a: " * 21, "- " * 500 + "x", "[" * 25 + "]" * 25])
def test_what_is_nested_too_deeply_is_refused(deep):
    assert refusal_of(deep).code == "malformed"


def test_what_is_too_large_is_refused_before_it_is_parsed():
    assert str(MAX_BYTES) in refusal_of("#" * (MAX_BYTES + 1)).detail


def test_a_refused_document_does_not_hide_the_others():
    first, second, third = read("a: 1\n---\nb: 0.5\nc: [1, {d: 2}]\n---\nc: 3\n")
    assert isinstance(first, Sheet)
    assert isinstance(second, Unreadable)
    assert isinstance(third, Sheet)
    assert third.content == {"c": 3}


def test_a_broken_text_ends_where_it_breaks():
    first, second = read("a: 1\n---\nb: [\n---\nc: 3\n")
    assert isinstance(first, Sheet)
    assert isinstance(second, Unreadable)


def test_the_line_of_anything_is_known_by_its_pointer():
    sheet = read_one("kind: chouette\nactions:\n- {do: start}\n- do: end\n  by: [Anna,\n    Bela]\n  a/b~c: 1\n")
    lines = {
        "": 1,
        "/actions": 2,
        "/actions/0/do": 3,
        "/actions/1": 4,
        "/actions/1/by/1": 6,
        "/actions/1/a~1b~0c": 7,
    }
    assert {pointer: sheet.line_of(pointer) for pointer in lines} == lines


def test_a_key_that_is_missing_is_told_with_the_line_of_what_it_is_missing_from():
    assert read_one("a: 1\nactions:\n- {do: end}").line_of("/actions/0/result") == 3


SHEET = {
    "scoresheet": 1,
    "id": "2026-11-30",
    "rules": {"preset": "individual", "cap": None, "deals": True, "animals": 2},
    "players": ["Anna", "Béla", "No", "007"],
    "actions": [
        {"do": "double", "by": "Anna", "to": ["Béla", "No"]},
        {"do": "note", "text": "first line\nsecond: line, with a comma"},
    ],
}


def test_a_sheet_is_written_so_that_people_can_read_it():
    assert write(SHEET) == (
        "scoresheet: 1\n"
        "id: '2026-11-30'\n"
        "rules: {preset: individual, cap: null, deals: true, animals: 2}\n"
        "players: [Anna, Béla, 'No', '007']\n"
        "actions:\n"
        "- {do: double, by: Anna, to: [Béla, 'No']}\n"
        '- {do: note, text: "first line\\nsecond: line, with a comma"}\n'
    )


def test_several_sheets_are_written_as_several_documents():
    assert [sheet.content for sheet in read(write_all([SHEET, SHEET]))] == [SHEET, SHEET]


letters = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
awkward = st.sampled_from(
    [
        "null",
        "~",
        "true",
        "No",
        "1",
        "-5",
        ".5",
        "1e5",
        "0x1F",
        "1:30",
        "2026-01-01",
        "=",
        "<<",
        "-",
        "?",
        "&",
        "*",
        "!",
        "|",
        ">",
        "%",
        "@",
        "`",
        "{",
        "[",
        "]",
        "}",
    ]
)
plain = st.recursive(
    letters | awkward | st.integers(-(10**15), 10**15) | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(letters | awkward, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(letters | awkward | st.just("actions"), plain, min_size=1, max_size=5))
def test_whatever_is_written_is_read_back_as_it_was_and_written_to_the_same_bytes(content):
    text = write(content)
    assert content_of(text) == content
    assert write(content_of(text)) == text
