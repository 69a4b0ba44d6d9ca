"""Set up a PostgreSQL that really writes to disk and a Valkey, then measure and print."""

import contextlib
import os
import tempfile

from tests.servers import postgres
from tests.servers.valkey import Valkey


def main() -> None:
    with contextlib.ExitStack() as stack:
        place = stack.enter_context(tempfile.TemporaryDirectory(prefix="club-bench-"))
        cluster = stack.enter_context(postgres.cluster(fsync=True))
        valkey = Valkey()
        stack.callback(valkey.remove)
        valkey.start()
        os.makedirs(os.path.join(place, "static"))
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "club.settings",
            "CLUB_MODE": "demo",
            "CLUB_DATA": place,
            "DATABASE_URL": postgres.create_database(cluster, "bench"),
            "REDIS_URL": valkey.url,
            "LOG_LEVEL": "ERROR",
        }
        from tests.bench import report

        report.run(postgres.create_database(cluster, "grown"))


if __name__ == "__main__":
    main()
