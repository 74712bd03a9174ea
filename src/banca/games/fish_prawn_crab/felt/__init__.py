"""The board of Fish-Prawn-Crab and its three dice of figures."""

from banca.games.fish_prawn_crab.felt.board import draw
from banca.games.fish_prawn_crab.felt.figures import device

__all__ = ["device", "draw"]
