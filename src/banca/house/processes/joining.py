"""How a process joins the others, by the store they share."""

from banca.house.house import House
from banca.house.processes.alone import Alone
from banca.house.processes.peers import Peers


def join(house: House, address: str = "") -> Peers:
    """The other processes of a house; `address` is where this one can be reached."""
    if house.store.is_sqlite:
        return Alone(house)
    from banca.house.processes.postgres import Listening  # the driver only where it is used

    return Listening(house, address)
