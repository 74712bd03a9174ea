"""The people of the house: passwords (argon2), a second factor, approvals by a second person. Each change is in the register."""

import re
import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from hmac import compare_digest
from typing import Annotated, Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Meta, structs
from sqlalchemy import Executable, update

from banca.house import totp
from banca.house.approvals import takes_second
from banca.house.clock import write_time
from banca.house.database import StoreDownError
from banca.house.house import House
from banca.house.keys import SESSION, TOKEN_SECONDS, Key, KeyLifetimes, Keys, Person, keys_of
from banca.house.refusals import CODE_NEEDED, NAME_TAKEN, UNKNOWN_USER, WRONG_CODE, WRONG_PASSWORD
from banca.house.register import (
    PROGRAM,
    ApprovalDenied,
    ApprovalGiven,
    ApprovalRequested,
    FactorSet,
    FailedLogIns,
    LogInsFailed,
    PasswordChanged,
    PasswordReset,
    PersonAdded,
    PersonShutOut,
    Record,
    RegisterEvent,
    digest_kept,
)
from banca.house.schema import USERS
from banca.house.seal import CannotUnsealError
from banca.house.store import Store
from banca.rules import Refusal, _
from banca.tables.commands import THE_HOUSE, Actor, Command, Role

GROUPS = {"staff": tuple(role for role in Role if role is not Role.PLAYER), "player": (Role.PLAYER,)}
"""In the order in which people are listed."""


def place_of(name: str, role: str) -> str:
    """Return a person's place in the list of people.

    >>> place_of("sofia", "supervisor"), place_of("ana", "player")
    ('staff:sofia', 'player:ana')
    """
    return f"{next(group for group, roles in GROUPS.items() if role in roles)}:{name}"


def list_people(
    store: Store, after: str, most: int, *, sought: str = "", roles: Sequence[Role] | None = None
) -> list[Any]:
    """Return at most so many people after a place (`place_of`), the staff first: with `sought` in their names, in some roles."""
    group, _, name = after.rpartition(":")
    people: list[Any] = []
    for name_of_group, members in GROUPS.items():
        if group in (name_of_group, ""):
            some = [role for role in members if roles is None or role in roles]
            people += store.users(after=name, most=most - len(people), sought=sought, roles=some)
            group = name = ""
    return people


NAMES = r"^[a-z0-9][a-z0-9._-]*$(?!\n)"
"""`$` alone would let a line feed through."""
UserName = Annotated[str, Meta(min_length=1, max_length=40, pattern=NAMES)]
Password = Annotated[str, Meta(min_length=10, max_length=200)]
Secret = Annotated[str, Meta(max_length=200)]

FIRST = "supervisor"
"""The name of the first person of a house."""
MOST_NAMED = 20
"""Failed log-ins that one entry of the register tells apart."""
WISH = timedelta(days=1)
"""How long a request waits for a second person."""
LETTERS, HALF = "abcdefghjkmnpqrstuvwxyz23456789", 12
"""One half of a one-time password: letters that are easily read aloud, and how many."""


@dataclass(frozen=True, slots=True)
class PendingApproval:
    """A request that waits for a second person, and the half of a one-time password that only the first person is shown."""

    number: int
    seconds: list[str]
    half: str = ""


class People(Keys):
    """The people of one house."""

    def __init__(
        self,
        house: House,
        *,
        hasher: PasswordHasher | None = None,
        clock: Callable[[], float] = time.time,
        stay: KeyLifetimes = KeyLifetimes(),  # noqa: B008 - frozen
    ) -> None:
        super().__init__(house, clock=clock, stay=stay)
        self._seal = house.seal
        self._hasher = hasher or PasswordHasher()
        self._failed: Counter[tuple[str, str]] = Counter()
        """Failed log-ins that are not in the register yet, by name and address."""
        # Verified for unknown names, so that nobody learns from the time it takes which names exist.
        self._nobody = self._hasher.hash(secrets.token_urlsafe())

    # Who is let in

    def first_start(self, password: str | None = None) -> str | None:
        """Add a supervisor to a house without people; return the one-time password, or None if there are people."""
        if self._store.users(most=1):
            return None
        try:
            return self.add(FIRST, Role.SUPERVISOR, password, must_change=True)
        except Refusal:  # another process was faster
            return None

    def add(
        self,
        name: str,
        role: Role,
        password: str | None = None,
        *,
        by: Actor = THE_HOUSE,
        must_change: bool | None = None,
    ) -> str:
        """Add a person; return the password. One that was made here must be changed at the first log-in, unless told otherwise."""
        given = password or secrets.token_urlsafe(12)
        hashed = self._hasher.hash(given)
        fact = PersonAdded(name=name, role=role, kept=digest_kept(hashed))
        writes = self._writes(fact, hashed, must_change=password is None if must_change is None else must_change)
        self.house.record(fact, *writes, by=by, check=lambda: self._check_free(name))
        return given

    def disable(self, name: str, *, by: Actor = THE_HOUSE) -> None:
        """Suspend a person at once and everywhere. Nobody can do so to themselves, so a supervisor is always left."""
        self._known(name)
        fact = PersonShutOut(name=name)
        self.house.record(fact, *self._writes(fact), by=by)

    def reset(self, name: str, *, by: Actor = THE_HOUSE) -> str:
        """Make a new one-time password for a person, who may come in again, and without a second factor."""
        self._known(name)
        given = secrets.token_urlsafe(12)
        hashed = self._hasher.hash(given)
        fact = PasswordReset(name=name, kept=digest_kept(hashed))
        self.house.record(fact, *self._writes(fact, hashed), by=by)
        return given

    def _writes(
        self, fact: PersonAdded | PersonShutOut | PasswordReset, hashed: str = "", *, must_change: bool = True
    ) -> tuple[Executable, ...]:
        match fact:
            case PersonAdded():
                row = {"name": fact.name, "role": fact.role.value, "is_disabled": False, "must_change": must_change}
                return (USERS.insert().values(**row, password=hashed),)
            case PersonShutOut():
                return _change(fact.name, is_disabled=True), keys_of(fact.name)
            case PasswordReset():
                reset = _change(fact.name, password=hashed, must_change=True, is_disabled=False, factor="")
                return reset, keys_of(fact.name)

    def _check_free(self, name: str) -> None:
        if name in PROGRAM or self._store.user(name) is not None:
            raise Refusal(NAME_TAKEN, asked=name)

    def list_after(
        self, after: str, most: int, *, sought: str = "", roles: Sequence[Role] | None = None
    ) -> list[tuple[str, Role, bool]]:
        """Return at most so many people after one: name, role, and whether they are suspended."""
        people = list_people(self._store, after, most, sought=sought, roles=roles)
        return [(row.name, Role(row.role), row.is_disabled) for row in people]

    def check_known(self, name: str) -> None:
        """Refuse an unknown name."""
        self._known(name)

    def check_player(self, name: str) -> None:
        """Refuse a name that is not a player's."""
        if self._known(name).role != Role.PLAYER:
            raise Refusal("not_a_player", _("{asked} is not a player, and only players have wallets"), asked=name)

    def _known(self, name: str) -> Any:  # a row
        row = self._find(name)
        if row is None:
            raise Refusal(UNKNOWN_USER, asked=name)
        return row

    def _find(self, name: str) -> Any | None:  # a row
        return self._store.user(name) if re.search(NAMES, name) else None

    # Two persons

    def ask_second(self, by: Actor, table: str, id: str, command: Command) -> PendingApproval:  # noqa: A002 - as requests have it
        """Record what a person wants to do and another must agree to; repeated under the same id, once."""
        fact = command.fact if isinstance(command, Record) else None

        def waiting() -> list[ApprovalRequested]:
            requests = self.house.register.asked.values()
            return [request for request in requests if (request.by, request.table, request.id) == (by.name, table, id)]

        for request in waiting():
            if request.command == command:
                return PendingApproval(request.number, self.house.register.second_persons(by.name))
        # Of a password for staff each of the two persons gets one half: neither can come in as the new person.
        half = _new_half() if isinstance(fact, PersonAdded | PasswordReset) else ""
        self._check_asked(fact)
        request = ApprovalRequested(
            table=table,
            id=id,
            command=takes_second(command),
            round=self.house.table(table).state.round,
            until=write_time(datetime.fromisoformat(self.house.clock.now()) + WISH),
            half=self._seal.close(half, about=f"half {id}") if half else "",
        )
        # Ids are unique at one table: in the register the table's name is part of them.
        self.house.record(request, by=by, id=sha256(f"{table} {id}".encode()).hexdigest())
        number = max((request.number for request in waiting()), default=0)
        register = self.house.register
        return PendingApproval(register.find_request(number).number, register.second_persons(by.name), half)

    def _check_asked(self, fact: RegisterEvent | None) -> None:
        if isinstance(fact, PersonAdded):
            self._check_free(fact.name)
        elif isinstance(fact, PasswordReset | PersonShutOut):
            self._known(fact.name)

    def agree(self, second: Actor, number: int) -> str:
        """Carry out a request with its second person, or refuse it as it would be refused now.

        Return the half of a one-time password that only this person is shown; blank if it is about none.
        """
        request = self.house.register.find_request(number)
        fact = request.command.fact if isinstance(request.command, Record) else None
        given, half = ApprovalGiven(number=number), ""
        also: tuple[Executable, ...] = ()
        if isinstance(fact, PersonShutOut):
            also = self._writes(fact)
        if isinstance(fact, PersonAdded | PasswordReset):
            half = _new_half()
            hashed = self._hasher.hash(f"{self._first_half(request)}-{half}")
            given, also = structs.replace(given, name=fact.name, kept=digest_kept(hashed)), self._writes(fact, hashed)
        self.house.record(given, *also, by=second, check=lambda: self._check_asked(fact))
        return half

    def _first_half(self, request: ApprovalRequested) -> str:
        try:
            return self._seal.open(request.half, about=f"half {request.id}")
        except CannotUnsealError:
            raise Refusal(
                "half_lost",
                _(
                    "half of the one-time password of request {asked} cannot be decrypted with this key; make the request again"
                ),
                asked=request.number,
            ) from None

    def drop(self, by: Actor, number: int) -> None:
        """Withdraw a request."""
        self.house.record(ApprovalDenied(number=number), by=by)

    # Coming in

    def log_in(self, name: str, password: str, address: str = "", code: str = "") -> Key:
        """Start a session for a name, password and, with a second factor, code. The caller limits how often this is tried."""
        row = self._find(name)
        if not self._is_right(row.password if row else self._nobody, password) or row is None or row.is_disabled:
            self._note_failed(name if row else "", address)
            raise Refusal(WRONG_PASSWORD)
        if row.factor:
            if not code:
                raise Refusal(CODE_NEEDED)
            self._check_code(row, code, address)
        return self.mint(row, SESSION, self.stay.session, address=address)

    def _check_code(self, row: Any, code: str, address: str = "") -> None:  # a row
        secret = self._opened(row)
        step = totp.step_of(secret, code, self._clock())
        # One statement checks and takes the step: of two log-ins with the same code one fails, in whatever processes.
        taken = update(USERS).where(USERS.c.name == row.name, USERS.c.factor_step < (step or 0))
        if step is None or not self._store.execute(taken.values(factor_step=step)):
            self._note_failed(row.name, address)
            raise Refusal(WRONG_CODE)

    def _note_failed(self, name: str, address: str = "") -> None:
        with self._lock:
            self._failed[name, address] += 1

    def _opened(self, row: Any) -> str:  # a row
        try:
            return self._seal.open(row.factor, about=f"factor {row.name}")
        except CannotUnsealError:
            raise Refusal(
                "factor_lost",
                _("the second factor of {asked} cannot be decrypted with this key; resetting the password removes it"),
                asked=row.name,
            ) from None

    def set_factor(self, person: Person, secret: str, code: str, old: str = "") -> None:
        """Set a second factor, proved by a code of it; to replace one takes a code of the old one too."""
        row = self._known(person.name)
        if row.factor:
            self._check_code(row, old)
        step = totp.step_of(secret, code, self._clock()) if len(secret) >= totp.SHORTEST else None
        if step is None:
            raise Refusal(WRONG_CODE)
        sealed = self._seal.close(secret, about=f"factor {person.name}")
        self.house.record(
            FactorSet(name=person.name, kept=digest_kept(sealed)),
            _change(person.name, factor=sealed, factor_step=step),
            by=person.actor,
        )

    def record_failures(self) -> None:
        """Write failed log-ins into the register: the most frequent by name, the others counted."""
        with self._lock:
            failed, self._failed = self._failed, Counter()
        if failed:
            named = failed.most_common(MOST_NAMED)
            tried = tuple(FailedLogIns(name, address, count) for (name, address), count in named)
            others = failed.total() - sum(count for _, count in named)
            try:
                self.house.record(LogInsFailed(tried=tried, others=others))
            except StoreDownError:  # count them next time
                with self._lock:
                    self._failed.update(failed)
                raise

    def issue(self, name: str, label: str, seconds: float = TOKEN_SECONDS, *, parent: Person | None = None) -> Key:
        """Make a key for a person: a session, or a token under a label."""
        return self.mint(self._known(name), label, seconds, parent=parent)

    def change_password(self, person: Person, old: str, new: str, address: str = "") -> Key:
        """Change a password: all keys of this person end, and a new session begins."""
        row = self._known(person.name)
        if not self._is_right(row.password, old):
            self._note_failed(person.name)
            raise Refusal(WRONG_PASSWORD)
        if compare_digest(old.encode(), new.encode()):
            raise Refusal("same_password", _("the new password is the same as the old one"))
        hashed = self._hasher.hash(new)
        changed = _change(person.name, password=hashed, must_change=False)
        self.house.record(
            PasswordChanged(name=person.name, kept=digest_kept(hashed)), changed, keys_of(person.name), by=person.actor
        )
        return self.mint(self._known(person.name), SESSION, self.stay.session, address=address)

    def _is_right(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    def find_keyless(self, names: list[str]) -> list[str]:
        """Return the people without a valid key, who cannot come in by themselves."""
        holders = self._store.holders(names, self._clock())
        return [name for name in names if name not in holders]


def _change(name: str, **columns: object) -> Executable:
    return update(USERS).where(USERS.c.name == name).values(**columns)


def _new_half() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(HALF))
