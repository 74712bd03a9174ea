"""Pictures from the rulebook: the felt of every game with a region for each bet, and the device that decides."""

from banca.drawing.layout import layout
from banca.drawing.pai_kao import pai_kao_layout
from banca.drawing.shapes import standalone, to_text

__all__ = ["layout", "pai_kao_layout", "standalone", "to_text"]
