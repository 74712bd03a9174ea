"""Keys: sessions of browsers and tokens of programs. The store has only their digests; each issue and end is in the register."""

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
"""How long a player's key is believed without asking the store, at most; the keys of staff are looked up each time."""
MOST_FRESH = 100_000
SWEEP_SECONDS = 3600.0
"""Expired keys are deleted so often."""
USES_WRITTEN = 20
"""A session's use is written so often within the time after which it would end."""
KEY_ENDING = (PersonShutOut, PasswordReset, PasswordChanged, KeyEnded)
"""Facts that end keys: all of a person's, or those named."""


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
    csrf: str
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
        """Players' keys by digest, each with the time until which it is believed."""
        self._swept = 0.0
        self._endings = 0
        """How many entries of the register have ended keys."""
        self._lock = Lock()
        house.listeners.append(self._on_entries)

    def mint(self, row: Any, label: str, seconds: float, *, parent: Person | None = None, address: str = "") -> Key:
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
            key=digest[:NOTED],
            label=label,
            until=when(expires),
            minted_by=minted_by[:NOTED],
            address=address,
        )
        check = (lambda: self._check_count(row.name)) if label != SESSION else None
        self.house.record(fact, *writes, by=Actor(row.name, Role(row.role)), check=check)
        return Key(token, csrf, _person(row, digest=digest, label=label, csrf=csrf, expires=expires))

    def _check_count(self, name: str) -> None:
        held = [row for row in self._store.key_rows(name) if row.label != SESSION and row.expires > self._clock()]
        if len(held) >= self.stay.tokens:
            raise Refusal(TOO_MANY_TOKENS, asked=len(held), allowed=self.stay.tokens)

    def held_by(self, name: str) -> list[ListedKey]:
        """List a person's keys that have not expired."""
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
            for row in self._store.key_rows(name)
            if row.expires > now
        ]

    def end(self, person: Person, key: str) -> None:
        """End one of a person's own keys, and those that it made."""
        digests = [row.digest for row in self._store.key_rows(person.name) if row.digest[:NOTED] == key]
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
        key, *made = (digest[:NOTED] for digest in ended)
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
        person = _person(row, digest=digest, label=row.label, csrf=row.csrf, expires=row.expires)
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
        for each in committed:
            if ends_keys(each.entry):
                with self._lock:
                    self._endings += 1
                    kept = self._fresh.items()
                    self._fresh = {digest: fresh for digest, fresh in kept if not ends_key_of(each.entry, fresh[1])}


def _person(row: Any, *, digest: str, label: str, csrf: str, expires: float) -> Person:
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
    """Tell whether an entry ends anybody's keys."""
    return entry.table == REGISTER and any(isinstance(event, KEY_ENDING) for event in entry.events)


def ends_key_of(entry: Entry, person: Person) -> bool:
    """Tell whether an entry of the register ends the key that a person came with."""
    return any(
        person.digest[:NOTED] in event.keys if isinstance(event, KeyEnded) else event.name == person.name
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
