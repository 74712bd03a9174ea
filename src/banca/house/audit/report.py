"""A store that was looked through: what there is, and everything that was found."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from banca.house.clock import write_time
from banca.i18n import printable
from banca.i18n.answer import AnswerStruct, Money
from banca.rules import Code, Message, _
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


NEXT_ENTRY = _("the next entry is {seq}")
NO_NEXT_ENTRY = _("no entry follows")
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
        found=NEXT_ENTRY.fill(seq=found) if found else NO_NEXT_ENTRY,
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


class AuditProgress(Struct, frozen=True, kw_only=True):
    """How far it is."""

    entries: int
    """Of all journals."""
    audited: int
    """Of these: how many were looked at, and nothing is wrong with them."""


class FindingShown(AnswerStruct, frozen=True, kw_only=True):
    """One thing found: where it is, and what is wrong there."""

    weight: Weight
    check: Check
    table: str
    seq: int | None
    """The entry; None where it is of no one entry."""
    place: int | None
    event: str
    code: str
    detail: Message

    @property
    def where(self) -> str:
        """Table, entry, event."""
        entry = f" {self.seq}" if self.seq else ""
        event = f" [{self.place}] {self.event}".rstrip() if self.place is not None else ""
        return f"{self.table or '-'}{entry}{event}"


class VoidsShown(AnswerStruct, frozen=True, kw_only=True):
    """Rounds that were voided, how many showed their hidden result, and what the players would have won and lost with it."""

    rounds: int
    known: int
    won: int
    lost: int
    players: Money


class JournalHead(AnswerStruct, frozen=True, kw_only=True):
    """How far a journal goes, and the digest there."""

    table: str
    game: str
    entries: int
    head: str


class TableFindings(JournalHead, frozen=True, kw_only=True):
    """A table that was looked at, with the first thing that is wrong there."""

    before: int
    """Entries before the snapshot with which a part began, and so not looked at."""
    skipped: int
    voids: VoidsShown
    first_bad: FindingShown | None
    findings: int


class EvidenceShown(AnswerStruct, frozen=True, kw_only=True):
    """What is kept outside the house and agrees, and what the audit can therefore exclude."""

    entries: int
    checkpoints: int
    receipts: int
    covered: int
    detail: Message


class VerificationAnswer(AnswerStruct, frozen=True, kw_only=True):
    """Every table, and all findings."""

    whole: bool
    """Whether nothing is wrong with what was looked at."""
    since: str
    """Of a part: the time since which entries were looked at; empty where all were."""
    entries: int
    faults: int
    tables: tuple[TableFindings, ...]
    findings: tuple[FindingShown, ...]
    evidence: EvidenceShown


class BackgroundAnswer(AnswerStruct, frozen=True, kw_only=True):
    """How far the audit in the background is."""

    entries: int
    audited: int
    findings: tuple[FindingShown, ...]
    """The first fault of each table that has one."""


class JournalHeads(AnswerStruct, frozen=True, kw_only=True):
    """Every journal of a store."""

    tables: tuple[JournalHead, ...]


def verification_answer(verification: Verification) -> VerificationAnswer:
    """What was found in a store."""
    return VerificationAnswer(
        whole=verification.is_whole,
        since=write_time(verification.since) if verification.since else "",
        entries=sum(table.entries for table in verification.tables),
        faults=len(verification.faults),
        tables=tuple(map(_table, verification.tables)),
        findings=tuple(map(finding_shown, verification.findings)),
        evidence=_evidence(verification.evidence),
    )


def _evidence(evidence: Evidence) -> EvidenceShown:
    counts = asdict(evidence)
    detail = (
        Message(
            "held_covers",
            _(
                "Compared with the evidence kept outside the house: {checkpoints} checkpoints and {receipts} receipts agree. The first {covered} of {entries} entries are as they were signed; the others are only known to be consistent."
            ),
            **counts,
        )
        if evidence.covered
        else Message(
            "nothing_held",
            _(
                "Nothing kept outside the house was compared. The store is consistent with itself and with the rules. But anyone who can write to all of it could have rewritten it as a whole, and this audit cannot rule that out: the newest entries cut off, tables removed or exchanged, persons, times, bets or results changed together with everything that follows from them, or the log started anew. A checkpoint (--checkpoint) or players' receipts (--receipts) rule it out up to the last entry that they were signed over."
            ),
        )
    )
    return EvidenceShown(**counts, detail=detail)


def background_answer(progress: AuditProgress, faults: Iterable[Finding]) -> BackgroundAnswer:
    """How far it is, and what it found."""
    found = tuple(map(finding_shown, faults))
    return BackgroundAnswer(entries=progress.entries, audited=progress.audited, findings=found)


def _table(table: TableVerified) -> TableFindings:
    first = table.first_bad
    return TableFindings(
        table=printable(table.table),
        game=printable(table.game),
        entries=table.entries,
        before=table.before,
        skipped=table.skipped,
        head=table.head,
        voids=_voids(table.voids),
        first_bad=finding_shown(first) if first else None,
        findings=len(table.findings) + table.more,
    )


def _voids(voids: Voids) -> VoidsShown:
    players = Money(voids.players)
    return VoidsShown(rounds=voids.rounds, known=voids.known, won=voids.won, lost=voids.lost, players=players)


def finding_shown(finding: Finding) -> FindingShown:
    """One finding."""
    return FindingShown(
        weight=finding.weight,
        check=finding.check,
        table=printable(finding.table),
        seq=finding.seq or None,
        place=finding.place,
        event=finding.event,
        code=str(finding.why.code),
        detail=finding.why,
    )
