"""The words that a form leaves to us: a title, a description, names of prizes, made of what was clicked, in three languages."""

from collections.abc import Iterable

from msgspec.structs import replace

from banca.i18n import Translator, translator
from banca.i18n.descriptions import outcome_name
from banca.law import Language
from banca.proposals.builder import (
    FormBet,
    FormPrize,
    FormWords,
    OutcomeClasses,
    OutcomeMark,
    ProposalForm,
    class_marks,
    find_condition,
    outcome_classes,
)
from banca.proposals.compiler import MOST_DESCRIPTION, MOST_NAME
from banca.rules import Fact, Odds, _

WINS = _("Wins on {outcomes}.")
WINS_MORE = _("Wins {odds} on {outcomes}.")
TIES = _("The stake is returned on {outcomes}.")
LOSES = _("Loses on {outcomes}.")
OTHERWISE_LOSES = _("Otherwise loses.")
OTHERWISE_STAYS = _("Otherwise stays until it is decided.")
OTHERWISE_TIES = _("Otherwise the stake is returned.")
OTHERWISE = {OutcomeMark.LOSE: OTHERWISE_LOSES, OutcomeMark.STAY: OTHERWISE_STAYS, OutcomeMark.TIE: OTHERWISE_TIES}
PRIZE = _("Prize {number}")
NOT = _("not {fact}")
FACT = _("{fact} {values}")


def fill_words(form: ProposalForm) -> ProposalForm:
    """The form with words of ours where nothing was typed in any language."""
    bets = tuple(_with_words(form.game, bet) for bet in form.bets)
    title = bets[0].name if bets and form.title.is_blank else form.title
    return replace(form, title=title, bets=bets)


def strip_words(form: ProposalForm) -> ProposalForm:
    """The form without the words that we would give it anyway, so that they follow what is clicked."""
    bets = tuple(_without_words(form.game, bet) for bet in form.bets)
    is_ours = bool(bets) and form.title == bets[0].name
    return replace(form, title=FormWords() if is_ours else form.title, bets=bets)


def _with_words(game: str, bet: FormBet) -> FormBet:
    rows = tuple(
        replace(row, name=_row_name(game, bet, number)) if row.name.is_blank and len(bet.rows) > 1 else row
        for number, row in enumerate(bet.rows)
    )
    return replace(bet, rows=rows, description=_description(game, bet) if bet.description.is_blank else bet.description)


def _without_words(game: str, bet: FormBet) -> FormBet:
    def bare(number: int, row: FormPrize) -> FormPrize:
        return replace(row, name=FormWords()) if row.name == _row_name(game, bet, number) else row

    is_ours = bet.description == _description(game, bet)
    rows = tuple(bare(number, row) for number, row in enumerate(bet.rows))
    return replace(bet, rows=rows, description=FormWords() if is_ours else bet.description)


def _in_all(made: Iterable[tuple[Language, str]]) -> FormWords:
    return FormWords(**{language.value: text for language, text in made})


def _row_name(game: str, bet: FormBet, number: int) -> FormWords:
    """The outcomes that win it, where that is short enough for a name."""
    named = {one: describe_outcomes(game, bet, number, translator(one)) for one in Language}
    is_short = all(0 < len(text) <= MOST_NAME for text in named.values())
    return _in_all((one, named[one] if is_short else translator(one)(PRIZE, number=number + 1)) for one in Language)


def _description(game: str, bet: FormBet) -> FormWords:
    """What every outcome does, in a few sentences; nothing where that would be too long."""
    texts = {one: _describe(game, bet, translator(one)) for one in Language}
    is_short = all(len(text) <= MOST_DESCRIPTION for text in texts.values())
    return _in_all(texts.items()) if is_short else FormWords()


def _describe(game: str, bet: FormBet, say: Translator) -> str:
    marks = set(class_marks(outcome_classes(game), bet).values())
    several = len(bet.rows) > 1
    said = [
        say(
            WINS_MORE if several else WINS,
            outcomes=describe_outcomes(game, bet, number, say),
            odds=say.odds([Odds(row.prize, row.stake)]),
        )
        for number, row in enumerate(bet.rows)
        if number in marks
    ]
    for mark, sentence in ((OutcomeMark.TIE, TIES), (OutcomeMark.LOSE, LOSES)):
        if mark in marks and mark != bet.rest:
            said.append(say(sentence, outcomes=describe_outcomes(game, bet, mark, say)))
    if bet.rest in marks:
        said.append(say(OTHERWISE[bet.rest]))
    return ("" if say.language is Language.ZH else " ").join(said)


def describe_outcomes(game: str, bet: FormBet, mark: int | OutcomeMark, say: Translator) -> str:
    """The outcomes with a mark: by what they have in common where one fact says it, otherwise one by one."""
    seen = outcome_classes(game)
    numbers = frozenset(number for number, is_so in class_marks(seen, bet).items() if is_so == mark)
    if not numbers:
        return ""
    rule = find_condition(seen, numbers)
    if len(rule.facts) == 1 and rule.values:
        return describe_fact(seen, rule.facts[0], rule.values, say)
    return say.list(describe_outcome(seen, number, say) for number in sorted(numbers))


def describe_outcome(seen: OutcomeClasses, number: int, say: Translator) -> str:
    """A class of outcomes by the name of its first."""
    return outcome_name(seen.book.under(), seen.shown(number), say)


def describe_fact(seen: OutcomeClasses, name: str, values: Iterable[Fact], say: Translator) -> str:
    """`total 3, 4, 11`, `a pair`, `colour red`; where the fact is the whole outcome, its values alone."""
    word, every = say(seen.book.fact_words.get(name, name)), list(values)
    if isinstance(every[0], bool):
        return word if every[0] else say(NOT, fact=word)
    said = say.list(describe_value(seen, value, say) for value in every)
    is_whole = isinstance(every[0], tuple) or len(seen.names) == 1
    return said if is_whole else say(FACT, fact=word, values=said)


def describe_value(seen: OutcomeClasses, value: Fact, say: Translator) -> str:
    """A value of a fact: by the names the game has for parts of its outcomes."""
    parts = value if isinstance(value, tuple) else (value,)
    rules = seen.book.under()
    return " – ".join(str(part) if isinstance(part, int) else outcome_name(rules, part, say) for part in parts)
