"""An evening whose ids stand for the words in braces of the API's examples, and the app that answers."""

from functools import cache
from typing import Any

import schemathesis
from django.core.wsgi import get_wsgi_application
from django.test import Client

from club import services as club
from club.api_examples import EXAMPLES, filled
from games import services as games
from games.store import TableNow
from tests.cast import Cast

SCHEMA_PATH = "/api/v1/schema/?format=json"


@cache
def app_schema() -> Any:
    """Return the API's own OpenAPI document, whose cases are sent to the app in this process."""
    app = get_wsgi_application()

    def from_somewhere(environ: dict[str, Any], start_response: Any) -> Any:
        return app({"REMOTE_ADDR": "192.0.2.1", **environ}, start_response)

    return schemathesis.openapi.from_wsgi(SCHEMA_PATH, from_somewhere)


def operations(schema: Any) -> dict[str, Any]:
    found = [result.ok() for result in schema.get_all_operations()]
    return {operation.definition.raw["operationId"]: operation for operation in found}


def ids_of(cast: Cast) -> dict[str, str]:
    """Return what the words in braces mean in the cast's night; nothing was played yet."""
    table = cast.table("Anna", "Béla", "Csaba", "Dóra", "Eszter").table
    gizi, hugo = (club.add_guest(club=cast.club, name=name, actor=cast.actor()) for name in ("Gizi", "Hugó"))
    claim = club.ask_for_guest(guest_id=hugo.id, user=cast.members["Dóra"].user)
    book = games.nights.ledger.book_for(club=cast.club, currency="EUR")
    return {
        "club_id": str(cast.club.id),
        "night_id": str(cast.night.id),
        "join_code": cast.night.join_code,
        "member_id": str(cast.members["Anna"].id),
        "person_id": str(gizi.id),
        "claim_id": str(claim.id),
        "bela": str(cast.members["Béla"].id),
        "csaba": str(cast.members["Csaba"].id),
        "table_id": str(table.id),
        "board_table": str(on_board(cast).table.id),
        "book_id": str(book.id),
        "no": "1",
        "kind": "chouette",
        "preset": "amsterdam",
        "session": session_of(cast),
    }


def on_board(cast: Cast) -> TableNow:
    """Return a money game of another night: a game roll by roll, resigned, and the first dice of the next."""
    night = club.open_night(club=cast.club, actor=cast.actor())
    now = cast.table("Anna", "Béla", kind="money", currency="PTS", unit_minor=100, night=night)
    return cast.act(
        now,
        {"do": "roll", "by": "Anna", "dice": [3, 1]},
        {"do": "play", "by": "Anna", "moves": "8/5 6/5"},
        {"do": "roll", "by": "Béla", "dice": [6, 4]},
        {"do": "play", "by": "Béla", "moves": "24/18 13/10"},
        {"do": "resign", "by": "Béla", "result": "single"},
        {"do": "roll", "by": "Béla", "dice": [5, 2]},
    )


CSRF = "a" * 32


def session_of(cast: Cast) -> str:
    """Return the key of a session in which Anna is signed in."""
    browser = Client()
    browser.force_login(cast.members["Anna"].user)
    return browser.cookies["sessionid"].value


def example_case(operation: Any, name: str, ids: dict[str, str], secret: str) -> Any:
    """Return the operation's example as a request that can be sent."""
    example = EXAMPLES[name]
    query = dict(pair.split("=") for pair in filled(example.query, ids).removeprefix("?").split("&") if pair)
    words = {parameter.name for parameter in operation.path_parameters}
    headers = {key: filled(value, ids) for key, value in example.headers.items()}
    asked: dict[str, Any] = {
        "path_parameters": {word: filled(example.at.get(word, f"{{{word}}}"), ids) for word in words},
        "query": query,
        "headers": {"Authorization": f"Bearer {secret}", **headers},
    }
    if example.by_session:
        asked |= {"headers": {"X-CSRFToken": CSRF}, "cookies": {"sessionid": ids["session"], "csrftoken": CSRF}}
    if example.body is not None:
        asked |= {"body": filled(example.body, ids), "media_type": "application/json"}
    return operation.Case(**asked)
