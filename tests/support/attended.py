"""A service whose croupiers look round when they are told to."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from banca.service.attendants import Attendants
from service import TEMPO, Service

PAI_KAO = "demo-pai-kao"
PACE = TEMPO.pace
MOST_LOOKS = 5000
"""More looks round the tables than any round here takes, however long the dice make it."""


class Attended:
    """A service whose croupiers look round when they are told to."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.attendants: Attendants = service.app.state.attendants

    def look(self, times: int = 1) -> None:
        """Look round after a quiet time, so often."""
        for _ in range(times):
            self.service.ticks.move(PACE)
            self.attendants.go_round()

    def look_until(self, done: Callable[..., Any]) -> Any:
        for _ in range(MOST_LOOKS):
            if found := done():
                return found
            self.look()
        raise AssertionError(done)

    def view(self, table: str, who: str = "ana") -> Any:
        return self.service.get(who, f"/tables/{table}")["view"]


@contextmanager
def at_pai_kao(folder: Path) -> Iterator[Attended]:
    """The demo, with ana at gate 1."""
    with Service(folder, demo=True) as service:
        service.fund("ana")
        service.do("ana", PAI_KAO, "sit", gate=1)
        yield Attended(service)
