"""Fantan 番攤: SEF external regulatory order 58/2004 (articles 8 and 9 in the gazette, 1 to 3.1 in a copy, the bets in its predecessor)."""

from banca.game import Game
from banca.games.fantan.bets import FIVE_BETS, bets, canonical
from banca.games.fantan.calls import called
from banca.games.fantan.device import COUNT_CITE, FACT_WORDS, LAYOUTS, ROD, facts, parse, show
from banca.games.fantan.procedure import ACTS
from banca.rules import Rulebook

RULEBOOK = Rulebook(
    game="fantan",
    options=(ROD, LAYOUTS),
    bets=bets,
    bets_cite=FIVE_BETS,
    parse=parse,
    show=show,
    facts=facts,
    fact_words=FACT_WORDS,
    called=called,
    outcome_form="3",
    converted_by=COUNT_CITE,
    canonical=canonical,
)

GAME = Game(id="fantan", package=__name__, acts=ACTS, rulebook=RULEBOOK)
