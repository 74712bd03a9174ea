"""What an audit finds, and its report: every table, every finding, and what evidence from outside the house covers."""

from datetime import datetime
from enum import StrEnum

from msgspec import field

from banca.house.clock import write_time
from banca.i18n import printable
from banca.i18n.answer import AnswerStruct, Money
from banca.rules import Code, Message, Refusal, _
from banca.tables.events import Event
from banca.transparency.receipt import ReceiptFault

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


class Finding(AnswerStruct):
    """One thing found: where it is, and what is wrong there."""

    weight: Weight = Weight.FAULT
    check: Check
    table: str = ""
    seq: int = 0
    """The entry; 0 where it is of no one entry."""
    place: int | None = None
    """Which event of the entry, counted from 0."""
    event: str = ""
    """The kind of the event."""
    why: Message
    # A forged store may have any text for the name of a table: nothing that moves a terminal's cursor leaves here.
    JSON = (
        "weight",
        "check",
        ("table", "printable_table"),
        ("seq", "entry"),
        "place",
        "event",
        "code",
        ("detail", "why"),
    )

    @property
    def printable_table(self) -> str:
        """The name of the table as it may be shown."""
        return printable(self.table)

    @property
    def entry(self) -> int | None:
        """The entry; None where it is of no one entry."""
        return self.seq or None

    @property
    def code(self) -> str:
        """What is wrong, as programs know it."""
        return str(self.why.code)

    @property
    def where(self) -> str:
        """Table, entry, event."""
        entry = f" {self.seq}" if self.seq else ""
        event = f" [{self.place}] {self.event}".rstrip() if self.place is not None else ""
        return f"{self.printable_table or '-'}{entry}{event}"


class Voids(AnswerStruct, frozen=False, kw_only=True):  # type: ignore[misc]  # counted up while the audit runs
    """Rounds that were voided, how many showed their hidden result, and what the players would have won and lost with it."""

    rounds: int = 0
    known: int = 0
    won: int = 0
    lost: int = 0
    players: int = 0
    """What the players would have won in all, in avos; below nothing what they would have lost."""
    JSON = ("rounds", "known", "won", "lost", ("players", "money"))

    @property
    def money(self) -> Money:
        """What the players would have won in all."""
        return Money(self.players)

    def add(self, players: int) -> None:
        """Count a round whose hidden result is known."""
        self.known += 1
        self.won += players > 0
        self.lost += players < 0
        self.players += players


class JournalHead(AnswerStruct, frozen=False, kw_only=True):  # type: ignore[misc]  # counted up while the audit runs
    """How far a journal goes, and the digest there."""

    table: str
    game: str
    entries: int
    head: str


class TableReport(JournalHead, frozen=False):  # type: ignore[misc]  # likewise
    """A table that was looked at, with the first thing that is wrong there."""

    entries: int = 0
    """That hold together and were decided again."""
    head: str = ""
    before: int = 0
    """Entries before the snapshot with which a part began, and so not looked at."""
    skipped: int = 0
    """Behind the first break of the chain, and so not looked at."""
    voids: Voids = field(default_factory=Voids)
    findings: list[Finding] = field(default_factory=list)
    more: int = 0
    """Findings that were counted only."""
    JSON = (
        ("table", "printable_table"),
        ("game", "printable_game"),
        "before",
        "skipped",
        "voids",
        "first_bad",
        ("findings", "count"),
    )

    @property
    def printable_table(self) -> str:
        """The name of the table as it may be shown."""
        return printable(self.table)

    @property
    def printable_game(self) -> str:
        """The game as it may be shown."""
        return printable(self.game)

    @property
    def first_bad(self) -> Finding | None:
        """The first event, or else entry, at which something is wrong."""
        # By its place in the journal, not by when it was found: what comes later may follow from it. Faults of no entry come last.
        faults = (finding for finding in self.findings if finding.weight is Weight.FAULT)
        return min(faults, key=lambda it: (not it.seq, it.seq, it.place is None, it.place or 0), default=None)

    @property
    def count(self) -> int:
        """How many findings there were, those that were only counted among them."""
        return len(self.findings) + self.more

    @property
    def reached(self) -> int:
        """The last entry that was looked at."""
        return self.before + self.entries

    def add(
        self,
        check: Check,
        why: Message,
        seq: int = 0,
        place: int | None = None,
        event: Event | None = None,
        *,
        weight: Weight = Weight.FAULT,
    ) -> None:
        """Keep a finding about this table."""
        kind = kind_of(event) if event else ""
        self.note(Finding(weight=weight, check=check, table=self.table, seq=seq, place=place, event=kind, why=why))

    def note(self, finding: Finding) -> None:
        """Keep a finding, or count it where there are many; a fault is kept before a notice."""
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(finding)
            return
        # A forger could bury a fault behind a hundred notices.
        self.more += 1
        notice = next((kept for kept in self.findings if kept.weight is Weight.NOTICE), None)
        if finding.weight is Weight.FAULT and notice is not None:
            self.findings.remove(notice)
            self.findings.append(finding)


class ImportReport(TableReport, frozen=False):  # type: ignore[misc]  # likewise
    """A table that is being read in: the first fault refuses it."""

    def note(self, finding: Finding) -> None:
        """Refuse a fault; notices are the audit's, once the journal is here."""
        if finding.weight is Weight.FAULT:
            raise Refusal.saying(finding.why)


def kind_of(event: Event) -> str:
    """Return the name that the journal has for events of this kind."""
    return str(type(event).__struct_config__.tag)


class Evidence(AnswerStruct, frozen=False, kw_only=True):  # type: ignore[misc]  # counted up while the audit runs
    """What is kept outside the house and agrees, and what the audit can therefore exclude."""

    entries: int = 0
    """In the log, as far as it is whole."""
    checkpoints: int = 0
    """That were given, and that the log agrees with."""
    receipts: int = 0
    """That were given, and whose entries are there as they were."""
    covered: int = 0
    """Entries, from the first on, that stand as they were signed."""
    JSON = ("entries", "checkpoints", "receipts", "covered", "detail")

    @property
    def detail(self) -> Message:
        """The same in a sentence."""
        if not self.covered:
            return Message(
                "nothing_held",
                _(
                    "Nothing kept outside the house was compared. The store is consistent with itself and with the rules. But anyone who can write to all of it could have rewritten it as a whole, and this audit cannot rule that out: the newest entries cut off, tables removed or exchanged, persons, times, bets or results changed together with everything that follows from them, or the log started anew. A checkpoint (--checkpoint) or players' receipts (--receipts) rule it out up to the last entry that they were signed over."
                ),
            )
        return Message(
            "held_covers",
            _(
                "Compared with the evidence kept outside the house: {checkpoints} checkpoints and {receipts} receipts agree. The first {covered} of {entries} entries are as they were signed; the others are only known to be consistent."
            ),
            entries=self.entries,
            checkpoints=self.checkpoints,
            receipts=self.receipts,
            covered=self.covered,
        )


class Verification(AnswerStruct):
    """Every table, and all findings."""

    tables: tuple[TableReport, ...]
    house: TableReport
    """The accounts, the log, and rows that belong to no table."""
    since: datetime | None = None
    """Of a part: what was written before was not looked at, nor wallets, people, keys and rows of no table."""
    evidence: Evidence
    JSON = (
        ("whole", "is_whole"),
        ("since", "begins"),
        "entries",
        ("faults", "fault_count"),
        "tables",
        "findings",
        "evidence",
    )

    @property
    def is_whole(self) -> bool:
        """Whether nothing is wrong with what was looked at."""
        return not self.faults

    @property
    def begins(self) -> str:
        """Of a part: the time since which entries were looked at; empty where all were."""
        return write_time(self.since) if self.since else ""

    @property
    def entries(self) -> int:
        """How many were looked at."""
        return sum(table.entries for table in self.tables)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All that were kept, table by table."""
        return tuple(finding for table in (*self.tables, self.house) for finding in table.findings)

    @property
    def faults(self) -> list[Finding]:
        """What makes the store not whole."""
        return [finding for finding in self.findings if finding.weight is Weight.FAULT]

    @property
    def fault_count(self) -> int:
        """How many faults were kept."""
        return len(self.faults)


class AuditProgress(AnswerStruct):
    """How far the audit in the background is."""

    entries: int
    """Of all journals."""
    audited: int
    """Of these: how many were looked at, and nothing is wrong with them."""
    findings: tuple[Finding, ...]
    """The first fault of each table that has one."""


DIGEST_DIFFERS = Code("digest_differs", _("the digest does not match this entry and the one before it"))
NOT_AN_ENTRY = Code("not_an_entry", _("this is not a journal entry: {because}"))
COLUMN_DIFFERS = Code("column_differs", _("the column {column} says {found}, but the entry says {expected}"))
BROKEN_AT = Code("broken_at", _("table {table}, entry {asked}: {because}"))
CANNOT_DECIDE = Code("cannot_decide", _("{asked} cannot be replayed: {because}"))
TRANSFER_DIFFERS = Code("transfer_differs", _("transfer by the entry: {expected}; in the ledger: {found}"))
BALANCE_NEGATIVE = Code("balance_negative", _("{asked} holds {found} avos, less than zero"))
COMMITMENT_VOIDED = Code(
    "commitment_voided", _("the commitment {asked} was never revealed: {by} voided the round; reason: {because}")
)
DRAW_DIFFERS = Code("draw_differs", _("the seed and the numbers give {expected}, but {found} was drawn"))
SECRET_MISSING = Code("secret_missing", _("the hidden result of {asked} is not in the store"))


def missing(asked: int, found: int | None) -> Message:
    """An entry is missing; the one that follows, if any."""
    return Message(
        "entry_missing",
        _("entry {asked} is missing; {found}"),
        asked=asked,
        found=_("the next entry is {seq}").fill(seq=found) if found else _("no entry follows"),
    )


LEAF_MISSING = Code("leaf_missing", _("this entry has no position in the log"))
LEAF_GAP = Code(
    "leaf_gap", _("position {asked} of the log is missing or used twice; the next entry has position {found}")
)
LOG_HEAD_DIFFERS = Code(
    "log_head_differs",
    _("the head of the log does not match its entries (it says {found} entries, and there are {expected})"),
)
LOG_KEY_DIFFERS = Code(
    "log_signer_differs", _("the store names {found} as the key of its log, but the register names {expected}")
)
CHECKPOINT_BAD = Code("checkpoint_bad", _("{asked} is not a checkpoint of this log signed with a trusted key"))
LOG_SHORTER = Code(
    "log_shorter", _("{asked} was signed over {expected} entries, but the log has {found}: entries have been removed")
)
LOG_REWRITTEN = Code(
    "log_rewritten",
    _(
        "the first {expected} entries of the log are not the ones that {asked} was signed over: past entries have been changed"
    ),
)


RECEIPT_FAULTS = {
    ReceiptFault.UNREADABLE: _("it cannot be read"),
    ReceiptFault.BODY: _("its digest is not that of the entry it shows"),
    ReceiptFault.SIGNATURE: _("its checkpoint is not signed with a trusted key"),
    ReceiptFault.ORIGIN: _("its checkpoint is of another log"),
    ReceiptFault.PROOF: _("its proof does not lead to the signed root"),
}
"""What is wrong with a receipt, as it is said."""
