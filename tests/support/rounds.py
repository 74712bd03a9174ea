"""A round of each game, played over HTTP: what the croupier does before and after the bets, and some bets."""

from itertools import count
from typing import Any

from pai_kao_table import DICE, MIDDLE, STRONG, WEAK, in_stack_order
from service import Service

Act = tuple[str, dict[str, Any]]
OPENING: dict[str, list[Act]] = {
    "fish_prawn_crab": [("cover", {"latched": True}), ("shake", {"presses": 3, "started": True})],
    "fantan": [("cover", {})],
}
"""What the croupier does before bets open."""
CLOSING: dict[str, list[Act]] = {
    "craps": [("offer_dice", {}), ("throw", {}), ("call_result", {"outcome": "5-6"}), ("settle", {})],
    "fish_prawn_crab": [
        ("ring_bell", {}),
        ("lift_cover", {}),
        ("call_result", {"outcome": "fish-crab-crab"}),
        ("pay", {}),
    ],
    "wheel": [
        ("call_no_more_bets", {}),
        ("turn", {}),
        ("read_pointer", {"outcome": "symbol 3", "turns": 4}),
        ("pay", {}),
    ],
    "fantan": [("close_bets", {}), ("count", {"outcome": "3"}), ("pay", {})],
    "football_poker": [
        ("deal_two_cards", {"outcome": "K-9"}),
        ("deal_third_card", {"outcome": "4"}),
        ("pay", {}),
    ],
    "roulette": [("throw_ball", {}), ("call_no_more_bets", {}), ("read_number", {"outcome": "17"}), ("pay", {})],
}
"""What follows the bets; the croupier enters what lies on the table."""
OUTCOME = {
    "craps": "5-6",
    "fish_prawn_crab": "fish-crab-crab",
    "wheel": "symbol 3",
    "fantan": "3",
    "football_poker": "K-9-4",
    "roulette": "17",
}
BETS = {
    "craps": ["pass_line", "field", "eleven"],
    "fish_prawn_crab": ["figure:crab", "big", "total:11"],
    "wheel": ["symbol:3", "symbol:1"],
    "fantan": ["fan:3", "nim:3-2", "kuoc:1-2"],
    "football_poker": ["upper", "odd", "post"],
    "roulette": ["straight:17", "split:17-20", "corner:16-17-19-20", "street:16-17-18", "red"],
}
GAMES = list(BETS)
"""Those that are played against the house."""
_numbers = count(1)


def open_table(service: Service, game: str, **terms: Any) -> str:
    """Open a new table and return its name; results are entered, unless the terms say otherwise."""
    table = f"{game.replace('_', '-')}-{next(_numbers)}"
    service.open(table, game, **{"chance": "observed"} | terms)
    return table


def open_for_bets(service: Service, game: str, **terms: Any) -> str:
    """Open a new table at which bets are open."""
    table = open_table(service, game, **terms)
    conduct(service, table, OPENING.get(game, []))
    return table


def conduct(service: Service, table: str, acts: list[Act]) -> None:
    for act, fields in acts:
        service.do("carlos", table, act, **fields)


def place(service: Service, table: str, bets: list[str], stake: int = 60_00, who: str = "ana") -> None:
    service.do(who, table, "sit")
    for bet in bets:
        service.do(who, table, "place_bet", bet=bet, stake=stake)


def throw_craps(service: Service, table: str, outcome: str) -> None:
    conduct(service, table, [(act, {"outcome": outcome} if fields else {}) for act, fields in CLOSING["craps"]])


def wallet(service: Service, who: str = "ana") -> int:
    return int(service.get(who, "/me")["wallet"])


def patacas(avos: int) -> str:
    """Return an amount as English pages write it."""
    return f"{avos / 100:,.2f}".removesuffix(".00")


# Pai Kao, where a player banks

STAKE, PRINCIPAL = 100_00, 200_00
HANDS = {1: MIDDLE, 3: STRONG, 5: WEAK}


def open_bank(service: Service) -> str:
    """Open a table of Pai Kao with bento as banker at gate 1, and chan at gate 5; stakes may be placed."""
    table = open_table(service, "pai_kao")
    service.do("bento", table, "sit", gate=1)
    service.do("chan", table, "sit", gate=5)
    service.do("bento", table, "take_bank")
    service.do("carlos", table, "mix_and_stack")
    service.do("bento", table, "put_down_principal", stake=PRINCIPAL)
    return table


def deal_tiles(service: Service, table: str) -> None:
    service.do("bento", table, "shake", dice=DICE)
    service.do("carlos", table, "deal", tiles=in_stack_order(HANDS))


def finish_tiles(service: Service, table: str) -> None:
    """Set the tiles of each player who has not, turn them, and settle."""
    state = service.get("ines", f"/tables/{table}")["view"]["state"]
    for gate, who in state["setters"].items():
        if int(gate) not in (*state["set"], *state["out"]):
            one, two, three, four = state["tiles"][gate]
            service.do(who, table, "set_tiles", gate=int(gate), setting=f"{one} {two} / {three} {four}")
    for act in ("turn_banker", "turn_gates", "settle"):
        service.do("carlos", table, act)
