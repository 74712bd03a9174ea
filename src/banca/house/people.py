"""Who may come in, and as what: passwords by argon2, sessions for browsers, tokens for programs."""

import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from threading import Lock
from typing import Annotated, Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Meta

from banca.house.store import Store, StoreConflictError
from banca.rulebook import Code, Refusal
from banca.rulebook.live.command import Actor, Role

NAMES = r"^[a-z0-9][a-z0-9._-]*$(?!\n)"
"""`$` alone would let a line feed through."""
UserName = Annotated[str, Meta(min_length=1, max_length=40, pattern=NAMES)]
Password = Annotated[str, Meta(min_length=10, max_length=200)]
Secret = Annotated[str, Meta(max_length=200)]

FIRST = "supervisor"
"""The name of whoever starts the house."""
OURS = ("automatic", "house")
"""Names that the program itself acts under; nobody else's commands may be taken for its own."""
SESSION_SECONDS = 12 * 3600.0
TOKEN_SECONDS = 90 * 24 * 3600.0
SESSION = ""
"""The label of a session; a token has one of its owner's."""
FRESH_SECONDS = 30.0
"""How long a key that was found good is believed without asking the store, at most: not all keys are asked about at once."""
MOST_FRESH = 100_000
SWEEP_SECONDS = 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody who has shown a good key."""

    name: str
    role: Role
    csrf: str
    is_session: bool
    must_change: bool
    digest: str

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


class People:
    """The users of one store."""

    def __init__(
        self, store: Store, *, hasher: PasswordHasher | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._hasher = hasher or PasswordHasher()
        self._clock = clock
        self._fresh: dict[str, tuple[float, Person]] = {}
        self._swept = 0.0
        """When keys that had run out were last thrown away."""
        self._forgotten = 0
        """How often keys have ended."""
        self._lock = Lock()
        self._nobody = self._hasher.hash(secrets.token_urlsafe())

    def first_start(self) -> str | None:
        """Where nobody is there yet: a supervisor with a one-time password, to be shown once."""
        if self._store.users():
            return None
        try:
            return self.add(FIRST, Role.SUPERVISOR)
        except Refusal:  # another process was faster
            return None

    def add(self, name: str, role: Role, password: str | None = None) -> str:
        """Somebody new; without a password, one that must be changed at once. The password they come in with."""
        if name in OURS:
            raise Refusal(Code.NAME_TAKEN, asked=name)
        given = password or secrets.token_urlsafe(12)
        try:
            self._store.add_user(
                name=name,
                role=role.value,
                password=self._hasher.hash(given),
                must_change=password is None,
                is_disabled=False,
            )
        except StoreConflictError:
            raise Refusal(Code.NAME_TAKEN, asked=name) from None
        return given

    def all(self) -> list[tuple[str, Role, bool]]:
        """Everybody: name, role, and whether they are shut out."""
        return [(row.name, Role(row.role), row.is_disabled) for row in self._store.users()]

    def disable(self, name: str, by: str) -> None:
        """Shut somebody out, at once; nobody does so to themselves, so a supervisor is always left."""
        self._known(name)
        if name == by:
            raise Refusal(Code.NOT_YOURSELF, asked=name)
        self._store.change_user(name, is_disabled=True)
        self._forget(name)

    def reset(self, name: str) -> str:
        """A new one-time password for somebody who has lost theirs; they are let in again."""
        self._known(name)
        given = secrets.token_urlsafe(12)
        self._store.change_user(name, password=self._hasher.hash(given), must_change=True, is_disabled=False)
        self._forget(name)
        return given

    def check_known(self, name: str) -> None:
        """Refuse a name that nobody has."""
        self._known(name)

    def _known(self, name: str) -> Any:  # noqa: ANN401 - a row
        row = self._store.user(name) if re.search(NAMES, name) else None
        if row is None:
            raise Refusal(Code.UNKNOWN_USER, asked=name)
        return row

    def settle_in(self, name: str) -> None:
        """Somebody without a password of their own, who comes in by a token alone."""
        self._known(name)
        self._store.change_user(name, must_change=False)

    def check_player(self, name: str) -> None:
        """Refuse a name that no player has."""
        if self._known(name).role != Role.PLAYER:
            raise Refusal(Code.NOT_A_PLAYER, asked=name)

    def log_in(self, name: str, password: str) -> Key:
        """A session for whoever knows the password; who lets guess counts the tries."""
        row = self._store.user(name) if re.search(NAMES, name) else None
        if not self._is_right(row.password if row else self._nobody, password) or row is None or row.is_disabled:
            raise Refusal(Code.WRONG_PASSWORD)
        return self.issue(name, SESSION, SESSION_SECONDS)

    def _is_right(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    def issue(self, name: str, label: str, seconds: float = TOKEN_SECONDS) -> Key:
        """A key for somebody: a session, or a token under a label."""
        row = self._known(name)
        token, csrf = secrets.token_urlsafe(32), secrets.token_hex(32)
        digest = _digest(token)
        now = self._clock()
        if now - self._swept >= SWEEP_SECONDS:
            self._swept = now
            self._store.drop_keys(before=now)
        self._store.add_key(digest=digest, name=name, label=label, csrf=csrf, expires=now + seconds)
        person = Person(
            name=name,
            role=Role(row.role),
            csrf=csrf,
            is_session=label == SESSION,
            must_change=row.must_change,
            digest=digest,
        )
        return Key(token, csrf, person)

    def check(self, token: str) -> Person | None:
        """Whose key this is; None where it is nobody's, or no longer good."""
        return self.at_hand(token) or self.look_up(_digest(token))

    def at_hand(self, token: str) -> Person | None:
        """Whose key this is, where it was found good a moment ago; the store is not asked."""
        fresh = self._fresh.get(_digest(token))
        return fresh[1] if fresh is not None and self._clock() < fresh[0] else None

    def look_up(self, digest: str) -> Person | None:
        """Whose key has this digest, by the store."""
        forgotten = self._forgotten
        now = self._clock()
        row = self._store.key(digest)
        if row is None or row.expires <= now or row.is_disabled:
            return None
        person = Person(
            name=row.name,
            role=Role(row.role),
            csrf=row.csrf,
            is_session=row.label == SESSION,
            must_change=row.must_change,
            digest=digest,
        )
        with self._lock:
            if forgotten == self._forgotten:  # nobody is remembered who is just being forgotten
                if len(self._fresh) > MOST_FRESH:
                    self._fresh.clear()
                spread = (1 + int(digest[:2], 16) / 256) / 2
                self._fresh[digest] = (min(now + FRESH_SECONDS * spread, row.expires), person)
        return person

    def without_key(self, names: list[str]) -> list[str]:
        """Those of them who have no key that is good: they cannot come in by themselves."""
        holders = self._store.holders(names, self._clock())
        return [name for name in names if name not in holders]

    def log_out(self, person: Person) -> None:
        """A key is good no more."""
        self._store.drop_keys(digest=person.digest)
        with self._lock:
            self._forgotten += 1
            self._fresh.pop(person.digest, None)

    def change_password(self, person: Person, old: str, new: str) -> Key:
        """Another password; every key so far is good no more, and a new session begins."""
        row = self._known(person.name)
        if not self._is_right(row.password, old):
            raise Refusal(Code.WRONG_PASSWORD)
        if compare_digest(old.encode(), new.encode()):
            raise Refusal(Code.SAME_PASSWORD)
        self._store.change_user(person.name, password=self._hasher.hash(new), must_change=False)
        self._forget(person.name)
        return self.issue(person.name, SESSION, SESSION_SECONDS)

    def _forget(self, name: str) -> None:
        self._store.drop_keys(name=name)
        with self._lock:
            self._forgotten += 1
            self._fresh = {digest: one for digest, one in self._fresh.items() if one[1].name != name}


def _digest(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
