"""The dossier: everything that a regulator asks of a proposed bet (`Rulebook.new_bets`), worked out from its file and written down."""

from banca.dossier.answer import DossierAnswer, StudyAnswer, dossier_answer, study_answer
from banca.dossier.study import BetStudy, Study, study

__all__ = ["BetStudy", "DossierAnswer", "Study", "StudyAnswer", "dossier_answer", "study", "study_answer"]
