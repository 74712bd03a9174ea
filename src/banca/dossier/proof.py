"""What a dossier can be checked with: a certificate of every bet, and the clauses that the figures rest on."""

from collections.abc import Mapping

from banca.analysis.exact.certificate import FORMAT, solved_certificate
from banca.dossier.study import Study
from banca.i18n.answer import AnswerStruct
from banca.law import Clause, clause, shared_readings
from banca.rules import Citation
from banca.rules.proposal import OPTION


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
