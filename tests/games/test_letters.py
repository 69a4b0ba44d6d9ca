"""What the mails of games and nights say, and who gets them."""

from datetime import date

import pytest

from club import outbox
from club.models import Mail, Night
from games import services as games
from ledger import services as books
from ledger.models import SettlementPlan
from tests.cast import Cast

END = {"do": "end", "winner": "box", "result": "single"}


@pytest.fixture
def keen(cast: Cast) -> Cast:
    """Béla wants to be mailed each game."""
    bela = cast.members["Béla"]
    bela.mail_each_game = True
    bela.save()
    return cast


def letters(prefix: str) -> list[Mail]:
    return list(Mail.objects.filter(key__startswith=prefix).order_by("id"))


def test_a_result_is_mailed_to_those_who_want_each(keen: Cast) -> None:
    keen.act(keen.table("Anna", "Béla", "Csaba"), END)
    outbox.relay()
    (letter,) = letters("game:")
    assert letter.member.name == "Béla"
    assert "Anna: +2 points" in letter.text
    assert "Béla: −1 point" in letter.text


def test_a_result_says_why_the_box_stays_and_by_which_house_rule(keen: Cast) -> None:
    keen.act(keen.table("Anna", "Béla", "Csaba", rules={"retention": "profit"}), END)
    outbox.relay()
    (letter,) = letters("game:")
    for text in (letter.text, letter.html):
        assert "Anna stays the box, because the box won 2 in all." in text
        assert "House rule: The box stays when it wins points in all." in text


def test_a_correction_says_why_the_box_goes_now(keen: Cast) -> None:
    now = keen.act(keen.table("Anna", "Béla", "Csaba"), END)
    outbox.relay()
    team = {"do": "end", "winner": "team", "result": "single"}
    games.correct_game(table_id=now.table.id, actor=keen.actor(), game=1, actions=[team], reason="the team won it")
    outbox.relay()
    _first, second = letters("game:")
    assert "Anna leaves the box, because Béla, the captain, won." in second.text
    assert "House rule: The box stays when it beats the captain" in second.text


def test_a_money_game_has_no_box_to_explain(keen: Cast) -> None:
    keen.act(keen.table("Anna", "Béla", kind="money"), {"do": "end", "winner": "Anna", "result": "single"})
    outbox.relay()
    (letter,) = letters("game:")
    assert "House rule" not in letter.text


def test_a_game_that_was_undone_before_it_was_told_is_not_told(keen: Cast) -> None:
    now = keen.act(keen.table("Anna", "Béla", "Csaba"), END)
    keen.act(now, {"do": "undo"})
    outbox.relay()
    assert letters("game:") == []


def test_who_was_told_is_told_of_the_correction(keen: Cast) -> None:
    now = keen.act(keen.table("Anna", "Béla", "Csaba"), END)
    outbox.relay()
    team = {"do": "end", "winner": "team", "result": "single"}
    games.correct_game(table_id=now.table.id, actor=keen.actor(), game=1, actions=[team], reason="the team won it")
    outbox.relay()
    _first, second = letters("game:")
    assert second.member.name == "Béla"
    assert "the team won it" in second.text


def test_the_closing_is_mailed_to_everybody_who_was_there(cast: Cast) -> None:
    cast.act(cast.table("Anna", "Béla", "Csaba"), END)
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    outbox.relay()
    summary = letters("night.closed:")
    assert sorted(letter.member.name for letter in summary) == ["Anna", "Béla", "Csaba"]
    assert all("Béla pays Anna" in letter.text and "Csaba pays Anna" in letter.text for letter in summary)


def test_told_twice_is_one_letter(keen: Cast) -> None:
    """T11, the mail."""
    from club.models import OutboxMessage

    keen.act(keen.table("Anna", "Béla", "Csaba"), END)
    games.close_night(night_id=keen.night.id, actor=keen.actor())
    outbox.relay()
    once = len(letters("game:")), len(letters("night.closed:"))
    OutboxMessage.objects.update(delivered_at=None)
    outbox.relay()
    assert (len(letters("game:")), len(letters("night.closed:"))) == once == (1, 3)


def test_a_night_that_was_reopened_before_it_was_told_is_told_when_it_closes_again(cast: Cast) -> None:
    now = cast.act(cast.table("Anna", "Béla", "Csaba"), END)
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    games.reopen_night(night_id=cast.night.id, actor=cast.actor(), reason="one more")
    outbox.relay()
    assert letters("night.closed:") == []
    cast.act(now, END)
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    outbox.relay()
    assert len(letters("night.closed:")) == 3
    assert "one more" in letters("night.closed:")[0].text


def test_a_night_without_a_name_is_called_by_its_date_in_the_readers_language(cast: Cast) -> None:
    for name, language in (("Anna", "en"), ("Béla", "hu"), ("Csaba", "hr")):
        cast.members[name].language = language
        cast.members[name].save()
    Night.objects.update(date=date(2026, 11, 27))
    cast.act(cast.table("Anna", "Béla", "Csaba"), END)
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    outbox.relay()
    subjects = {letter.member.name: letter.subject for letter in letters("night.closed:")}
    assert "Night of Nov. 27, 2026" in subjects["Anna"]
    assert "2026. november 27." in subjects["Béla"]
    assert "27. studenoga 2026." in subjects["Csaba"]
    assert [subject for subject in subjects.values() if "2026-11-27" in subject or subject.count("2026") != 1] == []


def test_what_each_won_does_not_change_when_it_was_paid_and_the_night_closes_again(cast: Cast) -> None:
    cast.act(cast.table("Anna", "Béla", "Csaba"), END)
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    outbox.relay()
    books.confirm_all(plan=SettlementPlan.objects.get(), actor=cast.actor("Béla"))
    games.reopen_night(night_id=cast.night.id, actor=cast.actor(), reason="look again")
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    outbox.relay()
    first, second = (letter.text for letter in letters("night.closed:") if letter.member.name == "Anna")
    assert "Anna: 1 game, +2 points, +1.00\u00a0EUR; balance now +1.00\u00a0EUR" in first
    assert "Anna: 1 game, +2 points, +1.00\u00a0EUR; balance now 0.00\u00a0EUR" in second
    assert "Nobody owes anybody anything." in second


def test_points_without_money_are_told_as_points(keen: Cast) -> None:
    now = keen.act(keen.table("Anna", "Béla", "Csaba", currency="PTS", unit_minor=100), END)
    outbox.relay()
    team = {"do": "end", "winner": "team", "result": "single"}
    games.correct_game(table_id=now.table.id, actor=keen.actor(), game=1, actions=[team], reason="the team won it")
    games.close_night(night_id=keen.night.id, actor=keen.actor())
    outbox.relay()
    told = [letter for letter in Mail.objects.filter(member__name="Béla") if not letter.key.startswith("invited")]
    assert len(told) == 3
    assert [letter.key for letter in told if "\u00a0pt" in letter.text + letter.html or "Money" in letter.html] == []
    assert "nobody pays anything for these" in told[-1].text


def test_the_house_and_its_fees_are_told_in_the_readers_language(cast: Cast) -> None:
    for name, language in (("Anna", "en"), ("Béla", "hu"), ("Csaba", "hr")):
        cast.members[name].language = language
        cast.members[name].save()
    cast.act(cast.table("Anna", "Béla", "Csaba", rules={"table_fee": "2.00"}), END)
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    outbox.relay()
    paid = {letter.member.name: letter.text for letter in letters("night.closed:")}
    assert "pays the house" in paid["Anna"]
    assert "fizet a ház részére" in paid["Béla"]
    assert "prima kuća" in paid["Csaba"]
    assert "Table fees are taken off the money already." in paid["Anna"]
    assert "Az asztaldíj a pénzből már le van vonva." in paid["Béla"]
    assert "Naknade za stol već su oduzete od novca." in paid["Csaba"]


def test_a_night_without_a_fee_tells_of_none(cast: Cast) -> None:
    cast.act(cast.table("Anna", "Béla", "Csaba"), END)
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    outbox.relay()
    assert not any("fee" in letter.text or "fee" in letter.html for letter in letters("night.closed:"))
