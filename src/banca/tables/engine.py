"""How a live table is conducted: all that the house, its audit, its streams and its pages know of a game."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from msgspec import Struct, structs

from banca.rules import _
from banca.rules.money import Limits, format_patacas
from banca.rules.refusal import Defect, Refusal
from banca.tables.acts import (
    ALREADY_SEATED,
    AMOUNT_NOT_POSITIVE,
    DRAWN_COUNTS,
    NOT_ENOUGH_MONEY,
    NOT_YOUR_ACT,
    ROUND_UNDER_WAY,
    TABLE_CLOSED,
    UNKNOWN_ACT,
    Act,
    ActKind,
    CommandCodec,
    acts_in_phase,
    find_act,
    phases_of,
)
from banca.tables.chance import (
    UNKNOWN,
    Chance,
    ChanceSource,
    DrawKind,
    DrawRequest,
    Possible,
    SeedUse,
    decide_pledge,
    decide_reveal,
    describe_device,
    find_draw,
)
from banca.tables.commands import (
    ROLES,
    Actor,
    Close,
    Command,
    FundBank,
    Leave,
    Pledge,
    ReturnBank,
    Reveal,
    Role,
    SeatPractice,
    Sit,
    Unseat,
    VoidRound,
    command_name,
    describe_act,
    optional_fields,
    required_fields,
)
from banca.tables.events import (
    BankFunded,
    BankReduced,
    CommitmentOpened,
    DevicesPublished,
    Event,
    PartShown,
    PlayerLeft,
    PlayerSeated,
    PledgesClosed,
    PracticeSeated,
    ResultCalled,
    ResultCommitted,
    RoundVoided,
    SeedCommitted,
    SeedLost,
    SeedOpened,
    TableClosed,
    TableOpened,
)
from banca.tables.exposure import Outlook, PaidBet, ResultEffect
from banca.tables.state import Funds, TableState


class AvailableAct(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An act that somebody may do now, with what it takes and the clause."""

    do: str
    takes: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    """What it may take beyond that."""
    cite: str = ""
    moves: bool = False
    """Whether it takes the table to another phase."""
    choices: dict[str, tuple[Any, ...]] = {}
    """The values that a field may have now, where somebody has to choose one: a bet, a gate, a reason."""
    usual: dict[str, Any] = {}
    """What is so unless somebody says otherwise."""


class WaitLevel(IntEnum):
    """How long the program has waited for persons at a table."""

    NONE = 0
    """Not at all: it does what ends nothing for anybody."""
    SHORT = 1
    """One act's time."""
    LONG = 2
    """Time enough to put down a stake."""
    OVER = 3
    """So long that the table goes on without whoever is away."""


class PracticeMove(NamedTuple):
    """What a seat that the program plays does next: one of these commands, each with its weight."""

    player: str
    commands: Sequence[tuple[Command, int]]
    patience: WaitLevel = WaitLevel.NONE
    """How long persons are waited for before it."""


S = TypeVar("S", bound=TableState)

MOST_SEATS = 1000
PRACTICE = "practice:"
"""How the name of a seat begins that the program plays; nobody's own name does."""
PRACTICE_MONEY = 1_000_000
"""The play money such a seat starts with, in avos: it comes by the cage."""

IN_ANY_PHASE: dict[type[Command], tuple[Role, ...]] = {
    Sit: (Role.PLAYER,),
    Leave: (Role.PLAYER,),
    Unseat: (Role.CROUPIER, Role.SUPERVISOR),
    SeatPractice: (Role.SUPERVISOR,),
    VoidRound: (Role.SUPERVISOR,),
    Pledge: (Role.PLAYER,),
    Reveal: (Role.PLAYER,),
    FundBank: (Role.SUPERVISOR,),
    ReturnBank: (Role.SUPERVISOR,),
    Close: (Role.SUPERVISOR,),
}
"""Who may do what in whatever phase. A practice seat brings play money, so it is a supervisor's."""


def table_limits(limits: Limits, opened: TableOpened) -> Limits:
    """The game's limits with the table's own figures."""
    return replace(limits, minimum=opened.minimum, maximum=opened.maximum, chip=opened.chip, minimums=opened.minimums)


def check_role(command: Command, actor: Actor, *allowed: Role) -> None:
    """Refuse what belongs to another role."""
    if actor.role not in allowed:
        raise Refusal(
            NOT_YOUR_ACT, asked=describe_act(type(command), command.do), allowed=[ROLES[role] for role in allowed]
        )


def check_seated(table: TableState, player: str) -> None:
    """Refuse somebody without a seat."""
    if player not in table.seats:
        raise Refusal("not_seated", _("{asked} has no seat at this table; take a seat first"), asked=player)


def check_wallet(stake: int, funds: Funds) -> None:
    """Refuse more than the wallet holds."""
    if stake > funds.wallet:
        raise Refusal(NOT_ENOUGH_MONEY, asked=format_patacas(stake), allowed=format_patacas(funds.wallet))


def decide_sitting(table: TableState, command: Command, actor: Actor, most: int = MOST_SEATS) -> Event:
    """Somebody sits down, or the program does."""
    is_practice = isinstance(command, SeatPractice)
    player = PRACTICE + command.concerns.removeprefix(PRACTICE) if is_practice else actor.name
    if player in table.seats:
        raise Refusal(ALREADY_SEATED, asked=player)
    if len(table.seats) >= most:
        raise Refusal("no_seat_left", _("all {allowed} seats are taken"), allowed=most)
    if isinstance(command, SeatPractice):
        return PracticeSeated(player=player, policy=command.policy)
    return PlayerSeated(player=player)


def decide_leaving(table: TableState, command: Command, actor: Actor) -> PlayerLeft:
    """Somebody leaves, or is asked to."""
    player = command.concerns or actor.name
    check_seated(table, player)
    return PlayerLeft(player=player)


def void_events(commitment: str, reason: str, chance: Chance | None) -> tuple[Event, ...]:
    """A round is void: its hidden result is shown, or named where it can no longer be opened."""
    if chance is None or not chance.nonce:
        return (RoundVoided(reason=reason, commitment=commitment),)
    return chance.opening(commitment), RoundVoided(reason=reason)


def decide_bank(command: FundBank | ReturnBank | Close, funds: Funds, *, owed: int) -> Event:
    """A supervisor puts money into the table's bank or takes out what the house cannot come to owe; or closes the table."""
    if isinstance(command, Close):
        return TableClosed(bank=funds.bank)
    amount = command.stake
    if amount <= 0:
        raise Refusal(AMOUNT_NOT_POSITIVE, asked=format_patacas(amount))
    if isinstance(command, FundBank):
        return BankFunded(amount=amount)
    if amount > funds.bank - owed:
        asked, allowed = format_patacas(amount), format_patacas(max(funds.bank - owed, 0))
        raise Refusal(
            "bank_owed",
            _("{asked} cannot be withdrawn: the house may still have to pay it; at most: {allowed}"),
            asked=asked,
            allowed=allowed,
        )
    return BankReduced(amount=amount)


def add_seat(table: S, player: str, policy: str = "") -> S:
    """The table with one more seat, the last."""
    practice = table.practice | ({player: policy} if policy else {})
    return structs.replace(table, seats=(*table.seats, player), practice=practice)


def remove_seat(table: S, player: str) -> S:
    """The table with one seat less."""
    seats = tuple(seat for seat in table.seats if seat != player)
    practice = {seat: policy for seat, policy in table.practice.items() if seat != player}
    return structs.replace(table, seats=seats, practice=practice)


class TableEngine(ABC, Generic[S]):
    """One table's way of playing, under the options and limits it opened with."""

    is_public: ClassVar[bool] = True
    """Whether everybody sees the same."""
    CHOSEN: ClassVar[tuple[str, ...]] = ("bet", "on", "player", "reason", "policy")
    """Fields whose possible values are told with an act."""

    NOTES: ClassVar[Mapping[str, str]] = {}
    """What is said of the table beside its phase, by name, with blanks (see `notes`)."""

    def __init__(self, opened: TableOpened, acts: Sequence[Act], codec: CommandCodec) -> None:
        self.opened = opened
        self.acts = tuple(acts)
        self.codec = codec
        self.is_drawn = opened.chance == ChanceSource.DRAWN
        self._betting = frozenset(str(act.phase) for act in acts if act.does is ActKind.PLACE)
        """Phases in which bets are open."""
        self._act_of = {(act.phase, act.takes): act for act in acts}

    @property
    @abstractmethod
    def start(self) -> S:
        """The table as it opens."""

    @property
    def table_states(self) -> Mapping[str, Hashable]:
        """What the table can remember between rounds, by the text it is written with."""
        return {}

    @abstractmethod
    def evolve(self, state: S, event: Event) -> S:
        """The table after what happened."""

    # What a command comes to

    def decide(
        self, state: S, command: Command, actor: Actor, funds: Funds, chance: Chance | None = None
    ) -> tuple[Event, ...]:
        """What a command comes to; or a refusal."""
        if state.is_closed:
            raise Refusal(TABLE_CLOSED)
        if (act := self._act_of.get((state.phase, type(command)))) is None:
            if (roles := next((who for kind, who in IN_ANY_PHASE.items() if isinstance(command, kind)), None)) is None:
                self.check_in_time(state, command)
                act = find_act(self.acts, state.phase, command.do)
            else:
                check_role(command, actor, *roles)
                happened = tuple(self.in_any_phase(state, command, actor, funds, chance))
                return self.with_seed(state, command, happened, chance)
        self._check_may(act, command, actor)
        if actor.role is Role.PLAYER:
            check_seated(state, actor.name)
        happened = self.carry_out(state, act, command, actor, funds, chance)
        return self.with_seed(state, command, happened, chance)

    def check_role(self, do: object, actor: Actor) -> None:
        """Refuse what is never for this role to do, whatever came with it."""
        roles = {role for act in self.acts if act.name == do for role in Role if act.is_for(role)}
        roles |= {role for kind, own in IN_ANY_PHASE.items() if command_name(kind) == do for role in own}
        if roles and actor.role not in roles:
            act = next((act for act in self.acts if act.name == do), None)
            asked, cite = (act.said, act.cite) if act else (do, None)
            raise Refusal(NOT_YOUR_ACT, cite, asked=asked, allowed=[ROLES[role] for role in sorted(roles)])

    def _check_may(self, act: Act, command: Command, actor: Actor) -> None:
        """Refuse an act of somebody else's; and what somebody says came up where the program draws."""
        if actor.role not in act.by and not act.is_for(actor.role):
            raise Refusal(NOT_YOUR_ACT, act.cite, asked=act.said, allowed=[ROLES[role] for role in act.by])
        says = type(command).sees + type(command).may_see
        if self.is_drawn and (act.is_observed or (says and any(getattr(command, name) is not None for name in says))):
            raise Refusal(DRAWN_COUNTS, act.cite, asked=act.said)

    def check_in_time(self, state: S, command: Command) -> None:
        """Refuse what comes too late by a clause of its own, whatever the phase says."""

    @abstractmethod
    def happens(
        self, state: S, act: Act, command: Command, actor: Actor, funds: Funds, chance: Chance | None
    ) -> Iterable[Event]:
        """What an act of the procedure comes to, done in its phase by somebody whose act it is; or a refusal."""

    def in_any_phase(
        self, state: S, command: Command, actor: Actor, funds: Funds, chance: Chance | None
    ) -> Iterable[Event]:
        """What an act comes to that belongs in no phase."""
        match command:
            case VoidRound():
                self.check_voidable(state)
                return self.void(state, command.reason, chance)
            case Sit() | SeatPractice():
                return self.sit(state, command, actor)
            case Leave() | Unseat():
                return self.leave(state, command, actor)
            case Pledge():
                check_seated(state, actor.name)
                return (decide_pledge(state.window, command, actor.name, is_open=self.takes_pledges(state)),)
            case Reveal():
                return (decide_reveal(state.window, command, actor.name),)
            case FundBank() | ReturnBank() | Close():
                if isinstance(command, Close) and (state.phase != self.start.phase or self.lies(state)):
                    phase = phases_of(self.acts).get(state.phase, state.phase)
                    raise Refusal(ROUND_UNDER_WAY, asked=describe_act(type(command), command.do), phase=phase)
                return (decide_bank(command, funds, owed=self.owes(state)),)
            case _:
                raise Refusal(UNKNOWN_ACT, asked=command.do, allowed=[act.name for act in self.acts])

    def check_voidable(self, state: S) -> None:
        """Refuse to void a round that must be played to its end."""

    @abstractmethod
    def void(self, state: S, reason: str, chance: Chance | None) -> Iterable[Event]:
        """Everything goes back to its owner, and what lay hidden is shown."""

    def void_stopped(self, state: S, command: VoidRound, actor: Actor, chance: Chance | None) -> tuple[Event, ...]:
        """Void the round of a table at which the program failed: it cannot be played to its end, whatever its phase."""
        check_role(command, actor, *IN_ANY_PHASE[VoidRound])
        happened = self.void(state, command.reason, chance)
        marked = (structs.replace(one, stopped=True) if isinstance(one, RoundVoided) else one for one in happened)
        return self.with_seed(state, command, tuple(marked), chance)

    def sit(self, state: S, command: Sit | SeatPractice, actor: Actor) -> Iterable[Event]:
        """Somebody sits down, or the program does."""
        return (decide_sitting(state, command, actor),)

    def leave(self, state: S, command: Leave | Unseat, actor: Actor) -> Iterable[Event]:
        """Somebody leaves, or is asked to."""
        return (decide_leaving(state, command, actor),)

    def owes(self, state: S) -> int:  # of games against the house
        """The most that the house may come to owe, in avos."""
        return 0

    @property
    def policies(self) -> Sequence[str]:
        """The ways in which the program may play a seat."""
        return ()

    @property
    def draws_from_seeds(self) -> bool:
        """Whether results are drawn at a call, so that a seed is committed beforehand; not where they lie hidden already."""
        return False

    def would_draw(self, state: S) -> Possible | None:  # of games of chance
        """Out of what the next result would have come, where a round is void; None where no one result decides."""
        return None

    # What chance gives

    def wants(self, state: S, command: Command) -> DrawRequest | None:  # of games with a device
        """What a command needs of chance; nothing at a table where the croupier says what lies there."""
        return None

    @property
    def hidden(self) -> Possible | None:
        """What a hidden result can be."""
        return None

    @property
    def devices(self) -> Sequence[Possible]:
        """What decides here, and everything that it can show."""
        return ()

    def result_in(self, event: Event, state: S) -> str:
        """What one of the devices showed by an event; nothing where none did."""
        return self.shown_by(event, state)

    def shown_by(self, event: Event, state: S) -> str:  # of games that remember what was cut
        """The whole result that an event shows, as it is drawn; nothing where it shows none."""
        return event.written or event.outcome if isinstance(event, ResultCalled) else ""

    def chance_of(self, state: S, command: Command, events: Sequence[Event]) -> Chance | None:
        """What chance gave a command, taken back out of the events it came to."""
        wanted = self.wants(state, command)
        found = self._chance_in(wanted.want, state, events) if wanted else None
        draw = find_draw(events) if state.window.number else None
        if draw is None:
            return found
        outcome = draw.outcome if wanted and wanted.is_drawn else found.outcome if found else ""
        return structs.replace(found or Chance(), outcome=outcome, draw=draw)

    def _chance_in(self, want: DrawKind, state: S, events: Sequence[Event]) -> Chance | None:
        for event in events:
            if isinstance(event, ResultCommitted) and want is DrawKind.HIDE:
                return Chance(commitment=event.commitment, round=event.round)
            if isinstance(event, CommitmentOpened) and want in (DrawKind.OPEN, DrawKind.RECALL):
                return Chance(outcome=event.outcome, commitment=event.commitment, nonce=event.nonce, round=event.round)
            if want in (DrawKind.OPEN, DrawKind.DRAW) and (shown := self.drawn_in(event, state)):
                return Chance(outcome=shown, commitment=state.commitment if want is DrawKind.OPEN else "")
        return None

    def drawn_in(self, event: Event, state: S) -> str:
        """What was drawn for an event, where it shows that: the whole result, or a part of it."""
        return event.outcome if isinstance(event, PartShown) else self.shown_by(event, state)

    # When a seed is used

    def takes_pledges(self, state: S) -> bool:
        """Whether a number can be pledged now: bets are open, and the seed that decides them is committed."""
        window = state.window
        return window.number > 0 and not window.is_closed and state.phase in self._betting and not state.is_closed

    def is_shut(self, state: S) -> bool:
        """Whether a phase of open bets is over because the draw follows."""
        return state.window.is_closed and state.phase in self._betting

    def closes_first(self, state: S, command: Command) -> bool:
        """Whether a draw only closes the bets when it is first asked for: where they are open until then, and somebody has pledged."""
        if not state.window.must_close or state.phase not in self._betting:
            return False
        wanted = self.wants(state, command)
        return wanted is not None and wanted.is_drawn

    def seed_use(self, state: S, command: Command) -> SeedUse | None:
        """What a command does with the table's seed: nothing, or it is opened."""
        if not state.window.number or state.is_closed:
            return None
        if isinstance(command, Close):
            return SeedUse(None, is_last=True)
        if isinstance(command, VoidRound):
            return SeedUse(self.would_draw(state))
        wanted = self.wants(state, command)
        if wanted is None or not wanted.is_drawn or self.closes_first(state, command):
            return None
        return SeedUse(wanted.possible)

    # What is published

    def beginning(self, commitment: str) -> tuple[Event, ...]:
        """What a drawn table publishes when it opens; `commitment` is that to its first seed."""
        devices = tuple(map(describe_device, self.devices))
        published = (DevicesPublished(devices=devices),) if devices else ()
        return (*published, SeedCommitted(number=1, commitment=commitment)) if commitment else published

    def carry_out(
        self, state: S, act: Act, command: Command, actor: Actor, funds: Funds, chance: Chance | None
    ) -> tuple[Event, ...]:
        """What an act comes to, with what becomes of pledges and seed by it."""
        if state.window.is_closed and self.is_shut(state) and act.does not in (ActKind.SHOW, ActKind.CALL):
            raise Refusal(
                "bets_closed_for_draw",
                _("{asked} is no longer possible: the bets are closed and the draw follows"),
                act.cite,
                asked=act.said,
            )
        must_close = state.window.must_close
        is_first = must_close and self.closes_first(state, command)
        is_lost = chance is not None and chance.draw is not None and not chance.draw.seed
        given = self.any_chance(state, command) if is_first or is_lost else chance
        events = tuple(self.happens(state, act, command, actor, funds, given))
        if is_first:
            return (_closed(state),)
        if must_close and state.phase in self._betting and str(act.then) not in self._betting:
            events = (*events, _closed(state))
        return () if is_lost else events

    def with_seed(
        self, state: S, command: Command, events: tuple[Event, ...], chance: Chance | None
    ) -> tuple[Event, ...]:
        """What a command comes to, between the opening of the seed and the commitment to the next."""
        draw, window = chance.draw if chance else None, state.window
        if draw is None:
            return events
        use = self.seed_use(state, command)
        if use is None:
            raise Defect("a seed was opened that nothing asks for")
        after = () if use.is_last else (SeedCommitted(number=window.number + 1, commitment=draw.next),)
        if not draw.seed:
            return SeedLost(number=window.number, commitment=window.commitment), *events, *after
        opened = SeedOpened(
            number=window.number,
            commitment=window.commitment,
            seed=draw.seed,
            outcome=draw.outcome,
            nonces=window.revealed,
            withheld=window.withheld,
            **self._out_of(use.possible),
        )
        return opened, *events, *after

    def _out_of(self, possible: Possible | None) -> Mapping[str, Any]:
        """The device by its place among those that were published, or what could come up at that moment."""
        devices = list(self.devices)
        if possible is None:
            return {}
        if possible in devices:
            return {"device": devices.index(possible)}
        return {"results": describe_device(possible).results}

    # What may be done now

    def acts_now(self, state: S, role: Role) -> list[Act]:
        """The acts of a role that belong in the table's phase."""
        return acts_in_phase(self.acts, state.phase, role)

    def can(self, state: S, actor: Actor) -> tuple[AvailableAct, ...]:
        """What somebody may do now: everything is tried. Whether the money is there is another matter."""
        if state.is_closed:
            return ()
        acts = (self._possible(state, act, actor) for act in self.acts_now(state, actor.role))
        return *(one for one in acts if one), *self._can_in_any_phase(state, actor)

    def tries(self, state: S, act: Act, actor: Actor) -> Iterable[Command]:  # of games with choices
        """The ways in which somebody could do an act now: where all are refused, it cannot be done."""
        return (act.takes(**act.example),)

    def possible_ways(self, state: S, act: Act, actor: Actor) -> list[Command]:
        """Those ways of doing an act that are not refused."""
        if self.is_drawn and (act.is_observed or act.does is ActKind.NULL):
            return []
        return [command for command in self.tries(state, act, actor) if self.is_possible(state, command, actor)]

    def is_possible(self, state: S, command: Command, actor: Actor) -> bool:
        """Whether a command would be carried out, were the money there."""
        try:
            self.decide(state, command, actor, UNLIMITED_FUNDS, self.any_chance(state, command))
        except Refusal:
            return False
        return True

    def any_chance(self, state: S, command: Command) -> Chance | None:
        """A result that could be, where a command needs one."""
        wanted = self.wants(state, command)
        if wanted is None:
            return None
        possible = wanted.possible or self.hidden
        return Chance(outcome=possible.first, commitment="?", nonce="?") if possible else UNKNOWN

    def _possible(self, state: S, act: Act, actor: Actor) -> AvailableAct | None:
        ways = self.possible_ways(state, act, actor)
        if not ways:
            return None
        asked = self.fields_asked(act)
        return AvailableAct(
            do=act.name,
            takes=asked[0],
            also=asked[1],
            cite=str(act.cite),
            moves=act.then != act.phase,
            choices=self._choices(ways),
            usual={name: one for name, one in self.usual(state, act, actor).items() if name in (*asked[0], *asked[1])},
        )

    def usual(self, state: S, act: Act, actor: Actor) -> Mapping[str, Any]:  # of games where it depends
        """What is so unless somebody says otherwise."""
        return act.usual

    def fields_asked(self, act: Act) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The fields that somebody must fill in for an act here, and those that they may."""
        return required_fields(act.takes, is_drawn=self.is_drawn), optional_fields(act.takes, is_drawn=self.is_drawn)

    def _can_in_any_phase(self, state: S, actor: Actor) -> Iterator[AvailableAct]:
        """To sit down or leave; and what is the house's whatever the phase."""
        for general, roles in IN_ANY_PHASE.items():
            kind = self.codec.kind(command_name(general))
            if actor.role not in roles or (
                actor.role is Role.PLAYER and (actor.name in state.seats) is (general is Sit)
            ):
                continue
            ways = [one for one in self.tries_in_any_phase(state, kind) if self.is_possible(state, one, actor)]
            if ways:
                yield AvailableAct(
                    do=command_name(kind),
                    takes=required_fields(kind, is_drawn=self.is_drawn),
                    also=optional_fields(kind, is_drawn=self.is_drawn),
                    choices=self._choices(ways),
                )

    def tries_in_any_phase(self, state: S, kind: type[Command]) -> Iterable[Command]:
        """The ways in which an act that belongs to no phase could be done; numbers are pledged and revealed by pages, not by hand."""
        if issubclass(kind, Pledge | Reveal):
            return []
        if issubclass(kind, Unseat):
            return [kind(player=player) for player in state.seats]
        if issubclass(kind, SeatPractice):
            return [kind(player="?", policy=policy) for policy in self.policies]
        if issubclass(kind, VoidRound):
            return [kind(reason="?")]
        if issubclass(kind, FundBank | ReturnBank):
            return [kind(stake=self.opened.chip)]
        return [kind()]

    def _choices(self, ways: Sequence[Command]) -> dict[str, tuple[Any, ...]]:
        """The values of those fields that somebody chooses."""
        given = [command.given() for command in ways]
        named = dict.fromkeys(name for one in given for name in one if name in self.CHOSEN)
        found = {name: tuple(dict.fromkeys(one[name] for one in given if name in one)) for name in named}
        return {name: values for name, values in found.items() if values != ("?",)}

    def is_informed(self, state: S) -> bool:  # of games with a device
        """Whether somebody may know something of what becomes of a stake that lies there. R-live-1."""
        return False

    # What there is to see

    def lies(self, state: S) -> int:  # of games with stakes
        """All money on the table, in avos."""
        return 0

    def has_stakes(self, state: S) -> bool:
        """Whether somebody has staked on a result that is still to come."""
        return self.lies(state) > 0

    def open_bets(self, state: S, player: str) -> list[str]:  # of games of chance
        """The bets that this player may place now; how much, and whether the money is there, is another matter."""
        return []

    def view(self, state: S, viewer: Actor) -> Mapping[str, Any]:  # of games with a table
        """What somebody may see of the table beyond what every table has."""
        return {}

    def notes(self, state: S) -> Sequence[Mapping[str, str]]:  # of games with something to say
        """What is to be said of the table now: the `note` by its name, and what fills its blanks."""
        return ()

    def seen(self, event: Event, state: S, viewer: Actor | None) -> Event:  # of games that hide
        """An event as somebody may see it at a table that stands so; without a viewer, as everybody may."""
        return event

    def would_pay(self, state: S, outcome: str) -> tuple[Event, ...] | None:  # of games of chance
        """What the bets on the table would come to with this result; None where that is not known before the round is played."""
        return None

    def payments(self, state: S, outcome: str = "") -> list[PaidBet] | None:  # of games with stakes
        """What is to be paid for the result that was called, or would be for this one; None where that is not known yet."""
        return None

    def judged(self, state: S, outcome: str = "") -> ResultEffect | None:  # of games of chance
        """The last result, or another, in words of the table, and the bets that win and lose by it; None where there is none to be seen."""
        return None

    def recent(self, state: S) -> Sequence[str]:  # of games of chance
        """What was called in the last rounds, the newest last."""
        return ()

    def outlook(self, state: S, player: str) -> Outlook | None:  # of games of chance
        """What the best and the worst of the next results bring this player; None where the rules cannot say."""
        return None

    def staked(self, state: S, player: str) -> int:  # of games with stakes
        """All that a player has on the table."""
        return 0

    def takes_bets(self, state: S) -> bool:  # of games with stakes
        """Whether somebody may still put down a stake."""
        return False

    def awaited(self, state: S) -> list[tuple[str, str]]:
        """Players whose own act takes the round on, each with that act."""
        acts = [act for act in acts_in_phase(self.acts, state.phase, Role.PLAYER) if act.then != act.phase]
        tried = [(seat, act) for act in acts for seat in state.seats]
        return [(seat, act.name) for seat, act in tried if self.possible_ways(state, act, Actor(seat, Role.PLAYER))]

    def makes_way(self, phase: str) -> bool:
        """Whether an act that leads to this phase makes way for a player's own act, which takes the round on."""
        return any(act.then != act.phase for act in acts_in_phase(self.acts, phase, Role.PLAYER))

    # What the program does by itself

    def croupier_acts(self, state: S, croupier: Actor) -> list[Command]:
        """What the croupier of an automatic table may do next, the likeliest first; empty where it waits for players."""
        acts = sorted(self.acts_now(state, Role.CROUPIER), key=lambda act: act.is_last_resort)
        return [ways[0] for act in acts if act.is_automatic and (ways := self.possible_ways(state, act, croupier))]

    def practice_moves(self, state: S) -> Iterable[PracticeMove]:  # of games that the program plays
        """What the seats that the program plays do now."""
        return ()

    def late_acts(
        self, state: S, patience: WaitLevel
    ) -> Iterable[tuple[Actor, Command]]:  # of games that wait for persons
        """What is done so that a table goes on without persons who are away, when they have been waited for so long."""
        return ()


def view_draw(conduct: TableEngine[S], state: S) -> dict[str, Any]:
    """The next draw as everybody sees it: its number and commitment, who has pledged, who has revealed."""
    window = state.window
    if not window.number:
        return {}
    return {
        "number": window.number,
        "commitment": window.commitment,
        "pledged": sorted(window.pledges),
        "revealed": sorted(window.nonces),
        "is_open": conduct.takes_pledges(state),
        "is_closed": window.is_closed,
    }


def _closed(state: TableState) -> PledgesClosed:
    return PledgesClosed(number=state.window.number, players=tuple(sorted(state.window.pledges)))


UNLIMITED_FUNDS = Funds(wallet=2**62, bank=2**62)
"""For trying what may be done: whether the money is there is another matter."""
