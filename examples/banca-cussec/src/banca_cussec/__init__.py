"""Cussec 骰寶 (Sic Bo) of Macau: SEF order 57/2004, amended by 69/2006, neither seen; reconstructed from public sources."""

from banca.game import Game
from banca.rules import Limits, Rulebook, citing

from banca_cussec.bets import bets, canonical
from banca_cussec.calls import called
from banca_cussec.device import DRIVE, FORM, NULLS, facts, parse, show
from banca_cussec.prizes import COMBINATIONS, ODD_EVEN, PRIZES, SINGLE_ON_THREE
from banca_cussec.procedure import ACTS
from banca_cussec.readings import other_readings

cite = citing("cussec")

RULEBOOK = Rulebook(
    game="cussec",
    options=(DRIVE, PRIZES, SINGLE_ON_THREE, ODD_EVEN, COMBINATIONS),
    bets=bets,
    bets_cite=cite("M-3"),
    parse=parse,
    show=show,
    facts=facts,
    called=called,
    outcome_form=FORM,
    nulls=NULLS,
    canonical=canonical,
    other_readings=other_readings,
    limits=Limits(multiple_cite=cite("S-1")),
)

GAME = Game(
    id="cussec",
    package=__name__,
    acts=ACTS,
    rulebook=RULEBOOK,
)
