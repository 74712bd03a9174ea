"""The craps table: in addition to its bets it remembers who throws. Articles 2 and 4."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import structs

from banca.games.craps.acts import CALLED, DICE_THROWN
from banca.games.craps.steps import FIRST_THROW
from banca.live.act import phases_of
from banca.live.chance_conduct import ChanceConduct
from banca.live.chance_state import ChanceState
from banca.live.command import Actor, Command, PlaceBet, WithdrawBet
from banca.live.event import Event
from banca.live.refusals import OUT_OF_PHASE
from banca.rules import Refusal, _, citing

cite = citing("craps")


class CrapsState(ChanceState, frozen=True, kw_only=True):
    """A table of chance, and its shooter. Seats stand in order from the stickman's left."""

    shooter: str = ""
    """Who throws, or threw last."""
    dice_pass: bool = True
    """The next offer of the dice goes to another shooter."""
    waiving: frozenset[str] = frozenset()
    """Players who do not want to throw."""


class ShooterNamed(Event, frozen=True, kw_only=True):
    """The dice are offered to this player."""

    says: ClassVar[str] = _("{player} is the shooter")
    player: str
    cite: str


class DicePassed(Event, frozen=True, kw_only=True):
    """The shooter changes with the next offer of the dice."""

    says: ClassVar[str] = _("the dice pass on")
    cite: str


class DiceWaived(Event, frozen=True, kw_only=True):
    """A player does not want to throw."""

    says: ClassVar[str] = _("{player} waives the throw")
    player: str


class DiceTaken(Event, frozen=True, kw_only=True):
    """A player wants to throw again after all."""

    says: ClassVar[str] = _("{player} withdraws the waiver")
    player: str


EVENTS = (ShooterNamed, DicePassed, DiceWaived, DiceTaken)


class CrapsConduct(ChanceConduct[CrapsState]):
    """As every table of chance, with its shooter."""

    NOTES: ClassVar[Mapping[str, str]] = {
        "point": _("point {number}"),
        "shooter": _("shooter: {player}"),
    }

    @property
    def start(self) -> CrapsState:
        """The table as it opens: nobody has the dice, and there is no point."""
        return CrapsState(phase=str(self.acts[0].phase), table=FIRST_THROW)

    def check_in_time(self, state: CrapsState, command: Command) -> None:
        """No bet is placed or taken down from the throw until it is paid or declared null. R-craps-16."""
        if isinstance(command, PlaceBet | WithdrawBet) and state.phase in (DICE_THROWN, CALLED):
            allowed = list(dict.fromkeys(act.said for act in self.acts if act.phase == state.phase))
            asked = next(act.said for act in self.acts if act.name == command.do)
            phase = phases_of(self.acts)[state.phase]
            raise Refusal(OUT_OF_PHASE, cite("R-craps-16"), asked=asked, phase=phase, allowed=allowed)

    def evolve(self, state: CrapsState, event: Event) -> CrapsState:
        """The table after what happened."""
        match event:
            case ShooterNamed():
                return structs.replace(state, shooter=event.player, dice_pass=False)
            case DicePassed():
                return structs.replace(state, dice_pass=True)
            case DiceWaived():
                return structs.replace(state, waiving=state.waiving | {event.player})
            case DiceTaken():
                return structs.replace(state, waiving=state.waiving - {event.player})
            case _:
                return super().evolve(state, event)

    def left(self, state: CrapsState, player: str) -> CrapsState:
        """Where the shooter leaves, the order goes on from the seat before."""
        place, is_shooter = state.seats.index(player), player == state.shooter
        after = super().left(state, player)
        before = after.seats[place - 1] if after.seats else ""
        return structs.replace(
            after,
            waiving=state.waiving - {player},
            shooter=before if is_shooter else state.shooter,
            dice_pass=state.dice_pass or is_shooter,
        )

    def voided(self, state: CrapsState) -> CrapsState:
        """A void round leaves the dice where they are."""
        kept = {name: getattr(state, name) for name in ("shooter", "dice_pass", "waiving")}
        return structs.replace(super().voided(state), **kept)

    def view(self, state: CrapsState, viewer: Actor) -> Mapping[str, Any]:
        """Who throws is everybody's to see."""
        return {**super().view(state, viewer), "shooter": state.shooter, "waiving": sorted(state.waiving)}

    def notes(self, state: CrapsState) -> Sequence[Mapping[str, str]]:
        """The point, where there is one, and who throws."""
        point = [{"note": "point", "number": str(state.table)}] if state.table != FIRST_THROW else []
        return [*point, {"note": "shooter", "player": state.shooter}] if state.shooter else point
