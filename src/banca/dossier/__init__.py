"""The dossier: everything that a regulator asks of a proposed bet (`Rulebook.new_bets`), worked out from its file and written down."""

from banca.dossier.report import dossier_report
from banca.dossier.study import BetStudy, Study, study

__all__ = ["BetStudy", "Study", "dossier_report", "study"]
