"""Football Poker 足球撲克: SEF external regulatory order 41/2003, revoked in 2004 (only articles 9.4 to 12 are in the source)."""

from banca.game import Game
from banca.games.football_poker.bets import IS_RETURNED, POST_OPENS, bets
from banca.games.football_poker.calls import FACT_UNITS, POINTS, called
from banca.games.football_poker.device import DECKS, FACT_WORDS, OUTCOME_CITES, SHOE, facts, parse, show
from banca.games.football_poker.procedure import ACTS
from banca.games.football_poker.readings import other_readings
from banca.games.football_poker.table import ShoeConduct
from banca.rules import Rulebook, citing

cite = citing("football_poker")

RULEBOOK = Rulebook(
    game="football_poker",
    options=(DECKS, POST_OPENS, SHOE),
    bets=bets,
    bets_cite=cite("11.1"),
    parse=parse,
    show=show,
    facts=facts,
    fact_words=FACT_WORDS,
    outcome_cites=OUTCOME_CITES,
    called=called,
    outcome_form="K-9-4",
    other_readings=other_readings,
    push_word=IS_RETURNED,
    points=POINTS,
    fact_units=FACT_UNITS,
)

GAME = Game(
    id="football_poker",
    package=__name__,
    acts=ACTS,
    rulebook=RULEBOOK,
    conducted_by=ShoeConduct,
)
