"""Migrate, measure, print."""

from collections.abc import Callable


def run(grown_url: str, rounds: int = 200) -> None:
    """Print every ratio of one run; a second database is at `grown_url`. Ratios, not milliseconds, can be compared."""
    import django
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    settings.ROOT_URLCONF = "tests.bench.urls"
    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("migrate", verbosity=0)

    from tests.bench import books, reading_books, tables
    from tests.bench.measuring import HEADER
    from tests.cast import assemble

    cast = assemble()
    _do_not_throttle()
    print(HEADER)
    measured: list[Callable[[], object]] = [
        lambda: tables.acts_against_a_bare_view(cast, rounds),
        lambda: tables.the_service_against_one_insert(cast, rounds),
        lambda: tables.folding_against_reading(cast, rounds // 4),
        lambda: books.posting_against_one_statement(cast, rounds),
        lambda: books.contended(cast, rounds // 10),
        lambda: reading_books.growing(cast, grown_url, rounds),
        lambda: reading_books.settling_up(rounds),
        lambda: tables.queries_of_an_act(cast),
    ]
    for measure in measured:
        for line in measure():
            print(line, flush=True)


def _do_not_throttle() -> None:
    """Six hundred writes a minute are enough for a club, and too few to measure."""
    from club.api.throttles import WriteThrottle

    WriteThrottle.rate = "100000/second"
