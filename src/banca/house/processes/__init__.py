"""Several processes as one house: what they tell each other, who is there, and which of them is the home of a table. Decision 35."""

from banca.house.processes.joining import join
from banca.house.processes.peers import Peers

__all__ = ["Peers", "join"]
