"""Remarks for the examiner of a proposal: facts about its figures that no regulation forbids."""

from banca.rules import Code, _

HIGHER_THAN_ANY = Code(
    "higher_than_any",
    _("{bet}: the casino's advantage of {asked} is higher than that of any other bet of the table (at most {allowed})"),
)
PLAYER_AHEAD = Code("player_ahead", _("{bet}: the advantage is the player's, {asked} of the stake"))
NOBODY_AHEAD = Code("nobody_ahead", _("{bet}: the casino's advantage is zero"))
ROW_NEVER_WON = Code("row_never_won", _("{bet}: the prize for “{asked}” can never be won"))
LONG_BET = Code("long_bet", _("{bet}: it is decided after {asked} {many} on average"))
ROUNDING_COSTS = Code(
    "rounding_costs",
    _(
        "{bet}: rounding payments down to the smallest chip raises the casino's advantage on a minimum stake by {asked} percentage points (from {before} to {after})"
    ),
)
NO_ARTICLE_7 = Code(
    "no_article_7",
    _(
        "{asked}: none of the articles of the regulation consulted provides for the authorisation of new bets or different prizes"
    ),
)
