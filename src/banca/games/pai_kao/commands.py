"""`banca pai-kao`: rank tiles, set a hand, settle a round, the value of the game and of the bank."""

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import Struct
from msgspec.structs import replace

from banca.cli.common import (
    AsJson,
    Chip,
    Lang,
    Maximum,
    Minimum,
    print_json,
    print_table,
    print_text,
    print_title,
    speaks_unicode,
)
from banca.files import check_writable, write_whole
from banca.games.pai_kao import answers, hands, nouns
from banca.games.pai_kao.answers import (
    CASINO_SETS,
    GAME,
    RESULT_WORDS,
    LaidSetting,
    Pair,
    Tile,
    bank_answer,
    read_round,
)
from banca.games.pai_kao.bank import HOUSE
from banca.games.pai_kao.hands import parse_setting
from banca.games.pai_kao.nouns import WRONG_TILES
from banca.games.pai_kao.tiles import BY_FACE, HAND, check_in_set, find_tiles, parse_tiles
from banca.games.pai_kao.tiles import ORDER_CITE as PAIR_CITE
from banca.i18n import Translator
from banca.i18n.answer import GameTitle, caution, json_names, json_values, plain
from banca.i18n.descriptions import RESULTS
from banca.rules import Refusal, _
from banca.rules.refusal import NEEDS_EXTRA, UNKNOWN_VALUE

__all__ = ["app"]

TILE = _("tile")
PIPS = _("pips")
PLACE = _("number {place} of {of}, 1 being the highest")
WHY = _(
    "why: its front is higher in {front}% of cases and its rear in {rear}%; for the next best, {other_front}% and {other_rear}%"
)
LINE = _("line")
BETWEEN = _("player: {player}; banker: {banker}; over all deals")

FIRST_DOMINO = 0x1F063
"""The upright domino 0-0; seven to a row."""


def drawn(tiles: Sequence[str]) -> str:
    """Tiles as upright dominoes with their pips beside them; pips alone where the terminal has no such characters."""
    if not speaks_unicode():
        return " ".join(tiles)
    halves = [tuple(map(int, tile.split("-"))) for tile in tiles]
    return " ".join(f"{chr(FIRST_DOMINO + 7 * a + b)}{tile}" for (a, b), tile in zip(halves, tiles, strict=True))


def named(pair: Pair, say: Translator, between: str = " ") -> str:
    """Return a pair, drawn and called."""
    return f"{drawn(pair.tiles)}{between}{say(pair.name)}"


def sentence(parts: Sequence[str], say: Translator) -> str:
    """Return the parts of a sentence, one after another."""
    return reduce(lambda first, then: say(answers.THEN, first=first, then=then), parts)


def named_pairs(setting: LaidSetting, say: Translator) -> str:
    """Return front and rear on one line."""
    return " | ".join(named(pair, say) for pair in (setting.front, setting.rear))


def percent(share: Fraction, say: Translator) -> str:
    """Return a share of a hundred, under a heading that says so."""
    return say.decimal(share * 100, 3)


def print_answer(answer: Struct | Mapping[str, Any], say: Translator) -> None:
    """Print an answer as JSON, with what to know before relying on the game's text."""
    values = json_values(answer, json_names(type(answer))) if isinstance(answer, Struct) else answer
    print_json(plain({**values, "caution": caution(GAME)} if "caution" not in values else values, say))


def print_settings(answer: answers.ChancesAnswer, say: Translator) -> None:
    """Print the settings, the best first, and why it is."""
    # The JSON has the settings in the order of the hand; a reader wants the best first.
    settings = sorted(answer.settings, key=lambda setting: -setting.chances.value)
    print_table(
        [
            *((say(line), "fold") for line in (nouns.FRONT, nouns.REAR)),
            *((say(heading), "right") for heading in (_("win %"), _("tie %"), _("lose %"), _("value %"))),
        ],
        [
            [
                *(named(pair, say, "\n") for pair in (setting.front, setting.rear)),
                *(percent(getattr(setting.chances, name), say) for name in ("win", "tie", "lose", "value")),
            ]
            for setting in settings
        ],
        say,
    )
    best = settings[0].chances
    second = next((setting.chances for setting in settings if setting.chances.value != best.value), None)
    if second is None:
        print_text(say(_("all settings are worth the same")))
        return
    pairs = " | ".join(map(" ".join, (best.setting.front, best.setting.rear)))
    gain = percent(best.value - second.value, say)
    print_text(
        say(
            _("best: {pairs}; against {against} it is worth {gain}% of the stake more than the next best"),
            pairs=pairs,
            against=policy_name(answer.against, say),
            gain=gain,
        )
    )
    lines = {"front": best.front_wins, "rear": best.rear_wins}
    lines |= {"other_front": second.front_wins, "other_rear": second.rear_wins}
    print_text(say(WHY, **{name: percent(share, say) for name, share in lines.items()}))


def print_round(answer: answers.RoundAnswer, say: Translator) -> None:
    """Print the round gate by gate in betting order, then the bank, then claims."""
    if first := answer.first_gate_dealt:
        print_text(say.by(say(answers.FIRST_DEALT, gate=first.gate), [first.cite]))
    by = answer.banker_set_by
    set_by = say(answers.GATE_SET_BY, gate=answer.table.banker.number, who=_person(by.who, say))
    cited = say.by(sentence([say(nouns.BANKER), set_by], say), by.cite.cites)
    print_text(say.labelled(cited, named_pairs(answer.banker_setting, say)))
    if answer.settled.is_void:
        print_text(say.by(say(answers.VOID), answer.settled.cites))
    for gate in answer.gates:
        typer.echo()
        set_by = say(answers.GATE_SET_BY, gate=gate.gate.number, who=_person(gate.gate.set_by, say))
        print_text(say.labelled(set_by, named_pairs(gate, say)))
        print_text(say.by(say(RESULT_WORDS[gate.result]), gate.cites), indent=2)
        for stake in gate.stakes:
            placed = say(_("{who} {stake}"), who=stake.settled.player, stake=say.money(stake.settled.stake))
            steps = (say.by(say(step.text), filter(None, [step.cite])) for step in stake.steps)
            print_text(sentence([placed, *steps], say), indent=2)
    print_table(
        [(say(nouns.BANK), "fold"), *((say(heading), "right") for heading in (nouns.PRINCIPAL, answers.WON, _("net")))],
        [
            [_person(share.who, say), say.money(share.principal), say.signed(share.gross), say.signed(share.net)]
            for share in answer.settled.bank
        ],
        say,
    )
    kept = {"commission": say.money(answer.settled.commission), "breakage": say.money(answer.settled.breakage)}
    print_text(say.by(say(_("commission {commission}, breakage {breakage}"), **kept), answer.commission_cites))
    for claim in answer.claims:
        owed = {name: getattr(claim.claim, name) for name in ("gate", "owed_by", "owed_to")}
        better = named_pairs(claim.better, say)
        owes = say(answers.CLAIM, **owed, amount=say.money(claim.claim.amount), better=better)
        print_text(say.by(owes, claim.cites))


def _person(name: str, say: Translator) -> str:
    """Somebody by name; the casino and the house way in words."""
    words = {CASINO_SETS: nouns.THE_CASINO, HOUSE: nouns.THE_HOUSE_WAY}
    return say(words[name]) if name in words else name


def policy_name(name: str, say: Translator) -> str:
    """Return a policy as people read it: of `equilibrium (banker)`, which is one side's, both parts."""
    # An equilibrium has two policies, and its name in the file says whose it is.
    policy, _brackets, seat = name.removesuffix(")").partition(" (")
    own = say(nouns.POLICIES[policy])
    return say.in_brackets(own, say(nouns.SEATS[seat])) if seat else own


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
    print_title(GameTitle(game=GAME), say)


@app.command()
def rank(ctx: typer.Context, tiles: Tiles = None, lang: Lang = "en", as_json: AsJson = False) -> None:
    """Rank a single tile or a pair; without tiles, all single tiles."""
    say = ctx.obj.say
    faces = find_tiles(tiles or BY_FACE)
    if tiles and len(faces) > 2:
        raise Refusal(WRONG_TILES, PAIR_CITE, asked=len(faces), allowed=[1, 2])
    if tiles:
        check_in_set(tuple(faces))
    if len(faces) == 2:
        pair = Pair(tiles=tuple(faces))
        if ctx.obj.json:
            print_answer(pair, say)
            return
        print_game(say)
        place = say(PLACE, place=pair.place, of=pair.of)
        print_text(say.by(say.labelled(drawn(pair.tiles), sentence([say(pair.name), place], say)), pair.cites))
        return
    singles = [Tile(face=face) for face in faces]
    if ctx.obj.json:
        print_answer({"tiles": singles}, say)
        return
    print_game(say)
    print_table(
        [TILE, (_("title"), "fold"), ("", "left"), (PIPS, "right"), ("#", "right")],
        [
            [drawn([tile.face]), say(tile.name), tile.kind.chinese, str(tile.kind.pips), str(tile.place)]
            for tile in singles
        ],
        say,
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
    from banca.games.pai_kao.exact import OTHER_SEAT, Seat, chances, policy

    face = ctx.obj
    if seat not in list(Seat):
        raise Refusal(UNKNOWN_VALUE, option="--as", asked=seat, allowed=list(Seat))
    mine = Seat(seat)
    other = policy(against, OTHER_SEAT[mine])
    settings = chances(parse_tiles(find_tiles(tiles), count=HAND), other, mine)
    answer = answers.chances_answer(settings, mine, other)
    if face.json:
        print_answer(answer, face.say)
    else:
        print_game(face.say)
        print_settings(answer, face.say)


Hand = Annotated[
    str, typer.Argument(metavar="HAND", help="Two pairs, such as '6-6 4-5 / 1-1 2-3'; the lower goes in front.")
]


@app.command()
def compare(ctx: typer.Context, player: Hand, banker: Hand, lang: Lang = "en", as_json: AsJson = False) -> None:
    """Compare a player's hand with the banker's: front with front, rear with rear, and the articles."""
    say = ctx.obj.say
    tiles = [parse_tiles(re.split(r"[\s,/]+", hand.strip()), count=HAND) for hand in (player, banker)]
    check_in_set(tuple(tile for hand in tiles for tile in hand))
    mine, other = (parse_setting(hand, [list(hand[:2]), list(hand[2:])]) for hand in tiles)
    comparison = hands.compare(mine, other)
    settings = [LaidSetting(setting=setting) for setting in (mine, other)]
    front, rear = (
        "player" if is_players else "banker"
        for is_players in (comparison.player_wins_front, comparison.player_wins_rear)
    )
    if ctx.obj.json:
        sides = {"player": settings[0], "banker": settings[1], "front": front, "rear": rear}
        print_answer(sides | {"result": comparison.result, "cites": comparison.cites}, say)
        return
    print_game(say)
    print_table(
        [(say(heading), "fold") for heading in (LINE, nouns.PLAYER, nouns.BANKER, _("higher"))],
        [
            [
                say(nouns.LINES[line]),
                *(named(getattr(setting, line), say, "\n") for setting in settings),
                say(nouns.SEATS[higher]),
            ]
            for line, higher in (("front", front), ("rear", rear))
        ],
        say,
    )
    print_text(say.by(say(RESULT_WORDS[comparison.result]), comparison.cites))


ROUND_OPTIONS = (
    *("banker", "dice", "first_round", "supreme", "minimum", "maximum", "chip"),
    *("bank", "gate", "exposed", "set_by"),
)
"""The options of `settle` that describe a round, in the order in which it is read."""


def _texts_of(given: str | Sequence[str] | None) -> Sequence[str]:
    """Return what was given for an option, once or several times."""
    return (given,) if isinstance(given, str) else given or ()


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
    face = ctx.obj
    words = [(name, text) for name in ROUND_OPTIONS for text in _texts_of(ctx.params[name])]
    if file is not None and words:
        raise Refusal(
            "file_and_options",
            _("describe the round with the file {asked} or with options such as {allowed}, not both"),
            asked=file.name,
            allowed=f"--{words[0][0].replace('_', '-')}",
        )
    answer = answers.answer_round(read_round(words if file is None else file))
    if face.json:
        print_answer(answer, face.say)
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
    from banca.games.pai_kao.exact import DESCRIBED, Seat, policy, value_between

    say = ctx.obj.say
    names = {"player": policy(player, Seat.PLAYER).name, "banker": policy(banker, Seat.BANKER).name}
    answer = replace(value_between(player, banker), **names)
    if ctx.obj.json:
        print_answer(answer, say)
        return
    print_game(say)
    print_text(say(BETWEEN, **{seat: policy_name(name, say) for seat, name in names.items()}))
    rows: list[tuple[str, Fraction]] = [
        (RESULTS["win"], answer.win),
        (RESULTS["push"], answer.tie),
        (RESULTS["lose"], answer.lose),
        (_("value to the player, per unit staked"), answer.value_player),
        (_("value to the banker, per unit staked"), answer.value_banker),
    ]
    print_table(
        [(say(nouns.PLAYER), "left"), ("%", "right")],
        [[say(heading), say.decimal(share * 100, 3)] for heading, share in rows],
        say,
    )
    for name, described in DESCRIBED.items():
        print_text(say.labelled(say.in_brackets(say(nouns.POLICIES[name]), name), say(described)))


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
            typer.echo(
                face.say(
                    _(
                        "iteration {turn}, {seconds} s: the best deviation gains the player {player}, the banker {banker}"
                    ),
                    turn=turn,
                    seconds=f"{seconds:.0f}",
                    **gains,
                )
            )

    check_writable(output)
    if not face.json:
        print_game(face.say)
    # The iteration may end before the goal is reached: then nothing is written, and the shipped policies stay.
    wanted = GOAL if goal is None else goal
    solved = compact(solve(report, wanted))
    gain = max(solved["gains"].values())
    if gain > wanted:
        raise Refusal(
            "goal_not_reached",
            _("the best deviation still gains {asked}, more than {allowed}; nothing is written"),
            asked=f"{gain:.2e}",
            allowed=f"{wanted:.2e}",
        )
    write_whole(output, json.dumps(solved, separators=(",", ":")) + "\n")
    if face.json:
        print_answer({"file": str(output), "gains": solved["gains"]}, face.say)


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
    answer = bank_answer(policy, against, gates=gates, stake=face.patacas(stake), principal=most)
    if face.json:
        print_answer(answer, face.say)
    else:
        print_game(face.say)
        print_bank(answer, face.say)


def print_bank(answer: answers.BankAnswer, say: Translator) -> None:
    """Print the round in figures, then every result."""
    bank = answer.bank
    about = {"policy": policy_name(answer.policy, say), "against": policy_name(answer.against, say)}
    amounts = {"stake": say.money(bank.stake), "principal": say.money(bank.principal)}
    print_text(
        say(
            _(
                "banker: {policy}; gates ({gates}): {against}; stake of each {stake}, principal {principal}; over all deals"
            ),
            gates=bank.gates,
            **about,
            **amounts,
        )
    )
    if answer.is_most_often:
        print_text(say(answers.MOST_OFTEN))
    rows: list[tuple[str, Fraction]] = [
        (answers.BANK_WINS, bank.win),
        (answers.BANK_EVEN, bank.even),
        (answers.BANK_LOSES, bank.lose),
        (answers.GROSS, answer.gross),
        (answers.MEAN_COMMISSION, answer.commission),
        (answers.VALUE_BANK, bank.per_stake),
        (answers.GATE_BY_GATE, answer.alone.per_stake),
    ]
    shares = [[say(heading), percent(share, say)] for heading, share in rows]
    print_table([(say(nouns.BANK), "left"), ("%", "right")], shares, say)
    mean, sd = say.signed_decimal(Fraction(bank.value) / 100, 4), say.decimal(answer.sd, 2)
    print_text(say.by(say(answers.MEAN_GAIN, mean=mean, sd=sd), answer.cites))
    print_table(
        [(say(heading), "right") for heading in (answers.WON, _("net"), _("chance %"))],
        [
            [say.signed(gain.gross.avos), say.signed(gain.net.avos), say.decimal(gain.chance * 100, 5)]
            for gain in answer.results
        ],
        say,
    )
