"""What follows from a proposal: every figure that a regulation asks for, and those that an examiner asks next."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from banca.analysis.exact.odds import SECONDS, Analysis, Solved, analyse, analyse_solved, analysed, worked_out
from banca.dossier.endings import Ending, endings
from banca.dossier.texts import BEFORE_MOVED, OWN_ROW
from banca.dossier.values import bets_text
from banca.dossier.warnings import (
    HIGHER_THAN_ANY,
    LONG_BET,
    NO_ARTICLE_7,
    NOBODY_AHEAD,
    PLAYER_AHEAD,
    ROUNDING_COSTS,
    ROW_NEVER_WON,
)
from banca.games import rulebook
from banca.i18n import Localized, Translator
from banca.i18n.descriptions import round_nouns
from banca.law import law
from banca.proposals.refusals import BAD_PROPOSAL
from banca.rules import (
    Bet,
    Citation,
    Code,
    Limits,
    Message,
    NamedLimits,
    Odds,
    Option,
    Outcome,
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
    given_text,
    pay,
)
from banca.rules.proposal import OPTION, PROPOSED

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
