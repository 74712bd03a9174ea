"""How long the tests wait for something that hangs."""

PATIENCE = 300.0
"""Seconds after which something is taken to hang. It decides nothing else: no machine that works takes so long."""
