"""The dossier as a document: a cover and numbered sections in the order in which the regulations ask for them, in one language.

The PDF and the page lay out this and add nothing of their own.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from banca.dossier import texts
from banca.dossier.blocks import (
    LEFT,
    RIGHT,
    WIDE,
    Block,
    chart,
    code,
    drawing,
    facts,
    formula,
    listing,
    notice,
    points,
    section,
    table,
    text,
    warnings,
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
from banca.dossier.writing import DossierWriter, Json, is_long, signed
from banca.words import Speech
from banca.words.figures import DATES

TAGS = {"en": "en", "pt": "pt", "zh": "zh-Hant"}


def document(report: Json, say: Speech, *, escaped: bool = False) -> Json:
    """Cover, sections, and the few words round them; `escaped` where the listing cannot show Chinese."""
    write = DossierWriter(say)
    bets = chapters(report, write)
    return {
        "language": report["language"],
        "tag": TAGS[report["language"]],
        "title": report["title"],
        "game": report["game_title"],
        "digest": report["digest"],
        "contents": write(texts.CONTENTS),
        "page_of": write(texts.PAGE_OF, page="@", pages="#"),
        "cover": _cover(report, write),
        "sections": [
            _summary(report, bets, write),
            _of_each(texts.DESCRIPTION, [text(write(texts.DESCRIPTION_SAID))], description, bets, write),
            _of_each(texts.PROBABILITIES, list(_derived(bets, write)), probabilities, bets, write),
            _prizes(bets, write),
            _advantage(report, bets, write),
            _comparison(report, write),
            _layout(report, bets, write),
            _publication(report, bets, write),
            _annexes(report, bets, write, escaped=escaped),
        ],
    }


def _cover(report: Json, write: DossierWriter) -> Json:
    dates = "; ".join(write(DATES[name], date=when) for name, when in report["dates"].items())
    return {
        "kind": write(texts.APPLICATION if report["is_granted"] else texts.NO_APPLICATION),
        "facts": [
            [write(texts.GAME), report["game_title"]],
            [write(texts.REGULATION), f"{report['instrument']}\n{dates}" if dates else report["instrument"]],
            [write(texts.ASKED_UNDER), "\n".join(f"{one['cite']}: {one['text']}" for one in report["asked_under"])],
            [write(texts.MADE_WITH), f"Banca {report['version']}"],
        ],
        "digest_name": write(texts.FILE_DIGEST),
        "to_fill": [
            [write(texts.APPLICANT), ""],
            [write(texts.OFFICE), ""],
            [write(texts.SIGNATURE), ""],
            [write(texts.DATE), report["date"]],
        ],
    }


def _summary(report: Json, bets: Sequence[BetChapter], write: DossierWriter) -> Block:
    new = [one.title for one in bets if one.bet["is_new"]]
    changed = [one.title for one in bets if not one.bet["is_new"]]
    options = "; ".join(f"{one['name']}: {one['said']}" for one in report["options"])
    limits = {name: write.number(report[name]) for name in ("minimum", "maximum", "chip")}
    found = [one["said"] for one in report["warnings"]]
    return section(
        write(texts.SUMMARY),
        facts(
            (write(texts.GAME), f"{report['game_title']}, {report['instrument']}"),
            (write(texts.NEW_BETS), "; ".join(new)) if new else None,
            (write(texts.OTHER_PRIZES), "; ".join(changed)) if changed else None,
            (write(texts.LIMITS), write(texts.LIMITS_SAID, **limits)),
            (write(texts.HOUSE_OPTIONS), options) if options else None,
        ),
        table(
            [
                (write(texts.BET), WIDE),
                (write(texts.PAYS), RIGHT),
                (write(texts.WINNING), RIGHT),
                (write(texts.ROUNDS), RIGHT),
                (write(texts.ADVANTAGE), RIGHT),
            ],
            [
                [
                    one.title,
                    one.bet["pays"],
                    write.percent(one.bet["win"]),
                    write.decimal(one.bet["rounds"]),
                    write.percent(one.bet["edge"]),
                ]
                for one in bets
            ],
        ),
        warnings(write(texts.NOTICED), found) if found else text(write(texts.NOTHING_NOTICED)),
    )


def _of_each(
    title: str,
    intro: Sequence[Block],
    blocks: Callable[[BetChapter, DossierWriter], Iterator[Block]],
    bets: Sequence[BetChapter],
    write: DossierWriter,
    *more: Block,
) -> Block:
    """A section with a part for each bet; a single bet needs no part of its own."""
    parts = [section(one.title, *blocks(one, write)) for one in bets]
    if len(bets) == 1 and not more:
        return section(write(title), *intro, *parts[0]["blocks"])
    return section(write(title), *intro, parts=[*parts, *more])


def _derived(bets: Sequence[BetChapter], write: DossierWriter) -> Iterator[Block]:
    """How chances come about, said once for all bets."""
    yield text(write(texts.PROBABILITIES_SAID))
    for total in dict.fromkeys(one.bet["derivation"]["total"] for one in bets):
        yield text(write(texts.WAYS_SAID, total=write.number(total)))
    if not all(one.is_one_round for one in bets):
        yield text(write(texts.STATES_SAID))
        yield formula(texts.FORMULA)
        yield text(write(texts.FORMULA_SAID))
    if any(any(_long_figures(one.bet, write)) for one in bets):
        yield text(write(texts.LONG_FIGURE))


def _prizes(bets: Sequence[BetChapter], write: DossierWriter) -> Block:
    kept = commissions(bets, write)
    return section(
        write(texts.PRIZES),
        text(write(texts.PRIZES_SAID)),
        prize_table(bets, write),
        *([points(kept)] if kept else []),
    )


def _advantage(report: Json, bets: Sequence[BetChapter], write: DossierWriter) -> Block:
    certificate = section(
        write(texts.CERTIFICATE),
        text(write(texts.CERTIFICATE_SAID)),
        code(texts.CERTIFICATE_COMMAND),
        text(write(texts.CERTIFICATE_TOOL)),
        facts((write(texts.CERTIFICATE_DIGEST), report["certificate_digest"])),
    )
    intro = [text(write(texts.ADVANTAGE_SAID))]
    return _of_each(texts.ADVANTAGE_CALCULATED, intro, advantage, bets, write, certificate)


def _comparison(report: Json, write: DossierWriter) -> Block:
    rows = report["comparison"]
    return section(
        write(texts.COMPARISON),
        text(write(texts.COMPARISON_SAID)),
        table(
            [
                (write(texts.BET), WIDE),
                (write(texts.CLAUSE), LEFT),
                (write(texts.PAYS), RIGHT),
                (write(texts.WINNING), RIGHT),
                (write(texts.ROUNDS), RIGHT),
                (write(texts.ADVANTAGE), RIGHT),
            ],
            [
                [
                    _marked(one),
                    one["cite"],
                    one["pays"],
                    write.percent(one["win"]),
                    write.decimal(one["rounds"]),
                    write.percent(one["edge"]),
                ]
                for one in rows
            ],
            marked=[place for place, one in enumerate(rows) if one["is_proposed"]],
        ),
        chart(write(texts.CHART), _bars(rows, write)),
    )


def _bars(rows: Sequence[Json], write: DossierWriter) -> list[tuple[str, float, str, bool]]:
    """A bar for each name and advantage: bets that differ only in what they pay share one."""
    counts: dict[tuple[str, str], int] = {}
    marks = {(one["name"], one["edge"]["percent"]): one for one in rows}
    for one in rows:
        key = (one["name"], one["edge"]["percent"])
        counts[key] = counts.get(key, 0) + one["count"]
    return [
        (
            _marked(marks[name, percent] | {"count": count}),
            float(percent),
            write.number(f"{float(percent):.2f}"),
            marks[name, percent]["is_proposed"],
        )
        for (name, percent), count in counts.items()
    ]


def _marked(row: Json) -> str:
    """The name, how many bets it stands for, and the mark of what is not simply gazetted."""
    several = f" × {row['count']}" if row["count"] > 1 else ""
    return f"{row['name']}{several} {row['mark']}".strip()


def _layout(report: Json, bets: Sequence[BetChapter], write: DossierWriter) -> Block:
    described = write(texts.LAYOUT_OF, game=report["game_title"], names="; ".join(one.title for one in bets))
    return section(write(texts.LAYOUT), text(write(texts.LAYOUT_SAID)), drawing(report["layout"], described))


def _publication(report: Json, bets: Sequence[BetChapter], write: DossierWriter) -> Block:
    limits = {name: write.number(report[name]) for name in ("minimum", "maximum", "chip")}
    phases = [
        write(texts.PHASE_CONDITION, bet=one.title, when=when_placed(one.bet, write))
        for one in bets
        if one.bet["phase"]
    ]
    conditions = [
        *phases,
        write(texts.LIMIT_CONDITION, **limits),
        write(texts.BREAKAGE_CONDITION, **limits),
        write(texts.BACK_CONDITION),
        write(texts.TOLD_CONDITION),
    ]
    return section(
        write(texts.PUBLICATION),
        text(write(texts.PUBLICATION_SAID)),
        parts=[
            section(write(texts.CONDITIONS), points(conditions)),
            section(
                write(texts.NOTICE),
                notice(f"{report['game_title']}: {report['title']}", [_noticed(one, write) for one in bets]),
            ),
        ],
    )


def _noticed(chapter: BetChapter, write: DossierWriter) -> Json:
    """What players must be told of a bet."""
    bet = chapter.bet
    kept = Fraction(bet["edge"]["exact"]) * 100
    said = texts.NOTICE_KEEPS if kept >= 0 else texts.NOTICE_GIVES
    return {
        "name": chapter.title,
        "text": bet["description"],
        "prizes": [
            [
                prize_name(bet, one, write),
                one["pays"],
                write(texts.NOTICE_CHANCE, one_in=write.number(one["one_in"])) if one["one_in"] else "",
            ]
            for one in bet["prizes"]
        ],
        "foot": [
            *([write(texts.NOTICE_PLACED, when=when_placed(bet, write))] if bet["phase"] else []),
            write(said, kept=write.number(f"{abs(float(kept)):.2f}")),
        ],
    }


def _annexes(report: Json, bets: Sequence[BetChapter], write: DossierWriter, *, escaped: bool) -> Block:
    note = [text(write(texts.FILE_ESCAPED))] if escaped else []
    parts = [
        section(
            write(texts.FILE_ANNEX),
            text(write(texts.FILE_SAID)),
            code(report["digest"]),
            *note,
            listing(report["source"]),
        ),
        section(
            write(texts.CLAUSES_ANNEX),
            text(write(texts.CLAUSES_SAID)),
            facts(
                *{
                    one["cite"]: (one["cite"], one["text"]) for one in (*report["asked_under"], *report["rests_on"])
                }.values()
            ),
        ),
    ]
    figures = [(f"{one.title}: {name}", exact) for one in bets for name, exact in _long_figures(one.bet, write)]
    if figures:
        parts.append(section(write(texts.FIGURES_ANNEX), text(write(texts.FIGURES_SAID)), facts(*figures)))
    return section(write(texts.ANNEX), parts=parts)


def _long_figures(bet: Json, write: DossierWriter) -> Iterator[tuple[str, str]]:
    """Those that the tables round."""
    named = [
        (write(texts.ADVANTAGE), bet["edge"]),
        (write(texts.PER_ROUND), bet["edge_per_round"]),
        (write(texts.ROUNDS), bet["rounds"]),
        *((one["said"], one["chance"]) for one in bet["results"]),
    ]
    return ((name, signed(figure["exact"])) for name, figure in named if is_long(figure))
