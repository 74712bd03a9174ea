"""Options, causes and results in the reader's words, with the id behind them where one types it."""

from collections.abc import Iterable, Mapping
from typing import Any

from banca.games import find
from banca.i18n import Translator
from banca.law import needs_record
from banca.rules import Option, Rules, _, plain

NO_OPTIONS = _("Banca has no options for this game.")


def options_said(options: Iterable[Option[Any]], say: Translator) -> list[dict[str, Any]]:
    """Options with their values, as people say them, and the clause that grants each."""
    return [
        {
            "option": option.name,
            "name": option_said(option, say),
            "cite": str(option.cite),
            "cited": say.cite(option.cite),
            "clause": option.cite.clause,
            "default": str(option.default),
            "values": [
                {
                    "value": str(value),
                    "name": value_said(option, value, say),
                    "needs_record": needs_record(option, value),
                }
                for value in option.values
            ],
        }
        for option in options
    ]


def option_said(option: Option[Any], say: Translator) -> str:
    """What an option is about."""
    return say(option.says)


def value_said(option: Option[Any], value: object, say: Translator) -> str:
    """A value of an option; a number that has no words is said as it is."""
    found = option.says_value.get(str(value))
    return say(found) if found else str(value)


def outcome_name(rules: Rules, written: str, say: Translator) -> str:
    """By the bet on it, or by the names of its parts; of a part of an outcome, its name."""
    bet = rules.bets.get(written.replace(" ", ":"))
    if bet is not None:
        return say.bet(bet)
    labels = {bet.selection: say(bet.label) for bet in rules.bets.values() if bet.label}
    return " – ".join(labels.get(part, part) for part in written.split("-"))


def options_of(game: str) -> dict[str, Option[Any]]:
    """The options of a game, by name."""
    return {option.name: option for option in find(game).options}


def chosen_said(game: str, chosen: Mapping[str, object], say: Translator) -> list[str]:
    """What the house chose, one line for each option: `Field pays on 12: 2 to 1 (field_12=2)`."""
    options = options_of(game)
    lines = []
    for name, value in chosen.items():
        written = f"{name}={value}"
        option = options.get(name)
        if option is None or not option.says:
            lines.append(written)
        else:
            said = say.labelled(option_said(option, say), value_said(option, value, say))
            lines.append(say.in_brackets(said, written))
    return lines


def option_cell(option: Option[Any], say: Translator) -> str:
    """An option's name as one types it, and below it what it is about."""
    return "\n".join(filter(None, [option.name, option_said(option, say)]))


def values_cell(option: Option[Any], say: Translator) -> str:
    """The values as one types them, each with its words where the id does not say as much."""
    return say.list(with_words(one, value_said(option, one, say), say) for one in option.spelled())


def with_words(written: str, said: str, say: Translator) -> str:
    """An id, with what it is called behind it where the id itself does not say as much."""
    is_said = not said or written == said or (not written.isdigit() and written.casefold() in said.casefold())
    return written if is_said else say.in_brackets(written, said)


def cause_said(game: str, reason: str, say: Translator) -> str:
    """Why a throw is null."""
    book = find(game).rulebook
    return say(book.nulls[reason].says) if book and reason in book.nulls else reason


def named_outcome(rules: Rules, written: str, say: Translator) -> str:
    """A result by its name; as it is written, where that says the same."""
    name = outcome_name(rules, written, say)
    return written if plain(name) == plain(written) else name


def outcome_said(rules: Rules, written: str, say: Translator) -> str:
    """A result by its name, with how it is written behind it where that is another word."""
    name = named_outcome(rules, written, say)
    return written if name == written else say.in_brackets(name, written)
