"""What another reading of the sources on Cussec would do. R-cussec-1, 2, 4, 5."""

from collections.abc import Iterable
from dataclasses import replace

from banca.rules import Bet, ChosenOptions, Odds, OtherReading, Win, citing

from banca_cussec import prizes
from banca_cussec.bets import bets, dice_showing
from banca_cussec.steps import pays_by

cite = citing("cussec")

PRINTED = {"three_numbers:1-2-3": 20, "four_numbers:1-2-3-4": 15}
"""The prizes that the source prints, against its own figures."""


def other_readings(chosen: ChosenOptions) -> Iterable[OtherReading]:
    """Prizes of another place; 12 to 1 for a single number on three dice; prizes as printed; exactly two dice for a double."""
    by_key = {bet.key: bet for bet in bets(chosen)}
    at_home = chosen[prizes.PRIZES] is prizes.Jurisdiction.MACAU
    elsewhere = prizes.Jurisdiction.AUSTRALIA if at_home else prizes.Jurisdiction.MACAU
    yield OtherReading(
        prizes.SETS_CITE,
        by_key["any_triple"],
        paying(by_key["any_triple"], prizes.SETS[elsewhere].any_triple),
    )
    single = by_key["single:1"]
    on_three = next(value for value in prizes.SINGLE_ON_THREE.values if value != chosen[prizes.SINGLE_ON_THREE])
    instead = {**prizes.single(chosen), 3: Win(Odds(on_three), prizes.SINGLE_CITE)}
    yield OtherReading(prizes.SINGLE_CITE, single, replace(single, step=pays_by(instead)))
    for key, printed in PRINTED.items():
        if key in by_key:
            yield OtherReading(cite("R-cussec-4"), by_key[key], paying(by_key[key], printed))
    double = by_key["double:1"]
    exactly = replace(double, sees=dice_showing(1), step=pays_by({2: prizes.double(chosen)}))
    yield OtherReading(cite("R-cussec-5"), double, exactly)


def paying(bet: Bet, prize: int) -> Bet:
    """The bet at another prize."""
    return replace(bet, step=pays_by({True: Win(Odds(prize), bet.reads[-1])}))
