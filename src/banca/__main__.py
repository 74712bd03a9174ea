"""`python -m banca`: the same as `banca`."""

from banca.cli import run

if __name__ == "__main__":
    run()
