"""How the dossier writes its figures: the fraction where a table has room for it, and about what it is elsewhere."""

from fractions import Fraction

from banca.dossier import texts
from banca.dossier.answer import DossierAnswer
from banca.dossier.values import ExactFigure
from banca.i18n import Localized, Translator
from banca.i18n.descriptions import round_nouns
from banca.rules import Rules

NONE = "–"


def counted(rules: Rules, say: Translator) -> dict[str, str]:
    """The game's words for what is counted, by the names of the blanks that they fill."""
    return {name: say(noun) for name, noun in round_nouns(rules.rulebook.game).items()}


def regulation_said(say: Translator, *, is_revoked: bool) -> str:
    """What the regulation is called within a sentence."""
    return say(texts.NAMED_REVOKED if is_revoked else texts.NAMED_REGULATION)


def share(figure: ExactFigure, say: Translator) -> str:
    """In per cent, with as many decimals as the figure is worth: `7.7613%`."""
    return say(figure.said)


def exact(figure: ExactFigure, say: Translator) -> str:
    """The fraction; where it is too long, about what it is."""
    if figure.is_long:
        return f"≈ {say.decimal(figure.exact, figure.decimal.digits)}"
    return say.exact(figure.exact)


def prize_lines(pays: Localized, say: Translator) -> str:
    """Each prize on a line of its own, for a narrow column."""
    return "\n".join(say.odds([one]) for one in pays.value)


def bets_for_one(chance: Fraction, say: Translator) -> str:
    """In how many bets something happens once: `18`, or `1.06`."""
    if not chance:
        return NONE
    bets = 1 / chance
    return say.count(int(bets)) if bets.denominator == 1 else say.decimal(bets, 2)


def limits_said(answer: DossierAnswer, say: Translator) -> dict[str, str]:
    """The stakes at the table and its chip, as the texts call them."""
    limits = {"minimum": answer.minimum, "maximum": answer.maximum, "chip": answer.chip}
    return {name: say.money(amount.avos) for name, amount in limits.items()}


def limits_asked(answer: DossierAnswer, say: Translator) -> dict[str, str]:
    """The same as conditions; what the applicant has not named is a blank."""
    return {
        name: amount if name in answer.limits_named else texts.BLANK
        for name, amount in limits_said(answer, say).items()
    }
