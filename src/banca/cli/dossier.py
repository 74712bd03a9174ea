"""`banca dossier`: what an application for a new bet or prize must contain, worked out from its file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from banca.cli.common import (
    AsJson,
    Chip,
    HouseOptions,
    Lang,
    Maximum,
    Minimum,
    chosen_options,
    print_json,
    print_legend,
    print_text,
)
from banca.cli.odds import print_odds
from banca.files import BAD_CHART, check_writable, write_whole
from banca.i18n import Translator
from banca.i18n.answer import plain
from banca.i18n.lookup import read_day
from banca.proposals import examples, read_file
from banca.rules import NamedLimits, Refusal, _

if TYPE_CHECKING:
    from banca.dossier import Dossier

# To simulate: some twenty minutes a bet.
ROUNDS, MOST_ROUNDS = 10**8, 10**11


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
        "-o",
        "--output",
        metavar="FILE.pdf",
        help="The file to write: .pdf, .html or .json; without it, a summary is printed.",
    ),
]
Rounds = Annotated[
    str | None,
    typer.Option(
        "--rounds",
        metavar="N",
        help="Rounds to simulate in addition to the exact figures; default 1e8 for a file, 0 for none.",
    ),
]
Fonts = Annotated[
    Path | None, typer.Option("--fonts", metavar="FOLDER", help="An additional folder to search for fonts.")
]
Dated = Annotated[
    str | None, typer.Option("--date", metavar="DATE", help="The date to print on the cover; default none.")
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
    """Analyse a proposed bet and write the dossier for the regulator as PDF, HTML or JSON.

    The same file always gives the same dossier, byte for byte.
    """
    from banca.dossier import Dossier, study
    from banca.dossier.render import Format, render_dossier
    from banca.dossier.study import simulate_all

    if output is not None:
        kinds = {f".{kind}": kind for kind in Format}
        if output.suffix.lower() not in kinds:
            raise Refusal(BAD_CHART, asked=output, allowed=list(kinds))
        check_writable(output)
    day = read_day(dated) if dated else None
    simulated = rounds_to_simulate(rounds) if rounds else ROUNDS if output else 0
    proposal = read_file(file)
    typed = {"minimum": minimum, "maximum": maximum, "chip": chip}
    limits = NamedLimits(**{name: ctx.obj.patacas(text) for name, text in typed.items() if text is not None})
    worked_out = study(proposal, chosen_options(option, proposal.game), limits)
    answer = Dossier(study=worked_out, simulated=simulate_all(worked_out, simulated), dated=day or "")
    say = ctx.obj.say.of(proposal.game)
    if output is not None:
        write_whole(output, render_dossier(answer, say, Format(output.suffix[1:].lower()), fonts))
    if as_json:
        print_json(plain(answer, say))
    else:
        print_summary(answer, say, output)


def rounds_to_simulate(text: str) -> int:
    """The number of rounds that was typed."""
    from banca.analysis.simulation.strategy import BAD_ROUNDS  # with the simulation, which a summary does not need
    from banca.cli.simulate import whole_number

    rounds = whole_number(text, "--rounds")
    if rounds > MOST_ROUNDS:
        raise Refusal(BAD_ROUNDS, asked=rounds, allowed=MOST_ROUNDS)
    return rounds


def print_summary(answer: "Dossier", say: Translator, output: Path | None) -> None:
    """The bets with their edges, what an examiner should note, and where the dossier was written."""
    study, proposal = answer.study, answer.study.proposal
    regulation = say.labelled(say(study.heading.title), say(study.heading.instrument))
    print_text(f"{say(proposal.title)} · {regulation}")
    print_odds(answer.bets, proposal.game, say)
    print_legend(say, {bet.status for bet in answer.bets})
    for warning in study.warnings:
        print_text(say(_("Note: {said}"), said=say.message(warning.said)))
    if output is not None:
        print_text(say(_("{file} written; SHA-256 of the proposal: {digest}"), file=output, digest=proposal.digest))
