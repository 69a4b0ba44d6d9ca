"""Scoresheets written as text: one act a line, the same bytes every time, for `games.sheets` to read back."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import yaml

from games.sheets import Plain

_ONE_A_LINE: Final = "actions"
_LOOKS_LIKE_A_NUMBER: Final = re.compile(r"[-+.]?[0-9].*")


class _Writer(yaml.SafeDumper):
    """Quotes what any YAML reader, old or new, would not read as text."""


def _text(writer: _Writer, text: str) -> yaml.ScalarNode:
    style = '"' if any(mark in text for mark in "\n\r\x85\u2028\u2029") else None
    return writer.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Writer.add_representer(str, _text)
_Writer.add_implicit_resolver("tag:club,number", _LOOKS_LIKE_A_NUMBER, list("-+.0123456789"))


def write(sheet: Mapping[str, Plain]) -> str:
    """Return the sheet as YAML, its keys in the order given and each action on a line of its own."""
    return "".join(_key(key, value) for key, value in sheet.items())


def write_all(sheets: Sequence[Mapping[str, Plain]]) -> str:
    """Return several sheets as one text of several documents."""
    return "---\n".join(write(sheet) for sheet in sheets)


def _key(key: str, value: Plain) -> str:
    if key != _ONE_A_LINE or not isinstance(value, list) or not value:
        return f"{_flow(key)}: {_flow(value)}\n"
    return f"{_flow(key)}:\n" + "".join(f"- {_flow(action)}\n" for action in value)


def _flow(value: Plain) -> str:
    options: dict[str, Any] = {"default_flow_style": True, "allow_unicode": True, "sort_keys": False}
    # Inside a list, text is quoted wherever a comma or bracket could end it; the list's brackets come off.
    return str(yaml.dump([value], Dumper=_Writer, width=float("inf"), **options)).strip()[1:-1]


# ---- JSON -------------------------------------------------------------------------------------------
def write_json(sheet: Mapping[str, Plain]) -> str:
    """Return the sheet as JSON, its keys in the order given and each action on a line of its own."""
    return _json_object(sheet) + "\n"


def write_all_json(sheets: Sequence[Mapping[str, Plain]]) -> str:
    """Return several sheets as a JSON list."""
    return "[" + ",\n".join(map(_json_object, sheets)) + "]\n"


def _json_object(sheet: Mapping[str, Plain]) -> str:
    return "{" + ",\n ".join(f"{_json(key)}: {_json_value(key, value)}" for key, value in sheet.items()) + "}"


def _json_value(key: str, value: Plain) -> str:
    if key != _ONE_A_LINE or not isinstance(value, list) or not value:
        return _json(value)
    return "[\n  " + ",\n  ".join(map(_json, value)) + "]"


def _json(value: Plain) -> str:
    """Return JSON that is YAML too: what YAML would fold or refuse inside quotes is escaped."""
    text = json.dumps(value, ensure_ascii=False)
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in text)
