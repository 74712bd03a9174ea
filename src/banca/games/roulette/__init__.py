"""Roulette 輪盤: SEF external regulatory order 60/2004 (article 1 and the beginning of article 2 are known)."""

from banca.game import Game
from banca.games.roulette.bets import BETS_CITE, ZERO, bets, canonical, outcome_names
from banca.games.roulette.calls import called
from banca.games.roulette.device import FACT_WORDS, NULLS, PLATE, PLATE_ON, facts, parse, show
from banca.games.roulette.procedure import ACTS, check_placing, check_taking_down
from banca.games.roulette.readings import other_readings
from banca.rules import Rulebook

RULEBOOK = Rulebook(
    game="roulette",
    options=(ZERO, PLATE_ON, PLATE),
    bets=bets,
    outcome_names=outcome_names,
    bets_cite=BETS_CITE,
    parse=parse,
    show=show,
    facts=facts,
    fact_words=FACT_WORDS,
    called=called,
    outcome_form="17",
    nulls=NULLS,
    canonical=canonical,
    check_placing=check_placing,
    check_taking_down=check_taking_down,
    other_readings=other_readings,
)

GAME = Game(
    id="roulette",
    package=__name__,
    acts=ACTS,
    rulebook=RULEBOOK,
)
