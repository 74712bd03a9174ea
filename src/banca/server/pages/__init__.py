"""The pages: templates filled from the rulebook and the house, plain scripts and styles, nothing from other hosts."""
