"""What was found, as a policy that is played like any strategy."""

from banca.law import Language, Texts
from banca.optimal.problem import PlayGoal
from banca.optimal.solution import Choice, Solution
from banca.simulation.policy import Policy, PolicyCount, PolicyRow
from banca.simulation.session import Session
from banca.simulation.strategy import Play, Strategy

COUNTS = {PlayGoal.TARGET: PolicyCount.ROUNDS, PlayGoal.LAST: PolicyCount.ROUNDS, PlayGoal.STAKE: PolicyCount.STAKES}


def make_policy(found: Solution) -> Policy:
    """The rows of a solution, amounts that do alike in one."""
    model, problem = found.model, found.model.problem
    count = PolicyCount.NOTHING if not found.left else COUNTS[problem.goal]
    scale = model.step if count is PolicyCount.STAKES else 1
    rows: list[PolicyRow] = []
    previous: tuple[int, int, int, Choice] | None = None
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
    return Policy(count=count, left=found.left * scale, least=model.least * model.step, rows=tuple(rows))


ENDLESS = 10**15
"""More than can be counted, in avos: the highest row has no end where money has no target."""


def policy_strategy(policy: Policy, *, game: str, **about: object) -> Strategy:
    """A strategy that plays a policy."""
    plays = tuple(
        Play(bet=key, stake=min(row.stake for row in policy.rows if row.bet == key)) for key in policy.bets
    )
    more = tuple(Play(bet=key, times=1) for key in policy.added)
    return Strategy(game=game, plays=(*plays, *more), policy=policy, **about)  # type: ignore[arg-type]


def strategy_of(found: Solution, title: Texts, rounds: int) -> Strategy:
    """The strategy of a solution, with its session."""
    problem = found.model.problem
    target = problem.target if problem.goal is PlayGoal.TARGET else None
    return policy_strategy(
        make_policy(found),
        game=problem.game,
        title=title or dict.fromkeys(Language, problem.goal),
        options=problem.options,
        limits=problem.table_limits,
        session=Session(bankroll=problem.bankroll, target=target, rounds=problem.rounds or rounds),
    )
