"""The watch over the tables of a store: their journals read piece by piece, and what the evidence is by now."""
