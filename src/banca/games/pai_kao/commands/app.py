"""`banca pai-kao`: rank tiles, set a hand, settle a round, and the value of the game."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from banca.cli import texts as common
from banca.cli.face import AsJson, Lang
from banca.cli.terminal import print_json, print_table, print_text, speaks_unicode
from banca.files import check_writable, write_whole
from banca.games.pai_kao import parse_tiles, settle_round
from banca.games.pai_kao.commands import texts
from banca.games.pai_kao.commands.round_file import read_round
from banca.games.pai_kao.pairs import ORDER_CITE as PAIR_CITE
from banca.games.pai_kao.refusals import GOAL_NOT_REACHED, WRONG_TILES
from banca.games.pai_kao.tiles import BY_FACE, check_in_set, find_tiles
from banca.rulebook import Refusal
from banca.rulebook.refusals import NEEDS_EXTRA, UNKNOWN_VALUE
from banca.words import Speech
from banca.words.payment_steps import COMMISSION, RECEIVES

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


FIRST_DOMINO = 0x1F063
"""The upright domino 0-0; seven to a row."""


def drawn(tiles: list[str]) -> str:
    """Tiles as upright dominoes with their pips beside them; pips alone where the terminal has no such letters."""
    if not speaks_unicode():
        return " ".join(tiles)
    halves = [tuple(map(int, tile.split("-"))) for tile in tiles]
    return " ".join(f"{chr(FIRST_DOMINO + 7 * a + b)}{tile}" for (a, b), tile in zip(halves, tiles, strict=True))


@app.command()
def rank(ctx: typer.Context, tiles: Tiles = None, lang: Lang = "en", as_json: AsJson = False) -> None:
    """Rank a tile, or what two tiles make; without tiles, all singles."""
    from banca.games.pai_kao.answers import pair_report, tile_report

    say = ctx.obj.say
    faces = find_tiles(tiles or BY_FACE)
    if tiles and len(faces) > 2:
        raise Refusal(WRONG_TILES, PAIR_CITE, asked=len(faces), allowed="1, 2")
    if tiles:
        check_in_set(tuple(faces))
    if len(faces) == 2:
        pair = pair_report(faces, say)
        if ctx.obj.json:
            print_json(pair)
            return
        place = say(texts.PLACE, place=pair["place"], of=pair["of"])
        print_text(f"{drawn(pair['tiles'])}: {pair['name']}, {place} ({', '.join(pair['cites'])})")
        return
    report = [tile_report(face, say) for face in faces]
    if ctx.obj.json:
        print_json({"tiles": report})
        return
    print_table(
        [
            (say(texts.TILE), "left"),
            (say(common.TITLE), "fold"),
            ("", "left"),
            (say(texts.PIPS), "right"),
            ("#", "right"),
        ],
        [[drawn([one["tile"]]), one["name"], one["chinese"], str(one["pips"]), str(one["place"])] for one in report],
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
    from banca.games.pai_kao.answers import chances_report
    from banca.games.pai_kao.exact import Seat, chances, policy

    face = ctx.obj
    if seat not in list(Seat):
        raise Refusal(UNKNOWN_VALUE, option="--as", asked=seat, allowed=list(Seat))
    mine = Seat(seat)
    other = policy(against, Seat.BANKER if mine is Seat.PLAYER else Seat.PLAYER)
    report = chances_report(chances(parse_tiles(find_tiles(tiles), count=4), other, mine), mine, other, face.say)
    if face.json:
        print_json(report)
    else:
        print_settings(report, face.say)


def print_settings(report: dict[str, Any], say: Speech) -> None:
    """The settings, the best first, and why it is."""
    settings = sorted(report["settings"], key=lambda one: -Fraction(one["value"]))
    headings = (texts.FRONT, texts.REAR, texts.WIN_PERCENT, texts.TIE_PERCENT, texts.LOSE_PERCENT, texts.VALUE_PERCENT)
    print_table(
        [(say(heading), "fold" if place < 2 else "right") for place, heading in enumerate(headings)],
        [
            [
                *(f"{drawn(one[line]['tiles'])}\n{one[line]['name']}" for line in ("front", "rear")),
                *(percent(one[figure]) for figure in ("win", "tie", "lose", "value")),
            ]
            for one in settings
        ],
    )
    best = settings[0]
    second = next((one for one in settings if one["value"] != best["value"]), None)
    if second is None:
        print_text(say(texts.ALL_ALIKE))
        return
    pairs = " | ".join(" ".join(best[line]["tiles"]) for line in ("front", "rear"))
    gain = percent(str(Fraction(best["value"]) - Fraction(second["value"])))
    print_text(say(texts.BEST, pairs=pairs, against=report["against"], gain=gain))
    lines = {line: percent(best[f"{line}_wins"]) for line in ("front", "rear")}
    others = {f"other_{line}": percent(second[f"{line}_wins"]) for line in ("front", "rear")}
    print_text(say(texts.WHY, **lines, **others))


@app.command()
def settle(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="ROUND.toml", help="A round: bank, gates, tiles, pairs, stakes.")],
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Settle a whole round: who pays whom, commission, claims, with the articles."""
    from banca.games.pai_kao.answers import round_report

    face = ctx.obj
    found = read_round(file)
    report = round_report(found.table, settle_round(found.table, found.limits), found.dice, face.say)
    if face.json:
        print_json(report)
    else:
        print_round(report, face.say)


def print_round(report: dict[str, Any], say: Speech) -> None:
    """The round gate by gate in betting order, then the bank, then claims."""
    if report["first_gate_dealt"]:
        first = report["first_gate_dealt"]
        print_text(say(texts.FIRST_DEALT, gate=first["gate"]) + f" ({first['cite']})")
    by = report["banker_set_by"]
    banker = say(texts.GATE_SET_BY, gate=report["banker"], who=by["who"]) + (f" ({by['cite']})" if by["cite"] else "")
    print_text(f"{say(texts.BANKER)}, {banker}: {_pairs(report['banker_setting'])}")
    if report["is_void"]:
        print_text(f"{say(texts.VOID)} ({', '.join(report['cites'])})")
    for gate in report["gates"]:
        typer.echo()
        print_text(f"{say(texts.GATE_SET_BY, gate=gate['gate'], who=gate['setter'])}: {_pairs(gate)}")
        print_text(f"{say(texts.RESULTS[gate['result']])} ({', '.join(gate['cites'])})", indent=2)
        for stake in gate["stakes"]:
            print_text(_stake(stake, gate["result"], report, say), indent=2)
    print_table(
        [(say(texts.BANK), "fold"), *((say(heading), "right") for heading in (texts.PRINCIPAL, texts.WON, common.NET))],
        [[share["who"], share["principal"], share["gross"], share["net"]] for share in report["bank"]],
    )
    paid = say(texts.COMMISSION_PAID, commission=report["commission"], breakage=report["breakage"])
    print_text(f"{paid} ({', '.join(report['commission_cites'])})")
    for claim in report["claims"]:
        better = _pairs(claim["better"])
        owed = say(
            texts.CLAIM, **{name: claim[name] for name in ("gate", "owed_by", "owed_to", "amount")}, better=better
        )
        print_text(f"{owed} ({', '.join(claim['cites'])})")


def _pairs(setting: dict[str, Any]) -> str:
    return " | ".join(f"{drawn(setting[line]['tiles'])} {setting[line]['name']}" for line in ("front", "rear"))


def _stake(stake: dict[str, Any], result: str, report: dict[str, Any], say: Speech) -> str:
    about = [say(texts.STAKE_OF, who=stake["who"], stake=stake["stake"])]
    if result in ("win", "lose") and stake["covered"] != stake["stake"]:
        about.append(say(texts.COVERED, covered=stake["covered"]) + f" ({report['cover_cite']})")
    if stake["commission"] != "0":
        rate, kept = report["commission_rate"], stake["commission"]
        about.append(say(COMMISSION, rate=rate, prize=stake["covered"], commission=kept))
    about.append(say(RECEIVES, received=stake["received"], net=stake["net"]))
    return ", ".join(about)


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
    from banca.games.pai_kao.answers import value_report
    from banca.games.pai_kao.exact import DESCRIBED, Seat, policy
    from banca.games.pai_kao.exact.policies import shipped_counts

    face = ctx.obj
    seats = policy(player, Seat.PLAYER), policy(banker, Seat.BANKER)
    report = value_report(*seats, shipped_counts(player, banker))
    if face.json:
        print_json(report)
        return
    say = face.say
    print_text(say(texts.POLICIES, player=report["player"], banker=report["banker"]))
    rows = [(common.DOES["win"], "win"), (common.DOES["push"], "tie"), (common.DOES["lose"], "lose")]
    rows += [(texts.VALUE_PLAYER, "value_player"), (texts.VALUE_BANKER, "value_banker")]
    print_table(
        [(say(texts.PLAYER), "left"), ("%", "right")],
        [[say(heading), percent(report[name])] for heading, name in rows],
    )
    for name, described in DESCRIBED.items():
        print_text(f"{name}: {say(described)}")


@app.command()
def solve(
    ctx: typer.Context,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where the policies are written.")],
    goal: Annotated[
        float | None, typer.Option("--goal", help="The largest gain by deviating, in stakes; 1e-5 unless said.")
    ] = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Work out the equilibrium anew (about half a minute on two cores) and write it as the program ships it."""
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
    wanted = equilibrium.GOAL if goal is None else goal
    found = equilibrium.compact(equilibrium.solve(report, wanted))
    gain = max(found["gains"].values())
    if gain > wanted:
        raise Refusal(GOAL_NOT_REACHED, asked=f"{gain:.2e}", allowed=f"{wanted:.2e}")
    write_whole(output, json.dumps(found, separators=(",", ":")) + "\n")
    if face.json:
        print_json({"file": str(output), "gains": found["gains"]})


def percent(fraction: str) -> str:
    """An exact fraction in per cent."""
    return f"{float(Fraction(fraction)) * 100:.3f}"
