"""The dossier: everything that a regulator asks of a proposed bet (`Rulebook.new_bets`), worked out from its file and written down."""

from banca.dossier.study import BetStudy, DossierAnswer, Study, StudyAnswer, dossier_answer, study, study_answer

__all__ = ["BetStudy", "DossierAnswer", "Study", "StudyAnswer", "dossier_answer", "study", "study_answer"]
