"""The audit in the background of a server: a piece now and then, with room for everybody else between its entries."""

import time
from collections.abc import Callable
from itertools import count

from banca.house.audit import BackgroundAudit
from banca.server.metrics import AUDIT_FAULTS, AUDITED

AUDIT_SECONDS = 1.0
"""How often a piece is looked at; about 500 entries each."""
RESTS = 9
"""Looks that are left out when there was nothing to look at."""
RESTS_UNDER_LOAD = 59
"""Looks that are left out while many commands are carried out."""
AT_A_TIME = 10
BREATH, BREATH_UNDER_LOAD = 0.001, 0.02
"""After so many entries it waits so long: whoever has a request goes first."""

UnderLoad = Callable[[], bool]


def breathing(is_under_load: UnderLoad) -> Callable[[], None]:
    """A pause after some entries."""
    numbers = count(1)

    # A thread that computes in Python holds the interpreter: without this, players would wait for the audit.
    def pause() -> None:
        if not next(numbers) % AT_A_TIME:
            time.sleep(BREATH_UNDER_LOAD if is_under_load() else BREATH)

    return pause


class AuditPace:
    """A piece at a time; where there is none, or under load, it is a while until the next look."""

    def __init__(self, audit: BackgroundAudit, is_under_load: UnderLoad) -> None:
        self._audit = audit
        self._is_under_load = is_under_load
        self._rested = 0
        self._has_all = False
        """Whether the last look found nothing more."""

    def go_on(self) -> None:
        """One piece more, where there is one and its time has come."""
        if self._rested < (RESTS_UNDER_LOAD if self._is_under_load() else RESTS if self._has_all else 0):
            self._rested += 1
            return
        self._rested = 0
        verified = self._audit.step()
        logged = self._audit.log_step()
        self._has_all = verified is None and not logged
        if verified is not None:
            AUDITED.inc(verified.entries)
        if not self._has_all:
            AUDIT_FAULTS.set(len(self._audit.faults))
