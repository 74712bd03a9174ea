"""Where a bet of the game, or the prize that it had, comes from; only what was seen in a regulation is called the regulation's."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import assert_never

from banca.i18n import Translator
from banca.law import Effect, Status, clause, law
from banca.rules import Citation, _, _p, given_text


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
