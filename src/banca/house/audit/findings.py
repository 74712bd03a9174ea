"""What an audit finds: which table, which entry, which event, and in one line what is wrong there."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from banca.rules import Message

MOST_FINDINGS = 100
"""Findings that are kept of one table; the others are counted."""


class Weight(StrEnum):
    """The severity of a finding."""

    FAULT = "fault"
    """The store is not whole."""
    NOTICE = "notice"
    """Somebody should know, and nothing is wrong."""


class Check(StrEnum):
    """The checks of an audit."""

    CHAIN = "chain"
    REPLAY = "replay"
    LEDGER = "ledger"
    COMMITMENT = "commitment"
    PEOPLE = "people"
    TIME = "time"
    STORE = "store"
    LOG = "log"
    WATCH = "watch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing found; `seq` is 0 where it is of no one entry, and `place` counts the events of an entry from 0."""

    weight: Weight = Weight.FAULT
    check: Check
    table: str
    seq: int = 0
    place: int | None = None
    event: str = ""
    """The kind of the event."""
    why: Message
    """What is wrong, as the faces say it."""


@dataclass(slots=True)
class Voids:
    """Rounds that were voided, and what those whose hidden result is known would have paid."""

    rounds: int = 0
    known: int = 0
    """Of these: how many showed what lay hidden, so that it can be said what the bets would have come to."""
    won: int = 0
    """Of the known: how many the players would have won, all bets together."""
    lost: int = 0
    players: int = 0
    """What the players would have won in all, in avos; below nothing what they would have lost."""

    def add(self, players: int) -> None:
        """One more of which it is known."""
        self.known += 1
        self.won += players > 0
        self.lost += players < 0
        self.players += players


@dataclass(slots=True)
class TableVerified:
    """A table that was looked at."""

    table: str
    game: str
    entries: int = 0
    """That hold together and were decided again."""
    before: int = 0
    """Of a piece: entries before the snapshot with which it began, and so not looked at."""
    skipped: int = 0
    """Behind the first break of the chain, and so not looked at."""
    head: str = ""
    voids: Voids = field(default_factory=Voids)
    findings: list[Finding] = field(default_factory=list)
    more: int = 0
    """Findings that were counted only."""

    @property
    def first_bad(self) -> Finding | None:
        """The first event, or else entry, at which something is wrong."""
        faults = [one for one in self.findings if one.weight is Weight.FAULT]
        return min(faults, key=lambda one: (not one.seq, one.seq, one.place is None, one.place or 0), default=None)

    @property
    def reached(self) -> int:
        """The last entry that was looked at."""
        return self.before + self.entries

    def note(self, finding: Finding) -> None:
        """Keep a finding, or count it where there are many; a fault is kept before a notice."""
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(finding)
            return
        self.more += 1
        notice = next((one for one in self.findings if one.weight is Weight.NOTICE), None)
        if finding.weight is Weight.FAULT and notice is not None:
            self.findings.remove(notice)
            self.findings.append(finding)


@dataclass(slots=True)
class Evidence:
    """What somebody outside the house holds of it, and how far that reaches."""

    entries: int = 0
    """In the log, as far as it is whole."""
    checkpoints: int = 0
    """That were given, and that the log agrees with."""
    receipts: int = 0
    """That were given, and whose entries are there as they were."""
    covered: int = 0
    """Entries, from the first on, that stand as they were signed."""


@dataclass(frozen=True, slots=True)
class Verification:
    """A store that was looked at: its tables, and what is of no one table."""

    tables: tuple[TableVerified, ...]
    house: TableVerified
    """The accounts, the log, and rows that belong to no table."""
    since: datetime | None = None
    """Of a part: what was written before was not looked at, nor wallets, people, keys and rows of no table."""
    evidence: Evidence = field(default_factory=Evidence)

    @property
    def findings(self) -> list[Finding]:
        """All that were kept, table by table."""
        return [finding for table in (*self.tables, self.house) for finding in table.findings]

    @property
    def faults(self) -> list[Finding]:
        """What makes the store not whole."""
        return [finding for finding in self.findings if finding.weight is Weight.FAULT]

    @property
    def is_whole(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults
