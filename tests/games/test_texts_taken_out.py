"""Texts about somebody who leaves for good: offered to whoever takes him out, and taken out where they were chosen."""

import pytest
from django.apps import apps
from django.db.models import CharField, JSONField, TextField

from club import mail, outbox
from club import services as club
from club.errors import NotFound
from club.formats import night_name
from club.models import Mail, MemberEvent, Night, NightEvent, OutboxMessage
from games import selectors, services
from games.models import Action
from games.store import TableNow
from ledger import checks
from ledger import services as ledger
from ledger.models import Book, Entry, Payment, SettlementPlan
from tests.cast import Cast
from tests.faults import every_row
from tests.people import BOX_WINS, anonymise, evening, guest, merge

pytestmark = pytest.mark.django_db


def named(cast: Cast) -> tuple[TableNow, list[str]]:
    """An evening whose note, memo, reopening and void payment name Dóra, and a note that does not."""
    now = evening(cast, "Anna", "Dóra", close=False)
    cast.act(now, {"do": "note", "text": "Dórának kávét"})
    cast.act(now, {"do": "note", "text": "Dori kavu"}, {"do": "note", "text": "Cold tonight"})
    services.close_night(night_id=now.table.night_id, actor=cast.actor())
    services.reopen_night(night_id=now.table.night_id, reason="dóra asked", actor=cast.actor())
    services.close_night(night_id=now.table.night_id, actor=cast.actor())
    book = Book.objects.get()
    payment = Payment.objects.get(plan__superseded_at=None)
    ledger.void(payment=payment, reason="Dóra paid by card", actor=cast.actor())
    one, other = cast.members["Anna"], cast.members["Dóra"]
    ledger.adjust(book=book, transfers=[(one, other, 50)], reason="Dóra's card", actor=cast.actor())
    return now, [text.id for text in services.mentions(member_id=other.id, actor=cast.actor())]


def test_texts_that_name_him_are_offered_in_any_case_and_no_others(cast: Cast) -> None:
    _now, ids = named(cast)
    found = services.mentions(member_id=cast.members["Dóra"].id, actor=cast.actor())
    assert [(one.kind, one.text) for one in found] == [
        ("act", "Dori kavu"),
        ("act", "Dórának kávét"),
        ("memo", "Dóra's card"),
        ("night", "dóra asked"),
        ("payment", "Dóra paid by card"),
    ]
    assert len(set(ids)) == 5


def test_those_that_were_chosen_are_taken_out_and_the_others_stay(cast: Cast) -> None:
    now, ids = named(cast)
    anonymise(cast, "Dóra", tuple(ids[:4]))
    again = selectors.load_table(club_id=cast.club.id, table_id=now.table.id)
    assert [getattr(act, "text", "") for act in again.actions[1:]] == ["[redacted]", "[redacted]", "Cold tonight"]
    assert not Entry.objects.filter(memo__contains="Dóra").exists()
    assert NightEvent.objects.get(kind="reopened").reason == "[redacted]"
    assert Payment.objects.exclude(reason="").get().reason == "Dóra paid by card"
    assert list(checks.findings()) == []


def test_what_does_not_name_him_is_not_taken_out(cast: Cast) -> None:
    named(cast)
    note = Action.objects.get(text="Cold tonight")
    with pytest.raises(NotFound):
        anonymise(cast, "Dóra", (f"act:{note.pk}",))
    assert Action.objects.filter(text="Cold tonight").exists()


def test_a_nights_title_and_what_was_said_of_others_are_offered_and_taken_out_too(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    merge(cast, gizi, "Feri")
    MemberEvent.objects.update(reason="Dóra says that they are one")
    night = club.open_night(club=cast.club, actor=cast.actor(), title="Dóra's birthday")
    found = services.mentions(member_id=cast.members["Dóra"].id, actor=cast.actor())
    assert [(one.kind, one.where, one.text) for one in found] == [
        ("title", night_name("", night.date), "Dóra's birthday"),
        ("person", "Gizi", "Dóra says that they are one"),
    ]
    anonymise(cast, "Dóra", tuple(one.id for one in found))
    assert not Night.objects.exclude(title="").exists()
    assert MemberEvent.objects.get(kind="merged").reason == "[redacted]"


def test_copies_of_a_text_go_with_it(cast: Cast) -> None:
    """A reason is told by mail, and waits in the outbox until it is: in another form than the name's own."""
    now = evening(cast, "Anna", "Béla")
    services.reopen_night(night_id=now.table.night_id, reason="one game", actor=cast.actor())
    reason = "Dórának volt igaza"
    services.correct_game(
        table_id=now.table.id, actor=cast.actor(), game=1, actions=[{**BOX_WINS, "winner": "team"}], reason=reason
    )
    services.close_night(night_id=now.table.night_id, actor=cast.actor())
    outbox.relay()
    mail.send_due()
    assert Mail.objects.filter(text__contains=reason).exists()
    assert OutboxMessage.objects.filter(payload__reason=reason).exists()
    found = services.mentions(member_id=cast.members["Dóra"].id, actor=cast.actor())
    anonymise(cast, "Dóra", tuple(one.id for one in found))
    assert not Mail.objects.filter(text__contains=reason).exists()
    assert not OutboxMessage.objects.filter(payload__reason=reason).exists()
    assert reason not in str(every_row())


def test_a_text_that_looks_like_a_list_is_one_text(cast: Cast) -> None:
    now = evening(cast, "Anna", "Dóra", close=False)
    cast.act(now, {"do": "note", "text": '["Dóra" said so'}, {"do": "note", "text": '["Dóra"]'})
    services.close_night(night_id=now.table.night_id, actor=cast.actor())
    ledger.confirm_all(plan=SettlementPlan.objects.get(), actor=cast.actor())
    found = services.mentions(member_id=cast.members["Dóra"].id, actor=cast.actor())
    assert [one.said for one in found] == [('["Dóra" said so',), ('["Dóra"]',)]
    anonymise(cast, "Dóra", tuple(one.id for one in found))
    assert not Action.objects.filter(text__contains="Dóra").exists()


OFFERED = {"Action.text", "Entry.memo", "NightEvent.reason", "Night.title", "MemberEvent.reason", "Payment.reason"}
EMPTIED = {
    *("Member.name", "Member.email", "User.email", "User.password", "Seat.label", "OutboxMessage.payload"),
    *("Mail.subject", "Mail.text", "Mail.html", "Mail.file_name", "Mail.file_text", "Mail.last_error"),
}
OF_NOBODY = {
    *("Club.name", "Club.slug", "HouseRules.name", "Table.rules_name", "Season.name", "AccessToken.name"),
    *("Table.source_id", "DiceThrow.word", "OutboxMessage.last_error", "ApiRequest.answer"),
}
"""Names of things, and what a program said; answers of the API are forgotten after two days."""
CODES = {
    *("Club.time_zone", "Club.currency", "Table.currency", "Standing.currency", "Book.currency", "HouseRules.preset"),
    *("AccessToken.digest", "AccessToken.scopes", "ApiRequest.credential", "ApiRequest.key", "ApiRequest.digest"),
    *("OutboxMessage.key", "OutboxMessage.consumer", "OutboxMessage.topic", "Mail.key", "Mail.message_id"),
    *("Night.join_code", "HouseRules.settings", "Table.rules", "Table.throws", "Action.document", "Action.text_salt"),
    *("Action.text_hash", "DicePromise.secret", "DicePromise.commitment", "Book.head_hash", "Entry.key"),
    *("Entry.source_kind", "Entry.source_id", "Entry.memo_salt", "Entry.memo_hash", "Entry.payload_hash"),
    *("Entry.prev_hash", "Entry.hash", "Period.hash", "Period.balances", "Checkup.codes"),
}


def test_of_every_column_with_text_it_is_known_what_becomes_of_a_name_in_it() -> None:
    columns = {
        f"{model.__name__}.{column.name}"
        for app in ("club", "games", "ledger")
        for model in apps.get_app_config(app).get_models()
        for column in model._meta.concrete_fields
        if isinstance(column, CharField | TextField | JSONField) and not column.choices
    }
    assert columns == OFFERED | EMPTIED | OF_NOBODY | CODES
