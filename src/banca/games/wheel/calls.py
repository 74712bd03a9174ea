"""How a spin is called at the wheel: the symbol at the pointer, and what it pays. Articles 5 and 6."""

from banca.rules import EVEN, Rules, State, Text, Win, _

POINTED = _("symbol {symbol}, {prize} to {stake}")


def called(rules: Rules, symbol: int, table: State) -> Text:  # the shape of Rulebook.called
    """The symbol and its prize."""
    bet = rules.bets[f"symbol:{symbol}"]
    verdict = bet.verdict(bet.start, symbol)
    odds = verdict.odds if isinstance(verdict, Win) else EVEN
    return POINTED.fill(symbol=symbol, prize=odds.prize, stake=odds.stake)
