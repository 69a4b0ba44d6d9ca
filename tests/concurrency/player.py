"""Processes that play at one table each for ever, to be killed: `python -m tests.concurrency.player`.

For each line of its input, "TABLE ACKNOWLEDGED", it forks a player and prints his process id. Each of his games is one
command under an id that follows from table and number; when it stands, he appends its number to the file ACKNOWLEDGED.
Whoever begins at the table, or meets an error, tries the first number again that is not there, as a phone would.
"""

import os
import signal
import sys
import time
from pathlib import Path
from uuid import UUID, uuid5

BOX_WINS = {"do": "end", "winner": "box", "result": "single"}
PATIENCE_S = 0.1


def main() -> None:
    import django

    django.setup()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who was killed is gone at once
    for line in sys.stdin:
        table, acknowledged = line.split()
        if (player := os.fork()) == 0:
            play_for_ever(UUID(table), Path(acknowledged))
        print(player, flush=True)


def play_for_ever(table_id: UUID, acknowledged: Path) -> None:
    from django.db import Error

    from club.supervise import die_with_parent

    die_with_parent()
    told = os.open(acknowledged, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    no = len(acknowledged.read_text().splitlines())
    while True:
        try:
            play(table_id, no)
        except Error:  # the database went away: what became of the game is not known
            begin_again()
        else:
            os.write(told, f"{no}\n".encode())
            no += 1


def play(table_id: UUID, no: int) -> None:
    from club.models import Member, Role
    from club.permissions import Door, actor_of
    from games import services
    from games.models import Table

    club = Table.objects.values_list("night__club", flat=True).get(pk=table_id)
    actor = actor_of(Member.objects.get(club=club, role=Role.ORGANISER), Door.PAGE)
    services.act(table_id=table_id, actor=actor, actions=[BOX_WINS], command_id=command(table_id, no))


def begin_again() -> None:
    from django.db import connections

    connections.close_all()
    time.sleep(PATIENCE_S)


def command(table_id: UUID, no: int) -> UUID:
    """Return the id under which a table's game of this number is played, however often it is tried."""
    return uuid5(table_id, str(no))


if __name__ == "__main__":
    main()
