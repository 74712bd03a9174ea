"""Evenings from Python: the whole distribution of a session, worked out without sampling."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec import structs

from banca.analysis.simulation.strategy import AnyStrategy
from banca.i18n import translator
from banca.interface.played import Amount, Asked, asked_strategy
from banca.notebook import html_table, to_frame
from banca.rules import Refusal
from banca.rules.refusal import NEEDS_EXTRA

if TYPE_CHECKING:
    from banca.analysis.sessions import Evening
    from banca.answers.evening import EveningAnswer


def evening(
    strategy: Asked,
    game: str | None = None,
    *,
    exact: bool = False,
    bankroll: Amount | None = None,
    target: Amount | None = None,
    stop_loss: Amount | None = None,
    rounds: int | None = None,
    **options: object,
) -> "WorkedOut":
    """Work out a session of a strategy: in floats with a proven bound, or as exact fractions if it is small enough.

    `evening("GAME/NAME")`, `evening("mine.toml")`, or flat bets: `evening({"BET": 10}, "GAME", rounds=100)`.

    Args:
        strategy: `GAME/NAME` of a strategy that ships, a TOML file, flat bets with their stakes in patacas, or a `Strategy`.
        game: The game of flat bets.
        exact: Work in fractions instead of floats with a proven bound.
        bankroll: Patacas at the start; by default the strategy's.
        target: Stop when the money in hand and on the layout together reaches this many patacas.
        stop_loss: Stop after losing this many patacas.
        rounds: Stop after this many rounds.
        **options: The house's options by name; those not named keep their defaults.

    Returns:
        The distribution of the final money, and all figures that follow from it.

    Raises:
        Refusal: The strategy cannot be read or is against the rules, the session is too large, or the extra `fast` is not installed.
    """
    try:
        from banca.analysis.sessions import Precision  # compiled code is loaded when it is used
        from banca.analysis.sessions import evening as work_out
    except ModuleNotFoundError:
        raise Refusal(NEEDS_EXTRA, asked="banca.evening", allowed="fast") from None
    amounts = {"bankroll": bankroll, "target": target, "stop_loss": stop_loss}
    played = asked_strategy(strategy, game, amounts, rounds, options)
    return WorkedOut(work_out(played, Precision.EXACT if exact else Precision.FLOAT), played)


@dataclass(frozen=True, eq=False)
class WorkedOut:
    """A session's whole distribution; amounts of `figures` are net and in avos, those of `answer()` in patacas."""

    figures: "Evening"
    strategy: AnyStrategy

    def answer(self) -> "EveningAnswer":
        """Return every figure, typed: `answer().chances.ruin.value`."""
        from banca.answers.evening import evening_answer  # numpy is loaded when it is used

        return evening_answer(self.strategy, self.figures)

    def rows(self) -> list[dict[str, object]]:
        """Return every final amount of money, in patacas, with its chance."""
        return [{"money": final.amount, "chance": final.chance} for final in self.answer().distribution]

    def to_frame(self, library: str | None = None) -> Any:  # a frame of whichever library there is
        """Return the rows as a data frame of pandas or polars.

        Args:
            library: `pandas` or `polars`; by default the first that is installed.

        Raises:
            Refusal: Neither is installed, or the library is not one of them.
        """
        return to_frame(self.rows(), library)

    def chart(self, kind: str = "svg") -> bytes:
        """Draw how the money fans out over the rounds and where it ends, as SVG or PNG.

        Args:
            kind: `svg` or `png`.

        Raises:
            Refusal: The extra `charts` is not installed.
        """
        try:
            from banca.answers.chart import evening_chart  # the extra `charts`
        except ModuleNotFoundError:
            raise Refusal(NEEDS_EXTRA, asked="chart()", allowed="charts") from None
        return evening_chart(self.strategy, self.figures, kind, translator())

    def __repr__(self) -> str:
        answer, say = self.answer(), translator()
        ruin, ahead = answer.chances.ruin, answer.chances.ahead
        chances = f"ruin {say.decimal(ruin.value, ruin.digits)}, ahead {say.decimal(ahead.value, ahead.digits)}"
        return f"<evening of {say(answer.strategy)}: {chances}>"

    def _repr_html_(self) -> str:
        answer, say = self.answer(), translator()
        figures = structs.asdict(answer.chances)
        figures |= {"net": answer.net, "sd": answer.sd, "staked": answer.staked, "rounds played": answer.rounds}
        rows = [{"figure": name, "value": say.decimal(figure.value, figure.digits)} for name, figure in figures.items()]
        return html_table(say(answer.strategy), ("figure", "value"), rows)
