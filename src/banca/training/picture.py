"""Picture bets: several bets of one player that one result decides together, paid as one sum."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from msgspec import structs

from banca.games import find, rules_of
from banca.i18n import Translator
from banca.rules import Bet, Counted, Defect, Layout, Limits, Outcome, Refusal, Rules, Win, _
from banca.training.exercise import KEPT, MINIMUM, STAKES, Exercise, HeldBet, stakes_without_breakage
from banca.training.marking import Due, dues
from banca.training.question import AnswerForm, Question, question
from banca.training.reply import NOT_ANSWERED, Marked, Reply, check_reply
from banca.training.wanted import ExerciseKind, WantedExercise

WINNERS = {1: 2, 2: 3, 3: 4}
"""How many of the bets win, by level, where the game has so many on one result."""
LOSERS = {1: 0, 2: 0, 3: 2}
LEAST = 2
TRIES = 60

ASKS = _(
    "How much is paid to this player in total? Count prizes only: the stakes of winning bets are returned separately."
)
SHARE = _("{bet}: {paid}")
SUM = _("in total {sum} = {paid}")


@lru_cache(KEPT)
def shared_outcomes(rules: Rules) -> dict[Outcome, tuple[Bet, ...]]:
    """Results with which two bets or more that may be placed at the start win at once, and those bets."""
    start = Layout((), rules.rulebook.table.start)
    first = [bet for bet in rules.bets.values() if bet.space == rules.space and _is_allowed(rules, bet, MINIMUM, start)]
    found = {outcome: tuple(bet for bet in first if _wins(bet, outcome)) for outcome, _ in rules.space}
    return {outcome: bets for outcome, bets in found.items() if len(bets) >= LEAST}


@dataclass(frozen=True, slots=True)
class PictureDrill:
    """Of one game of chance."""

    game: str

    def is_offered(self) -> bool:
        """Where a result wins for more than one bet."""
        return bool(find(self.game).rulebook and shared_outcomes(rules_of(self.game)))

    def make(self, wanted: WantedExercise) -> Exercise:
        """A result, bets on it, the narrow ones more often, and at the highest level some that lose."""
        rules = rules_of(wanted.game, tuple(sorted(wanted.options.items())))
        chance = wanted.chance()
        limits = replace(rules.rulebook.limits, minimum=MINIMUM, chip=chance.choice(wanted.terms.chips))
        for _attempt in range(TRIES):
            outcome = chance.choice(list(shared_outcomes(rules)))
            held = _laid(rules, limits, wanted, outcome, chance)
            if sum(_wins(one.bet, outcome) for one in held) >= LEAST:
                throw = Counted(outcome, rules.rulebook.show(outcome))
                start = rules.rulebook.table.start
                return Exercise(rules=rules, limits=limits, held=tuple(held), throws=(throw,), table=start)
        raise Defect(f"no picture: {wanted}")  # cannot happen while two of them can be placed

    def question(self, made: Exercise, say: Translator) -> Question:
        """The bets, the result, and one sum to be said."""
        return structs.replace(question(made, say), kind=ExerciseKind.PICTURE, form=AnswerForm.AMOUNT, asks=say(ASKS))

    def mark(self, made: Exercise, reply: Reply | None, say: Translator) -> list[Marked]:
        """The sum of what the rulebook pays for each."""
        if reply is not None:
            check_reply(self.question(made, say), reply)
        found = dues(made, say)
        total = sum(due.paid for due in found)
        given = None if reply is None else reply.amount
        return [
            Marked(
                family=ExerciseKind.PICTURE,
                name="",
                is_right=given == total,
                paid=total,
                said=say.money(total),
                given=say(NOT_ANSWERED) if given is None else say.money(given),
                steps=tuple(_steps(made, found, total, say)),
                cites=tuple(dict.fromkeys(cite for due in found if due.paid for cite in due.cites)),
            )
        ]


def _steps(made: Exercise, found: Sequence[Due], total: int, say: Translator) -> list[str]:
    each = [(one, due) for one, due in zip(made.held, found, strict=True) if due.paid]
    lines = [
        say(SHARE, bet=say.bet(one.bet), paid=say.list(due.steps[:-1]) or say.money(due.paid)) for one, due in each
    ]
    terms = " + ".join(say.money(due.paid) for _, due in each)
    return [*lines, say(SUM, sum=terms, paid=say.money(total))]


def _laid(rules: Rules, limits: Limits, wanted: WantedExercise, outcome: Outcome, chance: Random) -> list[HeldBet]:
    """Bets of one player that the rules allow together, as many winners and losers as the level has."""
    winners = shared_outcomes(rules)[outcome]
    losers = [bet for bet in dict.fromkeys(sum(shared_outcomes(rules).values(), ())) if bet not in winners]
    held: list[HeldBet] = []
    for bets, count in ((winners, WINNERS[wanted.level]), (losers, LOSERS[wanted.level])):
        left = list(bets)
        for _number in range(min(count, len(left))):
            (bet,) = chance.choices(left, [_narrowness(bet) for bet in left])
            left.remove(bet)
            layout = Layout(tuple(one.standing for one in held), rules.rulebook.table.start)
            usual = STAKES if wanted.terms.has_breakage else stakes_without_breakage(bet, limits.chip)
            stakes = [stake for stake in usual if _is_allowed(rules, bet, stake, layout)]
            if stakes:
                held.append(HeldBet(0, bet, chance.choice(stakes), 1, bet.start))
    return held


def _narrowness(bet: Bet) -> float:
    """How much a bet is wanted: one on few outcomes more than one on many."""
    return 1 / sum(weight for outcome, weight in bet.space if _wins(bet, outcome))


def _wins(bet: Bet, outcome: Outcome) -> bool:
    return isinstance(bet.verdict(bet.start, outcome), Win)


def _is_allowed(rules: Rules, bet: Bet, stake: int, layout: Layout) -> bool:
    try:
        rules.rulebook.check_placing(rules.chosen, bet, stake, layout)
        rules.rulebook.limits.check(stake)
    except Refusal:
        return False
    return True
