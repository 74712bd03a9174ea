"""`banca football-poker`: the next hand from a shoe that is not full, and what dealing on does."""

from textwrap import fill
from typing import Annotated

import typer

from banca.cli import texts as common
from banca.cli.common import AsJson, HouseOptions, Lang, game_under, print_legend, print_title
from banca.cli.odds import print_odds, statuses_of
from banca.cli.terminal import print_json, print_table, print_text
from banca.games.football_poker.answers import DealtOnAnswer, dealt_on_answer, next_hand_answer
from banca.games.football_poker.rules import DECKS, cards_left
from banca.i18n import Translator
from banca.i18n.answer import plain
from banca.rules import Refusal, _
from banca.rules.refusal import NEEDS_EXTRA

GAME = "football_poker"
WIDEST = 20
"""Letters on one line of a heading."""
LEFT = _("{left} of {of} cards are left: {ranks}")
FOLLOWED = _("{hands} hands per shoe on average; all compositions computed, error at most {error}")
DEALT = _("{hands} hands per shoe on average; {shoes} shoes simulated")
MORE = _("extra gain over a full shoe, %")
ERROR = _("± two standard errors, %")
FAVOURED = _("favours the player before the last hand, % of shoes")

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
    rules = game_under(GAME, option).rules
    found = next_hand_answer(rules, cards_left(rules.chosen[DECKS], seen or ()))
    if face.json:
        print_json(plain(found, face.say))
        return
    print_title(found, face.say)
    ranks = face.say.list(f"{rank} × {count}" for rank, count in found.left.items())
    print_text(face.say(LEFT, left=found.cards_left, of=found.cards, ranks=ranks))
    print_odds(found.bets, GAME, face.say)
    print_legend(face.say, {one for bet in found.bets for one in (bet.status, *statuses_of(bet))})


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
    rules = game_under(GAME, option).rules
    try:
        from banca.games.football_poker.exact.cut_card import dealt_on
    except ImportError:
        raise Refusal(NEEDS_EXTRA, asked="banca football-poker shoe", allowed="fast") from None
    found = dealt_on_answer(rules, dealt_on(rules.chosen[DECKS], shoes))
    if face.json:
        print_json(plain(found, face.say))
    else:
        print_title(found, face.say)
        print_dealt_on(found, face.say)


def print_dealt_on(answer: DealtOnAnswer, say: Translator) -> None:
    """How many hands there are, and every bet."""
    hands = say.decimal(answer.hands, 4)
    if answer.shoes is None:
        told = say(FOLLOWED, hands=hands, error=say.scientific(max(bet.error for bet in answer.bets)))
        columns, more = [(say(common.BET), "left"), (fill(say(MORE), WIDEST), "right")], 7
    else:
        told = say(DEALT, hands=hands, shoes=say.count(answer.shoes))
        columns, more = (
            [(say(common.BET), "left"), *((fill(say(one), WIDEST), "right") for one in (MORE, ERROR, FAVOURED))],
            4,
        )
    print_text(say.by(told, [answer.cite]))
    print_table(
        columns,
        [
            [
                bet.bet,
                say.signed_decimal(bet.more * 100, more),
                *(
                    []
                    if bet.favoured is None
                    else [say.decimal(bet.error * 100, more), say.decimal(bet.favoured * 100, 1)]
                ),
            ]
            for bet in answer.bets
        ],
    )
