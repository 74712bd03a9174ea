"""A session worked out: every figure of it, without sampling, in one of two precisions of one meaning."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import structs

from banca.analysis.sessions.automaton import (
    LONGEST,
    LONGEST_WAIT,
    MOST_CELLS,
    ONLY_CHANCE,
    Ending,
    PendingBets,
    SessionAutomaton,
    Size,
    check_size,
    find_pending,
    make_automaton,
    make_iid_automaton,
    measure,
    staked_as_money,
    with_longest,
    with_staked,
)
from banca.analysis.sessions.distribution import (
    SHARES,
    AmountChance,
    AmountSpread,
    Chance,
    ChanceBar,
    Interval,
    Quantile,
    QuantileRow,
    amount_chances,
    chance_bars,
    combine,
)
from banca.analysis.simulation.game_simulation import find_game_simulation
from banca.analysis.simulation.plan import make_plan
from banca.analysis.simulation.results import (
    QUANTILES,
    SessionEnds,
    SessionRules,
    limits_of,
    session_rules,
    strategy_title,
)
from banca.analysis.simulation.strategy import AnyStrategy, SessionEnd, Strategy, chosen_by
from banca.i18n import translator
from banca.i18n.answer import Heading, Money, TableLimits
from banca.notebook import ChartSource, html_table
from banca.rules import Refusal, Text
from banca.rules.money import AVOS

if TYPE_CHECKING:
    from banca.analysis.sessions.flows import Distribution

FORGOTTEN = Fraction(1, 10**15)
"""A chance of still waiting that is followed no further."""


class Precision(StrEnum):
    """How an evening is worked out."""

    FLOAT = "float"
    """Floats with a bound on the error."""
    EXACT = "exact"
    """Exact fractions, worked out in whole numbers."""


MOST = {Precision.FLOAT: 60_000_000_000, Precision.EXACT: 40_000_000}
"""How much is worked out at most, in products: about half a minute."""
COUNTER_SHARE = 40
"""What is counted along with the money may be a so much smaller work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FanPoint:
    """After a round: the net results, in avos, that 5, 25, 50, 75 and 95 % of sessions do not exceed."""

    round: int
    quantiles: tuple[Quantile, ...]


# As `EndChances` of a simulation, but each with proven bounds instead of a measured error.
class EndFigures(SessionEnds[Interval]):
    """How a session ends."""


class EveningFanRow(QuantileRow):
    """The money after a round, in patacas."""

    round: int


class EveningAnswer(Heading):
    """The whole distribution of a session, without sampling."""

    strategy: Text
    limits: TableLimits
    session: SessionRules
    precision: str
    error: float
    """No chance is wrong by more than this share of itself, and no more than `lost` is missing anywhere."""
    lost: float
    step: Money
    """What every net result is a multiple of."""
    states: int
    chances: EndFigures
    net: Interval
    sd: Interval
    staked: Interval
    rounds: Interval
    rounds_played: QuantileRow
    amount_staked: QuantileRow | None
    """None where that is too much to work out along with the money."""
    longest_losing_run: tuple[AmountChance, ...] | None
    """None likewise; runs of up to 30."""
    fan: tuple[EveningFanRow, ...]
    histogram: tuple[ChanceBar, ...]
    distribution: tuple[AmountChance, ...]
    """All final amounts of money."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Evening(ChartSource):
    """The whole distribution of a session. Amounts are net and in avos, relative to the start; `answer()` has money, in patacas."""

    strategy: AnyStrategy
    precision: Precision
    step: int
    """Every net result is a multiple of this."""
    states: int
    ended: dict[SessionEnd, Interval]
    ahead: Interval
    fan: tuple[FanPoint, ...]
    net: AmountSpread
    """The net result when everything is decided."""
    rounds: AmountSpread
    """Rounds played until everything is decided."""
    mean_rounds: Interval
    mean_staked: Interval
    """The mean of all that is placed."""
    automaton: SessionAutomaton
    most_counted: int
    """The most products that may be worked out for what is counted along with the money."""

    @property
    def figures(self) -> "Evening":
        """The evening itself: in version 1.0 the figures were apart from what Python showed of them."""
        return self

    def answer(self) -> EveningAnswer:
        """Return every figure, typed and in patacas: `answer().chances.ruin.value`."""
        strategy = self.strategy
        start = strategy.session.bankroll or 0
        staked, longest = self.staked(), self.longest()
        begun = (Quantile(0, is_proven=True),) * len(QUANTILES)
        return EveningAnswer(
            game=strategy.game,
            options=chosen_by(strategy),
            strategy=strategy_title(strategy),
            limits=limits_of(strategy),
            session=session_rules(strategy.session),
            precision=self.precision.value,
            error=Interval.exactly(self.net.error).high_float,
            lost=Interval.exactly(self.net.lost).high_float,
            step=Money(self.step),
            states=self.states,
            chances=EndFigures(
                ahead=self.ahead, **{cause.name.lower(): chance for cause, chance in self.ended.items()}
            ),
            net=self.net.mean / AVOS,
            sd=self.net.variance.root() / AVOS,
            staked=self.mean_staked / AVOS,
            rounds=self.mean_rounds,
            rounds_played=QuantileRow.of(self.rounds.quantiles(SHARES), 0, 1),
            amount_staked=None if staked is None else QuantileRow.of(staked.quantiles(SHARES), 0, AVOS),
            longest_losing_run=None if longest is None else amount_chances(longest, 0, 1),
            fan=(
                EveningFanRow.of(begun, start, AVOS, round=0),
                *(EveningFanRow.of(point.quantiles, start, AVOS, round=point.round) for point in self.fan),
            ),
            histogram=chance_bars(self.net, self.step, start),
            distribution=amount_chances(self.net, start, AVOS),
        )

    def rows(self) -> list[dict[str, object]]:
        """Return every final amount of money, in patacas, with its chance."""
        return [{"money": final.amount, "chance": final.chance} for final in self.answer().distribution]

    def chart_answer(self) -> EveningAnswer:
        """Return every figure: how the money fans out is drawn, and where it ends."""
        return self.answer()

    def __repr__(self) -> str:
        ruin, ahead, say = self.ended[SessionEnd.RUIN], self.ahead, translator()
        chances = f"ruin {say.decimal(ruin.value, ruin.digits)}, ahead {say.decimal(ahead.value, ahead.digits)}"
        return f"<evening of {say(strategy_title(self.strategy))}: {chances}>"

    def _repr_html_(self) -> str:
        answer, say = self.answer(), translator()
        figures = structs.asdict(answer.chances)
        figures |= {"net": answer.net, "sd": answer.sd, "staked": answer.staked, "rounds played": answer.rounds}
        rows = [{"figure": name, "value": say.decimal(figure.value, figure.digits)} for name, figure in figures.items()]
        return html_table(say(answer.strategy), ("figure", "value"), rows)

    def staked(self) -> AmountSpread | None:
        """Return the distribution of all that is placed; None if that is too much work."""
        if self.automaton.bankroll:
            return self._count(with_staked(self.automaton), lambda count: count)
        # Without a bankroll the money decides nothing, so the stakes can take its place: no more rows than before.
        finals = self._finals(staked_as_money(self.automaton))
        if finals is None:
            return None
        total, before = combine(finals.values()), self.automaton.placed
        moved = {before + amount: chance for amount, chance in total.chances.items()}
        return replace(total, chances=moved, farthest=total.farthest + before)

    def longest(self) -> AmountSpread | None:
        """Return the distribution of the longest run of losing rounds with no winning round between, up to 30; None likewise."""
        runs = self._count(with_longest(self.automaton), lambda count: min(count[1], LONGEST + 1))
        if runs is None:
            return None
        # Longer runs are not told apart: their chance is given as lost, which any amount may have.
        longer = Fraction(runs.chances.get(LONGEST + 1, 0))
        known = {run: chance for run, chance in runs.chances.items() if run <= LONGEST}
        return replace(runs, chances=known, lost=runs.lost + longer, farthest=self.automaton.rounds * 2)

    def _finals(self, automaton: SessionAutomaton) -> dict[int, AmountSpread] | None:
        """Where everybody is when all is decided; None where that is too much work."""
        endings = find_pending(automaton).endings()
        size = measure(automaton, endings)
        if size.work > self.most_counted or size.cells > MOST_CELLS:
            return None
        distribution = _distribution(automaton, endings, size, self.precision)
        _play(replace(automaton, points=()), distribution)
        return distribution.finals(endings)

    def _count(self, automaton: SessionAutomaton | None, part: Callable[[Any], int]) -> AmountSpread | None:
        """The chances of what the rows of an automaton count."""
        finals = None if automaton is None else self._finals(automaton)
        if automaton is None or finals is None:
            return None
        counts = {number: part(automaton.rows[number].counts) for number in finals}
        return combine(
            replace(spread, chances={counts[number]: sum(spread.chances.values())}, farthest=max(counts.values()))
            for number, spread in finals.items()
            if spread.chances
        )


def evening(strategy: AnyStrategy, precision: Precision = Precision.FLOAT, most: int | None = None) -> Evening:
    """Work out the evening of a strategy; refuse before any work if it would take more than `most` products.

    Args:
        strategy: The strategy, with its session.
        precision: Floats with a proven bound, or fractions.
        most: How many products it may take; by default the usual bound.

    Raises:
        Refusal: The strategy is against the rules, or would take more work.
    """
    automaton, most = _automaton(strategy), most or MOST[precision]
    pending = find_pending(automaton)
    endings = pending.endings()
    size = measure(automaton, endings)
    check_size(automaton, size, most)
    distribution = _distribution(automaton, endings, size, precision)
    fan, finished, placed = _play(automaton, distribution)
    finals = distribution.finals(endings)
    net = combine(finals.values())
    by_cause = {automaton.rows[row].leaves: spread.chance() for row, spread in finals.items()}
    rounds, left = _wait(automaton.rounds, finished, distribution.waiting(), pending)
    dearest = max((flow.placed for flow in automaton.acts), default=0)
    return Evening(
        strategy=strategy,
        precision=precision,
        step=automaton.step,
        states=len(automaton.rows),
        ended={cause: by_cause.get(cause, Interval.exactly(Fraction(0))) for cause in SessionEnd},
        ahead=net.chance(low=1),
        fan=(*fan, FanPoint(round=automaton.rounds, quantiles=net.quantiles(SHARES))),
        net=net,
        rounds=distribution.spread(rounds, left),
        mean_rounds=_mean_rounds(automaton.rounds, finished, distribution, pending),
        mean_staked=distribution.sum(automaton.placed + placed, Fraction(dearest * automaton.rounds)),
        automaton=automaton,
        most_counted=most // COUNTER_SHARE,
    )


def _automaton(strategy: AnyStrategy) -> SessionAutomaton:
    """The automaton of a strategy, of bets or of a game that plays in its own way."""
    if isinstance(strategy, Strategy):
        return make_automaton(make_plan(strategy))
    part = find_game_simulation(strategy.game)
    alike = None if part is None else part.rounds_alike(strategy)
    if alike is None:
        raise Refusal(ONLY_CHANCE, game=strategy.game)
    return make_iid_automaton(alike)


def _distribution(
    automaton: SessionAutomaton, endings: Mapping[int, Ending], size: Size, precision: Precision
) -> "Distribution":
    # Compiled, and so of the extra `fast`: what an evening is can be imported without it.
    from banca.analysis.sessions.flows import Distribution

    is_exact = precision is Precision.EXACT
    # Floats give up what is unlikely, and count it as lost; fractions must give up nothing.
    return Distribution(automaton, measure(automaton, endings, is_whole=True) if is_exact else size, is_exact=is_exact)


def _play(
    automaton: SessionAutomaton, distribution: "Distribution"
) -> tuple[list[FanPoint], dict[int, Chance], Chance]:
    """Play round by round up to the last: the fan, the chance to be done after each round, and the mean of what is placed."""
    fan: list[FanPoint] = []
    finished: dict[int, Chance] = {}
    placed: Chance = 0
    for number in range(1, automaton.rounds + 1):
        distribution.meet()
        if number in automaton.points and number < automaton.rounds:
            fan.append(FanPoint(round=number, quantiles=distribution.amounts().quantiles(SHARES)))
        done, more = distribution.act(is_last=number == automaton.rounds)
        placed += more
        if done:
            finished[number] = done
    return fan, finished, placed


def _wait(
    last: int, finished: dict[int, Chance], waiting: Mapping[int, Chance], pending: PendingBets
) -> tuple[dict[int, Chance], Chance]:
    """The chance to be done after each round, those after the last included, and the chance of waiting still longer."""
    chances, number = dict(finished), last
    now: dict[int, Chance] = dict(waiting)
    # Bets that still stand may wait for ever, with a chance that shrinks every round.
    while now and sum(now.values()) > FORGOTTEN and number < last + LONGEST_WAIT:
        number += 1
        following: dict[int, Chance] = {}
        done: Chance = 0
        for row, chance in now.items():
            for target, _, weight in pending.exits[pending.index[row]]:
                part = chance * weight / pending.total
                if target in pending.index:
                    following[target] = following.get(target, 0) + part
                else:
                    done += part
        now = following
        if done:
            chances[number] = done
    return chances, sum(now.values())


def _mean_rounds(
    last: int,
    finished: dict[int, Chance],
    distribution: "Distribution",
    pending: PendingBets,
) -> Interval:
    """The mean number of rounds, those of waiting included."""
    more = pending.durations()
    early = sum(number * chance for number, chance in finished.items())
    late: Chance = 0
    for row, chance in distribution.waiting().items():
        duration = last + more[row]
        late += chance * (float(duration) if isinstance(chance, float) else duration)  # one arithmetic, never a mixture
    return distribution.sum(early + late, last + max(more.values(), default=Fraction(0)))
