"""Opening a table: its game, options, limits, bank and source of chance are set now and kept for its life."""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from importlib.metadata import version
from types import MappingProxyType
from typing import Annotated, Any

from msgspec import Meta, Struct

from banca.game import Game
from banca.games import find, rules_of
from banca.house.cage import CAGE, CageConduct
from banca.house.refusals import BAD_TABLE
from banca.house.register.conduct import OUTSIDE_TABLES, RegisterConduct
from banca.law import Language, law
from banca.live.command import Avos, Word
from banca.live.conduct import Conduct
from banca.live.event import Event, Opened
from banca.live.results import ChanceSource
from banca.proposals import SandboxLimits, read_proposal
from banca.rulebook import Defect, Limits, Proposal, Refusal, Rules, under, words
from banca.rulebook.options import choose
from banca.rulebook.proposed import OPTION

TableId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9][a-z0-9-]*$(?!\n)")]


class Conducted(StrEnum):
    """Who does the croupier's acts."""

    CROUPIER = "croupier"
    """A person."""
    AUTOMATIC = "automatic"
    """The program, at a drawn table."""


class TableTerms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a supervisor sets; money in avos."""

    id: TableId
    game: Word
    options: Annotated[dict[Word, str | int], Meta(max_length=20)] = {}
    minimum: Avos = 100
    maximum: Avos = 100_000_000
    chip: Avos = 1
    player_maximum: Avos = 1_000_000_000
    bank: Avos = 0
    chance: ChanceSource = ChanceSource.OBSERVED
    conduct: Conducted = Conducted.CROUPIER
    title: Word = ""


READ_AGAIN = SandboxLimits(seconds=10.0)
"""Of a proposal in a journal: steps as at the door, and more than twice the processor's time that the door of the service gives."""

MOST_PROPOSALS = 100
"""Files whose proposals are kept in memory."""


def opening(asked: TableTerms, proposals: Mapping[str, Proposal] = MappingProxyType({})) -> Opened:
    """The event a table begins with; refused where the game, an option or a limit is not possible.

    A proposal is asked for by its id; `proposals` are those that the house has.
    """
    limits = Limits(minimum=asked.minimum, maximum=asked.maximum, chip=asked.chip)
    proposal = proposals.get(str(asked.options.get(OPTION, "")))
    chosen = chosen_at(find(asked.game), asked.options, proposal)
    if asked.player_maximum < limits.minimum:
        raise Refusal(
            BAD_TABLE,
            asked="player_maximum",
            allowed=words("at least the minimum", pt="no mínimo igual ao mínimo da mesa", zh="不得低於最低限額"),
        )
    if asked.conduct is Conducted.AUTOMATIC and asked.chance is not ChanceSource.DRAWN:
        raise Refusal(
            BAD_TABLE,
            asked="conduct",
            allowed=words(
                "automatic only where results are drawn",
                pt="automatic só onde os resultados são sorteados",
                zh="由程式抽出結果的檯才可用 automatic",
            ),
        )
    instrument = law(asked.game).instrument
    return Opened(
        game=asked.game,
        instrument=instrument.name[Language.EN],
        options={name: str(value) for name, value in chosen.items()},
        minimum=limits.minimum,
        maximum=limits.maximum,
        chip=limits.chip,
        player_maximum=asked.player_maximum,
        chance=asked.chance,
        conduct=asked.conduct,
        version=version("banca"),
        title=asked.title,
        proposal=proposal.source if proposal else "",
    )


def chosen_at(game: Game, options: Mapping[str, object], proposal: Proposal | None) -> dict[str, object]:
    """The value of every option of a game, its default where nothing else is asked for."""
    asked: dict[str, object] = {**options, OPTION: proposal} if proposal else dict(options)
    if game.rulebook is None:
        return dict(choose(game.options, asked))
    return dict(under(game.rulebook, asked).chosen)


def office_opening(name: str) -> Opened:
    """The cage and the register open with the house."""
    return Opened(
        game=name,
        instrument="",
        options={},
        minimum=1,
        maximum=1,
        chip=1,
        player_maximum=1,
        chance=ChanceSource.OBSERVED,
        conduct=Conducted.CROUPIER,
        version=version("banca"),
    )


def conduct_of(opened: Event) -> Conduct[Any]:
    """The conduct of a table that opened so."""
    if not isinstance(opened, Opened):
        raise Defect("a journal begins with the opening of its table")  # noqa: EM101, TRY003
    if opened.game in OUTSIDE_TABLES:
        return CageConduct(opened) if opened.game == CAGE else RegisterConduct(opened)
    game = find(opened.game)
    return game.conduct(opened, rules_at(opened) if game.rulebook else None)


def rules_at(opened: Opened) -> Rules:
    """The rules of a table of chance; a proposal that it carries is read from its opening."""
    options: dict[str, object] = dict(opened.options)
    if opened.proposal:
        options[OPTION] = proposal_in(opened.proposal)
    return rules_of(opened.game, tuple(sorted(options.items())))


@lru_cache(MOST_PROPOSALS)
def proposal_in(source: str) -> Proposal:
    """The proposal that a file in a journal makes; a file is read once, whichever tables carry it."""
    return read_proposal(source, limits=READ_AGAIN)
