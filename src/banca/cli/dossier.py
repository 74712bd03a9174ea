"""`banca dossier`: what an application for a new bet or prize must carry, from its file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from banca.answers import bet_figures
from banca.answers.odds import BetFigures
from banca.cli import texts
from banca.cli.face import (
    AsJson,
    Chip,
    HouseOptions,
    Lang,
    Maximum,
    Minimum,
    chosen_options,
    day_written,
    print_legend,
)
from banca.cli.odds import print_odds
from banca.cli.simulation_input import whole_number
from banca.cli.terminal import print_json, print_text
from banca.disputes import limits_for
from banca.files import check_writable, write_whole
from banca.games import rulebook
from banca.proposals import examples, read_file
from banca.rulebook import Code, Refusal
from banca.words import Speech

MOST_ROUNDS = 10**11
"""To simulate: some twenty minutes a bet."""


def complete_file() -> list[str]:
    """For the shell: the worked examples."""
    return list(examples())


ProposalFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE.star", autocompletion=complete_file, help="A proposal, or the name of a worked example."
    ),
]
OutFile = Annotated[
    Path | None,
    typer.Option(
        "-o", "--output", metavar="FILE.pdf", help="Where to: .pdf, .html or .json; without it, a summary is printed."
    ),
]
Rounds = Annotated[
    str | None,
    typer.Option(
        "--rounds", metavar="N", help="Rounds to simulate beside the exact figures; 1e8 for a file, 0 for none."
    ),
]
Fonts = Annotated[Path | None, typer.Option("--fonts", metavar="FOLDER", help="A folder to look for fonts in, too.")]
Dated = Annotated[
    str | None, typer.Option("--date", metavar="DATE", help="The day to print on the cover; none unless said.")
]


def dossier(
    ctx: typer.Context,
    file: ProposalFile,
    output: OutFile = None,
    rounds: Rounds = None,
    option: HouseOptions = [],
    minimum: Minimum = None,
    maximum: Maximum = None,
    chip: Chip = None,
    dated: Dated = None,
    fonts: Fonts = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Work out a proposed bet and write the dossier for the regulator: PDF, page or JSON.

    The same file gives the same dossier, to the byte.
    """
    from banca.dossier import dossier_report, study
    from banca.dossier.formats import Format, written
    from banca.dossier.simulated import simulate_all

    say = ctx.obj.say
    if output is not None:
        kinds = {f".{kind}": kind for kind in Format}
        if output.suffix.lower() not in kinds:
            raise Refusal(Code.BAD_CHART, asked=output, allowed=list(kinds))
        check_writable(output)
    day = day_written(dated) if dated else None
    simulated = whole_number(rounds or ("1e8" if output else "0"), "--rounds")
    if simulated > MOST_ROUNDS:
        raise Refusal(Code.BAD_ROUNDS, asked=simulated, allowed=MOST_ROUNDS)
    proposal = read_file(file)
    limits = limits_for(rulebook(proposal.game).limits, minimum=minimum, maximum=maximum, chip=chip)
    worked_out = study(proposal, chosen_options(option, proposal.game), limits)
    report = dossier_report(worked_out, say, simulate_all(worked_out, simulated), day)
    if output is not None:
        write_whole(output, written(report, say, Format(output.suffix[1:].lower()), fonts))
    if as_json:
        print_json(report)
    else:
        print_summary(report, [bet_figures(one.bet, one.analysis) for one in worked_out.bets], say, output)


def print_summary(report: dict[str, Any], bets: Sequence[BetFigures], say: Speech, output: Path | None) -> None:
    """The bets with their edges, what an examiner would stumble over, and where the whole is."""
    print_text(f"{report['title']} · {report['game_title']}, {report['instrument']}")
    print_odds(bets, say)
    print_legend(say, {bet.status for bet in bets})
    for warning in report["warnings"]:
        print_text(say(texts.WARNING, said=warning["said"]))
    if output is not None:
        print_text(say(texts.DOSSIER_WRITTEN, file=output, digest=report["digest"]))
