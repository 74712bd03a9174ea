"""Fantan 番攤: SEF external regulatory order 58/2004 (only its articles 8 and 9 are in the source)."""

from banca.game import Game
from banca.games.fantan.bets import bets, canonical
from banca.games.fantan.device import COUNT_CITE, facts, parse, show
from banca.games.fantan.procedure import ACTS
from banca.games.fantan.talk import TALK
from banca.rulebook import Rulebook, citing

cite = citing("fantan")

RULEBOOK = Rulebook(
    game="fantan",
    bets=bets,
    bets_cite=cite("F-3"),
    parse=parse,
    show=show,
    facts=facts,
    outcome_form="3",
    converted_by=COUNT_CITE,
    canonical=canonical,
    talk=TALK,
)

GAME = Game(id="fantan", package=__name__, acts=ACTS, rulebook=RULEBOOK, also=("fan tan", "攤"))
