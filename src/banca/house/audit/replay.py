"""A table's journal once more: every entry is decided again by the rules, and what it says of chance, time and corrections is checked.

Each check takes the entries one after another, together with the table as it stood before each, and adds what it finds to the table's report.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
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
    TableReport,
    Weight,
    kind_of,
)
from banca.house.authorisations import options_on_record
from banca.house.clock import read_time, write_time
from banca.house.commands import TableTerms, engine_of, open_office, open_terms, proposal_in, transfers_of
from banca.house.journal import Entry, describe_fault
from banca.house.register import OUTSIDE_TABLES
from banca.house.rng import RoundAt, is_opened_by
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

UNLIMITED = 2**62
"""What a wallet is taken to hold: what it held depends on other tables, and the ledger is checked by itself."""
SLACK = timedelta(seconds=60)
"""How far clocks may differ, or be put right, without a fault."""
LEFT_BEHIND = ("", "")
"""In place of a hidden result that did not travel with an exported journal: the round can only be voided there."""
SECRETS_AT_A_TIME = 500
ONE_SIDED_VOIDS = 3
"""Voids that all go one way are told from so many on."""
OFTEN_WITHHELD = 3
"""Numbers that one player has withheld are told from so many on."""

encoded = msgspec.json.Encoder().encode
"""As the journal writes it: a list that was a tuple before is no difference."""


def system_time() -> datetime:
    """Return the time by the clock of this machine."""
    return datetime.now(UTC)


class CannotGoOnError(Exception):
    """Nothing behind this entry can be decided again."""


@dataclass(slots=True)
class Replay:
    """A table as far as its journal has been decided again."""

    report: TableReport
    engine: TableEngine[Any] | None = None
    state: Any = None
    own: dict[str, int] = field(default_factory=dict)
    """What the table's own accounts hold."""

    def take(self, entry: Entry) -> None:
        """Decide an entry again and report what differs; then go on from what is recorded, so that one fault is told once."""
        try:
            chance, possible = self._chance(entry)
            expected = self._decide(entry, chance)
        except Refusal as refusal:
            why = _("the rules refuse {asked}: {because}")
            self._fault(entry, 0, Message("rules_refuse", why, asked=entry.command.do, because=refusal.message))
        except Exception as fault:  # whatever a forged entry breaks is a finding
            self._fault(entry, 0, Message(CANNOT_DECIDE, asked=entry.command.do, because=describe_fault(fault)))
        else:
            if chance and possible is not None and not possible.has(chance.outcome):
                why = _("{asked} cannot come up at this moment")
                self._fault(entry, 0, Message("not_drawable", why, asked=chance.outcome))
            if encoded(expected) != encoded(entry.events):
                self._compare(entry, expected)
        self._go_on(entry)

    def _chance(self, entry: Entry) -> tuple[Chance | None, Device | None]:
        """What a drawn table was given for this entry, and, where it shows that, what it could have been."""
        if self.engine is None:
            return None, None
        wanted = self.engine.draw_request(self.state, entry.command)
        chance = self.engine.recover_chance(self.state, entry.command, entry.events)
        is_lost = chance is not None and chance.draw is not None and not chance.draw.seed
        if wanted is None or wanted.kind is DrawKind.HIDE or is_lost:
            return chance, None
        return chance, wanted.device or self.engine.hidden_device

    def _decide(self, entry: Entry, chance: Chance | None) -> tuple[Event, ...]:
        actor = Actor(entry.by, Role(entry.role))
        if self.engine is None:
            check_role(entry.command, actor, Role.SUPERVISOR)
            return opened_again(entry)
        funds = Funds(wallet=UNLIMITED, bank=self.own.get(f"{BANK}:{self.report.table}", 0))
        if isinstance(entry.command, VoidRound) and voids_stopped(entry):
            return self.engine.void_stopped(self.state, entry.command, actor, chance)
        return self.engine.decide(self.state, entry.command, actor, funds, chance)

    def _compare(self, entry: Entry, expected: tuple[Event, ...]) -> None:
        """Report the first event that differs; those behind it follow from it."""
        for place, recorded in enumerate(entry.events):
            if place >= len(expected):
                why = _("by the rules nothing more happens here; in the journal: {asked}")
                self._fault(entry, place, Message("event_beyond", why, asked=kind_of(recorded)))
                return
            by_rules, in_journal = differences(expected[place], recorded)
            if by_rules:
                why = _("by the rules: {expected}; in the journal: {found}")
                self._fault(entry, place, Message("event_differs", why, expected=by_rules, found=in_journal))
                return
        if len(expected) > len(entry.events):
            why = _("by the rules {expected} happens here; the journal has nothing")
            lacking = kind_of(expected[len(entry.events)])
            self._fault(entry, len(entry.events), Message("event_lacking", why, expected=lacking))

    def _go_on(self, entry: Entry) -> None:
        """Bring the table and its accounts to where they are after what is recorded."""
        place = 0
        try:
            if self.engine is None:
                self.engine = engine_of(entry.events[0] if entry.events else Event())
                self.state = self.engine.start
            for place, event in enumerate(entry.events):  # noqa: B007 - wanted where it fails
                self.state = self.engine.evolve(self.state, event)
            self._move(entry)
        except Exception as fault:
            self._fault(entry, place, Message(CANNOT_DECIDE, asked=entry.command.do, because=describe_fault(fault)))
            raise CannotGoOnError from fault
        for account, holds in self.own.items():
            if holds < 0:
                self.report.add(Check.LEDGER, Message(BALANCE_NEGATIVE, asked=account, found=holds), entry.seq)
        if any(isinstance(event, RoundEnded | RoundVoided) for event in entry.events):
            self.check_stakes(entry)
        if entry.state and entry.state != digest_of(self.body() or b""):
            why = _("the snapshot digest in this entry does not match the table state that the entries produce")
            self._fault(entry, max(len(entry.events) - 1, 0), Message("state_differs", why))

    def body(self) -> bytes | None:
        """Return the snapshot of the table as it stands; none where its state cannot be written."""
        accounts = {name: self.own.get(account, 0) for account, name in own_accounts(self.report.table).items()}
        try:
            return TableSnapshot(state=self.state, accounts=accounts).body()
        except Exception:  # whatever somebody's game has in its state
            return None

    def _move(self, entry: Entry) -> None:
        for source, target, amount in transfers_of(entry):
            for account, change in ((source, -amount), (target, amount)):
                if account.endswith(f":{self.report.table}") and not account.startswith("wallet:"):
                    self.own[account] = self.own.get(account, 0) + change

    def check_stakes(self, entry: Entry) -> None:
        """Check that the account of the stakes holds what lies on the table."""
        holds = self.own.get(f"{STAKES}:{self.report.table}", 0)
        lies = self.state.money if self.engine else 0
        if holds != lies:
            text = _n(
                "the stakes account holds {found} avo, but the stakes on the table add up to {expected}",
                "the stakes account holds {found} avos, but the stakes on the table add up to {expected}",
                by="found",
            )
            self.report.add(Check.LEDGER, Message("stakes_differ", text, found=holds, expected=lies), entry.seq)

    def _fault(self, entry: Entry, place: int, why: Message) -> None:
        event = entry.events[place] if place < len(entry.events) else None
        self.report.add(Check.REPLAY, why, entry.seq, place, event)


def voids_stopped(entry: Entry) -> bool:
    """Return whether a round was voided because the program had failed at its table."""
    return any(isinstance(event, RoundVoided) and event.stopped for event in entry.events)


def opened_again(entry: Entry) -> tuple[Event, ...]:
    """Return what a table opens with, made anew out of what its opening says: edition, options, limits, bank.

    Of what is not decided by the rules, the opening is believed: the program's version, what was known of the law on that day, references of
    authorisations. Options that came after it opened are left out, so that a newer program still agrees with an older journal.
    """
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
    again = open_terms(
        msgspec.convert(terms | {"id": entry.table, "bank": bank}, TableTerms), {carries.id: carries} if carries else {}
    )
    names = [name for name in options_on_record(opened) if name in opened.options]
    authorised = {name: reference for name, reference in opened.authorised.items() if name in names and reference}
    again = structs.replace(
        again,
        version=opened.version,
        unseen=opened.unseen,
        force=opened.force,
        procedure=min(opened.procedure, again.procedure),  # an earlier one is kept; there is no later one
        options={name: value for name, value in again.options.items() if name in opened.options},
        authorised=authorised,
        unauthorised=tuple(name for name in names if name not in authorised),
    )
    seed = next((event.commitment for event in entry.events if isinstance(event, SeedCommitted)), "")
    begins = engine_of(again).opening_events(seed) if again.chance == ChanceSource.DRAWN else ()
    return (again, BankFunded(amount=bank), *begins) if bank else (again, *begins)


def check_version(entry: Entry, report: TableReport) -> None:
    """Report as a notice that another version of the program opened the table."""
    opened = entry.events[0] if entry.events else None
    if isinstance(opened, TableOpened) and opened.version != VERSION:
        why = _("opened by version {asked} of the program, replayed with version {found}")
        about = Message("other_version", why, asked=opened.version, found=VERSION)
        report.add(Check.REPLAY, about, entry.seq, 0, opened, weight=Weight.NOTICE)


def differences(expected: Event, recorded: Event) -> tuple[str, str]:
    """Return what the rules say and what is recorded, field by field where that differs: both empty where it is the same."""
    if type(expected) is not type(recorded):
        return kind_of(expected), kind_of(recorded)
    by_rules, in_journal = [], []
    for name in expected.__struct_fields__:
        one_side, other_side = (encoded(getattr(event, name)).decode() for event in (expected, recorded))
        if one_side != other_side:
            by_rules.append(f"{name} {one_side}")
            in_journal.append(f"{name} {other_side}")
    return ", ".join(by_rules), ", ".join(in_journal)


@dataclass(slots=True)
class EntryTimes:
    """When a table's entries say that they were written: never backwards, never to come."""

    report: TableReport
    now: datetime
    """By the clock of whoever looks."""
    _latest: datetime | None = None

    def take(self, entry: Entry) -> None:
        """Check the time of the next entry."""
        at = read_time(entry.at)
        if at is None:
            why = Message("time_unreadable", _("its time is not in the journal's format: {asked}"), asked=entry.at)
            self.report.add(Check.TIME, why, entry.seq)
            return
        if at > self.now + SLACK:
            text = _("it is dated {asked}, but the time now is {found}")
            why = Message("time_to_come", text, asked=entry.at, found=write_time(self.now))
            self.report.add(Check.TIME, why, entry.seq)
        latest = self._latest or at
        if at < latest:
            text = _("it is dated {asked}, before an earlier entry dated {found}")
            why = Message("time_backwards", text, asked=entry.at, found=write_time(latest))
            # A clock that is put right goes back a little; entries that were written later and dated back go further.
            weight = Weight.FAULT if latest - at > SLACK else Weight.NOTICE
            self.report.add(Check.TIME, why, entry.seq, weight=weight)
        self._latest = max(at, latest)


def would_win(engine: TableEngine[Any] | None, state: Any, hidden: str) -> int | None:  # each game has its own state
    """Return what the bets on the table would have won for the players, in avos; none where their own play would have decided."""
    try:
        events = engine.would_pay(state, hidden) if isinstance(engine, ChanceEngine) else None
    except Exception:  # a forged result, which the replay tells
        return None
    if events is None:
        return None
    return sum(event.received - event.stake for event in events if isinstance(event, BetDecided))


def signed(avos: int) -> str:
    """Write an amount with its sign.

    >>> signed(1250), signed(-1250), signed(0)
    ('+12.50', '-12.50', '0')
    """
    return f"{'+' if avos > 0 else ''}{format_patacas(avos)}"


def check_void(entry: Entry, engine: TableEngine[Any] | None, state: Any, report: TableReport) -> None:
    """Compare a round that was voided with what it would have paid: somebody who voids what the house would lose is seen by it."""
    voided = next(((n, event) for n, event in enumerate(entry.events) if isinstance(event, RoundVoided)), None)
    if voided is None:
        return
    place, event = voided
    report.voids.rounds += 1
    shown = (event.outcome for event in entry.events if isinstance(event, CommitmentOpened | SeedOpened))
    hidden = next(filter(None, shown), None)
    players = None if hidden is None else would_win(engine, state, hidden)
    if players is None:
        return
    report.voids.add(players)
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
    report.add(Check.COMMITMENT, why, entry.seq, place, event, weight=Weight.NOTICE)


def check_voids(report: TableReport) -> None:
    """Report as a notice that all voids went one way."""
    voids = report.voids
    if max(voids.won, voids.lost) >= ONE_SIDED_VOIDS and not min(voids.won, voids.lost):
        why = Message(
            "voids_one_sided",
            _("of {asked} voided rounds the players would have won {won} and lost {lost}: {players} in all"),
            asked=voids.rounds,
            won=voids.won,
            lost=voids.lost,
            players=signed(voids.players),
        )
        report.add(Check.COMMITMENT, why, weight=Weight.NOTICE)


def check_corrections(entry: Entry, engine: TableEngine[Any] | None, state: Any, report: TableReport) -> None:
    """Report entries that were corrected before they were paid, each with what that changed for the players. R-live-2."""
    for place, event in enumerate(entry.events):
        if event.correction is not None:
            why = _describe_correction(entry.by, event.correction, engine, state)
            report.add(Check.REPLAY, why, entry.seq, place, event, weight=Weight.NOTICE)


def _describe_correction(by: str, correction: Correction, engine: TableEngine[Any] | None, state: Any) -> Message:
    first, players = (would_win(engine, state, entered) for entered in (correction.before, correction.after))
    about = {"by": by, "before": correction.before, "after": correction.after, "because": correction.reason}
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


@dataclass(slots=True)
class Commitment:
    """A commitment to a hidden result or to a seed, and where it was made."""

    event: ResultCommitted | SeedCommitted
    seq: int
    place: int
    is_void: bool = False
    """It was never opened, and never will be."""
    is_shown: bool = False

    @property
    def digest(self) -> str:
        """What was published."""
        return self.event.commitment

    def opens(self, secret: Secret, table: str) -> bool:
        """Return whether this is what was committed to."""
        if isinstance(self.event, SeedCommitted):
            return rng.is_seed_of(self.digest, secret[1], RoundAt(table, self.event.number))
        return is_opened_by(self.digest, *secret, RoundAt(table, self.event.round))


@dataclass(slots=True)
class CommitmentCheck:
    """Hidden results: each is opened as it was committed to, or it is said why it never was."""

    report: TableReport
    secrets: Callable[[Sequence[str]], Mapping[str, tuple[str, str]]] | None = None
    """Looks up outcome and nonce of commitments in the store; None where there is no store to look into yet."""
    seal: Seal | None = None
    """None where the house's key is not at hand."""
    kept: int = 0
    """How many have their result in the store."""
    hidden: Commitment | None = None
    """The one that is not opened yet."""
    _seed: Commitment | None = None
    """The seed of the next draw."""
    _shown: str = ""
    """The result as the table has shown it, before the commitment is opened or with it."""
    _unseen: list[Commitment] = field(default_factory=list)
    """Those that were not looked up in the store yet."""

    def take(self, entry: Entry, engine: TableEngine[Any] | None, state: Any) -> None:  # each game has its own state
        """Look at an entry at a table that stood at `state` before it."""
        for event in entry.events:
            if engine is not None and (shown := engine.read_hidden_result(event, state)):
                self._shown = shown
        for place, event in enumerate(entry.events):
            match event:
                case ResultCommitted():
                    self._commit(entry, place, event, state)
                case CommitmentOpened():
                    self._open(entry, place, event, engine)
                case SeedCommitted():
                    self._seed = Commitment(event, entry.seq, place)
                    self._remember(self._seed)
                case SeedOpened() | SeedLost() if self._seed:  # what seeds give is checked by DrawCheck
                    self._seed.is_shown, self._seed.is_void = isinstance(event, SeedOpened), isinstance(event, SeedLost)
                case RoundEnded() if self.hidden:
                    why = _("the round ended, but its commitment {asked} was never revealed")
                    message = Message("commitment_unopened", why, asked=self.hidden.digest)
                    self.report.add(Check.COMMITMENT, message, entry.seq, place, event)
                    self.hidden.is_void, self.hidden = True, None
                case RoundVoided() if self.hidden:
                    message = Message(COMMITMENT_VOIDED, asked=self.hidden.digest, by=entry.by, because=event.reason)
                    self.report.add(Check.COMMITMENT, message, entry.seq, place, event, weight=Weight.NOTICE)
                    self.hidden.is_void, self.hidden = True, None

    def _commit(
        self, entry: Entry, place: int, event: ResultCommitted, state: Any
    ) -> None:  # each game has its own state
        """Remember what was committed to, for the round that is played."""
        if self.hidden:
            why = Message(
                "commitment_replaced",
                _("it replaces the commitment {asked} (entry {seq}), which was never revealed"),
                asked=self.hidden.digest,
                seq=self.hidden.seq,
            )
            self.report.add(Check.COMMITMENT, why, entry.seq, place, event)
        played = getattr(state, "round", None)
        if event.round != played:
            why = Message(
                "commitment_misplaced",
                _("the commitment {asked} is for round {found}; round {expected} was played"),
                asked=event.commitment,
                found=event.round,
                expected=played,
            )
            self.report.add(Check.COMMITMENT, why, entry.seq, place, event)
        self.hidden = Commitment(event, entry.seq, place)
        self._shown = ""
        self._remember(self.hidden)

    def _open(self, entry: Entry, place: int, event: CommitmentOpened, engine: TableEngine[Any] | None) -> None:
        hidden, self.hidden = self.hidden, None
        of = RoundAt(self.report.table, event.round)
        is_it = hidden is not None and hidden.event == ResultCommitted(commitment=event.commitment, round=event.round)
        if not is_it or not is_opened_by(event.commitment, event.outcome, event.nonce, of):
            text = _("the result shown does not match the commitment {asked}")
            why = Message("commitment_broken", text, asked=event.commitment)
            self.report.add(Check.COMMITMENT, why, entry.seq, place, event)
        elif engine is not None and engine.hidden_device is not None:
            # The result follows from the nonce: the house cannot have chosen it and then looked for a nonce that fits.
            gives = rng.hidden(engine.hidden_device, event.nonce, of)
            if gives != event.outcome:
                why = Message(DRAW_DIFFERS, expected=gives, found=event.outcome)
                self.report.add(Check.COMMITMENT, why, entry.seq, place, event)
        if hidden is not None:
            hidden.is_shown = True
        if any(isinstance(other, RoundVoided) for other in entry.events):
            return
        if self._shown != event.outcome:
            text = _("the commitment was to {expected}, but {found} was played")
            why = Message("other_result", text, expected=event.outcome, found=self._shown)
            self.report.add(Check.COMMITMENT, why, entry.seq, place, event)
        self._shown = ""

    def _remember(self, made: Commitment) -> None:
        # A journal has as many commitments as rounds: they are looked up some hundreds at a time, not all at the end.
        if len(self._unseen) >= SECRETS_AT_A_TIME:
            self.look_up()
        self._unseen.append(made)

    def look_up(self) -> None:
        """Compare the store's results with the commitments read since the last time.

        A result that was never opened does not travel with an export; nobody needs it where the round is void.
        """
        unseen, self._unseen = self._unseen, []
        if not unseen or self.secrets is None:
            return
        there = self.secrets([made.digest for made in unseen])
        self.kept += len(there)
        for made in unseen:
            secret = there.get(made.digest)
            if secret is None or tuple(secret) == LEFT_BEHIND:
                weight = Weight.NOTICE if secret is not None or made.is_void else Weight.FAULT
                self._add(made, Message(SECRET_MISSING, asked=made.digest), weight)
            elif not self._is_as_committed(made, (str(secret[0]), str(secret[1]))):
                why = _("the hidden result of {asked} in the store does not match its commitment")
                self._add(made, Message("secret_differs", why, asked=made.digest))

    def _is_as_committed(self, made: Commitment, kept: Secret) -> bool:
        """Whether the store keeps what was committed to. A sealed result that was shown needs no look: the journal has it."""
        if not is_sealed(kept):
            return made.opens(kept, self.report.table)
        if self.seal is None or made.is_shown or made.is_void:
            return True
        secret = open_hidden(self.seal, self.report.table, made.digest, kept)
        return secret is not None and made.opens(secret, self.report.table)

    def end(self) -> None:
        """Report what is still hidden when the journal ends."""
        self.look_up()
        if self.hidden:
            why = _("the commitment {asked} is not revealed yet: the round is in progress")
            message = Message("commitment_hidden", why, asked=self.hidden.digest)
            self._add(self.hidden, message, Weight.NOTICE)

    def _add(self, made: Commitment, why: Message, weight: Weight = Weight.FAULT) -> None:
        self.report.add(Check.COMMITMENT, why, made.seq, made.place, made.event, weight=weight)


@dataclass(slots=True)
class DrawCheck:
    """Results that were drawn from committed seeds: each is worked out again from what was published. R-live-3."""

    report: TableReport
    _pledged: Counter[str] = field(default_factory=Counter)
    _withheld: Counter[str] = field(default_factory=Counter)

    def take(self, entry: Entry, engine: TableEngine[Any] | None, state: Any) -> None:  # each game has its own state
        """Look at an entry at a table that stood at `state` before it."""
        if engine is None or not engine.is_drawn:
            return
        window: PendingDraw = state.window
        try:
            use = engine.seed_use(state, entry.command)
        except Exception:  # a forged entry, which the replay tells
            use = None
        for place, event in enumerate(entry.events):
            match event:
                case NumberPledged():
                    self._pledged[event.player] += 1
                case SeedOpened():
                    self._withheld.update(event.withheld)
                    self._check_opened(entry.seq, place, event, window, use)
                    use = None
                case SeedLost():
                    text = _(
                        "the seed of commitment {asked} was never revealed, and another took its place after the bets"
                    )
                    why = Message("seed_lost", text, asked=event.commitment)
                    self.report.add(Check.COMMITMENT, why, entry.seq, place, event)
                    use = None
        if use is not None:
            text = _("this entry should have revealed the seed of commitment {asked}, but did not")
            self.report.add(Check.COMMITMENT, Message("seed_unopened", text, asked=window.commitment), entry.seq)

    def _check_opened(self, seq: int, place: int, event: SeedOpened, window: PendingDraw, use: SeedUse | None) -> None:
        """Check that the seed is the one that was committed to, the numbers are those that were revealed, and they give the result."""
        of = RoundAt(self.report.table, event.number)
        if event.commitment != window.commitment or not rng.is_seed_of(event.commitment, event.seed, of):
            text = _("the seed that was revealed does not match the commitment {asked}")
            why = Message("seed_differs", text, asked=event.commitment)
            self.report.add(Check.COMMITMENT, why, seq, place, event)
            return  # what another seed gives says nothing
        if event.nonces != window.revealed or event.withheld != window.withheld:
            text = _("the players revealed the numbers {expected}, but {found} were counted")
            why = Message(
                "numbers_differ", text, found=_abbreviate(event.nonces), expected=_abbreviate(window.revealed)
            )
            self.report.add(Check.COMMITMENT, why, seq, place, event)
        possible = use.device if use else None
        gives = rng.drawn(possible, event.seed, of, window.revealed) if possible else ""
        if gives != event.outcome:
            why = Message(DRAW_DIFFERS, expected=gives or NOTHING, found=event.outcome or NOTHING)
            self.report.add(Check.COMMITMENT, why, seq, place, event)

    def end(self) -> None:
        """Report as a notice everybody who often pledged a number and withheld it: each time they chose between two results."""
        for player, times in sorted(self._withheld.items()):
            if times >= OFTEN_WITHHELD:
                why = Message(
                    "numbers_withheld",
                    _(
                        "{player} pledged {asked} numbers and withheld {found} of them: each time, the player could choose between two results"
                    ),
                    player=player,
                    found=times,
                    asked=self._pledged[player],
                )
                self.report.add(Check.COMMITMENT, why, weight=Weight.NOTICE)


def _abbreviate(nonces: Iterable[tuple[str, str]]) -> object:
    """Players and the beginnings of their numbers."""
    return [f"{player} {nonce[:8]}" for player, nonce in nonces] or NOTHING
