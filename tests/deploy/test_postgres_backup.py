"""What docs/operations.md says of backups on PostgreSQL, done word for word on a real one."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from tests.deploy.playing import manage, playing
from tests.servers import postgres
from tests.servers.product import ROOT

pytestmark = pytest.mark.postgres

SECTION = (ROOT / "docs" / "operations.md").read_text().partition("### PostgreSQL")[2].partition("\n## ")[0]
BACKUP, RESTORE = (block.strip().splitlines() for block in re.findall(r"^```sh\n(.*?)^```", SECTION, re.M | re.S)[:2])
IN_POSTGRES = "docker compose exec -T postgres "
IN_WEB = "docker compose run --rm web python manage.py "


@pytest.fixture
def server() -> Iterator[str]:
    """A cluster with the database and the superuser that the compose file makes."""
    with postgres.cluster() as url:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("CREATE ROLE club SUPERUSER LOGIN")
            connection.execute("CREATE DATABASE club OWNER club")
        yield url.replace("postgres@", "club@").rpartition("/")[0] + "/club"


@pytest.fixture
def env(server: str, tmp_path: Path) -> dict[str, str]:
    binaries = postgres.find_binaries(tmp_path, None)
    return {
        "PATH": f"{binaries}:{os.environ['PATH']}",
        "PGHOST": conninfo_to_dict(server)["host"],
        "DATABASE_URL": server,
        "CLUB_MODE": "demo",
        "CLUB_DATA": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "club.settings",
    }


def do(lines: list[str], env: dict[str, str]) -> list[str]:
    """Do what the lines say, with this machine in place of the containers; return what only containers need."""
    left_out = []
    for line in lines:
        if line.startswith(IN_POSTGRES):
            command = line.removeprefix(IN_POSTGRES)
        elif line.startswith(IN_WEB):
            command = f"{shlex.quote(sys.executable)} {ROOT}/manage.py {line.removeprefix(IN_WEB)}"
        else:
            left_out.append(line)
            continue
        done = subprocess.run(command, shell=True, cwd=env["CLUB_DATA"], env=env, capture_output=True, text=True)
        assert done.returncode == 0, (line, done.stderr)
    return left_out


def entries(url: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute("SELECT seq, hash, memo, created_at FROM ledger_entry ORDER BY seq").fetchall()


def test_what_was_backed_up_while_people_played_comes_back_guarded_and_in_order(
    server: str, env: dict[str, str]
) -> None:
    assert manage(env, "migrate").returncode == 0
    with playing(env) as play:
        before = [play.recorded() for _game in range(5)][-1]
        assert do(BACKUP, env) == []
        while play.recorded() < before + 10:
            pass
    played = entries(server)

    assert do(RESTORE, env) == ["docker compose stop web worker beat", "docker compose up -d"]

    back = entries(server)
    assert before <= len(back) <= len(played)
    assert back == played[: len(back)]
    assert entries(f"{server}_before") == played
    with psycopg.connect(server) as connection, pytest.raises(psycopg.errors.RestrictViolation, match="append-only"):
        connection.execute("TRUNCATE ledger_entry CASCADE")
