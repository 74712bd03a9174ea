"""What is found out about one bet of a proposal: its figures, prizes, results and worked examples, and their proof."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec import field
from msgspec.structs import asdict

from banca.analysis.exact.odds import BetEnding, fraction
from banca.answers import bet_figures
from banca.answers.odds import BetFigures
from banca.answers.settlement import StepShown, step_shown
from banca.dossier import texts
from banca.dossier.endings import Ending
from banca.dossier.outcomes import outcomes_seen
from banca.dossier.prize_changes import PrizeChange, prize_changes, won_on
from banca.dossier.simulated import Simulated
from banca.dossier.study import BetStudy, RowChance
from banca.dossier.values import ExactFigure, decision_text, made_state_text
from banca.i18n import Localized, Translator
from banca.i18n.answer import AnswerStruct, Clauses, DecimalNumber, Money
from banca.law import clause
from banca.rules import KINDS, Citation, Decided, Outcome, State, Text, Win, given_text, net_per_unit
from banca.rules.payment import steps_of

STATES_SHOWN = 8
"""States of a long bet whose row is printed; the certificate has them all."""


class PrizeFigures(AnswerStruct, frozen=True, kw_only=True):
    """A prize: its chance, what it gives back of every stake, and the edge where it is one step lower or higher."""

    row: str
    name: str
    seen: tuple[str, ...]
    """The outcomes on which it is won, where these alone tell it from other prizes."""
    pays: Localized
    chance: ExactFigure
    one_in: DecimalNumber
    returns: ExactFigure
    lower: Localized
    """Nothing where one less would be no prize."""
    edge_lower: ExactFigure | None
    higher: Localized
    edge_higher: ExactFigure


class ResultFigures(AnswerStruct, frozen=True, kw_only=True):
    """A way to end: its chance, the net of one unit staked, and the product of both."""

    kind: str
    said: Localized
    net: Fraction
    chance: ExactFigure
    share: ExactFigure


class WorkedExample(AnswerStruct, frozen=True, kw_only=True):
    """The shortest run of outcomes to a decision, and what a minimum stake comes to."""

    outcomes: tuple[str, ...]
    said: Localized
    kind: str
    stake: Money
    received: Money
    net: Money
    steps: tuple[StepShown, ...]


class RoundedFigures(AnswerStruct, frozen=True, kw_only=True):
    """The edge at the table's minimum, where what is paid is rounded down to the chip, and what that costs."""

    stake: Money
    chip: Money
    edge: ExactFigure
    costs: ExactFigure


class LiabilityFigures(AnswerStruct, frozen=True, kw_only=True):
    """The most that the house can owe for one bet."""

    stake: Money
    pays: Localized
    prize: Money
    chance: ExactFigure


class WithdrawalSaid(AnswerStruct, frozen=True, kw_only=True):
    """When a bet may be taken back, and the clause or the reading that says so."""

    when: Text
    cite: Citation


class StudiedBet(BetFigures, frozen=True, kw_only=True):
    """A bet that the proposal adds or changes."""

    key: str
    is_new: bool
    description: str
    pays_before: Localized
    """Nothing where the bet is new."""
    changes: tuple[PrizeChange, ...]
    """Of a bet of the game."""
    departs_from: tuple[Citation, ...]
    """The clauses of the prizes that change."""
    decided_by: tuple[Citation, ...]
    """The clauses other than its own by which it is decided, lost or tied."""
    withdrawn: tuple[WithdrawalSaid, ...]
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
    prizes: tuple[PrizeFigures, ...]
    endings: tuple[ResultFigures, ...] = field(name="results")
    examples: tuple[WorkedExample, ...]
    rounded: RoundedFigures
    liability: LiabilityFigures


class StateMove(AnswerStruct, frozen=True, kw_only=True):
    """What follows on some outcomes, in how many ways: a decision, another state, or the state stays."""

    to: Localized | Text
    is_decided: bool
    ways: int
    seen: tuple[str, ...]


class StateFigures(AnswerStruct, frozen=True, kw_only=True):
    """A state of a bet: its moves, and its figures from there on."""

    state: Localized
    moves: tuple[StateMove, ...]
    win: ExactFigure
    mean: ExactFigure
    rounds: ExactFigure


class Derivation(AnswerStruct, frozen=True, kw_only=True):
    """The first states of the chain, and of how many; `total` equally likely ways."""

    total: int
    weights_cite: Clauses
    weighed_by: Clauses
    """Of a device whose results have a clause each: these."""
    states: tuple[StateFigures, ...]
    of: int


class EdgeAtOption(AnswerStruct, frozen=True, kw_only=True):
    """The edge where the house chooses another value of an option."""

    option: str
    name: str
    value: str
    said: str
    edge: ExactFigure


class SimulatedEdge(AnswerStruct, frozen=True, kw_only=True):
    """What the rounds played came to, as a second opinion."""

    rounds: int
    seed: int
    edge: DecimalNumber
    error: DecimalNumber
    z: DecimalNumber


class ProvedBet(StudiedBet, frozen=True, kw_only=True):
    """A bet with what a regulator checks its figures with."""

    state_words: str
    """What a state says, where the proposal tells."""
    sees: tuple[str, ...]
    """The facts of an outcome that it looks at, where they are not the outcome itself."""
    derivation: Derivation
    at_options: tuple[EdgeAtOption, ...]
    simulation: SimulatedEdge | None


def studied_bet(one: BetStudy) -> StudiedBet:
    """The figures of a bet."""
    figures, bet = one.analysis, one.bet
    phase = one.new.phase if one.new else ""
    return StudiedBet(
        **asdict(bet_figures(bet, figures)),
        key=bet.key,
        is_new=one.new is not None,
        description=bet.about or bet.wins or given_text(clause(bet.cite.game, bet.cite.clause).says),
        pays_before=Localized(Translator.odds, one.before.pays if one.before else ()),
        changes=tuple(prize_changes(one)),
        departs_from=one.departs_from,
        decided_by=one.decided_by,
        withdrawn=tuple(WithdrawalSaid(when=each.when, cite=each.cite) for each in one.withdrawals),
        place=bet.place.value if one.new else "",
        phase=phase,
        when=one.rules.rulebook.table.phase_words.get(phase, phase),
        line=one.new.line if one.new else 0,
        edge=ExactFigure.of(figures.house_edge),
        edge_before=ExactFigure.of(one.before.house_edge) if one.before else None,
        edge_per_round=ExactFigure.of(figures.house_edge_per_round),
        win=ExactFigure.of(figures.p_win),
        lose=ExactFigure.of(figures.p_lose),
        push=ExactFigure.of(figures.p_push),
        one_in=_one_in(figures.p_win),
        rounds=ExactFigure.of(figures.mean_rounds),
        prizes=tuple(_prize(row, one) for row in one.rows),
        endings=tuple(_results(one)),
        examples=tuple(_example(ending, one) for ending in one.endings),
        rounded=RoundedFigures(
            stake=Money(one.rounded.stake),
            chip=Money(one.rounded.chip),
            edge=ExactFigure.of(one.rounded.edge),
            costs=ExactFigure.of(one.rounded.edge - figures.house_edge),
        ),
        liability=LiabilityFigures(
            stake=Money(one.liability.stake),
            pays=Localized(Translator.odds, (one.liability.odds,)),
            prize=Money(one.liability.prize),
            chance=ExactFigure.of(one.liability.chance),
        ),
    )


def proved_bet(one: BetStudy, simulated: Simulated | None) -> ProvedBet:
    """The figures of a bet with their proof; simulated where that was asked for."""
    return ProvedBet(
        **asdict(studied_bet(one)),
        state_words=(one.new.state_words or "") if one.new else "",
        sees=one.new.sees if one.new else (),
        derivation=_derivation(one),
        at_options=tuple(
            EdgeAtOption(
                option=at.option.name,
                name=at.option.says,
                value=at.value,
                said=at.option.says_value.get(at.value) or at.value,
                edge=ExactFigure.of(at.edge),
            )
            for at in one.under_options
        ),
        simulation=_simulated(simulated) if simulated else None,
    )


def _one_in(chance: Fraction) -> DecimalNumber:
    """Once in so many bets; nothing for what never happens."""
    return DecimalNumber(1 / chance if chance else None, 2)


def _prize(row: RowChance, one: BetStudy) -> PrizeFigures:
    return PrizeFigures(
        row=row.key,
        name=row.name,
        seen=won_on(row, one),
        pays=Localized(Translator.odds, (row.odds,)),
        chance=ExactFigure.of(row.chance),
        one_in=_one_in(row.chance),
        returns=ExactFigure.of(row.chance * net_per_unit(Win(row.odds, one.bet.cite), one.bet.commission)),
        lower=Localized(Translator.odds, (row.lower,) if row.lower else ()),
        edge_lower=ExactFigure.of(row.edge_lower) if row.edge_lower is not None else None,
        higher=Localized(Translator.odds, (row.higher,)),
        edge_higher=ExactFigure.of(row.edge_higher),
    )


def _results(one: BetStudy) -> Iterator[ResultFigures]:
    """The ways to end; those that only the clause tells apart are one."""
    alike: dict[tuple[type[Decided], Fraction, str], list[BetEnding]] = {}
    for result in one.analysis.results:
        row = _row_name(result.verdict, one)
        alike.setdefault((type(result.verdict), result.net, row), []).append(result)
    for (kind, net, _), results in alike.items():
        chance = sum((each.chance for each in results), Fraction(0))
        yield ResultFigures(
            kind=KINDS[kind],
            said=_decision(results[0].verdict, one),
            net=net,
            chance=ExactFigure.of(chance),
            share=ExactFigure.of(chance * net),
        )


def _decision(decision: Decided, one: BetStudy) -> Localized:
    """With the name of the row that is won."""
    if not isinstance(decision, Win):
        return Localized(decision_text, decision)
    return Localized(decision_text, decision, _row_name(decision, one))


def _row_name(decision: Decided, one: BetStudy) -> str:
    if not isinstance(decision, Win):
        return ""
    return next((row.name for row in one.rows if row.key == decision.row and row.odds == decision.odds), "")


def _example(ending: Ending, one: BetStudy) -> WorkedExample:
    payment = ending.payment
    return WorkedExample(
        outcomes=ending.outcomes,
        said=_decision(ending.decision, one),
        kind=KINDS[type(ending.decision)],
        stake=Money(payment.stake),
        received=Money(payment.received),
        net=Money(payment.net),
        steps=tuple(map(step_shown, steps_of(one.bet, ending.decision, payment, payment.stake))),
    )


def _derivation(one: BetStudy) -> Derivation:
    """State by state: in how many of all ways each thing happens, and what follows from there."""
    states = range(min(STATES_SHOWN, len(one.solved.automaton.states)))
    written = outcomes_seen(one.rules, one.bet)
    return Derivation(
        total=one.bet.space.total,
        weights_cite=Clauses((one.bet.space.cite,) if one.bet.space.cite else ()),
        weighed_by=Clauses(one.bet.space.weighed_by),
        states=tuple(_state(number, one, written) for number in states),
        of=len(one.solved.automaton.states),
    )


def _state(number: int, one: BetStudy, written: Mapping[Outcome, tuple[str, ...]]) -> StateFigures:
    automaton, decisions = one.solved.automaton, one.solved.decisions
    *chances, rounds = (fraction(value) for value in one.solved.values[number])
    ends = list(zip(decisions, chances, strict=True))
    moves: dict[int | Decided, list[tuple[tuple[str, ...], int]]] = {}
    for (seen, weight), cell in zip(automaton.space, automaton.rows[number], strict=True):
        moves.setdefault(cell, []).append((written[seen], weight))
    return StateFigures(
        state=_state_name(automaton.states[number], one),
        moves=tuple(
            StateMove(
                to=_move(cell, number, one),
                is_decided=not isinstance(cell, int),
                ways=sum(weight for _, weight in ways),
                seen=tuple(dict.fromkeys(each for seen, _ in ways for each in seen)),
            )
            for cell, ways in moves.items()
        ),
        win=ExactFigure.of(sum((chance for decision, chance in ends if isinstance(decision, Win)), Fraction(0))),
        mean=ExactFigure.of(
            sum((net_per_unit(decision, one.bet.commission) * chance for decision, chance in ends), Fraction(0))
        ),
        rounds=ExactFigure.of(rounds),
    )


def _move(cell: int | Decided, number: int, one: BetStudy) -> Localized | Text:
    if not isinstance(cell, int):
        return _decision(cell, one)
    return texts.STAYS if cell == number else _state_name(one.solved.automaton.states[cell], one)


def _state_name(state: State, one: BetStudy) -> Localized:
    """A state that a proposal made up is told by what it is made of."""
    made = one.new.state_values if one.new else {}
    return Localized(made_state_text, made[state]) if state in made else Localized(Translator.state, state)


def _simulated(found: Simulated) -> SimulatedEdge:
    return SimulatedEdge(
        rounds=found.rounds,
        seed=found.seed,
        edge=DecimalNumber(found.edge, 6),
        error=DecimalNumber(found.error, 6),
        z=DecimalNumber(found.z, 2, is_signed=True),
    )
