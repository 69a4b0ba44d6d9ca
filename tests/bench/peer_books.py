"""The books against django-hordak, on the same PostgreSQL in the same run: `make bench-peers`.

Its environment is the first argument. Its process does what it is asked for line by line, so that both are measured in
turns; the way there and back is part of its time, and some 50 µs.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.measuring import HEADER, Ratio, Work, in_turns, ratio
from tests.servers import postgres

SCRIPT = Path(__file__).with_name("hordak_books.py")
ENTRIES = 100_000
ROUNDS = 40


def main(python: str) -> None:
    with contextlib.ExitStack() as stack:
        place = stack.enter_context(tempfile.TemporaryDirectory(prefix="club-bench-"))
        cluster = stack.enter_context(postgres.cluster(fsync=True))
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "club.settings",
            "CLUB_MODE": "demo",
            "CLUB_DATA": place,
            "DATABASE_URL": postgres.create_database(cluster, "ours"),
            "LOG_LEVEL": "ERROR",
        }
        print(HEADER)
        for line in _measured(python, postgres.create_database(cluster, "hordak")):
            print(line, flush=True)


def _measured(python: str, url: str) -> Iterator[Ratio]:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from ledger.totals import net_balances
    from tests.bench.grown import MEMBERS
    from tests.bench.reading_books import Posts
    from tests.cast import assemble

    ours = Posts(assemble(), "EUR", ENTRIES)
    with _hordak(python, url, MEMBERS) as (post, balances):
        yield ratio("posting an entry for six people : django-hordak", in_turns(ours.post, post, rounds=ROUNDS), 1)
        read = in_turns(lambda: net_balances(ours.book), balances, rounds=ROUNDS // 4, warm_up=1)
        yield ratio(f"{MEMBERS} balances after {ENTRIES:,} entries : django-hordak", read, 1 / 20)


@contextlib.contextmanager
def _hordak(python: str, url: str, accounts: int) -> Iterator[tuple[Work, Work]]:
    command = [python, str(SCRIPT), url, str(accounts), str(ENTRIES)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"

        def asking(word: str) -> Work:
            def ask() -> None:
                process.stdin.write(f"{word}\n")
                process.stdin.flush()
                assert process.stdout.readline() == "done\n"

            return ask

        yield asking("post"), asking("balances")
        process.stdin.close()


if __name__ == "__main__":
    main(sys.argv[1])
