"""What commands that print a line after another share: whoever reads may have seen enough."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def until_nobody_reads() -> Iterator[None]:
    """Print until whoever reads closes the pipe, as `head` does; what is left is nobody's to miss."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
