"""Pictures from the rulebook: the felt of every game with a region for each bet, and the device that decides."""

from banca.drawing.felt import Form, parts_of
from banca.drawing.layout import layout, table_file, table_of
from banca.drawing.svg import standalone, to_text

__all__ = ["Form", "layout", "parts_of", "standalone", "table_file", "table_of", "to_text"]
