"""Every limit of the service in one table: how much, how many, how often, how long; each a setting, each with its reason."""

from dataclasses import dataclass, field
from typing import TypeVar

Figure = TypeVar("Figure", int, float)


def limit(default: Figure, why: str) -> Figure:
    """A row of the table: what holds unless it is set otherwise, and why just that."""
    row: Figure = field(default=default, metadata={"why": why})
    return row


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Names end in what they count: bytes, seconds (by the clock unless it says otherwise), of one person or address, a minute."""

    # What may be sent
    head_bytes: int = limit(16_384, "a browser sends 1 to 4 kB of address and headers")
    body_bytes: int = limit(65_536, "the longest command has 2 kB")
    file_bytes: int = limit(1_048_576, "of a proposal's file with its tables written out")
    token_letters: int = limit(100, "our own keys have 43")
    request_seconds: float = limit(20.0, "a megabyte over a poor line takes 10")

    # Connections, streams and long answers
    connections_of_address: int = limit(200, "a casino's floor may stand behind one address, with six for each browser")
    connections: int = limit(10_000, "a process holds that many with 32 kB each")
    streams_of_person: int = limit(12, "two screens with six tables each")
    streams_of_address: int = limit(200, "as for connections")
    replayed_entries: int = limit(
        2_000, "what a player's page reads again after a night; older entries are the inspector's"
    )
    replays_of_person_minute: int = limit(
        30, "a page that loses its line every other second; what one read brings, or is at hand, does not count"
    )
    exports: int = limit(4, "exports and audits read in threads and on connections of their own: so many of each")
    exports_of_person: int = limit(2, "one to keep and one to look at")
    export_seconds: float = limit(600.0, "a million entries take 10 seconds to write and minutes to send")
    stalled_seconds: float = limit(
        30.0, "who does not take 100 kB of any stream or export in so long has gone, or has less than 4 kB a second"
    )

    # How often
    commands_of_person_minute: int = limit(600, "ten a second: a table of chips laid one by one")
    guests_of_address_minute: int = limit(20, "a class that opens the demo together")
    tries_of_address_minute: int = limit(20, "a shift that logs in together")
    drafts_of_person_minute: int = limit(120, "a check on every stop of the typing")
    dossiers_of_person_minute: int = limit(20, "each takes seconds of a processor")
    runs_of_person_minute: int = limit(40, "a slider that is moved")
    exercises_of_person_minute: int = limit(120, "one every half second")

    # Waiting
    passwords_waiting: int = limit(16, "each takes a tenth of a second and 64 MB while it is looked at")
    passwords_at_once: int = limit(2, "so that a flood of log-ins leaves processors to the tables")
    computed_waiting: int = limit(64, "at 50 ms each nobody waits longer than three seconds")

    # How long something may take
    run_seconds: float = limit(60.0, "for a simulation of the lab, from its first block on; then it is cut short")
    file_seconds: float = limit(4.0, "of the processor's time for a proposal to run, and then for its exact figures")
    check_seconds: float = limit(15.0, "for the check of a proposal as a whole")
    dossier_seconds: float = limit(90.0, "for a dossier as a whole, the simulation's compiling included")

    # How long somebody stays
    session_seconds: float = limit(12 * 3600.0, "a shift with its breaks")
    idle_staff_seconds: float = limit(1800.0, "a screen left alone is anybody's")
    idle_player_seconds: float = limit(4 * 3600.0, "who watches a table without a bet is still there")
    tokens_of_person: int = limit(50, "a name for each program")
