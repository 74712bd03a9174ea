"""What only football poker has on the command line: the next hand from a shoe that is not full, and what dealing on does."""

from textwrap import fill
from typing import TYPE_CHECKING, Annotated

import typer

from banca.analysis.exact.odds import figures_of
from banca.cli.common import (
    AsJson,
    HouseOptions,
    Lang,
    print_json,
    print_legend,
    print_table,
    print_text,
    print_title,
    rules_under,
)
from banca.cli.odds import print_odds, statuses_of
from banca.games.football_poker.rules import DECKS, SHOE, cards_left, full_shoe
from banca.games.football_poker.rules import next_hand as bets_on_next_hand
from banca.i18n import Translator
from banca.i18n.answer import Heading, heading, plain
from banca.rules import _
from banca.rules.refusal import needs_extra

if TYPE_CHECKING:
    from banca.games.football_poker.exact import DealtOn

GAME = "football_poker"
WIDEST = 20
"""Letters on one line of a heading."""

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Football poker: the shoe and the cards that are out.",
)


@app.command("next")
def next_hand(
    ctx: typer.Context,
    seen: Annotated[
        list[str] | None, typer.Argument(metavar="[CARDS]...", help="Cards that are out, such as K-9-4 5-2 A.")
    ] = None,
    option: HouseOptions = [],
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Print the exact house edge of every bet on the next hand, given the cards that are out."""
    face = ctx.obj
    rules = rules_under(GAME, option)
    left = cards_left(rules.chosen[DECKS], seen or ())
    cards, full = sum(left.values()), sum(full_shoe(rules.chosen[DECKS]).values())
    figures = figures_of(rules, bets_on_next_hand(rules.chosen, left))
    if face.json:
        print_json(plain(figures, face.say) | {"left": left, "cards_left": cards, "cards": full})
        return
    print_title(figures, face.say)
    ranks = face.say.list(f"{rank} × {count}" for rank, count in left.items())
    print_text(face.say(_("{left} of {of} cards are left: {ranks}"), left=cards, of=full, ranks=ranks))
    print_odds(figures.bets, GAME, face.say)
    print_legend(face.say, {status for bet in figures.bets for status in (bet.status, *statuses_of(bet))})


@app.command()
def shoe(
    ctx: typer.Context,
    option: HouseOptions = [],
    shoes: Annotated[
        int, typer.Option("--shoes", min=1000, help="How many shoes to deal if there are several packs.")
    ] = 1_000_000,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Show what dealing a shoe down to its cut card does to every bet: proven for one pack, measured for more."""
    face = ctx.obj
    rules = rules_under(GAME, option)
    with needs_extra("banca football-poker shoe", "fast"):
        from banca.games.football_poker.exact import dealt_on
    dealt = dealt_on(rules.chosen[DECKS], shoes)
    head = heading(rules)
    if face.json:
        answer = {**head, "hands": dealt.hands, "shoes": dealt.shoes, "bets": dealt.bets, "cite": SHOE.cite}
        print_json(plain(answer, face.say))
    else:
        print_title(Heading(**head), face.say)
        print_dealt_on(dealt, face.say)


def print_dealt_on(dealt: "DealtOn", say: Translator) -> None:
    """Print how many hands a shoe has, and what each bet gains more than from a full shoe."""
    hands = say.decimal(dealt.hands, 4)
    if dealt.shoes is None:
        error = say.scientific(max(bet.error for bet in dealt.bets))
        about = say(
            _("{hands} hands per shoe on average; all compositions computed, error at most {error}"),
            hands=hands,
            error=error,
        )
    else:
        about = say(
            _("{hands} hands per shoe on average; {shoes} shoes simulated"), hands=hands, shoes=say.count(dealt.shoes)
        )
    print_text(say.by(about, [SHOE.cite]))
    # A bound of 1e-10 carries seven digits of a percentage; a simulation of a million shoes carries four.
    digits = 7 if dealt.shoes is None else 4
    headings = (
        _("extra gain over a full shoe, %"),
        _("± two standard errors, %"),
        _("favours the player before the last hand, % of shoes"),
    )
    rights = [(fill(say(heading), WIDEST), "right") for heading in headings]
    rows = [
        [
            bet.bet,
            say.signed_decimal(bet.more * 100, digits),
            say.decimal(bet.error * 100, digits),
            say.decimal((bet.favoured or 0) * 100, 1),
        ]
        for bet in dealt.bets
    ]
    columns = 2 if dealt.shoes is None else 4  # of one pack the error is told above, once for all bets
    print_table([_("bet"), *rights[: columns - 1]], [row[:columns] for row in rows], say)
