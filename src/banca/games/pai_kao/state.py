"""A Pai Kao table between two commands, and the order in which its stacked tiles are dealt."""

from collections.abc import Sequence

from msgspec import field

from banca.games.pai_kao.bank import LastWord, choose_setters, who_has_last_word
from banca.games.pai_kao.hands import Faces, Setting
from banca.games.pai_kao.procedure import FIRST_FORM, LAST_STACK, Procedure, betting_order, form_of
from banca.games.pai_kao.tiles import HAND
from banca.rules import Citation
from banca.tables.banked import CASINO, BankedState
from banca.tables.state import TableState


class PaiKaoState(BankedState, frozen=True, kw_only=True):
    """Everything the table knows, hidden tiles too: `PaiKaoConduct.view` shows of it what somebody may see."""

    # As version 1.0 wrote them, when those of any bank among players stood among the game's own.
    written_order = (
        *TableState.__struct_fields__,
        "procedure",
        *("gates", "banker", "rounds_banked", "last_banker", "refusing", "agreeing", "bet_before"),
        *("banked_before", "principal_before", "won_before", "bank", "dealt_from", "stakes", "sent_back"),
        *("cuts", "lifted", "dice", "tiles", "setters", "settings", "exposed", "away", "out", "turned"),
    )

    procedure: int = FIRST_FORM
    """The form of the procedure that the table opened by."""
    dealt_from: int = 0
    """The stack with which the deal begins, as the banker has declared; 0 where nothing is."""
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
    turned: frozenset[int] = frozenset()

    @property
    def form(self) -> Procedure:
        """How it goes on where the forms of the procedure differ."""
        return form_of(self.procedure)

    @property
    def last_word(self) -> tuple[LastWord, Citation]:
        """Who has the last word on the banker's tiles, and by which clause. pai_kao 3.4, R-pk-2."""
        banker, casino = self.principal_of(self.banker_name), self.principal_of(CASINO)
        return who_has_last_word(banker_principal=banker, casino_principal=casino)

    @property
    def casino_decides(self) -> bool:
        """Whether it is the casino's: its principal is the larger."""
        return self.last_word[0] is LastWord.CASINO

    def to_be_set(self) -> list[int]:
        """Gates whose tiles must be set and are not, in betting order, the banker's last. pai_kao 8.1."""
        order = [*betting_order(self.banker), self.banker]
        return [gate for gate in order if gate in self.setters and gate not in self.out and gate not in self.settings]

    @property
    def others_agree(self) -> bool:
        """Whether every other gate that somebody holds agrees to one more round; without any, nobody does. pai_kao 4.1, R-pk-13."""
        others = self.gates.keys() - {self.banker}
        return self.agreeing >= others and (bool(others) or self.form.agreed_by_nobody)

    def choose_setters(self) -> dict[int, str]:
        """Return who sets each gate that carries stakes, and the banker's. pai_kao 3.3, 3.4, 7.1, 7.5, R-pk-5."""
        others = {gate: who for gate, who in self.gates.items() if gate != self.banker}
        holders = others if self.form.holders_set_first else {}
        order = betting_order(self.banker)
        chosen = choose_setters(self.stakes, order, holders=holders, co_bankers=self.co_bankers)
        # By the first form of the procedure the casino, where it had the last word, set the banker's tiles outright.
        sets_outright = self.form.casino_sets and self.casino_decides
        return {**chosen, self.banker: CASINO if sets_outright else self.banker_name}


def as_dealt(stacked: Sequence[str], *, lifted: int, dealt_from: int) -> tuple[str, ...]:
    """Return tiles as they are dealt: `lifted` stacks go from the beginning to the end, then the stacks are taken from one end. R-pk-14.

    >>> "".join(as_dealt("aaaabbbbccccdddd", lifted=1, dealt_from=8))
    'aaaaddddccccbbbb'
    """
    stacks = _stacks(stacked)
    stacks = stacks[lifted:] + stacks[:lifted]
    return _tiles(stacks[::-1] if dealt_from == LAST_STACK else stacks)


def as_stacked(dealt: Sequence[str], *, lifted: int, dealt_from: int) -> tuple[str, ...]:
    """Return how they lay before the cuts.

    >>> "".join(as_stacked("aaaaddddccccbbbb", lifted=1, dealt_from=8))
    'aaaabbbbccccdddd'
    """
    stacks = _stacks(dealt)
    stacks = stacks[::-1] if dealt_from == LAST_STACK else stacks
    end = len(stacks) - lifted
    return _tiles(stacks[end:] + stacks[:end])


def _stacks(tiles: Sequence[str]) -> list[Sequence[str]]:
    return [tiles[start : start + HAND] for start in range(0, len(tiles), HAND)]


def _tiles(stacks: list[Sequence[str]]) -> tuple[str, ...]:
    return tuple(tile for stack in stacks for tile in stack)
