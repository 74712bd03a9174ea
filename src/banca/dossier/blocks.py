"""What a dossier is made of: sections of texts, tables, a chart and pictures, which the faces lay out."""

from collections.abc import Sequence

from msgspec import Struct, field

LEFT, RIGHT, WIDE = "left", "right", "wide"
"""How a column stands; the wide ones share the room that is left."""
Column = tuple[str, str]
"""A heading, and how it stands."""
Fact = tuple[str, str]
"""A name, and what it is."""


class Block(Struct, frozen=True, tag_field="kind"):
    """A part of a section; `kind` says which."""


class TextBlock(Block, frozen=True, tag="text"):
    """A paragraph."""

    text: str


class QuoteBlock(Block, frozen=True, tag="quote"):
    """A paragraph in the words of the proposal."""

    text: str


class FormulaBlock(Block, frozen=True, tag="formula"):
    """An equation on a line of its own."""

    text: str


class CodeBlock(Block, frozen=True, tag="code"):
    """A command or a digest."""

    text: str


class PointsBlock(Block, frozen=True, tag="points"):
    """A list."""

    items: tuple[str, ...]


class WarningsBlock(Block, frozen=True, tag="warnings"):
    """Remarks that stand out."""

    title: str
    items: tuple[str, ...]


class FactsBlock(Block, frozen=True, tag="facts"):
    """Names and what they are."""

    rows: tuple[Fact, ...]


class TableBlock(Block, frozen=True, kw_only=True, tag="table"):
    """A table; `marked` rows stand out; with `total` the last row is the sum."""

    caption: str
    head: tuple[str, ...]
    align: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marked: tuple[int, ...]
    total: bool


class Bar(Struct, frozen=True, kw_only=True):
    """A bar of a chart: where it begins and how long it is, in shares of the width."""

    name: str
    start: float = field(name="from")
    size: float
    said: str
    is_marked: bool
    is_negative: bool


class ChartBlock(Block, frozen=True, kw_only=True, tag="chart"):
    """Bars to both sides of zero."""

    caption: str
    zero: float
    bars: tuple[Bar, ...]


class DrawingBlock(Block, frozen=True, kw_only=True, tag="drawing"):
    """A picture, and its description for whoever does not see it."""

    svg: str
    alt: str


class NoticedBet(Struct, frozen=True, kw_only=True):
    """What players must be told of a bet; a prize is its name, what it pays and how often it is won."""

    name: str
    text: str
    prizes: tuple[tuple[str, str, str], ...]
    foot: str


class NoticeBlock(Block, frozen=True, kw_only=True, tag="notice"):
    """A board for players."""

    title: str
    items: tuple[NoticedBet, ...]


class ListingBlock(Block, frozen=True, tag="listing"):
    """A file with its lines numbered."""

    lines: tuple[str, ...]


AnyBlock = (
    TextBlock
    | QuoteBlock
    | FormulaBlock
    | CodeBlock
    | PointsBlock
    | WarningsBlock
    | FactsBlock
    | TableBlock
    | ChartBlock
    | DrawingBlock
    | NoticeBlock
    | ListingBlock
)


class Section(Struct, frozen=True, kw_only=True):
    """A numbered section, with numbered parts below its own blocks."""

    title: str
    blocks: tuple[AnyBlock, ...]
    parts: tuple["Section", ...] = ()


class ApplicationLetter(Struct, frozen=True, kw_only=True):
    """The first page: to whom, by whom, what is requested and under which article; `who` and `signed` are filled in by hand."""

    addressee: str
    kind: str
    subject: Fact
    who: tuple[Fact, ...]
    blocks: tuple[AnyBlock, ...]
    closing: str
    signed: tuple[Fact, ...]


class DossierDocument(Struct, frozen=True, kw_only=True):
    """The application, its sections, and the few words round them."""

    language: str
    tag: str
    title: str
    game: str
    digest: str
    contents: str
    page_of: str
    letter: ApplicationLetter
    sections: tuple[Section, ...]


def section(title: str, *blocks: AnyBlock, parts: Sequence[Section] = ()) -> Section:
    """A section of these blocks."""
    return Section(title=title, blocks=blocks, parts=tuple(parts))


def facts(*rows: Fact | None) -> FactsBlock:
    """Names and what they are; None is left out."""
    return FactsBlock(tuple(row for row in rows if row))


def table(
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    *,
    caption: str = "",
    marked: Sequence[int] = (),
    total: bool = False,
) -> TableBlock:
    """A table of these columns."""
    return TableBlock(
        caption=caption,
        head=tuple(heading for heading, _ in columns),
        align=tuple(align for _, align in columns),
        rows=tuple(map(tuple, rows)),
        marked=tuple(marked),
        total=total,
    )


def chart(caption: str, bars: Sequence[tuple[str, float, str, bool]]) -> ChartBlock:
    """Bars: name, size, the size in words, and whether it stands out."""
    sizes = [size for _, size, _, _ in bars]
    low = min(0.0, *sizes)
    span = max(0.0, *sizes) - low or 1.0
    return ChartBlock(
        caption=caption,
        zero=abs(low) / span,
        bars=tuple(
            Bar(
                name=name,
                start=(min(size, 0.0) - low) / span,
                size=abs(size) / span,
                said=said,
                is_marked=is_marked,
                is_negative=size < 0,
            )
            for name, size, said, is_marked in bars
        ),
    )
