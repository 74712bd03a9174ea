"""What follows from a proposal: every figure that a regulation asks for, and those that an examiner asks next."""

import math
import os
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Self

from banca.analysis.exact.odds import Analysis, Solved, analyse, analyse_solved, analysed
from banca.analysis.exact.proposals import SECONDS, worked_out
from banca.analysis.simulation import Play, Session, Strategy
from banca.dossier.texts import ALIKE, BEFORE_MOVED, DECIDED, LOST_IN_PART, MORE, NO_ITEMS, OWN_ROW, WINS, WINS_ROW
from banca.drawing import Form, layout, standalone, to_text
from banca.games import rulebook
from banca.i18n import Localized, Translator
from banca.i18n.answer import AnswerStruct, DecimalNumber
from banca.i18n.descriptions import outcome_name, round_nouns
from banca.law import law
from banca.proposals.compiler import BAD_PROPOSAL
from banca.rules import (
    Bet,
    Citation,
    Code,
    Decided,
    Limits,
    Lose,
    Message,
    NamedLimits,
    Odds,
    Option,
    Outcome,
    Payment,
    PrizeRow,
    Proposal,
    ProposedBet,
    Refusal,
    Rules,
    State,
    Text,
    Verdict,
    Win,
    Withdrawal,
    _,
    carrying,
    explore,
    given_text,
    pay,
)
from banca.rules.proposal import OPTION, PROPOSED
from banca.rules.refusal import NEEDS_EXTRA

MOST_CHARACTERS = 24
"""Of the longest fraction that a table takes."""
PARTED = " · "
"""Between the parts of a state."""
MOST_NAMES = 3
"""Bets of a family whose selections are named one by one."""


class ExactFigure(AnswerStruct, frozen=True, kw_only=True):
    """A number exactly, and rounded for the eye: to four decimals of a percent, or to as many as show four digits."""

    exact: Fraction
    decimal: DecimalNumber
    percent: DecimalNumber
    said: Localized

    @classmethod
    def of(cls, value: Fraction) -> Self:
        """The figure of a number."""
        percent = float(value) * 100
        digits = 4 if not value or abs(percent) >= 0.1 else 3 - math.floor(math.log10(abs(percent)))
        return cls(
            exact=value,
            decimal=DecimalNumber(value, digits + 2),
            percent=DecimalNumber(percent, digits),
            said=Localized(Translator.percent, value, digits),
        )

    @property
    def is_long(self) -> bool:
        """Whether the fraction is too long for a table."""
        return len(str(self.exact)) > MOST_CHARACTERS


def decision_text(say: Translator, decision: Decided, row: str = "") -> str:
    """`wins 3 to 1: two pairs`."""
    if isinstance(decision, Lose) and decision.share != 1:
        return say(LOST_IN_PART, share=say.exact(decision.share))
    if not isinstance(decision, Win):
        return say(DECIDED[type(decision)])
    pays = say.odds([decision.odds])
    return say(WINS_ROW, row=say(row), pays=pays) if row else say(WINS, pays=pays)


def made_state_text(say: Translator, made: object) -> str:
    """`2 and 3`; parts of a list within a list are told apart: `4 and 5 · 0`."""
    if isinstance(made, tuple) and any(isinstance(one, tuple) for one in made):
        return PARTED.join(_listed(one, say) for one in made)
    return _listed(made, say)


def _listed(made: object, say: Translator) -> str:
    if not isinstance(made, tuple):
        return str(made)
    return say.enumeration(map(str, made)) if made else say(NO_ITEMS)


def bets_text(say: Translator, bets: tuple[Bet, ...]) -> str:
    """The name with the few selections, `Hop 1-2, 1-3`; of many, the family and how many they are."""
    first = bets[0]
    if len(bets) > MOST_NAMES:
        return say(ALIKE, family=say.family(first), count=len(bets))
    return say(first.name).replace("{}", say.list(say(one.label) or one.selection for one in bets))


def layout_text(say: Translator, rules: Rules, form: Form = Form.WIDE, is_bare: bool = False) -> str:  # noqa: FBT001, FBT002 - an argument of a `Localized`
    """As SVG."""
    drawn = layout(rules, say, form, is_bilingual=is_bare)
    return to_text(drawn) if is_bare else standalone(drawn)


def language_code(say: Translator) -> str:
    """Its code."""
    return say.language.value


MOST_SEEN, FEW_SEEN = 12, 3
"""Outcomes named one by one: of one bet, and of each of many."""


def outcomes_seen(rules: Rules, bet: Bet) -> Mapping[Outcome, tuple[str, ...]]:
    """For everything a bet can see, how it is written: a total as a number, anything else by the outcomes that look so.

    Outcomes that no bet can tell apart, such as 1-3 and 3-1, are written once.
    """
    book = rules.rulebook
    alike: dict[object, str] = {}
    seen: dict[Outcome, dict[str, None]] = {}
    for outcome, _weight in bet.space:
        written = alike.setdefault(tuple(book.facts(outcome).items()), book.show(outcome))
        seen.setdefault(bet.sees(outcome), {})[written] = None
    if all(str(one).isdigit() for one in seen) and any(len(same) > 1 for same in seen.values()):
        return {one: (str(one),) for one in seen}
    return {one: tuple(same) for one, same in seen.items()}


def outcome_said(written: str, rules: Rules, say: Translator) -> str:
    """One outcome, each part by its name: `1-3`, `Fish-Crab-Crab`."""
    return "-".join(outcome_name(rules, part, say) for part in written.split("-"))


def outcomes_said(
    written: Sequence[str],
    rules: Rules,
    say: Translator,
    most: int = MOST_SEEN,
    unit: Text | None = None,
    join: Callable[[list[str]], str] | None = None,
    more: Text = MORE,
) -> str:
    """Several, consecutive numbers as `4–6`, with their unit where they have one, and no more of them than can be read.

    They are listed, or joined in another way where all of them are said.
    """
    are_numbers = all(one.isdigit() for one in written)
    runs = _runs(sorted(written, key=int) if are_numbers else written)
    left = len(runs) - most
    shown = (join if join and left <= 0 else say.list)([outcome_said(one, rules, say) for one in runs[:most]])
    if unit and are_numbers:
        shown = say(unit, number=shown)
    return say(more, shown=shown, count=say.count(left)) if left > 0 else shown


def _runs(written: Sequence[str]) -> list[str]:
    """Three consecutive numbers and more as a range.

    >>> _runs(["2", "4", "5", "6", "8", "9"])
    ['2', '4–6', '8', '9']
    """
    runs: list[list[str]] = []
    for one in written:
        if runs and one.isdigit() and runs[-1][-1].isdigit() and int(one) == int(runs[-1][-1]) + 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    return [said for run in runs for said in (run if len(run) < 3 else [f"{run[0]}–{run[-1]}"])]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """Outcomes in order, as a croupier writes them, the decision of the last, and what a minimum stake comes to."""

    outcomes: tuple[str, ...]
    decision: Decided
    payment: Payment


def endings(rules: Rules, bet: Bet, solved: Solved, limits: Limits) -> tuple[Ending, ...]:
    """One for each decision, in the order in which they come up."""
    automaton = solved.automaton
    of_column = _an_outcome_each(bet, [seen for seen, _ in automaton.space])
    paths: dict[int, tuple[int, ...]] = {0: ()}
    found: dict[Decided, tuple[int, ...]] = {}
    waiting = deque([0])
    while waiting and len(found) < len(solved.decisions):
        state = waiting.popleft()
        for column, cell in enumerate(automaton.rows[state]):
            path = (*paths[state], column)
            if not isinstance(cell, int):
                found.setdefault(cell, path)
            elif cell not in paths:
                paths[cell] = path
                waiting.append(cell)
    show = rules.rulebook.show
    return tuple(
        Ending(
            outcomes=tuple(show(of_column[column]) for column in path),
            decision=decision,
            payment=pay(limits.minimum, decision, bet.commission, limits.chip),
        )
        for decision, path in found.items()
    )


def _an_outcome_each(bet: Bet, columns: list[Outcome]) -> list[Outcome]:
    """For everything the bet can see, an outcome that looks so: the one in the middle of them."""
    alike: dict[Outcome, list[Outcome]] = {}
    for outcome, _weight in bet.space:
        alike.setdefault(bet.sees(outcome), []).append(outcome)
    return [alike[column][len(alike[column]) // 2] for column in columns]


HIGHER_THAN_ANY = Code(
    "higher_than_any",
    _("{bet}: the casino's advantage of {asked} is higher than that of any other bet of the table (at most {allowed})"),
)
PLAYER_AHEAD = Code("player_ahead", _("{bet}: the advantage is the player's, {asked} of the stake"))
NOBODY_AHEAD = Code("nobody_ahead", _("{bet}: the casino's advantage is zero"))
ROW_NEVER_WON = Code("row_never_won", _("{bet}: the prize for “{asked}” can never be won"))
LONG_BET = Code("long_bet", _("{bet}: it is decided after {asked} {many} on average"))
ROUNDING_COSTS = Code(
    "rounding_costs",
    _(
        "{bet}: rounding payments down to the smallest chip raises the casino's advantage on a minimum stake by {asked} percentage points (from {before} to {after})"
    ),
)
NO_ARTICLE_7 = Code(
    "no_article_7",
    _(
        "{asked}: none of the articles of the regulation consulted provides for the authorisation of new bets or different prizes"
    ),
)

LONG = 1000
"""Mean rounds from which a bet is said to be long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowChance:
    """A row of prizes, its chance, and the edge where the prize is one step lower or higher."""

    key: str
    name: str
    odds: Odds
    chance: Fraction
    lower: Odds | None
    """One less; None where that would be no prize."""
    edge_lower: Fraction | None
    higher: Odds
    edge_higher: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounded:
    """The edge of a stake when what is paid is rounded down to the chip (R-money-1)."""

    stake: int
    chip: int
    edge: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderOption:
    """The edge where the house chooses another value of one option."""

    option: Option[Any]
    value: str
    edge: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Liability:
    """The most the house can lose on one bet at the table's maximum, beside the stake that it returns."""

    stake: int
    odds: Odds
    prize: int
    chance: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedWin:
    """A win on an outcome, as the regulation has it and as it is proposed."""

    outcome: Outcome
    before: Win
    after: Win


def _prize(verdict: Verdict) -> Odds | type[Verdict]:
    """What a verdict pays, whichever clause says so."""
    return verdict.odds.reduced if isinstance(verdict, Win) else type(verdict)


def paid_apart(one: Bet, other: Bet, states: Iterable[State]) -> Iterator[tuple[State, Outcome]]:
    """In which states, and on which outcomes, two bets do not pay the same."""
    for state in states:
        for outcome, _weight in one.space:
            if _prize(one.verdict(state, outcome)) != _prize(other.verdict(state, outcome)):
                yield state, outcome


def own_row(key: str) -> Text:
    """What a prize is called whose row the proposal has not named."""
    return OWN_ROW.fill(row=key)


@lru_cache(4)
def each_option(rules: Rules) -> tuple[tuple[Option[Any], str, Rules], ...]:
    """The rules with every value of every option that the regulation leaves to the house, one at a time."""
    book, chosen = rules.rulebook, dict(rules.chosen)
    return tuple(
        (option, str(value), book.under(**{**chosen, option.name: value}))
        for option in book.options
        if option.name != OPTION
        for value in option.values
    )


@dataclass(frozen=True, eq=False)
class BetStudy:
    """One bet that the proposal adds or changes."""

    rules: Rules
    bet: Bet
    new: ProposedBet | None
    """The new bet; None if the proposal only changes the prizes of an existing bet."""
    unchanged: Bet | None
    """The bet before the change, if its prizes change."""
    solved: Solved
    limits: Limits

    @cached_property
    def before(self) -> Analysis | None:
        """The exact figures before the change, if the bet's prizes change."""
        return analyse(self.unchanged) if self.unchanged else None

    @cached_property
    def analysis(self) -> Analysis:
        """The exact figures."""
        return analyse_solved(self.bet, self.solved)

    @property
    def withdrawals(self) -> tuple[Withdrawal, ...]:
        """When it may be taken back: by the rulebook, and for a new bet within that by R-proposal-1."""
        own = self.rules.rulebook.withdrawal(self.bet)
        read = Withdrawal(when=BEFORE_MOVED, cite=PROPOSED) if self.new else None
        return tuple(one for one in (own, read) if one)

    @cached_property
    def changed(self) -> tuple[ChangedWin, ...]:
        """Every win that changes, outcome by outcome and in any state, if the bet's prizes change."""
        if self.unchanged is None:
            return ()
        pairs = (
            (outcome, self.unchanged.verdict(state, outcome), self.bet.verdict(state, outcome))
            for state in self.solved.automaton.states
            for outcome, _ in self.bet.space
        )
        return tuple(
            dict.fromkeys(
                ChangedWin(outcome=outcome, before=before, after=after)
                for outcome, before, after in pairs
                if isinstance(before, Win) and isinstance(after, Win) and before != after
            )
        )

    @cached_property
    def repriced(self) -> tuple[tuple[State, Outcome], ...]:
        """The states and outcomes in which another prize is won, if the bet's prizes change."""
        return tuple(paid_apart(self.bet, self.unchanged or self.bet, self.solved.automaton.states))

    def is_given_by(self, other: Bet | None) -> bool:
        """Return whether another bet pays some of the changed prizes as this one does."""
        if other is None or other.start != self.bet.start:
            return False
        return any(_prize(self.bet.verdict(*seat)) == _prize(other.verdict(*seat)) for seat in self.repriced)

    @property
    def departs_from(self) -> tuple[Citation, ...]:
        """The clauses of the prizes that change."""
        return tuple(dict.fromkeys(one.before.cite for one in self.changed))

    @property
    def decided_by(self) -> tuple[Citation, ...]:
        """The clauses other than the bet's own by which it is decided, lost or tied."""
        verdicts = (one.verdict for one in self.analysis.results)
        cites = (self.bet.decided_by, *(one.cite for one in verdicts if not isinstance(one, Win)))
        return tuple(dict.fromkeys(one for one in cites if one))

    @cached_property
    def rows(self) -> tuple[RowChance, ...]:
        """Every prize with its chance, those that are never won too."""
        chances: dict[tuple[str, Odds], Fraction] = {}
        for result in self.analysis.results:
            if isinstance(result.verdict, Win):
                key = (result.verdict.row, result.verdict.odds)
                chances[key] = chances.get(key, Fraction(0)) + result.chance
        named = {(row.key, row.odds): self._row_name(row) for row in self.new.prizes} if self.new else {}
        others = sorted((one for one in chances if one not in named), key=lambda one: one[1].ratio)
        return tuple(
            self._row(key, named.get((key, odds), key), odds, chances.get((key, odds), Fraction(0)))
            for key, odds in (*named, *others)
        )

    def _row_name(self, row: PrizeRow) -> str:
        """A row without a name: of a bet that lasts, its own mark in the proposal; else the outcomes say it."""
        if str(row.name) != row.key:
            return row.name
        return own_row(row.key) if row.key and len(self.solved.automaton.states) > 1 else ""

    def _row(self, key: str, name: str, odds: Odds, chance: Fraction) -> RowChance:
        kept = self.bet.commission.rate if self.bet.commission else 0
        step = chance * (1 - kept) / odds.stake
        lower = Odds(odds.prize - 1, odds.stake).reduced if odds.prize > 1 else None
        edge = self.analysis.house_edge
        return RowChance(
            key=key,
            name=name,
            odds=odds,
            chance=chance,
            lower=lower,
            edge_lower=edge + step if lower else None,
            higher=Odds(odds.prize + 1, odds.stake).reduced,
            edge_higher=edge - step,
        )

    @cached_property
    def rounded(self) -> Rounded:
        """At the table's minimum."""
        stake, chip = self.limits.minimum, self.limits.chip
        back = sum(
            (
                pay(stake, result.verdict, self.bet.commission, chip).received * result.chance
                for result in self.analysis.results
            ),
            Fraction(0),
        )
        return Rounded(stake=stake, chip=chip, edge=1 - back / stake)

    @cached_property
    def liability(self) -> Liability:
        """At the table's maximum: its highest prize, by whichever row."""
        won = [row for row in self.rows if row.chance]
        odds = max((row.odds for row in won), key=lambda one: one.ratio)
        stake = self.limits.maximum - self.limits.maximum % self.limits.minimum
        return Liability(
            stake=stake,
            odds=odds,
            prize=pay(stake, Win(odds, self.bet.cite), self.bet.commission, self.limits.chip).net,
            chance=sum((row.chance for row in won if row.odds.ratio == odds.ratio), Fraction(0)),
        )

    @cached_property
    def endings(self) -> tuple[Ending, ...]:
        """A round, or several, for every way the bet can end."""
        return endings(self.rules, self.bet, self.solved, self.limits)

    @cached_property
    def under_options(self) -> tuple[UnderOption, ...]:
        """The edge at every value of every option that the regulation leaves to the house, one at a time."""
        known = {self.bet.space: self.analysis.house_edge} if self.new else {}
        found = []
        for option, value, rules in each_option(self.rules):
            bet = rules.bets.get(self.bet.key)
            if bet is None:
                continue
            edge = known.get(bet.space)
            if edge is None:
                edge = analyse(bet).house_edge
                if self.new:
                    known[bet.space] = edge
            found.append(UnderOption(option=option, value=value, edge=edge))
        return tuple(found)

    def remarks(self, highest: Fraction) -> Iterator[tuple[Code, Mapping[str, object]]]:
        """Return what an examiner should know at once; `highest` is the highest edge of the table's other bets."""
        edge = self.analysis.house_edge
        if edge < 0:
            yield PLAYER_AHEAD, {"asked": Localized(Translator.percent, -edge)}
        if edge == 0:
            yield NOBODY_AHEAD, {}
        for row in self.rows:
            if not row.chance:
                yield ROW_NEVER_WON, {"asked": row.name or row.odds}
        if self.analysis.mean_rounds > LONG:
            yield (
                LONG_BET,
                {"asked": int(self.analysis.mean_rounds), "many": round_nouns(self.rules.rulebook.game)["many"]},
            )
        if self.rounded.edge != edge:
            yield (
                ROUNDING_COSTS,
                {
                    "asked": Localized(Translator.decimal, 100 * (self.rounded.edge - edge), 3),
                    "before": Localized(Translator.percent, edge),
                    "after": Localized(Translator.percent, self.rounded.edge),
                },
            )
        if edge > highest:
            yield (
                HIGHER_THAN_ANY,
                {"asked": Localized(Translator.percent, edge, 2), "allowed": Localized(Translator.percent, highest, 2)},
            )


@dataclass(frozen=True, eq=False)
class Study:
    """A whole proposal at one table: the house's options and limits."""

    proposal: Proposal
    rules: Rules
    base: Rules
    """The rules without the proposal."""
    limits: Limits
    limits_named: tuple[str, ...]
    """The limits that the applicant named."""
    bets: tuple[BetStudy, ...]

    @property
    def warnings(self) -> tuple[Message, ...]:
        """Remarks: on the proposal as a whole, then on each bet; the same remark on bets of one family is made once."""
        title = given_text({str(code): text for code, text in law(self.proposal.game).instrument.title.items()})
        whole = () if self.rules.rulebook.new_bets else (Message(NO_ARTICLE_7, asked=title),)
        known = {one.bet.key: one.analysis.house_edge for one in self.bets}
        edges = [
            (bet.id, known[key] if key in known else analysed(bet).house_edge) for key, bet in self.rules.bets.items()
        ]
        made: dict[tuple[str, Code, tuple[tuple[str, object], ...]], list[Bet]] = {}
        for one in self.bets:
            alike = (one.bet.id, one.analysis.house_edge)
            highest = max((edge for name, edge in edges if (name, edge) != alike), default=alike[1])
            for code, about in one.remarks(highest):
                made.setdefault((one.bet.id, code, tuple(about.items())), []).append(one.bet)
        return (
            *whole,
            *(
                Message(code, bet=Localized(bets_text, tuple(bets)), **dict(about))
                for (_, code, about), bets in made.items()
            ),
        )


def study(
    proposal: Proposal,
    options: Mapping[str, object] | None = None,
    named: NamedLimits | None = None,
    seconds: float = SECONDS,
) -> Study:
    """Work out a proposal at a table; a bet that never ends or cannot be solved in time is refused at its line."""
    rules = carrying(rulebook(proposal.game), proposal, options or {})
    named = named or NamedLimits()
    limits = named.put_into(rules.rulebook.limits)
    new = {one.bet.key: one for one in proposal.bets}
    base = rulebook(proposal.game).under(**(options or {}))
    bets = tuple(
        BetStudy(rules, rules.bets[key], new.get(key), base.bets.get(key), solved, limits)
        for key, solved in worked_out(proposal, rules, seconds).items()
    )
    for one in bets:
        if one.unchanged and (why := _no_change(one, base)):
            line = proposal.line(one.bet.key)
            raise Refusal(BAD_PROPOSAL, why.cite, asked=proposal.file, line=line, because=why)
    return Study(proposal, rules, base, limits, named.names, bets)


def _no_change(one: BetStudy, base: Rules) -> Message | None:
    """Why a prize that is to change does not: it is the regulation's own, or one that the regulation leaves to a choice, on some outcome."""
    if not one.repriced:
        return Message(
            "change_of_nothing",
            _("{bet}: the regulation already pays this prize"),
            one.departs_from[0] if one.departs_from else one.bet.cite,
            bet=one.bet.key,
        )
    for option, value, rules in each_option(base):
        if one.is_given_by(rules.bets.get(one.bet.key)):
            return Message(
                "change_is_an_option",
                _(
                    "{bet}: the regulation leaves this prize to the concessionaire; choose it with --option {option}={value}"
                ),
                option.cite,
                bet=one.bet.key,
                option=option.name,
                value=value,
            )
    return None


def replaced_options(whole: Study) -> set[str]:
    """Their names."""
    changed = {one.bet.key for one in whole.bets if one.unchanged}
    if not changed:
        return set()
    return _decide_prizes(whole.base, changed) - _decide_prizes(whole.rules, changed)


def _decide_prizes(rules: Rules, keys: Collection[str]) -> set[str]:
    """The options by which prizes of these bets differ."""
    return {
        option.name
        for option, _, other in each_option(rules)
        for key in keys
        if key in other.bets and not _are_paid_alike(rules.bets[key], other.bets[key])
    }


def _are_paid_alike(one: Bet, other: Bet) -> bool:
    return one.start == other.start and not any(paid_apart(one, other, explore(one).states))


ROUNDS = 10**8
SESSION = 10_000
FEWEST = 1000
"""Sessions, where few rounds are played: fewer would say little of their own error."""
MOST_DIGITS = 15
SIMULATION = _("the simulation")


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """What one bet came to, placed again whenever it may be."""

    rounds: int
    seed: int
    edge: float
    error: float
    z: float
    """In standard errors, how far the simulated edge lies above the exact one."""


def simulate_bet(
    whole: Study, one: BetStudy, rounds: int = ROUNDS, is_stopped: Callable[[], bool] = lambda: False
) -> Simulated | None:
    """Play so many rounds; the seed is the proposal's own, so that the same file gives the same figures. None where it was stopped.

    An additional bet is played from its number on, where its flat bet would stand.
    """
    try:
        from banca.analysis.simulation.compiled.program import make_program  # compiled, loaded when it is used
        from banca.analysis.simulation.plan import make_plan
        from banca.analysis.simulation.results import Work
        from banca.analysis.simulation.run import Engine, run
    except ImportError:
        raise Refusal(NEEDS_EXTRA, asked=SIMULATION, allowed="fast") from None
    seed = int(whole.proposal.digest[:MOST_DIGITS], 16)
    unit = _exact_stake(one)
    session = max(1, min(SESSION, rounds // FEWEST))
    strategy = Strategy(
        game=whole.proposal.game,
        plays=(Play(bet=one.bet.key, stake=unit),),
        session=Session(rounds=session),
        limits=Limits(minimum=unit, maximum=unit, chip=1),
    )
    program = make_program(make_plan(strategy, _by_itself(whole.rules, one.bet)))
    work = Work(programs=(program,), sessions=max(2, rounds // session), seed=seed)
    done = run(work, Engine(workers=os.cpu_count() or 1), is_stopped=is_stopped)
    if done is None or not done.is_complete:
        return None
    (results,) = done.results()
    return Simulated(
        rounds=results.rounds,
        seed=seed,
        edge=-results.per_staked.measured,
        error=results.per_staked.error or 0.0,
        z=-(results.z or 0.0),
    )


def simulate_all(whole: Study, rounds: int) -> dict[str, Simulated]:
    """Every bet of the proposal, those with the same table once; none where no rounds are asked for."""
    found: dict[str, Simulated] = {}
    alike: dict[object, Simulated] = {}
    for one in whole.bets if rounds else ():
        same = (tuple(one.analysis.net_distribution.items()), one.analysis.mean_rounds)
        if same not in alike:
            done = simulate_bet(whole, one, rounds)
            if done is None:
                raise KeyboardInterrupt
            alike[same] = done
        found[one.bet.key] = alike[same]
    return found


def _by_itself(rules: Rules, bet: Bet) -> Rules:
    """The rules with this bet added to no other: its figures are those of the bet alone."""
    return replace(rules, bets={**rules.bets, bet.key: replace(bet, added_to="")}) if bet.added_to else rules


def _exact_stake(one: BetStudy) -> int:
    """A stake on which nothing is rounded."""
    rate = one.bet.commission.rate.denominator if one.bet.commission else 1
    return 100 * rate * math.lcm(*(row.odds.stake for row in one.rows))


class PrizeChange(AnswerStruct, frozen=True, kw_only=True):
    """What is paid from now on, and was paid before, on some outcomes."""

    seen: tuple[str, ...]
    pays: Localized
    before: Localized


def prize_changes(one: BetStudy) -> Iterator[PrizeChange]:
    """Outcome by outcome, those together that change alike."""
    alike: dict[tuple[Localized, Localized], list[str]] = {}
    written = outcomes_seen(one.rules, one.bet)
    for change in one.changed:
        pays, paid = Localized(Translator.odds, (change.after.odds,)), Localized(Translator.odds, (change.before.odds,))
        if pays != paid:
            alike.setdefault((pays, paid), []).extend(written[one.bet.sees(change.outcome)])
    for (pays, paid), outcomes in alike.items():
        yield PrizeChange(seen=tuple(dict.fromkeys(outcomes)), pays=pays, before=paid)


def won_on(row: RowChance, one: BetStudy) -> tuple[str, ...]:
    """The outcomes that win one of several prizes without names; nothing of a new bet of several rounds, where the state decides as well."""
    states = one.solved.automaton.states
    if len(one.rows) == 1 or row.name or (one.new and len(states) > 1):
        return ()
    written = outcomes_seen(one.rules, one.bet)
    seen = (
        one.bet.sees(outcome)
        for state in states
        for outcome, _ in one.bet.space
        if isinstance(won := one.bet.verdict(state, outcome), Win) and (won.row, won.odds) == (row.key, row.odds)
    )
    return tuple(dict.fromkeys(each for one_seen in seen for each in written[one_seen]))
