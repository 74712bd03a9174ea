"""What a trainee answers, in any form, and what is said of it when it is marked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta, Struct

from banca.i18n import Translator
from banca.i18n.descriptions import results_of
from banca.live.command import MOST_AVOS
from banca.live.refusals import BAD_REQUEST
from banca.rules import KINDS, Citation, Refusal, Win, _
from banca.training.question import AnswerForm, Question

Avos = Annotated[int, Meta(ge=0, le=MOST_AVOS)]
ResultName = Literal["win", "lose", "push", "stands"]
MOST_BETS, MOST_CHIPS, MOST_KINDS_OF_CHIP = 20, 1_000_000, 20

PAID = _("{result}, paid {paid}")
CHIPS = _("{count} × {worth}")
NO_CHIPS = _("no chips")
NOT_ANSWERED = _("not answered")
WRONG_FORM = _("the answer has the wrong form; this question takes {form}")


class Choice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody would do with one bet; `paid` beside the stake of a winner, or of the stake of a loser, in avos."""

    result: ResultName
    paid: Avos = 0


class Reply(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer in the form that the question takes: `answers` one for each bet, `amount`, `counts` one for each denomination, or `choice`."""

    answers: Annotated[list[Choice], Meta(max_length=MOST_BETS)] = []
    amount: Avos | None = None
    counts: Annotated[list[Annotated[int, Meta(ge=0, le=MOST_CHIPS)]], Meta(max_length=MOST_KINDS_OF_CHIP)] = []
    choice: Annotated[str, Meta(max_length=40)] = ""

    @property
    def forms(self) -> list[AnswerForm]:
        """The forms of which there is something in it."""
        given = {
            AnswerForm.BETS: bool(self.answers),
            AnswerForm.AMOUNT: self.amount is not None,
            AnswerForm.CHIPS: bool(self.counts),
            AnswerForm.CHOICE: bool(self.choice),
        }
        return [form for form, is_given in given.items() if is_given]


def check_reply(asked: Question, reply: Reply) -> None:
    """Refuse an answer in another form, of more or fewer chips than there are, or one that nobody may choose."""
    fits = reply.forms == [asked.form]
    if asked.form is AnswerForm.CHIPS:
        fits = fits and len(reply.counts) == len(asked.denominations)
    if asked.form is AnswerForm.CHOICE:
        fits = fits and reply.choice in {one.id for one in asked.choices}
    if not fits:
        raise Refusal(BAD_REQUEST, asked=WRONG_FORM.fill(form=asked.form.value))


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """One thing that was asked: what is right, what was answered, and why."""

    family: str
    name: str
    """The bet and its stake, where it is one."""
    is_right: bool
    result: str = ""
    paid: int = 0
    said: str
    """What is right, in words."""
    given: str
    """What was answered, in words."""
    steps: tuple[str, ...]
    cites: tuple[Citation, ...]


def result_said(game: str, result: str, paid: int, say: Translator) -> str:
    """What becomes of a bet, and what is paid."""
    said = say(results_of(game)[result])
    return say(PAID, result=said, paid=say.money(paid)) if paid or result == KINDS[Win] else said


def chips_said(chips: Sequence[tuple[int, int]], say: Translator) -> str:
    """`3 × 1,000, 1 × 500`."""
    said = [say(CHIPS, count=say.count(count), worth=say.money(worth)) for worth, count in chips if count]
    return say.list(said) if said else say(NO_CHIPS)
