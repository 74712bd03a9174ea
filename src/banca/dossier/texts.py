"""What the dossier says, in English; the catalogues have the other languages."""

from banca.rulebook import Lose, Push, term

DECIDED: dict[type, str] = {Lose: term("the stake is lost"), Push: term("the stake comes back")}
WINS = term("wins {pays}")
WINS_ROW = term("wins {pays}: {row}")
STAYS = term("stays as it is")
