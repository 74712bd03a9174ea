"""How a live table is conducted: what a command comes to, what may be done now, and what is drawn when.

Everything here is pure: what a command comes to is decided from the table as it stands, and a table changes by events alone. A result that
is drawn comes with the command, as its `chance`; where it comes from is the house's affair.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from msgspec import structs

from banca.record import FrozenStruct
from banca.rules import _
from banca.rules.money import Limits, format_patacas
from banca.rules.refusal import Defect, Refusal
from banca.tables import commands, events
from banca.tables.acts import (
    ALREADY_SEATED,
    AMOUNT_NOT_POSITIVE,
    BETS_STAND,
    DRAWN_COUNTS,
    NOT_ENOUGH_MONEY,
    NOT_YOUR_ACT,
    PLAYER_LIMIT,
    ROUND_UNDER_WAY,
    TABLE_CLOSED,
    Act,
    ActKind,
    CommandCodec,
    Situation,
    acts_in_phase,
    check_entered,
    find_act,
    phases_of,
)
from banca.tables.chance import (
    Chance,
    ChanceSource,
    Device,
    DrawKind,
    DrawRequest,
    SeedUse,
    decide_pledge,
    decide_reveal,
    find_draw,
)
from banca.tables.commands import Actor, Command, Role
from banca.tables.events import Event, TableOpened
from banca.tables.exposure import Outlook, PaidBet
from banca.tables.state import Funds, TableState

MOST_SEATS = 1000
PRACTICE = "practice:"
"""How the name of a seat begins that the program plays; nobody's own name does."""
PRACTICE_MONEY = 1_000_000
"""The play money such a seat starts with, in avos: it comes by the cage."""
UNLIMITED_FUNDS = Funds(wallet=2**62, bank=2**62)
"""For trying what may be done: whether the money is there is another matter."""


class AvailableAct(FrozenStruct, omit_defaults=True):
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


# Seats, the table's bank, and its end: what every table has whatever is played


def table_limits(limits: Limits, opened: TableOpened) -> Limits:
    """Return the game's limits with the table's own figures."""
    return replace(limits, minimum=opened.minimum, maximum=opened.maximum, chip=opened.chip, minimums=opened.minimums)


def check_role(command: Command, actor: Actor, *allowed: Role) -> None:
    """Refuse what belongs to another role."""
    if actor.role not in allowed:
        raise Refusal(
            NOT_YOUR_ACT, asked=commands.describe_act(type(command)), allowed=[commands.ROLES[role] for role in allowed]
        )


def check_seated(table: TableState, player: str) -> None:
    """Refuse somebody without a seat."""
    if player not in table.seats:
        raise Refusal("not_seated", _("{asked} has no seat at this table; take a seat first"), asked=player)


def check_wallet(stake: int, funds: Funds) -> None:
    """Refuse more than the wallet holds."""
    if stake > funds.wallet:
        raise Refusal(NOT_ENOUGH_MONEY, asked=format_patacas(stake), allowed=format_patacas(funds.wallet))


def void_events(commitment: str, reason: str, chance: Chance | None) -> tuple[Event, ...]:
    """Return how a round is void: its hidden result is shown, or named where it can no longer be opened."""
    if chance is None or not chance.nonce:
        return (events.RoundVoided(reason=reason, commitment=commitment),)
    return chance.opening(commitment), events.RoundVoided(reason=reason)


def decide_bank(command: commands.FundBank | commands.ReturnBank, funds: Funds, *, liability: int) -> Event:
    """Put money into the table's bank, or take out what the house cannot come to owe."""
    amount = command.stake
    if amount <= 0:
        raise Refusal(AMOUNT_NOT_POSITIVE, asked=format_patacas(amount))
    if isinstance(command, commands.FundBank):
        return events.BankFunded(amount=amount)
    if amount > funds.bank - liability:
        raise Refusal(
            "bank_owed",
            _("{asked} cannot be withdrawn: the house may still have to pay it; at most: {allowed}"),
            asked=format_patacas(amount),
            allowed=format_patacas(max(funds.bank - liability, 0)),
        )
    return events.BankReduced(amount=amount)


S = TypeVar("S", bound=TableState)

RENAMED = {
    "happens": "perform",
    "left": "after_leaving",
    "seen": "redact",
    "tries": "candidates",
    "usual": "usual_values",
    "voided": "STATE and LASTING",
    "wants": "draw_request",
}
"""What games written for 1.0 may override, by the names of today."""


class TableEngine(ABC, Generic[S]):
    """The procedure of one table under the options and limits it opened with: all that the house, its audit and its pages know of a game.

    A game against the house needs no engine of its own: `ChanceEngine` plays it by its rows. Where its table remembers more than bets, its
    class names the state and overrides `evolve`, `after_leaving`, `view` and `notes`, as craps does for its shooter.
    """

    is_public: ClassVar[bool] = True
    """Whether everybody sees the same."""
    CHOICE_FIELDS: ClassVar[tuple[str, ...]] = ("bet", "on", "player", "reason", "policy")
    """Fields whose possible values are told with an act."""
    UNRECORDED: ClassVar[tuple[str, ...]] = ("outcome",)
    """Fields of commands that a journal has in the events of an act, and not with the act."""
    NOTES: ClassVar[Mapping[str, str]] = {}
    """What is said of the table beside its phase, by name, with blanks (see `notes`)."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        # A method that is no longer called would leave a table that plays on by the usual procedure: better no game than that.
        if old := RENAMED.keys() & cls.__dict__.keys():
            names = ", ".join(f"{name} is {RENAMED[name]}" for name in sorted(old))
            raise TypeError(f"{cls.__qualname__} overrides what has other names since version 1.0: {names}")

    def __init__(self, opened: TableOpened, acts: Sequence[Act], codec: CommandCodec) -> None:
        self.opened = opened
        self.acts = tuple(acts)
        self.codec = codec
        self.is_drawn = opened.chance == ChanceSource.DRAWN
        self._betting_phases = frozenset(str(act.phase) for act in acts if act.does is ActKind.PLACE)
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
        """Return the table after what happened."""

    # Decide

    def decide(
        self, state: S, command: Command, actor: Actor, funds: Funds, chance: Chance | None = None
    ) -> tuple[Event, ...]:
        """Return what a command comes to; or raise a refusal."""
        if state.is_closed:
            raise Refusal(TABLE_CLOSED)
        act = self._act_of.get((state.phase, type(command)))
        roles: tuple[Role, ...] = ()
        if act is None:  # a game may have its own row for a command of every table: the row goes first
            roles = next((own for kind, own in commands.IN_ANY_PHASE.items() if isinstance(command, kind)), ())
        if roles:
            check_role(command, actor, *roles)
            facts = tuple(self._decide_in_any_phase(state, command, actor, funds, chance))
        else:
            if act is None:
                self.check_in_time(state, command)
                act = find_act(self.acts, state.phase, command.do)
            self._check_actor(act, command, actor)
            if actor.role is Role.PLAYER:
                check_seated(state, actor.name)
            situation = Situation(
                engine=self, act=act, table=state, command=command, actor=actor, funds=funds, chance=chance
            )
            facts = self._decide_act(situation)
        return self._with_seed(state, command, facts, chance)

    def check_ever_for(self, do: object, actor: Actor) -> None:
        """Refuse what is never for this role to do, whatever came with it."""
        roles = {role for act in self.acts if act.name == do for role in Role if act.is_for(role)}
        roles |= {
            role for kind, own in commands.IN_ANY_PHASE.items() if commands.command_name(kind) == do for role in own
        }
        if roles and actor.role not in roles:
            act = next((act for act in self.acts if act.name == do), None)
            title, cite = (act.title, act.cite) if act else (do, None)
            raise Refusal(NOT_YOUR_ACT, cite, asked=title, allowed=[commands.ROLES[role] for role in sorted(roles)])

    def _check_actor(self, act: Act, command: Command, actor: Actor) -> None:
        """Refuse an act of somebody else's; and what somebody says came up where the program draws."""
        if not act.is_for(actor.role):
            raise Refusal(NOT_YOUR_ACT, act.cite, asked=act.title, allowed=[commands.ROLES[role] for role in act.by])
        entered = type(command).sees + type(command).may_see
        if self.is_drawn and (act.is_observed or [name for name in entered if getattr(command, name) is not None]):
            raise Refusal(DRAWN_COUNTS, act.cite, asked=act.title)

    def check_in_time(self, state: S, command: Command) -> None:
        """Refuse what comes too late by a clause of its own, before it is refused by its phase."""

    def perform(self, situation: Situation[Any]) -> Iterator[Event]:
        """Yield what an act of the procedure comes to, done in its phase by somebody whose act it is; or raise a refusal."""
        act = situation.act
        if act.check:
            act.check(situation)
        if not self.is_drawn:
            check_entered(act, situation.command)
        elif act.does is ActKind.NULL:
            raise Refusal(DRAWN_COUNTS, act.cite, asked=act.title)
        if act.then != act.phase or (act.does is ActKind.GO_ON and not act.brings):
            yield situation.performed(self.UNRECORDED)
        if act.does is ActKind.HIDE and self.is_drawn:
            hidden = situation.drawn()
            yield events.ResultCommitted(commitment=hidden.commitment, round=hidden.round)
        yield from self.carry_out(situation)
        if act.brings:
            yield from act.brings(situation)

    def carry_out(self, situation: Situation[Any]) -> Iterable[Event]:
        """Return what acts of a kind come to at any table of the engine; the rest is what their own rows bring."""
        return ()

    def _decide_act(self, situation: Situation[Any]) -> tuple[Event, ...]:
        """What an act comes to, with what becomes of pledges by it. R-live-3."""
        state, act, command, chance = situation.table, situation.act, situation.command, situation.chance
        if self.is_betting_over(state) and act.does not in (ActKind.SHOW, ActKind.CALL):
            raise Refusal(
                "bets_closed_for_draw",
                _("{asked} is no longer possible: the bets are closed and the draw follows"),
                act.cite,
                asked=act.title,
            )
        must_close = state.window.must_close
        closes_first = must_close and self.closes_bets_first(state, command)
        is_lost = chance is not None and chance.draw is not None and not chance.draw.seed
        # Where nothing is drawn yet, or the seed is lost, the act is tried with a result that could be: it is refused now, if at all.
        if closes_first or is_lost:
            situation = structs.replace(situation, chance=self.sample_chance(state, command))
        facts = tuple(self.perform(situation))
        if must_close:
            closed = events.PledgesClosed(number=state.window.number, players=tuple(sorted(state.window.pledges)))
            if closes_first:
                return (closed,)
            if state.phase in self._betting_phases and str(act.then) not in self._betting_phases:
                facts = (*facts, closed)
        return () if is_lost else facts

    def _decide_in_any_phase(
        self, state: S, command: Command, actor: Actor, funds: Funds, chance: Chance | None
    ) -> Iterable[Event]:
        match command:
            case commands.VoidRound():
                self.check_voidable(state)
                return self.void(state, command.reason, chance)
            case commands.Sit() | commands.SeatPractice():
                return self.sit(state, command, actor)
            case commands.Leave() | commands.Unseat():
                return self.leave(state, command.concerns or actor.name)
            case commands.Pledge():
                check_seated(state, actor.name)
                return (decide_pledge(state.window, command, actor.name, is_open=self.accepts_pledges(state)),)
            case commands.Reveal():
                return (decide_reveal(state.window, command, actor.name),)
            case commands.FundBank() | commands.ReturnBank():
                return (decide_bank(command, funds, liability=self.liability(state)),)
            case _:  # the table closes
                if state.phase != self.start.phase or state.money:
                    phase = phases_of(self.acts).get(state.phase, state.phase)
                    raise Refusal(ROUND_UNDER_WAY, asked=commands.describe_act(type(command)), phase=phase)
                return (events.TableClosed(bank=funds.bank),)

    def check_voidable(self, state: S) -> None:
        """Refuse to void a round that must be played to its end."""

    @abstractmethod
    def void(self, state: S, reason: str, chance: Chance | None) -> Iterable[Event]:
        """Give everything back to its owner, and show what lay hidden."""

    def void_stopped(
        self, state: S, command: commands.VoidRound, actor: Actor, chance: Chance | None
    ) -> tuple[Event, ...]:
        """Void the round of a table at which the program failed: it cannot be played to its end, whatever its phase."""
        check_role(command, actor, *commands.IN_ANY_PHASE[commands.VoidRound])
        facts = tuple(
            structs.replace(event, stopped=True) if isinstance(event, events.RoundVoided) else event
            for event in self.void(state, command.reason, chance)
        )
        return self._with_seed(state, command, facts, chance)

    def sit(self, state: S, command: commands.Sit | commands.SeatPractice, actor: Actor) -> Iterable[Event]:
        """Let somebody sit down, or the program."""
        seated: events.PlayerSeated | events.PracticeSeated = events.PlayerSeated(player=actor.name)
        if isinstance(command, commands.SeatPractice):
            player = PRACTICE + command.player.removeprefix(PRACTICE)
            seated = events.PracticeSeated(player=player, policy=command.policy)
        if seated.player in state.seats:
            raise Refusal(ALREADY_SEATED, asked=seated.player)
        if len(state.seats) >= MOST_SEATS:
            raise Refusal("no_seat_left", _("all {allowed} seats are taken"), allowed=MOST_SEATS)
        return (seated,)

    def leave(self, state: S, player: str) -> Iterable[Event]:
        """Let somebody leave, or be asked to, who has nothing on the table."""
        check_seated(state, player)
        if stands := state.money_of(player):
            raise Refusal(BETS_STAND, asked=player, allowed=format_patacas(stands))
        return (events.PlayerLeft(player=player),)

    def check_player_limit(self, total: int) -> None:
        """Refuse that one player has more on the table than its limit."""
        if total > self.opened.player_maximum:
            allowed = format_patacas(self.opened.player_maximum)
            raise Refusal(PLAYER_LIMIT, asked=format_patacas(total), allowed=allowed)

    def liability(self, state: S) -> int:
        """Return the most that the house may come to owe, in avos: nothing where players play against each other."""
        return 0

    # What is drawn. A seed is committed before the bets that it decides are open and opened at its draw; the next is committed with it.

    @property
    def draws_from_seeds(self) -> bool:
        """Whether results are drawn when they are called for, so that a seed is committed beforehand."""
        kinds = {act.does for act in self.acts}
        # What lies hidden before the bets is only opened; a part that is shown, such as dice before hidden tiles, is drawn.
        return self.is_drawn and (ActKind.SHOW in kinds or ActKind.HIDE not in kinds)

    @property
    def devices(self) -> Sequence[Device]:
        """What decides here, and everything that it can show; where a result lies hidden, its device first."""
        return ()

    @property
    def hidden_device(self) -> Device | None:
        """What a hidden result can be."""
        return next(iter(self.devices), None)

    def draw_request(self, state: S, command: Command) -> DrawRequest | None:
        """Return what a command needs of chance; nothing at a table where the croupier says what lies there."""
        if not self.is_drawn or state.is_closed:
            return None
        if isinstance(command, commands.VoidRound):
            # What lay hidden is shown also where the round is void, so that anybody can check it against its commitment.
            return DrawRequest(DrawKind.RECALL) if state.commitment else None
        act = self._act_of.get((state.phase, type(command)))
        return self.act_draw_request(state, act) if act else None

    def act_draw_request(self, state: S, act: Act) -> DrawRequest | None:
        """Return what an act of a drawn table needs of chance."""
        return None

    def void_device(self, state: S) -> Device | None:
        """Return out of what the next result would have come, where a round is void; None where no one result decides."""
        return None

    def read_result(self, event: Event, state: S) -> str:
        """Return the whole result that one of the devices showed by an event, as it is drawn; nothing where none did."""
        return event.written or event.outcome if isinstance(event, events.ResultCalled) else ""

    def read_hidden_result(self, event: Event, state: S) -> str:
        """Return the result that lay hidden, as an event shows it; nothing where it shows none."""
        return self.read_result(event, state)

    def recover_chance(self, state: S, command: Command, facts: Sequence[Event]) -> Chance | None:
        """Return what chance gave a command, taken back out of the events it came to."""
        request = self.draw_request(state, command)
        chance = self._find_chance(request.kind, state, facts) if request else None
        draw = find_draw(facts) if state.window.number else None
        if draw is None:
            return chance
        outcome = draw.outcome if request and request.is_drawn else chance.outcome if chance else ""
        return structs.replace(chance or Chance(), outcome=outcome, draw=draw)

    def _find_chance(self, kind: DrawKind, state: S, facts: Sequence[Event]) -> Chance | None:
        for event in facts:
            if isinstance(event, events.ResultCommitted) and kind is DrawKind.HIDE:
                return Chance(commitment=event.commitment, round=event.round)
            if isinstance(event, events.CommitmentOpened) and kind in (DrawKind.OPEN, DrawKind.RECALL):
                return Chance(outcome=event.outcome, commitment=event.commitment, nonce=event.nonce, round=event.round)
            if kind in (DrawKind.OPEN, DrawKind.DRAW):
                outcome = event.outcome if isinstance(event, events.PartShown) else self.read_result(event, state)
                if outcome:
                    return Chance(outcome=outcome, commitment=state.commitment if kind is DrawKind.OPEN else "")
        return None

    def accepts_pledges(self, state: S) -> bool:
        """Return whether a number can be pledged now: bets are open, and the seed that decides them is committed."""
        window = state.window
        is_betting = state.phase in self._betting_phases and not state.is_closed
        return window.number > 0 and not window.is_closed and is_betting

    def is_betting_over(self, state: S) -> bool:
        """Return whether a phase of open bets is over because the draw follows."""
        return state.window.is_closed and state.phase in self._betting_phases

    def closes_bets_first(self, state: S, command: Command) -> bool:
        """Return whether a draw only closes the bets when it is first asked for.

        So where they are open until then and somebody has pledged: they reveal their number before the draw is asked for again.
        """
        if not state.window.must_close or state.phase not in self._betting_phases:
            return False
        request = self.draw_request(state, command)
        return request is not None and request.is_drawn

    def seed_use(self, state: S, command: Command) -> SeedUse | None:
        """Return what a command does with the table's seed: nothing, or it is opened."""
        if not state.window.number or state.is_closed:
            return None
        if isinstance(command, commands.Close):
            return SeedUse(None, is_last=True)
        if isinstance(command, commands.VoidRound):
            # A void opens the seed as well, as the closing of a table does: no draw that was committed to stays unknown. R-live-3.
            return SeedUse(self.void_device(state))
        request = self.draw_request(state, command)
        if request is None or not request.is_drawn or self.closes_bets_first(state, command):
            return None
        return SeedUse(request.device)

    def opening_events(self, commitment: str) -> tuple[Event, ...]:
        """Return what a drawn table publishes when it opens; `commitment` is that to its first seed."""
        devices = tuple(device.describe() for device in self.devices)
        published = (events.DevicesPublished(devices=devices),) if devices else ()
        return (*published, events.SeedCommitted(number=1, commitment=commitment)) if commitment else published

    def _with_seed(
        self, state: S, command: Command, facts: tuple[Event, ...], chance: Chance | None
    ) -> tuple[Event, ...]:
        """What a command comes to, between the opening of the seed and the commitment to the next."""
        draw, window = chance.draw if chance else None, state.window
        if draw is None:
            return facts
        use = self.seed_use(state, command)
        if use is None:
            raise Defect("a seed was opened that nothing asks for")
        following = () if use.is_last else (events.SeedCommitted(number=window.number + 1, commitment=draw.next),)
        if not draw.seed:
            return events.SeedLost(number=window.number, commitment=window.commitment), *facts, *following
        out_of: dict[str, Any] = {}
        if use.device is not None:
            # By its place among the devices that were published; what could come up at this moment alone is written out.
            devices = list(self.devices)
            out_of = {"results": use.device.describe().results}
            if use.device in devices:
                out_of = {"device": devices.index(use.device)}
        opened = events.SeedOpened(
            number=window.number,
            commitment=window.commitment,
            seed=draw.seed,
            outcome=draw.outcome,
            nonces=window.revealed,
            withheld=window.withheld,
            **out_of,
        )
        return opened, *facts, *following

    # What may be done now: everything is tried, so that no page and no program has rules of its own

    def acts_now(self, state: S, role: Role) -> list[Act]:
        """Return the acts of a role that belong in the table's phase."""
        return acts_in_phase(self.acts, state.phase, role)

    def available_acts(self, state: S, actor: Actor) -> tuple[AvailableAct, ...]:
        """Return what somebody may do now. Whether the money is there is another matter."""
        available: list[AvailableAct] = []
        if state.is_closed:
            return ()
        for act in self.acts_now(state, actor.role):
            if ways := self.possible_commands(state, act, actor):
                must, may = self.fields_of(act)
                usual = self.usual_values(state, act, actor)
                row = AvailableAct(
                    do=act.name,
                    takes=must,
                    also=may,
                    cite=str(act.cite),
                    moves=act.then != act.phase,
                    choices=self._choices(ways),
                    usual={name: value for name, value in usual.items() if name in (*must, *may)},
                )
                available.append(row)
        for general, roles in commands.IN_ANY_PHASE.items():
            is_seated_or_sits = (actor.name in state.seats) is (general is commands.Sit)
            if actor.role not in roles or (actor.role is Role.PLAYER and is_seated_or_sits):
                continue
            kind = self.codec.kind(commands.command_name(general))
            tried = self.candidates_in_any_phase(state, kind)
            if ways := [command for command in tried if self.is_possible(state, command, actor)]:
                must, may = commands.fields_to_fill(kind, is_drawn=self.is_drawn)
                do = commands.command_name(kind)
                available.append(AvailableAct(do=do, takes=must, also=may, choices=self._choices(ways)))
        return tuple(available)

    def candidates(self, state: S, act: Act, actor: Actor) -> Iterable[Command]:
        """Return the ways in which somebody could do an act now: where all are refused, it cannot be done."""
        return (act.takes(**act.example),)

    def candidates_in_any_phase(self, state: S, kind: type[Command]) -> Iterable[Command]:
        """Return the ways in which an act that belongs to no phase could be done."""
        if issubclass(kind, commands.Pledge | commands.Reveal):
            return []  # pages pledge and reveal numbers, nobody does it by hand
        if issubclass(kind, commands.Unseat):
            return [kind(player=player) for player in state.seats]
        if issubclass(kind, commands.SeatPractice):
            return [kind(player="?", policy=policy) for policy in self.policies]
        if issubclass(kind, commands.VoidRound):
            return [kind(reason="?")]
        if issubclass(kind, commands.FundBank | commands.ReturnBank):
            return [kind(stake=self.opened.chip)]
        return [kind()]

    def possible_commands(self, state: S, act: Act, actor: Actor) -> list[Command]:
        """Return those ways of doing an act that are not refused."""
        if self.is_drawn and (act.is_observed or act.does is ActKind.NULL):
            return []
        return [command for command in self.candidates(state, act, actor) if self.is_possible(state, command, actor)]

    def is_possible(self, state: S, command: Command, actor: Actor) -> bool:
        """Return whether a command would be carried out, were the money there."""
        try:
            self.decide(state, command, actor, UNLIMITED_FUNDS, self.sample_chance(state, command))
        except Refusal:
            return False
        return True

    def sample_chance(self, state: S, command: Command) -> Chance | None:
        """Return a result that could be, where a command needs one."""
        request = self.draw_request(state, command)
        if request is None:
            return None
        device = request.device or self.hidden_device
        return Chance(outcome=device.first if device else "", commitment="?", nonce="?")

    def usual_values(self, state: S, act: Act, actor: Actor) -> Mapping[str, Any]:
        """Return what an act takes unless somebody says otherwise."""
        return act.usual

    def fields_of(self, act: Act) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the fields that somebody must fill in for an act here, and those that they may."""
        return commands.fields_to_fill(act.takes, is_drawn=self.is_drawn)

    def _choices(self, ways: Sequence[Command]) -> dict[str, tuple[Any, ...]]:
        """The values of those fields that somebody chooses; "?" stands for what anybody may write."""
        given = [command.given() for command in ways]
        names = dict.fromkeys(name for fields in given for name in fields if name in self.CHOICE_FIELDS)
        choices = {name: tuple(dict.fromkeys(fields[name] for fields in given if name in fields)) for name in names}
        return {name: values for name, values in choices.items() if values != ("?",)}

    # What there is to see

    def is_informed(self, state: S) -> bool:
        """Return whether somebody may know something of what becomes of a stake that lies there. R-live-1."""
        return False

    def view(self, state: S, viewer: Actor) -> Mapping[str, Any]:
        """Return what somebody may see of the table beyond what every table has."""
        return {}

    def notes(self, state: S) -> Sequence[Mapping[str, str]]:
        """Return what is to be said of the table now: the `note` by its name, and what fills its blanks."""
        return ()

    def redact(self, event: Event, state: S, viewer: Actor | None) -> Event:
        """Return an event as somebody may see it at a table that stands so; without a viewer, as everybody may."""
        return event

    def payments(self, state: S, outcome: str = "") -> list[PaidBet] | None:
        """Return what is to be paid for the result that was called, or would be for this one; None where that is not known yet."""
        return None

    def outlook(self, state: S, player: str) -> Outlook:
        """Return what a player has on the table, and the best and the worst that the next result brings where the rules can say."""
        return Outlook(staked=state.money_of(player), best=None, worst=None, of=0)

    def accepts_bets(self, state: S) -> bool:
        """Return whether somebody may still put down a stake."""
        return state.phase in self._betting_phases and not self.is_betting_over(state)

    def awaited_acts(self, state: S) -> list[tuple[str, str]]:
        """Return the players whose own act takes the round on, each with that act."""
        return [
            (seat, act.name)
            for act in self.acts_now(state, Role.PLAYER)
            if act.then != act.phase
            for seat in state.seats
            if self.possible_commands(state, act, Actor(seat, Role.PLAYER))
        ]

    def makes_way(self, phase: str) -> bool:
        """Return whether an act that leads to this phase makes way for a player's own act, which takes the round on."""
        return any(act.then != act.phase for act in acts_in_phase(self.acts, phase, Role.PLAYER))

    # What the program does by itself

    @property
    def policies(self) -> Sequence[str]:
        """The ways in which the program may play a seat."""
        return ()

    def croupier_acts(self, state: S, croupier: Actor) -> list[Command]:
        """Return what the croupier of an automatic table may do next, the likeliest first; nothing where it waits for players."""
        acts = sorted(self.acts_now(state, Role.CROUPIER), key=lambda act: act.is_last_resort)
        tried = (self.possible_commands(state, act, croupier) for act in acts if act.is_automatic)
        return [ways[0] for ways in tried if ways]

    def practice_moves(self, state: S) -> Iterable[PracticeMove]:
        """Return what the seats that the program plays do now."""
        return ()

    def late_acts(self, state: S, patience: WaitLevel) -> Iterable[tuple[Actor, Command]]:
        """Return what is done so that a table goes on without persons who are away, when they have been waited for so long."""
        return ()


def view_draw(engine: TableEngine[S], state: S) -> dict[str, Any]:
    """Return the next draw as everybody sees it: its number and commitment, who has pledged, who has revealed."""
    window = state.window
    if not window.number:
        return {}
    return {
        "number": window.number,
        "commitment": window.commitment,
        "pledged": sorted(window.pledges),
        "revealed": sorted(window.nonces),
        "is_open": engine.accepts_pledges(state),
        "is_closed": window.is_closed,
    }
