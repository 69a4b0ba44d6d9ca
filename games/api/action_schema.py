"""The actions of the scoresheet as JSON schema, made from the forms that the engine reads them with."""

from collections.abc import Mapping
from typing import Any, Final

from games.board.outcome import Result
from games.board.position import CHECKERS as MOST_CHECKERS
from games.rules import codecs as c
from games.rules.actions import FORMS, Form, Key
from games.rules.codecs import Codec

Schema = dict[str, Any]

NAME: Final[Schema] = {"type": "string", "description": "A player's name at this table."}
NAMES: Final[Schema] = {"oneOf": [NAME, {"type": "array", "items": NAME, "minItems": 1}]}
POINTS: Final[Schema] = {
    "oneOf": [{"type": "string", "pattern": r"^-?[0-9]+(\.(25|5|50|75|0|00))?$"}, {"type": "integer"}]
}
CHECKERS: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": MOST_CHECKERS}
SCHEMAS: Final[Mapping[Codec, Schema]] = {
    c.SEAT: NAME,
    c.NEWCOMER: {"type": "string", "description": "The name of a member of the club, or of somebody at the table."},
    c.SEATS: NAMES,
    c.RING: {"type": "array", "items": NAME, "minItems": 2},
    c.POINTS: POINTS,
    c.STAKE: POINTS,
    c.SHARES: {"type": "object", "additionalProperties": POINTS},
    c.WINNER: {"type": "string", "description": "`box`, `team`, or a name in a game of two."},
    c.DECLARED: {"type": "string", "enum": ["box", "captain"]},
    c.RESULT: {"type": "string", "enum": [str(result) for result in Result]},
    c.BORNE_OFF: {
        "type": "object",
        "additionalProperties": CHECKERS,
        "minProperties": 1,
        "description": "By the loser's name: how many of his checkers are off.",
    },
    c.CHECKERS_OFF: CHECKERS,
    c.DICE: {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 6}, "minItems": 2, "maxItems": 2},
    c.NUMBER: {"type": "integer"},
    c.TEXT: {"type": "string", "maxLength": c.LONGEST_TEXT},
    c.FLAG: {"type": "boolean"},
}
ACTIONS: Final[Schema] = {"type": "array", "items": {"$ref": "#/components/schemas/Action"}}


def action_schema() -> Schema:
    """Return the schema of one action: one of those that `do` can name."""
    return {
        "title": "Action",
        "description": "One act at a table in the words of the scoresheet; docs/rules.md says what each means.",
        "oneOf": [_one(word, form) for word, form in FORMS.items()],
    }


def _one(word: str, form: Form) -> Schema:
    keys = {key.name: _of(key) for key in form.keys}
    required = [key.name for key in form.keys if key.required]
    return {
        "title": word,
        "type": "object",
        "properties": {"do": {"const": word}, **keys},
        "required": ["do", *required],
        "additionalProperties": False,
    }


def _of(key: Key) -> Schema:
    return SCHEMAS.get(key.codec, ACTIONS)
