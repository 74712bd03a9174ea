"""The dossier as a document: the application and numbered sections in the order in which the regulations ask for them, in one language.

The PDF and the page lay out this and add nothing of their own.
"""

from collections.abc import Callable, Iterator, Sequence

from banca.dossier import texts
from banca.dossier.annexes import annexes, long_figures
from banca.dossier.answer import DossierAnswer
from banca.dossier.blocks import (
    AnyBlock,
    DossierDocument,
    DrawingBlock,
    FormulaBlock,
    PointsBlock,
    Section,
    TextBlock,
    section,
)
from banca.dossier.chapters import (
    BetChapter,
    advantage,
    chapters,
    probabilities,
)
from banca.dossier.conditions import conditions
from banca.dossier.description import description, description_lead
from banca.dossier.letter import letter
from banca.dossier.prizes import commissions, prize_table
from banca.dossier.scope import scope
from banca.i18n import Translator
from banca.law import Language
from banca.rules import Citation

TAGS = {Language.EN: "en", Language.PT: "pt", Language.ZH: "zh-Hant"}


def as_drawn(svg: str) -> str:
    """The layout as it is."""
    return svg


def document(
    answer: DossierAnswer, say: Translator, *, escaped: bool = False, redrawn: Callable[[str], str] = as_drawn
) -> DossierDocument:
    """The application and its sections; `escaped` where the listing cannot show Chinese, the layout `redrawn` for paper."""
    bets, say = chapters(answer), say.of(answer.game)
    required = (
        _of_each(texts.DESCRIPTION, [description_lead(bets, say)], description, bets, say),
        _of_each(texts.PROBABILITIES, list(_derived(bets, say)), probabilities, bets, say),
        _prizes(bets, say),
        _of_each(texts.ADVANTAGE_CALCULATED, [TextBlock(say(texts.ADVANTAGE_SAID))], advantage, bets, say),
        _layout(answer, bets, say, redrawn),
        conditions(answer, bets, say),
    )
    return DossierDocument(
        language=say.language.value,
        tag=TAGS[say.language],
        title=say(answer.title),
        game=say(answer.game_title),
        digest=answer.digest,
        contents=say(texts.CONTENTS),
        page_of=say(texts.PAGE_OF, page="@", pages="#"),
        letter=letter(answer, bets, required, say),
        sections=(scope(answer, bets, say), *required, annexes(answer, bets, say, escaped=escaped)),
    )


def _of_each(
    title: str,
    intro: Sequence[AnyBlock],
    blocks: Callable[[BetChapter, Translator], Iterator[AnyBlock]],
    bets: Sequence[BetChapter],
    say: Translator,
) -> Section:
    """A section with a part for each bet; a single bet needs no part of its own."""
    parts = [section(one.title(say), *blocks(one, say)) for one in bets]
    if len(bets) == 1:
        return section(say(title), *intro, *parts[0].blocks)
    return section(say(title), *intro, parts=parts)


def _derived(bets: Sequence[BetChapter], say: Translator) -> Iterator[AnyBlock]:
    """How chances come about, said once for all bets."""
    yield TextBlock(say(texts.PROBABILITIES_SAID))
    devices = dict.fromkeys((one.bet.derivation.total, one.bet.derivation.weights_cite.cites) for one in bets)
    for total, cites in devices:
        of = [one.title(say) for one in bets if one.bet.derivation.total == total] if len(devices) > 1 else []
        said = [say(texts.WAYS_SAID, total=say.count(total), **bets[0].counted(say))]
        weighed_by = bets[0].bet.derivation.weighed_by.cites
        if cites:
            body = [Citation(one.game, one.clause.rpartition(".")[0]) for one in cites] if weighed_by else cites
            said.append(say(texts.EQUALLY_BY, cites=say.cites(body)))
        if weighed_by:
            said.append(say(texts.WEIGHED_BY, total=say.count(total), cites=say.cite_run(weighed_by)))
        yield TextBlock(say.labelled(say.list(of), say.sentences(said)) if of else say.sentences(said))
    if not all(one.is_one_round for one in bets):
        yield TextBlock(say(texts.STATES_SAID, **bets[0].counted(say)))
        yield FormulaBlock(texts.FORMULA)
        yield TextBlock(say(texts.FORMULA_SAID))
    if any(any(long_figures(one, say)) for one in bets):
        yield TextBlock(say(texts.LONG_FIGURE))


def _prizes(bets: Sequence[BetChapter], say: Translator) -> Section:
    kept = commissions(bets, say)
    return section(
        say(texts.PRIZES),
        TextBlock(say(texts.PRIZES_SAID)),
        prize_table(bets, say),
        *([PointsBlock(kept)] if kept else []),
    )


def _layout(
    answer: DossierAnswer, bets: Sequence[BetChapter], say: Translator, redrawn: Callable[[str], str]
) -> Section:
    described = say(texts.LAYOUT_OF, game=say(answer.game_title), names=say.items(one.title(say) for one in bets))
    drawn = DrawingBlock(svg=redrawn(say(answer.layout)), alt=described)
    return section(say(texts.LAYOUT), TextBlock(say(texts.LAYOUT_SAID)), drawn)
