"""A model as arrays, for the compiled comparison of choices."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from banca.analysis.best_play.model import PlayModel
from banca.analysis.simulation.records import Array


class PackedModel(NamedTuple):
    """Everything the compiled functions read. A row is a kind of ending of a spot; rows of one spot follow each other."""

    stake: Array
    may: Array
    """Per bet and stake."""
    opens: Array
    """Per bet and state of the table: where its branches begin; one more at the end."""
    chance: Array
    """Per branch."""
    table: Array
    spot: Array
    """-1 where the branch decides the bet."""
    net: Array
    """Per branch and stake."""
    rows: Array
    """Per spot: where its rows begin; one more at the end."""
    most: Array
    """Per spot and stake of the flat bet: how many of the stakes may be added."""
    resolved: Array
    """Per row."""
    flat: Array
    """Per row and stake."""
    added: Array
    moves: Array
    """Per row: where its moves begin; one more at the end."""
    move_chance: Array
    move_to: Array
    """A row, or -1 - the state of the table in which it comes about."""
    waits: Array
    """Per state of the table: where what a round without a bet leads to begins; one more at the end."""
    wait_chance: Array
    wait_to: Array

    @property
    def terms(self) -> int:
        """No sum behind one comparison has more terms."""
        widest = int(np.diff(self.opens).max())
        kinds = int(np.diff(self.rows).max(initial=1))
        return widest + kinds + int(np.diff(self.moves).max(initial=1)) + int(np.diff(self.waits).max()) + 4


def pack(model: PlayModel) -> PackedModel:
    """The arrays of a model."""
    count = len(model.stakes)
    branches = [branch for flat in model.bets for opened in flat.opens for branch in opened]
    rows = [(spot, kind) for spot in model.spots for kind in range(len(spot.resolved))]
    begin = _begins([len(spot.resolved) for spot in model.spots])
    moves = [move for spot, kind in rows for move in spot.moves[kind]]
    kinds = [kind for spot, kind in rows for _ in spot.moves[kind]]
    nothing = (0,) * count
    return PackedModel(
        stake=np.array(model.stakes, dtype=np.int64),
        may=np.array([flat.may for flat in model.bets], dtype=np.bool_),
        opens=_begins([len(opened) for flat in model.bets for opened in flat.opens]),
        chance=np.array([float(one.chance) for one in branches]),
        table=np.array([one.table for one in branches], dtype=np.int64),
        spot=np.array([one.spot for one in branches], dtype=np.int64),
        net=np.array([one.nets or nothing for one in branches], dtype=np.int64),
        rows=begin,
        most=np.array([spot.most for spot in model.spots], dtype=np.int64).reshape(-1, count),
        resolved=np.array([float(spot.resolved[kind]) for spot, kind in rows]),
        flat=np.array([spot.nets[kind] for spot, kind in rows], dtype=np.int64).reshape(-1, count),
        added=np.array([spot.added[kind] if spot.added else nothing for spot, kind in rows], dtype=np.int64).reshape(
            -1, count
        ),
        moves=_begins([len(spot.moves[kind]) for spot, kind in rows]),
        move_chance=np.array([float(one.chance) for one in moves]),
        move_to=np.array(
            [
                -1 - one.table if one.spot < 0 else begin[one.spot] + kind
                for one, kind in zip(moves, kinds, strict=True)
            ],
            dtype=np.int64,
        ),
        waits=_begins([len(one) for one in model.waits]),
        wait_chance=np.array([float(chance) for one in model.waits for chance, _ in one]),
        wait_to=np.array([to for one in model.waits for _, to in one], dtype=np.int64),
    )


def _begins(counts: Sequence[int]) -> Array:
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
