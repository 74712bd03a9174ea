"""The OpenAPI document is true: whatever it allows to be sent gets an answer that it describes, and never a fault of ours."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, seed
from hypothesis import settings as how_many
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.specs.openapi import checks

from banca.house.people import SESSION
from support.lanes import PATIENCE, many
from support.server import LiveService

pytestmark = [pytest.mark.server, pytest.mark.slow]
WHO = ("sofia", "ana", None)
EXAMPLES = many(1)
_OPEN = ("login", "demo/players", "demo/session", "lab/strategies", "games", "log/", "pai-kao/")
OPEN = tuple(f"/api/v1/{part}" for part in (*_OPEN, "proposals/examples", "proposals/board", "trainer/"))
"""What anybody may ask for begins so."""
STREAMS = ("GET /api/v1/tables/{table}/events", "GET /api/v1/lab/runs/{run}/events")
"""Left out here, for they do not end at once: tests/server/test_lab.py and the tests of streams read them."""
CHECKS = (
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[LiveService]:
    with LiveService(tmp_path) as found:
        found.fund("ana")
        found.open("craps-1", "craps")
        found.do("ana", "craps-1", "sit")
        yield found


def operations(service: LiveService) -> Iterator[Any]:
    described = schemathesis.openapi.from_url(f"{service.client.base_url}/schema/openapi.json")
    for one in described.get_all_operations():
        assert isinstance(one, Ok), one.err()
        if one.ok().label in STREAMS:
            continue
        yield one.ok()


def ask(service: LiveService, operation: Any, mode: GenerationMode, turn: Iterator[int]) -> None:
    """Send what the document allows, or what it does not, by one after the other; at every other time to a table that is there."""

    @seed(1)
    @how_many(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        number = next(turn)
        if number % 2 and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = "craps-1"
        who = WHO[number % len(WHO)]
        headers = {"Authorization": f"Bearer {service.people.issue(who, SESSION).token}"} if who else {}
        case.validate_response(case.call(headers=headers, timeout=PATIENCE), checks=CHECKS)

    check()


def test_whatever_the_schema_allows_gets_an_answer_that_it_describes(service: LiveService) -> None:
    asked = list(operations(service))
    assert len(asked) > 20
    faults, turn = [], count()
    for operation in asked:
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            try:
                ask(service, operation, mode, turn)
            except Unsatisfiable:
                assert mode is GenerationMode.NEGATIVE  # takes nothing that could be wrong
            except FailureGroup as fault:
                faults.append(f"{mode.name} {operation.label}: {fault.exceptions}")
    assert not faults, "\n".join(faults)
    assert service.get("ines", "/me")["role"] == "inspector"


def test_every_address_says_how_it_refuses_and_who_may_ask(service: LiveService) -> None:
    described = service.client.get("/schema/openapi.json").json()
    assert set(described["components"]["securitySchemes"]) == {"bearer", "session"}
    for path, item in described["paths"].items():
        for method, operation in item.items():
            is_open = path.startswith((*OPEN, "/health/"))
            assert bool(operation.get("security")) is not is_open, (method, path)
            if path.startswith("/api/"):
                refused = {status for status in operation["responses"] if status >= "400"}
                assert {"400", "401", "403", "503"} <= refused, (method, path)
                for status in refused:
                    assert set(operation["responses"][status]["content"]) == {"application/problem+json"}
            if "requestBody" in operation:
                assert {"413", "415"} <= set(operation["responses"]), (method, path)
