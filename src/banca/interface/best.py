"""The best way to play from Python: for a bankroll and a goal, with the mean loss next to the chance."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from banca.analysis.best_play.problem import PlayProblem, all_additional, parse_goal
from banca.analysis.simulation.strategy import Strategy
from banca.files import write_whole
from banca.games import rulebook
from banca.i18n import translator
from banca.i18n.lookup import find_bet, find_game
from banca.interface.played import Amount
from banca.notebook import html_table, to_frame
from banca.rules import Limits, Refusal, parse_patacas, under
from banca.rules.refusal import NEEDS_EXTRA

if TYPE_CHECKING:
    from banca.analysis.best_play import BestPlay
    from banca.answers.best import BestAnswer


def best(  # as a notebook names them
    game: str,
    *,
    bankroll: Amount,
    target: Amount | None = None,
    rounds: int | None = None,
    turnover: Amount | None = None,
    goal: str = "target",
    bets: Sequence[str] = (),
    stakes: Sequence[Amount] = (),
    limits: Limits | None = None,
    exact: bool = False,
    **options: object,
) -> "BestWay":
    """Work out the best bets and stakes: to reach a target, to last a number of rounds, or to stake `turnover` in all and lose least.

    Without bets or stakes, all that the rules and the limits allow are used. This is not a way to win: `loss` is given beside `chance`.

    Args:
        game: Its id or name.
        bankroll: Patacas in hand.
        target: Patacas to have in the end, for the goal `target`.
        rounds: The number of rounds; without it, play goes on to the end.
        turnover: Patacas to stake in all, for the goal `stake`.
        goal: `target`, `last` or `stake`.
        bets: The bets that may be used, including additional ones; by default all.
        stakes: The stakes that may be used, in patacas; by default all.
        limits: Minimum, maximum and chip of the table.
        exact: Work in fractions instead of floats with a proven bound.
        **options: The house's options by name; those not named keep their defaults.

    Returns:
        The best way to play, with its chance and its mean loss.

    Raises:
        Refusal: An argument that the goal needs is missing, a bet is unknown, the problem is too large, or the extra `fast` is not installed.
    """
    try:
        from banca.analysis.best_play import best as work_out
        from banca.analysis.sessions import Precision  # compiled code is loaded when it is used
    except ModuleNotFoundError:
        raise Refusal(NEEDS_EXTRA, asked="banca.best", allowed="fast") from None
    play_goal, game_id = parse_goal(goal), find_game(game).value.id
    rules = under(rulebook(game_id), options)
    problem = PlayProblem(
        game=game_id,
        goal=play_goal,
        bankroll=_avos(bankroll),
        target=None if target is None else _avos(target),
        rounds=rounds,
        turnover=None if turnover is None else _avos(turnover),
        bets=tuple(name if all_additional(rules, name) else find_bet(rules, name).value.key for name in bets),
        stakes=tuple(map(_avos, stakes)),
        options=options,
        limits=limits or rulebook(game_id).limits,
    )
    return BestWay(work_out(problem, Precision.EXACT if exact else Precision.FLOAT))


def _avos(amount: Amount) -> int:
    return parse_patacas(str(amount))


@dataclass(frozen=True, eq=False)
class BestWay:
    """A best way to play; amounts of `figures` are in avos, those of `answer()` in patacas."""

    figures: "BestPlay"

    @property
    def strategy(self) -> Strategy:
        """The strategy that plays it, for `banca.simulate`, `banca.evening` and `banca.compare`."""
        return self.figures.strategy

    def answer(self, *, compared: bool = True) -> "BestAnswer":
        """Return every figure, typed: `answer().chance.value`, `answer().loss.value`.

        Args:
            compared: Include the comparison with plain ways of playing.
        """
        from banca.analysis.best_play.best import find_other_ways
        from banca.answers.best import best_answer  # numpy is loaded when it is used

        return best_answer(self.figures, find_other_ways(self.figures) if compared else ())

    def save(self, file: str | Path) -> None:
        """Write the policy as a strategy file.

        Args:
            file: The file to write; an existing one is replaced.

        Raises:
            Refusal: The file cannot be written.
        """
        from banca.analysis.simulation.strategy_file import write_policy  # only here

        write_whole(Path(file), write_policy(self.strategy, self.figures.policy).encode())

    def rows(self) -> list[dict[str, object]]:
        """Return what to bet at which amounts of money, in patacas; at most the first 4,000 rows."""
        return [
            {"left": row.left, "table": row.table, "from": row.low, "below": row.high, "bet": row.bet}
            | {"stake": row.stake, "added": {addition.bet: addition.stake for addition in row.added}}
            for row in self.answer(compared=False).rows
        ]

    def to_frame(self, library: str | None = None) -> Any:  # a frame of whichever library there is
        """Return the rows as a data frame of pandas or polars.

        Args:
            library: `pandas` or `polars`; by default the first that is installed.

        Raises:
            Refusal: Neither is installed, or the library is not one of them.
        """
        return to_frame(self.rows(), library)

    def chart(self, kind: str = "svg") -> bytes:
        """Draw the map of what to bet, as SVG or PNG.

        Args:
            kind: `svg` or `png`.

        Raises:
            Refusal: The extra `charts` is not installed.
        """
        try:
            from banca.answers.chart import best_chart  # the extra `charts`
        except ModuleNotFoundError:
            raise Refusal(NEEDS_EXTRA, asked="chart()", allowed="charts") from None
        return best_chart(self.answer(compared=False), kind, translator())

    def __repr__(self) -> str:
        answer, say = self.answer(compared=False), translator()
        chance, loss = answer.chance, answer.loss
        figures = f"chance {say.decimal(chance.value, chance.digits)}, mean loss {say.decimal(loss.value, loss.digits)}"
        return f"<best way to play {answer.game}: {figures}>"

    def _repr_html_(self) -> str:
        say = translator()
        rows = [
            {
                "left": "" if row.left is None else str(row.left),
                "from": say.money(row.low.avos),
                "bet": row.bet,
                "stake": say.money(row.stake.avos),
            }
            for row in self.answer(compared=False).rows
        ]
        return html_table(repr(self).strip("<>"), ("left", "from", "bet", "stake"), rows)
