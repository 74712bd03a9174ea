"""An exercise of Pai Kao: a round at the moment all tiles lie open, with stakes on gates and a bank that may be too small."""

from dataclasses import dataclass
from random import Random

from banca.games.pai_kao import Gate, Paid, Result, Round, Settled, Stake, settings, settle_round
from banca.games.pai_kao.procedure import DICE, GATES, betting_order
from banca.games.pai_kao.tiles import HAND, TILES
from banca.rulebook import KINDS, Limits, Lose, Push, Win, citing, term
from banca.rulebook.options import choose
from banca.training.wanted import Wanted

cite = citing("pai_kao")

BANKER = "0"
"""The banker's name among the players, who are numbered from 1."""
MINIMUM = 1000
MOST_UNITS = 40
EVEN = 5
"""Stakes of so many lowest stakes have a commission in whole patacas."""
DRAWN = 12
"""Rounds that are dealt for an exercise; the one that is taken has most of what is to be practised."""
SMALL_BANK = 0.6
"""How often the principal cannot cover all stakes, where it may be too small."""
SIDE_BETS = 2

RESULTS = {Result.WIN: KINDS[Win], Result.LOSE: KINDS[Lose], Result.TIE: KINDS[Push]}
"""What becomes of a gate, said as of any bet."""
FAMILIES = {
    "both": term("Front and rear to one side"),
    "one_each": term("One each: a tie"),
    "copy": term("Copies, which go to the banker"),
    "zero": term("Two fronts of zero, which go to the banker"),
    "cover": term("A principal that is too small"),
}
"""What there is to learn, from the last to be looked for to the first."""
SHOWN_BY = {cite("6.3"): "both", cite("6.4"): "one_each", cite("6.1"): "copy", cite("6.2"): "zero"}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PaiKaoExercise:
    """What a trainee is shown."""

    table: Round
    limits: Limits
    dice: tuple[int, ...]
    settled: Settled

    @property
    def principal(self) -> int:
        """All that the bank can lose or win, in avos."""
        return sum(share.amount for share in self.table.bank)

    def family(self, paid: Paid) -> str:
        """What makes a stake hard to settle."""
        if paid.result is not Result.TIE and paid.covered != paid.stake:
            return "cover"
        found = [SHOWN_BY[one] for one in self.settled.compared[paid.gate].cites]
        return max(found, key=list(FAMILIES).index)


def make(wanted: Wanted) -> PaiKaoExercise:
    """The exercise of this name; the game has no options."""
    choose((), wanted.options)
    chance = wanted.chance()
    drawn = [_deal(wanted, chance) for _ in range(DRAWN)]
    weights = [max(wanted.weight([one.family(paid)]) for paid in one.settled.paid) ** 2 for one in drawn]
    (taken,) = chance.choices(drawn, weights)
    return taken


def _deal(wanted: Wanted, chance: Random) -> PaiKaoExercise:
    """A round: shuffled tiles, gates set in any of the three ways, stakes, a principal, dice."""
    terms = wanted.terms
    tiles = chance.sample(TILES, len(TILES))
    hands = {gate: tuple(tiles[HAND * place : HAND * (place + 1)]) for place, gate in enumerate(GATES)}
    banker = chance.choice(GATES)
    gates = sorted(chance.sample(betting_order(banker), terms.bets - SIDE_BETS * (terms.players > 1)))
    staked = {
        gate: [Stake(str(player), MINIMUM * chance.randrange(MOST_UNITS // 2, MOST_UNITS, terms.has_breakage or EVEN))]
        for player, gate in enumerate(gates, start=1)
    }
    if terms.players > 1:
        for gate in chance.sample(gates, SIDE_BETS):
            player = chance.choice([stakes[0].who for other, stakes in staked.items() if other != gate])
            staked[gate].append(Stake(player, MINIMUM * chance.randrange(1, MOST_UNITS // 2)))
    total = sum(stake.amount for stakes in staked.values() for stake in stakes)
    is_small = terms.has_breakage and chance.random() < SMALL_BANK
    units = chance.randint(*((total // 4, 2 * total // 3) if is_small else (total, 2 * total))) // MINIMUM
    table = Round(
        banker=Gate(number=banker, tiles=hands[banker], setting=chance.choice(settings(hands[banker]))),
        bank=(Stake(BANKER, max(1, units) * MINIMUM),),
        gates=tuple(
            Gate(number=gate, tiles=hands[gate], setting=chance.choice(settings(hands[gate])), stakes=tuple(stakes))
            for gate, stakes in staked.items()
        ),
    )
    limits = Limits(minimum=MINIMUM, chip=chance.choice(terms.chips))
    dice = tuple(chance.randint(1, 6) for _ in range(DICE))
    return PaiKaoExercise(table=table, limits=limits, dice=dice, settled=settle_round(table, limits))
