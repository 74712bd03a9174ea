"""The exact figures of a game's bets, and what the house's options do to them."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from banca.analysis.exact import Analysis
from banca.analysis.exact.odds import families, figures_of
from banca.games import find, rules_of
from banca.i18n import Translator, translator
from banca.i18n.descriptions import STATUSES, figure_words, option_name, option_value_name
from banca.law import Language
from banca.rules import Citation, Option
from manual.markdown import code, plain, table

MOST_NAMED = 8
"""Selections that a row names one by one."""
EXPLAINED = """Every figure is exact and per unit staked; only percentages and the standard deviation (sd) are rounded. The house edge counts ties as results.
*{rounds}* is the mean number until the bet is decided. Selections with equal figures share a row. A mark behind a bet says [how firm its text is](index.md#how-firm-a-rule-is). `banca odds {game}` prints the table, `banca odds {game} BET`
every figure of one bet, and `banca odds {game} --certificate FILE` what an independent check needs.

"""
MOST_SHOWN = 10
"""Values of one option that are told apart."""


def figures_section(game: str, say: Translator) -> Iterator[str]:
    """Every bet with what it pays, its chances, house edge and deviation."""
    named = figure_words(game)
    yield "## The bets\n\n"
    yield EXPLAINED.format(game=game, rounds=say(named["rounds"]))
    ties, rounds = say(named["p_push"]), say(named["rounds"])
    groups = families(figures_of(rules_of(game)).bets)
    head = ["bet", "house edge", "%", "pays", "wins", "%", ties, "sd", rounds]
    yield table(head, [_row(alike, say) for alike in groups], "lrrrrrrrr")
    yield "What they are called in English, Portuguese and Chinese, and the clauses and readings that they rest on:\n\n"
    yield table(["bet", "names", "clauses"], [_rests_on(game, alike) for alike in groups])


def _row(bets: Sequence[Analysis], say: Translator) -> list[str]:
    bet = bets[0]
    pays = say.odds(bet.pays) + (f" − {say.percent_of(bet.commission)}" if bet.commission else "")
    return [
        _label(bets),
        f"**{say.exact(bet.house_edge)}**",
        say.percent(bet.house_edge),
        plain(pays),
        say.exact(bet.p_win),
        say.percent(bet.p_win),
        say.exact(bet.p_push),
        say.decimal(bet.sd, 4),
        say.decimal(bet.mean_rounds, 3),
    ]


def _rests_on(game: str, bets: Sequence[Analysis]) -> list[str]:
    clauses = ", ".join(map(clause_link, dict.fromkeys((*bets[0].cites, *bets[0].bet.reads))))
    return [_label(bets), _names(game, bets), clauses]


def _label(bets: Sequence[Analysis]) -> str:
    """Its id with its selections, and the mark that says how firm its text is."""
    bet = bets[0]
    mark = plain(STATUSES[bet.status].mark)
    if not bet.bet.selection:
        return code(bet.bet.id) + mark
    shown = ",".join(each.bet.selection for each in bets[:MOST_NAMED])
    return f"`{bet.bet.id}:{shown}`{mark}" + (f" and {len(bets) - MOST_NAMED} more" if len(bets) > MOST_NAMED else "")


def _names(game: str, bets: Sequence[Analysis]) -> str:
    """The name in three languages; of several selections, that of the family."""
    name = bets[0].name if len(bets) == 1 else bets[0].family
    return " · ".join(dict.fromkeys(plain(translator(spoken, game)(name)) for spoken in Language))


def compared_options(game: str, say: Translator) -> Iterator[str]:
    """Every option with its values and clause; and the house edges that it changes."""
    options = find(game).options
    yield "## The options\n\n"
    if not options:
        yield "The rules leave the house no choice that the program knows.\n\n"
        return
    rows = [[code(one.name), plain(option_name(one, say)), _values(one, say), clause_link(one.cite)] for one in options]
    yield table(["option", "what it is about", "values (default first)", "clause"], rows)
    for one in options:
        yield from _changed(game, one, say)


def _values(option: Option[Any], say: Translator) -> str:
    values = sorted(option.values, key=lambda value: value != option.default)
    if len(values) > MOST_SHOWN:
        usual = str(option.default)
        return ", ".join(map(code, (usual, *(one for one in option.spelled() if one != usual))))
    said = ((str(value), option_value_name(option, value, say)) for value in values)
    return ", ".join(code(value) + (f" ({plain(words)})" if words != value else "") for value, words in said)


def _changed(game: str, option: Option[Any], say: Translator) -> Iterator[str]:
    """The house edges under each value of an option, of the bets for which they differ."""
    if len(option.values) > MOST_SHOWN:
        return
    under = {str(value): _edges(figures_of(rules_of(game, ((option.name, value),))).bets) for value in option.values}
    rows = []
    for alike in families(figures_of(rules_of(game)).bets):
        edges = [edges[alike[0].bet.key] for edges in under.values()]
        if len(set(edges)) > 1:
            rows.append([_label(alike), *(f"{say.exact(edge)} ({say.percent(edge)})" for edge in edges)])
    if rows:
        yield f"House edges under `{option.name}`:\n\n"
        yield table(["bet", *(code(f"{option.name}={value}") for value in under)], rows, "l" + "r" * len(under))


def _edges(bets: Sequence[Analysis]) -> dict[str, Fraction]:
    return {bet.bet.key: bet.house_edge for bet in bets}


def anchor(cite: Citation) -> str:
    """The name of the place in the site where a clause is."""
    return f"{cite.game}-{cite.clause}".lower()


def clause_link(cite: Citation) -> str:
    """A clause by its number, as a link to where the page of its game has it."""
    return f"[{cite.clause}](#{anchor(cite)})"
