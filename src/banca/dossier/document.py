"""The dossier as a document: a cover and numbered sections in the order in which the regulations ask for them, in one language.

The PDF and the page lay out this and add nothing of their own.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from banca.dossier import texts
from banca.dossier.answer import ComparedBets, DossierAnswer
from banca.dossier.bet_answer import ProvedBet
from banca.dossier.blocks import (
    LEFT,
    RIGHT,
    WIDE,
    AnyBlock,
    CodeBlock,
    CoverPage,
    DossierDocument,
    DrawingBlock,
    FormulaBlock,
    ListingBlock,
    NoticeBlock,
    NoticedBet,
    PointsBlock,
    Section,
    TextBlock,
    WarningsBlock,
    chart,
    facts,
    section,
    table,
)
from banca.dossier.chapters import (
    BetChapter,
    advantage,
    chapters,
    commissions,
    description,
    prize_name,
    prize_table,
    probabilities,
    when_placed,
)
from banca.dossier.writing import share
from banca.law import Language
from banca.words import Speech
from banca.words.figures import DATES

TAGS = {Language.EN: "en", Language.PT: "pt", Language.ZH: "zh-Hant"}


def as_drawn(svg: str) -> str:
    """The layout as it is."""
    return svg


def document(
    answer: DossierAnswer, say: Speech, *, escaped: bool = False, redrawn: Callable[[str], str] = as_drawn
) -> DossierDocument:
    """CoverPage, sections, and the few words round them; `escaped` where the listing cannot show Chinese, the layout `redrawn` for paper."""
    bets = chapters(answer)
    return DossierDocument(
        language=say.language.value,
        tag=TAGS[say.language],
        title=say(answer.title),
        game=say(answer.game_title),
        digest=answer.digest,
        contents=say(texts.CONTENTS),
        page_of=say(texts.PAGE_OF, page="@", pages="#"),
        cover=_cover(answer, say),
        sections=(
            _summary(answer, bets, say),
            _of_each(texts.DESCRIPTION, [TextBlock(say(texts.DESCRIPTION_SAID))], description, bets, say),
            _of_each(texts.PROBABILITIES, list(_derived(bets, say)), probabilities, bets, say),
            _prizes(bets, say),
            _advantage(answer, bets, say),
            _comparison(answer.comparison, say),
            _layout(answer, bets, say, redrawn),
            _publication(answer, bets, say),
            _annexes(answer, bets, say, escaped=escaped),
        ),
    )


def _cover(answer: DossierAnswer, say: Speech) -> CoverPage:
    instrument = say(answer.instrument)
    dates = "; ".join(say(DATES[name], date=when) for name, when in answer.dates.known().items())
    asked_under = "\n".join(f"{one.cite}: {say(one.text)}" for one in answer.asked_under)
    return CoverPage(
        kind=say(texts.APPLICATION if answer.is_granted else texts.NO_APPLICATION),
        facts=(
            (say(texts.GAME), say(answer.game_title)),
            (say(texts.REGULATION), f"{instrument}\n{dates}" if dates else instrument),
            (say(texts.ASKED_UNDER), asked_under),
            (say(texts.MADE_WITH), f"Banca {answer.version}"),
        ),
        digest_name=say(texts.FILE_DIGEST),
        to_fill=(
            (say(texts.APPLICANT), ""),
            (say(texts.OFFICE), ""),
            (say(texts.SIGNATURE), ""),
            (say(texts.DATE), str(answer.dated)),
        ),
    )


def _limits(answer: DossierAnswer, say: Speech) -> dict[str, str]:
    """The stakes at the table and its chip, as the texts call them."""
    limits = {"minimum": answer.minimum, "maximum": answer.maximum, "chip": answer.chip}
    return {name: say.money(amount.avos) for name, amount in limits.items()}


def _summary(answer: DossierAnswer, bets: Sequence[BetChapter], say: Speech) -> Section:
    new = [one.title(say) for one in bets if one.bet.is_new]
    changed = [one.title(say) for one in bets if not one.bet.is_new]
    options = "; ".join(f"{say(one.name)}: {say(one.said)}" for one in answer.options)
    found = tuple(say.message(one.said) for one in answer.warnings)
    return section(
        say(texts.SUMMARY),
        facts(
            (say(texts.GAME), f"{say(answer.game_title)}, {say(answer.instrument)}"),
            (say(texts.NEW_BETS), "; ".join(new)) if new else None,
            (say(texts.OTHER_PRIZES), "; ".join(changed)) if changed else None,
            (say(texts.LIMITS), say(texts.LIMITS_SAID, **_limits(answer, say))),
            (say(texts.HOUSE_OPTIONS), options) if options else None,
        ),
        table(
            [
                (say(texts.BET), WIDE),
                (say(texts.PAYS), RIGHT),
                (say(texts.WINNING), RIGHT),
                (say(texts.ROUNDS), RIGHT),
                (say(texts.ADVANTAGE), RIGHT),
            ],
            [
                [
                    one.title(say),
                    one.bet.pays.said(say),
                    share(one.bet.win, say),
                    say.decimal(one.bet.mean_rounds, 2),
                    share(one.bet.edge, say),
                ]
                for one in bets
            ],
        ),
        WarningsBlock(say(texts.NOTICED), found) if found else TextBlock(say(texts.NOTHING_NOTICED)),
    )


def _of_each(
    title: str,
    intro: Sequence[AnyBlock],
    blocks: Callable[[BetChapter, Speech], Iterator[AnyBlock]],
    bets: Sequence[BetChapter],
    say: Speech,
    *more: Section,
) -> Section:
    """A section with a part for each bet; a single bet needs no part of its own."""
    parts = [section(one.title(say), *blocks(one, say)) for one in bets]
    if len(bets) == 1 and not more:
        return section(say(title), *intro, *parts[0].blocks)
    return section(say(title), *intro, parts=[*parts, *more])


def _derived(bets: Sequence[BetChapter], say: Speech) -> Iterator[AnyBlock]:
    """How chances come about, said once for all bets."""
    yield TextBlock(say(texts.PROBABILITIES_SAID))
    for total in dict.fromkeys(one.bet.derivation.total for one in bets):
        yield TextBlock(say(texts.WAYS_SAID, total=say.count(total)))
    if not all(one.is_one_round for one in bets):
        yield TextBlock(say(texts.STATES_SAID))
        yield FormulaBlock(texts.FORMULA)
        yield TextBlock(say(texts.FORMULA_SAID))
    if any(any(_long_figures(one.bet, say)) for one in bets):
        yield TextBlock(say(texts.LONG_FIGURE))


def _prizes(bets: Sequence[BetChapter], say: Speech) -> Section:
    kept = commissions(bets, say)
    return section(
        say(texts.PRIZES),
        TextBlock(say(texts.PRIZES_SAID)),
        prize_table(bets, say),
        *([PointsBlock(kept)] if kept else []),
    )


def _advantage(answer: DossierAnswer, bets: Sequence[BetChapter], say: Speech) -> Section:
    certificate = section(
        say(texts.CERTIFICATE),
        TextBlock(say(texts.CERTIFICATE_SAID)),
        CodeBlock(texts.CERTIFICATE_COMMAND),
        TextBlock(say(texts.CERTIFICATE_TOOL)),
        facts((say(texts.CERTIFICATE_DIGEST), answer.certificate_digest)),
    )
    intro = [TextBlock(say(texts.ADVANTAGE_SAID))]
    return _of_each(texts.ADVANTAGE_CALCULATED, intro, advantage, bets, say, certificate)


def _comparison(rows: Sequence[ComparedBets], say: Speech) -> Section:
    return section(
        say(texts.COMPARISON),
        TextBlock(say(texts.COMPARISON_SAID)),
        table(
            [
                (say(texts.BET), WIDE),
                (say(texts.CLAUSE), LEFT),
                (say(texts.PAYS), RIGHT),
                (say(texts.WINNING), RIGHT),
                (say(texts.ROUNDS), RIGHT),
                (say(texts.ADVANTAGE), RIGHT),
            ],
            [
                [
                    _marked(one, say),
                    str(one.cite),
                    one.pays.said(say),
                    share(one.win, say),
                    say.decimal(one.rounds.exact, 2),
                    share(one.edge, say),
                ]
                for one in rows
            ],
            marked=[place for place, one in enumerate(rows) if one.is_proposed],
        ),
        chart(say(texts.CHART), _bars(rows, say)),
    )


def _bars(rows: Sequence[ComparedBets], say: Speech) -> list[tuple[str, float, str, bool]]:
    """A bar for each name and advantage: bets that differ only in what they pay share one."""
    bars: dict[tuple[str, str, Fraction], ComparedBets] = {}
    for one in rows:
        key = (one.id, one.selection, one.edge.exact)
        bars[key] = replace(one, count=one.count + (bars[key].count if key in bars else 0))
    return [
        (
            _marked(one, say),
            float(one.edge.percent),
            say.decimal(float(one.edge.percent), 2),
            one.is_proposed,
        )
        for one in bars.values()
    ]


def _marked(row: ComparedBets, say: Speech) -> str:
    """The name, how many bets it stands for, and the mark of what is not simply gazetted."""
    several = f" × {row.count}" if row.count > 1 else ""
    return f"{row.name.said(say)}{several} {row.mark}".strip()


def _layout(answer: DossierAnswer, bets: Sequence[BetChapter], say: Speech, redrawn: Callable[[str], str]) -> Section:
    described = say(texts.LAYOUT_OF, game=say(answer.game_title), names="; ".join(one.title(say) for one in bets))
    drawn = DrawingBlock(svg=redrawn(answer.layout.said(say)), alt=described)
    return section(say(texts.LAYOUT), TextBlock(say(texts.LAYOUT_SAID)), drawn)


def _publication(answer: DossierAnswer, bets: Sequence[BetChapter], say: Speech) -> Section:
    limits = _limits(answer, say)
    phases = [
        say(texts.PHASE_CONDITION, bet=one.title(say), when=when_placed(one.bet, say)) for one in bets if one.bet.phase
    ]
    conditions = (
        *phases,
        say(texts.LIMIT_CONDITION, **limits),
        say(texts.BREAKAGE_CONDITION, **limits),
        say(texts.BACK_CONDITION),
        say(texts.TOLD_CONDITION),
    )
    notice = NoticeBlock(
        title=f"{say(answer.game_title)}: {say(answer.title)}", items=tuple(_noticed(one, say) for one in bets)
    )
    return section(
        say(texts.PUBLICATION),
        TextBlock(say(texts.PUBLICATION_SAID)),
        parts=[
            section(say(texts.CONDITIONS), PointsBlock(conditions)),
            section(say(texts.NOTICE), notice),
        ],
    )


def _noticed(chapter: BetChapter, say: Speech) -> NoticedBet:
    """What players must be told of a bet."""
    bet = chapter.bet
    kept = say.decimal(abs(bet.house_edge) * 100, 2)
    placed = [say(texts.NOTICE_PLACED, when=when_placed(bet, say))] if bet.phase else []
    return NoticedBet(
        name=chapter.title(say),
        text=say(bet.description),
        prizes=tuple(
            (
                prize_name(bet, one, say),
                one.pays.said(say),
                say(texts.NOTICE_CHANCE, one_in=say.decimal(1 / one.chance.exact, 2)) if one.chance.exact else "",
            )
            for one in bet.prizes
        ),
        foot=(*placed, say(texts.NOTICE_KEEPS if bet.house_edge >= 0 else texts.NOTICE_GIVES, kept=kept)),
    )


def _annexes(answer: DossierAnswer, bets: Sequence[BetChapter], say: Speech, *, escaped: bool) -> Section:
    note = [TextBlock(say(texts.FILE_ESCAPED))] if escaped else []
    lines = tuple(answer.source.rstrip("\n").split("\n"))
    clauses = {one.cite: (str(one.cite), say(one.text)) for one in (*answer.asked_under, *answer.rests_on)}
    parts = [
        section(
            say(texts.FILE_ANNEX),
            TextBlock(say(texts.FILE_SAID)),
            CodeBlock(answer.digest),
            *note,
            ListingBlock(lines),
        ),
        section(say(texts.CLAUSES_ANNEX), TextBlock(say(texts.CLAUSES_SAID)), facts(*clauses.values())),
    ]
    figures = [
        (f"{one.title(say)}: {name}", fraction) for one in bets for name, fraction in _long_figures(one.bet, say)
    ]
    if figures:
        parts.append(section(say(texts.FIGURES_ANNEX), TextBlock(say(texts.FIGURES_SAID)), facts(*figures)))
    return section(say(texts.ANNEX), parts=parts)


def _long_figures(bet: ProvedBet, say: Speech) -> Iterator[tuple[str, str]]:
    """Those that the tables round."""
    named = [
        (say(texts.ADVANTAGE), bet.edge),
        (say(texts.PER_ROUND), bet.edge_per_round),
        (say(texts.ROUNDS), bet.rounds),
        *((one.said.said(say), one.chance) for one in bet.endings),
    ]
    return ((name, say.exact(figure.exact)) for name, figure in named if figure.is_long)
