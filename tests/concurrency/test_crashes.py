"""Processes and servers that die in mid-posting: every acknowledged game stands, none twice, the books are clean."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from uuid import UUID

import pytest
from django.db import connection

from club.supervise import die_with_parent
from games import checks
from games.models import Action, Game
from ledger import checks as ledger_checks
from ledger.models import Entry
from tests.cast import Cast, assemble
from tests.concurrency.player import command
from tests.servers import postgres
from tests.servers.product import ROOT, connected_to, eventually, url_of_the_test_database

TABLES = 3


class Evening:
    """Some tables in one book, each played at by a process of its own."""

    def __init__(self, cast: Cast, directory: Path) -> None:
        self.directory = directory
        self.tables = [cast.table("Anna", "Béla", "Csaba", "Dóra", "Eszter", "Feri").table.id for _no in range(TABLES)]
        self.players: dict[UUID, int] = {}
        self.env = {
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "club.settings",
            "CLUB_DATA": str(directory),
            "DATABASE_URL": url_of_the_test_database(),
            "REDIS_URL": "redis://127.0.0.1:1/0",  # away: an act is recorded all the same
            "PYTHONPATH": str(ROOT),
        }

    def start(self) -> None:
        asked = [sys.executable, "-m", "tests.concurrency.player"]
        self.nursery = subprocess.Popen(
            asked, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=self.env, text=True, preexec_fn=die_with_parent
        )
        for table in self.tables:
            self.play(table)

    def stop(self) -> None:
        for table in self.tables:
            self.kill(table)
        self.nursery.kill()
        self.nursery.communicate()

    def play(self, table: UUID) -> None:
        """Start a player at the table, and wait until he has played."""
        self.nursery.stdin.write(f"{table} {self._file(table)}\n")
        self.nursery.stdin.flush()
        before = len(self.acknowledged(table))
        self.players[table] = int(self.nursery.stdout.readline())
        self.wait_for_games({table: before})

    def kill(self, table: UUID) -> None:
        os.kill(self.players[table], signal.SIGKILL)
        eventually(lambda: not Path(f"/proc/{self.players[table]}").exists())

    def acknowledged(self, table: UUID) -> list[int]:
        file = self._file(table)
        return [int(line) for line in file.read_text().splitlines()] if file.exists() else []

    def wait_for_games(self, before: dict[UUID, int]) -> None:
        """Return when more games than `before` were acknowledged at each of these tables."""
        eventually(lambda: all(len(self.acknowledged(table)) > count for table, count in before.items()), 30)

    def _file(self, table: UUID) -> Path:
        return self.directory / f"{table}.acknowledged"

    def assert_in_order(self) -> None:
        """Every game that was acknowledged was recorded and posted, and none more often than once."""
        for table in self.tables:
            told = self.acknowledged(table)
            assert told == list(range(len(told)))
            recorded = list(Action.objects.filter(table=table).order_by("seq").values_list("command_id", flat=True))
            assert recorded in ([command(table, no) for no in range(len(told) + more)] for more in (0, 1))
            games = Game.objects.filter(table=table).count()
            assert games == len(recorded)
        assert Entry.objects.count() == Game.objects.count()
        assert [str(finding) for finding in ledger_checks.findings()] == []
        assert [str(difference) for difference in checks.differences()] == []


@contextmanager
def evening_at(cast: Cast, directory: Path) -> Iterator[Evening]:
    evening = Evening(cast, directory)
    evening.start()
    try:
        yield evening
    finally:
        evening.stop()


KILLS = [
    pytest.param(3, id="3 times"),
    pytest.param(30, id="30 times", marks=pytest.mark.long),
    pytest.param(30, id="30 times on PostgreSQL", marks=[pytest.mark.long, pytest.mark.postgres]),
]


@pytest.mark.parametrize("kills", KILLS)
def test_players_killed_in_mid_posting_lose_nothing_and_repeat_nothing(cast: Cast, tmp_path: Path, kills: int) -> None:
    chance = random.Random(kills)
    with evening_at(cast, tmp_path) as evening:
        for no in range(kills):
            table = evening.tables[no % TABLES]
            time.sleep(chance.uniform(0, 0.1))
            evening.kill(table)
            evening.play(table)
    evening.assert_in_order()


@pytest.fixture
def server(django_db_blocker: object) -> Iterator[postgres.Server]:
    """A PostgreSQL of this test's own that really writes to disk, and what Django is connected to."""
    with ExitStack() as stack:
        running = stack.enter_context(postgres.server(fsync=True))
        stack.enter_context(django_db_blocker.unblock())
        stack.enter_context(connected_to(postgres.create_database(running.url, "crash")))
        yield running


@pytest.mark.postgres
@pytest.mark.long
def test_a_database_that_stops_at_once_loses_nothing_that_was_acknowledged(
    server: postgres.Server, tmp_path: Path
) -> None:
    chance = random.Random(5)
    with evening_at(assemble(), tmp_path) as evening:
        for _stop in range(5):
            time.sleep(chance.uniform(0.5, 1.5))
            server.stop(signal.SIGQUIT)
            server.start()
            evening.wait_for_games({table: len(evening.acknowledged(table)) for table in evening.tables})
    connection.close()
    evening.assert_in_order()
