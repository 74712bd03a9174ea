"""What is found out about a whole proposal, and the dossier of it: what the PDF and the page print, and what `--json` writes."""

import hashlib
import json
from collections.abc import Mapping
from datetime import date
from typing import Any

from msgspec import field
from msgspec.structs import asdict

from banca.answers import bet_figures, families
from banca.answers.clauses import InstrumentDates, dates_of
from banca.answers.odds import BetFigures
from banca.dossier.bet_answer import ProvedBet, StudiedBet, proved_bet, studied_bet
from banca.dossier.proof import ProposalCertificate, proposal_certificate, rests_on
from banca.dossier.replaced_options import replaced_options
from banca.dossier.simulated import Simulated
from banca.dossier.study import Study
from banca.dossier.values import ExactFigure, bets_text, language_code, layout_text
from banca.games import rulebook
from banca.i18n import Localized
from banca.i18n.answer import AnswerStruct, DecimalNumber, Money, caution
from banca.i18n.descriptions import STATUSES, figure_words
from banca.law import Clause, Status, clause, law
from banca.rules import Citation, Message, Option, Text, given_text
from banca.rules.proposal import OPTION, PROPOSED
from banca.version import VERSION

FORMAT = "banca dossier 1"


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
        format=FORMAT,
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
    figures = [bet_figures(bet, known.get(bet.key)) for bet in whole.rules.bets.values()]
    rows = [
        _compared(alike, is_proposed=alike[0].key in proposed)
        for alike in families(figures, lambda bet: bet.key in proposed)
    ]
    return tuple(sorted(rows, key=lambda row: row.edge.exact))


def _marks(bet: BetFigures) -> tuple[str, ...]:
    """A bet of the game whose prize is proposed keeps the mark of where the bet comes from."""
    statuses = {clause(cite.game, cite.clause).status for cite in (bet.cite, *bet.reads)} | {bet.status}
    own = [one for one in Status if one in statuses and one is not Status.PROPOSED][-1:]
    proposed = [Status.PROPOSED] if Status.PROPOSED in statuses else []
    return tuple(STATUSES[one].mark for one in (*own, *proposed) if STATUSES[one].mark)


def _compared(alike: tuple[BetFigures, ...], *, is_proposed: bool) -> ComparedBets:
    first, is_alone = alike[0], len(alike) == 1
    return ComparedBets(
        id=first.id,
        selection=first.selection if is_alone else "",
        name=first.name if is_alone else first.family,
        together=Localized(bets_text, tuple(one.name.value for one in alike)),
        count=len(alike),
        pays=first.pays,
        edge=ExactFigure.of(first.house_edge),
        win=ExactFigure.of(first.p_win),
        rounds=ExactFigure.of(first.mean_rounds),
        sd=DecimalNumber(first.sd, 4),
        status=STATUSES[first.status].name,
        marks=_marks(first),
        cite=first.cite,
        is_proposed=is_proposed,
    )
