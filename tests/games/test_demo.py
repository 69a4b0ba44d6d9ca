"""The demo club is made through the services, once, and its books are whole."""

from club import outbox
from club.models import Club, Member, Night
from games import checks, demo, selectors, standings
from games.models import Season, Standing, Table
from games.store import TableNow
from ledger import checks as ledger_checks
from ledger.models import Account, Payment


def test_the_demo_club_is_believable(db: None) -> None:
    club = demo.seed(password="a-demo-password")
    assert club is not None
    assert club.members.count() == 8
    assert [night.state for night in Night.objects.order_by("date")] == ["closed", "closed", "closed", "open"]
    first = Night.objects.order_by("date").first()
    assert set(Payment.objects.filter(plan__night=first).values_list("state", flat=True)) == {"confirmed"}
    chouette, money = selectors.tables_of(Night.objects.get(state="open"))
    assert len(chouette.state.seating.present) == 6
    assert chouette.state.current is not None
    assert money.state.current is not None
    assert sum(Account.objects.values_list("balance_minor", flat=True)) == 0


def test_the_demo_has_a_match_with_its_crawford_game_and_long_nard_with_a_last_roll(db: None) -> None:
    demo.seed(password="a-demo-password")
    (match,) = [now for now in _tables() if now.table.kind == Table.Kind.MATCH]
    (nard,) = [now for now in _tables() if now.table.kind == Table.Kind.LONG_NARD]
    assert [max(game.score.values()) for game in match.state.games] == [2, 2, 4, 4, 5]
    assert match.name_of(match.state.match_winner) == "Német Csaba"
    assert sorted(match.won_minor.values()) == [-500, 500]
    assert [str(game.result) for game in nard.state.games] == ["draw", "mars", "oin", "oin"]


def _tables() -> list[TableNow]:
    return [now for night in Night.objects.order_by("date") for now in selectors.tables_of(night)]


def test_seeding_twice_changes_nothing(db: None) -> None:
    demo.seed(password="a-demo-password")
    counts = [model.objects.count() for model in (Club, Member, Night, Table, Payment)]
    assert demo.seed(password="another-password") is None
    assert counts == [model.objects.count() for model in (Club, Member, Night, Table, Payment)]


def test_the_demos_books_logs_and_standings_agree(db: None) -> None:
    demo.seed(password="a-demo-password")
    outbox.relay(limit=1000)
    assert list(checks.differences()) == []
    assert list(ledger_checks.findings()) == []
    season = Season.objects.get()
    fields = ("member", "points_q", "money_minor", "games", "wins", "nights")
    updated = sorted(Standing.objects.values_list(*fields), key=str)
    standings.rebuild(season)
    assert updated == sorted(Standing.objects.values_list(*fields), key=str)
    assert len(updated) == 8
