"""The witnesses of the house's log: each is shown the newest checkpoint and signs it; who is away stops nobody.

A witness that has seen more of the log than there is, or another log, is told of loudly: the store was rolled back or rewritten, or two
houses sign with one key.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from http import HTTPStatus
from typing import NamedTuple

from msgspec import Struct, structs
from sqlalchemy import select, update

from banca.house.database import database_faults
from banca.house.health import Trouble
from banca.house.house import House
from banca.house.log import HouseLog, SignedTree
from banca.house.schema import WITNESSES
from banca.house.store import Store
from banca.rules import Refusal, _, refusal
from banca.server.metrics import WITNESS_TROUBLE, WITNESSED
from banca.transparency.checkpoint import SIZE_TYPE, OpenedCheckpoint, Submission, open_checkpoint, with_lines
from banca.transparency.client import AwayError, WitnessReply, ask, is_address, read_verifier
from banca.transparency.note import BadNoteError, SignerKind, Verifier, split
from banca.transparency.receipt import decode_hashes

LOG = logging.getLogger("banca")
MOST_TRIES = 3
"""How often one checkpoint is handed in anew because the witness has seen another size."""
NOT_WITNESSED = refusal("not_witnessed", _("the note is not signed by this house's log and one of its witnesses"))

Ask = Callable[[str, bytes], WitnessReply]


class WitnessTrouble(StrEnum):
    """What can be wrong between the house and a witness."""

    AWAY = "away"
    """It does not answer."""
    STRANGER = "stranger"
    """It does not know this log, or not its key."""
    BAD_ANSWER = "bad_answer"
    """What it answers is not signed by its key, or not of the form."""
    AHEAD = "ahead"
    """It has signed more of this log than there is: the log was shortened."""
    CONTRADICTS = "contradicts"
    """It has signed another log under this name: what it has seen is not what is here."""


LOUD = {WitnessTrouble.AHEAD, WitnessTrouble.CONTRADICTS}


class NamedWitness(NamedTuple):
    """A witness that the house names: its key, and where it is asked; nowhere where it looks by itself."""

    verifier: Verifier
    url: str = ""


def read_witness(written: str) -> NamedWitness:
    """A witness as it is named at the start: KEY or KEY@URL."""
    key, at, url = written.partition("@http")
    if at and not is_address(f"http{url}"):
        raise Refusal(
            "bad_witness",
            _(
                "--witness {asked}: after the key, write @ and the address at which the witness receives checkpoints, such as @https://witness.example"
            ),
            asked=written,
        )
    return NamedWitness(read_verifier(key, SignerKind.WITNESS), f"http{url}".rstrip("/") if at else "")


class WitnessRow(Struct, frozen=True, kw_only=True):
    """What the house knows of one witness, as the store has it."""

    vkey: str
    name: str
    url: str = ""
    size: int = 0
    """How much of the log it has signed last."""
    at: int = 0
    """When, by its own clock: seconds since 1970."""
    note: str = ""
    """The checkpoint with its signature."""
    trouble: str = ""


class WitnessBook:
    """Reads and writes these rows."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def all(self) -> dict[str, WitnessRow]:
        """Return every witness that was ever named, by its key."""
        with database_faults(), self._store.engine.connect() as connection:
            rows = connection.execute(select(WITNESSES)).mappings()
            return {row["vkey"]: WitnessRow(**row) for row in rows}

    def save(self, row: WitnessRow) -> None:
        """Write what a witness has signed last, unless the store has a larger size of it."""
        values = structs.asdict(row)
        with self._store.transaction() as connection:
            # Of several processes the slower may come last: what a witness has signed never goes back.
            is_newer_there = connection.execute(
                select(WITNESSES.c.size > row.size).where(WITNESSES.c.vkey == row.vkey)
            ).scalar()
            if is_newer_there is None:
                connection.execute(WITNESSES.insert().values(**values))
            elif not is_newer_there:
                connection.execute(update(WITNESSES).where(WITNESSES.c.vkey == row.vkey).values(**values))

    def save_trouble(self, row: WitnessRow) -> None:
        """Write what is wrong between the house and a witness; what it signed stays."""
        with self._store.transaction() as connection:
            done = connection.execute(update(WITNESSES).where(WITNESSES.c.vkey == row.vkey).values(trouble=row.trouble))
            if not done.rowcount:
                connection.execute(WITNESSES.insert().values(**structs.asdict(row)))


class Witnesses:
    """Those that a house names."""

    def __init__(self, house: House, named: Sequence[NamedWitness] = (), send: Ask = ask) -> None:
        self._log = house.log
        self._book = WitnessBook(house.store)
        self._named = tuple(named)
        self._send = send
        self._told = {row.vkey: row.trouble for row in self.rows()}

    @property
    def keys(self) -> tuple[str, ...]:
        """By what their signatures are checked."""
        return tuple(str(one.verifier) for one in self._named)

    def rows(self) -> list[WitnessRow]:
        """What each has signed last, in the order they are named."""
        known = self._book.all() if self._named else {}
        return [self._row(one, known) for one in self._named]

    @staticmethod
    def _row(one: NamedWitness, known: dict[str, WitnessRow]) -> WitnessRow:
        key = str(one.verifier)
        found = known.get(key) or WitnessRow(vkey=key, name=one.verifier.name)
        return structs.replace(found, url=one.url)

    @property
    def troubles(self) -> list[Trouble]:
        """What the house's health says of them; as far as this process has heard."""
        told = {WitnessTrouble(one) for one in self._told.values() if one}
        found = [Trouble.WITNESS_CONTRADICTS] if told & LOUD else []
        return [*found, Trouble.WITNESS_AWAY] if told - LOUD else found

    def cosigned(self) -> str:
        """The newest checkpoint that witnesses have signed, with all who did; nothing where none has."""
        notes = [row.note for row in self.rows() if row.note]
        newest = max((split(note)[0] for note in notes), key=_size, default="")
        lines: dict[str, None] = {}
        for note in notes:
            text, signed = split(note)
            if text == newest:
                lines |= dict.fromkeys(line for _, _, line in signed)
        return f"{newest}\n{''.join(lines)}" if newest else ""

    # Showing them the log

    def submit(self) -> None:
        """Show the newest checkpoint to each witness that has not signed it yet, to all at once."""
        log = self._log
        if log is None or log.fault:
            return
        signed, rows = log.newest(), self.rows()
        self._told |= {row.vkey: row.trouble for row in rows}  # other processes may have heard from them
        due = [
            (one, row)
            for one, row in zip(self._named, rows, strict=True)
            if one.url and (row.size != signed.tree.size or row.trouble)
        ]
        if due:
            with ThreadPoolExecutor(len(due), "witness") as pool:
                list(pool.map(lambda one: self._show(log, one[0], one[1], signed), due))

    def _show(self, log: HouseLog, witness: NamedWitness, row: WitnessRow, signed: SignedTree) -> None:
        try:
            came: WitnessRow | WitnessTrouble = self._handed_in(log, witness, row, signed)
        except AwayError:
            came = WitnessTrouble.AWAY
        except BadNoteError:
            came = WitnessTrouble.BAD_ANSWER
        if isinstance(came, WitnessRow):
            self._keep(came)
        else:
            self._tell(structs.replace(row, trouble=came), signed.tree.size)

    def _handed_in(
        self, log: HouseLog, witness: NamedWitness, row: WitnessRow, signed: SignedTree
    ) -> WitnessRow | WitnessTrouble:
        """What came of it: the row with its signature, or what is wrong."""
        old = min(row.size, signed.tree.size)
        for _attempt in range(MOST_TRIES):
            proof = tuple(decode_hashes(log.consistency(old, signed.tree.size)))
            sent = str(Submission(old, proof, signed.note)).encode()
            reply = self._send(f"{witness.url}/add-checkpoint", sent)
            match reply.status:
                case HTTPStatus.OK:
                    return _signed_row(log, witness, row, with_lines(signed.note, reply.text))
                case HTTPStatus.CONFLICT if reply.kind == SIZE_TYPE and reply.text.strip().isdecimal():
                    old = int(reply.text)
                    signed = signed if old <= signed.tree.size else log.newest()  # others may have shown it more
                    if old > signed.tree.size:
                        return WitnessTrouble.AHEAD
                case HTTPStatus.CONFLICT | HTTPStatus.UNPROCESSABLE_ENTITY:
                    return WitnessTrouble.CONTRADICTS
                case HTTPStatus.FORBIDDEN | HTTPStatus.NOT_FOUND:
                    return WitnessTrouble.STRANGER
                case _:
                    return (
                        WitnessTrouble.BAD_ANSWER
                        if reply.status < HTTPStatus.INTERNAL_SERVER_ERROR
                        else WitnessTrouble.AWAY
                    )
        return WitnessTrouble.BAD_ANSWER

    # What they hand in themselves

    def take(self, note: str) -> None:
        """A checkpoint that a witness has looked at and signed by itself; refused where it is not of one that is named."""
        log = self._log
        if log is None:
            raise Refusal(NOT_WITNESSED)
        try:
            opened = open_checkpoint(note, [*log.verifiers, *(one.verifier for one in self._named)])
        except BadNoteError:
            raise Refusal(NOT_WITNESSED) from None
        if not opened.witnesses:
            raise Refusal(NOT_WITNESSED)
        is_ours = log.has(opened.checkpoint)
        known = self._book.all()
        for one in self._named:
            line = next((found for found in opened.witnesses if found.by == one.verifier), None)
            row = self._row(one, known)
            if line is None:
                continue
            if is_ours:
                self._keep(_row_of(row, opened, line.time, line.line))
            else:
                self._tell(structs.replace(row, trouble=WitnessTrouble.CONTRADICTS), opened.checkpoint.size)

    # What came of it

    def _keep(self, row: WitnessRow) -> None:
        self._book.save(row)
        WITNESSED.labels(row.name).set(row.size)
        self._note(row)

    def _tell(self, row: WitnessRow, size: int) -> None:
        if self._told.get(row.vkey) != row.trouble:
            about = {"witness": row.name, "trouble": row.trouble, "seen": row.size, "size": size}
            if row.trouble in LOUD:
                LOG.error("a witness contradicts the log", extra={"about": about})
            else:
                LOG.warning("a witness does not sign", extra={"about": about})
        self._book.save_trouble(row)
        self._note(row)

    def _note(self, row: WitnessRow) -> None:
        self._told[row.vkey] = row.trouble
        for trouble in WitnessTrouble:
            WITNESS_TROUBLE.labels(row.name, trouble).set(row.trouble == trouble)


def _size(text: str) -> int:
    return int(text.split("\n")[1])


def _signed_row(log: HouseLog, witness: NamedWitness, row: WitnessRow, note: str) -> WitnessRow:
    opened = open_checkpoint(note, [*log.verifiers, witness.verifier])
    line = next((one for one in opened.witnesses if one.by == witness.verifier), None)
    if line is None:
        raise BadNoteError(note)
    return _row_of(row, opened, line.time, line.line)


def _row_of(row: WitnessRow, opened: OpenedCheckpoint, time: int, line: str) -> WitnessRow:
    """A row with what a witness has signed now: the log's own lines and its own."""
    own = "".join(_lines_of_log(opened))
    note = f"{opened.text}\n{own}{line}"
    return structs.replace(row, size=opened.checkpoint.size, at=time, note=note, trouble="")


def _lines_of_log(opened: OpenedCheckpoint) -> Iterable[str]:
    return (one.line for one in opened.signatures if one.by.kind is SignerKind.LOG)
