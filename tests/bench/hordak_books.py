"""Books in django-hordak, measured by who asks: it runs in an environment of its own and knows nothing of ours.

`python hordak_books.py DATABASE_URL ACCOUNTS ENTRIES`; then each line of its input, `post` or `balances`, is done and
answered with a line.
"""

import sys
from datetime import date

import dj_database_url
import django
from django.conf import settings

DAY = date(2026, 11, 27)
AMOUNTS = (50, 100, 50, 200, 50)

# As many games of six as ours has. Its triggers, which look at each leg, are left out here: only the rows matter.
FILL = """
SET session_replication_role = replica;
INSERT INTO hordak_transaction (uuid, timestamp, date, description)
SELECT gen_random_uuid(), now(), '2026-01-01', '' FROM generate_series(1, %(entries)s);
INSERT INTO hordak_leg (uuid, transaction_id, account_id, credit, debit, currency, description)
SELECT gen_random_uuid(), transaction.id, accounts[1 + (transaction.id * 7 + seat * 13) %% %(accounts)s],
       CASE WHEN seat = 0 THEN 5 END, CASE WHEN seat > 0 THEN 1 END, 'EUR', ''
FROM hordak_transaction AS transaction, generate_series(0, 5) AS seat,
     (SELECT array_agg(id ORDER BY id) AS accounts FROM hordak_account) AS known;
SET session_replication_role = origin;
"""


def main(url: str, accounts: int, entries: int) -> None:
    settings.configure(
        DATABASES={"default": dj_database_url.parse(url)},
        INSTALLED_APPS=["django.contrib.contenttypes", "mptt", "djmoney", "hordak"],
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        CURRENCIES=["EUR"],
        DEFAULT_CURRENCY="EUR",
        USE_TZ=True,
    )
    django.setup()
    books = Books(accounts, entries)
    print("ready", flush=True)
    for line in sys.stdin:
        getattr(books, line.strip())()
        print("done", flush=True)


class Books:
    """Accounts of liabilities, as members' balances are, and games of six between them."""

    def __init__(self, accounts: int, entries: int) -> None:
        from django.core.management import call_command
        from django.db import connection
        from hordak.models import Account, AccountType

        call_command("migrate", verbosity=0)
        self.accounts = [
            Account.objects.create(name=f"Member {no}", type=AccountType.liability, currencies=["EUR"])
            for no in range(accounts)
        ]
        with connection.cursor() as cursor:
            cursor.execute(FILL, {"accounts": accounts, "entries": entries})
            cursor.execute("VACUUM ANALYZE")

    def post(self) -> None:
        """Post a game of six, as hordak's documents do."""
        from django.db import transaction
        from hordak.models import Leg, Transaction
        from moneyed import Money

        winner, *losers = self.accounts[:6]
        with transaction.atomic():
            entry = Transaction.objects.create(date=DAY)
            for loser, cents in zip(losers, AMOUNTS, strict=True):
                Leg.objects.create(transaction=entry, account=loser, debit=Money(cents, "EUR"))
            Leg.objects.create(transaction=entry, account=winner, credit=Money(sum(AMOUNTS), "EUR"))

    def balances(self) -> None:
        """Read all balances by one query."""
        from hordak.models import Account

        assert len([account.balance for account in Account.objects.with_balances()]) == len(self.accounts)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
