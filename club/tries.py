"""How often one address may try what can be guessed: join codes."""

import time
from typing import Final

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from club.errors import ClubError

A_MINUTE: Final = 60
JOIN_TRIES: Final = 10


class TooManyTries(ClubError):
    """Raised when an address tried too often; `retry_after` seconds until it may again."""

    code = "too_many_tries"
    status = 429
    sentence = _("Too many tries. Wait a minute, then try again.")


def count_join_try(request: HttpRequest) -> None:
    """Count one try of a join code by the request's address; raise TooManyTries after ten in a minute."""
    count_try(what="join", address=get_adapter().get_client_ip(request), most=JOIN_TRIES)


def count_try(*, what: str, address: str, most: int) -> None:
    """Count one try in this minute; raise TooManyTries beyond `most`. Counts nothing while the cache is away."""
    minute, second = divmod(int(time.time()), A_MINUTE)
    key = f"tries:{what}:{address}:{minute}"
    cache.add(key, 0, timeout=2 * A_MINUTE)
    if cache.incr(key) > most:
        raise TooManyTries(retry_after=A_MINUTE - second)
