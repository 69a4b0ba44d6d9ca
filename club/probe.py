"""Ask a running club whether it is well: `python -P club/probe.py [URL]`, exit status 0 or 1.

The standard library alone, because a container asks every few seconds.
"""

import os
import sys
import urllib.error
import urllib.request
from typing import Final

HERE: Final = "http://127.0.0.1:8000/healthz"


def is_well(url: str, timeout_s: float = 8) -> bool:
    """Return whether `url` answers 200 to a name that this site goes by."""
    request = urllib.request.Request(url, headers={"Host": name_of_the_site()})  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=timeout_s) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def name_of_the_site() -> str:
    """Return a host that ALLOWED_HOSTS allows: asked by any other name, the site answers 400."""
    first = os.environ.get("ALLOWED_HOSTS", "*").split(",")[0]
    return "localhost" if first == "*" else first.removeprefix(".")


if __name__ == "__main__":
    sys.exit(0 if is_well(sys.argv[1] if len(sys.argv) > 1 else HERE) else 1)
