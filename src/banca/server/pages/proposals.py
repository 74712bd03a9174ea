"""Proposals: write a new bet, see its exact edge as one types, and take the dossier home."""

from importlib.resources import files
from itertools import zip_longest
from typing import Any

from litestar import Response, get

from banca.games import find, of_chance, rulebook
from banca.i18n import Translator, translator
from banca.i18n.descriptions import FIGURES
from banca.proposals.compiler import MOST_LETTERS, phases_of
from banca.rules import Rulebook, _
from banca.server.http import AnyRequest, language_of
from banca.server.pages.page import game_titles, page

# What somebody begins with: a file that is right as it stands, with everything that may be written in it explained. The explanations are ours;
# the bets come from the first game whose folder has a `proposal_start.star`: a proposal with a bet, then behind lines `# ---` a bet over several
# outcomes and another prize, which stand in the file as comments to be tried.

FILE = "proposal_start.star"
BETWEEN = "\n# ---\n"

TOP = (
    _("A proposal for a new bet. Change anything and the figures beside it are updated."),
    _("Lines that begin with # are explanations; you may delete them."),
)
GAMES = _("The game is one of these: {games}.")
LANGUAGES = _("Every text that people read must be given in English, Portuguese and Chinese.")
BET = (
    _("id: lower-case letters, digits and _; different from the ids that the game already has."),
    _('pays: "15 to 1" as the gazette writes it, or "16 for 1" with the stake included.'),
    _("wins: the outcomes on which it wins. An outcome o has:"),
)
OPTIONAL = _("Optional: ties = lambda o: ... returns the stake; place is its place on the layout, head or foot;")
PHASE = _('phase = "{phase}" allows it only in that phase.')
LONGER = (
    _("A bet over several outcomes has a state: step says what each outcome does to it,"),
    _("win(), lose(), push() or stay(state). If there are several prizes, each has a row, and win(row) names one."),
    _("Remove the # to try it."),
)
SHAPES = (
    _("Functions for common bets are ready to use; the worked examples show them:"),
    _("hop, totals, all_before, repeated, distinct_points, counted_before, counted_in, in_a_row, figures, colours."),
)
CHANGE = (_("A different prize for a bet that the game already has:"),)


def start_text(say: Translator) -> str:
    """The whole file in one language."""
    game, parts = first_start()
    proposal, bet, longer, change = (code for _, code in zip_longest(range(4), parts, fillvalue=""))
    sections = (
        ([*map(say, TOP)], ""),
        ([say(GAMES, games=", ".join(of_chance())), say(LANGUAGES)], proposal),
        (_bet(say, rulebook(game)), bet),
        ([*map(say, LONGER)], commented(longer)),
        ([*map(say, SHAPES)], ""),
        ([*map(say, CHANGE)], commented(change)),
    )
    return "\n".join("".join(f"# {line}\n" for line in lines) + code for lines, code in sections)


def first_start() -> tuple[str, list[str]]:
    """The first game whose folder has a start, and its parts; where none has, the first game alone."""
    for game in of_chance():
        file = files(find(game).package).joinpath(FILE)
        if file.is_file():
            proposal, *others = file.read_text("utf-8").split(BETWEEN)
            head, _, bet = proposal.partition("\n\n")
            return game, [f"{part.rstrip()}\n" for part in (head, bet, *others)]
    return of_chance()[0], []


def commented(code: str) -> str:
    """Code as comments."""
    return "".join(f"# {line}".rstrip() + "\n" for line in code.splitlines())


def _bet(say: Translator, book: Rulebook) -> list[str]:
    """What may be written of a bet: the facts of every game, and a phase where the game has any."""
    phases = phases_of(book)
    held = [say(PHASE, phase=phases[0])] if phases else []
    return [*map(say, BET), *map(_facts, of_chance()), say(OPTIONAL), *held]


def _facts(game: str) -> str:
    """What there is to see in an outcome of a game, as a file writes it."""
    book = rulebook(game)
    outcome, _ = next(iter(book.under().space))
    return f"  {game}: {', '.join(f'o.{name}' for name in book.facts(outcome))}"


@get("/proposals", include_in_schema=False)
async def proposals(request: AnyRequest) -> Response[bytes]:
    """The editor, and what follows from what is in it."""
    say = translator(language_of(request))
    return page(
        request,
        "proposals.html",
        words={"pays": FIGURES["pays"], "wins": FIGURES["p_win"], "loses": FIGURES["p_lose"]},
        data={"games": game_titles(say), "ofChance": of_chance(), "start": start_text(say), "most": MOST_LETTERS},
        asked_under=[cite for game in of_chance() for cite in rulebook(game).new_bets],
    )


ROUTES: list[Any] = [proposals]
