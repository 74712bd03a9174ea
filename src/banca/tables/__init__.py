"""The live table in the rulebook's words: commands, events, and one way to decide and evolve for every game of chance."""
