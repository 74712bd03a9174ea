"""A table's journal once more: every entry is decided again by the rules, and must come to what it came to."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import structs

from banca.games import unknown_game
from banca.house.audit.faults import (
    BALANCE_NEGATIVE,
    CANNOT_DECIDE,
)
from banca.house.audit.findings import Check, Finding, Weight
from banca.house.authorisation import needed, options_at
from banca.house.journal import Entry, in_form, told
from banca.house.opening import TableTerms, conduct_of, office_opening, opening, proposal_in
from banca.house.register import OUTSIDE_TABLES
from banca.house.request import transfers_of
from banca.house.table_snapshot import TableSnapshot, digest_of, own_accounts
from banca.live.command import Actor, OpenTable, Role, VoidRound
from banca.live.conduct import Conduct
from banca.live.draw_event import SeedCommitted
from banca.live.event import BANK, STAKES, Event, Funded, Opened, RoundEnded, RoundVoided
from banca.live.results import Chance, ChanceSource, Possible, Want
from banca.live.seating import check_role
from banca.live.table import Funds
from banca.rules import Defect, Message, Refusal, _, _n
from banca.version import VERSION

CLAUSES_COMPARED = 3
"""The form of entries since which the clauses that they cite are compared; older ones were written by a law of which less was known."""
UNLIMITED = 2**62
"""What a wallet is taken to hold: what it held depends on other tables, and the ledger is checked by itself."""


class CannotGoOnError(Exception):
    """Nothing behind this entry can be decided again."""


@dataclass(slots=True)
class Replay:
    """A table as far as its journal has been decided again."""

    table: str
    conduct: Conduct[Any] | None = None
    state: Any = None
    own: dict[str, int] = field(default_factory=dict)
    """What the table's own accounts hold."""

    def take(self, entry: Entry) -> Iterator[Finding]:
        """Decide an entry again and go on from what is recorded; all that does not fit."""
        try:
            chance, possible = self._chance(entry)
            expected = tuple(in_form(event, entry.v) for event in self._decide(entry, chance))
            if entry.v < CLAUSES_COMPARED:
                expected = citing_as(entry.events, expected)
        except Refusal as refusal:
            yield self._finding(
                entry,
                0,
                Message(
                    "rules_refuse",
                    _("the rules refuse {asked}: {because}"),
                    asked=entry.command.do,
                    because=refusal.message,
                ),
            )
        except Exception as fault:  # whatever a forged entry breaks is a finding
            yield self._finding(entry, 0, Message(CANNOT_DECIDE, asked=entry.command.do, because=told(fault)))
        else:
            if chance and possible is not None and not possible.has(chance.outcome):
                yield self._finding(
                    entry,
                    0,
                    Message("not_drawable", _("{asked} cannot come up at this moment"), asked=chance.outcome),
                )
            if _encoded(expected) != _encoded(entry.events):
                yield from self._compare(entry, expected)
        yield from self._go_on(entry)

    def _chance(self, entry: Entry) -> tuple[Chance | None, Possible | None]:
        """What a drawn table was given for this entry, and, where it shows that, what it could have been."""
        if self.conduct is None:
            return None, None
        wanted = self.conduct.wants(self.state, entry.command)
        chance = self.conduct.chance_of(self.state, entry.command, entry.events)
        is_lost = chance is not None and chance.draw is not None and not chance.draw.seed
        if wanted is None or wanted.want is Want.HIDE or is_lost:
            return chance, None
        return chance, wanted.possible or self.conduct.hidden

    def _decide(self, entry: Entry, chance: Chance | None) -> tuple[Event, ...]:
        actor = Actor(entry.by, Role(entry.role))
        if self.conduct is None:
            check_role(entry.command, actor, Role.SUPERVISOR)
            return opened_again(entry)
        funds = Funds(wallet=UNLIMITED, bank=self.own.get(f"{BANK}:{self.table}", 0))
        if isinstance(entry.command, VoidRound) and voids_stopped(entry):
            return self.conduct.void_stopped(self.state, entry.command, actor, chance)
        return self.conduct.decide(self.state, entry.command, actor, funds, chance)

    def _compare(self, entry: Entry, expected: tuple[Event, ...]) -> Iterator[Finding]:
        """The first event that differs; those behind it follow from it."""
        for place, recorded in enumerate(entry.events):
            if place >= len(expected):
                yield self._finding(
                    entry,
                    place,
                    Message(
                        "event_beyond",
                        _("by the rules nothing more happens here; in the journal: {asked}"),
                        asked=kind(recorded),
                    ),
                )
                return
            by_rules, found = differences(expected[place], recorded)
            if by_rules:
                yield self._finding(
                    entry,
                    place,
                    Message(
                        "event_differs",
                        _("by the rules: {expected}; in the journal: {found}"),
                        expected=by_rules,
                        found=found,
                    ),
                )
                return
        if len(expected) > len(entry.events):
            lacking = expected[len(entry.events)]
            yield self._finding(
                entry,
                len(entry.events),
                Message(
                    "event_lacking",
                    _("by the rules {expected} happens here; the journal has nothing"),
                    expected=kind(lacking),
                ),
            )

    def _go_on(self, entry: Entry) -> Iterator[Finding]:
        """The table and its accounts after what is recorded."""
        place = 0
        try:
            if self.conduct is None:
                self.conduct = conduct_of(entry.events[0] if entry.events else Event())
                self.state = self.conduct.start
            for place, event in enumerate(entry.events):  # noqa: B007 - wanted where it fails
                self.state = self.conduct.evolve(self.state, event)
            self._move(entry)
        except Exception as fault:
            why = Message(CANNOT_DECIDE, asked=entry.command.do, because=told(fault))
            yield self._finding(entry, place, why)
            raise CannotGoOnError from fault
        yield from self.check_money(entry)
        if entry.state and entry.state != digest_of(self.body() or b""):
            yield self._finding(
                entry,
                max(len(entry.events) - 1, 0),
                Message(
                    "state_differs",
                    _("the snapshot digest in this entry does not match the table state that the entries produce"),
                ),
            )

    def body(self) -> bytes | None:
        """The snapshot of the table as it stands; none where its state cannot be written."""
        accounts = {name: self.own.get(account, 0) for account, name in own_accounts(self.table).items()}
        try:
            return TableSnapshot(state=self.state, accounts=accounts).body()
        except Exception:  # whatever somebody's game has in its state
            return None

    def _move(self, entry: Entry) -> None:
        for source, target, amount in transfers_of(entry):
            for account, change in ((source, -amount), (target, amount)):
                if account.endswith(f":{self.table}") and not account.startswith("wallet:"):
                    self.own[account] = self.own.get(account, 0) + change

    def check_money(self, entry: Entry) -> Iterator[Finding]:
        """No account of the table's is below nothing; after a round the stakes are what still lies there."""
        for account, holds in self.own.items():
            if holds < 0:
                yield self._money(entry, Message(BALANCE_NEGATIVE, asked=account, found=holds))
        if any(isinstance(event, RoundEnded | RoundVoided) for event in entry.events):
            yield from self.check_stakes(entry)

    def check_stakes(self, entry: Entry) -> Iterator[Finding]:
        """The account of the stakes is what lies on the table."""
        holds = self.own.get(f"{STAKES}:{self.table}", 0)
        lies = self.conduct.lies(self.state) if self.conduct else 0
        if holds != lies:
            yield self._money(
                entry,
                Message(
                    "stakes_differ",
                    _n(
                        "the stakes account holds {found} avo, but the stakes on the table add up to {expected}",
                        "the stakes account holds {found} avos, but the stakes on the table add up to {expected}",
                        by="found",
                    ),
                    found=holds,
                    expected=lies,
                ),
            )

    def _money(self, entry: Entry, why: Message) -> Finding:
        return Finding(check=Check.LEDGER, table=self.table, seq=entry.seq, why=why)

    def _finding(self, entry: Entry, place: int, why: Message) -> Finding:
        name = kind(entry.events[place]) if place < len(entry.events) else ""
        return Finding(check=Check.REPLAY, table=self.table, seq=entry.seq, place=place, event=name, why=why)


def voids_stopped(entry: Entry) -> bool:
    """Whether a round was voided because the program had failed at its table."""
    return any(isinstance(event, RoundVoided) and event.stopped for event in entry.events)


def opened_again(entry: Entry) -> tuple[Event, ...]:
    """What a table opens with, made anew out of what its opening says: edition, options, limits, bank."""
    opened = entry.events[0] if entry.events else None
    if not isinstance(opened, Opened) or not isinstance(entry.command, OpenTable):
        raise Defect("a journal begins with the opening of its table")
    if {opened.game, entry.table} & set(OUTSIDE_TABLES):
        if opened.game != entry.table:
            raise unknown_game(opened.game, ())
        return (structs.replace(office_opening(entry.table), version=opened.version),)
    bank = sum(event.amount for event in entry.events[1:2] if isinstance(event, Funded))
    carries = proposal_in(opened.proposal) if opened.proposal else None
    terms = {name: getattr(opened, name) for name in TableTerms.__struct_fields__ if hasattr(opened, name)}
    asked = msgspec.convert(terms | {"id": entry.table, "bank": bank}, TableTerms)
    again = opening(asked, {carries.id: carries} if carries else {})
    again = structs.replace(
        again,
        version=opened.version,
        instrument=opened.instrument if entry.v < FULL_NAMES else again.instrument,
        unseen=opened.unseen,
        force=opened.force,
        procedure=min(opened.procedure, again.procedure),  # an earlier one is kept; there is no later one
        options={name: value for name, value in again.options.items() if name in opened.options},  # others came later
        **_authorisations(opened, entry.v),
    )
    begins = (
        conduct_of(again).beginning(_first_seed(entry))
        if entry.v >= SEEDS and again.chance == ChanceSource.DRAWN
        else ()
    )
    return (again, Funded(amount=bank), *begins) if bank else (again, *begins)


def _first_seed(entry: Entry) -> str:
    """The commitment with which a drawn table opened."""
    return next((event.commitment for event in entry.events if isinstance(event, SeedCommitted)), "")


SEEDS = 4
"""The form since which a drawn table publishes its devices and the commitment to its first seed."""
FULL_NAMES = 3
"""The form since which an opening has the instrument's full name."""
ONLY_BY_CLAUSE = 3
"""The form since which an opening names only options that a clause has authorised; before, it named others that the gazette grants."""


def _authorisations(opened: Opened, form: int) -> dict[str, Any]:
    """What the opening says of authorisations: every option that needs one has a reference, or is named as without."""
    names = [name for name in needed(opened) if name in opened.options]
    if form < ONLY_BY_CLAUSE:
        named = {*opened.authorised, *opened.unauthorised, *names}
        names = [option.name for option in options_at(opened) if option.name in named]
    authorised = {name: reference for name, reference in opened.authorised.items() if name in names and reference}
    return {"authorised": authorised, "unauthorised": tuple(name for name in names if name not in authorised)}


def other_version(entry: Entry) -> Finding | None:
    """A notice where another version of the program opened the table."""
    opened = entry.events[0] if entry.events else None
    if not isinstance(opened, Opened) or opened.version == VERSION:
        return None
    why = Message(
        "other_version",
        _("opened by version {asked} of the program, replayed with version {found}"),
        asked=opened.version,
        found=VERSION,
    )
    notice = Weight.NOTICE
    return Finding(
        weight=notice, check=Check.REPLAY, table=entry.table, seq=entry.seq, place=0, event=kind(opened), why=why
    )


def citing_as(recorded: tuple[Event, ...], expected: tuple[Event, ...]) -> tuple[Event, ...]:
    """What the rules say, each event by the clauses that the recorded one cites."""
    return (*map(_citing_as, recorded, expected), *expected[len(recorded) :])


def _citing_as(recorded: Event, expected: Event) -> Event:
    if type(recorded) is not type(expected):
        return expected
    cited = {name: getattr(recorded, name) for name in ("cite", "cites") if name in recorded.__struct_fields__}
    return structs.replace(expected, **cited)


def kind(event: Event) -> str:
    """How the journal calls an event of this kind."""
    return str(type(event).__struct_config__.tag)


def differences(expected: Event, recorded: Event) -> tuple[str, str]:
    """What the rules say and what is recorded, where that is not the same: both empty where it is."""
    if type(expected) is not type(recorded):
        return kind(expected), kind(recorded)
    pairs: Iterable[tuple[str, Any, Any]] = (
        (name, getattr(expected, name), getattr(recorded, name)) for name in expected.__struct_fields__
    )
    written = [(name, _encoded(one).decode(), _encoded(other).decode()) for name, one, other in pairs]
    unlike = [(f"{name} {one}", f"{name} {other}") for name, one, other in written if one != other]
    return ", ".join(one for one, _ in unlike), ", ".join(other for _, other in unlike)


_encoded = msgspec.json.Encoder().encode
"""As the journal writes it: a list that was a tuple before is no difference."""
