"""One table's journal once more, entry by entry: from its opening or from a snapshot, to its end or to another snapshot."""

from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import chain, zip_longest
from typing import Any

from banca.house.audit.chain import BrokenLinkError, read_link, unlike_columns
from banca.house.audit.commitments import Commitments
from banca.house.audit.corrections import Corrections
from banca.house.audit.draws import DrawCheck
from banca.house.audit.faults import (
    COLUMN_DIFFERS,
    TRANSFER_DIFFERS,
    missing,
)
from banca.house.audit.findings import Check, Finding, TableVerified, Weight
from banca.house.audit.ledger import Ahead, Ledger, of_ledger
from banca.house.audit.people import Registered
from banca.house.audit.pieces import WHOLE, JournalPiece
from banca.house.audit.replay import CannotGoOnError, Replay, other_version
from banca.house.audit.snapshot import UNKNOWN, Snapshot, TableRow
from banca.house.audit.snapshots_compared import compare_snapshots
from banca.house.audit.times import Purses, Times
from banca.house.audit.voids import VoidCount
from banca.house.clock import read_time
from banca.house.journal import FIRST_ENTRY, GENESIS, Entry, game_of
from banca.house.register import REGISTER
from banca.house.request import transfers_of
from banca.house.seal import Seal
from banca.rules import NOTHING, Message, _, _n


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
