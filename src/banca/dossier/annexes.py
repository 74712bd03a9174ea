"""The annexes: the comparison, how to verify the figures, the provisions, the proposal file, and the long fractions."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from banca.dossier import texts
from banca.dossier.answer import ComparedBets, DossierAnswer
from banca.dossier.blocks import (
    LEFT,
    RIGHT,
    WIDE,
    AnyBlock,
    CodeBlock,
    ListingBlock,
    PointsBlock,
    Section,
    TextBlock,
    chart,
    facts,
    section,
    table,
)
from banca.dossier.breaks import unbroken_end
from banca.dossier.chapters import BetChapter
from banca.dossier.values import bets_text
from banca.dossier.writing import counted, prize_lines, regulation_said, share
from banca.i18n import Localized, Translator
from banca.i18n.descriptions import STATUSES


def annexes(answer: DossierAnswer, bets: Sequence[BetChapter], say: Translator, *, escaped: bool) -> Section:
    """All of them; `escaped` where the listing cannot show Chinese."""
    parts = [
        section(say(texts.COMPARISON), *_comparison(answer.comparison, counted(answer.layout.value, say), say)),
        section(
            say(texts.CERTIFICATE),
            TextBlock(say(texts.CERTIFICATE_SAID)),
            CodeBlock(texts.CERTIFICATE_COMMAND),
            TextBlock(say(texts.CERTIFICATE_TOOL)),
            facts((say(texts.CERTIFICATE_DIGEST), answer.certificate_digest)),
        ),
        section(
            say(texts.CLAUSES_ANNEX),
            TextBlock(say(texts.CLAUSES_SAID)),
            facts((say(texts.SEEN_OF_IT, regulation=_regulation(answer, say)), say(answer.holds))),
            facts(*((say.cite(one.cite), say(one.text)) for one in answer.rests_on)),
        ),
        section(
            say(texts.FILE_ANNEX),
            TextBlock(say(texts.FILE_SAID)),
            facts((say(texts.FILE_DIGEST), answer.digest)),
            *([TextBlock(say(texts.FILE_ESCAPED))] if escaped else []),
            ListingBlock(tuple(answer.source.rstrip("\n").split("\n"))),
        ),
    ]
    figures = [
        (say.labelled(one.title(say), name), fraction) for one in bets for name, fraction in long_figures(one, say)
    ]
    if figures:
        parts.append(section(say(texts.FIGURES_ANNEX), TextBlock(say(texts.FIGURES_SAID)), facts(*figures)))
    return section(say(texts.ANNEX), parts=parts)


def _comparison(rows: Sequence[ComparedBets], counts: Mapping[str, str], say: Translator) -> Iterator[AnyBlock]:
    """Every bet of the table, what its mark means, and a chart."""
    yield TextBlock(say(texts.COMPARISON_SAID))
    yield table(
        [
            (say(texts.BET), WIDE),
            (say(texts.CLAUSE), LEFT),
            (say(texts.PRIZE), RIGHT),
            (say(texts.WINNING), RIGHT),
            (say(texts.ROUNDS, **counts), RIGHT),
            (say(texts.ADVANTAGE), RIGHT),
        ],
        [
            [
                _marked(one, say),
                say.article(one.cite),
                prize_lines(one.pays, say),
                share(one.win, say),
                say.decimal(one.rounds.exact, 2),
                share(one.edge, say),
            ]
            for one in rows
        ],
        marked=[place for place, one in enumerate(rows) if one.is_proposed],
    )
    marks = {mark for one in rows for mark in one.marks}
    legend = [one for one in STATUSES.values() if one.mark and one.mark in marks]
    if legend:
        yield PointsBlock(tuple(say.labelled(f"{one.mark} {say(one.name)}", say(one.means)) for one in legend))
    yield chart(say(texts.CHART), _bars(rows, say))


def _regulation(answer: DossierAnswer, say: Translator) -> str:
    return regulation_said(say, is_revoked=answer.dates.until is not None)


def _bars(rows: Sequence[ComparedBets], say: Translator) -> list[tuple[str, float, str, bool]]:
    """A bar for each name and advantage: bets that differ only in what they pay share one."""
    bars: dict[tuple[str, str, Fraction], ComparedBets] = {}
    for one in rows:
        key = (one.id, one.selection, one.edge.exact)
        before = bars[key].together.value if key in bars else ()
        bars[key] = replace(one, together=Localized(bets_text, (*before, *one.together.value)))
    return [
        (_marked(one, say), float(one.edge.percent), say.decimal(float(one.edge.percent), 2), one.is_proposed)
        for one in bars.values()
    ]


def _marked(row: ComparedBets, say: Translator) -> str:
    """The name, and the mark of what is not simply gazetted."""
    return unbroken_end(" ".join([say(row.together), *row.marks]))


def long_figures(chapter: BetChapter, say: Translator) -> Iterator[tuple[str, str]]:
    """Those that the tables round."""
    bet, counts = chapter.bet, chapter.counted(say)
    named = [
        (say(texts.ADVANTAGE), bet.edge),
        (say(texts.PER_ROUND, **counts), bet.edge_per_round),
        (say(texts.ROUNDS, **counts), bet.rounds),
        *((say(one.said), one.chance) for one in bet.endings),
    ]
    return ((name, say.exact(figure.exact)) for name, figure in named if figure.is_long)
