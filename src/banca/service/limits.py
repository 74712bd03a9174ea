"""Every limit of the service in one table: how much, how many, how often, how long; each a setting, each with its reason."""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from math import isfinite
from typing import Any, TypeVar

from banca.house.keys import KeyLifetimes
from banca.rules import Refusal, _, refusal
from banca.rules.refusal import UNKNOWN_VALUE

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
    head_bytes: int = limit(16_384, "a browser sends 1 to 4 kB of address and headers")
    body_bytes: int = limit(65_536, "the longest command has 2 kB")
    file_bytes: int = limit(1_048_576, "of a proposal's file with its tables written out")
    token_letters: int = limit(100, "our own keys have 43")
    request_seconds: float = limit(20.0, "a megabyte over a poor line takes 10")

    # Connections, streams and long answers
    connections_of_address: int = limit(
        200, "a casino floor may share one address, with six connections for each browser"
    )
    connections: int = limit(10_000, "a process holds that many with 32 kB each, if it may open that many files")
    keep_alive_seconds: float = limit(
        30.0, "between two requests on one connection; a page that is being read sends none"
    )
    streams_of_person: int = limit(12, "two screens with six tables each")
    streams_of_address: int = limit(200, "as for connections")
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
        "a client that takes less than 100 kB of an answer in that time has gone, or reads less than 4 kB a second",
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
    forwarded_seconds: float = limit(
        2.0, "for another process to answer a command for a table of its own; then it is decided where it came in"
    )
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
    for one in fields(ServiceLimits):
        default: Any = one.default
        yield one.name, default, one.metadata["why"]


def with_settings(limits: ServiceLimits, settings: list[str]) -> ServiceLimits:
    """The limits with some of them set, each as NAME=VALUE; refused where there is no such limit, or it cannot be that.

    >>> with_settings(ServiceLimits(), ["connections=50", "request_seconds=2.5"]).connections
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
