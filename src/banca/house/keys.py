"""Keys: sessions for browsers and tokens for programs. The store has only their digests; each issue and end is in the register."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from threading import Lock
from typing import Any

from msgspec import Struct
from sqlalchemy import Executable, delete, update

from banca.house.commands import CommittedEntry
from banca.house.house import House
from banca.house.journal import Entry
from banca.house.refusals import NO_SUCH_KEY, TOO_MANY_TOKENS
from banca.house.register import NOTED, REGISTER, KeyEnded, KeyIssued, PasswordChanged, PasswordReset, PersonShutOut
from banca.house.schema import KEYS
from banca.rules import Refusal
from banca.tables.commands import Actor, Role

TOKEN_SECONDS = 90 * 24 * 3600.0
SESSION = ""
"""The label of a session; a token has one of its owner's."""
FRESH_SECONDS = 30.0
"""How long a player's key that was found good is believed without asking the store, at most; of staff every key is asked about.

What a player does is decided beside the register in any case, so that somebody who is shut out is out in every process at once.
"""
MOST_FRESH = 100_000
SWEEP_SECONDS = 3600.0
ENDS = (PersonShutOut, PasswordReset, PasswordChanged, KeyEnded)
"""Facts that end keys: all of somebody, or those named."""
TOUCHED = 20
"""A session's use is written down so often within the time after which it would end."""


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
        """How long a session of somebody in this role may be idle."""
        return self.idle_player if role is Role.PLAYER else self.idle_staff


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody who has shown a good key."""

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
        """As the tables know them."""
        return Actor(self.name, self.role)


@dataclass(frozen=True, slots=True)
class Key:
    """What is handed out once: the store keeps only its digest."""

    token: str
    csrf: str
    person: Person


class ListedKey(Struct, frozen=True, kw_only=True):
    """A key in the list of somebody's keys."""

    key: str
    label: str
    """Empty for a session."""
    made: str
    until: str
    used: str
    """When a request last came with it; empty where that is not known."""
    minted_by: str
    """The token that made it, and that it ends with."""


class Keys:
    """The keys of one house."""

    def __init__(
        self,
        house: House,
        *,
        clock: Callable[[], float] = time.time,
        stay: KeyLifetimes = KeyLifetimes(),  # noqa: B008 - frozen
    ) -> None:
        self.house = house
        self._store = house.store
        self._clock = clock
        self.stay = stay
        self._fresh: dict[str, tuple[float, Person]] = {}
        self._swept = 0.0
        """When keys that had run out were last thrown away."""
        self._forgotten = 0
        """How often keys have ended."""
        self._lock = Lock()
        house.listeners.append(self._hear)

    def mint(
        self,
        row: Any,  # a user
        label: str,
        seconds: float,
        *,
        parent: Person | None = None,
        address: str = "",
    ) -> Key:
        """A key for somebody: a session, or a token under a label; one that a token makes ends with it."""
        token, csrf = secrets.token_urlsafe(32), secrets.token_hex(32)
        digest, now = digest_of(token), self._clock()
        role, minted_by, expires = Role(row.role), "", now + seconds
        if parent is not None and not parent.is_session:
            minted_by, expires = parent.digest, min(expires, parent.expires)
        made = KEYS.insert().values(
            digest=digest,
            name=row.name,
            label=label,
            csrf=csrf,
            expires=expires,
            made=now,
            used=now,
            minted_by=minted_by,
        )
        fact = KeyIssued(
            name=row.name,
            key=digest[:NOTED],
            label=label,
            until=when(expires),
            minted_by=minted_by[:NOTED],
            address=address,
        )
        check = (lambda: self._check_few(row.name)) if label != SESSION else None
        self.house.record(fact, *self._sweep(now), made, by=Actor(row.name, role), check=check)
        person = _person(row, digest=digest, label=label, csrf=csrf, expires=expires)
        return Key(token, csrf, person)

    def _sweep(self, now: float) -> tuple[Executable, ...]:
        """Now and then, what throws away keys that have run out."""
        if now - self._swept < SWEEP_SECONDS:
            return ()
        self._swept = now
        return (delete(KEYS).where(KEYS.c.expires < now),)

    def _check_few(self, name: str) -> None:
        held = [row for row in self._store.keys(name) if row.label != SESSION and row.expires > self._clock()]
        if len(held) >= self.stay.tokens:
            raise Refusal(TOO_MANY_TOKENS, asked=len(held), allowed=self.stay.tokens)

    def held_by(self, name: str) -> list[ListedKey]:
        """Every key of somebody that is good still."""
        now = self._clock()
        return [
            ListedKey(
                key=row.digest[:NOTED],
                label=row.label,
                made=when(row.made),
                until=when(row.expires),
                used=when(row.used),
                minted_by=row.minted_by[:NOTED],
            )
            for row in self._store.keys(name)
            if row.expires > now
        ]

    def end(self, person: Person, key: str) -> None:
        """One of somebody's own keys ends, and those that it made."""
        digests = [row.digest for row in self._store.keys(person.name) if row.digest[:NOTED] == key]
        if not digests:
            raise Refusal(NO_SUCH_KEY, asked=key)
        self._end(person.actor, digests[0])

    def log_out(self, person: Person) -> None:
        """The key that somebody came with is good no more."""
        self._end(person.actor, person.digest)

    def _end(self, by: Actor, digest: str) -> None:
        """A key and, where it is a token, those it made, and so on."""
        ended = [digest]
        rows = self._store.keys(by.name)
        for one in ended:  # grows while it is walked
            ended += [row.digest for row in rows if row.minted_by == one]
        key, *made = (one[:NOTED] for one in ended)
        fact = KeyEnded(name=by.name, key=key, made=tuple(made))
        self.house.record(fact, delete(KEYS).where(KEYS.c.digest.in_(ended)), by=by)

    # Whose key it is

    def check(self, token: str) -> Person | None:
        """Whose key this is; None where it is nobody's, or no longer good. It counts as used."""
        return self.cached(token) or self.look_up(digest_of(token), is_used=True)

    def cached(self, token: str) -> Person | None:
        """Whose key this is, where it was found good a moment ago; the store is not asked."""
        fresh = self._fresh.get(digest_of(token))
        return fresh[1] if fresh is not None and self._clock() < fresh[0] else None

    def look_up(self, digest: str, *, is_used: bool = False) -> Person | None:
        """Whose key has this digest, by the store."""
        forgotten, now = self._forgotten, self._clock()
        row = self._store.key(digest)
        if row is None or row.is_disabled or row.expires <= now:
            return None
        person = _person(row, digest=digest, label=row.label, csrf=row.csrf, expires=row.expires)
        idle = self.stay.idle(person.role)
        if person.is_session and now - row.used > idle:
            return None
        if is_used:
            self._use(row, now, idle)
        with self._lock:
            # nobody is remembered who is just being forgotten, nor by a look of the house's own: who plays on would seem idle
            if is_used and forgotten == self._forgotten and person.role is Role.PLAYER:
                if len(self._fresh) > MOST_FRESH:
                    self._fresh.clear()
                spread = (1 + int(digest[:2], 16) / 256) / 2
                self._fresh[digest] = (min(now + FRESH_SECONDS * spread, row.expires), person)
        return person

    def _use(self, row: Any, now: float, idle: float) -> None:  # a key
        """That a key is used, written down now and then."""
        if now - row.used > idle / TOUCHED:
            self._store.execute(update(KEYS).where(KEYS.c.digest == row.digest).values(used=now))

    # What other processes do

    def _hear(self, published: list[CommittedEntry]) -> None:
        """Keys that ended, here or in another process, are believed no more."""
        for one in published:
            if one.entry.table == REGISTER and ends_keys(one.entry):
                with self._lock:
                    self._forgotten += 1
                    kept = self._fresh.items()
                    self._fresh = {digest: fresh for digest, fresh in kept if not ends_key_of(one.entry, fresh[1])}


def _person(row: Any, *, digest: str, label: str, csrf: str, expires: float) -> Person:  # a user
    return Person(
        name=row.name,
        role=Role(row.role),
        csrf=csrf,
        is_session=label == SESSION,
        must_change=row.must_change,
        has_factor=bool(row.factor),
        digest=digest,
        expires=expires,
    )


def ends_keys(entry: Entry) -> bool:
    """Whether an entry ends keys of anybody."""
    return entry.table == REGISTER and any(isinstance(event, ENDS) for event in entry.events)


def ends_key_of(entry: Entry, person: Person) -> bool:
    """Whether an entry of the register ends the key that somebody came with."""
    return any(
        person.digest[:NOTED] in event.keys if isinstance(event, KeyEnded) else event.name == person.name
        for event in entry.events
        if isinstance(event, ENDS)
    )


def keys_of(name: str) -> Executable:
    """What ends all keys of somebody."""
    return delete(KEYS).where(KEYS.c.name == name)


def digest_of(token: str) -> str:
    """What the store knows a key by."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def when(seconds: float) -> str:
    """A time as people and journals write it; nothing for none."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds") if seconds else ""
