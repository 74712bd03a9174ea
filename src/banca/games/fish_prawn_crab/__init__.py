"""Fish-Prawn-Crab 魚蝦蟹骰寶: SEF external regulatory order 59/2004."""

from banca.game import Game
from banca.games.fish_prawn_crab.bets import TOTAL_TRIPLES, bets, outcome_names
from banca.games.fish_prawn_crab.calls import called
from banca.games.fish_prawn_crab.device import (
    BOARDS,
    CALLED_OPENING,
    DRIVE,
    FACES_CITE,
    FACT_WORDS,
    FORM,
    LIT_PANEL,
    LIT_RESULT,
    NULLS,
    facts,
    parse,
    show,
)
from banca.games.fish_prawn_crab.procedure import ACTS, withdrawal
from banca.games.fish_prawn_crab.readings import other_readings
from banca.rules import Rulebook, citing

cite = citing("fish_prawn_crab")

RULEBOOK = Rulebook(
    game="fish_prawn_crab",
    options=(DRIVE, BOARDS, LIT_PANEL, CALLED_OPENING, LIT_RESULT, TOTAL_TRIPLES),
    bets=bets,
    outcome_names=outcome_names,
    bets_cite=cite("1.4"),
    parse=parse,
    show=show,
    facts=facts,
    fact_words=FACT_WORDS,
    called=called,
    outcome_form=FORM,
    converted_by=FACES_CITE,
    nulls=NULLS,
    withdrawal=withdrawal,
    other_readings=other_readings,
)

GAME = Game(
    id="fish_prawn_crab",
    package=__name__,
    acts=ACTS,
    rulebook=RULEBOOK,
)
