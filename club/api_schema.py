"""The last touch to the OpenAPI document: the closed list of codes, the actions, an example for every operation."""

import json
from collections.abc import Iterator
from typing import Any

from club.api.problems import CODE_OF
from club.api_examples import EXAMPLES, filled
from club.errors import ClubError
from games.api.action_schema import action_schema
from games.rules.errors import RuleViolation

BASES = {"error", "rule_violation"}  # of classes that are only refined
METHODS = ("get", "post", "delete", "put", "patch")


def complete(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """Complete the document that drf-spectacular made."""
    schemas = result["components"]["schemas"]
    schemas["Action"] = action_schema()
    schemas["Problem"]["properties"]["code"]["enum"] = codes()
    for path, operations in result["paths"].items():
        for method in METHODS:
            if method in operations:
                _exemplify(path, method, operations[method])
    return result


def codes() -> list[str]:
    """Return every code that a problem can have: the doors', the club's, the books' and the rules' own."""
    ours = (*_below(ClubError), *_below(RuleViolation))
    own = {error.code for error in ours if error.__module__.split(".")[0] in {"club", "games", "ledger"}}
    return sorted((own | set(CODE_OF.values())) - BASES)


def _below(error: Any) -> Iterator[Any]:
    for kind in error.__subclasses__():
        yield kind
        yield from _below(kind)


def _exemplify(path: str, method: str, operation: dict[str, Any]) -> None:
    """Put the operation's example in: the body, and the whole request as a line of shell."""
    example = EXAMPLES[operation["operationId"]]
    body = filled(example.body, {})
    content = operation.get("requestBody", {}).get("content", {})
    if body is not None and "application/json" in content:
        content["application/json"]["example"] = body
    operation["summary"] = operation["description"].partition("\n")[0].partition(". ")[0].rstrip(".")
    operation["x-codeSamples"] = [{"lang": "Shell", "source": _curl(path, method, example, body)}]


def _curl(path: str, method: str, example: Any, body: Any) -> str:
    asked = filled(path + example.query, {"no": "1"})
    session = '-b "sessionid=$SESSION; csrftoken=$CSRF" -H "X-CSRFToken: $CSRF"'
    caller = session if example.by_session else '-H "Authorization: Bearer $TOKEN"'
    parts = [f'curl -X {method.upper()} "$CLUB{asked}"', caller]
    parts += [f'-H "{name}: {filled(value, {})}"' for name, value in example.headers.items()]
    if body is not None:
        parts += ['-H "Content-Type: application/json"', f"-d '{json.dumps(body, ensure_ascii=False)}'"]
    return " \\\n  ".join(parts)
