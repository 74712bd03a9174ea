"""A store with a past, as a state of the program writes it: many accounts, and a table with a long journal.

Run by siege.py under the state that it is for, so it knows the older places and shapes of what it asks for too.

    PYTHONPATH=some/src python bench/siege_past.py URL TABLE ENTRIES ACCOUNTS
"""

import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import islice
from typing import Any

from banca.house.house import House
from banca.house.store import open_store

AT_ONCE = 1000
MONEY, STAKE, BANK = 10**6, 1000, 10**11
KINDS = {
    "open_table": "banca.live.command:OpenTable",
    "cash_in": "banca.house.cage:CashIn",
    "sit": "banca.live.command:Sit",
    "place_bet": "banca.live.command:PlaceBet",
    "withdraw_bet": "banca.live.command:WithdrawBet",
}
"""The command of each act; before they had commands of their own, there was one for all."""


@cache
def found(*places: str) -> Any:  # whatever it is in this state of the program
    """What stands at the first of these places that there is; nothing where there is none."""
    for place in places:
        module, _, name = place.partition(":")
        try:
            return getattr(import_module(module), name)
        except (ImportError, AttributeError):
            continue
    return None


def command(do: str, **about: Any) -> Any:
    """One act."""
    if kind := found(KINDS[do]):
        return kind(**about)
    return found("banca.live.command:Command", "banca.rules.live.command:Command")(do=do, **about)


def requests(table: str, entries: int, accounts: int) -> Iterator[Any]:
    """Everything that was done: accounts that are paid in, and one player who bets and takes back."""
    house = found("banca.live.command:THE_HOUSE", "banca.house.request:THE_HOUSE")
    actor, role = (found(f"banca.live.command:{one}", f"banca.rules.live.command:{one}") for one in ("Actor", "Role"))
    terms = found("banca.house.commands:TableTerms", "banca.house.opening:TableTerms", "banca.house.opening:OpenTable")
    request = found(
        "banca.house.commands:CommandRequest", "banca.house.request:CommandRequest", "banca.house.request:Request"
    )
    old = actor("old", role.PLAYER)
    opening = terms(id=table, game="roulette", minimum=STAKE, bank=BANK)
    yield request(table=table, actor=house, id="open", command=command("open_table"), opening=opening)
    for place in range(accounts):
        cash = command("cash_in", player=f"account-{place}" if place else "old", stake=MONEY)
        yield request(table="cage", actor=house, id=f"c{place}", command=cash)
    yield request(table=table, actor=old, id="sit", command=command("sit"))
    for place in range(entries):
        bet = command("withdraw_bet", bet="red") if place % 2 else command("place_bet", bet="red", stake=STAKE)
        yield request(table=table, actor=old, id=f"b{place}", command=bet)


def main() -> None:
    """Write it."""
    url, table, entries, accounts = sys.argv[1:]
    house = House(open_store(url))
    waiting = requests(table, int(entries), int(accounts))
    while some := list(islice(waiting, AT_ONCE)):
        for answer in house.do_all(some):
            if isinstance(answer, Exception):
                raise answer
    house.store.close()


if __name__ == "__main__":
    main()
