"""HEAD wherever GET is: the status and headers of GET, and no body (RFC 9110, 9.3.2)."""

import re
from pathlib import Path

import httpx
import pytest

from service import LiveService, Service

OF_ITS_OWN = {"x-request-id", "date", "transfer-encoding"}
"""What differs between two answers, and what says how a body is sent."""
GROWS = "/metrics"
"""Longer with every answer that is counted."""
OF_EVERY_KIND = (
    "/",
    "/login",
    "/rules/craps",
    "/health/live",
    "/health/ready",
    GROWS,
    "/schema",
    "/api/v1/me",
    "/api/v1/games",
    "/api/v1/tables/craps-1",
    "/api/v1/tables/craps-1/events",
    "/api/v1/tables/craps-1/journal",
    "/api/v1/journal",
    "/api/v1/tables/none",
    "/house",
    "/nothing/here",
)
"""Pages, data, streams that would not end, exports, a redirection, refusals."""


def kept(answer: httpx.Response) -> list[tuple[str, str]]:
    """Status and headers that must be alike."""
    left_out = OF_ITS_OWN | ({"content-length"} if answer.url.path == GROWS else set())
    return [(":status", str(answer.status_code))] + [
        one for one in answer.headers.multi_items() if one[0] not in left_out
    ]


@pytest.mark.server
def test_head_is_answered_as_get_and_ends_at_once(tmp_path: Path) -> None:
    with LiveService(tmp_path) as service:
        service.open("craps-1", "craps")
        headers = {"Authorization": f"Bearer {service.tokens['ines']}"}
        (static,) = re.findall(r"/static/[0-9a-f]+/app\.css", service.client.get("/").text)
        for path in (*OF_EVERY_KIND, static):
            with service.client.stream("GET", path, headers=headers) as get:
                pass
            head = service.client.head(path, headers=headers)
            assert kept(head) == kept(get), path
            assert not head.content
        assert service.client.head("/health/live").status_code == 200  # on a connection that was kept


def test_head_of_what_can_only_be_done_says_what_is_possible(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        answer = service.client.head("/api/v1/commands")
        assert (answer.status_code, answer.content) == (405, b"")
        assert set(answer.headers["allow"].split(", ")) == {"POST", "OPTIONS"}
        wrong = service.client.post("/health/live").headers["allow"]
        assert set(wrong.split(", ")) == {"GET", "HEAD", "OPTIONS"}
