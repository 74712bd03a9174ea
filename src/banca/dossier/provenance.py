"""Where a bet of the game, or the prize that it had, comes from; only what was seen in a regulation is called the regulation's."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import assert_never

from banca.law import Effect, Status, clause, law
from banca.rulebook import Citation, Given, words
from banca.words import Speech


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
    Provenance.IN_FORCE: words("the regulation", pt="no regulamento", zh="規章"),
    Provenance.FIRST_PUBLISHED: words(
        "the regulation as first published", pt="na redacção inicial do regulamento", zh="最初公佈的規章"
    ),
    Provenance.PREDECESSOR: words(
        "the earlier regulation ({earlier})", pt="no regulamento anterior ({earlier})", zh="先前的規章（{earlier}）"
    ),
    Provenance.REVOKED: words("the revoked regulation", pt="no regulamento revogado", zh="已廢止的規章"),
    Provenance.RECONSTRUCTED: words("the reconstruction", pt="na reconstrução", zh="重構的規則"),
}
"""What it is called within a sentence, in Portuguese with its preposition."""

AS_CHANGED = words(
    "{approved}, as reworded by {changed}", pt="{approved}, na redacção da {changed}", zh="經{changed}修改的{approved}"
)
OWN_BET = words(
    "This bet is in {regulation} ({cite}); only its prizes change.",
    pt="Aposta prevista {regulation} ({cite}); só os prémios são alterados.",
    zh="{regulation}已訂定的投注項目（{cite}）；只更改彩金。",
)
OWN_BET_RECONSTRUCTED = words(
    "This bet is reconstructed ({cite}); the article of the regulation has not been seen. Only its prizes change.",
    pt="Aposta reconstruída ({cite}); o artigo do regulamento não foi visto. Só os prémios são alterados.",
    zh="重構的投注項目（{cite}）；規章的有關條文未曾查閱。只更改彩金。",
)
OWN_DESCRIBED = words(
    "Bets that are already in {regulation} are described by a summary of the provision cited.",
    pt="As apostas já previstas {regulation} são descritas por uma síntese da disposição citada.",
    zh="{regulation}已訂定者按所引條文的摘要說明。",
)
OWN_DESCRIBED_RECONSTRUCTED = words(
    "Reconstructed bets are described as they are reconstructed here.",
    pt="As apostas reconstruídas são descritas tal como aqui foram reconstruídas.",
    zh="重構的投注項目按本文件的重構說明。",
)
PAID = {
    Provenance.IN_FORCE: words("Odds until now", pt="Prémio até agora", zh="原有賠率"),
    Provenance.FIRST_PUBLISHED: words(
        "Odds as first published (No. {number})",
        pt="Prémio na redacção inicial (n.º {number})",
        zh="最初公佈的規章（第{number}號）所定賠率",
    ),
    Provenance.PREDECESSOR: words(
        "Odds in the earlier regulation ({earlier})",
        pt="Prémio no regulamento anterior ({earlier})",
        zh="先前的規章（{earlier}）所定賠率",
    ),
    Provenance.REVOKED: words(
        "Odds in the revoked regulation (No. {number})",
        pt="Prémio no regulamento revogado (n.º {number})",
        zh="已廢止規章（第{number}號）所定賠率",
    ),
    Provenance.RECONSTRUCTED: words("Reconstructed odds", pt="Prémio reconstruído", zh="重構的賠率"),
}
WITH_PRIZES = {
    Provenance.IN_FORCE: words(
        "With the prizes in the regulation", pt="Com os prémios previstos no regulamento", zh="按規章所定的彩金"
    ),
    Provenance.FIRST_PUBLISHED: words(
        "With the prizes as first published", pt="Com os prémios da redacção inicial", zh="按最初公佈的規章所定的彩金"
    ),
    Provenance.PREDECESSOR: words(
        "With the prizes in the earlier regulation",
        pt="Com os prémios previstos no regulamento anterior",
        zh="按先前的規章所定的彩金",
    ),
    Provenance.REVOKED: words(
        "With the prizes in the revoked regulation",
        pt="Com os prémios previstos no regulamento revogado",
        zh="按已廢止的規章所定的彩金",
    ),
    Provenance.RECONSTRUCTED: words(
        "With the reconstructed prizes", pt="Com os prémios reconstruídos", zh="按重構的彩金"
    ),
}

WITH_PRIZES_LESS = words(
    "With the prizes in the earlier regulation, less the commission of {cite}",
    pt="Com os prémios do regulamento anterior, deduzida a comissão do {cite}",
    zh="按先前的規章所定的彩金，另按{cite}抽水",
)
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


def regulation_named(found: Provenance, game: str, say: Speech) -> str:
    """What a rule's source is called within a sentence."""
    return say(NAMED[found], **_names(game, say))


def paid_label(found: Provenance, game: str, say: Speech) -> str:
    """What stands before the prize that a bet had."""
    return say(PAID[found], **_names(game, say))


def with_prizes_label(found: Provenance, commission: Sequence[Citation], say: Speech) -> str:
    """What stands before the edge with the prizes that a bet had."""
    if found is Provenance.PREDECESSOR and commission:
        return say(WITH_PRIZES_LESS, cite=say.cites(commission))
    return say(WITH_PRIZES[found])


def _names(game: str, say: Speech) -> dict[str, str]:
    """The number of the order, and the instrument that it replaced, as it was last changed."""
    instrument, others = law(game).instrument, law(game).others
    replaced = [one for one in others if one.until and one.until == instrument.in_force]
    approved = [say(Given(one.name)) for one in replaced if one.effect is Effect.APPROVES]
    changed = [say(Given(one.name)) for one in replaced if one.effect is Effect.AMENDS]
    earlier = approved[-1] if approved else ""
    if changed:
        earlier = say(AS_CHANGED, approved=earlier, changed=changed[-1])
    return {"number": instrument.number, "earlier": earlier}
