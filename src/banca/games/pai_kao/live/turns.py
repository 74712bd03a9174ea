"""For whose act a round of Pai Kao waits. Articles 4, 7 and 8."""

from banca.games.pai_kao import acts
from banca.games.pai_kao.live.banking import is_too_long
from banca.games.pai_kao.live.state import PaiKaoState
from banca.live.command import Command


def awaited(table: PaiKaoState) -> list[tuple[str, type[Command]]]:
    """For whose act the round waits: who may take a free bank, the banker until the deal, whoever sets tiles, the banker to turn."""
    banker = table.banker_name
    match table.phase:
        case acts.STACKED if not table.banker:
            return [(who, acts.TakeBank) for gate, who in table.gates.items() if gate not in table.refusing]
        case acts.STACKED if not is_too_long(table):
            return [(banker, acts.PutDownPrincipal)]
        case acts.BANK_OPEN | acts.STACKED_AGAIN:
            return [(banker, acts.Shake)]
        case acts.SHAKEN if not table.dice:
            return [(banker, acts.ShakeAgain)]
        case acts.DEALT:
            setting = [(table.setters[gate], acts.SetTiles) for gate in table.to_be_set()]
            return [*setting] or [(banker, acts.TurnBanker)]
        case _:
            return []
