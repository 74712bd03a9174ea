"""The people of the house: passwords (argon2), second factors, approvals by a second person, and keys. Each change is in the register.

Keys are sessions of browsers and tokens of programs; the store has only their digests. Second factors are codes of six digits that a
telephone shows (TOTP, RFC 6238), each good once.
"""

import re
import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from hmac import compare_digest
from io import BytesIO
from threading import Lock
from typing import Annotated, Any

import pyotp
import segno
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Meta, Struct, structs
from pyotp.utils import strings_equal
from sqlalchemy import Executable, delete, select, update

from banca.house.approvals import takes_second
from banca.house.clock import write_time
from banca.house.commands import CommittedEntry
from banca.house.database import StoreDownError
from banca.house.house import House
from banca.house.journal import Entry
from banca.house.refusals import (
    CODE_NEEDED,
    NAME_TAKEN,
    NO_SUCH_KEY,
    TOO_MANY_TOKENS,
    UNKNOWN_USER,
    WRONG_CODE,
    WRONG_PASSWORD,
)
from banca.house.register import (
    KEY_LETTERS,
    PROGRAM,
    REGISTER,
    STAFF,
    ApprovalDenied,
    ApprovalGiven,
    ApprovalRequested,
    FactorSet,
    FailedLogIns,
    KeyEnded,
    KeyIssued,
    LogInsFailed,
    PasswordChanged,
    PasswordReset,
    PersonAdded,
    PersonShutOut,
    Record,
    RegisterEvent,
    digest_of_secret,
)
from banca.house.schema import KEYS, USERS
from banca.house.seal import CannotUnsealError
from banca.house.store import Store
from banca.rules import Refusal, _
from banca.tables.commands import THE_HOUSE, Actor, Command, Role

GROUPS = {"staff": STAFF, "player": (Role.PLAYER,)}
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
REQUEST_WAITS = timedelta(days=1)
"""How long a request waits for a second person."""
LETTERS, HALF = "abcdefghjkmnpqrstuvwxyz23456789", 12
"""One half of a one-time password: letters that are easily read aloud, and how many."""

TOKEN_SECONDS = 90 * 24 * 3600.0
SESSION = ""
"""The label of a session; a token has one of its owner's."""
FRESH_SECONDS = 30.0
"""How long a player's key is believed without asking the store, at most; the keys of staff are looked up each time."""
MOST_FRESH = 100_000
SWEEP_SECONDS = 3600.0
"""Expired keys are deleted so often."""
USES_WRITTEN = 20
"""A session's use is written so often within the time after which it would end."""
KEY_ENDING = (PersonShutOut, PasswordReset, PasswordChanged, KeyEnded)
"""Facts that end keys: all of a person's, or those named."""

STEP_SECONDS = 30
# The neighbours of the present step are taken too: clocks differ, and people type slowly.
STEPS_AROUND = (0, -1, 1)
SHORTEST_SECRET = 16
"""Letters of a second factor's secret: 80 bits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyLifetimes:
    """How long keys are good, in seconds."""

    session: float = 12 * 3600.0
    idle_staff: float = 1800.0
    """After so long without a request a session ends."""
    idle_player: float = 4 * 3600.0
    tokens: int = 50
    """How many tokens one person may hold."""

    def idle(self, role: Role) -> float:
        """Return how long a session of this role may be idle."""
        return self.idle_player if role is Role.PLAYER else self.idle_staff


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """The owner of a valid key."""

    name: str
    role: Role
    csrf: str
    is_session: bool
    must_change: bool
    has_factor: bool
    digest: str
    expires: float

    @property
    def actor(self) -> Actor:
        """The person as tables know them."""
        return Actor(self.name, self.role)


@dataclass(frozen=True, slots=True)
class Key:
    """A new key, which is handed out once: the store keeps only its digest."""

    token: str
    person: Person


class ListedKey(Struct, frozen=True, kw_only=True):
    """A key in the list of a person's keys."""

    key: str
    label: str
    """Empty for a session."""
    made: str
    until: str
    used: str
    """When a request last came with it; empty where that is not known."""
    minted_by: str
    """The token that made it, and that it ends with."""


class PendingApproval(Struct, frozen=True, kw_only=True):
    """It takes a second person: its number, who can be that, and for a one-time password the half that only you are shown."""

    number: int
    seconds: list[str]
    half: str = ""


class People:
    """The people of one house."""

    def __init__(
        self,
        house: House,
        *,
        hasher: PasswordHasher | None = None,
        clock: Callable[[], float] = time.time,
        stay: KeyLifetimes = KeyLifetimes(),  # noqa: B008 - frozen
    ) -> None:
        self.house = house
        self._store, self._seal = house.store, house.seal
        self._hasher = hasher or PasswordHasher()
        self._clock = clock
        self.stay = stay
        self._failed: Counter[tuple[str, str]] = Counter()
        """Failed log-ins that are not in the register yet, by name and address."""
        # Verified for unknown names, so that nobody learns from the time it takes which names exist.
        self._nobody = self._hasher.hash(secrets.token_urlsafe())
        self._fresh: dict[str, tuple[float, Person]] = {}
        """Players' keys by digest, each with the time until which it is believed."""
        self._swept = 0.0
        self._endings = 0
        """How many entries of the register have ended keys."""
        self._lock = Lock()
        house.listeners.append(self._on_entries)

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
        fact = PersonAdded(name=name, role=role, kept=digest_of_secret(hashed))
        writes = self._writes(fact, hashed, must_change=password is None if must_change is None else must_change)
        self.house.record(fact, *writes, by=by, check=lambda: self._check_free(name))
        return given

    def disable(self, name: str, *, by: Actor = THE_HOUSE) -> None:
        """Suspend a person at once and everywhere. Nobody can do so to themselves, so a supervisor is always left."""
        self.find_known(name)
        fact = PersonShutOut(name=name)
        self.house.record(fact, *self._writes(fact), by=by)

    def reset(self, name: str, *, by: Actor = THE_HOUSE) -> str:
        """Make a new one-time password for a person, who may come in again, and without a second factor."""
        self.find_known(name)
        given = secrets.token_urlsafe(12)
        hashed = self._hasher.hash(given)
        fact = PasswordReset(name=name, kept=digest_of_secret(hashed))
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

    def check_player(self, name: str) -> None:
        """Refuse a name that is not a player's."""
        if self.find_known(name).role != Role.PLAYER:
            raise Refusal("not_a_player", _("{asked} is not a player, and only players have wallets"), asked=name)

    def find_known(self, name: str) -> Any:
        """Return a person's row; refused where there is nobody of that name."""
        row = self._find(name)
        if row is None:
            raise Refusal(UNKNOWN_USER, asked=name)
        return row

    def _find(self, name: str) -> Any | None:  # a row
        return self._store.user(name) if re.search(NAMES, name) else None

    # Two persons

    def request_approval(self, by: Actor, table: str, id: str, command: Command) -> PendingApproval:  # noqa: A002 - as requests have it
        """Record what a person wants to do and another must agree to; repeated under the same id, once."""
        register, half = self.house.register, ""
        request = register.newest_request(by.name, table, id)
        if request is None or request.command != command:
            fact = command.fact if isinstance(command, Record) else None
            self._check_person(fact)
            # Of a password for staff each of the two persons gets one half: neither can come in as the new person.
            half = _new_half() if isinstance(fact, PersonAdded | PasswordReset) else ""
            request = ApprovalRequested(
                table=table,
                id=id,
                command=takes_second(command),
                round=self.house.table(table).state.round,
                until=write_time(datetime.fromisoformat(self.house.clock.now()) + REQUEST_WAITS),
                half=self._seal.close(half, about=f"half {id}") if half else "",
            )
            # Ids are unique at one table: in the register the table's name is part of them.
            self.house.record(request, by=by, id=sha256(f"{table} {id}".encode()).hexdigest())
            register = self.house.register
            request = register.newest_request(by.name, table, id) or register.find_request(0)
        return PendingApproval(number=request.number, seconds=register.second_persons(by.name), half=half)

    def _check_person(self, fact: RegisterEvent | None) -> None:
        if isinstance(fact, PersonAdded):
            self._check_free(fact.name)
        elif isinstance(fact, PasswordReset | PersonShutOut):
            self.find_known(fact.name)

    def approve(self, second: Actor, number: int) -> str:
        """Carry out a request with its second person, or refuse it as it would be refused now.

        Return the half of a one-time password that only this person is shown; blank if it is about none.
        """
        request = self.house.register.find_request(number)
        fact = request.command.fact if isinstance(request.command, Record) else None
        given, half = ApprovalGiven(number=number), ""
        writes: tuple[Executable, ...] = ()
        if isinstance(fact, PersonShutOut):
            writes = self._writes(fact)
        if isinstance(fact, PersonAdded | PasswordReset):
            half = _new_half()
            hashed = self._hasher.hash(f"{self._first_half(request)}-{half}")
            given, writes = (
                structs.replace(given, name=fact.name, kept=digest_of_secret(hashed)),
                self._writes(fact, hashed),
            )
        self.house.record(given, *writes, by=second, check=lambda: self._check_person(fact))
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

    def deny(self, by: Actor, number: int) -> None:
        """Turn a request down, or withdraw one's own."""
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
        return self._make_key(row, SESSION, self.stay.session, address=address)

    def _check_code(self, row: Any, code: str, address: str = "") -> None:  # a row
        secret = self._opened(row)
        step = step_of(secret, code, self._clock())
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
        row = self.find_known(person.name)
        if row.factor:
            self._check_code(row, old)
        step = step_of(secret, code, self._clock()) if len(secret) >= SHORTEST_SECRET else None
        if step is None:
            raise Refusal(WRONG_CODE)
        sealed = self._seal.close(secret, about=f"factor {person.name}")
        self.house.record(
            FactorSet(name=person.name, kept=digest_of_secret(sealed)),
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
        return self._make_key(self.find_known(name), label, seconds, parent=parent)

    def change_password(self, person: Person, old: str, new: str, address: str = "") -> Key:
        """Change a password: all keys of this person end, and a new session begins."""
        row = self.find_known(person.name)
        if not self._is_right(row.password, old):
            self._note_failed(person.name)
            raise Refusal(WRONG_PASSWORD)
        if compare_digest(old.encode(), new.encode()):
            raise Refusal("same_password", _("the new password is the same as the old one"))
        hashed = self._hasher.hash(new)
        changed = _change(person.name, password=hashed, must_change=False)
        self.house.record(
            PasswordChanged(name=person.name, kept=digest_of_secret(hashed)),
            changed,
            keys_of(person.name),
            by=person.actor,
        )
        return self._make_key(self.find_known(person.name), SESSION, self.stay.session, address=address)

    def _is_right(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    def find_keyless(self, names: list[str]) -> list[str]:
        """Return the people without a valid key, who cannot come in by themselves."""
        query = select(KEYS.c.name).where(KEYS.c.name.in_(names), KEYS.c.expires > self._clock())
        holders = {name for (name,) in self._store.fetch(query)}
        return [name for name in names if name not in holders]

    # Keys

    def _make_key(
        self, row: Any, label: str, seconds: float, *, parent: Person | None = None, address: str = ""
    ) -> Key:
        """Make a session or a token for a user (a row of the store); what a token makes ends with it."""
        token, csrf = secrets.token_urlsafe(32), secrets.token_hex(32)
        digest, now = digest_of(token), self._clock()
        minted_by, expires = "", now + seconds
        if parent is not None and not parent.is_session:
            minted_by, expires = parent.digest, min(expires, parent.expires)
        columns = {"digest": digest, "name": row.name, "label": label, "csrf": csrf, "expires": expires}
        writes: list[Executable] = [KEYS.insert().values(**columns, made=now, used=now, minted_by=minted_by)]
        if now - self._swept >= SWEEP_SECONDS:
            self._swept = now
            writes.insert(0, delete(KEYS).where(KEYS.c.expires < now))
        fact = KeyIssued(
            name=row.name,
            key=digest[:KEY_LETTERS],
            label=label,
            until=when(expires),
            minted_by=minted_by[:KEY_LETTERS],
            address=address,
        )
        check = (lambda: self._check_count(row.name)) if label != SESSION else None
        self.house.record(fact, *writes, by=Actor(row.name, Role(row.role)), check=check)
        return Key(token, _person({**row._mapping, **columns}))

    def _check_count(self, name: str) -> None:
        held = [row for row in self._store.key_rows(name) if row.label != SESSION and row.expires > self._clock()]
        if len(held) >= self.stay.tokens:
            raise Refusal(TOO_MANY_TOKENS, asked=len(held), allowed=self.stay.tokens)

    def held_by(self, name: str) -> list[ListedKey]:
        """List a person's keys that have not expired."""
        now = self._clock()
        return [
            ListedKey(
                key=row.digest[:KEY_LETTERS],
                label=row.label,
                made=when(row.made),
                until=when(row.expires),
                used=when(row.used),
                minted_by=row.minted_by[:KEY_LETTERS],
            )
            for row in self._store.key_rows(name)
            if row.expires > now
        ]

    def end(self, person: Person, key: str) -> None:
        """End one of a person's own keys, and those that it made."""
        digests = [row.digest for row in self._store.key_rows(person.name) if row.digest[:KEY_LETTERS] == key]
        if not digests:
            raise Refusal(NO_SUCH_KEY, asked=key)
        self._end(person.actor, digests[0])

    def log_out(self, person: Person) -> None:
        """End the key that a person came with."""
        self._end(person.actor, person.digest)

    def _end(self, by: Actor, digest: str) -> None:
        ended = [digest]
        rows = self._store.key_rows(by.name)
        for parent in ended:  # grows while it is walked: a token may have made tokens that made tokens
            ended += [row.digest for row in rows if row.minted_by == parent]
        key, *made = (digest[:KEY_LETTERS] for digest in ended)
        fact = KeyEnded(name=by.name, key=key, made=tuple(made))
        self.house.record(fact, delete(KEYS).where(KEYS.c.digest.in_(ended)), by=by)

    # Whose key it is

    def check(self, token: str) -> Person | None:
        """Return whose key this is, and count it as used; None if it is unknown or no longer good."""
        return self.cached(token) or self.look_up(digest_of(token), is_used=True)

    def cached(self, token: str) -> Person | None:
        """Return whose key this is, if it was found good a moment ago; the store is not asked.

        A player who was suspended meanwhile still does nothing: every command is decided against the register.
        """
        fresh = self._fresh.get(digest_of(token))
        return fresh[1] if fresh is not None and self._clock() < fresh[0] else None

    def look_up(self, digest: str, *, is_used: bool = False) -> Person | None:
        """Return whose key has this digest, by the store."""
        endings, now = self._endings, self._clock()
        row = self._store.key(digest)
        if row is None or row.is_disabled or row.expires <= now:
            return None
        person = _person(row._mapping)
        idle = self.stay.idle(person.role)
        if person.is_session and now - row.used > idle:
            return None
        if not is_used:  # a look of the house's own: it must not make a session seem in use
            return person
        if now - row.used > idle / USES_WRITTEN:
            self._store.execute(update(KEYS).where(KEYS.c.digest == digest).values(used=now))
        with self._lock:
            # If a key was ended while we read the store, what we read may be old: it is not believed for longer than this request.
            if endings == self._endings and person.role is Role.PLAYER:
                if len(self._fresh) > MOST_FRESH:
                    self._fresh.clear()
                # Spread by digest, so that keys of one moment do not all come back to the store in one moment.
                spread = (1 + int(digest[:2], 16) / 256) / 2
                self._fresh[digest] = (min(now + FRESH_SECONDS * spread, row.expires), person)
        return person

    def _on_entries(self, committed: list[CommittedEntry]) -> None:
        """Forget keys that were ended, here or in another process."""
        for entry in (done.entry for done in committed if ends_keys(done.entry)):
            with self._lock:
                self._endings += 1
                fresh = self._fresh.items()
                self._fresh = {digest: known for digest, known in fresh if not ends_key_of(entry, known[1])}


def _person(columns: Mapping[str, Any]) -> Person:
    """Read the owner of a key out of the columns of both."""
    return Person(
        name=columns["name"],
        role=Role(columns["role"]),
        csrf=columns["csrf"],
        is_session=columns["label"] == SESSION,
        must_change=columns["must_change"],
        has_factor=bool(columns["factor"]),
        digest=columns["digest"],
        expires=columns["expires"],
    )


def ends_keys(entry: Entry) -> bool:
    """Tell whether an entry ends anybody's keys."""
    return entry.table == REGISTER and any(isinstance(event, KEY_ENDING) for event in entry.events)


def ends_key_of(entry: Entry, person: Person) -> bool:
    """Tell whether an entry of the register ends the key that a person came with."""
    return any(
        person.digest[:KEY_LETTERS] in event.keys if isinstance(event, KeyEnded) else event.name == person.name
        for event in entry.events
        if isinstance(event, KEY_ENDING)
    )


def keys_of(name: str) -> Executable:
    """Return the statement that deletes all keys of a person."""
    return delete(KEYS).where(KEYS.c.name == name)


def digest_of(token: str) -> str:
    """Return the digest by which the store knows a key."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def when(seconds: float) -> str:
    """Write a time as people and journals do; blank for none."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds") if seconds else ""


def _change(name: str, **columns: object) -> Executable:
    return update(USERS).where(USERS.c.name == name).values(**columns)


def _new_half() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(HALF))


def new_secret() -> str:
    """Make a secret for telephone and house: 160 bits in base 32."""
    return pyotp.random_base32()


def factor_address(secret: str, name: str) -> str:
    """Return the address by which telephones read a secret."""
    return pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name="Banca")


def picture_of(address: str) -> str:
    """Draw the address as a QR code: SVG."""
    out = BytesIO()
    segno.make(address, error="m").save(out, kind="svg", scale=4, border=4, xmldecl=False, svgns=True)
    return out.getvalue().decode()


def step_of(secret: str, code: str, now: float) -> int | None:
    """Return the step whose code this is, near the present one; None if it is no such code."""
    try:
        codes = pyotp.HOTP(secret)
        return next(
            (
                step
                for step in (int(now // STEP_SECONDS) + away for away in STEPS_AROUND)
                if strings_equal(codes.at(step), code.replace(" ", ""))
            ),
            None,
        )
    except ValueError:  # no base 32
        return None
