"""What a dossier can be checked with: a certificate of every bet, and the clauses that the figures rest on."""

from collections.abc import Mapping

from banca.answers.value import AnswerStruct
from banca.dossier.study import Study
from banca.exact.certificate import FORMAT, solved_certificate
from banca.law import Clause, clause, shared_readings


class ProposalCertificate(AnswerStruct, frozen=True, kw_only=True):
    """Every bet of the proposal as its table with the solution, for tools/verify_certificate.py."""

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
    """The clauses of the device and of the bets, their readings, and the readings that hold for every game; each once."""
    cites = [cite for one in whole.bets for cite in (one.bet.space.cite, one.bet.cite, *one.bet.reads) if cite]
    shared = [one.cite for one in shared_readings().values()]
    return [clause(cite.game, cite.clause) for cite in dict.fromkeys([*cites, *shared])]
