"""Wheel of Fortune 幸運輪: SEF external regulatory order 42/2003."""

from banca.game import Game
from banca.games.wheel.bets import bets, outcome_names
from banca.games.wheel.calls import called
from banca.games.wheel.device import FACT_WORDS, FORM, NULLS, RIM_CITE, facts, parse, show
from banca.games.wheel.procedure import ACTS, check_placing, withdrawal
from banca.games.wheel.readings import other_readings
from banca.rules import Rulebook, citing

cite = citing("wheel")

RULEBOOK = Rulebook(
    game="wheel",
    bets=bets,
    outcome_names=outcome_names,
    bets_cite=cite("3.2"),
    parse=parse,
    show=show,
    facts=facts,
    fact_words=FACT_WORDS,
    called=called,
    outcome_form=FORM,
    converted_by=RIM_CITE,
    nulls=NULLS,
    check_placing=check_placing,
    withdrawal=withdrawal,
    other_readings=other_readings,
    one_by_one=("symbol",),
)

GAME = Game(
    id="wheel",
    package=__name__,
    acts=ACTS,
    rulebook=RULEBOOK,
)
