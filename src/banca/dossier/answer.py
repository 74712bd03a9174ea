"""What is found out about a proposal: what the PDF and the page print, and what `--json` answers."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Any, assert_never

from msgspec import field
from msgspec.structs import asdict

from banca.analysis.exact.certificate import FORMAT, solved_certificate
from banca.analysis.exact.odds import Analysis, BetEnding, analysed, families, fraction
from banca.answers.clauses import InstrumentDates, dates_of
from banca.answers.settlement import StepShown, step_shown
from banca.dossier.study import (
    BetStudy,
    Ending,
    ExactFigure,
    PrizeChange,
    RowChance,
    Simulated,
    Study,
    bets_text,
    decision_text,
    language_code,
    layout_text,
    made_state_text,
    outcomes_seen,
    prize_changes,
    replaced_options,
    won_on,
)
from banca.dossier.texts import STAYS
from banca.games import rulebook
from banca.i18n import Localized, Translator
from banca.i18n.answer import AnswerStruct, Clauses, DecimalNumber, Money, caution
from banca.i18n.descriptions import STATUSES, figure_words
from banca.law import Clause, Effect, Status, clause, law, shared_readings
from banca.rules import (
    KINDS,
    Citation,
    Decided,
    Message,
    Option,
    Outcome,
    State,
    Text,
    Win,
    _,
    _p,
    given_text,
    net_per_unit,
)
from banca.rules.payment import steps_of
from banca.rules.proposal import OPTION, PROPOSED
from banca.version import VERSION


class Provenance(StrEnum):
    """Where a rule was found, the firmest first."""

    IN_FORCE = "in_force"
    FIRST_PUBLISHED = "first_published"
    """In the regulation as first published; an amendment has not been seen."""
    PREDECESSOR = "predecessor"
    REVOKED = "revoked"
    RECONSTRUCTED = "reconstructed"


FIRMEST_FIRST = tuple(Provenance)

NAMED = {
    Provenance.IN_FORCE: _p("where", "the regulation"),
    Provenance.FIRST_PUBLISHED: _("the regulation as first published"),
    Provenance.PREDECESSOR: _("the earlier regulation ({earlier})"),
    Provenance.REVOKED: _p("where", "the revoked regulation"),
    Provenance.RECONSTRUCTED: _("the reconstruction"),
}
"""What it is called within a sentence, in Portuguese with its preposition."""

AS_CHANGED = _("{approved}, as reworded by {changed}")
OWN_BET = _("This bet is in {regulation} ({cite}); only its prizes change.")
OWN_BET_RECONSTRUCTED = _(
    "This bet is reconstructed ({cite}); the article of the regulation has not been consulted. Only its prizes change."
)
OWN_DESCRIBED = _("Bets that are already in {regulation} are described by a summary of the provision cited.")
OWN_DESCRIBED_RECONSTRUCTED = _("Reconstructed bets are described as they are reconstructed here.")
PAID = {
    Provenance.IN_FORCE: _("Odds until now"),
    Provenance.FIRST_PUBLISHED: _("Odds as first published (No. {number})"),
    Provenance.PREDECESSOR: _("Odds in the earlier regulation ({earlier})"),
    Provenance.REVOKED: _("Odds in the revoked regulation (No. {number})"),
    Provenance.RECONSTRUCTED: _("Reconstructed odds"),
}
WITH_PRIZES = {
    Provenance.IN_FORCE: _("With the prizes in the regulation"),
    Provenance.FIRST_PUBLISHED: _("With the prizes as first published"),
    Provenance.PREDECESSOR: _("With the prizes in the earlier regulation"),
    Provenance.REVOKED: _("With the prizes in the revoked regulation"),
    Provenance.RECONSTRUCTED: _("With the reconstructed prizes"),
}

WITH_PRIZES_LESS = _("With the prizes in the earlier regulation, less the commission of {cite}")
"""What an earlier regulation deducted has not been seen: the commission of today's is reckoned with."""


def provenance(cites: Iterable[Citation]) -> Provenance:
    """Of several clauses, that of the least firm."""
    return max(map(_provenance, cites), key=FIRMEST_FIRST.index)


def _provenance(cite: Citation) -> Provenance:
    status = clause(cite.game, cite.clause).status
    match status:
        case Status.RECONSTRUCTED:
            return Provenance.RECONSTRUCTED
        case Status.REVOKED:
            return Provenance.REVOKED
        case Status.PREDECESSOR:
            return Provenance.PREDECESSOR
        case Status.GAZETTED | Status.GAZETTED_COPY | Status.READING | Status.HOUSE_RULE | Status.PROPOSED:
            return _of_regulation(cite.game)
        case _:
            assert_never(status)


def _of_regulation(game: str) -> Provenance:
    of = law(game)
    if of.instrument.until:
        return Provenance.REVOKED
    return Provenance.FIRST_PUBLISHED if of.amendments else Provenance.IN_FORCE


def regulation_named(found: Provenance, game: str, say: Translator) -> str:
    """What a rule's source is called within a sentence."""
    return say(NAMED[found], **_names(game, say))


def paid_label(found: Provenance, game: str, say: Translator) -> str:
    """What stands before the prize that a bet had."""
    return say(PAID[found], **_names(game, say))


def with_prizes_label(found: Provenance, commission: Sequence[Citation], say: Translator) -> str:
    """What stands before the edge with the prizes that a bet had."""
    if found is Provenance.PREDECESSOR and commission:
        return say(WITH_PRIZES_LESS, cite=say.cites(commission))
    return say(WITH_PRIZES[found])


def _names(game: str, say: Translator) -> dict[str, str]:
    """The number of the order, and the instrument that it replaced, as it was last changed."""
    instrument, others = law(game).instrument, law(game).others
    replaced = [one for one in others if one.until and one.until == instrument.in_force]
    approved = [say(given_text(one.name)) for one in replaced if one.effect is Effect.APPROVES]
    changed = [say(given_text(one.name)) for one in replaced if one.effect is Effect.AMENDS]
    earlier = approved[-1] if approved else ""
    if changed:
        earlier = say(AS_CHANGED, approved=earlier, changed=changed[-1])
    return {"number": instrument.number, "earlier": earlier}


class ProposalCertificate(AnswerStruct, frozen=True, kw_only=True):
    """Every bet of the proposal as its table with the solution, for `banca-verify`."""

    format: str
    game: str
    options: Mapping[str, object]
    bets: tuple[Mapping[str, object], ...]


def proposal_certificate(whole: Study) -> ProposalCertificate:
    """The certificate of a proposal."""
    return ProposalCertificate(
        format=FORMAT,
        game=whole.proposal.game,
        options=dict(whole.rules.chosen),
        bets=tuple(solved_certificate(one.bet, one.solved) for one in whole.bets),
    )


def rests_on(whole: Study) -> list[Clause]:
    """The clauses of the application, device, bets, options and limits, with their readings; then those for every game; each once."""
    game = whole.proposal.game
    cites: list[Citation | None] = [*whole.rules.rulebook.new_bets]
    for one in whole.bets:
        withdrawn = [each.cite for each in one.withdrawals]
        commission = one.bet.commission.cite if one.bet.commission else None
        device = (one.bet.space.cite, *one.bet.space.weighed_by)
        cites += [*device, one.bet.cite, *one.decided_by, *one.departs_from, *one.bet.reads, commission, *withdrawn]
    options = [one for one in whole.rules.rulebook.options if one.name != OPTION]
    cites += [cite for one in options for cite in (one.cite, one.authorised_by)]
    cites.append(whole.limits.multiple_cite)
    found = [clause(game, cite.clause) for cite in dict.fromkeys(cites) if cite]
    read = [cite for one in found for cite in (one.cite, *one.readings)]
    shared = [one.cite for one in shared_readings().values()]
    # By the game's id also what all games share: it has the game's nouns.
    return [clause(game, cite.clause) for cite in dict.fromkeys([*read, *shared])]


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


class StudiedBet(Analysis, frozen=True, kw_only=True):
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
    endings: tuple[ResultFigures, ...]
    examples: tuple[WorkedExample, ...]
    rounded: RoundedFigures
    liability: LiabilityFigures
    JSON = (
        *("key", "is_new", "description", "pays_before", "changes", "departs_from", "decided_by", "withdrawn", "place"),
        *("phase", "when", "line", "edge", "edge_before", "edge_per_round", "win", "lose", "push", "one_in", "rounds"),
        *("prizes", ("results", "endings"), "examples", "rounded", "liability"),
    )


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
        **asdict(figures),
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
    for (kind, net, _row), results in alike.items():
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
    return STAYS if cell == number else _state_name(one.solved.automaton.states[cell], one)


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


DOSSIER_FORMAT = "banca dossier 1"


class ClauseText(AnswerStruct, frozen=True, kw_only=True):
    """A clause in Banca's words."""

    cite: Citation
    clause: str
    text: Text


class OptionChosen(AnswerStruct, frozen=True, kw_only=True):
    """What the house chose, by which clause, and the clause that makes the choice subject to authorisation, where one does."""

    option: str
    name: str
    value: str
    said: str
    cite: Citation
    reads: tuple[Citation, ...]
    status: Status
    authorised_by: Citation | None


class StudyWarning(AnswerStruct, frozen=True, kw_only=True):
    """A remark for the examiner."""

    code: str
    said: Message


class ComparedBets(AnswerStruct, frozen=True, kw_only=True):
    """A bet of the table, or several of a family that are equal, among the others."""

    id: str
    selection: str
    """Nothing where there are several."""
    name: Localized
    together: Localized
    count: int
    pays: Localized
    edge: ExactFigure
    win: ExactFigure
    rounds: ExactFigure
    sd: DecimalNumber
    status: str
    marks: tuple[str, ...]
    """Of where the bet comes from, and of a proposed prize."""
    cite: Citation
    is_proposed: bool


class StudyAnswer(AnswerStruct, frozen=True, kw_only=True):
    """The figures of a proposal while it is being written, without their proof and without the layout."""

    id: str
    digest: str
    title: Text
    game: str
    game_title: Text
    instrument: Text
    number: str
    """Of the order that approved the regulation."""
    dates: InstrumentDates
    figure_words: Mapping[str, str]
    """Figures that the game has its own words for."""
    is_granted: bool
    asked_under: tuple[ClauseText, ...]
    minimum: Money
    maximum: Money
    chip: Money
    options: tuple[OptionChosen, ...]
    warnings: tuple[StudyWarning, ...]
    bets: tuple[StudiedBet, ...]
    families: tuple[tuple[str, ...], ...]
    """The keys of bets that are described together: those of a family with the same prizes and chances."""
    comparison: tuple[ComparedBets, ...]


class DossierAnswer(StudyAnswer, frozen=True, kw_only=True):
    """Everything about a proposal, with its proof."""

    format: str
    version: str
    language: Localized
    dated: date | str = field(name="date")
    """The day of the application; empty if none is given."""
    regulation: Text
    """What it is called."""
    holds: Text
    """How much of the regulation has been seen."""
    caution: Text | None
    """What a reader must know before relying on its text, if anything."""
    limits_named: tuple[str, ...]
    """The limits that the applicant named; for the others, the figures use the game's own."""
    multiple_cite: Citation
    """The clause that requires stakes to be whole multiples of the minimum."""
    source: str
    bets: tuple[ProvedBet, ...]
    layout: Localized
    rests_on: tuple[ClauseText, ...]
    certificate: ProposalCertificate
    certificate_digest: str


def dossier_answer(
    whole: Study, simulated: Mapping[str, Simulated] | None = None, dated: date | None = None
) -> DossierAnswer:
    """Return everything about a proposal. `simulated` has the results of simulations by the bet's key; `dated` is the day to print, if any."""
    certificate, instrument = proposal_certificate(whole), law(whole.proposal.game).instrument
    proved = tuple(proved_bet(one, (simulated or {}).get(one.bet.key)) for one in whole.bets)
    return DossierAnswer(
        **asdict(study_answer(whole)) | {"bets": proved},
        format=DOSSIER_FORMAT,
        version=VERSION,
        language=Localized(language_code),
        dated=dated or "",
        regulation=given_text(instrument.regulation),
        holds=given_text(instrument.holds),
        caution=caution(whole.proposal.game),
        limits_named=whole.limits_named,
        multiple_cite=whole.limits.multiple_cite,
        source=whole.proposal.source,
        layout=Localized(layout_text, whole.rules),
        rests_on=tuple(map(_clause, rests_on(whole))),
        certificate=certificate,
        certificate_digest=hashlib.sha256(json.dumps(asdict(certificate), sort_keys=True).encode()).hexdigest(),
    )


def study_answer(whole: Study) -> StudyAnswer:
    """Return the figures of a proposal."""
    proposal, chosen = whole.proposal, whole.rules.chosen
    instrument = law(proposal.game).instrument
    bets, named = tuple(map(studied_bet, whole.bets)), figure_words(proposal.game)
    left_out = {OPTION, *replaced_options(whole)}
    return StudyAnswer(
        id=proposal.id,
        digest=proposal.digest,
        title=proposal.title,
        game=proposal.game,
        game_title=given_text(instrument.title),
        instrument=given_text(instrument.name),
        number=instrument.number,
        dates=dates_of(instrument),
        figure_words={name: named[name] for name in ("rounds", "p_push", "mean_rounds", "house_edge_per_round")},
        is_granted=bool(whole.rules.rulebook.new_bets),
        asked_under=tuple(map(_clause, _asked_under(proposal.game))),
        minimum=Money(whole.limits.minimum),
        maximum=Money(whole.limits.maximum),
        chip=Money(whole.limits.chip),
        options=tuple(
            _option(option, str(chosen[option]))
            for option in whole.rules.rulebook.options
            if option.name not in left_out
        ),
        warnings=tuple(StudyWarning(code=str(warning.code), said=warning) for warning in whole.warnings),
        bets=bets,
        families=tuple(
            tuple(one.key for one in alike)
            for alike in families(bets, lambda bet: (bet.phase, bet.states, bet.pays_before, bet.prizes))
        ),
        comparison=_comparison(whole),
    )


def _asked_under(game: str) -> list[Clause]:
    """The clauses by which new bets are applied for, without readings of them; and the reading where the game has none."""
    cites = rulebook(game).new_bets or (PROPOSED,)
    found = (clause(cite.game, cite.clause) for cite in cites)
    return [one for one in found if one.status is not Status.READING]


def _option(option: Option[Any], value: str) -> OptionChosen:
    granted = clause(option.cite.game, option.cite.clause)
    is_untaken = value in map(str, option.untaken)
    reads = (option.left_by, None if is_untaken else option.days_read)
    return OptionChosen(
        option=option.name,
        name=option.says,
        value=value,
        said=option.says_value.get(value) or value,
        cite=option.cite,
        reads=tuple(one for one in reads if one),
        status=granted.status,
        authorised_by=None if is_untaken else option.authorised_by,
    )


def _clause(one: Clause) -> ClauseText:
    return ClauseText(cite=one.cite, clause=one.cite.clause, text=given_text(one.text))


def _comparison(whole: Study) -> tuple[ComparedBets, ...]:
    """The proposed bets among the game's own, from the lowest edge to the highest; equal bets of a family once."""
    proposed = set(whole.proposal.keys)
    known = {one.bet.key: one.analysis for one in whole.bets}
    figures = [known.get(bet.key) or analysed(bet) for bet in whole.rules.bets.values()]
    rows = [
        _compared(alike, is_proposed=alike[0].bet.key in proposed)
        for alike in families(figures, lambda bet: bet.bet.key in proposed)
    ]
    return tuple(sorted(rows, key=lambda row: row.edge.exact))


def _marks(bet: Analysis) -> tuple[str, ...]:
    """A bet of the game whose prize is proposed keeps the mark of where the bet comes from."""
    statuses = {clause(cite.game, cite.clause).status for cite in (bet.bet.cite, *bet.bet.reads)} | {bet.status}
    own = [one for one in Status if one in statuses and one is not Status.PROPOSED][-1:]
    proposed = [Status.PROPOSED] if Status.PROPOSED in statuses else []
    return tuple(STATUSES[one].mark for one in (*own, *proposed) if STATUSES[one].mark)


def _compared(alike: tuple[Analysis, ...], *, is_proposed: bool) -> ComparedBets:
    first, is_alone = alike[0], len(alike) == 1
    return ComparedBets(
        id=first.bet.id,
        selection=first.bet.selection if is_alone else "",
        name=first.name if is_alone else first.family,
        together=Localized(bets_text, tuple(one.name.value for one in alike)),
        count=len(alike),
        pays=first.pays_text,
        edge=ExactFigure.of(first.house_edge),
        win=ExactFigure.of(first.p_win),
        rounds=ExactFigure.of(first.mean_rounds),
        sd=DecimalNumber(first.sd, 4),
        status=STATUSES[first.status].name,
        marks=_marks(first),
        cite=first.bet.cite,
        is_proposed=is_proposed,
    )
