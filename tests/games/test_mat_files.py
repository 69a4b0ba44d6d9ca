"""`.mat` files through a table of the club: in, counted, and out again as they were."""

import json

import pytest

from club.permissions import system
from games.board.mat import parse_mat
from games.importing import import_sheets
from games.mat_files import MAX_BYTES, mat_of, read_any
from games.models import Score
from tests.games.board.oracle import document, needs_oracle, text
from tests.games.mats import MAT
from tests.people import guest


@needs_oracle
@pytest.mark.parametrize("name", ["m1", "m2", "m4"])
def test_a_session_from_outside_counts_at_the_table_what_it_counts_and_comes_out_the_same(cast, name):
    written = text(f"records/{name}.mat")
    sheets = list(read_any(written.encode()))
    (now,) = import_sheets(night_id=cast.night.id, actor=system(cast.club.id), sheets=sheets)

    (known,) = [one for one in document("records/results.json") if one["file"] == name]
    won = Score.objects.filter(seat__no=1).order_by("game__no").values_list("points_q", flat=True)
    assert list(won) == [4 * one["points"] * (1 if one["winner"] == "Anna" else -1) for one in known["games"]]

    before, after = parse_mat(written), parse_mat(mat_of(now).text)
    assert (after.players, after.target) == (before.players, before.target)
    counted = [[(game.score, game.winner, game.points) for game in one.games] for one in (after, before)]
    assert counted[0] == counted[1]


def test_names_that_mean_something_to_the_format_come_out_and_in_again(cast):
    """A semicolon begins a comment there, and a colon ends a name."""
    file = MAT.replace("Anna :", "Zed :").replace("Béla :", "A : 0 B :")
    for name in (";Zed", "A : 0 B"):
        guest(cast, name)
    content = next(iter(read_any(file.encode()))).content
    sheet = json.dumps(content, ensure_ascii=False).replace('"Zed"', '";Zed"').encode()
    actor = system(cast.club.id)
    (now,) = import_sheets(night_id=cast.night.id, actor=actor, sheets=list(read_any(sheet)))
    written = mat_of(now).text
    (again,) = import_sheets(night_id=cast.night.id, actor=actor, sheets=list(read_any(written.encode())))
    assert list(again.names.values()) == [";Zed", "A : 0 B"]
    assert again.members == now.members
    assert [game.points_q for game in again.state.games] == [game.points_q for game in now.state.games]


def test_a_file_that_would_keep_the_club_waiting_is_refused_before_it_is_played(cast):
    (refused,) = read_any(MAT.encode() + b" " * MAX_BYTES)
    assert (refused.code, refused.status) == ("malformed", 400)


def test_only_a_line_with_the_length_of_a_match_makes_a_text_a_mat_file(cast):
    sheet = b'scoresheet: 1\nkind: money\ntitle: "a 7 point match"\nplayers: [A, B]\n'
    (read,) = read_any(sheet)
    assert read.content["kind"] == "money"
    (read,) = read_any(sheet + b"actions:\n- do: note\n  text: |\n   we play a\n   7 point match\n")
    assert read.content["actions"] == [{"do": "note", "text": "we play a\n7 point match\n"}]
    for above in (b"", b"\n", b'; [Site "home"]\r\n\r\n', b"\xef\xbb\xbf", b"\xef\xbb\xbf;\n \t\n"):
        (read,) = read_any(above + MAT.encode())
        assert read.content["players"] == ["Anna", "Béla"]
    (refused,) = read_any(b" 7 point match\n\nnothing else\n")
    assert (refused.code, refused.line) == ("mat_unreadable", 3)
