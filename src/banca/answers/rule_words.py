"""Options, causes and results in the reader's words, with the id behind them where one types it."""

from collections.abc import Mapping
from typing import Any

from banca.games import find
from banca.i18n import Translator
from banca.i18n.options import option_said, value_said
from banca.i18n.outcomes import outcome_name
from banca.rules import Option, Rules, plain


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
