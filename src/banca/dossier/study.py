"""What follows from a proposal: every figure that a regulation asks for, those that an examiner asks next, and their proof."""

import hashlib
import json
import math
import os
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from msgspec.structs import asdict

from banca.analysis.exact.certificate import FORMAT, solved_certificate
from banca.analysis.exact.odds import (
    Analysis,
    BetEnding,
    ChainSolution,
    analyse,
    analyse_solved,
    analysed,
    families,
    fraction,
)
from banca.analysis.exact.proposals import SECONDS, solve_proposal
from banca.analysis.settlement import StepShown, step_shown
from banca.drawing import Form, layout, standalone, to_text
from banca.games import rulebook
from banca.i18n import LocalizedText, Translator
from banca.i18n.answer import AnswerStruct, Clauses, DecimalNumber, GameTitle, Money, TableLimits, json_names
from banca.i18n.descriptions import STATUSES, figure_words, round_nouns
from banca.law import Clause, Instrument, InstrumentDates, Status, clause, law, shared_readings
from banca.proposals.compiler import BAD_PROPOSAL
from banca.rules import (
    KINDS,
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
    PrizeRow,
    Proposal,
    ProposedBet,
    Push,
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
    net_per_unit,
    pay,
)
from banca.rules.money import steps_of
from banca.rules.refusal import NEEDS_EXTRA
from banca.rules.rulebook import OPTION, PROPOSED
from banca.version import VERSION

DOSSIER_FORMAT = "banca dossier 1"
# Of the longest fraction that a table takes.
MOST_CHARACTERS = 24
# Bets of a family whose selections are named one by one.
MOST_NAMES = 3
# States of a long bet whose row is printed; the certificate has them all.
STATES_SHOWN = 8
# Mean rounds from which a bet is said to be long.
LONG = 1000
NONE = Fraction(0)


class ExactFigure(AnswerStruct, kw_only=False):
    """A number exactly, and rounded for the eye: to four decimals of a percent, or to as many as show four digits."""

    exact: Fraction
    JSON = ("exact", "decimal", "percent", "said")

    @property
    def _digits(self) -> int:
        percent = abs(float(self.exact)) * 100
        return 4 if not percent or percent >= 0.1 else 3 - math.floor(math.log10(percent))

    @property
    def decimal(self) -> DecimalNumber:
        """Rounded."""
        return DecimalNumber(self.exact, self._digits + 2)

    @property
    def percent(self) -> DecimalNumber:
        """In percent."""
        return DecimalNumber(float(self.exact) * 100, self._digits)

    @property
    def said(self) -> LocalizedText:
        """In percent, in words."""
        return LocalizedText(Translator.percent, self.exact, self._digits)

    @property
    def is_long(self) -> bool:
        """Whether the fraction is too long for a table."""
        return len(str(self.exact)) > MOST_CHARACTERS


class Prize(AnswerStruct):
    """A prize: its chance, what it gives back of every stake, and the edge where it is one step lower or higher."""

    row: str
    name: str
    seen: tuple[str, ...]
    """The outcomes on which it is won, where these alone tell it from other prizes."""
    pays: LocalizedText
    chance: ExactFigure
    one_in: DecimalNumber
    returns: ExactFigure
    lower: LocalizedText
    """Nothing where one less would be no prize."""
    edge_lower: ExactFigure | None
    higher: LocalizedText
    edge_higher: ExactFigure

    @property
    def odds(self) -> Odds:
        """What it pays."""
        odds: Odds = self.pays.value[0]
        return odds


class BetResult(AnswerStruct):
    """A way to end: its chance, the net of one unit staked, and the product of both."""

    kind: str
    said: LocalizedText
    net: Fraction
    chance: ExactFigure
    share: ExactFigure


class WorkedExample(AnswerStruct):
    """The shortest run of outcomes to a decision, and what a minimum stake comes to."""

    outcomes: tuple[str, ...]
    said: LocalizedText
    kind: str
    stake: Money
    received: Money
    net: Money
    steps: tuple[StepShown, ...]


class RoundedEdge(AnswerStruct):
    """The edge at the table's minimum, where what is paid is rounded down to the chip (R-money-1), and what that costs."""

    stake: Money
    chip: Money
    edge: ExactFigure
    costs: ExactFigure


class Liability(AnswerStruct):
    """The most that the house can owe for one bet at the table's maximum, beside the stake that it returns."""

    stake: Money
    pays: LocalizedText
    prize: Money
    chance: ExactFigure


class PrizeChange(AnswerStruct):
    """What is paid from now on, and was paid before, on some outcomes."""

    seen: tuple[str, ...]
    pays: LocalizedText
    before: LocalizedText


class WithdrawalRule(AnswerStruct):
    """When a bet may be taken back, and the clause or the reading that says so."""

    when: Text
    cite: Citation


class BetStudy(Analysis):
    """One bet that the proposal adds or changes."""

    key: str
    is_new: bool
    description: str
    pays_before: LocalizedText
    """Nothing where the bet is new."""
    changes: tuple[PrizeChange, ...]
    """Of a bet of the game."""
    departs_from: tuple[Citation, ...]
    """The clauses of the prizes that change."""
    decided_by: tuple[Citation, ...]
    """The clauses other than its own by which it is decided, lost or tied."""
    withdrawn: tuple[WithdrawalRule, ...]
    """When it may be taken back; nothing where no article seen says."""
    place: str
    phase: str
    when: str
    line: int
    edge: ExactFigure
    edge_before: ExactFigure | None
    edge_per_round: ExactFigure
    win: ExactFigure
    lose: ExactFigure
    push: ExactFigure
    one_in: DecimalNumber
    rounds: ExactFigure
    prizes: tuple[Prize, ...]
    endings: tuple[BetResult, ...]
    examples: tuple[WorkedExample, ...]
    rounded: RoundedEdge
    liability: Liability
    JSON = (
        *("key", "is_new", "description", "pays_before", "changes", "departs_from", "decided_by", "withdrawn", "place"),
        *("phase", "when", "line", "edge", "edge_before", "edge_per_round", "win", "lose", "push", "one_in", "rounds"),
        *("prizes", ("results", "endings"), "examples", "rounded", "liability"),
    )


class StateMove(AnswerStruct):
    """What follows on some outcomes, in how many ways: a decision, another state, or the state stays."""

    to: LocalizedText | Text
    is_decided: bool
    ways: int
    seen: tuple[str, ...]


class StateFigures(AnswerStruct):
    """A state of a bet: its moves, and its figures from there on."""

    state: LocalizedText
    moves: tuple[StateMove, ...]
    win: ExactFigure
    mean: ExactFigure
    rounds: ExactFigure


class Derivation(AnswerStruct):
    """The first states of the chain, and of how many; `total` equally likely ways."""

    total: int
    weights_cite: Clauses
    weighed_by: Clauses
    """Of a device whose results have a clause each: these."""
    states: tuple[StateFigures, ...]
    of: int


class EdgeAtOption(AnswerStruct):
    """The edge where the house chooses another value of an option."""

    option: Option[Any]
    value: str
    edge: ExactFigure
    JSON = (("option", "option.name"), ("name", "option.says"), "value", "said", "edge")

    @property
    def said(self) -> str:
        """The value in words."""
        return self.option.says_value.get(self.value) or self.value


class SimulatedEdge(AnswerStruct):
    """What one bet came to, placed again whenever it may be: a second opinion."""

    rounds: int
    seed: int
    edge: DecimalNumber
    error: DecimalNumber
    z: DecimalNumber
    """In standard errors, how far the simulated edge lies above the exact one."""


class ProvedBet(BetStudy):
    """A bet with what a regulator checks its figures with."""

    state_words: str
    """What a state says, where the proposal tells."""
    sees: tuple[str, ...]
    """The facts of an outcome that it looks at, where they are not the outcome itself."""
    derivation: Derivation
    at_options: tuple[EdgeAtOption, ...]
    simulation: SimulatedEdge | None


class ClauseText(AnswerStruct):
    """A clause in Banca's words."""

    cite: Citation
    clause: str
    text: Text


class OptionChosen(AnswerStruct):
    """What the house chose, by which clause, and the clause that makes the choice subject to authorisation, where one does."""

    option: str
    name: str
    value: str
    said: str
    cite: Citation
    reads: tuple[Citation, ...]
    status: Status
    authorised_by: Citation | None


class StudyWarning(AnswerStruct):
    """A remark for the examiner."""

    code: str
    said: Message


class ComparedBets(AnswerStruct):
    """A bet of the table, or several of a family that are equal, among the others."""

    id: str
    selection: str
    """Nothing where there are several."""
    name: LocalizedText
    together: LocalizedText
    count: int
    pays: LocalizedText
    edge: ExactFigure
    win: ExactFigure
    rounds: ExactFigure
    sd: DecimalNumber
    status: str
    marks: tuple[str, ...]
    """Of where the bet comes from, and of a proposed prize."""
    cite: Citation
    is_proposed: bool


# The same in words


def decision_text(say: Translator, decision: Decided, row: str = "") -> str:
    """`wins 3 to 1: two pairs`."""
    match decision:
        case Win():
            pays = say.odds([decision.odds])
            return say(_("wins {pays}: {row}"), row=say(row), pays=pays) if row else say(_("wins {pays}"), pays=pays)
        case Lose() if decision.share != 1:
            return say(_("{share} of the stake is lost"), share=say.exact(decision.share))
        case Push():
            return say(_("the stake is returned"))
        case _:
            return say(_("the stake is lost"))


def made_state_text(say: Translator, made: object) -> str:
    """`2 and 3`; parts of a list within a list are told apart: `4 and 5 · 0`."""
    if isinstance(made, tuple) and any(isinstance(part, tuple) for part in made):
        return " · ".join(_list(part, say) for part in made)
    return _list(made, say)


def _list(made: object, say: Translator) -> str:
    if not isinstance(made, tuple):
        return str(made)
    return say.enumeration(map(str, made)) if made else say(_("none"))


def bets_text(say: Translator, bets: tuple[Bet, ...]) -> str:
    """The name with the few selections, `Hop 1-2, 1-3`; of many, the family and how many they are."""
    first = bets[0]
    if len(bets) > MOST_NAMES:
        return say(_("{family} ({count} bets)"), family=say.family(first), count=len(bets))
    return say(first.name).replace("{}", say.list(say(bet.label) or bet.selection for bet in bets))


def layout_text(say: Translator, rules: Rules, form: Form = Form.WIDE, is_bare: bool = False) -> str:  # noqa: FBT001, FBT002 - an argument of a `LocalizedText`
    """As SVG."""
    drawn = layout(rules, say, form, is_bilingual=is_bare)
    return to_text(drawn) if is_bare else standalone(drawn)


def language_code(say: Translator) -> str:
    """Its code."""
    return say.language.value


def outcomes_seen(rules: Rules, bet: Bet) -> Mapping[Outcome, tuple[str, ...]]:
    """For everything a bet can see, how it is written: a total as a number, anything else by the outcomes that look so.

    Outcomes that no bet can tell apart, such as 1-3 and 3-1, are written once.
    """
    book = rules.rulebook
    first: dict[object, str] = {}
    seen: dict[Outcome, dict[str, None]] = {}
    for outcome, _weight in bet.space:
        written = first.setdefault(tuple(book.facts(outcome).items()), book.show(outcome))
        seen.setdefault(bet.sees(outcome), {})[written] = None
    if all(str(what).isdigit() for what in seen) and any(len(outcomes) > 1 for outcomes in seen.values()):
        return {what: (str(what),) for what in seen}
    return {what: tuple(outcomes) for what, outcomes in seen.items()}


# What an examiner is told

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


def remarks(bet: BetStudy, game: str, highest: Fraction) -> Iterator[tuple[Code, Mapping[str, object]]]:
    """What an examiner should know of a bet at once; `highest` is the highest edge of the table's other bets."""
    edge, rounded = bet.house_edge, bet.rounded.edge.exact
    if edge < 0:
        yield PLAYER_AHEAD, {"asked": LocalizedText(Translator.percent, -edge)}
    if edge == 0:
        yield NOBODY_AHEAD, {}
    for prize in bet.prizes:
        if not prize.chance.exact:
            yield ROW_NEVER_WON, {"asked": prize.name or prize.odds}
    if bet.mean_rounds > LONG:
        yield LONG_BET, {"asked": int(bet.mean_rounds), "many": round_nouns(game)["many"]}
    if rounded != edge:
        yield (
            ROUNDING_COSTS,
            {
                "asked": LocalizedText(Translator.decimal, 100 * (rounded - edge), 3),
                "before": LocalizedText(Translator.percent, edge),
                "after": LocalizedText(Translator.percent, rounded),
            },
        )
    if edge > highest:
        yield (
            HIGHER_THAN_ANY,
            {
                "asked": LocalizedText(Translator.percent, edge, 2),
                "allowed": LocalizedText(Translator.percent, highest, 2),
            },
        )


# The study


class Study(AnswerStruct, dict=True, eq=False):
    """A whole proposal at one table: the house's options and limits, and every figure. JSON has the figures; their proof is the `Dossier`'s."""

    proposal: Proposal
    rules: Rules
    base: Rules
    """The rules without the proposal."""
    limits: Limits
    limits_named: tuple[str, ...]
    """The limits that the applicant named; for the others, the figures use the game's own."""
    solved: Mapping[str, ChainSolution]
    """Every bet that the proposal adds or changes, by its key."""
    JSON = (
        *(("id", "proposal.id"), ("digest", "proposal.digest"), ("title", "proposal.title"), ("game", "proposal.game")),
        *(("game_title", "heading.title"), ("instrument", "heading.instrument"), ("number", "law.number"), "dates"),
        *("figure_words", "is_granted", "asked_under"),
        *(("minimum", "stakes.minimum"), ("maximum", "stakes.maximum"), ("chip", "stakes.chip")),
        *("options", "warnings", "bets", "families", "comparison"),
    )

    @property
    def heading(self) -> GameTitle:
        """What the game and the order that approved its rules are called, and a caution where its text has changed."""
        return GameTitle(game=self.proposal.game)

    @property
    def law(self) -> Instrument:
        """The order that approved its rules."""
        return law(self.proposal.game).instrument

    @property
    def dates(self) -> InstrumentDates:
        """When it was signed, published, in force and replaced."""
        return InstrumentDates(**self.law.known_dates())

    @property
    def figure_words(self) -> Mapping[str, str]:
        """Figures that the game has its own words for."""
        words = figure_words(self.proposal.game)
        return {name: words[name] for name in ("rounds", "p_push", "mean_rounds", "house_edge_per_round")}

    @property
    def is_granted(self) -> bool:
        """Whether an article provides for such proposals."""
        return bool(self.rules.rulebook.new_bets)

    @property
    def asked_under(self) -> tuple[ClauseText, ...]:
        """The clauses by which new bets are applied for, without readings of them; and the reading where the game has none."""
        cites = self.rules.rulebook.new_bets or (PROPOSED,)
        clauses = (clause(cite.game, cite.clause) for cite in cites)
        return tuple(_clause_text(of) for of in clauses if of.status is not Status.READING)

    @property
    def stakes(self) -> TableLimits:
        """The limits as money."""
        return TableLimits.of(self.limits)

    @property
    def options(self) -> tuple[OptionChosen, ...]:
        """What the house chose, without options that decided prizes and do so no longer."""
        left_out, chosen = {OPTION, *replaced_options(self)}, self.rules.chosen
        return tuple(
            _option(option, str(chosen[option]))
            for option in self.rules.rulebook.options
            if option.name not in left_out
        )

    @cached_property
    def new(self) -> Mapping[str, ProposedBet]:
        """The new bets as their file describes them, by their keys."""
        return {new.bet.key: new for new in self.proposal.bets}

    @cached_property
    def bets(self) -> tuple[BetStudy, ...]:
        """The figures of every bet that the proposal adds or changes."""
        return tuple(study_bet(self, self.rules.bets[key], solved) for key, solved in self.solved.items())

    @cached_property
    def warnings(self) -> tuple[StudyWarning, ...]:
        """Remarks: on the proposal as a whole, then on each bet; the same remark on bets of one family is made once."""
        messages = [] if self.is_granted else [Message(NO_ARTICLE_7, asked=self.heading.title)]
        known = {bet.key: bet.house_edge for bet in self.bets}
        edges = [
            (bet.id, known[key] if key in known else analysed(bet).house_edge) for key, bet in self.rules.bets.items()
        ]
        made: dict[tuple[str, Code, tuple[tuple[str, object], ...]], list[Bet]] = {}
        for bet in self.bets:
            own = (bet.bet.id, bet.house_edge)
            highest = max((edge for family, edge in edges if (family, edge) != own), default=own[1])
            for code, about in remarks(bet, self.proposal.game, highest):
                made.setdefault((bet.bet.id, code, tuple(about.items())), []).append(bet.bet)
        messages += [
            Message(code, bet=LocalizedText(bets_text, tuple(bets)), **dict(about))
            for (_id, code, about), bets in made.items()
        ]
        return tuple(StudyWarning(code=str(message.code), said=message) for message in messages)

    @property
    def families(self) -> tuple[tuple[str, ...], ...]:
        """The keys of bets that are described together: those of a family with the same prizes and chances."""
        alike = families(self.bets, lambda bet: (bet.phase, bet.states, bet.pays_before, bet.prizes))
        return tuple(tuple(bet.key for bet in family) for family in alike)

    @cached_property
    def comparison(self) -> tuple[ComparedBets, ...]:
        """The proposed bets among the game's own, from the lowest edge to the highest; equal bets of a family once."""
        known = {bet.key: bet for bet in self.bets}
        figures = [known.get(key) or analysed(bet) for key, bet in self.rules.bets.items()]
        rows = [
            _compared(family, is_proposed=family[0].bet.key in known)
            for family in families(figures, lambda analysis: analysis.bet.key in known)
        ]
        return tuple(sorted(rows, key=lambda row: row.edge.exact))


def study(
    proposal: Proposal,
    options: Mapping[str, object] | None = None,
    named: NamedLimits | None = None,
    seconds: float = SECONDS,
) -> Study:
    """Work out a proposal at a table; a bet that never ends or cannot be solved in time is refused at its line."""
    rules = carrying(rulebook(proposal.game), proposal, options or {})
    named = named or NamedLimits()
    base = rulebook(proposal.game).under(**(options or {}))
    limits = named.put_into(rules.rulebook.limits)
    solved = solve_proposal(proposal, rules, seconds)
    for key, of_bet in solved.items():
        if key in base.bets and (why := _no_change(rules.bets[key], base, of_bet)):
            raise Refusal(BAD_PROPOSAL, why.cite, asked=proposal.file, line=proposal.line(key), because=why)
    return Study(proposal=proposal, rules=rules, base=base, limits=limits, limits_named=named.names, solved=solved)


def study_bet(study: Study, bet: Bet, solved: ChainSolution) -> BetStudy:
    """The figures of a bet that the proposal adds or changes."""
    new, unchanged = study.new.get(bet.key), study.base.bets.get(bet.key)
    analysis, before = analyse_solved(bet, solved), analyse(unchanged) if unchanged else None
    changed = _changed_wins(bet, unchanged, solved) if unchanged else ()
    prizes = tuple(_prizes(study, bet, solved, analysis))
    phase = new.phase if new else ""
    return BetStudy(
        **asdict(analysis),
        key=bet.key,
        is_new=new is not None,
        description=bet.about or bet.wins or given_text(clause(bet.cite.game, bet.cite.clause).says),
        pays_before=_odds_text(*(before.pays if before else ())),
        changes=tuple(_prize_changes(study.rules, bet, changed)),
        departs_from=tuple(dict.fromkeys(win.cite for _outcome, win, _after in changed)),
        decided_by=_decided_by(bet, analysis),
        withdrawn=tuple(WithdrawalRule(when=rule.when, cite=rule.cite) for rule in _withdrawals(study, bet)),
        place=bet.place.value if new else "",
        phase=phase,
        when=study.rules.rulebook.table.phase_words.get(phase, phase),
        line=new.line if new else 0,
        edge=ExactFigure(analysis.house_edge),
        edge_before=ExactFigure(before.house_edge) if before else None,
        edge_per_round=ExactFigure(analysis.house_edge_per_round),
        win=ExactFigure(analysis.p_win),
        lose=ExactFigure(analysis.p_lose),
        push=ExactFigure(analysis.p_push),
        one_in=_one_in(analysis.p_win),
        rounds=ExactFigure(analysis.mean_rounds),
        prizes=prizes,
        endings=tuple(_results(analysis, prizes)),
        examples=tuple(_examples(study, bet, solved, prizes)),
        rounded=_rounded(bet, analysis, study.limits),
        liability=_liability(bet, prizes, study.limits),
    )


def _odds_text(*odds: Odds) -> LocalizedText:
    return LocalizedText(Translator.odds, odds)


def _one_in(chance: Fraction) -> DecimalNumber:
    """Once in so many bets; nothing for what never happens."""
    return DecimalNumber(1 / chance if chance else None, 2)


def _decided_by(bet: Bet, analysis: Analysis) -> tuple[Citation, ...]:
    verdicts = (result.verdict for result in analysis.results)
    cites = (bet.decided_by, *(verdict.cite for verdict in verdicts if not isinstance(verdict, Win)))
    return tuple(dict.fromkeys(cite for cite in cites if cite))


def _withdrawals(study: Study, bet: Bet) -> Iterator[Withdrawal]:
    """When it may be taken back: by the rulebook, and for a new bet within that by R-proposal-1."""
    if own := study.rules.rulebook.withdrawal(bet):
        yield own
    if bet.key in study.new:
        yield Withdrawal(when=_("while no outcome has changed its state"), cite=PROPOSED)


# Its prizes


def _prizes(study: Study, bet: Bet, solved: ChainSolution, analysis: Analysis) -> Iterator[Prize]:
    """Every prize with its chance, those that are never won too: a proposal's rows in its order, else the lowest first."""
    new, is_long = study.new.get(bet.key), len(solved.automaton.states) > 1
    chances: dict[tuple[str, Odds], Fraction] = {}
    for result in analysis.results:
        if isinstance(result.verdict, Win):
            won = (result.verdict.row, result.verdict.odds)
            chances[won] = chances.get(won, NONE) + result.chance
    names = {(row.key, row.odds): _row_name(row, is_long=is_long) for row in new.prizes} if new else {}
    others = sorted((won for won in chances if won not in names), key=lambda won: won[1].ratio)
    names |= {(row, odds): row for row, odds in others}
    edge, commission = analysis.house_edge, bet.commission.rate if bet.commission else 0
    for (row, odds), name in names.items():
        chance = chances.get((row, odds), NONE)
        step = chance * (1 - commission) / odds.stake
        lower = Odds(odds.prize - 1, odds.stake).reduced if odds.prize > 1 else None
        # The state decides as well as the outcome in a new bet of several rounds, so that outcomes alone say nothing there.
        is_told_by_outcomes = len(names) > 1 and not name and not (new and is_long)
        yield Prize(
            row=row,
            name=name,
            seen=_won_on(study.rules, bet, solved, row, odds) if is_told_by_outcomes else (),
            pays=_odds_text(odds),
            chance=ExactFigure(chance),
            one_in=_one_in(chance),
            returns=ExactFigure(chance * net_per_unit(Win(odds, bet.cite), bet.commission)),
            lower=_odds_text(*([lower] if lower else [])),
            edge_lower=ExactFigure(edge + step) if lower else None,
            higher=_odds_text(Odds(odds.prize + 1, odds.stake).reduced),
            edge_higher=ExactFigure(edge - step),
        )


def _row_name(row: PrizeRow, *, is_long: bool) -> str:
    """A row without a name: of a bet that lasts, its own mark in the proposal; else the outcomes say it."""
    if str(row.name) != row.key:
        return row.name
    return _("prize “{row}”").fill(row=row.key) if row.key and is_long else ""


def _won_on(rules: Rules, bet: Bet, solved: ChainSolution, row: str, odds: Odds) -> tuple[str, ...]:
    written = outcomes_seen(rules, bet)
    seen = (
        bet.sees(outcome)
        for state in solved.automaton.states
        for outcome, _weight in bet.space
        if isinstance(win := bet.verdict(state, outcome), Win) and (win.row, win.odds) == (row, odds)
    )
    return tuple(dict.fromkeys(text for what in seen for text in written[what]))


def _prize_name(decision: Decided, prizes: Iterable[Prize]) -> str:
    """The name of the prize that is won; nothing where none is."""
    if not isinstance(decision, Win):
        return ""
    won = (decision.row, decision.odds)
    return next((prize.name for prize in prizes if (prize.row, prize.odds) == won), "")


def _decision(decision: Decided, prizes: Iterable[Prize]) -> LocalizedText:
    return LocalizedText(decision_text, decision, _prize_name(decision, prizes))


def _results(analysis: Analysis, prizes: Iterable[Prize]) -> Iterator[BetResult]:
    """The ways to end; those that only the clause tells apart are one."""
    groups: dict[tuple[type[Decided], Fraction, str], list[BetEnding]] = {}
    for result in analysis.results:
        key = (type(result.verdict), result.net, _prize_name(result.verdict, prizes))
        groups.setdefault(key, []).append(result)
    for (kind, net, _name), results in groups.items():
        chance = sum((result.chance for result in results), NONE)
        yield BetResult(
            kind=KINDS[kind],
            said=_decision(results[0].verdict, prizes),
            net=net,
            chance=ExactFigure(chance),
            share=ExactFigure(chance * net),
        )


def _examples(study: Study, bet: Bet, solved: ChainSolution, prizes: Iterable[Prize]) -> Iterator[WorkedExample]:
    """A round, or several, for every way the bet can end, in the order in which they come up."""
    automaton, limits, show = solved.automaton, study.limits, study.rules.rulebook.show
    outcomes = _middle_outcomes(bet, [seen for seen, _weight in automaton.space])
    # Breadth first: the first path that reaches a decision is a shortest one.
    paths: dict[int, tuple[int, ...]] = {0: ()}
    decided: dict[Decided, tuple[int, ...]] = {}
    waiting = deque([0])
    while waiting and len(decided) < len(solved.decisions):
        state = waiting.popleft()
        for column, cell in enumerate(automaton.rows[state]):
            path = (*paths[state], column)
            if not isinstance(cell, int):
                decided.setdefault(cell, path)
            elif cell not in paths:
                paths[cell] = path
                waiting.append(cell)
    for decision, path in decided.items():
        payment = pay(limits.minimum, decision, bet.commission, limits.chip)
        yield WorkedExample(
            outcomes=tuple(show(outcomes[column]) for column in path),
            said=_decision(decision, prizes),
            kind=KINDS[type(decision)],
            stake=Money(payment.stake),
            received=Money(payment.received),
            net=Money(payment.net),
            steps=tuple(map(step_shown, steps_of(bet, decision, payment, payment.stake))),
        )


def _middle_outcomes(bet: Bet, columns: list[Outcome]) -> list[Outcome]:
    """For everything the bet can see, an outcome that looks so: the one in the middle of them."""
    looking: dict[Outcome, list[Outcome]] = {}
    for outcome, _weight in bet.space:
        looking.setdefault(bet.sees(outcome), []).append(outcome)
    return [looking[column][len(looking[column]) // 2] for column in columns]


def _rounded(bet: Bet, analysis: Analysis, limits: Limits) -> RoundedEdge:
    stake, chip = limits.minimum, limits.chip
    back = sum(
        (pay(stake, result.verdict, bet.commission, chip).received * result.chance for result in analysis.results), NONE
    )
    edge = 1 - back / stake
    return RoundedEdge(
        stake=Money(stake),
        chip=Money(chip),
        edge=ExactFigure(edge),
        costs=ExactFigure(edge - analysis.house_edge),
    )


def _liability(bet: Bet, prizes: Iterable[Prize], limits: Limits) -> Liability:
    """The highest prize that can be won, by whichever row."""
    won = [prize for prize in prizes if prize.chance.exact]
    odds = max((prize.odds for prize in won), key=lambda odds: odds.ratio)
    stake = limits.maximum - limits.maximum % limits.minimum
    return Liability(
        stake=Money(stake),
        pays=_odds_text(odds),
        prize=Money(pay(stake, Win(odds, bet.cite), bet.commission, limits.chip).net),
        chance=ExactFigure(sum((prize.chance.exact for prize in won if prize.odds.ratio == odds.ratio), NONE)),
    )


# What changes


def _changed_wins(bet: Bet, unchanged: Bet, solved: ChainSolution) -> tuple[tuple[Outcome, Win, Win], ...]:
    """Every win that changes, outcome by outcome and in any state, as the regulation has it and as it is proposed."""
    wins = (
        (outcome, unchanged.verdict(state, outcome), bet.verdict(state, outcome))
        for state in solved.automaton.states
        for outcome, _weight in bet.space
    )
    return tuple(
        dict.fromkeys(
            (outcome, before, after)
            for outcome, before, after in wins
            if isinstance(before, Win) and isinstance(after, Win) and before != after
        )
    )


def _prize_changes(rules: Rules, bet: Bet, changed: Iterable[tuple[Outcome, Win, Win]]) -> Iterator[PrizeChange]:
    """Outcome by outcome, those together that change alike."""
    groups: dict[tuple[LocalizedText, LocalizedText], list[str]] = {}
    written = outcomes_seen(rules, bet)
    for outcome, before, after in changed:
        pays, paid = _odds_text(after.odds), _odds_text(before.odds)
        if pays != paid:
            groups.setdefault((pays, paid), []).extend(written[bet.sees(outcome)])
    for (pays, paid), outcomes in groups.items():
        yield PrizeChange(seen=tuple(dict.fromkeys(outcomes)), pays=pays, before=paid)


def _paid(verdict: Verdict) -> Odds | type[Verdict]:
    """What a verdict pays, whichever clause says so."""
    return verdict.odds.reduced if isinstance(verdict, Win) else type(verdict)


def _differences(bet: Bet, other: Bet, states: Iterable[State]) -> Iterator[tuple[State, Outcome]]:
    """In which states, and on which outcomes, two bets do not pay the same."""
    for state in states:
        for outcome, _weight in bet.space:
            if _paid(bet.verdict(state, outcome)) != _paid(other.verdict(state, outcome)):
                yield state, outcome


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


def _no_change(bet: Bet, base: Rules, solved: ChainSolution) -> Message | None:
    """Why a prize that is to change does not: it is the regulation's own, or one that the regulation leaves to a choice, on some outcome."""
    unchanged = base.bets[bet.key]
    repriced = list(_differences(bet, unchanged, solved.automaton.states))
    if not repriced:
        cites = [before.cite for _outcome, before, _after in _changed_wins(bet, unchanged, solved)]
        return Message(
            "change_of_nothing",
            _("{bet}: the regulation already pays this prize"),
            cites[0] if cites else bet.cite,
            bet=bet.key,
        )
    for option, value, rules in each_option(base):
        other = rules.bets.get(bet.key)
        if other is None or other.start != bet.start:
            continue
        if any(_paid(bet.verdict(*where)) == _paid(other.verdict(*where)) for where in repriced):
            return Message(
                "change_is_an_option",
                _(
                    "{bet}: the regulation leaves this prize to the concessionaire; choose it with --option {option}={value}"
                ),
                option.cite,
                bet=bet.key,
                option=option.name,
                value=value,
            )
    return None


def replaced_options(study: Study) -> set[str]:
    """The names of the options that decided prizes and do so no longer."""
    changed = study.solved.keys() & study.base.bets.keys()
    return _options_of_prizes(study.base, changed) - _options_of_prizes(study.rules, changed) if changed else set()


def _options_of_prizes(rules: Rules, keys: Collection[str]) -> set[str]:
    return {
        option.name
        for option, _value, other in each_option(rules)
        for key in keys
        if key in other.bets and _pay_differently(rules.bets[key], other.bets[key])
    }


def _pay_differently(bet: Bet, other: Bet) -> bool:
    return bet.start != other.start or any(_differences(bet, other, explore(bet).states))


# The second opinion

ROUNDS = 10**8
SESSION = 10_000
# Sessions, where few rounds are played: fewer would say little of their own error.
FEWEST = 1000
# Of the seed, so that it is a whole number in JSON everywhere.
MOST_DIGITS = 15


def simulate_bet(study: Study, of_bet: BetStudy, rounds: int = ROUNDS) -> SimulatedEdge | None:
    """Play so many rounds; the seed is the proposal's own, so that the same file gives the same figures. None where it was stopped."""
    try:
        from banca.analysis.simulation import Play, Session, Strategy
        from banca.analysis.simulation.compiled.program import make_program  # compiled, loaded when it is used
        from banca.analysis.simulation.plan import make_plan
        from banca.analysis.simulation.run import Engine, Work, run
    except ImportError:
        raise Refusal(NEEDS_EXTRA, asked=_("the simulation"), allowed="fast") from None
    bet, rules, seed = of_bet.bet, study.rules, int(study.proposal.digest[:MOST_DIGITS], 16)
    # An additional bet is played from its number on, where its flat bet would stand: its figures are those of the bet alone.
    if bet.added_to:
        rules = replace(rules, bets={**rules.bets, bet.key: replace(bet, added_to="")})
    # A stake on which nothing is rounded.
    rate = bet.commission.rate.denominator if bet.commission else 1
    unit = 100 * rate * math.lcm(*(prize.odds.stake for prize in of_bet.prizes))
    session = max(1, min(SESSION, rounds // FEWEST))
    strategy = Strategy(
        game=study.proposal.game,
        plays=(Play(bet=bet.key, stake=unit),),
        session=Session(rounds=session),
        limits=Limits(minimum=unit, maximum=unit, chip=1),
    )
    program = make_program(make_plan(strategy, rules))
    work = Work(programs=(program,), sessions=max(2, rounds // session), seed=seed)
    done = run(work, Engine(workers=os.cpu_count() or 1))
    if done is None or not done.is_complete:
        return None
    (results,) = done.answer([strategy]).strategies
    return SimulatedEdge(
        rounds=results.rounds,
        seed=seed,
        edge=DecimalNumber(-results.per_staked.measured, 6),
        error=DecimalNumber(results.per_staked.error or 0.0, 6),
        z=DecimalNumber(-(results.z or 0.0), 2, is_signed=True),
    )


def simulate_all(study: Study, rounds: int) -> dict[str, SimulatedEdge]:
    """Every bet of the proposal, those with the same table once; none where no rounds are asked for."""
    results: dict[object, SimulatedEdge] = {}
    for of_bet in study.bets if rounds else ():
        if (of_bet.net, of_bet.mean_rounds) not in results:
            result = simulate_bet(study, of_bet, rounds)
            if result is None:
                raise KeyboardInterrupt
            results[of_bet.net, of_bet.mean_rounds] = result
    return {of_bet.key: results[of_bet.net, of_bet.mean_rounds] for of_bet in study.bets} if rounds else {}


# The proof


def prove_bet(study: Study, of_bet: BetStudy, simulation: SimulatedEdge | None) -> ProvedBet:
    """The figures of a bet with their proof; simulated where that was asked for."""
    new, solved = study.new.get(of_bet.key), study.solved[of_bet.key]
    space, states = of_bet.bet.space, solved.automaton.states
    written = outcomes_seen(study.rules, of_bet.bet)
    return ProvedBet(
        **asdict(of_bet),
        state_words=(new.state_words or "") if new else "",
        sees=new.sees if new else (),
        derivation=Derivation(
            total=space.total,
            weights_cite=Clauses((space.cite,) if space.cite else ()),
            weighed_by=Clauses(space.weighed_by),
            states=tuple(
                _state(number, of_bet, solved, new, written) for number in range(min(STATES_SHOWN, len(states)))
            ),
            of=len(states),
        ),
        at_options=tuple(_at_options(study, of_bet)),
        simulation=simulation,
    )


def _state(
    number: int,
    of_bet: BetStudy,
    solved: ChainSolution,
    new: ProposedBet | None,
    written: Mapping[Outcome, tuple[str, ...]],
) -> StateFigures:
    """In how many of all ways each thing happens in a state, and what follows from there."""

    def name(state: State) -> LocalizedText:
        """A state that a proposal made up is told by what it is made of."""
        made = new.state_values if new else {}
        return LocalizedText(made_state_text, made[state]) if state in made else LocalizedText(Translator.state, state)

    def text(cell: int | Decided) -> LocalizedText | Text:
        if not isinstance(cell, int):
            return _decision(cell, of_bet.prizes)
        return _("stays as it is") if cell == number else name(automaton.states[cell])

    automaton, commission = solved.automaton, of_bet.bet.commission
    *chances, rounds = (fraction(value) for value in solved.values[number])
    decisions = list(zip(solved.decisions, chances, strict=True))
    moves: dict[int | Decided, list[tuple[tuple[str, ...], int]]] = {}
    for (seen, weight), cell in zip(automaton.space, automaton.rows[number], strict=True):
        moves.setdefault(cell, []).append((written[seen], weight))
    return StateFigures(
        state=name(automaton.states[number]),
        moves=tuple(
            StateMove(
                to=text(cell),
                is_decided=not isinstance(cell, int),
                ways=sum(weight for _outcomes, weight in ways),
                seen=tuple(dict.fromkeys(outcome for outcomes, _weight in ways for outcome in outcomes)),
            )
            for cell, ways in moves.items()
        ),
        win=ExactFigure(sum((chance for decision, chance in decisions if isinstance(decision, Win)), NONE)),
        mean=ExactFigure(sum((net_per_unit(decision, commission) * chance for decision, chance in decisions), NONE)),
        rounds=ExactFigure(rounds),
    )


def _at_options(study: Study, of_bet: BetStudy) -> Iterator[EdgeAtOption]:
    """The edge at every value of every option that the regulation leaves to the house, one at a time."""
    # A new bet has the same table wherever the device is the same; a bet of the game may change with any option.
    known = {of_bet.bet.space: of_bet.house_edge} if of_bet.is_new else {}
    for option, value, rules in each_option(study.rules):
        bet = rules.bets.get(of_bet.key)
        if bet is None:
            continue
        edge = known[bet.space] if bet.space in known else analyse(bet).house_edge
        if of_bet.is_new:
            known[bet.space] = edge
        yield EdgeAtOption(option=option, value=value, edge=ExactFigure(edge))


def rests_on(study: Study) -> list[Clause]:
    """The clauses of the application, device, bets, options and limits, with their readings; then those for every game; each once."""
    game = study.proposal.game
    cites: list[Citation | None] = [*study.rules.rulebook.new_bets]
    for of_bet in study.bets:
        bet = of_bet.bet
        cites += [bet.space.cite, *bet.space.weighed_by, bet.cite, *of_bet.decided_by, *of_bet.departs_from]
        cites += [*bet.reads, *of_bet.commission_cite.cites, *(rule.cite for rule in of_bet.withdrawn)]
    options = [option for option in study.rules.rulebook.options if option.name != OPTION]
    cites += [cite for option in options for cite in (option.cite, option.authorised_by)]
    cites.append(study.limits.multiple_cite)
    clauses = [clause(game, cite.clause) for cite in dict.fromkeys(cites) if cite]
    read = [cite for of in clauses for cite in (of.cite, *of.readings)]
    shared = [reading.cite for reading in shared_readings().values()]
    # By the game's id also what all games share: it has the game's nouns.
    return [clause(game, cite.clause) for cite in dict.fromkeys([*read, *shared])]


# The whole


class Dossier(AnswerStruct, dict=True, eq=False):
    """Everything about a proposal: the figures of the study, with their proof."""

    study: Study
    simulated: Mapping[str, SimulatedEdge] = {}
    """The results of simulations by the bet's key."""
    dated: date | str = ""
    """The day of the application; empty if none is given."""
    JSON = (
        *((name, "bets" if name == "bets" else f"study.{path}") for name, path in json_names(Study).items()),
        *("format", "version", "language", ("date", "dated"), "regulation", "holds"),
        ("caution", "study.heading.caution"),
        *(("limits_named", "study.limits_named"), ("multiple_cite", "study.limits.multiple_cite")),
        *(("source", "study.proposal.source"), "layout", "rests_on", "certificate", "certificate_digest"),
    )

    @cached_property
    def bets(self) -> tuple[ProvedBet, ...]:
        """The bets of the proposal with their proof."""
        return tuple(prove_bet(self.study, bet, self.simulated.get(bet.key)) for bet in self.study.bets)

    @property
    def format(self) -> str:
        """The name of this form of JSON."""
        return DOSSIER_FORMAT

    @property
    def version(self) -> str:
        """Of the program."""
        return VERSION

    @property
    def language(self) -> LocalizedText:
        """The reader's."""
        return LocalizedText(language_code)

    @property
    def regulation(self) -> Text:
        """What the regulation is called."""
        return given_text(self.study.law.regulation)

    @property
    def holds(self) -> Text:
        """How much of it has been seen."""
        return given_text(self.study.law.known)

    @property
    def layout(self) -> LocalizedText:
        """The table with the proposed bets marked."""
        return LocalizedText(layout_text, self.study.rules)

    @property
    def rests_on(self) -> tuple[ClauseText, ...]:
        """The clauses on which the figures rest."""
        return tuple(map(_clause_text, rests_on(self.study)))

    @cached_property
    def certificate(self) -> Mapping[str, object]:
        """Every bet of the proposal as its table with the solution, for `banca-verify`."""
        study = self.study
        return {
            "format": FORMAT,
            "game": study.proposal.game,
            "options": dict(study.rules.chosen),
            "bets": tuple(solved_certificate(bet.bet, study.solved[bet.key]) for bet in study.bets),
        }

    @property
    def certificate_digest(self) -> str:
        """Its SHA-256."""
        return hashlib.sha256(json.dumps(self.certificate, sort_keys=True).encode()).hexdigest()


def _clause_text(of: Clause) -> ClauseText:
    return ClauseText(cite=of.cite, clause=of.cite.clause, text=given_text(of.text))


def _option(option: Option[Any], value: str) -> OptionChosen:
    is_untaken = value in map(str, option.untaken)
    reads = (option.left_by, None if is_untaken else option.days_read)
    return OptionChosen(
        option=option.name,
        name=option.says,
        value=value,
        said=option.says_value.get(value) or value,
        cite=option.cite,
        reads=tuple(cite for cite in reads if cite),
        status=clause(option.cite.game, option.cite.clause).status,
        authorised_by=None if is_untaken else option.authorised_by,
    )


def _compared(bets: tuple[Analysis, ...], *, is_proposed: bool) -> ComparedBets:
    first, is_alone = bets[0], len(bets) == 1
    return ComparedBets(
        id=first.bet.id,
        selection=first.bet.selection if is_alone else "",
        name=first.name if is_alone else first.family,
        together=LocalizedText(bets_text, tuple(analysis.bet for analysis in bets)),
        count=len(bets),
        pays=first.pays_text,
        edge=ExactFigure(first.house_edge),
        win=ExactFigure(first.p_win),
        rounds=ExactFigure(first.mean_rounds),
        sd=DecimalNumber(first.sd, 4),
        status=STATUSES[first.status].name,
        marks=_marks(first),
        cite=first.bet.cite,
        is_proposed=is_proposed,
    )


def _marks(analysis: Analysis) -> tuple[str, ...]:
    """A bet of the game whose prize is proposed keeps the mark of where the bet comes from."""
    statuses = {clause(cite.game, cite.clause).status for cite in (analysis.bet.cite, *analysis.bet.reads)} | {
        analysis.status
    }
    own = [status for status in Status if status in statuses and status is not Status.PROPOSED][-1:]
    proposed = [Status.PROPOSED] if Status.PROPOSED in statuses else []
    return tuple(STATUSES[status].mark for status in (*own, *proposed) if STATUSES[status].mark)
