"""The conduct of a Pai Kao table: decide what a command comes to, evolve the table by what happened. Both pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import structs, to_builtins

from banca.games.pai_kao import acts
from banca.games.pai_kao.hands import HOUSE_WAY_CITE, format_setting, house_way
from banca.games.pai_kao.live import banking, correcting, playing, settling, sight, turns
from banca.games.pai_kao.live.case import Case, free_gates
from banca.games.pai_kao.live.event import GateTaken
from banca.games.pai_kao.live.evolution import START, evolve
from banca.games.pai_kao.live.stacks import as_stacked
from banca.games.pai_kao.live.state import CASINO, PaiKaoState
from banca.games.pai_kao.live.tile_event import DiceCorrected, DiceShaken, TilesCorrected, TilesDealt
from banca.games.pai_kao.nouns import POLICIES, POLICIES_SAID
from banca.games.pai_kao.pairs import COUNTING_SUPREME, PLAYERS
from banca.games.pai_kao.procedure import (
    DICE,
    GATES,
    acts_by,
    betting_order,
    check_stake_in_time,
    check_turned,
    form_of,
)
from banca.games.pai_kao.refusals import UNKNOWN_POLICY, WRONG_GATE
from banca.games.pai_kao.tiles import HAND, TILES
from banca.live import command
from banca.live.act import Act, Does
from banca.live.command import AUTOMATIC, THE_HOUSE, Actor, Command, Role, SeatPractice, Unseat, VoidRound, name_of
from banca.live.conduct import Conduct
from banca.live.drawing import window_view
from banca.live.event import Event, Opened, PracticeSeated, Seated
from banca.live.forms import Forms
from banca.live.moves import Patience
from banca.live.outlook import PaidBet
from banca.live.refusals import BETS_STAND, ROUND_STANDS
from banca.live.results import Chance, Dice, Possible, Shuffled, Want, Wanted
from banca.live.seating import decide_leaving, terms_of
from banca.live.table import Funds
from banca.rules import Limits, Refusal, format_patacas

ORDERS = Shuffled(TILES, HAND)
"""Every order of the tiles."""
SHAKES = Dice(DICE)

TURNED = (acts.BANKER_TURNED, acts.TURNED)
"""Phases in which the tiles decide: what they say is settled."""
KNOWN = (acts.DEALT, *TURNED)
"""Phases in which somebody knows their tiles: from now on nothing gives a stake back but the rules. R-pk-11."""
SHAKEN = (acts.SHAKEN, acts.DEAL_VOID, acts.STACKED_AGAIN, *KNOWN)
"""Phases after a shake of the round, void deal or not: no stake or principal changes. pai_kao 4.7, R-pk-12."""
ON_THE_TABLE = (acts.PutDownPrincipal, acts.CoBank, acts.StakeOnGate, acts.WithdrawStake)
AWAITS_BANKER = (acts.STACKED, acts.BANK_OPEN, acts.STACKED_AGAIN, acts.SHAKEN)

HANDLERS: dict[type[Command], Callable[[Case], Iterator[Event]]] = {
    acts.MixAndStack: playing.mix_and_stack,
    acts.ReplaceSet: playing.go_on,
    acts.TakeBank: banking.take_bank,
    acts.PassBank: banking.pass_bank,
    acts.Agree: banking.agree,
    acts.Cut: playing.cut,
    acts.PutDownPrincipal: banking.put_down_principal,
    acts.CoBank: banking.co_bank,
    acts.StakeOnGate: banking.stake,
    acts.WithdrawStake: banking.withdraw_stake,
    acts.Shake: playing.shake,
    acts.NullShake: playing.null_shake,
    acts.ShakeAgain: playing.shake,
    acts.Deal: playing.deal,
    acts.CorrectDice: correcting.correct_dice,
    acts.CorrectTiles: correcting.correct_tiles,
    acts.Expose: playing.expose,
    acts.DealAgain: playing.go_on,
    acts.SetTiles: playing.set_tiles,
    acts.SetForAbsent: playing.set_for_absent,
    acts.TurnBanker: playing.turn_banker,
    acts.TurnGates: playing.turn_gates,
    acts.Settle: settling.settle,
}
"""What each act of the procedure comes to."""


class PaiKaoConduct(Conduct[PaiKaoState]):
    """One table's way of playing, under the limits it opened with."""

    is_public: ClassVar[bool] = False
    CHOSEN: ClassVar[tuple[str, ...]] = ("gate", "player", "reason", "policy")

    def __init__(self, opened: Opened, rows: Sequence[Act], forms: Forms) -> None:
        super().__init__(opened, acts_by(form_of(opened.procedure), rows), forms)
        self.limits = terms_of(Limits(), opened)
        self.banker_face_value = opened.options.get(COUNTING_SUPREME.name) == PLAYERS

    @property
    def start(self) -> PaiKaoState:
        """The table as it opens."""
        return structs.replace(START, procedure=self.opened.procedure)

    def evolve(self, state: PaiKaoState, event: Event) -> PaiKaoState:
        """The table after what happened."""
        return evolve(state, event)

    # What a command comes to

    def check_in_time(self, state: PaiKaoState, command: Command) -> None:
        """After the shake no stake or principal changes; after the banker's first tile no setting does. pai_kao 4.7, 8.2."""
        check_stake_in_time(shaken=isinstance(command, ON_THE_TABLE) and state.phase in SHAKEN)
        if isinstance(command, acts.SetTiles):
            check_turned(all_set=True, banker_turned=state.phase in TURNED, changes_setting=True)

    def happens(
        self, state: PaiKaoState, act: Act, command: Command, actor: Actor, funds: Funds, chance: Chance | None
    ) -> Iterable[Event]:
        """What an act of the procedure comes to; or a refusal."""
        case = Case(
            table=state,
            act=act,
            command=command,
            actor=actor,
            funds=funds,
            chance=chance,
            limits=self.limits,
            player_maximum=self.opened.player_maximum,
            is_drawn=self.is_drawn,
            banker_face_value=self.banker_face_value,
        )
        return HANDLERS[act.takes](case)

    def check_voidable(self, state: PaiKaoState) -> None:
        """A round is played to its end once somebody knows their tiles. R-pk-11."""
        if self.is_informed(state):
            raise Refusal(ROUND_STANDS, HOUSE_WAY_CITE)

    def void(self, state: PaiKaoState, reason: str, chance: Chance | None) -> Iterable[Event]:
        """Stakes and principals go back."""
        return settling.void(state, reason, chance)

    def sit(self, state: PaiKaoState, command: command.Sit | SeatPractice, actor: Actor) -> Iterable[Event]:
        """A player may sit down at a gate."""
        if isinstance(command, SeatPractice) and command.policy not in POLICIES:
            raise Refusal(UNKNOWN_POLICY, asked=command.policy, allowed=list(POLICIES_SAID))
        seated = tuple(super().sit(state, command, actor))
        gate = command.gate if isinstance(command, acts.Sit | acts.SeatPractice) else None
        if gate is None:
            return seated
        if gate not in free_gates(state):
            raise Refusal(WRONG_GATE, asked=gate, allowed=free_gates(state))
        taken = (GateTaken(player=one.player, gate=gate) for one in seated if isinstance(one, Seated | PracticeSeated))
        return *seated, *taken

    def leave(self, state: PaiKaoState, command: command.Leave | Unseat, actor: Actor) -> Iterable[Event]:
        """A player who leaves gives up gate and bank; nobody leaves with money on the table."""
        left = decide_leaving(state, command, actor)
        if stands := state.on_table(left.player):
            raise Refusal(BETS_STAND, asked=left.player, allowed=format_patacas(stands))
        gate = state.gate_of(left.player)
        if gate and gate == state.banker:
            return banking.passing(state, gate, by=left.player, leaves=True), left
        return (left,)

    @property
    def policies(self) -> Sequence[str]:
        """How a practice seat sets its tiles."""
        return tuple(POLICIES)

    # What may be done now

    def tries(self, state: PaiKaoState, act: Act, actor: Actor) -> Iterable[Command]:  # one case per kind of act
        """By the gates, with stakes and settings that would do; what dice and tiles show is for the croupier to say."""
        kind = act.takes
        if kind is acts.PutDownPrincipal:
            return [kind(stake=max(self._least_principal(state, actor), self.opened.chip))]
        if kind is acts.CoBank:
            return [kind(stake=self.opened.chip)]
        if kind is acts.StakeOnGate:
            return [kind(gate=gate, stake=self.opened.minimum) for gate in GATES]
        if kind is acts.NullShake:
            return [kind(reason=reason) for reason, _ in act.choices["reason"]]
        if kind is acts.SetTiles:
            who = actor.name if actor.role is Role.PLAYER else CASINO
            own = [gate for gate in state.setters if state.tiles.get(gate) and sight.may_see(state, gate, who)]
            return [kind(gate=gate, setting=format_setting(house_way(state.tiles[gate]))) for gate in own]
        if kind is acts.CorrectDice:
            return [correcting.other_dice(state)]
        if kind is acts.CorrectTiles:
            return correcting.other_tiles(state)
        if kind is acts.Expose:
            return [kind(gate=gate, exposed=state.exposed.get(gate, 0) + 1) for gate in GATES]
        if "gate" in kind.__struct_fields__:
            return [kind(gate=gate) for gate in GATES]
        return [kind(**act.example, **self._seen(act))]

    def fields_asked(self, act: Act) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """With the principal, how the tiles are dealt: the banker must declare it. pai_kao 4.4."""
        must, may = super().fields_asked(act)
        declares = act.takes is acts.PutDownPrincipal and self.start.form.declares_deal
        return ((*must, *may), ()) if declares else (must, may)

    def usual(self, state: PaiKaoState, act: Act, actor: Actor) -> Mapping[str, Any]:
        """A banker who won puts down at least what was left."""
        least = self._least_principal(state, actor) if act.takes is acts.PutDownPrincipal else 0
        return {"stake": least} if least else act.usual

    def _least_principal(self, state: PaiKaoState, actor: Actor) -> int:
        """A banker who won and banks again leaves principal and winnings. pai_kao 4.9."""
        return state.principal_before + max(state.won_before, 0) if state.banked_before == actor.name else 0

    def _seen(self, act: Act) -> Mapping[str, Any]:
        """What an observed table could show."""
        if self.is_drawn:
            return {}
        shown = {"dice": tuple(map(int, SHAKES.first.split("-"))), "tiles": TILES}
        return {name: shown[name] for name in act.takes.sees}

    def tries_in_any_phase(self, state: PaiKaoState, kind: type[Command]) -> Iterable[Command]:
        """A seat may be taken at every free gate, or without one."""
        if issubclass(kind, acts.Sit):
            return [kind(), *(kind(gate=gate) for gate in free_gates(state))]
        if issubclass(kind, acts.SeatPractice):
            return [kind(player="?", policy=name, gate=gate) for name in POLICIES for gate in free_gates(state)]
        return super().tries_in_any_phase(state, kind)

    # What chance gives

    def wants(self, state: PaiKaoState, command: Command) -> Wanted | None:  # one case per kind of act
        """What the command needs of chance: an order of the tiles to hide, four dice, or the order that was hidden."""
        if isinstance(command, VoidRound) and state.commitment and not state.is_closed:
            return Wanted(Want.RECALL)
        act = self._act_of.get((state.phase, type(command)))
        if act is None or not self.is_drawn or state.is_closed:
            return None
        match act.does:
            case Does.HIDE:
                return Wanted(Want.HIDE, ORDERS)
            case Does.SHOW:
                return Wanted(Want.DRAW, SHAKES)
            case Does.CALL:
                return Wanted(Want.OPEN)
            case Does.PAY:
                return Wanted(Want.RECALL)
            case _:
                return None

    @property
    def draws_from_seeds(self) -> bool:
        """The dice; the tiles lie hidden before the stakes."""
        return self.is_drawn

    @property
    def devices(self) -> Sequence[Possible]:
        """The tiles and the dice."""
        return ORDERS, SHAKES

    def result_in(self, event: Event, state: PaiKaoState) -> str:
        """The dice, or the order of the tiles."""
        return self.drawn_in(event, state)

    @property
    def hidden(self) -> Possible:
        """An order of the tiles."""
        return ORDERS

    def shown_by(self, event: Event, state: PaiKaoState) -> str:
        """The order in which the tiles were stacked, before the cuts, from what each gate was dealt. pai_kao 1.3, 2.1, 4.4."""
        if not isinstance(event, TilesDealt | TilesCorrected):
            return ""
        dealt = {**state.tiles, **event.tiles} if isinstance(event, TilesCorrected) else event.tiles
        tiles = [tile for gate in (event.first, *betting_order(event.first)) for tile in dealt.get(gate, ())]
        if len(tiles) < len(TILES):  # entered for the gates that play
            return ""
        return " ".join(as_stacked(tiles, lifted=state.lifted, dealt_from=state.dealt_from))

    def drawn_in(self, event: Event, state: PaiKaoState) -> str:
        """The dice, or the order of the tiles."""
        return event.shows if isinstance(event, DiceShaken | DiceCorrected) else self.shown_by(event, state)

    def is_informed(self, state: PaiKaoState) -> bool:
        """Whether somebody knows their tiles. R-pk-11."""
        return state.phase in KNOWN

    # What there is to see

    def lies(self, state: PaiKaoState) -> int:
        """All stakes and principals on the table."""
        return sum(stake.amount for _, stake in state.in_play()) + sum(share.amount for share in state.bank)

    def has_stakes(self, state: PaiKaoState) -> bool:
        """Whether somebody has staked on a gate."""
        return bool(state.stakes)

    def staked(self, state: PaiKaoState, player: str) -> int:
        """All that a player has on the table, principals too."""
        return state.on_table(player)

    def takes_bets(self, state: PaiKaoState) -> bool:
        """Until the shake. pai_kao 4.6."""
        return state.phase == acts.BANK_OPEN and not self.is_shut(state)

    def payments(self, state: PaiKaoState, outcome: str = "") -> list[PaidBet] | None:  # the tiles are the result
        """From the turning of all tiles on."""
        if state.phase != acts.TURNED:
            return None
        return settling.paid_bets(state, self.limits, banker_face_value=self.banker_face_value)

    def awaited(self, state: PaiKaoState) -> list[tuple[str, str]]:
        """The banker before the deal, then whoever sets tiles, then the banker again; persons before seats that the program plays."""
        waits = [(who, name_of(kind)) for who, kind in turns.awaited(state) if who in state.seats]
        return sorted(waits, key=lambda one: one[0] in state.practice)

    def view(self, state: PaiKaoState, viewer: Actor) -> Mapping[str, Any]:
        """Gates, bank, stakes and dice, and whom tiles are dealt to; of the tiles and settings, those that this person may see."""
        plain = {
            name: one
            for name, one in structs.asdict(state).items()
            if name
            not in ("procedure", "phase", "round", "seats", "practice", "is_closed", "window", "tiles", "settings")
        }
        shown: dict[str, Any] = to_builtins(plain, str_keys=True)
        who, sees_all = _as_viewer(viewer)
        shown |= to_builtins(sight.view(state, who, sees_all=sees_all), str_keys=True)
        shown["window"] = window_view(self, state)
        shown["dealt_to"] = playing.dealt_to(state)
        return shown

    def seen(self, event: Event, state: PaiKaoState, viewer: Actor | None) -> Event:
        """The event as this person may receive it."""
        who, sees_all = _as_viewer(viewer) if viewer else ("", False)
        return sight.hide(event, state, who, sees_all=sees_all)

    # What the program does by itself

    def late_acts(self, state: PaiKaoState, patience: Patience) -> Iterable[tuple[Actor, Command]]:
        """Seats of those whose tiles had to be set for them are free after the round; a bank that nobody takes goes to a practice seat; a table continues without absent players. R-pk-11."""
        if state.away and not state.tiles:
            yield from ((THE_HOUSE, Unseat(player=who)) for who in sorted(state.away))
        if patience >= Patience.LONG and not state.banker:
            takers = [who for _, who in sorted(state.gates.items()) if who in state.practice]
            yield from ((Actor(who, Role.PLAYER), acts.TakeBank()) for who in takers[:1])
        if patience < Patience.OVER:
            return
        if state.phase == acts.DEALT:
            yield from ((AUTOMATIC, acts.SetForAbsent(gate=gate)) for gate in state.to_be_set())
        elif gone := self._absent_banker(state):
            if state.bank or state.stakes:
                yield THE_HOUSE, VoidRound(reason="somebody is away")
            yield THE_HOUSE, Unseat(player=gone)

    def _absent_banker(self, state: PaiKaoState) -> str:
        """The person who banks and does nothing, while nobody has seen a tile."""
        who = state.banker_name
        is_person = who in state.seats and who not in state.practice
        return who if is_person and state.phase in AWAITS_BANKER and not state.is_closed else ""


def _as_viewer(viewer: Actor) -> tuple[str, bool]:
    """The name that sight goes by, and whether it sees everything: an inspector does, a croupier sees as the casino."""
    casino = viewer.role in (Role.CROUPIER, Role.SUPERVISOR)
    return CASINO if casino else viewer.name, viewer.role is Role.INSPECTOR
