"""A page for every game: its law with an anchor at each clause, its options, and the exact figures of its bets."""

from collections.abc import Iterator

from banca.analysis.exact.odds import figures_of
from banca.drawing import table_file
from banca.games import find, rules_of
from banca.i18n import Translator, translator
from banca.i18n.descriptions import CLAUSE_KINDS, EFFECTS, STATUSES, describe_dates
from banca.law import readable
from banca.law.rulebooks import ClauseAnswer, RulesAnswer, game_answer, rules_answer
from banca.rules import Citation
from manual.figures import anchor, compared_options, figures_section
from manual.markdown import code, contents, plain, table
from manual.policies import policies_section

INDEX = """# The games

Every game that this program knows: the instrument that its rules are read from, each clause in our own words, and the exact figures of each bet.
The pages are made of the rulebooks that the program itself runs on; no figure in them was typed. Our sentences are paraphrases; only the text
published in the Official Gazette is authentic.

"""
MEANING = """## How firm a rule is

"""


def game_pages() -> dict[str, str]:
    """Every page about the games, by its place in the site."""
    pages = {f"games/{game}.md": "".join(_page(game)) for game in readable()}
    pictures = {f"games/{game}.svg": table_file(game, {}, translator().of(game)) for game in readable()}
    return {"games/index.md": _index(), **pages, **pictures}


def _index() -> str:
    say = translator()
    rows = []
    for game in readable():
        answer = game_answer(game)
        rows.append(
            [
                f"[{plain(say(answer.title))}]({game}.md)",
                plain(say(answer.instrument)),
                str(answer.bets or ""),
                _edges(game, say),
                plain(say.spell(answer.caution)) if answer.caution else "",
            ]
        )
    statuses = [[plain(one.mark), plain(say(one.name)), plain(say(one.means))] for one in STATUSES.values()]
    return (
        INDEX
        + table(["game", "instrument", "bets", "house edge", "caution"], rows, "llrll")
        + MEANING
        + table(["mark", "status", "meaning"], statuses)
        + contents(readable())
    )


def _edges(game: str, say: Translator) -> str:
    """From the lowest to the highest house edge of its bets."""
    if not find(game).rulebook:
        return "between players"
    edges = [bet.house_edge for bet in figures_of(rules_of(game)).bets]
    return " to ".join(dict.fromkeys(map(say.percent, (min(edges), max(edges)))))


def _page(game: str) -> Iterator[str]:
    say = translator().of(game)
    answer = rules_answer(game)
    yield f"# {plain(say(answer.title))}\n\n"
    yield from _instrument(answer, say)
    yield f"![The layout of the table: {plain(say(answer.title))}]({game}.svg)\n\n"
    if find(game).rulebook:
        yield from figures_section(game, say)
        yield from compared_options(game, say)
    else:
        yield from policies_section(game, say)
    yield "## The clauses\n\n"
    for article, heading in answer.articles.items():
        if clauses := [one for one in answer.clauses if one.article == article]:
            yield f"### {plain(article)} · {plain(say(heading))}\n\n"
            yield from (_clause(game, one, say) for one in clauses)


def _instrument(answer: RulesAnswer, say: Translator) -> Iterator[str]:
    if answer.caution:
        yield f":::{{attention}}\n{plain(say.spell(answer.caution))}\n:::\n\n"
    dates = say.phrases(describe_dates(answer.dates.known_dates(), say))
    yield f"{plain(say(answer.instrument))}{f' ({plain(dates)})' if dates else ''}. {plain(say(answer.holds))}\n\n"
    for entry in answer.history:
        name, dated = plain(say(entry.name)), plain(say.phrases(describe_dates(entry.instrument.known_dates(), say)))
        named = f"[{name}]({entry.instrument.address})" if entry.instrument.address else name
        known = "The text used here." if entry.is_held else plain(say(entry.known))
        yield f"- **{entry.instrument.year}** {named} ({plain(say(EFFECTS[entry.instrument.effect]))}){f': {dated}' if dated else ''}. {known}\n"
    yield "\n"


def _clause(game: str, one: ClauseAnswer, say: Translator) -> str:
    """A clause: its number with an anchor, what jurists call it, how firm it is, what it says and what it bears on."""
    name = anchor(Citation(game, one.clause))
    status = STATUSES[one.status]
    said = (say(one.cited), f"{status.mark} {say(status.name)}".strip(), say(CLAUSE_KINDS[one.kind]))
    about = " · ".join(map(plain, said))
    lines = [plain(say(one.text))]
    if one.reason:
        lines.append(f"Not computed: {plain(say(one.reason))}")
    lines += [f"Reading {_reading(number)}: {plain(say(text))}" for number, text in one.readings.items()]
    lines += [
        f"House edge of {code(row.bet)} as read {say.exact(row.as_read)} ({say.percent(row.as_read)}), in the other reading "
        f"{say.exact(row.otherwise)} ({say.percent(row.otherwise)})."
        for row in one.compared
    ]
    if one.bets:
        lines.append("Bets: " + ", ".join(map(code, one.bets)))
    told = "\n\n  ".join(lines)
    number = _reading(one.clause) if one.article == "R" else plain(one.clause)
    return f"({name})=\n**{number}** {about}\n: {told}\n\n"


def _reading(number: str) -> str:
    return f"[{number}](../readings/{number}.md)"
