"""The OpenAPI document: fresh, complete, and true of what the API answers."""

import io
import json
from pathlib import Path

import pytest
import yaml
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from club.api.throttles import WriteThrottle
from club.api_examples import EXAMPLES
from club.api_schema import METHODS, codes
from tests.api.conftest import caller
from tests.api.evening import app_schema, example_case, ids_of, operations

COMMITTED = Path(__file__).parents[2] / "docs" / "openapi.yaml"
CONFORMS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
LIVE = "stream"  # it never ends; tests/api/test_stream.py listens to it


@pytest.fixture(autouse=True)
def _requests_keep_the_tests_connection():
    """As Django's own test client does: a request must not close the connection that holds the test's data."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def document():
    return yaml.safe_load(COMMITTED.read_text())


def every_operation(document):
    return [
        (path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]


def test_the_committed_document_is_what_the_code_makes():
    made = io.StringIO()
    call_command("spectacular", stdout=made, validate=True, fail_on_warn=True)
    assert made.getvalue().strip() == COMMITTED.read_text().strip(), (
        "stale: manage.py spectacular --file docs/openapi.yaml"
    )


def test_it_is_openapi_3_1_and_every_path_is_versioned(document):
    assert document["openapi"].startswith("3.1")
    assert all(path.startswith("/api/v1/") for path in document["paths"])


def test_every_operation_is_described_with_an_example_and_its_problems(document):
    for path, method, operation in every_operation(document):
        where = f"{method} {path}"
        assert operation["description"], where
        assert operation["summary"], where
        assert operation["x-codeSamples"][0]["source"].startswith("curl "), where
        assert "application/problem+json" in operation["responses"]["default"]["content"], where


def test_the_examples_are_those_of_the_operations_and_no_others(document):
    names = [operation["operationId"] for _path, _method, operation in every_operation(document)]
    assert sorted(names) == sorted(EXAMPLES)


def test_codes_are_a_closed_list_in_the_document(document):
    assert document["components"]["schemas"]["Problem"]["properties"]["code"]["enum"] == codes()
    assert {"malformed", "not_found", "stale_version", "not_your_cube", "soft_answer_order"} <= set(codes())


def test_no_schema_knows_a_float(document):
    def walk(node):
        if isinstance(node, dict):
            assert node.get("type") != "number", node
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk(document)


def test_every_example_does_what_it_says_and_its_answer_is_as_described(cast):
    """In the order of the examples, which is that of an evening; each answer is checked, and the books at the end."""
    schema, ids = app_schema(), ids_of(cast)
    known, secret = operations(schema), caller(cast.members["Anna"]).secret
    for name, example in EXAMPLES.items():
        if name == LIVE:
            continue
        case = example_case(known[name], name, ids, secret)
        response = case.call()
        assert response.status_code == example.status, (name, response.text)
        case.validate_response(response, checks=CONFORMS)
        ids |= learnt(name, response)
    call_command("check_books")


def learnt(name, response):
    """What later examples need to know."""
    made = {
        "claim_guest": "claim_id",
        "save_house_rules": "rules_id",
        "make_settlement_plan": "plan_id",
        "adjust": "entry_id",
        "make_token": "token_id",
    }
    if name == "split_table":
        return {"other_id": response.json()["other"]["id"]}
    return {made[name]: response.json()["id"]} if name in made else {}


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in EXAMPLES if name != LIVE])
def test_however_much_is_sent_it_is_answered_as_described_and_never_crashes(cast, name):
    sent_at_random(cast, name, examples=200)


def sent_at_random(cast, name, *, examples):
    schema, ids = app_schema(), ids_of(cast)
    operation, secret = operations(schema)[name], caller(cast.members["Anna"]).secret
    strange = {"deadline": None, "database": None, "suppress_health_check": list(HealthCheck)}

    @settings(max_examples=examples, derandomize=True, **strange)
    @given(case=operation.as_strategy(), real=st.booleans())
    def send(case, real):
        if real:
            case.path_parameters = {**(case.path_parameters or {}), **known_of(case, ids)}
        response = case.call(headers={"Authorization": f"Bearer {secret}"})
        case.validate_response(response, checks=CONFORMS)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WriteThrottle, "rate", "100000/min")
        send()


def known_of(case, ids):
    return {word: ids[word] for word in (case.path_parameters or {}) if word in ids}


def test_the_documentation_page_needs_no_script_of_its_own(client):
    page = client.get("/api/docs/")
    assert page.status_code == 200
    html = page.content.decode()
    assert "<style" not in html
    assert all("src=" in tag for tag in html.split("<script")[1:])
    assert "http://" not in html
    assert "https://" not in html
    script = client.get("/api/docs/?script=")
    assert script["Content-Type"].startswith("application/javascript")
    assert json.loads(client.get("/api/v1/schema/?format=json").content)["openapi"].startswith("3.1")
