"""A process that plays on: it records game after game, and says each when it is in the database."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator, Mapping

from tests.servers.product import ROOT

SCRIPT = """
import django
django.setup()
from tests.cast import assemble
from ledger.models import Book
cast = assemble()
table = cast.table()
while True:
    table = cast.act(table, {"do": "end", "winner": "box", "result": "single"})
    print(Book.objects.get().head_seq, flush=True)
"""


class Playing:
    """Games being played; `recorded()` waits for the next one and returns how many are in the books."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def recorded(self) -> int:
        line = self._process.stdout.readline()
        assert line, f"play ended with {self._process.wait()}"
        return int(line)


@contextlib.contextmanager
def playing(env: Mapping[str, str]) -> Iterator[Playing]:
    """Play on the migrated, empty database of `env` until the block ends."""
    process = subprocess.Popen([sys.executable, "-c", SCRIPT], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)
    try:
        yield Playing(process)
        assert process.poll() is None, "nobody played until the end"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def manage(env: Mapping[str, str], *command: object) -> subprocess.CompletedProcess[str]:
    """Run `manage.py` and return what it said."""
    asked = [sys.executable, "manage.py", *(str(part) for part in command)]
    return subprocess.run(asked, cwd=ROOT, env=env, capture_output=True, text=True)
