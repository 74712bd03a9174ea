"""Every limit of the service in one table, each with its reason; and the counters that keep them: rates, places at once, wrong passwords, threads."""

import asyncio
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, fields, replace
from math import ceil, inf, isfinite
from typing import Any, ParamSpec, TypeVar

from banca.house.messages import LimitCounted, PasswordTried
from banca.house.people import KeyLifetimes
from banca.house.seal import CannotUnsealError, Seal
from banca.rules import Code, Refusal, _, refusal
from banca.rules.refusal import UNKNOWN_VALUE
from banca.server.addresses import network_of
from banca.server.problems import TOO_BUSY, TOO_MANY_TRIES, TOO_OFTEN

LIMIT_NOT_WHOLE = refusal("limit_not_whole", _("{limit} cannot be {asked}: it must be a whole number above 0"))
LIMIT_NOT_ABOVE_ZERO = refusal(
    "limit_not_above_zero", _("{limit} cannot be {asked}: it must be a number of seconds above 0")
)

Figure = TypeVar("Figure", int, float)
STAY = KeyLifetimes()
"""How long keys are good unless it is set otherwise."""


def limit(default: Figure, why: str) -> Figure:
    """A row of the table: what holds unless it is set otherwise, and why just that."""
    row: Figure = field(default=default, metadata={"why": why})
    return row


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceLimits:
    """Names end in what they count: bytes, seconds (by the clock unless it says otherwise), of one person or address, a minute.

    An address is a machine's in IPv4 and a line's (/64) in IPv6. What is counted in a minute may come all at once.
    """

    # What may be sent
    head_bytes: int = limit(
        16_384, "a browser sends 1 to 4 kB of address and headers; behind a proxy its own limit holds"
    )
    body_bytes: int = limit(65_536, "the longest command has 2 kB")
    file_bytes: int = limit(1_048_576, "of a proposal's file with its tables written out")
    token_letters: int = limit(100, "our own keys have 43")

    # Connections, streams and long answers
    connections: int = limit(10_000, "a process holds that many with 32 kB each, if it may open that many files")
    keep_alive_seconds: float = limit(
        30.0, "between two requests on one connection; a page that is being read sends none"
    )
    streams_of_person: int = limit(12, "two screens with six tables each")
    streams_of_address: int = limit(200, "a casino floor may share one address")
    replayed_entries: int = limit(
        2_000, "what a player's page reads again after a night; older entries are for inspectors"
    )
    replays_of_person_minute: int = limit(
        30, "a page that loses its connection every other second; entries in memory, or in one read, do not count"
    )
    exports: int = limit(4, "exports and audits read in threads and on connections of their own: so many of each")
    exports_of_person: int = limit(2, "one to keep and one to look at")
    export_seconds: float = limit(600.0, "a million entries take 10 seconds to write and minutes to send")
    stalled_seconds: float = limit(
        30.0,
        "a client that takes less than 50 kB of a stream or an export in that time has gone, or reads less than 2 kB a second",
    )

    # How often
    commands_of_person_minute: int = limit(600, "ten a second: a table of chips placed one by one")
    guests_of_address_minute: int = limit(20, "a class that opens the demo together")
    chips_of_guest_hour: int = limit(1, "more play money for a guest of the demo who has next to none left")
    drafts_of_person_minute: int = limit(120, "a check on every stop of the typing")
    dossiers_of_person_minute: int = limit(20, "each takes seconds of a processor")
    runs_of_person_minute: int = limit(40, "a slider that is moved")
    log_reads_of_address_minute: int = limit(
        1_200, "a monitor reads a log of a million entries within seven minutes, and casino floors share an address"
    )
    exercises_of_person_minute: int = limit(120, "one every half second, or its answers")

    # Wrong passwords
    wrong_passwords_of_name: int = limit(5, "ordinary typing errors; after that each one doubles the wait")
    wrong_passwords_of_address: int = limit(20, "a shift that logs in together; after that as above")
    wrong_password_seconds: float = limit(300.0, "the longest wait: 105,000 guesses at a name in a year")

    # Waiting
    passwords_waiting: int = limit(
        32, "a class that logs in together; at 0.1 s each nobody waits longer than two seconds"
    )
    passwords_at_once: int = limit(2, "each takes 64 MB, and a flood of log-ins leaves processors to the tables")
    passwords_of_person: int = limit(
        4, "one person who logs in from several known browsers; more fill the queue for others"
    )
    computed_waiting: int = limit(64, "at 50 ms each nobody waits longer than three seconds")
    computed_of_person: int = limit(16, "a page requests eight at once; nobody fills the queue alone")
    commands_waiting: int = limit(20_000, "two seconds of writing at 10,000 a second")
    drafts_waiting: int = limit(12, "people whose proposals are being computed; each takes seconds of a processor")
    runs_waiting: int = limit(8, "simulations of everybody; each takes up to a minute")
    runs_of_person: int = limit(2, "one that runs and one that waits")
    runs_kept: int = limit(50, "of everybody, when they are over: each report has 100 kB")
    runs_kept_of_person: int = limit(10, "those of an afternoon")
    run_bytes: int = limit(2_000_000, "of a run's figures in the store; those of two strategies have 100 kB")
    run_kept_seconds: float = limit(86_400.0, "until the next day: its report can be taken home")

    # How long something may take
    run_seconds: float = limit(60.0, "for a simulation of the lab, from its first block on; then it is cut short")
    file_seconds: float = limit(4.0, "of the processor's time for a proposal to run, and then for its exact figures")
    check_seconds: float = limit(15.0, "for the check of a proposal as a whole")
    dossier_seconds: float = limit(90.0, "for a dossier as a whole, the simulation's compiling included")

    # How long somebody stays
    session_seconds: float = limit(STAY.session, "a shift with its breaks")
    idle_staff_seconds: float = limit(STAY.idle_staff, "anybody can use a screen left alone")
    idle_player_seconds: float = limit(STAY.idle_player, "a player who watches a table without betting is still there")
    tokens_of_person: int = limit(STAY.tokens, "a name for each program")

    @property
    def stay(self) -> KeyLifetimes:
        """How long keys are good."""
        return KeyLifetimes(
            session=self.session_seconds,
            idle_staff=self.idle_staff_seconds,
            idle_player=self.idle_player_seconds,
            tokens=self.tokens_of_person,
        )


def rows() -> Iterator[tuple[str, float, str]]:
    """Each limit: its name, what it is unless it is set, and why."""
    for row in fields(ServiceLimits):
        default: Any = row.default
        yield row.name, default, row.metadata["why"]


def with_settings(limits: ServiceLimits, settings: list[str]) -> ServiceLimits:
    """The limits with some of them set, each as NAME=VALUE; refused where there is no such limit, or it cannot be that.

    >>> with_settings(ServiceLimits(), ["connections=50", "stalled_seconds=2.5"]).connections
    50
    """
    known = {name: type(figure) for name, figure, _ in rows()}
    chosen: dict[str, Any] = {}
    for setting in settings:
        name, _, written = (part.strip() for part in setting.partition("="))
        if name not in known:
            raise Refusal(UNKNOWN_VALUE, option="--limit", asked=name, allowed=sorted(known))
        chosen[name] = _figure(name, written, known[name])
    return replace(limits, **chosen)


def _figure(name: str, written: str, kind: type[float]) -> float:
    """A number above zero, whole where one counts."""
    try:
        figure = kind(written)
    except ValueError:
        figure = kind(0)
    if figure <= 0 or not isfinite(figure):
        needed = LIMIT_NOT_WHOLE if kind is int else LIMIT_NOT_ABOVE_ZERO
        raise Refusal(needed, asked=written, limit=name)
    return figure


MINUTE, HOUR = 60.0, 3600.0
ROUNDING = 0.001
"""Of what grows back one by one, so little is an error of rounding."""
MOST_COUNTED = 10_000
"""People or addresses; those who asked longest ago are forgotten first."""


# Not the library `limits`: its moving window lets a burst through and then nothing for a minute, where tokens grow back one by one here; it
# reads the time itself, and knows no way to take "up to n" or to hear what another process has counted.
class Rate:
    """So many a minute, or in another time, of one person or address: all at once, and then one by one as they grow back.

    Processes of one house tell each other what they have counted (lifespan.py).
    """

    def __init__(
        self,
        limits: ServiceLimits,
        limit: str,
        clock: Callable[[], float] = time.monotonic,
        *,
        seconds: float = MINUTE,
        refused: Code = TOO_OFTEN,
    ) -> None:
        self._limit, self._most, self._clock = limit, getattr(limits, limit), clock
        self._seconds, self._refused = seconds, refused
        self._each = seconds / self._most if self._most else inf
        self._whole_at: OrderedDict[str, float] = OrderedDict()
        """When nothing will be held against somebody any more."""
        self._untold: Counter[str] = Counter()
        """What was counted here since other processes were last told."""

    @property
    def limit(self) -> str:
        """Its name."""
        return self._limit

    def check(self, who: str) -> None:
        """Count one, or refuse it until one has grown back."""
        if not self.take(who, 1):
            raise self.refusal(who)

    def take(self, who: str, wanted: int) -> int:
        """Count as many as there may be, of those that are wanted; how many these are."""
        now, each = self._clock(), self._each
        # A token bucket in one number: the moment at which the bucket is full again. Each token taken moves it on by what one takes to grow back.
        held = max(self._whole_at.get(who, now), now)
        # More than the bucket holds: only as many as fit below "full within `seconds`".
        if held + (wanted - ROUNDING) * each > now + self._seconds:
            wanted = max(int((now + self._seconds - held) / each + ROUNDING), 0)
        if wanted:
            self._untold[who] += wanted
            self._hold(who, held + wanted * each)
        return wanted

    def refusal(self, who: str) -> Refusal:
        """That there may be no more, and when one has grown back."""
        now, each = self._clock(), self._each
        wait = max(self._whole_at.get(who, now), now) + each - now - self._seconds
        return Refusal(self._refused, limit=self._limit, allowed=self._most, seconds=max(ceil(wait), 1))

    def learn(self, counted: LimitCounted) -> None:
        """So many were counted in another process: they are held against the same people here."""
        now, each = self._clock(), self._each
        for who, times in counted.each.items():
            self._hold(who, max(self._whole_at.get(who, now), now) + times * each)

    def untold(self) -> LimitCounted | None:
        """What was counted here since this was last asked, for the other processes; None where nothing was."""
        untold, self._untold = self._untold, Counter()
        return LimitCounted(limit=self._limit, each=dict(untold)) if untold else None

    def _hold(self, who: str, whole_at: float) -> None:
        self._whole_at[who] = whole_at
        # The oldest first, so that the bound below forgets those who asked longest ago.
        self._whole_at.move_to_end(who)
        while len(self._whole_at) > MOST_COUNTED:
            self._whole_at.popitem(last=False)


MOST_THROTTLED = 10_000
"""Names, addresses and browsers; those who tried longest ago are forgotten first."""
MOST_NAMES = 5
"""People who share a browser and are known by it: the newest."""
LONGEST_COOKIE = 500
DEVICE = "device"
"""What the sealed text is about."""

OF_NAME, OF_ADDRESS = "wrong_passwords_of_name", "wrong_passwords_of_address"

ThrottleKey = tuple[str, str]
"""Whose tries are counted, and the limit that says how many are free."""


def _to_nobody(_: PasswordTried) -> None:
    """There is no other process to tell."""


class LoginThrottle:
    """Counts tries; nothing here knows a password. All on the loop: what is counted before a password is looked at stays so."""

    def __init__(self, limits: ServiceLimits, seal: Seal, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits, self._seal, self._clock = limits, seal, clock
        self._tries: dict[ThrottleKey, tuple[int, float]] = {}
        self.tell: Callable[[PasswordTried], object] = _to_nobody
        """Called with each try, for the other processes of the house."""

    def of_log_in(self, name: str, address: str, cookie: str) -> tuple[ThrottleKey, ...]:
        """By what a try to log in is counted: of a known browser by that alone."""
        # Not by name or address then: strangers who guess at a name, or share an address, cannot lock this browser out.
        browser, *names = self._words(cookie)
        if name in names:
            return ((f"browser {browser} {name}", OF_NAME),)
        return (f"name {name}", OF_NAME), (f"address {network_of(address)}", OF_ADDRESS)

    def of_person(self, name: str) -> tuple[ThrottleKey, ...]:
        """By what a try is counted of somebody who has come in: no stranger can use that up."""
        return ((f"person {name}", OF_NAME),)

    def count(self, counted: tuple[ThrottleKey, ...]) -> None:
        """One more try; refused where it comes too soon. To be called before a password is looked at."""
        now = self._clock()
        wait, limit = max((self._wait(key, now), key[1]) for key in counted)
        if wait > 0:
            raise Refusal(TOO_MANY_TRIES, limit=limit, asked=ceil(wait))
        # Counted before the password is looked at: tries that are made at once are all counted before one of them is answered.
        self._add(counted, now)
        self.tell(PasswordTried(counted=counted))

    def learn(self, tried: PasswordTried) -> None:
        """A password was tried in another process, or was right there."""
        if tried.is_right:
            self._take_back(tried.counted)
        else:
            self._add(tried.counted, self._clock())

    def _add(self, counted: tuple[ThrottleKey, ...], now: float) -> None:
        for key in counted:
            tries, last = self._tries.pop(key, (0, now))
            self._tries[key] = (tries + 1 if now - last < self._limits.wrong_password_seconds else 1, now)
        while len(self._tries) > MOST_THROTTLED:
            self._tries.pop(next(iter(self._tries)))

    def _wait(self, counted: ThrottleKey, now: float) -> float:
        """Seconds until the next try; none below zero."""
        tries, last = self._tries.get(counted, (0, 0.0))
        over = tries - getattr(self._limits, counted[1])
        # Each try beyond the free ones doubles the wait.
        return last + min(2.0 ** min(over, 60), self._limits.wrong_password_seconds) - now if over >= 0 else 0.0

    def forgive(self, counted: tuple[ThrottleKey, ...]) -> None:
        """The password was right: the first that it is counted by starts anew, and the try is not held against the others."""
        self._take_back(counted)
        self.tell(PasswordTried(counted=counted, is_right=True))

    def _take_back(self, counted: tuple[ThrottleKey, ...]) -> None:
        # The name starts anew; the address keeps its other tries, or one good log-in would free a guesser who has an account.
        first, *others = counted
        self._tries.pop(first, None)
        for other in others:
            if other in self._tries:
                tries, last = self._tries[other]
                self._tries[other] = (tries - 1, last)

    def is_known(self, name: str, cookie: str) -> bool:
        """Whether somebody has logged in well with this browser before."""
        return name in self._words(cookie)[1:]

    def cookie_for(self, name: str, cookie: str) -> str:
        """What the browser keeps from now on: its own word stays, so that nobody's log-in forgives guesses at another's password."""
        browser, *names = self._words(cookie)
        others = [other for other in names if other != name]
        return self._seal.close(" ".join([browser, name, *others[: MOST_NAMES - 1]]), about=DEVICE)

    def _words(self, cookie: str) -> list[str]:
        """A browser's own word, a new one where it has none; and who has logged in well with it."""
        if cookie and len(cookie) <= LONGEST_COOKIE:
            with suppress(CannotUnsealError):
                return self._seal.open(cookie, about=DEVICE).split()
        return [secrets.token_hex(8)]


class ConcurrencyLimit:
    """So many at once for each key, under one limit; who comes when all places are taken is told when to ask again."""

    def __init__(self, limit: str, most: int, code: Code, seconds: float) -> None:
        self._limit, self._most, self._code, self._seconds = limit, most, code, ceil(seconds)
        self._taken: Counter[str] = Counter()

    @contextmanager
    def place(self, key: str) -> Iterator[None]:
        """Take a place until it is let go; refused where there is none."""
        if self._taken[key] >= self._most:
            raise Refusal(self._code, limit=self._limit, allowed=self._most, seconds=self._seconds)
        self._taken[key] += 1
        try:
            yield
        finally:
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]


def enter_all(*wanted: AbstractContextManager[None]) -> ExitStack:
    """Several places together: all of them, or none."""
    with ExitStack() as places:
        for place in wanted:
            places.enter_context(place)
        return places.pop_all()


P = ParamSpec("P")
T = TypeVar("T")

AGAIN_SECONDS = 2
"""When somebody for whom there is no room may ask again."""


class ThreadPool:
    """So many threads and so many who wait; of one person or address no more than `most_of_one`.

    With `beside` the threads are another pool's: who waits here takes no room there.
    """

    def __init__(
        self, threads: int, most: int, limit: str, most_of_one: int | None = None, beside: "ThreadPool | None" = None
    ) -> None:
        self._threads: ThreadPoolExecutor = (
            beside._threads if beside else ThreadPoolExecutor(threads, limit)
        )  # its own kind
        self._most, self._limit = most + threads, limit
        self._most_of_one = most_of_one or self._most
        self._here: Counter[str] = Counter()

    async def do(self, who: str, work: Callable[P, T], *args: P.args, **about: P.kwargs) -> T:
        """The work's result, in its turn; refused where too many wait."""
        self.check_room(who)
        self._here[who] += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, lambda: work(*args, **about))
        finally:
            self._here[who] -= 1
            if not self._here[who]:
                del self._here[who]

    def check_room(self, who: str) -> None:
        """Refuse somebody for whom there is no room."""
        # Refused at once instead of queued: who waits behind more than this would have given up by then.
        if self._here.total() >= self._most or self._here[who] >= self._most_of_one:
            raise Refusal(TOO_BUSY, limit=self._limit, seconds=AGAIN_SECONDS)

    def drain(self) -> None:
        """Finish what is being done."""
        self._threads.shutdown(cancel_futures=True)
