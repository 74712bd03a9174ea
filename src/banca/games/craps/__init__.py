"""Craps 花旗骰: SEF order 53/2010."""

from banca.game import Game
from banca.games.craps.bets import BIG_SMALL_7, FIELD_12, bets
from banca.games.craps.calls import called
from banca.games.craps.device import DICE_OFFERED, FACT_UNITS, FACT_WORDS, NULLS, facts, parse, show
from banca.games.craps.procedure import (
    ACTS,
    ADDITIONAL_MULTIPLE,
    LIMITS,
    SHOOTER_CHANGE,
    TABLE,
    additional_unit,
    check_placing,
    check_taking_down,
    withdrawal,
)
from banca.games.craps.readings import other_readings
from banca.games.craps.table import EVENTS, CrapsConduct
from banca.live.bet_event import OF_CHANCE
from banca.rules import Rulebook, citing

cite = citing("craps")

RULEBOOK = Rulebook(
    game="craps",
    options=(DICE_OFFERED, SHOOTER_CHANGE, FIELD_12, BIG_SMALL_7, ADDITIONAL_MULTIPLE),
    bets=bets,
    bets_cite=cite("5.1"),
    new_bets=(cite("7.1"), cite("7.2"), cite("R-craps-14"), cite("7.3"), cite("R-craps-19")),
    parse=parse,
    show=show,
    facts=facts,
    fact_words=FACT_WORDS,
    fact_units=FACT_UNITS,
    called=called,
    outcome_form="3-4",
    nulls=NULLS,
    check_placing=check_placing,
    check_taking_down=check_taking_down,
    withdrawal=withdrawal,
    additional_unit=additional_unit,
    table=TABLE,
    limits=LIMITS,
    other_readings=other_readings,
)

GAME = Game(
    id="craps",
    package=__name__,
    acts=ACTS,
    rulebook=RULEBOOK,
    conducted_by=CrapsConduct,
    events=(*OF_CHANCE, *EVENTS),
)
