"""What an outcome is called in the reader's language."""

from banca.i18n.translator import Translator
from banca.rules import Rules


def outcome_name(rules: Rules, written: str, say: Translator) -> str:
    """By the bet on it, or by the names of its parts; of a part of an outcome, its name."""
    bet = rules.bets.get(written.replace(" ", ":"))
    if bet is not None:
        return say.bet(bet)
    labels = {bet.selection: say(bet.label) for bet in rules.bets.values() if bet.label}
    return " – ".join(labels.get(part, part) for part in written.split("-"))
