"""Everything in the store once more, from the first entry on, or what was written since a moment. Nothing is believed that can be worked out again."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from importlib.metadata import entry_points
from itertools import zip_longest
from typing import Any

import msgspec
from msgspec import Struct, field

from banca.house import journal
from banca.house.approvals import takes_two
from banca.house.audit.ledger import Ledger, TransferReader, WalletTimes
from banca.house.audit.log import HeldEvidence, LogAudit, time_in
from banca.house.audit.replay import (
    CannotGoOnError,
    Commitment,
    CommitmentCheck,
    DrawCheck,
    EntryTimes,
    Replay,
    check_corrections,
    check_version,
    check_void,
    check_voids,
    system_time,
    voids_stopped,
)
from banca.house.audit.report import (
    COLUMN_DIFFERS,
    TRANSFER_DIFFERS,
    Check,
    Evidence,
    Finding,
    TableReport,
    Verification,
    Weight,
    missing,
)
from banca.house.audit.store_reader import BrokenLinkError, StoreReader, TableRow, read_link, read_store, unlike_columns
from banca.house.clock import read_time, write_time
from banca.house.commands import LiveTable, engine_of, transfers_of
from banca.house.journal import FIRST_ENTRY, GENESIS, Entry, game_of
from banca.house.people import when
from banca.house.refusals import UNKNOWN_TABLE
from banca.house.register import (
    KEY_LETTERS,
    PROGRAM,
    REGISTER,
    ApprovalGiven,
    AuthorisationRecorded,
    FactorSet,
    KeyIssued,
    PasswordChanged,
    PasswordReset,
    PersonAdded,
    RegisterBegun,
    RegisterState,
    digest_of_secret,
)
from banca.house.seal import Seal
from banca.house.snapshots import (
    SNAPSHOT_DIFFERS,
    SNAPSHOT_UNREADABLE,
    WrongSnapshotError,
    bound,
    digest_of,
    ends_round,
    opened_from,
    own_accounts,
)
from banca.house.store import KeptSnapshot, Store
from banca.rules import NOTHING, Code, Message, Refusal, _, _n
from banca.tables.commands import ROLES, Role, describe_act
from banca.tables.events import ResultCommitted

CHECKS = "banca.checks"
"""The group of entry points by which other packages are found that store something beside the journals."""
PERSON_DIFFERS = Code("person_differs", _("{asked} in the store: {found}; in the register: {expected}"))
DONE_ALONE = Code("done_alone", _("{asked} requires two persons, but {by} did it alone"))
SUSPENDED = _("{role}, access suspended")


def verify(
    store: Store,
    tables: Iterable[str] | None = None,
    clock: Callable[[], datetime] = system_time,
    *,
    seal: Seal | None = None,
    since: datetime | None = None,
    held: HeldEvidence = HeldEvidence(),  # noqa: B008 - frozen
) -> Verification:
    """Look at all tables, the whole ledger and the log; or at some tables, and the accounts that are theirs alone.

    With the house's seal results that are still hidden are compared with their commitments too; what was shown needs no key. With
    `since`, each journal is looked at from the newest snapshot before that moment, and those that ended before it not at all. With what
    is `held` elsewhere, checkpoints and receipts, the log is compared with that, whatever else is looked at.
    """
    # One transaction for everything: a house that goes on meanwhile would look as if its books did not balance.
    with read_store(store) as reader:
        house = TableReport(table="", game="")
        if reader.lacks_tables:  # the checks would stumble over it
            _check_schema(reader, house, is_whole=False)
            return Verification(tables=(), house=house, since=since, evidence=Evidence())
        rows = reader.tables()
        wanted = list(rows) if tables is None else list(dict.fromkeys(tables))
        for table in wanted:
            if table not in rows:
                raise Refusal(UNKNOWN_TABLE, asked=table, allowed=list(rows))
        is_whole = tables is None and since is None
        context = AuditContext(reader, clock(), seal)
        reports = {
            table: TableAudit(context, rows[table], piece).run() for table, piece in _pieces(context, wanted, since)
        }
        if REGISTER in reports and not (reports[REGISTER].skipped or reports[REGISTER].before):
            context.people.compare(reader, reports[REGISTER])
        if is_whole:
            _check_unlisted(context, house)
            _run_plugin_checks(store, house)
        own = None if since is None else [account for table in reports for account in own_accounts(table)]
        for finding in context.ledger.compare(reader.accounts(own), reports.keys(), is_whole=is_whole):
            reports.get(finding.table, house).note(finding)
        if is_whole and not any(report.first_bad for report in reports.values()):  # else it follows from that
            for finding in context.wallet_times.findings():
                house.note(finding)
        evidence = _check_log(reader, held, house, is_whole=is_whole, is_since=since is not None)
        if exposed := store.file and store.file.exposure():
            house.add(Check.STORE, exposed, weight=Weight.NOTICE)
        if since is not None:
            text = _(
                "only entries written since {at} were checked; the {asked} entries before, {others} of the tables, and wallets, people and keys were not checked"
            )
            before, others = sum(report.before for report in reports.values()), len(wanted) - len(reports)
            why = Message("only_since", text, at=write_time(since), asked=before, others=others)
            house.add(Check.STORE, why, weight=Weight.NOTICE)
        listed = tuple(reports[table] for table in wanted if table in reports)
        return Verification(tables=listed, house=house, since=since, evidence=evidence)


class AuditContext:
    """What one audit has in common for all tables: the store at one moment, the money, the people, the time."""

    def __init__(self, reader: StoreReader, now: datetime, seal: Seal | None) -> None:
        self.reader, self.now, self.seal = reader, now, seal
        # Wallets are filled at one table and spent at another, and safeguards are the register's: so these are of all tables together.
        self.ledger, self.wallet_times, self.people = Ledger(), WalletTimes(), PeopleCheck()


class JournalPiece(Struct, frozen=True, kw_only=True):
    """A part of a table's journal: from behind a snapshot, or from the opening, up to an entry, or to the end."""

    begins: LiveTable | None = None
    """The table at the snapshot; None at the opening."""
    own: Mapping[str, int] = field(default_factory=dict)
    """What the table's own accounts held there."""
    hidden: Commitment | None = None
    """A result that was hidden before and is still to be shown."""
    last: int | None = None
    wrong: tuple[Finding, ...] = ()
    """Snapshots at which it would have begun, had they been right."""


WHOLE = JournalPiece()


class TableAudit:
    """One table's journal once more, entry by entry: from its opening or from a snapshot, to its end or to another snapshot."""

    def __init__(self, context: AuditContext, row: TableRow, piece: JournalPiece = WHOLE) -> None:
        reader, table, begins = context.reader, row.id, piece.begins
        self.table, self.report = table, TableReport(table=table, game=row.game, head=GENESIS)
        self._context, self._reader, self._row, self._last = context, reader, row, piece.last
        self._times = EntryTimes(self.report, context.now)
        self._commitments = CommitmentCheck(
            self.report, lambda digests: reader.secrets(table, digests), context.seal, hidden=piece.hidden
        )
        self._replay = Replay(self.report)
        self._bound: dict[int, str] = {}
        if begins is not None:
            self.report.before, self.report.head = begins.seq, begins.head
            self._times = EntryTimes(self.report, context.now, read_time(begins.at))
            self._replay = Replay(self.report, begins.engine, begins.state, dict(piece.own))
            context.ledger.begin(piece.own)
            if table == REGISTER:
                context.people.state = begins.state
        self._transfers = TransferReader(reader.transfers(table, self.report.before, piece.last))
        self._draws = DrawCheck(self.report)
        for finding in piece.wrong:
            self.report.note(finding)

    def run(self, pause: Callable[[], None] | None = None) -> TableReport:
        """Look at the table to where the piece ends, or to where the chain breaks; with a pause after each entry."""
        last = None
        try:
            for last in self._entries():  # noqa: B007 - wanted behind the loop
                if pause:
                    pause()
        except BrokenLinkError as broken:
            self._chain_fault(broken.seq, broken.why)
            self._give_up()
        except CannotGoOnError:
            self._give_up()
        else:
            self._end(last)
        for transfer in self._transfers:  # what was not looked at moves money all the same
            self._context.ledger.take(transfer)
        return self.report

    def _entries(self) -> Iterator[Entry]:
        report, replay, people = self.report, self._replay, self._context.people
        game = replay.engine.opened.game if replay.engine else FIRST_ENTRY
        for row in self._reader.rows(self.table, report.before, self._last):
            entry = read_link(self.table, report.reached + 1, report.head, row, game)
            game = game or game_of(entry)
            engine, state = replay.engine, replay.state
            # Queries look at the columns, and the digest covers only the body: a changed column would hide an entry from them.
            for why in unlike_columns(row, entry):
                self._chain_fault(row.seq, why)
            if not report.reached:
                check_version(entry, report)
            self._commitments.take(entry, engine, state)
            people.check_alone(entry, replay)
            self._draws.take(entry, engine, state)
            check_void(entry, engine, state, report)
            check_corrections(entry, engine, state, report)
            replay.take(entry)  # the last, since it goes on to the state after the entry
            if self.table == REGISTER:
                people.take(entry, replay.state)
            self._compare_transfers(entry)
            self._times.take(entry)
            self._context.wallet_times.take(entry)
            if entry.state:
                self._bound[entry.seq] = entry.state
            report.entries += 1
            report.head = row.digest
            yield entry

    def _compare_transfers(self, entry: Entry) -> None:
        """Check that the ledger's rows for an entry are those that the entry makes; the first that differs is told."""
        by_entry = [(entry.seq, place, *transfer) for place, transfer in enumerate(transfers_of(entry))]
        # Rows that belong to no entry come with the next one, and are found there: none is passed over.
        in_ledger = list(self._transfers.until(entry.seq))
        for transfer in in_ledger:
            self._context.ledger.take(transfer)
        for expected, recorded in zip_longest(by_entry, in_ledger):
            if expected != recorded:
                self._transfer_fault(entry.seq, expected, recorded)
                return

    def _give_up(self) -> None:
        """Say how much stands behind a break, where nothing is trusted."""
        self._commitments.look_up()
        self.report.skipped = self._reader.rows_after(self.table, self.report.reached + 1)
        if self.report.skipped:
            text = _n(
                "{asked} entry after this one cannot be trusted and was not checked",
                "{asked} entries after this one cannot be trusted and were not checked",
                by="asked",
            )
            why = Message("not_looked_at", text, asked=self.report.skipped)
            self.report.add(Check.CHAIN, why, self.report.reached + 1, weight=Weight.NOTICE)

    def _end(self, last: Entry | None) -> None:
        """Check what must be so when the journal has been read to its end, or a piece of it."""
        report = self.report
        if last is None and not report.before:
            self._chain_fault(1, missing(1, None))
            return
        if last is not None:
            self._replay.check_stakes(last)
        if self._last is None:
            self._compare_row()
        self._compare_snapshots()
        (self._commitments.end if self._last is None else self._commitments.look_up)()
        self._draws.end()
        check_voids(report)
        if (
            report.before or self._last is not None
        ):  # of a piece, what belongs to the others cannot be told from what is stray
            return
        if (stray := self._reader.secret_count(self.table) - self._commitments.kept) > 0:
            text = _n(
                "the store has {asked} hidden result without a commitment in the journal",
                "the store has {asked} hidden results without a commitment in the journal",
                by="asked",
            )
            report.add(Check.COMMITMENT, Message("secret_stray", text, asked=stray))
        beyond = next(self._transfers, None)
        if beyond is not None:
            self._context.ledger.take(beyond)
            self._transfer_fault(beyond[0], None, beyond)

    def _compare_row(self) -> None:
        """Check how the list of tables has it."""
        row, report, opened = self._row, self.report, self._replay.engine
        if (row.seq, row.head) != (report.reached, report.head):
            seq = max(row.seq, report.reached) if isinstance(row.seq, int) else report.reached
            text = _("the list of tables puts this table at {found}, but its journal ends at {expected}")
            ends, listed = f"{report.reached} {report.head}", f"{row.seq} {row.head}"
            self._chain_fault(seq, Message("head_differs", text, found=listed, expected=ends))
        expected = {
            "game": opened.opened.game if opened else row.game,
            "is_closed": bool(self._replay.state and self._replay.state.is_closed),
        }
        for column, value in expected.items():
            if getattr(row, column) != value:
                why = Message(COLUMN_DIFFERS, column=column, found=getattr(row, column), expected=value)
                self._chain_fault(1, why)

    def _compare_snapshots(self) -> None:
        """Check that each snapshot is what its entry binds; one that is missing costs time alone."""
        lacking = set(self._bound)
        for seq, body in self._reader.snapshots(self.table, self.report.before, self._last):
            lacking.discard(seq)
            if not isinstance(body, bytes) or self._bound.get(seq) != digest_of(body):
                self._chain_fault(seq, Message(SNAPSHOT_DIFFERS))
        if lacking:
            text = _n(
                "{asked} snapshot that the journal refers to is not in the store: starting takes longer, but nothing is lost",
                "{asked} snapshots that the journal refers to are not in the store: starting takes longer, but nothing is lost",
                by="asked",
            )
            why = Message("snapshot_missing", text, asked=len(lacking))
            self.report.add(Check.CHAIN, why, min(lacking), weight=Weight.NOTICE)

    def _transfer_fault(self, seq: int, by_entry: tuple[Any, ...] | None, in_ledger: tuple[Any, ...] | None) -> None:
        why = Message(TRANSFER_DIFFERS, expected=_spell_transfer(by_entry), found=_spell_transfer(in_ledger))
        self.report.add(Check.LEDGER, why, seq)

    def _chain_fault(self, seq: int, why: Message) -> None:
        self.report.add(Check.CHAIN, why, seq)


def _spell_transfer(transfer: tuple[Any, ...] | None) -> object:
    if transfer is None:
        return NOTHING
    _, place, source, target, amount = transfer
    return f"{place}: {source} > {target} {amount}"


def _pieces(context: AuditContext, tables: Iterable[str], since: datetime | None) -> Iterator[tuple[str, JournalPiece]]:
    """What is to be looked at of which tables: the register first, as it says what safeguards the others were under."""
    order = sorted(tables, key=lambda name: name != REGISTER)
    if since is None:
        yield from ((table, WHOLE) for table in order)
        return
    reader = context.reader
    ended = {table for table, body in reader.newest_entries() if (at := time_in(body)) and at < since}
    opening = reader.page(REGISTER, 0, 1)
    began = time_in(opening[0].body) if opening else None
    context.people.began = write_time(began) if began else ""
    for table in order:
        if table not in ended or table == REGISTER:
            yield table, _piece(reader, table, lambda kept: (at := time_in(kept.entry)) is not None and at < since)


def piece_behind(reader: StoreReader, table: str, seq: int, last: int | None) -> JournalPiece:
    """Return the piece from an entry that binds a snapshot, or the opening, up to another or to the end."""
    piece = _piece(reader, table, lambda _: True, seq + 1) if seq else WHOLE
    return msgspec.structs.replace(piece, last=last)


def _piece(
    reader: StoreReader, table: str, is_early: Callable[[KeptSnapshot], bool], before: int | None = None
) -> JournalPiece:
    """The piece from the newest snapshot that is early enough and right.

    Where a result is hidden it must be at the end of a round: what the table has shown of the result before it is not in the snapshot.
    """
    wrong: list[Finding] = []
    try:
        first = reader.page(table, 0, 1)
        opening = read_link(table, 1, GENESIS, first[0] if first else None, FIRST_ENTRY)
        engine = engine_of(opening.events[0])
    except (BrokenLinkError, Refusal, LookupError):  # the audit of the whole says what is wrong with the opening
        return JournalPiece()
    while (kept := reader.snapshot(table, before)) is not None:
        before = kept.seq
        try:
            entry = bound(kept, engine.opened.game)
            begins, own = opened_from(kept, engine) if is_early(kept) else (None, {})
            if begins is not None and (not begins.state.commitment or ends_round(entry)):
                return JournalPiece(begins=begins, own=own, hidden=_hidden_at(reader, begins), wrong=tuple(wrong))
        except WrongSnapshotError as fault:
            # One that is bound, and of another program, is no fault.
            weight = Weight.NOTICE if fault.why.code == SNAPSHOT_UNREADABLE else Weight.FAULT
            wrong.append(Finding(weight=weight, check=Check.CHAIN, table=table, seq=kept.seq, why=fault.why))
    return JournalPiece(wrong=tuple(wrong))


def _hidden_at(reader: StoreReader, table: LiveTable) -> Commitment | None:
    """The commitment that stands at a snapshot, read back to the entry that made it."""
    digest = table.state.commitment
    for row in reader.rows_back(table.id, table.seq) if digest else ():
        for place, event in enumerate(journal.read(row.body, table.opened.game, row.seq).events):
            if isinstance(event, ResultCommitted) and event.commitment == digest:
                return Commitment(event, row.seq, place)
    return None


class PeopleCheck:
    """What the register has said, entry by entry, and what it comes to in the end."""

    def __init__(self) -> None:
        self.state = RegisterState()
        self.began = ""
        """When the register did; nothing before it is held against anybody."""
        self._keys: dict[str, tuple[str, str, str] | None] = {}
        """Whose each is, its label and until when; nothing is known of those from before."""
        self._passwords: dict[str, str] = {}
        self._factors: dict[str, str] = {}
        """Digests of what the store keeps of everybody."""
        self._authorisations: list[tuple[str, ...]] = []
        """Game, option, value, days asked and planned, reference."""
        self._older = 0
        """Authorisations from before."""

    def take(self, entry: Entry, state: RegisterState) -> None:
        """Note what an entry of the register says, and what stands there after it."""
        self.state = state
        self.began = self.began or entry.at
        for event in entry.events:
            match event:
                case RegisterBegun():
                    self._older = event.authorisations
                    self._keys.update(dict.fromkeys(event.keys))
                case KeyIssued():
                    self._keys[event.key] = event.name, event.label, event.until
                case PersonAdded() | PasswordReset() | PasswordChanged():
                    self._passwords[event.name] = event.kept
                    if isinstance(event, PasswordReset):
                        self._factors[event.name] = ""
                case ApprovalGiven() if event.kept:
                    self._passwords[event.name] = event.kept
                case FactorSet():
                    self._factors[event.name] = event.kept
                case AuthorisationRecorded():
                    self._authorisations.append(_authorisation(event))

    def check_alone(self, entry: Entry, replay: Replay) -> None:
        """Report as a notice that one person did what takes two."""
        if not self.began or entry.at < self.began or entry.second or entry.by in PROGRAM or replay.engine is None:
            return
        table = LiveTable(entry.table, replay.engine, replay.state, entry.seq, "")
        is_serious = takes_two(table, entry.command, self.state, is_stopped=voids_stopped(entry))
        if self.state.safeguards.two_persons and is_serious:
            why = Message(DONE_ALONE, asked=describe_act(type(entry.command), entry.command.do), by=entry.by)
            replay.report.add(Check.PEOPLE, why, entry.seq, weight=Weight.NOTICE)

    def compare(self, reader: StoreReader, report: TableReport) -> None:
        """Report staff, keys and authorisations that the register knows otherwise, or not at all."""
        users = {str(row.name): row for row in reader.users()}
        if users:  # a store that was read in has none: people do not travel
            self._compare_staff(users, report)
            self._compare_passwords(users, report)
        for row in reader.held_keys():
            key = str(row.digest)[:KEY_LETTERS]
            known = self._keys.get(key, ("", "", ""))
            if known not in (None, (row.name, row.label, when(row.expires))):
                text = _("{asked} has key {found}, which the register lists differently or not at all")
                report.add(Check.PEOPLE, Message("key_stray", text, asked=row.name, found=key))
        in_store = [_authorisation(row) for row in reader.authorisations()][self._older :]
        for stored, recorded in zip_longest(in_store, self._authorisations):
            if stored != recorded:
                text = _("an authorisation says {found}, but the register says {expected}")
                there, expected = (" ".join(record) if record else NOTHING for record in (stored, recorded))
                report.add(Check.PEOPLE, Message("authorisation_differs", text, found=there, expected=expected))
                return

    def _compare_staff(self, users: Mapping[str, Any], report: TableReport) -> None:
        known = {name: (role.value, name in self.state.out) for name, role in self.state.staff.items()}
        there = {
            name: (str(row.role), bool(row.is_disabled))
            for name, row in users.items()
            if row.role != Role.PLAYER or name in known
        }
        compared = [(name, there.get(name), known.get(name)) for name in sorted(known.keys() | there.keys())]
        compared += [  # of players the register keeps only who is shut out
            (name, (Role.PLAYER, False), (Role.PLAYER, True))
            for name in sorted(self.state.out - known.keys())
            if name in users and not users[name].is_disabled
        ]
        for name, stored, recorded in compared:
            role, expected = _describe_role(stored), _describe_role(recorded)
            if role != expected:
                report.add(Check.PEOPLE, Message(PERSON_DIFFERS, asked=name, found=role, expected=expected))

    def _compare_passwords(self, users: Mapping[str, Any], report: TableReport) -> None:
        """Passwords and second factors that were put there past the register; a factor is the first thing somebody lacks."""
        for name, row in users.items():
            password, sealed = self._passwords.get(name), str(row.factor)
            is_other = password and password != digest_of_secret(str(row.password))
            factor = self._factors.get(name, "")
            if is_other or (password and factor != (digest_of_secret(sealed) if sealed else "")):
                text = _("the password or second factor of {asked} is not the one last set according to the register")
                report.add(Check.PEOPLE, Message("entrance_differs", text, asked=name))


def _authorisation(record: Any) -> tuple[str, ...]:  # a row or an event
    return record.game, record.option, record.value, str(record.asked), str(record.planned), record.reference


def _describe_role(standing: tuple[str, bool] | None) -> object:
    """A role, and whether its access is suspended."""
    if standing is None:
        return _("unknown")
    role, is_out = standing
    name = ROLES[Role(role)] if role in ROLES else role
    return SUSPENDED.fill(role=name) if is_out else name


def _check_log(
    reader: StoreReader, held: HeldEvidence, house: TableReport, *, is_whole: bool, is_since: bool
) -> Evidence:
    """The log, and the schema that it stands in, where all is looked at or something is held: neither is any one table's.

    Since a moment: from the checkpoint on up to which it was verified before, where there is one.
    """
    is_compared = bool(held.checkpoints or held.receipts)
    if not (is_whole or is_compared or is_since):
        return Evidence()
    audit = LogAudit(reader, held, house)
    if not (is_since and audit.go_on()) and not is_whole and not is_compared:
        return Evidence()
    _check_schema(reader, house, is_whole=is_whole)
    audit.run()
    return audit.evidence


def _check_schema(reader: StoreReader, house: TableReport, *, is_whole: bool) -> None:
    for oddity in reader.oddities(is_whole=is_whole):
        text = _("the database schema is not the one that the program creates: {asked}")
        house.add(Check.STORE, Message("schema_differs", text, asked=oddity))


def _check_unlisted(context: AuditContext, house: TableReport) -> None:
    """Rows of tables that are not among the tables; what they move is counted all the same."""
    for table in context.reader.unlisted():
        text = _("there are rows of table {asked}, which is not in the list of tables")
        house.note(Finding(check=Check.CHAIN, table=table, why=Message("unlisted_table", text, asked=table)))
        for transfer in context.reader.transfers(table):
            context.ledger.take(transfer)


def _run_plugin_checks(store: Store, house: TableReport) -> None:
    """Have other packages compare what they store with the journals: functions of a store under the entry points `banca.checks`."""
    # One that fails is no finding: it ends the audit, which must not say that all is well when it has not looked.
    for point in sorted(entry_points(group=CHECKS), key=lambda point: point.name):
        for why in point.load()(store):
            house.add(Check.WATCH, why)
