"""The OpenAPI document is true: whatever it allows to be sent gets an answer that it describes, and never a fault of ours."""

import logging
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, seed
from hypothesis import settings as how_many
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS
from service import LiveService

WHO = ("sofia", "ana", None)
EXAMPLES = 12
STREAM = "GET /api/v1/tables/{table}/events"
"""Left out here, for it does not end: tests/test_service_streams.py reads it from a real server."""
NAMES = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
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
        if one.ok().label == STREAM:
            print(f"left out: {STREAM} does not end")  # noqa: T201
            continue
        yield one.ok()


@pytest.mark.parametrize("who", WHO)
def test_whatever_the_schema_allows_gets_an_answer_that_it_describes(service: LiveService, who: str | None) -> None:
    checks = [CHECKS.get_one(name) for name in NAMES]
    asked = list(operations(service))
    assert len(asked) > 20
    for operation in asked:
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            try:
                strategy = operation.as_strategy(generation_mode=mode)
            except Exception:
                raise
            turn = count()

            @seed(1)
            @how_many(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
            @given(case=strategy)
            def check(case: Any, turn: Iterator[int] = turn) -> None:
                if next(turn) % 2 and "table" in (case.path_parameters or {}):
                    case.path_parameters["table"] = "craps-1"
                token = service.people.issue(who, "schema").token if who else None
                headers = {"Authorization": f"Bearer {token}"} if token else {}
                answer = case.call(headers=headers, timeout=10)
                case.validate_response(answer, checks=checks)

            check()
