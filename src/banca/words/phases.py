"""The phases of a live table, as they are said."""

from banca.rulebook import term

PHASES = (
    term("between throws"),
    term("dice offered"),
    term("thrown"),
    term("dice out"),
    term("called"),
    term("paid"),
    term("covered"),
    term("bets open"),
    term("bets closed"),
    term("revealed"),
    term("null"),
    term("covered again"),
    term("bets open again"),
    term("turning"),
    term("decided"),
    term("counted"),
    term("two cards"),
    term("ball thrown"),
    term("settled"),
    term("stacked"),
    term("bank open"),
    term("shaken"),
    term("dealt"),
    term("deal void"),
    term("banker turned"),
    term("turned"),
)
