"""How a table is conducted: all that the house, its audit, its streams and its pages know of a game.

Everything here is pure: what a command comes to is decided from the table as it stands, and a table changes by events alone.
"""

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from msgspec import structs

from banca.live.act import Act, Does, acts_of, find_act, phases_of
from banca.live.command import (
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
    act_named,
    may_take,
    name_of,
    takes,
)
from banca.live.drawing import Drawing
from banca.live.event import Event, Opened, RoundVoided
from banca.live.forms import Forms
from banca.live.moves import CanDo, Move, Patience
from banca.live.outlook import Judged, PaidBet, Swings
from banca.live.refusals import DRAWN_COUNTS, NOT_YOUR_ACT, ROUND_UNDER_WAY, TABLE_CLOSED, UNKNOWN_ACT
from banca.live.results import UNKNOWN, Chance, ChanceSource
from banca.live.seating import (
    IN_ANY_PHASE,
    check_role,
    check_seated,
    decide_bank,
    decide_leaving,
    decide_sitting,
)
from banca.live.table import Funds, TableState
from banca.live.window import pledged, revealed
from banca.rules.refusal import Refusal

S = TypeVar("S", bound=TableState)

RICH = Funds(wallet=2**62, bank=2**62)
"""For trying what may be done: whether the money is there is another matter."""


class Conduct(Drawing[S]):
    """One table's way of playing, under the options and limits it opened with."""

    is_public: ClassVar[bool] = True
    """Whether everybody sees the same."""
    CHOSEN: ClassVar[tuple[str, ...]] = ("bet", "on", "player", "reason", "policy")
    """Fields whose possible values are told with an act."""

    NOTES: ClassVar[Mapping[str, str]] = {}
    """What is said of the table beside its phase, by name, with blanks (see `notes`)."""

    def __init__(self, opened: Opened, acts: Sequence[Act], forms: Forms) -> None:
        super().__init__(acts)
        self.opened = opened
        self.acts = tuple(acts)
        self.forms = forms
        self.is_drawn = opened.chance == ChanceSource.DRAWN
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
        roles |= {role for kind, own in IN_ANY_PHASE.items() if name_of(kind) == do for role in own}
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
                return (pledged(state.window, command, actor.name, is_open=self.takes_pledges(state)),)
            case Reveal():
                return (revealed(state.window, command, actor.name),)
            case FundBank() | ReturnBank() | Close():
                if isinstance(command, Close) and (state.phase != self.start.phase or self.lies(state)):
                    phase = phases_of(self.acts).get(state.phase, state.phase)
                    raise Refusal(ROUND_UNDER_WAY, asked=act_named(type(command), command.do), phase=phase)
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

    # What may be done now

    def acts_now(self, state: S, role: Role) -> list[Act]:
        """The acts of a role that belong in the table's phase."""
        return acts_of(self.acts, state.phase, role)

    def can(self, state: S, actor: Actor) -> tuple[CanDo, ...]:
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
        if self.is_drawn and (act.is_observed or act.does is Does.NULL):
            return []
        return [command for command in self.tries(state, act, actor) if self.is_possible(state, command, actor)]

    def is_possible(self, state: S, command: Command, actor: Actor) -> bool:
        """Whether a command would be carried out, were the money there."""
        try:
            self.decide(state, command, actor, RICH, self.any_chance(state, command))
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

    def _possible(self, state: S, act: Act, actor: Actor) -> CanDo | None:
        ways = self.possible_ways(state, act, actor)
        if not ways:
            return None
        asked = self.fields_asked(act)
        return CanDo(
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
        return takes(act.takes, is_drawn=self.is_drawn), may_take(act.takes, is_drawn=self.is_drawn)

    def _can_in_any_phase(self, state: S, actor: Actor) -> Iterator[CanDo]:
        """To sit down or leave; and what is the house's whatever the phase."""
        for general, roles in IN_ANY_PHASE.items():
            kind = self.forms.kind(name_of(general))
            if actor.role not in roles or (
                actor.role is Role.PLAYER and (actor.name in state.seats) is (general is Sit)
            ):
                continue
            ways = [one for one in self.tries_in_any_phase(state, kind) if self.is_possible(state, one, actor)]
            if ways:
                yield CanDo(
                    do=name_of(kind),
                    takes=takes(kind, is_drawn=self.is_drawn),
                    also=may_take(kind, is_drawn=self.is_drawn),
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

    def judged(self, state: S, outcome: str = "") -> Judged | None:  # of games of chance
        """The last result, or another, in words of the table, and the bets that win and lose by it; None where there is none to be seen."""
        return None

    def recent(self, state: S) -> Sequence[str]:  # of games of chance
        """What was called in the last rounds, the newest last."""
        return ()

    def outlook(self, state: S, player: str) -> Swings | None:  # of games of chance
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
        acts = [act for act in acts_of(self.acts, state.phase, Role.PLAYER) if act.then != act.phase]
        tried = [(seat, act) for act in acts for seat in state.seats]
        return [(seat, act.name) for seat, act in tried if self.possible_ways(state, act, Actor(seat, Role.PLAYER))]

    def makes_way(self, phase: str) -> bool:
        """Whether an act that leads to this phase makes way for a player's own act, which takes the round on."""
        return any(act.then != act.phase for act in acts_of(self.acts, phase, Role.PLAYER))

    # What the program does by itself

    def croupier_acts(self, state: S, croupier: Actor) -> list[Command]:
        """What the croupier of an automatic table may do next, the likeliest first; empty where it waits for players."""
        acts = sorted(self.acts_now(state, Role.CROUPIER), key=lambda act: act.is_last_resort)
        return [ways[0] for act in acts if act.is_automatic and (ways := self.possible_ways(state, act, croupier))]

    def practice_moves(self, state: S) -> Iterable[Move]:  # of games that the program plays
        """What the seats that the program plays do now."""
        return ()

    def late_acts(
        self, state: S, patience: Patience
    ) -> Iterable[tuple[Actor, Command]]:  # of games that wait for persons
        """What is done so that a table goes on without persons who are away, when they have been waited for so long."""
        return ()
