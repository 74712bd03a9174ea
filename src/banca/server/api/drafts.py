"""What is worked out of a proposal that somebody writes in the page: done in a process of its own (workers.py)."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from banca.dossier import Dossier, Study, study
from banca.dossier.render import Format, render_dossier
from banca.dossier.study import ROUNDS, layout_text, simulate_all
from banca.drawing import Form
from banca.i18n import Localized, translator
from banca.i18n.answer import AnswerStruct, caution, json_names, plain
from banca.law import Language
from banca.proposals import SandboxLimits, read_proposal
from banca.rules import NamedLimits, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalDraft:
    """A file as it stands, the table it is worked out for, and the reader's language."""

    source: str
    options: Mapping[str, object]
    limits: NamedLimits
    language: Language
    seconds: float
    """Of the processor's time, for the file to run, and then for its exact figures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenDossier:
    """A dossier, and what to call it."""

    name: str
    body: bytes


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
    def layout(self) -> Localized:
        """The table with the proposed bets marked."""
        return Localized(layout_text, self.study.rules, self.form, True)


def check_draft(draft: ProposalDraft, *, form: Form) -> bytes:
    """A `DraftStudied` as JSON in the reader's language: rules go to no other process."""
    answer = DraftStudied(study=_study(draft), form=form)
    return msgspec.json.encode(plain(answer, translator(draft.language, answer.study.proposal.game)))


def write_dossier(draft: ProposalDraft, kind: Format, *, is_simulated: bool) -> WrittenDossier:
    """The dossier as a file."""
    whole = _study(draft)
    say = translator(draft.language, whole.proposal.game)
    dossier = Dossier(study=whole, simulated=simulate_all(whole, ROUNDS if is_simulated else 0))
    return WrittenDossier(name=f"{whole.proposal.id}.{kind}", body=render_dossier(dossier, say, kind))


def _study(draft: ProposalDraft) -> Study:
    proposal = read_proposal(draft.source, limits=SandboxLimits(seconds=draft.seconds))
    return study(proposal, draft.options, draft.limits, draft.seconds)
