"""The witnesses of the house's log: each is shown the newest checkpoint and signs it. One that is away stops nothing.

A witness that has seen more of the log than there is, or another log, is an error: the store was rolled back or rewritten, or two
houses sign with one key.
"""

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from http import HTTPStatus
from typing import NamedTuple

from msgspec import Struct, structs
from sqlalchemy import select, update

from banca.house.database import Trouble, database_faults
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
"""How often one checkpoint is submitted anew because the witness has seen another size."""
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
    """A witness that the house names: its key, and the address that takes checkpoints; empty where it fetches them itself."""

    verifier: Verifier
    url: str = ""


def read_witness(text: str) -> NamedWitness:
    """Return a witness as it is named at the start: KEY or KEY@URL."""
    # A key may have an @ in its name, so the address is told by its scheme.
    key, at, url = text.partition("@http")
    if at and not is_address(f"http{url}"):
        raise Refusal(
            "bad_witness",
            _(
                "--witness {asked}: after the key, write @ and the address at which the witness receives checkpoints, such as @https://witness.example"
            ),
            asked=text,
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
    """away, stranger, bad_answer; ahead or contradicts where it has seen another log than this. Empty where all is well."""


def witness_rows(store: Store) -> dict[str, WitnessRow]:
    """Return every witness that was ever named, by its key."""
    with database_faults(), store.engine.connect() as connection:
        rows = connection.execute(select(WITNESSES)).mappings()
        return {row["vkey"]: WitnessRow(**row) for row in rows}


def save_signature(store: Store, row: WitnessRow) -> None:
    """Write what a witness has signed last, unless the store has a larger size of it."""
    values = structs.asdict(row)
    with store.transaction() as connection:
        # Of several processes the slower may come last: what a witness has signed never goes back.
        is_newer_there = connection.execute(
            select(WITNESSES.c.size > row.size).where(WITNESSES.c.vkey == row.vkey)
        ).scalar()
        if is_newer_there is None:
            connection.execute(WITNESSES.insert().values(**values))
        elif not is_newer_there:
            connection.execute(update(WITNESSES).where(WITNESSES.c.vkey == row.vkey).values(**values))


def save_trouble(store: Store, row: WitnessRow) -> None:
    """Write what is wrong between the house and a witness; what it signed stays."""
    with store.transaction() as connection:
        done = connection.execute(update(WITNESSES).where(WITNESSES.c.vkey == row.vkey).values(trouble=row.trouble))
        if not done.rowcount:
            connection.execute(WITNESSES.insert().values(**structs.asdict(row)))


class Witnesses:
    """The witnesses that a house names: shows them its log, and keeps what they sign."""

    def __init__(self, house: House, named: Sequence[NamedWitness] = (), send: Ask = ask) -> None:
        self._log = house.log
        self._store = house.store
        self._named = tuple(named)
        self._send = send
        self._troubles = {row.vkey: row.trouble for row in self.rows()}

    @property
    def keys(self) -> tuple[str, ...]:
        """Their public keys."""
        return tuple(str(witness.verifier) for witness in self._named)

    def rows(self) -> list[WitnessRow]:
        """Return what each has signed last, in the order they are named."""
        known = witness_rows(self._store) if self._named else {}
        return [_row_of(witness, known) for witness in self._named]

    @property
    def troubles(self) -> list[Trouble]:
        """What the house's health says of them, as far as this process knows."""
        troubles = {WitnessTrouble(trouble) for trouble in self._troubles.values() if trouble}
        loud = [Trouble.WITNESS_CONTRADICTS] if troubles & LOUD else []
        return [*loud, Trouble.WITNESS_AWAY] if troubles - LOUD else loud

    def cosigned(self) -> str:
        """Return the newest checkpoint that witnesses have signed, with all who did; empty if none has."""
        notes = [row.note for row in self.rows() if row.note]
        newest = max((split(note)[0] for note in notes), key=_size, default="")
        lines: dict[str, None] = {}  # an ordered set: every note has the log's own line
        for note in notes:
            text, signed = split(note)
            if text == newest:
                lines |= dict.fromkeys(line for _, _, line in signed)
        return f"{newest}\n{''.join(lines)}" if newest else ""

    def submit(self) -> None:
        """Submit the newest checkpoint to each witness that has not signed it yet, to all at once."""
        log = self._log
        if log is None or log.fault:
            return
        newest, rows = log.newest(), self.rows()
        self._troubles |= {row.vkey: row.trouble for row in rows}  # other processes may have heard from them
        due = [
            (witness, row)
            for witness, row in zip(self._named, rows, strict=True)
            if witness.url and (row.size != newest.tree.size or row.trouble)
        ]
        if due:
            # A thread for each: one that does not answer must not keep the others waiting.
            with ThreadPoolExecutor(len(due), "witness") as pool:
                list(pool.map(lambda pair: self._submit_to(log, pair[0], pair[1], newest), due))

    def _submit_to(self, log: HouseLog, witness: NamedWitness, row: WitnessRow, newest: SignedTree) -> None:
        try:
            outcome: WitnessRow | WitnessTrouble = self._negotiate(log, witness, row, newest)
        except AwayError:
            outcome = WitnessTrouble.AWAY
        except BadNoteError:
            outcome = WitnessTrouble.BAD_ANSWER
        if isinstance(outcome, WitnessRow):
            self._save(outcome)
        else:
            self._save_trouble(structs.replace(row, trouble=outcome), newest.tree.size)

    def _negotiate(
        self, log: HouseLog, witness: NamedWitness, row: WitnessRow, newest: SignedTree
    ) -> WitnessRow | WitnessTrouble:
        """Submit a checkpoint until the witness signs it or says no; return the row with its signature, or what is wrong."""
        old = min(row.size, newest.tree.size)
        for _attempt in range(MOST_TRIES):
            proof = tuple(decode_hashes(log.consistency(old, newest.tree.size)))
            submission = str(Submission(old, proof, newest.note)).encode()
            reply = self._send(f"{witness.url}/add-checkpoint", submission)
            match reply.status:
                case HTTPStatus.OK:
                    return _signed_row(log, witness, row, with_lines(newest.note, reply.text))
                case HTTPStatus.CONFLICT if reply.content_type == SIZE_TYPE and reply.text.strip().isdecimal():
                    # It says which size it has seen: the proof must begin there. Others may have shown it more than we have here.
                    old = int(reply.text)
                    newest = newest if old <= newest.tree.size else log.newest()
                    if old > newest.tree.size:
                        return WitnessTrouble.AHEAD
                case HTTPStatus.CONFLICT | HTTPStatus.UNPROCESSABLE_ENTITY:
                    return WitnessTrouble.CONTRADICTS
                case HTTPStatus.FORBIDDEN | HTTPStatus.NOT_FOUND:
                    return WitnessTrouble.STRANGER
                case status if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                    return WitnessTrouble.AWAY
                case _:
                    return WitnessTrouble.BAD_ANSWER
        return WitnessTrouble.BAD_ANSWER

    def take(self, note: str) -> None:
        """Keep a checkpoint that a witness has fetched and signed by itself; refused unless it is of this log and a named witness."""
        log = self._log
        if log is None:
            raise Refusal(NOT_WITNESSED)
        try:
            opened = open_checkpoint(note, [*log.verifiers, *(witness.verifier for witness in self._named)])
        except BadNoteError:
            raise Refusal(NOT_WITNESSED) from None
        if not opened.witnesses:
            raise Refusal(NOT_WITNESSED)
        # It carries our key's signature. A checkpoint that this log does not contain proves another log under our name.
        is_ours = log.has(opened.checkpoint)
        known = witness_rows(self._store)
        for witness in self._named:
            line = next((signature for signature in opened.witnesses if signature.by == witness.verifier), None)
            row = _row_of(witness, known)
            if line is None:
                continue
            if is_ours:
                self._save(_with_signature(row, opened, line.time, line.line))
            else:
                self._save_trouble(structs.replace(row, trouble=WitnessTrouble.CONTRADICTS), opened.checkpoint.size)

    def _save(self, row: WitnessRow) -> None:
        save_signature(self._store, row)
        WITNESSED.labels(row.name).set(row.size)
        self._note(row)

    def _save_trouble(self, row: WitnessRow, size: int) -> None:
        # Logged when it changes, and not every five seconds as long as a witness is away.
        if self._troubles.get(row.vkey) != row.trouble:
            about = {"witness": row.name, "trouble": row.trouble, "seen": row.size, "size": size}
            if row.trouble in LOUD:
                LOG.error("a witness contradicts the log", extra={"about": about})
            else:
                LOG.warning("a witness does not sign", extra={"about": about})
        save_trouble(self._store, row)
        self._note(row)

    def _note(self, row: WitnessRow) -> None:
        self._troubles[row.vkey] = row.trouble
        for trouble in WitnessTrouble:
            WITNESS_TROUBLE.labels(row.name, trouble).set(row.trouble == trouble)


def _size(text: str) -> int:
    return int(text.split("\n")[1])


def _row_of(witness: NamedWitness, known: dict[str, WitnessRow]) -> WitnessRow:
    key = str(witness.verifier)
    row = known.get(key) or WitnessRow(vkey=key, name=witness.verifier.name)
    return structs.replace(row, url=witness.url)


def _signed_row(log: HouseLog, witness: NamedWitness, row: WitnessRow, note: str) -> WitnessRow:
    opened = open_checkpoint(note, [*log.verifiers, witness.verifier])
    line = next((signature for signature in opened.witnesses if signature.by == witness.verifier), None)
    if line is None:
        raise BadNoteError(note)
    return _with_signature(row, opened, line.time, line.line)


def _with_signature(row: WitnessRow, opened: OpenedCheckpoint, time: int, line: str) -> WitnessRow:
    # The log's own lines and this witness's: signatures of others stand in their own rows.
    own = "".join(signature.line for signature in opened.signatures if signature.by.kind is SignerKind.LOG)
    note = f"{opened.text}\n{own}{line}"
    return structs.replace(row, size=opened.checkpoint.size, at=time, note=note, trouble="")
