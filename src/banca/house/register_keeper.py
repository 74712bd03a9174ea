"""How the house keeps its register: begun with the staff there is, and one way to put a fact down."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from uuid import uuid4

from msgspec import structs
from sqlalchemy import Executable

from banca.house.commands import CommandRequest, CommittedEntry, LiveTable
from banca.house.log import HouseLog
from banca.house.refusals import COMMAND_REPEATED
from banca.house.register import (
    NOTED,
    REGISTER,
    KeyLost,
    LogHeadMissing,
    LogKeySet,
    Member,
    Record,
    RegisterBegun,
    RegisterEvent,
    RegisterState,
    SafeguardsSet,
)
from banca.house.store import Store
from banca.rules.refusal import Refusal
from banca.tables.commands import THE_HOUSE, Actor, Role

TWO = 2
STAFF = tuple(role for role in Role if role is not Role.PLAYER)


class RegisterKeeper(ABC):
    """The part of a house that is about its register."""

    store: Store
    log: HouseLog | None

    @abstractmethod
    def table(self, table_id: str) -> LiveTable:
        """One table as it stands."""

    @abstractmethod
    def do(self, request: CommandRequest) -> CommittedEntry:
        """Carry out one command; raises the refusal."""

    @property
    def register(self) -> RegisterState:
        """Who is in the house."""
        state: RegisterState = self.table(REGISTER).state
        return state

    def begin_register(self) -> None:
        """Begin the register with the staff that the store has, and again where it was read in, as people do not travel; name new signers."""
        seq = self.table(REGISTER).seq
        if seq == 1 or (self.register.staff and not self.store.users(most=1)):
            staff = tuple(Member(row.name, Role(row.role), row.is_disabled) for row in self.store.users(roles=STAFF))
            keys = tuple(sorted(row.digest[:NOTED] for row in self.store.key_rows()))
            begun = RegisterBegun(staff=staff, keys=keys, authorisations=len(self.store.authorisations()))
            # The id names the entry it stands behind: of processes that start together, one begins the register.
            try:
                self.record(begun, id=f"begun-{seq}")
            except Refusal as refusal:
                if refusal.code != COMMAND_REPEATED:  # another process began it first, and has engaged somebody since
                    raise
        if self.log and self.log.keys != self.register.log_keys:
            fact = LogKeySet(keys=self.log.keys, is_after_loss=self.log.is_after_loss)
            self.record(fact, id=f"log-key-{self.table(REGISTER).seq}")
        if self.log and self.log.is_head_missing:
            # In the journal for ever: somebody who deletes what the signer remembers, to have a shorter log signed, is seen by it.
            self.record(LogHeadMissing(entries=self.store.log_head().size))
            self.log.remember()

    def set_safeguards(self, **changes: bool | int | None) -> None:
        """Set safeguards by their names; None leaves one as it is."""
        chosen = {name: value for name, value in changes.items() if value is not None}
        safeguards = structs.replace(self.register.safeguards, **chosen)
        if safeguards != self.register.safeguards:
            self.record(SafeguardsSet(safeguards=safeguards))

    def note_lost_key(self) -> None:
        """Record that what was hidden so far may never be opened."""
        self.record(KeyLost())

    @property
    def is_single_handed(self) -> bool:
        """Whether what takes two is done by one alone, as there is nobody else."""
        return self.register.safeguards.two_persons and len(self.register.second_persons(but="")) < TWO

    def record(
        self,
        fact: RegisterEvent,
        *also: Executable,
        by: Actor = THE_HOUSE,
        check: Callable[[], None] | None = None,
        id: str = "",  # noqa: A002 - as requests have it
    ) -> CommittedEntry:
        """Write a fact into the register, and in the same transaction what it changes among people and keys: neither stands without the other."""
        name = id or uuid4().hex
        return self.do(
            CommandRequest(table=REGISTER, actor=by, id=name, command=Record(fact=fact), also=also, check=check)
        )
