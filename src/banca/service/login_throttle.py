"""Slow answers to guessing: wrong passwords make the next try wait, by name and by address.

A name can be guessed at by anybody, so its waits must not keep out its owner: a browser that has logged in well before carries a
sealed cookie that says so, and is counted by itself (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
"""

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from math import ceil

from banca.house.news import PasswordTried
from banca.house.seal import CannotUnsealError, Seal
from banca.rules import Refusal
from banca.service.addresses import network_of
from banca.service.limits import ServiceLimits
from banca.service.refusals import TOO_MANY_TRIES

MOST_COUNTED = 10_000
"""Names, addresses and browsers; those who tried longest ago are forgotten first."""
MOST_NAMES = 5
"""People who share a browser and are known by it: the newest."""
LONGEST_COOKIE = 500
DEVICE = "device"
"""What the sealed text is about."""

OF_NAME, OF_ADDRESS = "wrong_passwords_of_name", "wrong_passwords_of_address"

Counted = tuple[str, str]
"""Whose tries are counted, and the limit that says how many are free."""


def _to_nobody(_: PasswordTried) -> None:
    """There is no other process to tell."""


class Guessing:
    """Counts tries; nothing here knows a password. All on the loop: what is counted before a password is looked at stays so."""

    def __init__(self, limits: ServiceLimits, seal: Seal, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits, self._seal, self._clock = limits, seal, clock
        self._tries: dict[Counted, tuple[int, float]] = {}
        self.tell: Callable[[PasswordTried], object] = _to_nobody
        """Called with each try, for the other processes of the house."""

    def of_log_in(self, name: str, address: str, cookie: str) -> tuple[Counted, ...]:
        """By what a try to log in is counted: of a known browser by that alone."""
        browser, *names = self._words(cookie)
        if name in names:
            return ((f"browser {browser} {name}", OF_NAME),)
        return (f"name {name}", OF_NAME), (f"address {network_of(address)}", OF_ADDRESS)

    def of_person(self, name: str) -> tuple[Counted, ...]:
        """By what a try is counted of somebody who has come in: no stranger can use that up."""
        return ((f"person {name}", OF_NAME),)

    def count(self, counted: tuple[Counted, ...]) -> None:
        """One more try; refused where it comes too soon. To be called before a password is looked at."""
        now = self._clock()
        wait, limit = max((self._wait(one, now), one[1]) for one in counted)
        if wait > 0:
            raise Refusal(TOO_MANY_TRIES, limit=limit, asked=ceil(wait))
        self._add(counted, now)
        self.tell(PasswordTried(counted=counted))

    def learn(self, tried: PasswordTried) -> None:
        """A password was tried in another process, or was right there."""
        if tried.is_right:
            self._take_back(tried.counted)
        else:
            self._add(tried.counted, self._clock())

    def _add(self, counted: tuple[Counted, ...], now: float) -> None:
        for one in counted:
            tries, last = self._tries.pop(one, (0, now))
            self._tries[one] = (tries + 1 if now - last < self._limits.wrong_password_seconds else 1, now)
        while len(self._tries) > MOST_COUNTED:
            self._tries.pop(next(iter(self._tries)))

    def _wait(self, counted: Counted, now: float) -> float:
        """Seconds until the next try; none below zero."""
        tries, last = self._tries.get(counted, (0, 0.0))
        over = tries - getattr(self._limits, counted[1])
        return last + min(2.0 ** min(over, 60), self._limits.wrong_password_seconds) - now if over >= 0 else 0.0

    def forgive(self, counted: tuple[Counted, ...]) -> None:
        """The password was right: the first that it is counted by starts anew, and the try is not held against the others."""
        self._take_back(counted)
        self.tell(PasswordTried(counted=counted, is_right=True))

    def _take_back(self, counted: tuple[Counted, ...]) -> None:
        first, *others = counted
        self._tries.pop(first, None)
        for one in others:
            if one in self._tries:
                tries, last = self._tries[one]
                self._tries[one] = (tries - 1, last)

    def is_known(self, name: str, cookie: str) -> bool:
        """Whether somebody has logged in well with this browser before."""
        return name in self._words(cookie)[1:]

    def cookie_for(self, name: str, cookie: str) -> str:
        """What the browser keeps from now on: its own word stays, so that nobody's log-in forgives guesses at another's password."""
        browser, *names = self._words(cookie)
        others = [one for one in names if one != name]
        return self._seal.close(" ".join([browser, name, *others[: MOST_NAMES - 1]]), about=DEVICE)

    def _words(self, cookie: str) -> list[str]:
        """A browser's own word, a new one where it has none; and who has logged in well with it."""
        if cookie and len(cookie) <= LONGEST_COOKIE:
            with suppress(CannotUnsealError):
                return self._seal.open(cookie, about=DEVICE).split()
        return [secrets.token_hex(8)]
