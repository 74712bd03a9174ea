"""What was found, as a policy that is played like any strategy."""

from banca.analysis.best_play.problem import PlayGoal
from banca.analysis.best_play.solution import BetChoice, Solution
from banca.analysis.simulation.policy import BetPolicy, PolicyCount, PolicyRow
from banca.analysis.simulation.policy_file import policy_strategy
from banca.analysis.simulation.session import Session
from banca.analysis.simulation.strategy import Strategy
from banca.law import Language, Texts

COUNTS = {PlayGoal.TARGET: PolicyCount.ROUNDS, PlayGoal.LAST: PolicyCount.ROUNDS, PlayGoal.STAKE: PolicyCount.STAKES}


ENDLESS = 10**15
"""More than can be counted, in avos: the highest row has no end where money has no target."""


def make_policy(found: Solution) -> BetPolicy:
    """The rows of a solution, amounts that do alike in one."""
    model, problem = found.model, found.model.problem
    count = PolicyCount.NOTHING if not found.left else COUNTS[problem.goal]
    scale = model.step if count is PolicyCount.STAKES else 1
    rows: list[PolicyRow] = []
    previous: tuple[int, int, int, BetChoice] | None = None
    top = max((amount for _, _, amount in found.choices), default=0)
    for (left, table, amount), choice in sorted(found.choices.items()):
        beyond = problem.goal is not PlayGoal.TARGET and amount == top
        high = ENDLESS if beyond else (amount + 1) * model.step
        if previous == (left, table, amount - 1, choice):
            rows[-1] = rows[-1]._replace(high=high)
        else:
            added = tuple((key, stake * model.step) for key, stake in choice.added)
            bet, stake = model.bets[choice.bet].bet.key, choice.stake * model.step
            rows.append(PolicyRow(left * scale, model.tables[table], amount * model.step, high, bet, stake, added))
        previous = left, table, amount, choice
    return BetPolicy(count=count, left=found.left * scale, least=model.least * model.step, rows=tuple(rows))


TITLES: dict[PlayGoal, Texts] = {
    PlayGoal.TARGET: {
        Language.EN: "Best chance of the target",
        Language.PT: "Melhor probabilidade de atingir o objectivo",
        Language.ZH: "達標機會最大的策略",
    },
    PlayGoal.LAST: {
        Language.EN: "Best chance to last",
        Language.PT: "Melhor probabilidade de durar",
        Language.ZH: "最能玩得長久的策略",
    },
    PlayGoal.STAKE: {
        Language.EN: "Least loss for an amount staked",
        Language.PT: "Menor perda para um total apostado",
        Language.ZH: "投注指定總額而損失最少的策略",
    },
}


def strategy_of(found: Solution, rounds: int) -> Strategy:
    """The strategy of a solution, with its session; so many rounds where they are not limited."""
    problem = found.model.problem
    target = problem.target if problem.goal is PlayGoal.TARGET else None
    return policy_strategy(
        make_policy(found),
        game=problem.game,
        title=TITLES[problem.goal],
        options=problem.options,
        limits=problem.table_limits,
        session=Session(bankroll=problem.bankroll, target=target, rounds=problem.rounds or rounds),
    )
