"""Exact odds, whole sessions, the best way to play, and simulation: what a game comes to, as figures."""
