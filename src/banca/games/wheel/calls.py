"""How a spin is called at the wheel: the symbol at the pointer, and what it pays. Articles 5 and 6."""

from banca.rulebook import EVEN, Phrase, RoundWords, Rules, State, Win, words

SPIN = RoundWords(
    one=words("spin", pt="jogada", zh="局"),
    many=words("spins", pt="jogadas", zh="局"),
    number=words("Spins", pt="Jogadas", zh="局數"),
    in_one=words("in one spin", pt="numa só jogada", zh="一局"),
    several=words("several spins", pt="várias jogadas", zh="多局"),
)
"""What is counted at the wheel. wheel 2, 4.3."""
POINTED = words(
    "symbol {symbol}, {prize} to {stake}",
    pt="símbolo {symbol}, {prize} para {stake}",
    zh="記號 {symbol}，{stake} 賠 {prize}",
)


def called(rules: Rules, symbol: int, table: State) -> Phrase:  # noqa: ARG001 - the shape of Rulebook.called
    """The symbol and its prize."""
    bet = rules.bets[f"symbol:{symbol}"]
    verdict = bet.verdict(bet.start, symbol)
    odds = verdict.odds if isinstance(verdict, Win) else EVEN
    return Phrase(POINTED, {"symbol": symbol, "prize": odds.prize, "stake": odds.stake})
