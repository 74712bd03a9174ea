"""A table's journal once more: every entry is decided again by the rules, and must come to what it came to."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from msgspec import structs

from banca.games import unknown_game
from banca.house import rng
from banca.house.audit.report import (
    BALANCE_NEGATIVE,
    CANNOT_DECIDE,
    COMMITMENT_VOIDED,
    DRAW_DIFFERS,
    SECRET_MISSING,
    Check,
    Finding,
    Voids,
    Weight,
)
from banca.house.authorisations import options_at, options_on_record
from banca.house.clock import read_time, write_time
from banca.house.commands import TableTerms, conduct_of, open_office, open_terms, proposal_in, transfers_of
from banca.house.journal import Entry, in_form, told
from banca.house.register import OUTSIDE_TABLES
from banca.house.rng import RoundAt, drawn, is_opened_by, is_seed_of
from banca.house.seal import Seal, Secret, is_sealed, open_hidden
from banca.house.snapshots import TableSnapshot, digest_of, own_accounts
from banca.rules import NOTHING, Defect, Message, Refusal, _, _n, format_patacas
from banca.tables.chance import Chance, ChanceSource, Device, DrawKind, SeedUse
from banca.tables.chance_engine import ChanceEngine
from banca.tables.commands import Actor, OpenTable, Role, VoidRound
from banca.tables.engine import TableEngine, check_role
from banca.tables.events import (
    BANK,
    STAKES,
    BankFunded,
    BetDecided,
    CommitmentOpened,
    Correction,
    Event,
    NumberPledged,
    ResultCommitted,
    RoundEnded,
    RoundVoided,
    SeedCommitted,
    SeedLost,
    SeedOpened,
    TableOpened,
)
from banca.tables.state import Funds, PendingDraw
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
    conduct: TableEngine[Any] | None = None
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

    def _chance(self, entry: Entry) -> tuple[Chance | None, Device | None]:
        """What a drawn table was given for this entry, and, where it shows that, what it could have been."""
        if self.conduct is None:
            return None, None
        wanted = self.conduct.draw_request(self.state, entry.command)
        chance = self.conduct.recover_chance(self.state, entry.command, entry.events)
        is_lost = chance is not None and chance.draw is not None and not chance.draw.seed
        if wanted is None or wanted.kind is DrawKind.HIDE or is_lost:
            return chance, None
        return chance, wanted.device or self.conduct.hidden_device

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
        lies = self.state.money if self.conduct else 0
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
    if not isinstance(opened, TableOpened) or not isinstance(entry.command, OpenTable):
        raise Defect("a journal begins with the opening of its table")
    if {opened.game, entry.table} & set(OUTSIDE_TABLES):
        if opened.game != entry.table:
            raise unknown_game(opened.game, ())
        return (structs.replace(open_office(entry.table), version=opened.version),)
    bank = sum(event.amount for event in entry.events[1:2] if isinstance(event, BankFunded))
    carries = proposal_in(opened.proposal) if opened.proposal else None
    terms = {name: getattr(opened, name) for name in TableTerms.__struct_fields__ if hasattr(opened, name)}
    asked = msgspec.convert(terms | {"id": entry.table, "bank": bank}, TableTerms)
    again = open_terms(asked, {carries.id: carries} if carries else {})
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
        conduct_of(again).opening_events(_first_seed(entry))
        if entry.v >= SEEDS and again.chance == ChanceSource.DRAWN
        else ()
    )
    return (again, BankFunded(amount=bank), *begins) if bank else (again, *begins)


def _first_seed(entry: Entry) -> str:
    """The commitment with which a drawn table opened."""
    return next((event.commitment for event in entry.events if isinstance(event, SeedCommitted)), "")


SEEDS = 4
"""The form since which a drawn table publishes its devices and the commitment to its first seed."""
FULL_NAMES = 3
"""The form since which an opening has the instrument's full name."""
ONLY_BY_CLAUSE = 3
"""The form since which an opening names only options that a clause has authorised; before, it named others that the gazette grants."""


def _authorisations(opened: TableOpened, form: int) -> dict[str, Any]:
    """What the opening says of authorisations: every option that needs one has a reference, or is named as without."""
    names = [name for name in options_on_record(opened) if name in opened.options]
    if form < ONLY_BY_CLAUSE:
        named = {*opened.authorised, *opened.unauthorised, *names}
        names = [option.name for option in options_at(opened) if option.name in named]
    authorised = {name: reference for name, reference in opened.authorised.items() if name in names and reference}
    return {"authorised": authorised, "unauthorised": tuple(name for name in names if name not in authorised)}


def other_version(entry: Entry) -> Finding | None:
    """A notice where another version of the program opened the table."""
    opened = entry.events[0] if entry.events else None
    if not isinstance(opened, TableOpened) or opened.version == VERSION:
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


MANY = 3
"""Voids that all go one way are told from so many on."""


@dataclass(slots=True)
class VoidCount:
    """A table's voids as far as its journal has been read."""

    table: str
    voids: Voids

    def take(
        self, entry: Entry, conduct: TableEngine[Any] | None, state: Any
    ) -> Iterator[Finding]:  # each game has its own
        """An entry at a table that stood at `state` before it."""
        found = next(((n, event) for n, event in enumerate(entry.events) if isinstance(event, RoundVoided)), None)
        if found is None:
            return
        place, event = found
        self.voids.rounds += 1
        shown = (event.outcome for event in entry.events if isinstance(event, CommitmentOpened | SeedOpened))
        hidden = next(filter(None, shown), None)
        players = None if hidden is None else would_win(conduct, state, hidden)
        if players is None:
            return
        self.voids.add(players)
        why = Message(
            "void_opened",
            _(
                "{by} voided the round; reason: {because}; the hidden result was {found}: the players' result would have been {players}"
            ),
            by=entry.by,
            because=event.reason,
            found=hidden,
            players=signed(players),
        )
        yield Finding(
            weight=Weight.NOTICE,
            check=Check.COMMITMENT,
            table=self.table,
            seq=entry.seq,
            place=place,
            event=kind(event),
            why=why,
        )

    def end(self) -> Iterator[Finding]:
        """A notice where all went one way."""
        voids = self.voids
        if max(voids.won, voids.lost) >= MANY and not min(voids.won, voids.lost):
            players = signed(voids.players)
            why = Message(
                "voids_one_sided",
                _("of {asked} voided rounds the players would have won {won} and lost {lost}: {players} in all"),
                asked=voids.rounds,
                won=voids.won,
                lost=voids.lost,
                players=players,
            )
            yield Finding(weight=Weight.NOTICE, check=Check.COMMITMENT, table=self.table, why=why)


def would_win(conduct: TableEngine[Any] | None, state: Any, hidden: str) -> int | None:  # each game has its own
    """What the bets on the table would have won for the players, in avos; none where their own play would have decided."""
    try:
        events = conduct.would_pay(state, hidden) if isinstance(conduct, ChanceEngine) else None
    except Exception:  # a forged result, which the replay tells
        return None
    return (
        None
        if events is None
        else sum(event.received - event.stake for event in events if isinstance(event, BetDecided))
    )


def signed(avos: int) -> str:
    """An amount with its sign.

    >>> signed(1250), signed(-1250), signed(0)
    ('+12.50', '-12.50', '0')
    """
    return f"{'+' if avos > 0 else ''}{format_patacas(avos)}"


@dataclass(slots=True)
class Corrections:
    """A table's corrections as far as its journal has been read."""

    table: str

    def take(
        self, entry: Entry, conduct: TableEngine[Any] | None, state: Any
    ) -> Iterator[Finding]:  # each game has its own
        """An entry at a table that stood at `state` before it."""
        for place, event in enumerate(entry.events):
            if event.correction is None:
                continue
            yield Finding(
                weight=Weight.NOTICE,
                check=Check.REPLAY,
                table=self.table,
                seq=entry.seq,
                place=place,
                event=kind(event),
                why=_why(entry.by, event.correction, conduct, state),
            )


def _why(by: str, one: Correction, conduct: TableEngine[Any] | None, state: Any) -> Message:  # each game has its own
    first, players = (would_win(conduct, state, entered) for entered in (one.before, one.after))
    about = {"by": by, "before": one.before, "after": one.after, "because": one.reason}
    if first is None or players is None:
        return Message("part_corrected", _("{by} corrected the entry {before} to {after}; reason: {because}"), **about)
    return Message(
        "entry_corrected",
        _(
            "{by} corrected the entry {before} to {after}; reason: {because}; the players' result changed from {first} to {players}"
        ),
        **about,
        first=signed(first),
        players=signed(players),
    )


SLACK = timedelta(seconds=60)
"""How far clocks may differ, or be put right, without a fault."""


def system_time() -> datetime:
    """The clock of whoever looks."""
    return datetime.now(UTC)


@dataclass(slots=True)
class Times:
    """A table's entries in the order of their journal."""

    table: str
    now: datetime
    """By the clock of whoever looks."""
    _latest: datetime | None = None

    def take(self, entry: Entry) -> Iterator[Finding]:
        """The next entry."""
        at = read_time(entry.at)
        if at is None:
            yield self._finding(
                entry,
                Message("time_unreadable", _("its time is not in the journal's format: {asked}"), asked=entry.at),
            )
            return
        if at > self.now + SLACK:
            yield self._finding(
                entry,
                Message(
                    "time_to_come",
                    _("it is dated {asked}, but the time now is {found}"),
                    asked=entry.at,
                    found=write_time(self.now),
                ),
            )
        latest = self._latest or at
        if at < latest:
            why = Message(
                "time_backwards",
                _("it is dated {asked}, before an earlier entry dated {found}"),
                asked=entry.at,
                found=write_time(latest),
            )
            yield self._finding(entry, why, Weight.FAULT if latest - at > SLACK else Weight.NOTICE)
        self._latest = max(at, latest)

    def _finding(self, entry: Entry, why: Message, weight: Weight = Weight.FAULT) -> Finding:
        return Finding(weight=weight, check=Check.TIME, table=self.table, seq=entry.seq, why=why)


MOST_UNSEEN = 500

Secrets = Callable[[Sequence[str]], Mapping[str, tuple[str, str]]]
"""Looks hidden results up in the store: outcome and nonce of each commitment that it has."""


LEFT_BEHIND = ("", "")
"""In place of a hidden result that did not travel with an exported journal: the round can only be voided there."""


@dataclass(slots=True)
class Where:
    """A commitment and the event that made it."""

    commitment: str
    seq: int
    place: int
    round: int
    """The round it names."""
    is_void: bool = False
    """It was never opened, and never will be."""
    is_shown: bool = False
    form: int = SEEDS
    """Of the entry that made it: since this one a hidden result follows from its nonce."""
    is_seed: bool = False
    """Whether it is a seed of a draw that was committed to; then `round` is the draw's number."""


@dataclass(slots=True)
class Commitments:
    """A table's commitments as far as its journal has been read."""

    table: str
    secrets: Secrets | None = None
    """None where there is no store to look into yet."""
    seal: Seal | None = None
    """None where the house's key is not at hand."""
    found: int = 0
    """How many have their result in the store."""
    hidden: Where | None = None
    """The one that is not opened yet."""
    _seed: Where | None = None
    """The seed of the next draw."""
    _shown: str = ""
    """The result as the table has shown it, before the commitment is opened or with it."""
    _unseen: list[Where] = field(default_factory=list)

    def take(
        self, entry: Entry, conduct: TableEngine[Any] | None, state: Any
    ) -> Iterator[Finding]:  # each game has its own
        """An entry at a table that stood at `state` before it."""
        for event in entry.events:
            if conduct is not None and (shown := conduct.read_hidden_result(event, state)):
                self._shown = shown
        for place, event in enumerate(entry.events):
            match event:
                case ResultCommitted():
                    if self.hidden:
                        why = Message(
                            "commitment_replaced",
                            _("it replaces the commitment {asked} (entry {seq}), which was never revealed"),
                            asked=self.hidden.commitment,
                            seq=self.hidden.seq,
                        )
                        yield self._finding(entry.seq, place, event, why)
                    yield from self._check_round(entry.seq, place, event, state)
                    self.hidden = Where(event.commitment, entry.seq, place, event.round, form=entry.v)
                    self._shown = ""
                    yield from self._remember(self.hidden)
                case CommitmentOpened():
                    yield from self._open(entry, place, event, conduct)
                case SeedCommitted() | SeedOpened() | SeedLost():
                    yield from self._follow_seed(entry.seq, place, event)
                case RoundEnded() if self.hidden:
                    why = Message(
                        "commitment_unopened",
                        _("the round ended, but its commitment {asked} was never revealed"),
                        asked=self.hidden.commitment,
                    )
                    yield self._finding(entry.seq, place, event, why)
                    self.hidden.is_void = True
                    self.hidden = None
                case RoundVoided() if self.hidden:
                    why = Message(COMMITMENT_VOIDED, asked=self.hidden.commitment, by=entry.by, because=event.reason)
                    yield self._finding(entry.seq, place, event, why, Weight.NOTICE)
                    self.hidden.is_void = True
                    self.hidden = None

    def _follow_seed(self, seq: int, place: int, event: SeedCommitted | SeedOpened | SeedLost) -> Iterator[Finding]:
        """Seeds are looked up beside hidden results; what they give is checked by itself."""
        if isinstance(event, SeedCommitted):
            self._seed = Where(event.commitment, seq, place, event.number, is_seed=True)
            yield from self._remember(self._seed)
        elif self._seed:
            self._seed.is_shown, self._seed.is_void = isinstance(event, SeedOpened), isinstance(event, SeedLost)

    def _check_round(
        self, seq: int, place: int, event: ResultCommitted, state: Any
    ) -> Iterator[Finding]:  # each game has its own
        """A commitment names the round that is played."""
        played = getattr(state, "round", None)
        if event.round != played:
            why = Message(
                "commitment_misplaced",
                _("the commitment {asked} is for round {found}; round {expected} was played"),
                asked=event.commitment,
                found=event.round,
                expected=played,
            )
            yield self._finding(seq, place, event, why)

    def _open(
        self, entry: Entry, place: int, event: CommitmentOpened, conduct: TableEngine[Any] | None
    ) -> Iterator[Finding]:
        hidden, self.hidden = self.hidden, None
        is_it = hidden is not None and (hidden.commitment, hidden.round) == (event.commitment, event.round)
        if not is_it or not is_opened_by(event.commitment, event.outcome, event.nonce, self._of_round(event.round)):
            yield self._finding(
                entry.seq,
                place,
                event,
                Message(
                    "commitment_broken",
                    _("the result shown does not match the commitment {asked}"),
                    asked=event.commitment,
                ),
            )
        elif hidden and hidden.form >= SEEDS and conduct is not None and conduct.hidden_device is not None:
            gives = rng.hidden(conduct.hidden_device, event.nonce, self._of_round(event.round))
            if gives != event.outcome:
                yield self._finding(entry.seq, place, event, Message(DRAW_DIFFERS, expected=gives, found=event.outcome))
        if hidden is not None:
            hidden.is_shown = True
        if any(isinstance(one, RoundVoided) for one in entry.events):
            return
        if self._shown != event.outcome:
            why = Message(
                "other_result",
                _("the commitment was to {expected}, but {found} was played"),
                expected=event.outcome,
                found=self._shown,
            )
            yield self._finding(entry.seq, place, event, why)
        self._shown = ""

    def _remember(self, made: Where) -> Iterator[Finding]:
        if len(self._unseen) >= MOST_UNSEEN:
            yield from self.look_up()
        self._unseen.append(made)

    def look_up(self) -> Iterator[Finding]:
        """Compare the store's results with the commitments read since the last time.

        A result that was never opened does not travel with an export; nobody needs it where the round is void.
        """
        looked, self._unseen = self._unseen, []
        if not looked or self.secrets is None:
            return
        there = self.secrets([made.commitment for made in looked])
        self.found += len(there)
        for made in looked:
            secret = there.get(made.commitment)
            if secret is None:
                weight = Weight.NOTICE if made.is_void else Weight.FAULT
                yield self._of(made, Message(SECRET_MISSING, asked=made.commitment), weight)
            elif tuple(secret) == LEFT_BEHIND:
                yield self._of(made, Message(SECRET_MISSING, asked=made.commitment), Weight.NOTICE)
            elif not self._is_as_committed(made, (str(secret[0]), str(secret[1]))):
                yield self._of(
                    made,
                    Message(
                        "secret_differs",
                        _("the hidden result of {asked} in the store does not match its commitment"),
                        asked=made.commitment,
                    ),
                )

    def _is_as_committed(self, made: Where, kept: Secret) -> bool:
        """Whether the store keeps what was committed to. A sealed result that was shown needs no look: the journal has it."""
        if not is_sealed(kept):
            return self._opens(made, kept)
        if self.seal is None or made.is_shown or made.is_void:
            return True
        secret = open_hidden(self.seal, self.table, made.commitment, kept)
        return secret is not None and self._opens(made, secret)

    def _opens(self, made: Where, secret: Secret) -> bool:
        """Whether this is what was committed to."""
        of = self._of_round(made.round)
        if made.is_seed:
            return is_seed_of(made.commitment, secret[1], of)
        return is_opened_by(made.commitment, *secret, of)

    def _of_round(self, number: int) -> RoundAt:
        return RoundAt(self.table, number)

    def end(self) -> Iterator[Finding]:
        """What is still hidden when the journal ends."""
        yield from self.look_up()
        if self.hidden:
            yield self._of(
                self.hidden,
                Message(
                    "commitment_hidden",
                    _("the commitment {asked} is not revealed yet: the round is in progress"),
                    asked=self.hidden.commitment,
                ),
                Weight.NOTICE,
            )

    def _of(self, made: Where, why: Message, weight: Weight = Weight.FAULT) -> Finding:
        event = (
            SeedCommitted(number=made.round, commitment=made.commitment)
            if made.is_seed
            else ResultCommitted(commitment=made.commitment, round=made.round)
        )
        return self._finding(made.seq, made.place, event, why, weight)

    def _finding(self, seq: int, place: int, event: Event, why: Message, weight: Weight = Weight.FAULT) -> Finding:
        return Finding(
            weight=weight,
            check=Check.COMMITMENT,
            table=self.table,
            seq=seq,
            place=place,
            event=kind(event),
            why=why,
        )


OFTEN = 3
"""Numbers that one player has withheld are told from so many on."""


@dataclass(slots=True)
class DrawCheck:
    """A table's draws as far as its journal has been read."""

    table: str
    _pledged: Counter[str] = field(default_factory=Counter)
    _withheld: Counter[str] = field(default_factory=Counter)

    def take(
        self, entry: Entry, conduct: TableEngine[Any] | None, state: Any
    ) -> Iterator[Finding]:  # each game has its own
        """An entry at a table that stood at `state` before it."""
        if conduct is None or not conduct.is_drawn:
            return
        window: PendingDraw = state.window
        use = _use(conduct, state, entry)
        for place, event in enumerate(entry.events):
            match event:
                case NumberPledged():
                    self._pledged[event.player] += 1
                case SeedOpened():
                    self._withheld.update(event.withheld)
                    yield from self._opened(entry.seq, place, event, window, use)
                    use = None
                case SeedLost():
                    why = Message(
                        "seed_lost",
                        _(
                            "the seed of commitment {asked} was never revealed, and another took its place after the bets"
                        ),
                        asked=event.commitment,
                    )
                    yield self._finding(entry.seq, place, event, why)
                    use = None
        if use is not None:
            yield self._finding(
                entry.seq,
                None,
                None,
                Message(
                    "seed_unopened",
                    _("this entry should have revealed the seed of commitment {asked}, but did not"),
                    asked=window.commitment,
                ),
            )

    def _opened(
        self, seq: int, place: int, event: SeedOpened, window: PendingDraw, use: SeedUse | None
    ) -> Iterator[Finding]:
        """The seed is the one that was committed to, the numbers are those that were revealed, and they give the result."""
        of = RoundAt(self.table, event.number)
        if event.commitment != window.commitment or not is_seed_of(event.commitment, event.seed, of):
            yield self._finding(
                seq,
                place,
                event,
                Message(
                    "seed_differs",
                    _("the seed that was revealed does not match the commitment {asked}"),
                    asked=event.commitment,
                ),
            )
            return
        if event.nonces != window.revealed or event.withheld != window.withheld:
            found, expected = _names(event.nonces), _names(window.revealed)
            yield self._finding(
                seq,
                place,
                event,
                Message(
                    "numbers_differ",
                    _("the players revealed the numbers {expected}, but {found} were counted"),
                    found=found,
                    expected=expected,
                ),
            )
        possible = use.device if use else None
        gives = drawn(possible, event.seed, of, window.revealed) if possible else ""
        if gives != event.outcome:
            why = Message(DRAW_DIFFERS, expected=gives or NOTHING, found=event.outcome or NOTHING)
            yield self._finding(seq, place, event, why)

    def end(self) -> Iterator[Finding]:
        """A notice for everybody who often pledged a number and withheld it: each time they chose between two results."""
        for player, times in sorted(self._withheld.items()):
            if times >= OFTEN:
                why = Message(
                    "numbers_withheld",
                    _(
                        "{player} pledged {asked} numbers and withheld {found} of them: each time, the player could choose between two results"
                    ),
                    player=player,
                    found=times,
                    asked=self._pledged[player],
                )
                yield Finding(weight=Weight.NOTICE, check=Check.COMMITMENT, table=self.table, why=why)

    def _finding(self, seq: int, place: int | None, event: Event | None, why: Message) -> Finding:
        name = kind(event) if event else ""
        return Finding(check=Check.COMMITMENT, table=self.table, seq=seq, place=place, event=name, why=why)


def _use(conduct: TableEngine[Any], state: Any, entry: Entry) -> SeedUse | None:  # each game has its own
    """What the entry should have done with the table's seed."""
    try:
        return conduct.seed_use(state, entry.command)
    except Exception:  # a forged entry, which the replay tells
        return None


def _names(nonces: tuple[tuple[str, str], ...]) -> object:
    """Players and the beginnings of their numbers."""
    return [f"{player} {nonce[:8]}" for player, nonce in nonces] or NOTHING
