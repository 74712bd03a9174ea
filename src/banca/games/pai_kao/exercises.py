"""An exercise of Pai Kao: a round at the moment all tiles lie open, with stakes on gates and a bank that may be too small."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from banca.games.pai_kao import nouns
from banca.games.pai_kao.answers import Pair, kept_steps
from banca.games.pai_kao.bank import COMMISSION_CITES, COVER_CITE, Gate, Round, SettledRound, settle_round
from banca.games.pai_kao.hands import settings
from banca.games.pai_kao.nouns import GATE, LINES, LOSES_BOTH, WINS_BOTH, WINS_ONE
from banca.games.pai_kao.procedure import DICE, GATES, betting_order
from banca.games.pai_kao.tiles import HAND, TILES
from banca.i18n import Translator
from banca.i18n.descriptions import step_text
from banca.rules import KINDS, Limits, Lose, Push, Win, _, citing
from banca.rules.money import ROUNDED
from banca.rules.rulebook import choose
from banca.tables.banked import Result, Stake, StakeSettled
from banca.training.exercise import WantedExercise
from banca.training.questions import (
    PLAYER,
    SETTLE,
    AskedBet,
    Due,
    Inscription,
    Opponent,
    Piece,
    PieceGroup,
    PlacedSymbol,
    Question,
    croupier_step,
    handed,
    where,
)

cite = citing("pai_kao")

BANKER = "0"
"""The banker's name among the players, who are numbered from 1."""
MINIMUM = 1000
MOST_UNITS = 40
EVEN = 5
"""Stakes of so many lowest stakes have a commission in whole patacas."""
ROUNDS_DEALT = 12
"""Rounds that are dealt for an exercise; the one that is taken has most of what is to be practised."""
SMALL_BANK = 0.6
"""How often the principal cannot cover all stakes, where it may be too small."""
SIDE_BETS = 2

RESULTS = {Result.WIN: KINDS[Win], Result.LOSE: KINDS[Lose], Result.TIE: KINDS[Push]}
"""What becomes of a gate, said as of any bet."""
FAMILIES = {
    "both": _("Front and rear won by one side"),
    "one_each": _("One each: a tie"),
    "copy": _("Equal groups: the banker wins"),
    "zero": _("Two fronts of zero: the banker wins"),
    "cover": _("A principal that is too small"),
}
"""What there is to learn, from the last to be looked for to the first."""
PRINCIPAL = _("Principal of the bank: {principal}")
EVEN_MONEY = _("prize {covered}, 1 to 1")
SHOWN_BY = {cite("6.3"): "both", cite("6.4"): "one_each", cite("6.1"): "copy", cite("6.2"): "zero"}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PaiKaoExercise:
    """What a trainee is shown."""

    table: Round
    settled: SettledRound

    @property
    def principal(self) -> int:
        """All that the bank can lose or win, in avos."""
        return sum(share.amount for share in self.table.bank)

    def family(self, paid: StakeSettled) -> str:
        """What makes a stake hard to settle."""
        if paid.result is not Result.TIE and paid.covered != paid.stake:
            return "cover"
        shown = [SHOWN_BY[clause] for clause in self.settled.compared[paid.gate].cites]
        return max(shown, key=list(FAMILIES).index)


def families(say: Translator) -> dict[str, str]:
    """What there is to learn, in words."""
    return {family: say(name) for family, name in FAMILIES.items()}


def make(wanted: WantedExercise) -> PaiKaoExercise:
    """The exercise of this name; the game has no options."""
    choose((), wanted.options)
    chance = wanted.chance()
    rounds = [_deal(wanted, chance) for _ in range(ROUNDS_DEALT)]
    # Squared, so that what is to be practised most comes up clearly more often than what merely lies beside it.
    weights = [max(wanted.weight([dealt.family(paid)]) for paid in dealt.settled.paid) ** 2 for dealt in rounds]
    (taken,) = chance.choices(rounds, weights)
    return taken


def _deal(wanted: WantedExercise, chance: Random) -> PaiKaoExercise:
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
    # Levels without breakage also leave out the principal that is too small: both are arithmetic for later.
    is_small = terms.has_breakage and chance.random() < SMALL_BANK
    units = chance.randint(*((total // 4, 2 * total // 3) if is_small else (total, 2 * total))) // MINIMUM
    table = Round(
        banker=Gate(number=banker, tiles=hands[banker], setting=chance.choice(settings(hands[banker]))),
        bank=(Stake(BANKER, max(1, units) * MINIMUM),),
        gates=tuple(
            Gate(number=gate, tiles=hands[gate], setting=chance.choice(settings(hands[gate])), stakes=tuple(stakes))
            for gate, stakes in staked.items()
        ),
        limits=Limits(minimum=MINIMUM, chip=chance.choice(terms.chips)),
        dice=tuple(chance.randint(1, 6) for _ in range(DICE)),
    )
    return PaiKaoExercise(table=table, settled=settle_round(table))


def dues(made: PaiKaoExercise, say: Translator) -> list[Due]:
    """What is right for each stake, in betting order."""
    return [_due(made, paid, say) for paid in made.settled.paid]


def _due(made: PaiKaoExercise, paid: StakeSettled, say: Translator) -> Due:
    """A stake on a gate: the comparison, what the principal covers, the commission."""
    result = RESULTS[paid.result]
    given = handed(result, stake=paid.stake, received=paid.received)
    cites = [*made.settled.compared[paid.gate].cites]
    steps = [say({Result.WIN: WINS_BOTH, Result.TIE: WINS_ONE, Result.LOSE: LOSES_BOTH}[paid.result])]
    if paid.result is not Result.TIE and paid.covered != paid.stake:
        cites.append(COVER_CITE)
        steps.append(
            say(
                _("the principal covers {covered} of the stake of {stake}"),
                covered=say.money(paid.covered),
                stake=say.money(paid.stake),
            )
        )
    if paid.result is Result.WIN and paid.covered:
        cites += COMMISSION_CITES
        steps.append(say(EVEN_MONEY, covered=say.money(paid.covered)))
        steps += [step_text(say, step) for step in kept_steps(paid.covered, paid)]
        cites += [ROUNDED] if Fraction(paid.breakage) else []
    steps.append(croupier_step(result, paid.stake, given, say))
    return Due(
        family=made.family(paid), result=result, paid=given, steps=tuple(steps), cites=tuple(dict.fromkeys(cites))
    )


def question(made: PaiKaoExercise, say: Translator) -> Question:
    """The gates with their tiles open, the stakes on them, the principal and the dice."""
    table = made.table
    gates = {gate.number: gate for gate in (table.banker, *table.gates)}
    lines = {number: _lines(gate, say) for number, gate in gates.items()}
    dice = " – ".join(map(str, table.dice or ()))
    principal = say.money(made.principal)
    fact = say(PRINCIPAL, principal=principal)
    banker = say(GATE, gate=table.banker.number)
    return Question(
        asks=say(SETTLE),
        minimum=table.limits.minimum,
        chip=table.limits.chip,
        results=list(RESULTS.values()),
        outcome="-".join(map(str, table.dice or ())),
        outcome_name=dice,
        said=say(_("Dice: {outcome}"), outcome=dice),
        facts=[fact],
        attribute="gate",
        bets=[
            AskedBet(
                name=say(GATE, gate=paid.gate),
                region=str(paid.gate),
                player=int(paid.player),
                player_name=say(PLAYER, number=paid.player),
                stake=paid.stake,
                can_return=True,
                lines=lines[paid.gate],
            )
            for paid in made.settled.paid
        ],
        opponent=Opponent(name=say.in_brackets(banker, say(nouns.BANKER)), lines=lines[table.banker.number]),
        laid=[
            *(laid for gate in gates.values() for laid in _laid(gate)),
            *(PlacedSymbol(at=where("place", die=n), symbol=f"face-{die}") for n, die in enumerate(table.dice or ())),
        ],
        inscriptions=[Inscription(at=".bank", text=principal, title=fact)],
        lit=[where("banker-mark", gate=table.banker.number)],
    )


def _pairs(gate: Gate) -> dict[str, tuple[str, ...]]:
    return {"front": gate.setting.front, "rear": gate.setting.rear}


def _lines(gate: Gate, say: Translator) -> list[PieceGroup]:
    return [
        PieceGroup(
            name=say(LINES[line]),
            pieces=[Piece(symbol=f"tile-{tile}", name=tile) for tile in pair],
            makes=say(Pair(tiles=pair).name),
        )
        for line, pair in _pairs(gate).items()
    ]


def _laid(gate: Gate) -> list[PlacedSymbol]:
    """The tiles of a gate where the table has places for them."""
    return [
        PlacedSymbol(at=where("place", gate=gate.number, line=line, index=index), symbol=f"tile-{tile}")
        for line, pair in _pairs(gate).items()
        for index, tile in enumerate(pair)
    ]
