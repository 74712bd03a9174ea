"""A store that was looked through: what there is, and everything that was found."""

from banca.answers.value import AnswerStruct, Money
from banca.house.audit import Check, Finding, TableVerified, Verification, Voids, Weight
from banca.rulebook import Message
from banca.words import printable


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

    skipped: int
    voids: VoidsShown
    first_bad: FindingShown | None
    findings: int


class VerificationAnswer(AnswerStruct, frozen=True, kw_only=True):
    """Every table, and all findings."""

    whole: bool
    entries: int
    faults: int
    tables: tuple[TableFindings, ...]
    findings: tuple[FindingShown, ...]


class JournalHeads(AnswerStruct, frozen=True, kw_only=True):
    """Every journal of a store."""

    tables: tuple[JournalHead, ...]


def verification_answer(verification: Verification) -> VerificationAnswer:
    """What was found in a store."""
    return VerificationAnswer(
        whole=verification.is_whole,
        entries=sum(table.entries for table in verification.tables),
        faults=len(verification.faults),
        tables=tuple(map(_table, verification.tables)),
        findings=tuple(map(finding_shown, verification.findings)),
    )


def _table(table: TableVerified) -> TableFindings:
    first = table.first_bad
    return TableFindings(
        table=printable(table.table),
        game=printable(table.game),
        entries=table.entries,
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
