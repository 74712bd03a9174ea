"""A store that was looked through: what there is, and everything that was found."""

from collections.abc import Iterable
from dataclasses import asdict

from banca.house.audit import AuditProgress, Check, Evidence, Finding, TableVerified, Verification, Voids, Weight
from banca.house.clock import write_time
from banca.i18n import printable
from banca.i18n.answer import AnswerStruct, Money
from banca.rules import Message, _


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
