"""The version of the program, read once from what is installed."""

from importlib.metadata import version

VERSION = version("banca")
