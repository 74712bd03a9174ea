"""The conduct of a Pai Kao table: decide what a command comes to, evolve the table by what happened. Both pure."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from msgspec import structs

from banca.games.pai_kao.hands import HOUSE_WAY_CITE
from banca.games.pai_kao.live import banking, playing, settling, sight
from banca.games.pai_kao.live.event import GateTaken
from banca.games.pai_kao.live.evolution import START, evolve
from banca.games.pai_kao.live.practice import POLICIES
from banca.games.pai_kao.live.request import Request, free_gates
from banca.games.pai_kao.live.state import PaiKaoLive
from banca.games.pai_kao.procedure import ACTS, DICE, check_stake_in_time, check_turned
from banca.games.pai_kao.refusals import UNKNOWN_POLICY, WRONG_GATE
from banca.live.act import Act, Does, acts_of, check_fields, check_may, find_act
from banca.live.command import Actor, Command, Role
from banca.live.common import (
    BANK,
    SEATING,
    Chance,
    ChanceSource,
    Funds,
    Want,
    check_house_act,
    check_role,
    check_seated,
    decide_bank,
    decide_seating,
    terms_of,
)
from banca.live.event import Event, Opened, Seated
from banca.rulebook import Code, Limits, Refusal, format_patacas

SHUFFLE: Sequence[tuple[str, int]] = ()
"""In place of weighted results: an order of the 32 tiles, each as likely as any, the faces separated by blanks."""

SHAKES = tuple(("-".join(map(str, dice)), 1) for dice in product(range(1, 7), repeat=DICE))
"""Everything four dice can show, one after the other."""

TURNED = ("banker turned", "turned")
"""Phases in which the tiles decide: what they say is settled."""
KNOWN = ("dealt", *TURNED)
"""Phases in which somebody knows their tiles: from now on nothing gives a stake back but the rules. R-pk-11."""
SHAKEN = ("shaken", *KNOWN)
ON_THE_TABLE = ("put_down_principal", "co_bank", "stake", "withdraw_stake")

HANDLERS: dict[str, Callable[[Request], Iterator[Event]]] = {
    "mix_and_stack": playing.mix_and_stack,
    "replace_set": playing.go_on,
    "take_bank": banking.take_bank,
    "pass_bank": banking.pass_bank,
    "agree": banking.agree,
    "cut": playing.cut,
    "put_down_principal": banking.put_down_principal,
    "co_bank": banking.co_bank,
    "stake": banking.stake,
    "withdraw_stake": banking.withdraw_stake,
    "shake": playing.shake,
    "null_shake": playing.null_shake,
    "shake_again": playing.shake,
    "deal": playing.deal,
    "expose": playing.expose,
    "deal_again": playing.go_on,
    "set_tiles": playing.set_tiles,
    "set_for_absent": playing.set_for_absent,
    "turn_banker": playing.turn_banker,
    "turn_gates": playing.turn_gates,
    "settle": settling.settle,
}
"""What each act of the procedure comes to."""


class PaiKaoConduct:
    """One table's way of playing, under the limits it opened with."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.limits = terms_of(Limits(), opened)

    @property
    def _is_drawn(self) -> bool:
        return self.opened.chance == ChanceSource.DRAWN

    @property
    def start(self) -> PaiKaoLive:
        """The table as it opens."""
        return START

    def acts_now(self, live: PaiKaoLive, role: Role) -> list[Act]:
        """The acts of this role that belong in the table's phase."""
        return acts_of(ACTS, live.phase, role)

    def wants(self, live: PaiKaoLive, command: Command) -> tuple[Want, Sequence[tuple[str, int]]] | None:
        """What the command needs of chance: an order of the tiles to hide, four dice, or the order that was hidden."""
        if command.do == "void_round" and live.commitment and not live.is_closed:
            return Want.RECALL, ()
        act = next((act for act in ACTS if (act.name, act.phase) == (command.do, live.phase)), None)
        if act is None or not self._is_drawn or live.is_closed:
            return None
        if act.does is Does.HIDE:
            return Want.HIDE, SHUFFLE
        if act.does is Does.SHOW:
            return Want.DRAW, SHAKES
        if act.does is Does.CALL:
            return Want.OPEN, ()
        return (Want.RECALL, ()) if act.does is Does.PAY else None

    def is_informed(self, live: PaiKaoLive) -> bool:
        """Whether somebody knows their tiles. R-pk-11."""
        return live.phase in KNOWN

    def decide(
        self, live: PaiKaoLive, command: Command, actor: Actor, funds: Funds, chance: Chance | None = None
    ) -> tuple[Event, ...]:
        """What the command comes to; or a refusal."""
        if live.is_closed:
            raise Refusal(Code.TABLE_CLOSED)
        if command.do in SEATING:
            return self._decide_seating(live, command, actor)
        if command.do in BANK:
            return self._decide_bank(live, command, actor, funds)
        if command.do == "void_round":
            check_house_act(command, actor)
            if self.is_informed(live):
                raise Refusal(Code.ROUND_STANDS, HOUSE_WAY_CITE)
            return tuple(settling.void(live, command.reason or "", chance))
        check_in_time(live, command)
        act = find_act(ACTS, live.phase, command.do)
        check_may(act, command, actor.role)
        if actor.role is Role.PLAYER:
            check_seated(live, actor.name)
        request = Request(
            live=live,
            act=act,
            command=command,
            actor=actor,
            funds=funds,
            chance=chance,
            limits=self.limits,
            player_maximum=self.opened.player_maximum,
            is_drawn=self._is_drawn,
        )
        return tuple(HANDLERS[act.name](request))

    def evolve(self, live: PaiKaoLive, event: Event) -> PaiKaoLive:
        """The table after what happened."""
        return evolve(live, event)

    def view(self, live: PaiKaoLive, viewer: str, *, sees_all: bool) -> dict[str, object]:
        """The tiles and settings that this person may see."""
        return sight.view(live, viewer, sees_all=sees_all)

    def hide(self, event: Event, live: PaiKaoLive, viewer: str, *, sees_all: bool) -> Event:
        """The event as this person may receive it."""
        return sight.hide(event, live, viewer, sees_all=sees_all)

    def _decide_seating(self, live: PaiKaoLive, command: Command, actor: Actor) -> tuple[Event, ...]:
        """As at every table; who sits down may do so at a gate, and who leaves gives up gate and bank."""
        if command.do in ("leave", "unseat"):
            left = decide_seating(live, command, actor)
            who = command.player or actor.name
            if stands := live.on_table(who):
                raise Refusal(Code.BETS_STAND, asked=who, allowed=format_patacas(stands))
            gate = live.gate_of(who)
            if gate and gate == live.banker:
                return banking.passing(live, gate, by=who, leaves=True), *left
            return left
        if command.do == "seat_practice":
            check_role(command, actor, Role.SUPERVISOR)
            check_fields(command, ("player", "gate", "policy"))
            if command.policy not in POLICIES:
                raise Refusal(UNKNOWN_POLICY, asked=command.policy, allowed=list(POLICIES))
        seated = decide_seating(live, structs.replace(command, gate=None), actor)
        if command.gate is None:
            return seated
        if command.gate not in free_gates(live):
            raise Refusal(WRONG_GATE, asked=command.gate, allowed=free_gates(live))
        taken = (GateTaken(player=one.player, gate=command.gate) for one in seated if isinstance(one, Seated))
        return *seated, *taken

    def _decide_bank(self, live: PaiKaoLive, command: Command, actor: Actor, funds: Funds) -> tuple[Event, ...]:
        """The house's bank owes nothing: what it co-banks with lies on the table already."""
        if command.do == "close" and live.phase != START.phase:
            raise Refusal(Code.ROUND_UNDER_WAY, asked=command.do, phase=live.phase)
        return decide_bank(command, actor, funds, owed=0)


def check_in_time(live: PaiKaoLive, command: Command) -> None:
    """After the shake no stake or principal changes; after the banker's first tile no setting does. pai_kao 4.7, 8.2."""
    check_stake_in_time(shaken=command.do in ON_THE_TABLE and live.phase in SHAKEN)
    if command.do == "set_tiles":
        check_turned(all_set=True, banker_turned=live.phase in TURNED, changes_setting=True)
