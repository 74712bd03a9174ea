"""The dossier: everything that a regulator asks of a proposed bet (`Rulebook.new_bets`), worked out from its file and written down."""

from collections.abc import Mapping
from datetime import date

from banca.dossier.study import BetStudy, Dossier, SimulatedEdge, Study, study

__all__ = ["BetStudy", "Dossier", "Study", "study"]

# In version 1.0 what is answered had structs of its own, and functions that copied the figures into them. Programs that name them
# get the values themselves.
DossierAnswer, StudyAnswer = Dossier, Study


def study_answer(whole: Study) -> Study:
    """Return the figures of a proposal, as in version 1.0."""
    return whole


def dossier_answer(
    whole: Study, simulated: Mapping[str, SimulatedEdge] | None = None, dated: date | None = None
) -> Dossier:
    """Return everything about a proposal, as in version 1.0: `simulated` by the bet's key, `dated` is the day to print."""
    return Dossier(study=whole, simulated=simulated or {}, dated=dated or "")
