"""What is worked out of a proposal that somebody writes in the page: done in a process of its own (workers.py)."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from banca.dossier import Dossier, Study, study
from banca.dossier.render import Format, render_dossier
from banca.dossier.study import ROUNDS, layout_text, simulate_all
from banca.drawing import Form
from banca.i18n import LocalizedText, translator
from banca.i18n.answer import AnswerStruct, caution, json_names, plain
from banca.law import Language
from banca.proposals import SandboxLimits, read_proposal
from banca.rules import NamedLimits, Text
from banca.tables.commands import MOST_AVOS

# This module does not import the server: the processes that work drafts out need neither it nor the framework.
Word = Annotated[str, Meta(max_length=60)]


class ProposalSource(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A proposal file, and the table it is computed for; money in avos."""

    source: str
    options: Annotated[dict[Word, str | int], Meta(max_length=20)] = {}
    minimum: Annotated[int, Meta(ge=1, le=MOST_AVOS)] | None = None
    maximum: Annotated[int, Meta(ge=1, le=MOST_AVOS)] | None = None
    chip: Annotated[int, Meta(ge=1, le=MOST_AVOS)] | None = None


class DraftToCheck(ProposalSource, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A draft to be checked; `form` says how the layout is drawn."""

    form: Form = Form.WIDE


class DossierRequest(ProposalSource, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A draft, and the form its dossier is wanted in."""

    format: Format
    simulate: bool = False
    """A hundred million rounds of every bet beside the exact figures."""


class DraftStudied(AnswerStruct, frozen=True, kw_only=True):
    """The figures of a draft, what to know before relying on the game's text, and the layout to stand in a page."""

    study: Study
    form: Form
    JSON = (*((name, f"study.{path}") for name, path in json_names(Study).items()), "caution", "layout")

    @property
    def caution(self) -> Text | None:
        """Where the game's text was revoked or changed by one that has not been seen."""
        return caution(self.study.proposal.game)

    @property
    def layout(self) -> LocalizedText:
        """The table with the proposed bets marked."""
        return LocalizedText(layout_text, self.study.rules, self.form, True)


def check_draft(draft: DraftToCheck, language: Language, seconds: float) -> bytes:
    """A `DraftStudied` as JSON in the reader's language: rules go to no other process."""
    answer = DraftStudied(study=_study(draft, seconds), form=draft.form)
    return msgspec.json.encode(plain(answer, translator(language, answer.study.proposal.game)))


def write_dossier(draft: DossierRequest, language: Language, seconds: float) -> tuple[str, bytes]:
    """The dossier as a file: its name, and what is in it."""
    whole = _study(draft, seconds)
    say = translator(language, whole.proposal.game)
    dossier = Dossier(study=whole, simulated=simulate_all(whole, ROUNDS if draft.simulate else 0))
    return f"{whole.proposal.id}.{draft.format}", render_dossier(dossier, say, draft.format)


def _study(draft: ProposalSource, seconds: float) -> Study:
    """Work it out; the file may take so many seconds of the processor's time to run, and its exact figures as many again."""
    proposal = read_proposal(draft.source, limits=SandboxLimits(seconds=seconds))
    limits = NamedLimits(minimum=draft.minimum, maximum=draft.maximum, chip=draft.chip)
    return study(proposal, draft.options, limits, seconds)
