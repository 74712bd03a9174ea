"""The compiled runners: a plan as tables of integers, folded where it can be, and the chance they draw from."""
