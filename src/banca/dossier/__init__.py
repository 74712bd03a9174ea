"""The dossier: everything that a regulator asks of a proposed bet (`Rulebook.new_bets`), worked out from its file and written down."""

from banca.dossier.study import BetStudy, Dossier, Study, study

__all__ = ["BetStudy", "Dossier", "Study", "study"]
