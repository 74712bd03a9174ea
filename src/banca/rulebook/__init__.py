"""What version 1.0 called `banca.rules`."""

from banca.rules import *  # noqa: F403
