"""One example for every operation of the API: shown in OpenAPI, and run by a test, in this order.

Words in braces stand for ids: OpenAPI shows sample ones, the test puts in those of its own evening.
"""

from dataclasses import dataclass, field
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Example:
    """What to send, and the status of the answer. `by_session`: no token can do it, only the site's session.

    `at` says which thing of the evening a word of the path stands for, where it is not the usual one.
    """

    status: int = 200
    body: Any = None
    query: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    by_session: bool = False
    at: dict[str, str] = field(default_factory=dict)


def _keyed(name: str, status: int = 201, body: Any = None) -> Example:
    return Example(status, body, headers={"Idempotency-Key": name})


DOUBLE: Final = {"do": "double", "by": "Anna", "to": ["Béla", "Csaba"]}
ANSWERS: Final = [{"do": "take", "by": "Béla", "value": 2}, {"do": "drop", "by": "Csaba", "value": 2}]
END: Final = {"do": "end", "winner": "team", "result": "gammon"}
SHEET: Final = {
    "scoresheet": 1,
    "id": "friday-3",
    "kind": "chouette",
    "players": ["Anna", "Béla", "Csaba"],
    "actions": [END],
}

ON_BOARD: Final = {"table_id": "{board_table}"}
"""The table at which games are recorded roll by roll."""

EXAMPLES: Final[dict[str, Example]] = {
    "me": Example(),
    "tokens": Example(),
    "make_token": Example(201, {"name": "Score app", "scopes": ["read", "score"]}, by_session=True),
    "revoke_token": Example(),
    "clubs": Example(),
    "club": Example(),
    "members": Example(query="?club={club_id}&limit=20"),
    "add_member": Example(201, {"name": "Zoltán", "email": "zoltan@example.org", "role": "member"}),
    "member": Example(),
    "nights": Example(),
    "open_night": Example(201, {"title": "Friday chouette", "date": "2026-12-04"}),
    "night": Example(),
    "ask_to_join": Example(201, {"join_code": "{join_code}", "name": "Gyula"}),
    "attend": Example(201, {"member": "{member_id}"}),
    "attendances": Example(),
    "guest_link": Example(201),
    "grant_claim": Example(),
    "claim_guest": Example(201),
    "claims": Example(query="?club={club_id}"),
    "refuse_claim": Example(),
    "retire": Example(),
    "restore": Example(),
    "merge_members": Example(body={"into": "{bela}", "reason": "He forgot that he has an account"}),
    "member_events": Example(),
    "unmerge_member": Example(body={"reason": "Two of the same name after all"}),
    "give_account": Example(201, {"email": "gizi@example.org", "role": "member"}),
    "mentions": Example(),
    "anonymise_member": Example(body={"redact": []}),
    "presets": Example(),
    "save_house_rules": Example(201, {"name": "Fridays", "settings": {"preset": "rotterdam", "max_players": 7}}),
    "house_rules_schema": Example(),
    "one_preset": Example(),
    "house_rules": Example(),
    "compare_house_rules": Example(query="?one=chouette-rotterdam&other={rules_id}"),
    "one_house_rules": Example(),
    "open_table": Example(
        201,
        {
            "night": "{night_id}",
            "kind": "chouette",
            "players": ["{member_id}", "{bela}", "{csaba}"],
            "stake": {"unit": "0.50", "currency": "EUR"},
            "rules": {"preset": "individual", "animals": 2},
        },
    ),
    "tables": Example(query="?night={night_id}"),
    "table": Example(),
    "promise_dice": Example(201),
    "dice_promised": Example(),
    "throw_dice": Example(
        201,
        {
            "command_id": "0192f0c1-7c3e-7d7a-9d60-0a3c5d1f2b43",
            "expected_version": 0,
            "by": ["Anna"],
            "word": "4711",
        },
    ),
    "throws": Example(query="?limit=50"),
    "act": Example(
        201,
        {
            "command_id": "0192f0c1-7c3e-7d7a-9d60-0a3c5d1f2b44",
            "expected_version": 1,
            "actions": [DOUBLE, *ANSWERS, END],
        },
    ),
    "actions": Example(query="?limit=50"),
    "games": Example(),
    "scoresheet": Example(query="?format=yaml"),
    "scoresheets": Example(query="?format=json"),
    "import_scoresheets": Example(201, [SHEET]),
    "legal_plays": Example(at=ON_BOARD),
    "game_board": Example(at=ON_BOARD),
    "mat": Example(at=ON_BOARD),
    "position": Example(body={"id": "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10"}),
    "stream": Example(headers={"Last-Event-ID": "4"}),
    "suggested_split": Example(),
    "split_table": Example(
        201,
        {
            "command_id": "0192f0c1-7c3e-7d7a-9d60-0a3c5d1f2b45",
            "movers": ["{bela}", "{csaba}"],
            "rolls": [{"{bela}": 6, "{csaba}": 6}, {"{bela}": 9, "{csaba}": 4}],
        },
    ),
    "join_tables": Example(201, {"command_id": "0192f0c1-7c3e-7d7a-9d60-0a3c5d1f2b46", "table": "{other_id}"}),
    "standings": Example(),
    "close_night": _keyed("close-{night_id}"),
    "books": Example(),
    "book": Example(),
    "entries": Example(query="?book={book_id}"),
    "statement": Example(query="?book={book_id}&from=2026-01-01"),
    "export_book": Example(query="?format=csv&from=2026-01-01"),
    "export_statement": Example(query="?book={book_id}"),
    "adjust": _keyed(
        "adjust-1", body={"source": "{bela}", "target": "house", "amount": "2.50", "reason": "a drink from the bar"}
    ),
    "take_back_entry": _keyed("back-2", body={"reason": "it was on the house"}),
    "bring_balances": _keyed(
        "openings-1",
        body={
            "balances": [{"member": "{bela}", "amount": "24.70"}, {"member": "{csaba}", "amount": "-24.70"}],
            "date": "2026-01-01",
        },
    ),
    "close_period": _keyed("month-1", body={"end_date": "2026-01-31"}),
    "periods": Example(),
    "make_settlement_plan": _keyed("plan-{night_id}", body={"book": "{book_id}", "night": "{night_id}"}),
    "settlement_plans": Example(query="?book={book_id}&night={night_id}"),
    "settlement_plan": Example(),
    "claim_payment": _keyed("claim-1"),
    "unclaim_payment": Example(),
    "confirm_payment": _keyed("confirm-1"),
    "take_back_confirmation": _keyed("back-1", body={"reason": "the transfer bounced"}),
    "pay_a_part": Example(201, {"amount": "0.20"}, headers={"Idempotency-Key": "part-1"}),
    "confirm_all_payments": _keyed("all-{plan_id}"),
    "void_payment": _keyed("void-1", body={"reason": "settled with the next night"}),
    "reopen_night": _keyed("reopen-{night_id}", body={"reason": "one game was entered wrong"}),
}
SAMPLE_ID: Final = "0192f0c0-5a1e-7b31-8c55-6f0e2d9a7c10"
SAMPLES: Final = {
    "join_code": "KRUPGA",
    "no": "1",
    "kind": "chouette",
    "preset": "amsterdam",
    "bela": "0192f0c0-5a1e-7b31-8c55-6f0e2d9a7c11",
    "csaba": "0192f0c0-5a1e-7b31-8c55-6f0e2d9a7c12",
}


def filled(template: Any, values: dict[str, str]) -> Any:
    """Return the template with ids for the words in braces; a word without a value gets a sample."""
    match template:
        case str():
            return _filled_text(template, values)
        case dict():
            return {_filled_text(key, values): filled(value, values) for key, value in template.items()}
        case list():
            return [filled(value, values) for value in template]
        case _:
            return template


def _filled_text(text: str, values: dict[str, str]) -> str:
    class Known(dict[str, str]):
        def __missing__(self, word: str) -> str:
            return SAMPLES.get(word, SAMPLE_ID)

    return text.format_map(Known(values)) if "{" in text else text
