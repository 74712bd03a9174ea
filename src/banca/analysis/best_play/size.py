"""How much there is to compare, before anything is compared."""

from banca.analysis.best_play.model import FlatBet, PlayModel
from banca.analysis.best_play.problem import PlayGoal
from banca.analysis.best_play.timed import top_of
from banca.analysis.sessions.work import Precision
from banca.rules import Refusal, _, format_patacas

MOST = {Precision.FLOAT: 20_000_000_000, Precision.EXACT: 5_000_000}
"""Products that are worked out at most: about a minute."""
MOST_CELLS = 40_000_000
"""Choices that are kept at most."""
TURNS = 20
"""How often choices without a limit of rounds are gone over, about."""


def work_of(model: PlayModel) -> int:
    """How many products it takes, about."""
    each = sum(_per_amount(model, flat) for flat in model.bets)
    return each * top_of(model) * turns_of(model)


def turns_of(model: PlayModel) -> int:
    """How often everything is gone over."""
    problem = model.problem
    if problem.goal is PlayGoal.STAKE:
        return -(-(problem.turnover or 0) // (model.least * model.step))
    return problem.rounds or TURNS


def _per_amount(model: PlayModel, flat: FlatBet) -> int:
    """Products for one bet with one amount of money, whatever it stakes; half of all stakes are too high, in the mean."""
    found = 0
    for opened in flat.opens:
        for branch in opened:
            if branch.spot < 0:
                found += len(model.stakes)
            else:
                spot = model.spots[branch.spot]
                found += (sum(spot.most) + len(model.stakes)) * len(spot.resolved)
    return -(-found // 2)


def check_size(model: PlayModel, precision: Precision, most: int | None) -> None:
    """Refuse before working what would take too long, or too much room."""
    work, allowed = work_of(model), most or MOST[precision]
    widest = max((len(opened) for flat in model.bets for opened in flat.opens), default=1)
    kept = turns_of(model) if model.problem.goal is PlayGoal.STAKE or model.problem.is_timed else 1
    cells = kept * len(model.tables) * top_of(model) * (widest + 2)
    if work > allowed or cells > MOST_CELLS * 2:
        raise Refusal(
            "too_many_choices",
            _(
                "{amounts} amounts of money in steps of {step}, {stakes} stakes and {bets} bets make {asked} choices to compare; at most {allowed} are possible: allow fewer bets or stakes, a smaller target or fewer rounds, or use a larger chip"
            ),
            amounts=top_of(model),
            step=format_patacas(model.step),
            stakes=len(model.stakes),
            bets=len(model.bets),
            asked=work,
            allowed=allowed,
        )
