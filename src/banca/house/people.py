"""Who may come in, and as what: passwords by argon2, sessions for browsers, tokens for programs, slow answers to guessing."""

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

UserName = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9][a-z0-9._-]*$")]
Password = Annotated[str, Meta(min_length=10, max_length=200)]
Secret = Annotated[str, Meta(max_length=200)]

FIRST = "supervisor"
"""The name of whoever starts the house."""
SESSION_SECONDS = 12 * 3600.0
TOKEN_SECONDS = 90 * 24 * 3600.0
SESSION = ""
"""The label of a session; a token has one of its owner's."""
FREE_TRIES = 5
LONGEST_WAIT = 300.0
FRESH_SECONDS = 2.0
"""How long a key that was found good is believed without asking the store."""


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
        self._failures: dict[str, tuple[int, float]] = {}
        self._fresh: dict[str, tuple[float, Person]] = {}
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

    def disable(self, name: str) -> None:
        """Shut somebody out, at once."""
        self._known(name)
        self._store.change_user(name, is_disabled=True)
        self._forget(name)

    def reset(self, name: str) -> str:
        """A new one-time password for somebody who has lost theirs; they are let in again."""
        self._known(name)
        given = secrets.token_urlsafe(12)
        self._store.change_user(name, password=self._hasher.hash(given), must_change=True, is_disabled=False)
        self._forget(name)
        return given

    def _known(self, name: str) -> Any:  # noqa: ANN401 - a row
        row = self._store.user(name)
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
            raise Refusal(Code.UNKNOWN_USER, asked=name)

    def log_in(self, name: str, password: str, address: str = "") -> Key:
        """A session for whoever knows the password; guessing gets slower and slower."""
        for who in (name, address):
            self._check_wait(who)
        row = self._store.user(name)
        if not self._is_right(row.password if row else self._nobody, password) or row is None or row.is_disabled:
            for who in (name, address):
                self._count_failure(who)
            raise Refusal(Code.WRONG_PASSWORD)
        with self._lock:
            self._failures.pop(name, None)
        return self.issue(name, SESSION, SESSION_SECONDS)

    def _is_right(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    def _check_wait(self, who: str) -> None:
        count, last = self._failures.get(who, (0, 0.0))
        if count < FREE_TRIES:
            return
        left = last + min(2.0 ** (count - FREE_TRIES), LONGEST_WAIT) - self._clock()
        if left > 0:
            raise Refusal(Code.TOO_MANY_TRIES, asked=int(left) + 1)

    def _count_failure(self, who: str) -> None:
        if not who:
            return
        with self._lock:
            now = self._clock()
            count, last = self._failures.get(who, (0, now))
            self._failures[who] = (count + 1 if now - last < LONGEST_WAIT else 1, now)
            if len(self._failures) > 10_000:  # the oldest make room
                self._failures.pop(next(iter(self._failures)))

    def issue(self, name: str, label: str, seconds: float = TOKEN_SECONDS) -> Key:
        """A key for somebody: a session, or a token under a label."""
        row = self._known(name)
        token, csrf = secrets.token_urlsafe(32), secrets.token_hex(32)
        digest = _digest(token)
        now = self._clock()
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
        digest = _digest(token)
        now = self._clock()
        fresh = self._fresh.get(digest)
        if fresh is not None and now - fresh[0] < FRESH_SECONDS:
            return fresh[1]
        row = self._store.key(digest)
        if row is None or row.expires < now or row.is_disabled:
            self._fresh.pop(digest, None)
            return None
        person = Person(
            name=row.name,
            role=Role(row.role),
            csrf=row.csrf,
            is_session=row.label == SESSION,
            must_change=row.must_change,
            digest=digest,
        )
        if len(self._fresh) > 100_000:
            self._fresh.clear()
        self._fresh[digest] = (now, person)
        return person

    def log_out(self, person: Person) -> None:
        """A key is good no more."""
        self._store.drop_keys(digest=person.digest)
        self._fresh.pop(person.digest, None)

    def change_password(self, person: Person, old: str, new: str) -> Key:
        """Another password; every key so far is good no more, and a new session begins."""
        row = self._known(person.name)
        self._check_wait(person.name)
        if not self._is_right(row.password, old):
            self._count_failure(person.name)
            raise Refusal(Code.WRONG_PASSWORD)
        if compare_digest(old.encode(), new.encode()):
            raise Refusal(Code.SAME_PASSWORD)
        self._store.change_user(person.name, password=self._hasher.hash(new), must_change=False)
        self._forget(person.name)
        return self.issue(person.name, SESSION, SESSION_SECONDS)

    def _forget(self, name: str) -> None:
        self._store.drop_keys(name=name)
        self._fresh = {digest: one for digest, one in self._fresh.items() if one[1].name != name}


def _digest(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
