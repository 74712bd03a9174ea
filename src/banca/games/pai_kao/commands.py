"""`banca pai-kao`: rank tiles, set a hand, settle a round, the value of the game and of the bank."""

import json
import re
from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from pathlib import Path
from typing import Annotated

import typer

from banca.answers.settlement import StepShown
from banca.cli import texts as common
from banca.cli.common import AsJson, Chip, Lang, Maximum, Minimum, print_title
from banca.cli.terminal import print_json, print_table, print_text, speaks_unicode
from banca.files import check_writable, write_whole
from banca.games.pai_kao import parse_setting, parse_tiles, settle_round
from banca.games.pai_kao.answers import (
    BANK_EVEN,
    BANK_LOSES,
    BANK_WINS,
    CASINO_SETS,
    CLAIM,
    FIRST_DEALT,
    GATE_BY_GATE,
    GATE_SET_BY,
    GROSS,
    MEAN_COMMISSION,
    MEAN_GAIN,
    MOST_OFTEN,
    RESULT_WORDS,
    THEN,
    VALUE_BANK,
    VOID,
    WON,
    BankAnswer,
    ChancesAnswer,
    GateAnswer,
    HandsCompared,
    PairAnswer,
    RoundAnswer,
    SettingAnswer,
    StakeAnswer,
    bank_answer,
)
from banca.games.pai_kao.bank import HOUSE
from banca.games.pai_kao.nouns import (
    BANK,
    BANKER,
    FRONT,
    PLAYER,
    POLICIES,
    PRINCIPAL,
    REAR,
    SEATS,
    THE_CASINO,
    THE_HOUSE_WAY,
)
from banca.games.pai_kao.refusals import WRONG_TILES
from banca.games.pai_kao.round_file import parse_round, read_round, read_words
from banca.games.pai_kao.tiles import BY_FACE, HAND, check_in_set, find_tiles
from banca.games.pai_kao.tiles import ORDER_CITE as PAIR_CITE
from banca.i18n import Translator
from banca.i18n.answer import GameTitle, caution, plain, title_of
from banca.i18n.descriptions import RESULTS
from banca.rules import Refusal, _
from banca.rules.refusal import NEEDS_EXTRA, UNKNOWN_VALUE

__all__ = ["app"]

TILE = _("tile")
PIPS = _("pips")
PLACE = _("number {place} of {of}, 1 being the highest")
WIN_PERCENT = _("win %")
TIE_PERCENT = _("tie %")
LOSE_PERCENT = _("lose %")
VALUE_PERCENT = _("value %")
BEST = _("best: {pairs}; against {against} it is worth {gain}% of the stake more than the next best")
WHY = _(
    "why: its front is higher in {front}% of cases and its rear in {rear}%; for the next best, {other_front}% and {other_rear}%"
)
ALL_ALIKE = _("all settings are worth the same")
LINE = _("line")
HIGHER = _("higher")
STAKE_OF = _("{who} {stake}")
COMMISSION_PAID = _("commission {commission}, breakage {breakage}")
BETWEEN = _("player: {player}; banker: {banker}; over all deals")
VALUE_PLAYER = _("value to the player, per unit staked")
VALUE_BANKER = _("value to the banker, per unit staked")
BANKING = _(
    "banker: {policy}; gates ({gates}): {against}; stake of each {stake}, principal {principal}; over all deals"
)
CHANCE_PERCENT = _("chance %")
PROGRESS = _("iteration {turn}, {seconds} s: the best deviation gains the player {player}, the banker {banker}")

FIRST_DOMINO = 0x1F063
"""The upright domino 0-0; seven to a row."""


def drawn(tiles: Sequence[str]) -> str:
    """Tiles as upright dominoes with their pips beside them; pips alone where the terminal has no such characters."""
    if not speaks_unicode():
        return " ".join(tiles)
    halves = [tuple(map(int, tile.split("-"))) for tile in tiles]
    return " ".join(f"{chr(FIRST_DOMINO + 7 * a + b)}{tile}" for (a, b), tile in zip(halves, tiles, strict=True))


def named(pair: PairAnswer, say: Translator, between: str = " ") -> str:
    """A pair, drawn and called."""
    return f"{drawn(pair.tiles)}{between}{say(pair.name)}"


def sentence(parts: Sequence[str], say: Translator) -> str:
    """The parts of a sentence, one after another."""
    return reduce(lambda first, then: say(THEN, first=first, then=then), parts)


def pairs(setting: SettingAnswer, say: Translator) -> str:
    """Front and rear on one line."""
    return " | ".join(named(one, say) for one in (setting.front, setting.rear))


def percent(share: Fraction, say: Translator) -> str:
    """A share of a hundred, under a heading that says so."""
    return say.decimal(share * 100, 3)


def print_settings(answer: ChancesAnswer, say: Translator) -> None:
    """The settings, the best first, and why it is."""
    settings = sorted(answer.settings, key=lambda one: -one.value)
    headings = (FRONT, REAR, WIN_PERCENT, TIE_PERCENT, LOSE_PERCENT, VALUE_PERCENT)
    print_table(
        [(say(heading), "fold" if place < 2 else "right") for place, heading in enumerate(headings)],
        [
            [
                *(named(pair, say, "\n") for pair in (one.front, one.rear)),
                *(percent(share, say) for share in (one.win, one.tie, one.lose, one.value)),
            ]
            for one in settings
        ],
    )
    best = settings[0]
    second = next((one for one in settings if one.value != best.value), None)
    if second is None:
        print_text(say(ALL_ALIKE))
        return
    laid = " | ".join(" ".join(pair.tiles) for pair in (best.front, best.rear))
    gain = percent(best.value - second.value, say)
    print_text(say(BEST, pairs=laid, against=policy_said(answer.against, say), gain=gain))
    lines = {"front": best.front_wins, "rear": best.rear_wins}
    lines |= {"other_front": second.front_wins, "other_rear": second.rear_wins}
    print_text(say(WHY, **{name: percent(share, say) for name, share in lines.items()}))


def print_compared(answer: HandsCompared, say: Translator) -> None:
    """Two hands line by line, then who wins."""
    print_table(
        [(say(heading), "fold") for heading in (LINE, PLAYER, BANKER, HIGHER)],
        [
            [say(line), named(mine, say, "\n"), named(other, say, "\n"), say(SEATS[higher])]
            for line, mine, other, higher in (
                (FRONT, answer.player.front, answer.banker.front, answer.front),
                (REAR, answer.player.rear, answer.banker.rear, answer.rear),
            )
        ],
    )
    print_text(say.by(say(RESULT_WORDS[answer.result]), answer.cites))


def print_round(answer: RoundAnswer, say: Translator) -> None:
    """The round gate by gate in betting order, then the bank, then claims."""
    if first := answer.first_gate_dealt:
        print_text(say.by(say(FIRST_DEALT, gate=first.gate), [first.cite]))
    by = answer.banker_set_by
    banker = sentence([say(BANKER), say(GATE_SET_BY, gate=answer.banker, who=_who(by.who, say))], say)
    cited = say.by(banker, by.cite.cites)
    print_text(say.labelled(cited, pairs(answer.banker_setting, say)))
    if answer.is_void:
        print_text(say.by(say(VOID), answer.cites))
    for gate in answer.gates:
        typer.echo()
        print_gate(gate, say)
    print_table(
        [(say(BANK), "fold"), *((say(heading), "right") for heading in (PRINCIPAL, WON, common.NET))],
        [
            [_who(one.who, say), say.money(one.principal.avos), say.signed(one.gross.avos), say.signed(one.net.avos)]
            for one in answer.bank
        ],
    )
    kept = {"commission": say.money(answer.commission.avos), "breakage": say.money(answer.breakage.avos)}
    print_text(say.by(say(COMMISSION_PAID, **kept), answer.commission_cites))
    for claim in answer.claims:
        owed = {"gate": claim.gate, "owed_by": claim.owed_by, "owed_to": claim.owed_to}
        owes = say(CLAIM, **owed, amount=say.money(claim.amount.avos), better=pairs(claim.better, say))
        print_text(say.by(owes, claim.cites))


def print_gate(gate: GateAnswer, say: Translator) -> None:
    """How a gate was set, what became of it, and of every stake."""
    print_text(say.labelled(say(GATE_SET_BY, gate=gate.gate, who=_who(gate.setter, say)), pairs(gate, say)))
    print_text(say.by(say(RESULT_WORDS[gate.result]), gate.cites), indent=2)
    for stake in gate.stakes:
        print_text(_stake(stake, say), indent=2)


def _stake(stake: StakeAnswer, say: Translator) -> str:
    placed = say(STAKE_OF, who=stake.who, stake=say.money(stake.stake.avos))
    return sentence([placed, *(_step(one, say) for one in stake.steps)], say)


def _step(step: StepShown, say: Translator) -> str:
    return say.by(say(step.said), filter(None, [step.cite]))


def _who(name: str, say: Translator) -> str:
    """Somebody by name; the casino and the house way in words."""
    return say({CASINO_SETS: THE_CASINO, HOUSE: THE_HOUSE_WAY}[name]) if name in (CASINO_SETS, HOUSE) else name


def policy_said(name: str, say: Translator) -> str:
    """A policy as people read it: of `equilibrium (banker)`, which is one side's, both parts."""
    policy, _, seat = name.removesuffix(")").partition(" (")
    return say.in_brackets(say(POLICIES[policy]), say(SEATS[seat])) if seat else say(POLICIES[policy])


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
        place = say(PLACE, place=pair.place, of=pair.of)
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
            (say(TILE), "left"),
            (say(common.TITLE), "fold"),
            ("", "left"),
            (say(PIPS), "right"),
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
    from banca.games.pai_kao.exact import DESCRIBED, Seat, policy, policy_id, shipped_counts

    face = ctx.obj
    seats = policy(player, Seat.PLAYER), policy(banker, Seat.BANKER)
    found = game_value(*seats, shipped_counts(policy_id(player), policy_id(banker)))
    say = face.say
    if face.json:
        print_json(plain(found, say))
        return
    print_game(say)
    policies = {"player": policy_said(found.player, say), "banker": policy_said(found.banker, say)}
    print_text(say(BETWEEN, **policies))
    rows: list[tuple[str, Fraction]] = [
        (RESULTS["win"], found.win),
        (RESULTS["push"], found.tie),
        (RESULTS["lose"], found.lose),
    ]
    rows += [(VALUE_PLAYER, found.value_player), (VALUE_BANKER, found.value_banker)]
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
        from banca.games.pai_kao.exact.compiled import GOAL, compact, solve
    except ImportError:
        raise Refusal(NEEDS_EXTRA, asked="banca pai-kao solve", allowed="fast") from None

    def report(turn: int, seconds: float, player: float, banker: float) -> None:
        gains = {"player": f"{player:.2e}", "banker": f"{banker:.2e}"}
        if not face.json:
            typer.echo(face.say(PROGRESS, turn=turn, seconds=f"{seconds:.0f}", **gains))

    check_writable(output)
    if not face.json:
        print_game(face.say)
    wanted = GOAL if goal is None else goal
    found = compact(solve(report, wanted))
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


@app.command()
def banker(
    ctx: typer.Context,
    gates: Annotated[int, typer.Option("--gates", metavar="1-7", help="How many gates play.")] = 7,
    stake: Annotated[str, typer.Option("--stake", metavar="PATACAS", help="The stake of each gate.")] = "100",
    principal: Annotated[
        str | None,
        typer.Option(
            "--principal", metavar="PATACAS", help="What the banker puts up; default: the stakes of all gates."
        ),
    ] = None,
    policy: Annotated[
        str, typer.Option("--policy", metavar="POLICY", autocompletion=complete_policy, help="How the banker sets.")
    ] = DEFAULT_POLICY,
    against: Annotated[
        str, typer.Option("--against", metavar="POLICY", autocompletion=complete_policy, help="How the gates set.")
    ] = DEFAULT_POLICY,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Show what banking is worth against one to seven gates, with commission on the round's net gain."""
    face = ctx.obj
    most = None if principal is None else face.patacas(principal)
    found = bank_answer(policy, against, gates=gates, stake=face.patacas(stake), principal=most)
    if face.json:
        print_json(plain(found, face.say))
    else:
        print_game(face.say)
        print_bank(found, face.say)


def print_bank(answer: BankAnswer, say: Translator) -> None:
    """The round in figures, then every result."""
    about = {"policy": policy_said(answer.policy, say), "against": policy_said(answer.against, say)}
    amounts = {"stake": say.money(answer.stake.avos), "principal": say.money(answer.principal.avos)}
    print_text(say(BANKING, gates=answer.gates, **about, **amounts))
    if answer.is_most_often:
        print_text(say(MOST_OFTEN))
    rows: list[tuple[str, Fraction]] = [
        (BANK_WINS, answer.win),
        (BANK_EVEN, answer.even),
        (BANK_LOSES, answer.lose),
        (GROSS, answer.gross),
        (MEAN_COMMISSION, answer.commission),
        (VALUE_BANK, answer.value),
        (GATE_BY_GATE, answer.value_gate_by_gate),
    ]
    print_table([(say(BANK), "left"), ("%", "right")], [[say(heading), percent(share, say)] for heading, share in rows])
    mean, sd = say.signed_decimal(Fraction(answer.mean.avos) / 100, 4), say.decimal(answer.sd, 2)
    print_text(say.by(say(MEAN_GAIN, mean=mean, sd=sd), answer.cites))
    headings = (WON, common.NET, CHANCE_PERCENT)
    print_table(
        [(say(heading), "right") for heading in headings],
        [
            [say.signed(one.gross.avos), say.signed(one.net.avos), say.decimal(one.chance * 100, 5)]
            for one in answer.results
        ],
    )
