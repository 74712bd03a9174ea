"""The builder of proposals over HTTP: a game to be clicked, the file that a form comes to, and the form of a file."""

from typing import Annotated

from litestar import Controller, Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from banca.games import rulebook
from banca.i18n import translator
from banca.i18n.lookup import find_game
from banca.law import Language
from banca.proposals import SandboxLimits, read_proposal
from banca.proposals.builder import MISSING, FormWords, ProposalForm, bet_ids, find_faults, make_form, write_file
from banca.proposals.compiler import MOST_LETTERS
from banca.rules import Refusal
from banca.server.api.board import Board, board_of
from banca.server.api.form_words import fill_words, strip_words
from banca.server.api.lab import owner_of
from banca.server.api.proposals import FileProblem, on_file
from banca.server.http import AnyRequest, aside, spoken
from banca.server.openapi import BODY, SECURITY, refusal_as, refuses


class FieldFault(Struct, frozen=True, kw_only=True):
    """What is wrong with a form, and at which field of it: `bets.0.rows.1.prize`; the form as a whole where that is blank."""

    path: str
    code: str
    detail: str
    is_missing: bool
    """Whether something has only not been done yet."""


class FilledWords(Struct, frozen=True, kw_only=True):
    """The words that a bet has in the file: as typed, or ours where nothing was."""

    id: str
    description: FormWords
    rows: list[FormWords]


class FormFile(Struct, frozen=True, kw_only=True):
    """The file that a form comes to, and what is still wrong with it."""

    source: str
    title: FormWords
    bets: list[FilledWords]
    faults: list[FieldFault]


class ProposalText(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A proposal file."""

    source: Annotated[str, Meta(max_length=MOST_LETTERS)]


class FileForm(Struct, frozen=True, kw_only=True):
    """The form of a file; `is_same` where the builder writes the file as it is, so that nothing of it would be lost."""

    form: ProposalForm
    is_same: bool


class Builder(Controller):
    """Proposals without code."""

    path = "/proposals"
    tags = ("proposals",)

    @get("/board/{game:str}", summary="List a game's outcomes for the form", responses=refuses(422))
    async def board(self, request: AnyRequest, game: FromPath[str]) -> Board:
        """Each outcome, the facts that outcomes share, the bets of the game and what they pay."""
        found = find_game(game).value.id
        rulebook(found)
        return await aside(request, board_of, found, spoken(request))

    @post(
        "/build", status_code=200, summary="Build a file from a form", security=SECURITY, responses=refuses(422, *BODY)
    )
    async def build(self, request: AnyRequest, data: JSONBody[ProposalForm]) -> FormFile:
        """The file as written by hand, and every fault at its field; without faults the file is valid."""
        owner_of(request)
        rulebook(data.game)
        return await aside(request, build_file, data, spoken(request))

    @post(
        "/form",
        status_code=200,
        summary="Build a form from a file",
        security=SECURITY,
        responses=refuses(409, *BODY) | {422: refusal_as(FileProblem, 422)},
        exception_handlers={Refusal: on_file},
    )
    async def form(self, request: AnyRequest, state: State, data: JSONBody[ProposalText]) -> Response[FileForm]:
        """The form that gives this file; refused if a bet has selections or remembers earlier outcomes."""
        seconds = state.desk.file_seconds
        found = await state.desk.checks.do(owner_of(request), read_form, data.source, seconds)
        return Response(found)


def build_file(form: ProposalForm, language: Language) -> FormFile:
    """The file, with our words where none were typed, and the faults in the asker's language."""
    say = translator(language)
    whole = fill_words(form)
    is_named = bool(form.bets) and form.title.is_blank
    """The title is the first bet's name, where what is wrong with it is said."""
    return FormFile(
        source=write_file(whole),
        title=whole.title,
        bets=[
            FilledWords(id=one, description=bet.description, rows=[row.name for row in bet.rows])
            for one, bet in zip(bet_ids(whole), whole.bets, strict=True)
        ],
        faults=[
            FieldFault(
                path=path,
                code=str(because.code),
                detail=say.message(because),
                is_missing=because.code in MISSING,
            )
            for path, because in find_faults(whole)
            if not (is_named and path.startswith("title."))
        ],
    )


def read_form(source: str, seconds: float) -> FileForm:
    """Worked out in a process of its own: the file runs there."""
    form = make_form(read_proposal(source, limits=SandboxLimits(seconds=seconds)))
    return FileForm(form=strip_words(form), is_same=write_file(form) == source)
