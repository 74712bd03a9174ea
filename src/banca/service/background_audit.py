"""The audit in the background of a server: a piece now and then, with room for everybody else between its entries."""

import time
from collections.abc import Callable
from itertools import count

from banca.house.audit import BackgroundAudit
from banca.service.metrics import AUDIT_FAULTS, AUDITED

AUDIT_SECONDS = 1.0
"""How often a piece is looked at; about 500 entries each."""
RESTS = 9
"""Looks that are left out when there was nothing to look at."""
AT_A_TIME = 10
BREATH, BUSY_BREATH = 0.001, 0.02
"""After so many entries it waits so long; longer while commands are carried out: whoever has a request goes first."""


def breathing(is_busy: Callable[[], bool]) -> Callable[[], None]:
    """A pause after some entries."""
    numbers = count(1)

    def pause() -> None:
        if not next(numbers) % AT_A_TIME:
            time.sleep(BUSY_BREATH if is_busy() else BREATH)

    return pause


class AuditPace:
    """A piece at a time; where there is none, it is a while until the next look."""

    def __init__(self, audit: BackgroundAudit) -> None:
        self._audit = audit
        self._rests = 0

    def go_on(self) -> None:
        """One piece more, where there is one."""
        if self._rests:
            self._rests -= 1
            return
        verified = self._audit.step()
        if verified is None:
            self._rests = RESTS
            return
        AUDITED.inc(verified.entries)
        AUDIT_FAULTS.set(len(self._audit.faults))
