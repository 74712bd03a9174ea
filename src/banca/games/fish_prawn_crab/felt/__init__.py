"""The board of Fish-Prawn-Crab and its three dice of figures."""

from banca.games.fish_prawn_crab.felt.faces import PARTS, face
from banca.games.fish_prawn_crab.felt.figures import device
from banca.games.fish_prawn_crab.felt.table import draw

__all__ = ["PARTS", "device", "draw", "face"]
