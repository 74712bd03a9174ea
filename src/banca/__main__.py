"""`python -m banca`: the same as `banca`."""

from banca.cli import run

run()
