"""People, keys and authorisations in the store, beside what the register says of them; and what one person did that takes two."""

from collections.abc import Iterator
from typing import Any

from banca.house.audit.findings import Check, Finding, Weight
from banca.house.audit.replay import Replay, voids_stopped
from banca.house.audit.snapshot import Snapshot
from banca.house.journal import Entry
from banca.house.keys import when
from banca.house.register import REGISTER, RegisterState
from banca.house.register.conduct import PROGRAM
from banca.house.register.event import (
    NOTED,
    AuthorisationRecorded,
    FactorSet,
    KeyIssued,
    PasswordChanged,
    PasswordReset,
    PersonAdded,
    RegisterBegun,
    SecondGiven,
    digest_kept,
)
from banca.house.request import LiveTable
from banca.house.seconds import takes_two
from banca.live.command import ROLES, Role, act_named
from banca.rules import NOTHING, Code, Message, _

PERSON_DIFFERS = Code("person_differs", _("{asked} in the store: {found}; in the register: {expected}"))
DONE_ALONE = Code("done_alone", _("{asked} requires two persons, but {by} did it alone"))

Choice = tuple[str, str, str, str, str, str]
"""An authorisation as both have it: game, option, value, days asked and planned, reference."""
SUSPENDED = _("{role}, access suspended")


class Registered:
    """What the register has said, entry by entry, and what it comes to in the end."""

    def __init__(self) -> None:
        self.state = RegisterState()
        self.began = ""
        """When the register did; nothing before it is held against anybody."""
        self._keys: dict[str, tuple[str, str, str] | None] = {}
        """Whose each is, its label and until when; nothing is known of those from before."""
        self._passwords: dict[str, str] = {}
        self._factors: dict[str, str] = {}
        """Digests of what the store keeps of everybody."""
        self._authorisations: list[Choice] = []
        self._older = 0
        """Authorisations from before."""

    def take(self, entry: Entry) -> None:
        """Note what an entry of the register says."""
        self.began = self.began or entry.at
        for event in entry.events:
            match event:
                case RegisterBegun():
                    self._older = event.authorisations
                    self._keys.update(dict.fromkeys(event.keys))
                case KeyIssued():
                    self._keys[event.key] = event.name, event.label, event.until
                case PersonAdded() | PasswordReset() | PasswordChanged():
                    self._passwords[event.name] = event.kept
                    if isinstance(event, PasswordReset):
                        self._factors[event.name] = ""
                case SecondGiven() if event.kept:
                    self._passwords[event.name] = event.kept
                case FactorSet():
                    self._factors[event.name] = event.kept
                case AuthorisationRecorded():
                    days = event.asked, event.planned
                    self._authorisations.append((event.game, event.option, event.value, *days, event.reference))

    def compare(self, seen: Snapshot) -> Iterator[Finding]:
        """Staff, keys and authorisations that the register knows otherwise, or not at all."""
        users = {str(row.name): row for row in seen.users()}
        if users:  # a store that was read in has none: people do not travel
            yield from self._compare_staff(users)
            yield from self._compare_kept(users)
        for row in seen.held_keys():
            key = str(row.digest)[:NOTED]
            told = self._keys.get(key, ("", "", ""))
            if told not in (None, (row.name, row.label, when(row.expires))):
                yield _fault(
                    Message(
                        "key_stray",
                        _("{asked} has key {found}, which the register lists differently or not at all"),
                        asked=row.name,
                        found=key,
                    )
                )
        recorded = [_choice(row) for row in seen.authorisations()][self._older :]
        for place in range(max(len(recorded), len(self._authorisations))):
            found, expected = (
                " ".join(one[place]) if place < len(one) else NOTHING for one in (recorded, self._authorisations)
            )
            if found != expected:
                yield _fault(
                    Message(
                        "authorisation_differs",
                        _("an authorisation says {found}, but the register says {expected}"),
                        found=found,
                        expected=expected,
                    )
                )
                return

    def _compare_staff(self, users: dict[str, Any]) -> Iterator[Finding]:
        known = {name: (role.value, name in self.state.out) for name, role in self.state.staff.items()}
        there = {
            name: (str(row.role), bool(row.is_disabled))
            for name, row in users.items()
            if row.role != Role.PLAYER or name in known
        }
        for name in sorted(known.keys() | there.keys()):
            found, expected = (_stands(one.get(name)) for one in (there, known))
            if found != expected:
                yield _fault(Message(PERSON_DIFFERS, asked=name, found=found, expected=expected))
        for name in sorted(self.state.out - known.keys()):
            if name in users and not users[name].is_disabled:
                found, expected = _stands((Role.PLAYER, False)), _stands((Role.PLAYER, True))
                yield _fault(Message(PERSON_DIFFERS, asked=name, found=found, expected=expected))

    def _compare_kept(self, users: dict[str, Any]) -> Iterator[Finding]:
        """Passwords and second factors that were put there past the register; a factor is the first thing somebody lacks."""
        for name, row in users.items():
            password, sealed = self._passwords.get(name), str(row.factor)
            is_other = password and password != digest_kept(str(row.password))
            factor = self._factors.get(name, "")
            if is_other or (password and factor != (digest_kept(sealed) if sealed else "")):
                yield _fault(
                    Message(
                        "entrance_differs",
                        _("the password or second factor of {asked} is not the one last set according to the register"),
                        asked=name,
                    )
                )

    def check_alone(self, entry: Entry, replay: Replay) -> Iterator[Finding]:
        """A notice where one person did what takes two."""
        if not self.began or entry.at < self.began or entry.second or entry.by in PROGRAM or replay.conduct is None:
            return
        table = LiveTable(entry.table, replay.conduct, replay.state, entry.seq, "")
        is_serious = takes_two(table, entry.command, self.state, is_stopped=voids_stopped(entry))
        if self.state.safeguards.two_persons and is_serious:
            why = Message(DONE_ALONE, asked=act_named(type(entry.command), entry.command.do), by=entry.by)
            yield Finding(weight=Weight.NOTICE, check=Check.PEOPLE, table=entry.table, seq=entry.seq, why=why)


def _choice(row: Any) -> Choice:  # a row
    return row.game, row.option, row.value, str(row.asked), str(row.planned), row.reference


def _stands(one: tuple[str, bool] | None) -> object:
    """A role, and whether its access is suspended."""
    if one is None:
        return _("unknown")
    role, is_out = one
    said = ROLES[Role(role)] if role in ROLES else role
    return SUSPENDED.fill(role=said) if is_out else said


def _fault(why: Message) -> Finding:
    return Finding(check=Check.PEOPLE, table=REGISTER, why=why)
