"""A Pai Kao table between two commands, and the order in which its stacked tiles are dealt."""

from collections.abc import Iterator, Sequence

from msgspec import field

from banca.games.pai_kao.bank import LastWord, Stake, choose_setters, who_has_last_word
from banca.games.pai_kao.hands import Faces, Setting
from banca.games.pai_kao.procedure import FIRST_FORM, LAST_STACK, Procedure, betting_order, form_of
from banca.games.pai_kao.tiles import HAND
from banca.live.event import BANK, wallet
from banca.live.table import TableState
from banca.rules import Citation

CASINO = "(casino)"
"""The casino among those who bank; no player can be called that."""


def account(who: str) -> str:
    """Where the money of somebody who banks comes from and goes back to."""
    return BANK if who == CASINO else wallet(who)


class PaiKaoState(TableState, frozen=True, kw_only=True):
    """Everything the table knows, hidden tiles too: `sight` says who may see what. Money is in avos."""

    procedure: int = FIRST_FORM
    """The form of the procedure that the table opened by."""
    gates: dict[int, str] = field(default_factory=dict)
    """Who holds each gate; a player may sit without one and bet on others'."""
    banker: int = 0
    """The gate that banks; 0 while the bank is free."""
    rounds_banked: int = 0
    """Rounds it has banked in this turn."""
    last_banker: int = 0
    """The gate that banked before it, from which the turn is counted."""
    refusing: frozenset[int] = frozenset()
    agreeing: frozenset[int] = frozenset()
    """Gates that agree to one more round of the same banker than it may have."""
    bet_before: frozenset[int] = frozenset()
    """Gates whose holders bet in the round before."""
    banked_before: str = ""
    """Who banked the round before, with which principal, and won what of it."""
    principal_before: int = 0
    won_before: int = 0
    bank: tuple[Stake, ...] = ()
    """The principals: the banker's, then the co-bankers' in the order they were put down. The casino's may be there before the banker's."""
    dealt_from: int = 0
    """The stack with which the deal begins, as the banker has declared; 0 where nothing is."""
    stakes: dict[int, tuple[Stake, ...]] = field(default_factory=dict)
    """The stakes on each gate, in the order they were put down."""
    sent_back: frozenset[str] = frozenset()
    """Players who have bet in the round on gates that were out when a deal turned out to be void."""
    cuts: tuple[int, ...] = ()
    """Gates that have cut."""
    lifted: int = 0
    """Stacks that the cuts have moved from the beginning to the end."""
    dice: tuple[int, ...] = ()
    """The four dice, while they count."""
    tiles: dict[int, Faces] = field(default_factory=dict)
    setters: dict[int, str] = field(default_factory=dict)
    """Who looks at and sets the tiles of each gate that carries stakes, and the banker's."""
    settings: dict[int, Setting] = field(default_factory=dict)
    exposed: dict[int, int] = field(default_factory=dict)
    away: frozenset[str] = frozenset()
    """Players whose tiles had to be set for them: they lose their seats after the round. R-pk-11."""
    out: frozenset[int] = frozenset()
    """Gates that take no part in the round; what lay on them has gone back."""
    turned: frozenset[int] = frozenset()

    @property
    def form(self) -> Procedure:
        """How it goes on where the forms of the procedure differ."""
        return form_of(self.procedure)

    @property
    def banker_name(self) -> str:
        """Who banks, or nobody."""
        return self.gates.get(self.banker, "")

    @property
    def casino_principal(self) -> int:
        """What the casino co-banks with."""
        return sum(share.amount for share in self.bank if share.who == CASINO)

    @property
    def last_word(self) -> tuple[LastWord, Citation]:
        """Who has the last word on the banker's tiles, and by which clause. pai_kao 3.4, R-pk-2."""
        banks = sum(share.amount for share in self.bank if share.who == self.banker_name)
        return who_has_last_word(banker_principal=banks, casino_principal=self.casino_principal)

    @property
    def casino_decides(self) -> bool:
        """Whether it is the casino's: its principal is the larger."""
        return self.last_word[0] is LastWord.CASINO

    def co_bankers(self) -> list[str]:
        """Those who bank beside the banker."""
        return [share.who for share in self.bank if share.who != self.banker_name]

    def bettors(self, gate: int) -> list[str]:
        """Those who have staked on a gate."""
        return [stake.who for stake in self.stakes.get(gate, ())]

    def gate_of(self, player: str) -> int:
        """The gate that a player holds, or 0."""
        return next((gate for gate, holder in self.gates.items() if holder == player), 0)

    def in_play(self) -> Iterator[tuple[int, Stake]]:
        """Every stake that lies on the table, with its gate."""
        for gate, stakes in self.stakes.items():
            if gate not in self.out:
                yield from ((gate, stake) for stake in stakes)

    def staked(self, player: str) -> int:
        """All that a player has on the gates."""
        return sum(stake.amount for _, stake in self.in_play() if stake.who == player)

    def on_table(self, player: str) -> int:
        """All that a player has on the table, principals too."""
        return self.staked(player) + sum(share.amount for share in self.bank if share.who == player)

    def to_be_set(self) -> list[int]:
        """Gates whose tiles must be set and are not, in betting order, the banker's last. pai_kao 8.1."""
        order = [*betting_order(self.banker), self.banker]
        return [gate for gate in order if gate in self.setters and gate not in self.out and gate not in self.settings]

    @property
    def others_agree(self) -> bool:
        """Whether every other gate that somebody holds agrees to one more round; without any, nobody does. pai_kao 4.1, R-pk-13."""
        others = self.gates.keys() - {self.banker}
        return self.agreeing >= others and (bool(others) or self.form.agreed_by_nobody)


def setters_of(table: PaiKaoState) -> dict[int, str]:
    """Who sets each gate that carries stakes. pai_kao 3.3, 7.1, 7.5, R-pk-5."""
    others = {gate: who for gate, who in table.gates.items() if gate != table.banker}
    holders = others if table.form.holders_set_first else {}
    order = betting_order(table.banker)
    return choose_setters(table.stakes, order, holders=holders, co_bankers=table.co_bankers())


def banker_setter(table: PaiKaoState) -> str:
    """Who sets the banker's tiles: the banker; by the first form of the procedure, the casino where it had the last word. pai_kao 3.4."""
    return CASINO if table.form.casino_sets and table.casino_decides else table.banker_name


def as_dealt(stacked: Sequence[str], *, lifted: int, dealt_from: int) -> tuple[str, ...]:
    """Tiles as they are dealt: `lifted` stacks go from the beginning to the end, then the stacks are taken from one end. R-pk-14.

    >>> "".join(as_dealt("aaaabbbbccccdddd", lifted=1, dealt_from=8))
    'aaaaddddccccbbbb'
    """
    stacks = _stacks(stacked)
    stacks = stacks[lifted:] + stacks[:lifted]
    return _tiles(stacks[::-1] if dealt_from == LAST_STACK else stacks)


def as_stacked(dealt: Sequence[str], *, lifted: int, dealt_from: int) -> tuple[str, ...]:
    """How they lay before the cuts.

    >>> "".join(as_stacked("aaaaddddccccbbbb", lifted=1, dealt_from=8))
    'aaaabbbbccccdddd'
    """
    stacks = _stacks(dealt)
    stacks = stacks[::-1] if dealt_from == LAST_STACK else stacks
    end = len(stacks) - lifted
    return _tiles(stacks[end:] + stacks[:end])


def _stacks(tiles: Sequence[str]) -> list[Sequence[str]]:
    return [tiles[place : place + HAND] for place in range(0, len(tiles), HAND)]


def _tiles(stacks: list[Sequence[str]]) -> tuple[str, ...]:
    return tuple(tile for stack in stacks for tile in stack)
