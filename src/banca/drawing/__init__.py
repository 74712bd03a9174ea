"""Pictures from the rulebook: the felt of every game with a region for each bet, and the device that decides."""

from banca.drawing.form import Form
from banca.drawing.layout import layout, table_of
from banca.drawing.parts import parts_of
from banca.drawing.shapes import standalone, to_text

__all__ = ["Form", "layout", "parts_of", "standalone", "table_of", "to_text"]
