"""What somebody who watches over a server asks it: is it alive, can it work, what has it counted."""

import asyncio

from litestar import Response, get
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from banca.service.authentication import STAFF, is_of_the_house, person_of
from banca.service.health import Health, HealthStatus
from banca.service.http import AnyRequest
from banca.service.metrics import REGISTRY
from banca.service.openapi import SECURITY, refuses

FORMAT = CONTENT_TYPE_LATEST.partition("; charset")[0]
"""What Prometheus reads; the framework says of every text how its letters are written."""


@get("/health/live", tags=("health",), summary="Check that the process is alive")
async def live() -> dict[str, str]:
    """Any response means that it is."""
    return {"status": "alive"}


@get(
    "/health/ready",
    tags=("health",),
    summary="Check that commands can be carried out",
    responses={
        503: ResponseSpec(
            data_container=Health, description="Commands cannot be carried out now.", generate_examples=False
        )
    },
)
async def ready(request: AnyRequest, state: State) -> Response[Health]:
    """Returns 503 while nothing can be written or the server is shutting down. The cause is shown to staff, and on this machine.

    The server tries a write every few seconds; this request makes none.
    """
    health = state.watch.health(is_draining=state.batches.is_draining)
    shown = health if is_of_the_house(request) else Health(status=health.status)
    return Response(shown, status_code=200 if health.status is HealthStatus.READY else 503)


@get(
    "/metrics",
    tags=("health",),
    summary="Get metrics",
    media_type="text/plain",
    security=SECURITY,
    responses=refuses(),
)
async def metrics(request: AnyRequest) -> Response[bytes]:
    """In Prometheus format; for staff, and on this machine if there is no proxy."""
    if not is_of_the_house(request):
        person_of(request, *STAFF)
    return Response(await asyncio.to_thread(generate_latest, REGISTRY), media_type=FORMAT)


MONITORING = (live, ready, metrics)
