"""A round as it is asked for over HTTP: the keys of a round's file, with limits on how much of each. Amounts are patacas as text."""

from typing import Annotated

from msgspec import Meta, Struct

from banca.disputes import Amount, ShortText, TableLimits

MOST_STAKES = 60
Tile = Annotated[str, Meta(max_length=10)]
Pair = Annotated[list[Tile], Meta(max_length=4)]


class StakeAsked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player's stake on a gate."""

    who: ShortText
    amount: Amount
    after_shake: bool = False


class ShareAsked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A principal of the bank."""

    who: ShortText
    principal: Amount
    after_shake: bool = False


class GateAsked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A gate: its tiles, the two pairs as laid, its stakes in order."""

    number: int
    tiles: Annotated[list[Tile], Meta(max_length=8)]
    pairs: Annotated[list[Pair], Meta(max_length=4)]
    exposed: int | None = None
    set_by: ShortText | None = None
    stake: Annotated[list[StakeAsked], Meta(max_length=MOST_STAKES)] = []


class FirstRound(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the banker put down and won in the first of two rounds."""

    principal: Amount
    won: Amount


class RoundAsked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole round at the moment the tiles are turned."""

    banker: int
    bank: Annotated[list[ShareAsked], Meta(max_length=20)]
    gate: Annotated[list[GateAsked], Meta(max_length=12)]
    dice: Annotated[list[int], Meta(max_length=8)] | None = None
    limits: TableLimits | None = None
    first_round: FirstRound | None = None
