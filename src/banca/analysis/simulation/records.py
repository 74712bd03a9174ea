"""What the compiled runners write down: a session's record when it is over, and how far it has got before."""

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

NET, STAKED, ROUNDS, LUCK, LONGEST, ENDED = range(6)
"""The columns of a finished session: money in avos, luck in units over the plan's denominator."""
RECORD = 6

SEAT, WORTH, RUN, POINT, TURN, AT, KEPT = 0, 5, 6, 7, 8, 9, 10
"""Further columns of a session under way, beside STAKED (in units), ROUNDS, LUCK and LONGEST.

SEAT is the joint state it has got to, or -1 before the first round; POINT the next place where the money is looked at. The
outcomes to come are KEPT classes kept from the draw, then those of turn TURN from place AT on.
"""
BEGUN = 11

KEEP = 64
"""How many outcomes already drawn a session under way takes along, so that a turn is seldom drawn again."""
