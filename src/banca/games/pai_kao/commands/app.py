"""`banca pai-kao`: rank tiles, set a hand, settle a round, and the value of the game."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from banca.cli import texts as common
from banca.cli.face import AsJson, Chip, Lang, Maximum, Minimum, print_title
from banca.cli.terminal import print_json, print_table, print_text
from banca.files import check_writable, write_whole
from banca.games.pai_kao import parse_setting, parse_tiles, settle_round
from banca.games.pai_kao.commands import texts
from banca.games.pai_kao.commands.view import drawn, policy_said, print_compared, print_round, print_settings, sentence
from banca.games.pai_kao.nouns import PLAYER, POLICIES
from banca.games.pai_kao.pairs import ORDER_CITE as PAIR_CITE
from banca.games.pai_kao.refusals import WRONG_TILES
from banca.games.pai_kao.round_file import parse_round, read_round
from banca.games.pai_kao.round_words import read_words
from banca.games.pai_kao.tiles import BY_FACE, HAND, check_in_set, find_tiles
from banca.i18n import Translator
from banca.i18n.answer import GameTitle, caution, plain, title_of
from banca.i18n.descriptions import RESULTS
from banca.rules import Refusal, _
from banca.rules.refusal import NEEDS_EXTRA, UNKNOWN_VALUE

GAME = "pai_kao"
DEFAULT_POLICY = "equilibrium"

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Pai Kao: tiles, hands, the bank, and best play.")


def complete_tile() -> list[str]:
    """For the shell: the tiles."""
    return list(BY_FACE)


def complete_policy() -> list[str]:
    """For the shell: the policies."""
    from banca.games.pai_kao.exact import DESCRIBED

    return list(DESCRIBED)


Tiles = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="TILES", autocompletion=complete_tile, help="Tiles such as 6-6 4-5, or by name: 天 地, heaven earth."
    ),
]


def print_game(say: Translator) -> None:
    """The game and its instrument, and what to know before relying on its text."""
    print_title(GameTitle(**title_of(GAME)), say)


@app.command()
def rank(ctx: typer.Context, tiles: Tiles = None, lang: Lang = "en", as_json: AsJson = False) -> None:
    """Rank a single tile or a pair; without tiles, all single tiles."""
    from banca.games.pai_kao.answers import ranked_pair, tiles_answer

    say = ctx.obj.say
    faces = find_tiles(tiles or BY_FACE)
    if tiles and len(faces) > 2:
        raise Refusal(WRONG_TILES, PAIR_CITE, asked=len(faces), allowed=[1, 2])
    if tiles:
        check_in_set(tuple(faces))
    if len(faces) == 2:
        pair = ranked_pair(faces)
        if ctx.obj.json:
            print_json(plain(pair, say))
            return
        print_game(say)
        place = say(texts.PLACE, place=pair.place, of=pair.of)
        named = say.labelled(drawn(pair.tiles), sentence([say(pair.name), place], say))
        print_text(say.by(named, pair.cites))
        return
    found = tiles_answer(faces)
    if ctx.obj.json:
        print_json(plain(found, say))
        return
    print_game(say)
    print_table(
        [
            (say(texts.TILE), "left"),
            (say(common.TITLE), "fold"),
            ("", "left"),
            (say(texts.PIPS), "right"),
            ("#", "right"),
        ],
        [[drawn([one.tile]), say(one.name), one.chinese, str(one.pips), str(one.place)] for one in found.tiles],
    )


@app.command("set")
def set_tiles(
    ctx: typer.Context,
    tiles: Annotated[
        list[str],
        typer.Argument(metavar="TILE TILE TILE TILE", autocompletion=complete_tile, help="e.g. 6-6 4-5 1-1 2-3"),
    ],
    against: Annotated[
        str,
        typer.Option("--against", metavar="POLICY", autocompletion=complete_policy, help="How the other side sets."),
    ] = DEFAULT_POLICY,
    seat: Annotated[str, typer.Option("--as", metavar="player|banker", help="Whose tiles they are.")] = "player",
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Show the three settings of four tiles, their exact chances, and which is best."""
    from banca.games.pai_kao.answers import chances_answer
    from banca.games.pai_kao.exact import Seat, chances, policy

    face = ctx.obj
    if seat not in list(Seat):
        raise Refusal(UNKNOWN_VALUE, option="--as", asked=seat, allowed=list(Seat))
    mine = Seat(seat)
    other = policy(against, Seat.BANKER if mine is Seat.PLAYER else Seat.PLAYER)
    found = chances_answer(chances(parse_tiles(find_tiles(tiles), count=HAND), other, mine), mine, other)
    if face.json:
        print_json(plain(found, face.say))
    else:
        print_game(face.say)
        print_settings(found, face.say)


Hand = Annotated[
    str, typer.Argument(metavar="HAND", help="Two pairs, such as '6-6 4-5 / 1-1 2-3'; the lower goes in front.")
]


@app.command()
def compare(ctx: typer.Context, player: Hand, banker: Hand, lang: Lang = "en", as_json: AsJson = False) -> None:
    """Compare a player's hand with the banker's: front with front, rear with rear, and the articles."""
    from banca.games.pai_kao.answers import compared_answer

    face = ctx.obj
    hands = [parse_tiles(re.split(r"[\s,/]+", hand.strip()), count=HAND) for hand in (player, banker)]
    check_in_set(tuple(tile for hand in hands for tile in hand))
    found = compared_answer(*(parse_setting(hand, [list(hand[:2]), list(hand[2:])]) for hand in hands))
    if face.json:
        print_json(plain(found, face.say))
    else:
        print_game(face.say)
        print_compared(found, face.say)


@app.command()
def settle(
    ctx: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[ROUND.toml]",
            help="A file with the round: bank, gates, tiles, pairs, stakes; or give it by options.",
        ),
    ] = None,
    banker: Annotated[str | None, typer.Option("--banker", metavar="NUMBER", help="The banker's gate.")] = None,
    bank: Annotated[
        list[str], typer.Option("--bank", metavar="WHO=PRINCIPAL", help="The banker, then each co-banker; repeat.")
    ] = [],
    gate: Annotated[
        list[str],
        typer.Option(
            "--gate",
            metavar="NUMBER:PAIR/PAIR[:WHO=STAKE,…]",
            help="A gate, such as 4:6-6,4-5/1-1,2-3:Ana=200; repeat, the banker's too.",
        ),
    ] = [],
    exposed: Annotated[
        list[str],
        typer.Option(
            "--exposed", metavar="NUMBER=COUNT", help="How many tiles of a gate were exposed in the deal; repeat."
        ),
    ] = [],
    set_by: Annotated[
        list[str],
        typer.Option(
            "--set-by", metavar="NUMBER=WHO", help="Who set a gate, if not the player with the highest stake; repeat."
        ),
    ] = [],
    dice: Annotated[
        str | None, typer.Option("--dice", metavar="N,N,N,N", help="The dice that the banker shook.")
    ] = None,
    first_round: Annotated[
        str | None,
        typer.Option("--first-round", metavar="PRINCIPAL,WON", help="The banker's first round, if this is the second."),
    ] = None,
    supreme: Annotated[
        str | None,
        typer.Option("--supreme", metavar="both|players", help="Who may count the Supreme's tiles 3 or 6 (R-pk-16)."),
    ] = None,
    minimum: Minimum = None,
    maximum: Maximum = None,
    chip: Chip = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Settle a whole round: who pays whom, commission, claims, with the articles.

    The round is given in a file, or by --banker, --bank and --gate.
    """
    from banca.games.pai_kao.answers import round_answer

    face = ctx.obj
    said = {
        "banker": banker,
        "dice": dice,
        "first_round": first_round,
        "supreme": supreme,
        "minimum": minimum,
        "maximum": maximum,
        "chip": chip,
    }
    repeated = {"bank": bank, "gate": gate, "exposed": exposed, "set_by": set_by}
    words = [(name, text) for name, text in said.items() if text is not None]
    words += [(name, text) for name, texts_of in repeated.items() for text in texts_of]
    if file is not None and words:
        raise Refusal(
            "file_and_options",
            _("describe the round with the file {asked} or with options such as {allowed}, not both"),
            asked=file.name,
            allowed=f"--{words[0][0].replace('_', '-')}",
        )
    found = read_round(file) if file is not None else parse_round(read_words(words))
    answer = round_answer(found.table, settle_round(found.table, found.limits), found.dice)
    if face.json:
        print_json(plain(answer, face.say))
    else:
        print_game(face.say)
        print_round(answer, face.say)


@app.command()
def value(
    ctx: typer.Context,
    player: Annotated[
        str, typer.Option("--player", metavar="POLICY", autocompletion=complete_policy, help="How the player sets.")
    ] = DEFAULT_POLICY,
    banker: Annotated[
        str, typer.Option("--banker", metavar="POLICY", autocompletion=complete_policy, help="How the banker sets.")
    ] = DEFAULT_POLICY,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Show what the game is worth to a player's gate and to the banker, over all 736,281,000 deals."""
    from banca.games.pai_kao.answers import game_value
    from banca.games.pai_kao.exact import DESCRIBED, Seat, policy
    from banca.games.pai_kao.exact.policies import policy_id, shipped_counts

    face = ctx.obj
    seats = policy(player, Seat.PLAYER), policy(banker, Seat.BANKER)
    found = game_value(*seats, shipped_counts(policy_id(player), policy_id(banker)))
    say = face.say
    if face.json:
        print_json(plain(found, say))
        return
    print_game(say)
    policies = {"player": policy_said(found.player, say), "banker": policy_said(found.banker, say)}
    print_text(say(texts.BETWEEN, **policies))
    rows: list[tuple[str, Fraction]] = [
        (RESULTS["win"], found.win),
        (RESULTS["push"], found.tie),
        (RESULTS["lose"], found.lose),
    ]
    rows += [(texts.VALUE_PLAYER, found.value_player), (texts.VALUE_BANKER, found.value_banker)]
    print_table(
        [(say(PLAYER), "left"), ("%", "right")],
        [[say(heading), say.decimal(share * 100, 3)] for heading, share in rows],
    )
    for name, described in DESCRIBED.items():
        print_text(say.labelled(say.in_brackets(say(POLICIES[name]), name), say(described)))


@app.command()
def solve(
    ctx: typer.Context,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write the policies to.")],
    goal: Annotated[
        float | None, typer.Option("--goal", help="The largest gain from deviating, in stakes; default 1e-5.")
    ] = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Work out the equilibrium again (about half a minute on two cores) and write it in the form that the program ships."""
    face = ctx.obj
    try:
        from banca.games.pai_kao.exact import equilibrium
    except ImportError:
        raise Refusal(NEEDS_EXTRA, asked="banca pai-kao solve", allowed="fast") from None

    def report(turn: int, seconds: float, player: float, banker: float) -> None:
        gains = {"player": f"{player:.2e}", "banker": f"{banker:.2e}"}
        if not face.json:
            typer.echo(face.say(texts.PROGRESS, turn=turn, seconds=f"{seconds:.0f}", **gains))

    check_writable(output)
    if not face.json:
        print_game(face.say)
    wanted = equilibrium.GOAL if goal is None else goal
    found = equilibrium.compact(equilibrium.solve(report, wanted))
    gain = max(found["gains"].values())
    if gain > wanted:
        raise Refusal(
            "goal_not_reached",
            _("the best deviation still gains {asked}, more than {allowed}; nothing is written"),
            asked=f"{gain:.2e}",
            allowed=f"{wanted:.2e}",
        )
    write_whole(output, json.dumps(found, separators=(",", ":")) + "\n")
    if face.json:
        about = caution(GAME)
        told = {"caution": face.say.spell(about) if about else None}
        print_json({"file": str(output), "gains": found["gains"], **told})
