"""What is asked of a Pai Kao table, with everything that deciding it takes."""

from dataclasses import dataclass
from typing import Any

from banca.games.pai_kao.live.state import CASINO, PaiKaoState
from banca.games.pai_kao.nouns import THE_CASINO
from banca.games.pai_kao.setters import BY_HOUSE_WAY, HOUSE
from banca.live.act import Act, check_seen
from banca.live.command import Actor, Role
from banca.live.event import Acted
from banca.live.refusals import DRAWN_COUNTS, NOT_YOUR_TURN
from banca.live.results import Chance
from banca.live.table import Funds
from banca.rules import Citation, Defect, Limits, Refusal, _, format_patacas
from banca.rules.refusal import STAKE_NOT_MULTIPLE, STAKE_NOT_POSITIVE

WHO_TAKES_IT = _("the player who takes the bank (take_bank)")


def called(who: str) -> str:
    """Somebody as a refusal says it."""
    return {CASINO: THE_CASINO, HOUSE: BY_HOUSE_WAY}.get(who, who)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One command that belongs in the phase, by somebody whose act it may be."""

    table: PaiKaoState
    act: Act
    command: Any
    """One of this game's; its class is the act's."""
    actor: Actor
    funds: Funds
    chance: Chance | None
    limits: Limits
    player_maximum: int
    is_drawn: bool
    banker_face_value: bool
    """Whether only players may count the Supreme's tiles 3 or 6. R-pk-16."""

    @property
    def who(self) -> str:
        """Who asks."""
        return self.actor.name

    @property
    def is_house(self) -> bool:
        """Whether the croupier or a supervisor asks."""
        return self.actor.role is not Role.PLAYER

    def by_face_value(self, gate: int) -> bool:
        """Whether the tiles of a gate count as they lie: the banker's, where only players may choose. R-pk-16."""
        return self.banker_face_value and gate == self.table.banker

    @property
    def gate(self) -> int:
        """The gate that it is about."""
        gate: int = self.command.gate
        return gate

    @property
    def stake(self) -> int:
        """The amount that it is about."""
        stake: int = self.command.stake
        return stake

    def acted(self, *sees: str) -> Acted:
        """The act as it goes into the journal, with these fields of the command."""
        saw = {name: value for name in sees if (value := getattr(self.command, name)) is not None}
        return Acted(act=self.act.name, phase=str(self.act.then), by=self.who, saw=saw, cite=str(self.act.cite))

    def drawn(self) -> Chance:
        """What chance gave."""
        if self.chance is None:
            raise Defect("a drawn table was asked for a result and given none")
        return self.chance

    def check_observed(self) -> None:
        """Refuse accidents, and what somebody says came up, at a table that draws."""
        if self.is_drawn:
            raise Refusal(DRAWN_COUNTS, self.act.cite, asked=self.act.name)

    def check_seen(self) -> None:
        """Refuse a command that does not say what lies there, where the program does not draw it."""
        if not self.is_drawn:
            check_seen(self.act, self.command)

    def check_banker(self, cite: Citation) -> None:
        """Refuse anybody but the banker."""
        if not self.table.banker or self.who != self.table.banker_name:
            raise self.not_the_banker(cite)

    def not_the_banker(self, cite: Citation) -> Refusal:
        """The refusal of what is the banker's."""
        return Refusal(NOT_YOUR_TURN, cite, asked=self.who, allowed=self.table.banker_name or WHO_TAKES_IT)

    def own_gate(self, cite: Citation) -> int:
        """The gate of the player who asks; refused where there is none."""
        gate = self.table.gate_of(self.who)
        if not gate:
            raise Refusal(
                "no_gate",
                _("{asked} does not hold a gate; free gates: {allowed}"),
                cite,
                asked=self.who,
                allowed=free_gates(self.table),
            )
        return gate

    def check_principal(self, cite: Citation) -> None:
        """A principal is a number of whole chips. pai_kao 4.4."""
        if self.stake <= 0 or self.stake % self.limits.chip:
            asked, chip = format_patacas(self.stake), format_patacas(self.limits.chip)
            code = STAKE_NOT_MULTIPLE if self.stake > 0 else STAKE_NOT_POSITIVE
            raise Refusal(code, cite, asked=asked, minimum=chip)


def free_gates(table: PaiKaoState) -> list[int]:
    """Gates that nobody holds."""
    return [gate for gate in range(1, 9) if gate not in table.gates]
