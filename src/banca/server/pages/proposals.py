"""Proposals: write a new bet, see its exact edge as one types, and take the dossier home."""

from importlib.resources import files
from itertools import zip_longest
from typing import Any

from litestar import Response, get

from banca.games import find, of_chance, rulebook
from banca.i18n import Translator, translator
from banca.i18n.descriptions import FIGURES
from banca.proposals.compiler import MOST_LETTERS, phases_of
from banca.server.http import AnyRequest, page_language
from banca.server.pages.page import game_titles, page, templates

FILE = "proposal_start.star"
BETWEEN = "\n# ---\n"


def start_text(say: Translator) -> str:
    """Return what somebody begins with: a file that is right as it stands, with everything that may be written in it explained.

    The explanations stand in the template. The bets come from the first game whose folder has a `proposal_start.star`: a proposal with a bet,
    then behind lines `# ---` a bet over several outcomes and another prize, which stand in the file as comments to be tried.
    """
    game, parts = first_start()
    proposal, bet, longer, change = (code for _, code in zip_longest(range(4), parts, fillvalue=""))
    # What there is to see in an outcome of each game.
    facts = {
        name: list(book.facts(next(iter(book.under().space))[0]))
        for name, book in ((name, rulebook(name)) for name in of_chance())
    }
    return (
        templates()
        .get_template("proposal_start.txt")
        .render(
            _=say,
            facts=facts,
            phases=phases_of(rulebook(game)),
            proposal=proposal,
            bet=bet,
            longer=commented(longer),
            change=commented(change),
        )
    )


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


@get("/proposals", include_in_schema=False)
async def proposals(request: AnyRequest) -> Response[bytes]:
    """The editor, and what follows from what is in it."""
    say = translator(page_language(request))
    return page(
        request,
        "proposals.html",
        words={"pays": FIGURES["pays"], "wins": FIGURES["p_win"], "loses": FIGURES["p_lose"]},
        data={"games": game_titles(say), "ofChance": of_chance(), "start": start_text(say), "most": MOST_LETTERS},
        asked_under=[cite for game in of_chance() for cite in rulebook(game).new_bets],
    )


ROUTES: list[Any] = [proposals]
