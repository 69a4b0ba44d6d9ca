"""What text is: characters that every database keeps and every page can write."""


def is_text(written: str) -> bool:
    """Tell whether a string has neither a zero character nor half a character in it."""
    return "\0" not in written and not any("\ud800" <= letter <= "\udfff" for letter in written)


def is_all_text(value: object) -> bool:
    """Tell the same of every string, keys too, in a value read from JSON."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += [*one.keys(), *one.values()]
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str) and not is_text(one):
            return False
    return True
