"""What version 1.0 called `banca.rules.rules`."""

from banca.rules.rules import *  # noqa: F403
