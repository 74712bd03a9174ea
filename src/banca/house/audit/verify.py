"""Everything in the store once more, from the first entry on, or what was written since a moment. Nothing is believed that can be worked out again."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from importlib.metadata import entry_points
from itertools import chain, zip_longest
from typing import Any

import msgspec
from msgspec import Struct

from banca.house import journal
from banca.house.approvals import takes_two
from banca.house.audit.ledger import Ahead, Ledger, Purses, of_ledger
from banca.house.audit.log import Held, LogAudit
from banca.house.audit.replay import (
    CannotGoOnError,
    Commitments,
    Corrections,
    DrawCheck,
    Replay,
    Times,
    VoidCount,
    Where,
    other_version,
    system_time,
    voids_stopped,
)
from banca.house.audit.report import (
    COLUMN_DIFFERS,
    TRANSFER_DIFFERS,
    Check,
    Evidence,
    Finding,
    TableVerified,
    Verification,
    Weight,
    missing,
)
from banca.house.audit.store_reader import (
    UNKNOWN,
    BrokenLinkError,
    Snapshot,
    TableRow,
    read_link,
    snapshot,
    unlike_columns,
)
from banca.house.clock import read_time, write_time
from banca.house.commands import LiveTable, conduct_of, transfers_of
from banca.house.journal import FIRST_ENTRY, GENESIS, Entry, game_of
from banca.house.keys import when
from banca.house.refusals import UNKNOWN_TABLE
from banca.house.register import REGISTER, RegisterState
from banca.house.register.conduct import PROGRAM
from banca.house.register.event import (
    NOTED,
    AuthorisationRecorded,
    FactorSet,
    KeyIssued,
    PasswordChanged,
    PasswordReset,
    PersonAdded,
    RegisterBegun,
    SecondGiven,
    digest_kept,
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
from banca.tables.engine import TableEngine
from banca.tables.events import ResultCommitted

CHECKS = "banca.checks"
"""The group of entry points by which other packages are found that store something beside the journals."""

PERSON_DIFFERS = Code("person_differs", _("{asked} in the store: {found}; in the register: {expected}"))
DONE_ALONE = Code("done_alone", _("{asked} requires two persons, but {by} did it alone"))

Choice = tuple[str, str, str, str, str, str]
"""An authorisation as both have it: game, option, value, days asked and planned, reference."""
STAFF_SUSPENDED = _("{role}, access suspended")


class Registered:
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
        self._authorisations: list[Choice] = []
        self._older = 0
        """Authorisations from before."""

    def take(self, entry: Entry) -> None:
        """Note what an entry of the register says."""
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
                case SecondGiven() if event.kept:
                    self._passwords[event.name] = event.kept
                case FactorSet():
                    self._factors[event.name] = event.kept
                case AuthorisationRecorded():
                    days = event.asked, event.planned
                    self._authorisations.append((event.game, event.option, event.value, *days, event.reference))

    def compare(self, seen: Snapshot) -> Iterator[Finding]:
        """Staff, keys and authorisations that the register knows otherwise, or not at all."""
        users = {str(row.name): row for row in seen.users()}
        if users:  # a store that was read in has none: people do not travel
            yield from self._compare_staff(users)
            yield from self._compare_kept(users)
        for row in seen.held_keys():
            key = str(row.digest)[:NOTED]
            told = self._keys.get(key, ("", "", ""))
            if told not in (None, (row.name, row.label, when(row.expires))):
                yield _fault(
                    Message(
                        "key_stray",
                        _("{asked} has key {found}, which the register lists differently or not at all"),
                        asked=row.name,
                        found=key,
                    )
                )
        recorded = [_choice(row) for row in seen.authorisations()][self._older :]
        for place in range(max(len(recorded), len(self._authorisations))):
            found, expected = (
                " ".join(one[place]) if place < len(one) else NOTHING for one in (recorded, self._authorisations)
            )
            if found != expected:
                yield _fault(
                    Message(
                        "authorisation_differs",
                        _("an authorisation says {found}, but the register says {expected}"),
                        found=found,
                        expected=expected,
                    )
                )
                return

    def _compare_staff(self, users: dict[str, Any]) -> Iterator[Finding]:
        known = {name: (role.value, name in self.state.out) for name, role in self.state.staff.items()}
        there = {
            name: (str(row.role), bool(row.is_disabled))
            for name, row in users.items()
            if row.role != Role.PLAYER or name in known
        }
        for name in sorted(known.keys() | there.keys()):
            found, expected = (_stands(one.get(name)) for one in (there, known))
            if found != expected:
                yield _fault(Message(PERSON_DIFFERS, asked=name, found=found, expected=expected))
        for name in sorted(self.state.out - known.keys()):
            if name in users and not users[name].is_disabled:
                found, expected = _stands((Role.PLAYER, False)), _stands((Role.PLAYER, True))
                yield _fault(Message(PERSON_DIFFERS, asked=name, found=found, expected=expected))

    def _compare_kept(self, users: dict[str, Any]) -> Iterator[Finding]:
        """Passwords and second factors that were put there past the register; a factor is the first thing somebody lacks."""
        for name, row in users.items():
            password, sealed = self._passwords.get(name), str(row.factor)
            is_other = password and password != digest_kept(str(row.password))
            factor = self._factors.get(name, "")
            if is_other or (password and factor != (digest_kept(sealed) if sealed else "")):
                yield _fault(
                    Message(
                        "entrance_differs",
                        _("the password or second factor of {asked} is not the one last set according to the register"),
                        asked=name,
                    )
                )

    def check_alone(self, entry: Entry, replay: Replay) -> Iterator[Finding]:
        """A notice where one person did what takes two."""
        if not self.began or entry.at < self.began or entry.second or entry.by in PROGRAM or replay.conduct is None:
            return
        table = LiveTable(entry.table, replay.conduct, replay.state, entry.seq, "")
        is_serious = takes_two(table, entry.command, self.state, is_stopped=voids_stopped(entry))
        if self.state.safeguards.two_persons and is_serious:
            why = Message(DONE_ALONE, asked=describe_act(type(entry.command), entry.command.do), by=entry.by)
            yield Finding(weight=Weight.NOTICE, check=Check.PEOPLE, table=entry.table, seq=entry.seq, why=why)


def _choice(row: Any) -> Choice:  # a row
    return row.game, row.option, row.value, str(row.asked), str(row.planned), row.reference


def _stands(one: tuple[str, bool] | None) -> object:
    """A role, and whether its access is suspended."""
    if one is None:
        return _("unknown")
    role, is_out = one
    said = ROLES[Role(role)] if role in ROLES else role
    return STAFF_SUSPENDED.fill(role=said) if is_out else said


def _fault(why: Message) -> Finding:
    return Finding(check=Check.PEOPLE, table=REGISTER, why=why)


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalPiece:
    """A part of a table's journal: from behind a snapshot, or from the opening, up to an entry, or to the end."""

    begins: LiveTable | None = None
    """The table at the snapshot; None at the opening."""
    own: Mapping[str, int] = field(default_factory=dict)
    """What the table's own accounts held there."""
    hidden: Where | None = None
    """A result that was hidden before and is still to be shown."""
    last: int | None = None
    wrong: tuple[Finding, ...] = ()
    """Snapshots at which it would have begun, had they been right."""


WHOLE = JournalPiece()


class _At(Struct):
    at: str


_at = msgspec.json.Decoder(_At)


def time_in(body: object) -> datetime | None:
    """When an entry says that it was written; none where it cannot be read."""
    try:
        return read_time(_at.decode(body).at) if isinstance(body, bytes) else None
    except msgspec.MsgspecError:
        return None


def piece_since(seen: Snapshot, table: str, since: datetime) -> JournalPiece:
    """What has been written since a moment, and some before it: from the newest snapshot before that is right."""
    return _piece(seen, table, lambda kept: (at := time_in(kept.entry)) is not None and at < since)


def piece_behind(seen: Snapshot, table: str, seq: int, last: int | None) -> JournalPiece:
    """A piece from an entry that binds a snapshot, or the opening, up to another or to the end."""
    found = _piece(seen, table, lambda _: True, seq + 1) if seq else WHOLE
    return JournalPiece(begins=found.begins, own=found.own, hidden=found.hidden, last=last, wrong=found.wrong)


def _piece(
    seen: Snapshot, table: str, is_early: Callable[[KeptSnapshot], bool], before: int | None = None
) -> JournalPiece:
    """The newest that is early enough, right, and at the end of a round where a result is hidden: what was shown of it before is nothing."""
    conduct, wrong = _conduct(seen, table), list[Finding]()
    while conduct is not None and (kept := seen.snapshot(table, before)) is not None:
        before = kept.seq
        try:
            entry = bound(kept, conduct.opened.game)
            begins, own = opened_from(kept, conduct) if is_early(kept) else (None, {})
            if begins is not None and (not begins.state.commitment or ends_round(entry)):
                return JournalPiece(begins=begins, own=own, hidden=_hidden(seen, begins), wrong=tuple(wrong))
        except WrongSnapshotError as fault:
            wrong.append(of_snapshot(table, kept.seq, fault))
    return JournalPiece(wrong=tuple(wrong))


def of_snapshot(table: str, seq: int, wrong: WrongSnapshotError) -> Finding:
    """A snapshot that must not be used; one that is bound, and of another program, is no fault."""
    weight = Weight.NOTICE if wrong.why.code == SNAPSHOT_UNREADABLE else Weight.FAULT
    return Finding(weight=weight, check=Check.CHAIN, table=table, seq=seq, why=wrong.why)


def _conduct(seen: Snapshot, table: str) -> TableEngine[Any] | None:
    """How a table is conducted by its opening; none where that is not as it was written."""
    try:
        first = seen.page(table, 0, 1)
        opening = read_link(table, 1, GENESIS, first[0] if first else None, FIRST_ENTRY)
        return conduct_of(opening.events[0])
    except (BrokenLinkError, Refusal, LookupError):
        return None


def _hidden(seen: Snapshot, table: LiveTable) -> Where | None:
    """The commitment that stands at a snapshot, read back to the entry that made it."""
    commitment = table.state.commitment
    for row in seen.rows_back(table.id, table.seq) if commitment else ():
        for place, event in enumerate(journal.read(row.body, table.opened.game, row.seq).events):
            if isinstance(event, ResultCommitted) and event.commitment == commitment:
                return Where(commitment, row.seq, place, event.round)
    return None


def compare_snapshots(
    seen: Snapshot, table: str, binds: Mapping[int, str], between: tuple[int, int | None]
) -> Iterator[Finding]:
    """Those behind one entry up to another, or to the end: each is what its entry binds; one that is missing costs time alone."""
    missing = set(binds)
    for seq, body in seen.snapshots(table, *between):
        missing.discard(seq)
        if not isinstance(body, bytes) or binds.get(seq) != digest_of(body):
            yield Finding(check=Check.CHAIN, table=table, seq=seq, why=Message(SNAPSHOT_DIFFERS))
    if missing:
        why = Message(
            "snapshot_missing",
            _n(
                "{asked} snapshot that the journal refers to is not in the store: starting takes longer, but nothing is lost",
                "{asked} snapshots that the journal refers to are not in the store: starting takes longer, but nothing is lost",
                by="asked",
            ),
            asked=len(missing),
        )
        yield Finding(weight=Weight.NOTICE, check=Check.CHAIN, table=table, seq=min(missing), why=why)


class Auditing:
    """What one audit has in common for all tables: the store at one moment, the money, the purses, the people, the time."""

    def __init__(self, seen: Snapshot, now: datetime, seal: Seal | None) -> None:
        self.seen, self.now, self.seal = seen, now, seal
        self.ledger, self.purses, self.registered = Ledger(), Purses(), Registered()


class Auditor:
    """Looks at one table, entry by entry."""

    def __init__(self, auditing: Auditing, stands: TableRow, piece: JournalPiece = WHOLE) -> None:
        seen, table, begins = auditing.seen, stands.id, piece.begins
        self._seen, self._stands, self._last = seen, stands, piece.last
        self._registered, self._ledger, self._purses = auditing.registered, auditing.ledger, auditing.purses
        self.table = table
        self.verified = TableVerified(table, stands.game, head=GENESIS)
        self._times = Times(table, auditing.now)
        self._commitments = Commitments(table, lambda asked: seen.secrets(table, asked), auditing.seal)
        self.replay = Replay(table)
        self._bound: dict[int, str] = {}
        if begins is not None:
            self.verified.before, self.verified.head = begins.seq, begins.head
            self._times = Times(table, auditing.now, read_time(begins.at))
            self._commitments.hidden = piece.hidden
            self.replay = Replay(table, begins.conduct, begins.state, dict(piece.own))
            self._ledger.begin(piece.own)
            if table == REGISTER:
                self._registered.state = begins.state
        self._transfers = Ahead(seen.transfers(table, self.verified.before, piece.last))
        self._voids, self._corrections = VoidCount(table, self.verified.voids), Corrections(table)
        self._draws = DrawCheck(table)
        for finding in piece.wrong:
            self.verified.note(finding)

    def run(self, pause: Callable[[], None] | None = None) -> TableVerified:
        """The table from where the piece begins to where it ends, or to where the chain breaks; with a pause after each entry."""
        last = None
        try:
            for last in self._entries():  # noqa: B007 - wanted behind the loop
                if pause:
                    pause()
        except (BrokenLinkError, CannotGoOnError) as broken:
            if isinstance(broken, BrokenLinkError):
                self.verified.note(broken.finding)
            self._give_up()
        else:
            self._end(last)
        for rest in self._transfers:
            self._ledger.take(rest)
        return self.verified

    def _entries(self) -> Iterator[Entry]:
        verified, note = self.verified, self.verified.note
        game = self.replay.conduct.opened.game if self.replay.conduct else FIRST_ENTRY
        for row in self._seen.rows(self.table, verified.before, self._last):
            entry = read_link(self.table, verified.reached + 1, verified.head, row, game)
            game = game or game_of(entry)
            conduct, state = self.replay.conduct, self.replay.state
            told = chain(
                unlike_columns(row, entry),
                filter(None, [None if verified.reached else other_version(entry)]),
                self._commitments.take(entry, conduct, state),
                self._registered.check_alone(entry, self.replay),
                self._draws.take(entry, conduct, state),
                self._voids.take(entry, conduct, state),
                self._corrections.take(entry, conduct, state),
                self.replay.take(entry),
            )
            for finding in told:  # one after another: the rules are last, and go on
                note(finding)
            if self.table == REGISTER:
                self._registered.take(entry)
                self._registered.state = self.replay.state
            for finding in (*self._compare_transfers(entry), *self._times.take(entry)):
                note(finding)
            self._purses.take(entry)
            if entry.state:
                self._bound[entry.seq] = entry.state
            verified.entries += 1
            verified.head = row.digest
            yield entry

    def _compare_transfers(self, entry: Entry) -> Iterator[Finding]:
        """The ledger's rows for an entry are those that the entry makes, one by one."""
        makes = [(place, *one) for place, one in enumerate(transfers_of(entry))]
        found = []
        for transfer in self._transfers.until(entry.seq):
            self._ledger.take(transfer)
            found.append(transfer)
        for by_entry, by_ledger in zip_longest(makes, found):
            if by_ledger is None or (entry.seq, *(by_entry or ())) != by_ledger:
                yield self._of_transfer(entry.seq, by_entry, by_ledger)
                return

    def _give_up(self) -> None:
        """Behind a break nothing is trusted: how much that is."""
        verified = self.verified
        for finding in self._commitments.look_up():
            verified.note(finding)
        verified.skipped = self._seen.rows_after(self.table, verified.reached + 1)
        if verified.skipped:
            why = Message(
                "not_looked_at",
                _n(
                    "{asked} entry after this one cannot be trusted and was not checked",
                    "{asked} entries after this one cannot be trusted and were not checked",
                    by="asked",
                ),
                asked=verified.skipped,
            )
            where = verified.reached + 1
            verified.note(Finding(weight=Weight.NOTICE, check=Check.CHAIN, table=self.table, seq=where, why=why))

    def _end(self, last: Entry | None) -> None:
        """What must be so when the journal has been read to its end, or a piece of it."""
        verified, note = self.verified, self.verified.note
        if last is None and not verified.before:
            note(self._of_chain(1, missing(1, None)))
            return
        if last is not None:
            for finding in self.replay.check_stakes(last):
                note(finding)
        if self._last is None:
            self._compare_row()
        for finding in compare_snapshots(self._seen, self.table, self._bound, (verified.before, self._last)):
            note(finding)
        ends = self._commitments.end() if self._last is None else self._commitments.look_up()
        for finding in (*ends, *self._draws.end(), *self._voids.end()):
            note(finding)
        if verified.before or self._last is not None:
            return
        if (stray := self._seen.secret_count(self.table) - self._commitments.found) > 0:
            why = Message(
                "secret_stray",
                _n(
                    "the store has {asked} hidden result without a commitment in the journal",
                    "the store has {asked} hidden results without a commitment in the journal",
                    by="asked",
                ),
                asked=stray,
            )
            note(Finding(check=Check.COMMITMENT, table=self.table, why=why))
        beyond = next(self._transfers, None)
        if beyond is not None:
            self._ledger.take(beyond)
            note(self._of_transfer(beyond[0], None, beyond))

    def _compare_row(self) -> None:
        """How the list of tables has it."""
        verified, note, stands = self.verified, self.verified.note, self._stands
        seq, head = stands.seq, stands.head
        if (seq, head) != (verified.reached, verified.head):
            where = max(seq, verified.reached) if isinstance(seq, int) else verified.reached
            found, ends = f"{seq} {head}", f"{verified.reached} {verified.head}"
            note(
                self._of_chain(
                    where,
                    Message(
                        "head_differs",
                        _("the list of tables puts this table at {found}, but its journal ends at {expected}"),
                        found=found,
                        expected=ends,
                    ),
                )
            )
        opened = self.replay.conduct.opened.game if self.replay.conduct else stands.game
        is_closed = bool(self.replay.state and self.replay.state.is_closed)
        columns = {"game": (stands.game, opened), "is_closed": (stands.is_closed, is_closed)}
        for column, (found_there, expected) in columns.items():
            if found_there not in (expected, UNKNOWN):
                why = Message(COLUMN_DIFFERS, column=column, found=found_there, expected=expected)
                note(self._of_chain(1, why))

    def _of_transfer(self, seq: int, by_entry: tuple[Any, ...] | None, by_ledger: tuple[Any, ...] | None) -> Finding:
        expected, found = _spelled(by_entry), _spelled(by_ledger and by_ledger[1:])
        return of_ledger(self.table, Message(TRANSFER_DIFFERS, expected=expected, found=found), seq)

    def _of_chain(self, seq: int, why: Message) -> Finding:
        return Finding(check=Check.CHAIN, table=self.table, seq=seq, why=why)


def _spelled(transfer: tuple[Any, ...] | None) -> object:
    """A transfer in one line."""
    if transfer is None:
        return NOTHING
    place, source, target, amount = transfer
    return f"{place}: {source} > {target} {amount}"


def verify(
    store: Store,
    tables: Iterable[str] | None = None,
    clock: Callable[[], datetime] = system_time,
    *,
    seal: Seal | None = None,
    since: datetime | None = None,
    held: Held = Held(),  # noqa: B008 - frozen
) -> Verification:
    """Look at all tables, the whole ledger and the log; or at some tables, and the accounts that are theirs alone.

    With the house's seal results that are still hidden are compared with their commitments too; what was shown needs no key. With
    `since`, each journal is looked at from the newest snapshot before that moment, and those that ended before it not at all. With what
    is `held` elsewhere, checkpoints and receipts, the log is compared with that, whatever else is looked at.
    """
    with snapshot(store) as seen:
        there = seen.tables()
        asked = list(there) if tables is None else list(dict.fromkeys(tables))
        for table in asked:
            if table not in there:
                raise Refusal(UNKNOWN_TABLE, asked=table, allowed=list(there))
        is_whole = tables is None and since is None
        auditing = Auditing(seen, clock(), seal)
        pieces = _pieces(auditing, asked, since)
        looked = {table: Auditor(auditing, there[table], piece).run() for table, piece in pieces}
        house = TableVerified("", "")
        for finding in _of_people(auditing, looked):
            looked[REGISTER].note(finding)
        if is_whole:
            _look_at_unlisted(auditing, house)
            _run_plugin_checks(store, house)
        accounts = seen.accounts(None if since is None else [one for table in looked for one in own_accounts(table)])
        for finding in auditing.ledger.compare(accounts, looked.keys(), is_whole=is_whole):
            looked.get(finding.table, house).note(finding)
        if is_whole and not any(one.first_bad for one in looked.values()):
            for finding in auditing.purses.findings():
                house.note(finding)
        evidence = _look_at_log(seen, held, house, is_whole=is_whole, is_since=since is not None)
        if exposed := store.file and store.file.exposure():
            house.note(Finding(weight=Weight.NOTICE, check=Check.STORE, table="", why=exposed))
        if since is not None:
            house.note(_only_since(since, looked.values(), len(asked)))
        return Verification(tuple(looked[table] for table in asked if table in looked), house, since, evidence)


def _pieces(auditing: Auditing, asked: Iterable[str], since: datetime | None) -> Iterator[tuple[str, JournalPiece]]:
    """What is to be looked at of which tables, the register first."""
    order = sorted(asked, key=lambda name: name != REGISTER)
    if since is None:
        yield from ((table, WHOLE) for table in order)
        return
    ended = {table for table, body in auditing.seen.newest_entries() if (at := time_in(body)) and at < since}
    opening = auditing.seen.page(REGISTER, 0, 1)
    began = time_in(opening[0].body) if opening else None
    auditing.registered.began = write_time(began) if began else ""
    for table in order:
        if table not in ended or table == REGISTER:
            yield table, piece_since(auditing.seen, table, since)


def _only_since(since: datetime, looked: Collection[TableVerified], tables: int) -> Finding:
    """What was not looked at."""
    before = sum(one.before for one in looked)
    why = Message(
        "only_since",
        _(
            "only entries written since {at} were checked; the {asked} entries before, {others} of the tables, and wallets, people and keys were not checked"
        ),
        at=write_time(since),
        asked=before,
        others=tables - len(looked),
    )
    return Finding(weight=Weight.NOTICE, check=Check.STORE, table="", why=why)


def _of_people(auditing: Auditing, looked: Mapping[str, TableVerified]) -> Iterator[Finding]:
    """People, keys and authorisations beside the register, where that was read from its beginning to its end."""
    if REGISTER in looked and not (looked[REGISTER].skipped or looked[REGISTER].before):
        yield from auditing.registered.compare(auditing.seen)


def _look_at_log(seen: Snapshot, held: Held, house: TableVerified, *, is_whole: bool, is_since: bool) -> Evidence:
    """The log, and the schema that it stands in, where all is looked at or something is held: neither is any one table's.

    Since a moment: from the checkpoint on up to which it was verified before, where there is one.
    """
    is_compared = bool(held.checkpoints or held.receipts)
    if not is_whole and not is_compared and not (is_since and seen.has_log):
        return Evidence()
    if not seen.has_log:
        weight = Weight.FAULT if is_compared else Weight.NOTICE
        house.note(
            Finding(
                weight=weight,
                check=Check.LOG,
                table="",
                why=Message(
                    "no_log",
                    _(
                        "this store was last opened by a version without a transparency log; start the server once to create the log"
                    ),
                ),
            )
        )
        return Evidence()
    audit = LogAudit(seen, held)
    if not (is_since and audit.go_on()) and not is_whole and not is_compared:
        return Evidence()
    for odd in seen.oddities(is_whole=is_whole):
        house.note(
            Finding(
                check=Check.STORE,
                table="",
                why=Message(
                    "schema_differs",
                    _("the database schema is not the one that the program creates: {asked}"),
                    asked=odd,
                ),
            )
        )
    for finding in audit.run():
        house.note(finding)
    return audit.evidence


def _look_at_unlisted(auditing: Auditing, house: TableVerified) -> None:
    """Rows of tables that are not among the tables; what they move is counted all the same."""
    for table in auditing.seen.unlisted():
        house.note(
            Finding(
                check=Check.CHAIN,
                table=table,
                why=Message(
                    "unlisted_table",
                    _("there are rows of table {asked}, which is not in the list of tables"),
                    asked=table,
                ),
            )
        )
        for transfer in auditing.seen.transfers(table):
            auditing.ledger.take(transfer)


def _run_plugin_checks(store: Store, house: TableVerified) -> None:
    """Have other packages compare what they store with the journals: functions of a store under the entry points `banca.checks`."""
    # One that fails is no finding: it ends the audit, which must not say that all is well when it has not looked.
    for point in sorted(entry_points(group=CHECKS), key=lambda point: point.name):
        for why in point.load()(store):
            house.note(Finding(check=Check.WATCH, table="", why=why))
