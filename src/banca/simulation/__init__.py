"""Simulation: strategies as data, run plainly or compiled, on one machine or many."""
