"""The product's settings, with a place and a database of the test run's own. Nothing touches var/.

TEST_DB=sqlite (the default) or postgres; the latter is DATABASE_URL when that is a PostgreSQL, else a cluster made
for this run. Where none can be had, SQLite is used and the tests that need PostgreSQL say that they were skipped.
"""

import atexit
import contextlib
import os
import shutil
import tempfile

from tests.servers import postgres

_lane = os.environ.get("TEST_DB", "sqlite")
_given = os.environ.pop("DATABASE_URL", "")
_directory = tempfile.mkdtemp(prefix="club-tests-")
_exit = contextlib.ExitStack()
_exit.callback(shutil.rmtree, _directory, ignore_errors=True)
atexit.register(_exit.close)

for _name in ("SECRET_KEY", "REDIS_URL", "ALLOWED_HOSTS", "SITE_URL", "EMAIL_URL", "STATIC_ROOT", "TIME_ZONE"):
    os.environ.pop(_name, None)
os.environ |= {"CLUB_MODE": "demo", "CLUB_DATA": _directory, "DATABASE_POOL": "0"}  # threads keep connections here

POSTGRES_URL = ""
WHY_NO_POSTGRES = "" if _lane == "postgres" else "needs PostgreSQL: make test-postgres"
if _lane == "postgres":
    try:
        POSTGRES_URL = _given if _given.startswith("postgres") else _exit.enter_context(postgres.cluster())
        os.environ["DATABASE_URL"] = POSTGRES_URL
    except postgres.NoPostgres as absence:
        WHY_NO_POSTGRES = str(absence)

from club.settings import *  # noqa: E402, F403
from club.settings import CACHES, DATA_DIR, DATABASES, STATIC_ROOT  # noqa: E402

STATIC_ROOT.mkdir()

if not DATABASES["default"]["ENGINE"].endswith("postgresql"):
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}  # a file: threads and workers share it

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CACHES |= {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
CELERY_BROKER_URL = "memory://"  # what is published waits for nobody; the `broker` fixture brings the real thing
