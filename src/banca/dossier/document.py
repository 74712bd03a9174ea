"""The dossier as a document: the application, and numbered sections in the order in which the regulations ask for them."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from banca.dossier.answer import (
    OWN_BET,
    OWN_BET_RECONSTRUCTED,
    OWN_DESCRIBED,
    OWN_DESCRIBED_RECONSTRUCTED,
    ComparedBets,
    DossierAnswer,
    EdgeAtOption,
    LiabilityFigures,
    OptionChosen,
    PrizeFigures,
    ProvedBet,
    Provenance,
    SimulatedEdge,
    StateFigures,
    StateMove,
    paid_label,
    provenance,
    regulation_named,
    with_prizes_label,
)
from banca.dossier.study import (
    FEW_SEEN,
    MOST_NAMES,
    MOST_SEEN,
    NO_ARTICLE_7,
    ExactFigure,
    bets_text,
    decision_text,
    outcome_said,
    outcomes_said,
)
from banca.dossier.texts import (
    ABOVE,
    ADDRESSEE,
    ADVANTAGE,
    ADVANTAGE_CALCULATED,
    ADVANTAGE_SAID,
    AFTER_SEVERAL,
    ALIKE_SAID,
    ALL_STATES,
    ANNEX,
    ANY_TIME,
    APPLICANT,
    APPLICATION,
    AT_MINIMUM,
    AT_ONCE,
    AT_OPTIONS,
    BACK_CONDITION,
    BASIS,
    BELOW,
    BET,
    BETS_AND_PRIZES,
    BETS_AND_PRIZES_MIXED,
    BETS_AND_PRIZES_RECONSTRUCTED,
    BETS_AND_PRIZES_TITLE,
    BLANK,
    BREAKAGE_CONDITION,
    CARRIES,
    CERTIFICATE,
    CERTIFICATE_COMMAND,
    CERTIFICATE_DIGEST,
    CERTIFICATE_SAID,
    CERTIFICATE_TOOL,
    CHANCE,
    CHANGED,
    CHANGED_ITEM,
    CHANGED_ITEM_EARLIER,
    CHANGED_ITEM_REVOKED,
    CHANGED_PRIZE,
    CHANGED_PRIZE_REVOKED,
    CHART,
    CLAUSE,
    CLAUSES_ANNEX,
    CLAUSES_SAID,
    CLOSING,
    COMMISSION,
    COMPARISON,
    COMPARISON_SAID,
    CONDITIONS,
    CONDITIONS_ASKED,
    CONTAINS,
    CONTENTS,
    DATE,
    DESCRIBED,
    DESCRIPTION,
    DESCRIPTION_SAID,
    EQUALLY_BY,
    EXACTLY,
    EXAMPLES,
    EXAMPLES_OF,
    FIGURES_ANNEX,
    FIGURES_SAID,
    FILE_ANNEX,
    FILE_DIGEST,
    FILE_ESCAPED,
    FILE_SAID,
    FORMULA,
    FORMULA_SAID,
    GAME,
    GIVES_BACK,
    HITS,
    HITS_SAID,
    HOUSE_OPTIONS,
    IN_ANNEX,
    IS_DECIDED,
    LAYOUT,
    LAYOUT_OF,
    LAYOUT_SAID,
    LEFT_OPEN,
    LESS_COMMISSION,
    LESS_COMMISSION_BOTH,
    LIMIT_CONDITION,
    LIMITS,
    LIMITS_SAID,
    LONG_FIGURE,
    MADE_WITH,
    MANY_ITEMS,
    MANY_OF_BOTH,
    MANY_PRIZES,
    MAY_BE_PLACED,
    MORE,
    MORE_IN_FILE,
    MOVES,
    NAMED_REGULATION,
    NAMED_REVOKED,
    NEEDS_AUTHORISATION,
    NET,
    NETS,
    NEW_BETS,
    NEW_BETS_TITLE,
    NEW_DESCRIBED,
    NEW_ITEM,
    NEW_ONLY,
    NO_APPLICATION,
    NO_ARTICLE,
    NOT_SAID,
    NOTICE,
    NOTICE_CHANCE,
    NOTICE_COMMISSION,
    NOTICE_CONDITION,
    NOTICE_GIVES,
    NOTICE_GIVES_ROUNDED,
    NOTICE_GIVES_UNROUNDED,
    NOTICE_KEEPS,
    NOTICE_KEEPS_ROUNDED,
    NOTICE_KEEPS_UNROUNDED,
    NOTICE_PLACED,
    NOTICE_SAID,
    ON,
    ONE_HIGHER,
    ONE_IN,
    ONE_LOWER,
    ONE_NEW,
    OPTION,
    ORDER_IN_FORCE,
    OTHER_PRIZES,
    OUTCOME_TELLS,
    OUTCOMES,
    PAGE_OF,
    PART,
    PER_ROUND,
    PERCENT,
    PHASE_CONDITION,
    PLACE,
    PRIZE,
    PRIZE_FOR,
    PRIZES,
    PRIZES_ONLY,
    PRIZES_ONLY_MIXED,
    PRIZES_ONLY_RECONSTRUCTED,
    PRIZES_SAID,
    PRIZES_TITLE,
    PROBABILITIES,
    PROBABILITIES_SAID,
    PROPONENT,
    PROPOSAL_CLOSING,
    PROPOSES,
    PROPOSES_REVOKED,
    PUBLICATION,
    PUBLICATION_ASKED,
    PUBLICATION_SAID,
    RECEIVED,
    REGULATION,
    REMARKS,
    REPRESENTATIVE,
    REQUESTED_UNDER,
    REQUESTS,
    RESULT,
    RESULT_AND_PRIZE,
    REVOKED_REGULATION,
    ROUNDS,
    SAME_AT_OPTIONS,
    SCOPE,
    SEEN_OF_IT,
    SELECTIONS,
    SIGNATURE,
    SIGNED_ORDER,
    SIMULATED,
    SIMULATED_SAID,
    STAKE,
    STATE,
    STATE_TELLS,
    STATES_SAID,
    STATES_SHOWN,
    SUBJECT,
    SUM,
    TIES_OUT,
    TIMES,
    UNCHANGED,
    VALUE,
    VOLATILITY,
    WAYS,
    WAYS_SAID,
    WEIGHED_BY,
    WINNING,
    WINNING_ROW,
    WINS_ON,
    WITHDRAWN,
    WORST,
    WORST_SAID,
)
from banca.i18n import Localized, Translator
from banca.i18n.descriptions import STATUSES, dates_said, round_nouns
from banca.i18n.formats import day_before
from banca.law import Language, is_granted
from banca.rules import Citation, Rules, Text, Win

SPACE, JOINER = "\N{NO-BREAK SPACE}", "\N{WORD JOINER}"
NUMBERED = re.compile(
    r"\b(artigos?|alíneas?|subalíneas?|n\.ºs?|pontos?|tabelas?|secção|interpretação|regra|"
    r"articles?|section|reading|rule|No\.|MOP|R\.|I) (?=[(\dR_]|Série)"
)
"""A word, and the number that it goes with."""
ODDS = re.compile(r"(\d) (para|to|賠) (?=\d)")
PLURAL_ODDS = re.compile(r"(\d),? (ou|or|或) (?=\d)")
BRACKET = re.compile(r"（[^（）]{1,10}）")
MARK = re.compile(r" (?=[†‡§‖¶*°]+(?:\s|$))")
"""What a status is marked by, behind a name."""
READING = re.compile(r"(?<![A-Za-z])R-[a-z]+-\d+[a-z]?")
"""The id of a reading; a Chinese letter may be right before it."""
AS_IT_IS = ("svg", "lines", "digest")
"""Drawings, the proposal file and digests."""


def unbroken(text: str) -> str:
    """A short text on one line: no space breaks it, and no Chinese bracket is parted from what it belongs to."""
    return with_bracket(text).replace(" ", SPACE).replace("、", f"、{JOINER}")


def with_bracket(text: str) -> str:
    """A bracket is not parted from the word before it."""
    return text.replace("（", f"{JOINER}（")


def with_selection(name: str) -> str:
    """The last word of a bet's name, its selection, is not parted from the word before it.

    >>> with_selection("Hard Hop 1-1") == f"Hard Hop{SPACE}1{JOINER}-{JOINER}1"
    True
    """
    *before, last = name.rsplit(" ", 1)
    return SPACE.join([*before, last.replace("-", f"{JOINER}-{JOINER}")])


LAST = re.compile(r"\d\S*[,、].*$")
"""The selections behind the name of a family of bets."""


def unbroken_end(text: str) -> str:
    """A name with several selections, or their number: these stay together, with the mark behind them."""
    text = LAST.sub(lambda found: unbroken(found[0]), text)
    return BRACKET.sub(lambda found: JOINER + JOINER.join(found[0].replace(" ", SPACE)), text)


def kept(text: str) -> str:
    """Numbers with their words, odds, ids of readings and marks whole.

    >>> kept("artigo 7.º, n.º 2, alínea 12), paga 999 para 1").count(SPACE)
    5
    """
    text = NUMBERED.sub(rf"\1{SPACE}", text)
    text = ODDS.sub(rf"\1{SPACE}\2{SPACE}", text)
    text = PLURAL_ODDS.sub(lambda found: found[0].replace(" ", SPACE), text)
    text = READING.sub(lambda found: found[0].replace("-", f"{JOINER}-{JOINER}"), text)
    return MARK.sub(SPACE, text)


def kept_in(value: Any) -> Any:  # whatever a document is made of
    """Every text of a document, as plain values."""
    match value:
        case str():
            return kept(value)
        case Mapping():
            return {key: one if key in AS_IT_IS else kept_in(one) for key, one in value.items()}
        case list() | tuple():
            return [kept_in(one) for one in value]
        case _:
            return value


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


NONE = "–"


def counted(rules: Rules, say: Translator) -> dict[str, str]:
    """The game's words for what is counted, by the names of the blanks that they fill."""
    return {name: say(noun) for name, noun in round_nouns(rules.rulebook.game).items()}


def regulation_said(say: Translator, *, is_revoked: bool) -> str:
    """What the regulation is called within a sentence."""
    return say(NAMED_REVOKED if is_revoked else NAMED_REGULATION)


def share(figure: ExactFigure, say: Translator) -> str:
    """In per cent, with as many decimals as the figure is worth: `7.7613%`."""
    return say(figure.said)


def exact(figure: ExactFigure, say: Translator) -> str:
    """The fraction; where it is too long, about what it is."""
    if figure.is_long:
        return f"≈ {say.decimal(figure.exact, figure.decimal.digits)}"
    return say.exact(figure.exact)


def prize_lines(pays: Localized, say: Translator) -> str:
    """Each prize on a line of its own, for a narrow column."""
    return "\n".join(say.odds([one]) for one in pays.value)


def bets_for_one(chance: Fraction, say: Translator) -> str:
    """In how many bets something happens once: `18`, or `1.06`."""
    if not chance:
        return NONE
    bets = 1 / chance
    return say.count(int(bets)) if bets.denominator == 1 else say.decimal(bets, 2)


def limits_said(answer: DossierAnswer, say: Translator) -> dict[str, str]:
    """The stakes at the table and its chip, as the texts call them."""
    limits = {"minimum": answer.minimum, "maximum": answer.maximum, "chip": answer.chip}
    return {name: say.money(amount.avos) for name, amount in limits.items()}


def limits_asked(answer: DossierAnswer, say: Translator) -> dict[str, str]:
    """The same as conditions; what the applicant has not named is a blank."""
    return {name: amount if name in answer.limits_named else BLANK for name, amount in limits_said(answer, say).items()}


MOST_UNBROKEN = 40
"""Characters that stay on one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BetChapter:
    """Bets of one family with the same prizes and chances; the first speaks for all."""

    bets: Sequence[ProvedBet]
    rules: Rules
    has_maximum: bool
    """Whether the applicant named a maximum stake."""

    @property
    def bet(self) -> ProvedBet:
        """The one that speaks for all."""
        return self.bets[0]

    @property
    def game(self) -> str:
        """Whose bets they are."""
        return self.rules.rulebook.game

    @property
    def bet_from(self) -> Provenance:
        """Where a bet of the game comes from."""
        return provenance([self.bet.bet.cite])

    @property
    def prizes_from(self) -> Provenance:
        """Where the prizes come from that change."""
        return provenance(self.bet.departs_from or [self.bet.bet.cite])

    @property
    def is_one_round(self) -> bool:
        """Whether the next outcome decides."""
        return self.bet.mean_rounds == 1

    @property
    def has_other_prizes(self) -> bool:
        """Whether some of its prizes change and others do not, so that it must be said which."""
        return bool(self.bet.changes) and len(self.bet.prizes) > 1

    @property
    def keeps_prizes(self) -> bool:
        """Whether some outcome still wins what it won before."""
        changed = {one for change in self.bet.changes for one in change.seen}
        won = (move for state in self.bet.derivation.states for move in state.moves if won_by(move))
        return not changed.issuperset(seen_in(won))

    @property
    def unit(self) -> Text | None:
        """How a number that the bet looks at is written, where it has a unit."""
        book = self.rules.rulebook
        if not self.bet.is_new:
            return book.points
        return book.fact_units.get(self.bet.sees[0]) if len(self.bet.sees) == 1 else None

    def counted(self, say: Translator) -> dict[str, str]:
        """The game's words for what is counted, by the names of the blanks that they fill."""
        return counted(self.rules, say)

    def outcomes(self, seen: Sequence[str], say: Translator, most: int = MOST_SEEN) -> str:
        """Outcomes as this bet sees them."""
        return self._said(seen, say, most, say.list, MORE)

    def any_of(self, seen: Sequence[str], say: Translator) -> str:
        """Any of several outcomes, within a sentence: `2 or 12`."""
        return self._said(seen, say, MOST_SEEN, say.any_of, MORE_IN_FILE)

    def _said(
        self, seen: Sequence[str], say: Translator, most: int, join: Callable[[list[str]], str], more: Text
    ) -> str:
        counts = {str(number): words for number, words in self.bet.name.value.counts.items()}
        if counts and set(seen) <= counts.keys():
            return join([say(counts[one]) for one in sorted(seen, key=int)])
        return outcomes_said(seen, self.rules, say, most, self.unit, join, more)

    def title(self, say: Translator) -> str:
        """The names of few bets; of many, the family and how many they are."""
        return bets_text(say, tuple(bet.name.value for bet in self.bets))


def chapters(answer: DossierAnswer) -> list[BetChapter]:
    """The bets of the proposal, equal ones together."""
    known = {bet.key: bet for bet in answer.bets}
    has_maximum = "maximum" in answer.limits_named
    return [
        BetChapter(bets=[known[key] for key in alike], rules=answer.layout.value, has_maximum=has_maximum)
        for alike in answer.families
    ]


# 3 Probabilities


def probabilities(chapter: BetChapter, say: Translator) -> Iterator[AnyBlock]:
    """The chance of every result, and how it comes about."""
    yield table(
        [
            (say(RESULT_AND_PRIZE), WIDE),
            (say(CHANCE), RIGHT),
            (say(PERCENT), RIGHT),
            (say(ONE_IN), RIGHT),
        ],
        [
            [say(one.said), exact(one.chance, say), share(one.chance, say), bets_for_one(one.chance.exact, say)]
            for one in chapter.bet.endings
        ],
    )
    yield from _at_once(chapter, say) if chapter.is_one_round else _by_states(chapter, say)


def _at_once(chapter: BetChapter, say: Translator) -> Iterator[AnyBlock]:
    """One round: ways counted."""
    derivation = chapter.bet.derivation
    ways = say(WAYS, total=say.count(derivation.total))
    yield table(
        [(say(RESULT), WIDE), (say(ON), WIDE), (ways, RIGHT)],
        [
            [_to(move, say), chapter.outcomes(move.seen, say), say.count(move.ways)]
            for move in derivation.states[0].moves
        ],
        caption=_of_one(chapter, say(ON), say),
    )
    if len(chapter.bets) > 1:
        columns = [(say(BET), WIDE), (say(WINS_ON), WIDE), (ways, RIGHT)]
        rows = [[say(one.name), *_wins_on(one, chapter, say)] for one in chapter.bets]
        yield table(columns, rows, caption=say(SELECTIONS))


def _of_one(chapter: BetChapter, caption: str, say: Translator) -> str:
    """The caption of a table that shows one of several bets says which."""
    return say.labelled(caption, say(chapter.bet.name)) if len(chapter.bets) > 1 else ""


def _wins_on(bet: ProvedBet, chapter: BetChapter, say: Translator) -> tuple[str, str]:
    moves = [move for move in bet.derivation.states[0].moves if won_by(move)]
    return chapter.outcomes(seen_in(moves), say, FEW_SEEN), say.count(sum(move.ways for move in moves))


def won_by(move: StateMove) -> Win | None:
    """The win that it leads to, if it does."""
    decision = move.to.value if isinstance(move.to, Localized) and move.to.write is decision_text else None
    return decision if isinstance(decision, Win) else None


def _to(move: StateMove, say: Translator) -> str:
    return say(move.to)


def seen_in(moves: Iterable[StateMove]) -> list[str]:
    """The outcomes on which any of them happens."""
    return list(dict.fromkeys(one for move in moves for one in move.seen))


def _by_states(chapter: BetChapter, say: Translator) -> Iterator[AnyBlock]:
    """Several rounds: the first states of the chain."""
    derivation = chapter.bet.derivation
    shown, count = derivation.states, say.count(derivation.of)
    if tells := list(_tells(chapter, say)):
        yield TextBlock(say.sentences(tells))
    caption = (
        say(ALL_STATES, count=count)
        if derivation.of == len(shown)
        else say(STATES_SHOWN, shown=len(shown), count=count)
    )
    yield table(
        [
            (say(STATE), LEFT),
            (say(MOVES, total=say.count(derivation.total)), WIDE),
            (say(WINNING), RIGHT),
            (say(ROUNDS, **chapter.counted(say)), RIGHT),
        ],
        [
            [
                say(state.state),
                _moves(state, chapter, say),
                share(state.win, say),
                say.decimal(state.rounds.exact, 2),
            ]
            for state in shown
        ],
        caption=_of_one(chapter, caption, say) or caption,
    )


def _tells(chapter: BetChapter, say: Translator) -> Iterator[str]:
    """What a state says, and what of an outcome is looked at, where the proposal tells."""
    bet = chapter.bet
    if bet.state_words:
        yield say(STATE_TELLS, what=say(bet.state_words))
    if bet.sees:
        words = chapter.rules.rulebook.fact_words
        yield say(OUTCOME_TELLS, what=say.list(say(words.get(one, one)) for one in bet.sees))


def _moves(state: StateFigures, chapter: BetChapter, say: Translator) -> str:
    """`3 (2) → 2,3`: on a 3, in 2 ways, to the state 2,3; a short one is never broken."""
    moves = (
        f"{say.in_brackets(chapter.outcomes(move.seen, say), say.count(move.ways))} → {_to(move, say)}"
        for move in state.moves
    )
    return say.items(unbroken(move) if len(move) <= MOST_UNBROKEN else with_bracket(move) for move in moves)


# 5 Advantage


def advantage(chapter: BetChapter, say: Translator) -> Iterator[AnyBlock]:
    """The sum line by line, and what else is asked about it."""
    bet = chapter.bet
    mean = ExactFigure.of(-bet.house_edge)
    rows = [
        [
            say(one.said),
            exact(one.chance, say),
            say.exact(one.net),
            exact(one.share, say),
            share(one.share, say),
        ]
        for one in bet.endings
    ]
    yield table(
        [
            (say(RESULT), WIDE),
            (say(CHANCE), RIGHT),
            (say(NETS), RIGHT),
            (say(TIMES), RIGHT),
            (say(PERCENT), RIGHT),
        ],
        [*rows, [say(SUM), "", "", exact(mean, say), share(mean, say)]],
        total=True,
    )
    yield facts(*_figures(chapter, say))
    rows = [
        [say(one.name), say.spell(one.said), exact(one.edge, say), share(one.edge, say)]
        for one in _that_matter(bet.at_options)
    ]
    if rows:
        columns = [
            (say(OPTION), WIDE),
            (say(VALUE), WIDE),
            (say(ADVANTAGE), RIGHT),
            (say(PERCENT), RIGHT),
        ]
        yield table(columns, rows, caption=say(AT_OPTIONS))


def _that_matter(at_options: Sequence[EdgeAtOption]) -> list[EdgeAtOption]:
    """The values of those options that change the figure."""
    edges: dict[str, set[Fraction]] = {}
    for one in at_options:
        edges.setdefault(one.option, set()).add(one.edge.exact)
    return [one for one in at_options if len(edges[one.option]) > 1]


def _figures(chapter: BetChapter, say: Translator) -> Iterator[tuple[str, str]]:
    bet, counts = chapter.bet, chapter.counted(say)
    percent = share(bet.edge, say)
    yield (
        say(EXACTLY),
        say(IN_ANNEX, percent=percent)
        if bet.edge.is_long
        else f"{exact(bet.edge, say)} ≈ {percent}"
        if bet.edge.exact
        else exact(bet.edge, say),
    )
    if bet.edge_before:
        yield with_prizes_label(chapter.prizes_from, bet.commission_cite.cites, say), share(bet.edge_before, say)
    if bet.p_push:
        yield say(TIES_OUT), say.percent(bet.house_edge_resolved, 4)
    yield say(PER_ROUND, **counts), share(bet.edge_per_round, say)
    rounded = bet.rounded
    stake, chip = say.money(rounded.stake.avos), say.money(rounded.chip.avos)
    yield say(AT_MINIMUM, stake=stake, chip=chip), share(rounded.edge, say)
    yield say(HITS), say(HITS_SAID, percent=share(bet.win, say), one_in=bets_for_one(bet.p_win, say))
    yield say(VOLATILITY), say.decimal(bet.sd, 4)
    if chapter.has_maximum:
        yield say(WORST), _worst(bet.liability, say)
    if bet.at_options and not _that_matter(bet.at_options):
        yield say(AT_OPTIONS), say(SAME_AT_OPTIONS)
    if bet.simulation:
        yield say(SIMULATED), _simulated(bet.simulation, counts, say)


def _worst(most: LiabilityFigures, say: Translator) -> str:
    return say(
        WORST_SAID,
        prize=say.money(most.prize.avos),
        stake=say.money(most.stake.avos),
        pays=say(most.pays),
        percent=share(most.chance, say),
    )


def _simulated(simulation: SimulatedEdge, counts: Mapping[str, str], say: Translator) -> str:
    z = float(simulation.z)
    return say(
        SIMULATED_SAID,
        **counts,
        edge=say.percent(float(simulation.edge), 4),
        error=say.percent(float(simulation.error), 4),
        rounds=say.count(simulation.rounds),
        seed=simulation.seed,
        compared=say(ABOVE if z >= 0 else BELOW, z=say.decimal(abs(z), 2)),
    )


def prize_name(chapter: BetChapter, prize: PrizeFigures, say: Translator) -> str:
    """What a prize is for: the name of its row, or the outcomes that win it."""
    if prize.name:
        return say(prize.name)
    if prize.seen:
        return chapter.outcomes(prize.seen, say)
    return say(WINNING_ROW)


def less_both_commissions(bet: ProvedBet, change: str, say: Translator) -> str:
    """A prize instead of another, and what is deducted from either, where something is."""
    if not bet.commission:
        return change
    return say(LESS_COMMISSION_BOTH, change=change, rate=say.percent_of(bet.commission))


def prizes_said(chapter: BetChapter, say: Translator) -> str:
    """One prize as it is; several, each with what it is for; and the commission."""
    return less_commission(chapter.bet, prizes_listed(chapter, say), say)


def prizes_listed(chapter: BetChapter, say: Translator) -> str:
    """The prizes, before any commission."""
    bet = chapter.bet
    if len(bet.prizes) == 1:
        return say(bet.pays_text)
    return say.list(say.in_brackets(say(one.pays), prize_name(chapter, one, say)) for one in bet.prizes)


def less_commission(bet: ProvedBet, pays: str, say: Translator) -> str:
    """Prizes, and what is deducted from them, where something is."""
    return say(LESS_COMMISSION, pays=pays, rate=say.percent_of(bet.commission)) if bet.commission else pays


def changes_said(chapter: BetChapter, say: Translator) -> str:
    """Each prize that changes, on what, and what it was: `2: 3 to 1, instead of 2 to 1`; and that others stay, where some do."""
    is_revoked = chapter.prizes_from is Provenance.REVOKED
    changed = [
        say(
            CHANGED_PRIZE_REVOKED if is_revoked else CHANGED_PRIZE,
            on=chapter.any_of(one.seen, say),
            pays=say(one.pays),
            before=say(one.before),
        )
        for one in chapter.bet.changes
    ]
    return say.items([*changed, *([say(UNCHANGED)] if chapter.keeps_prizes else [])])


def prize_table(bets: Sequence[BetChapter], say: Translator) -> TableBlock:
    """Every prize of every bet, with what it gives back and one step to either side."""
    return table(
        [
            (say(BET), WIDE),
            (say(PRIZE_FOR), WIDE),
            (say(PRIZE), RIGHT),
            (say(CHANCE), RIGHT),
            (say(GIVES_BACK), RIGHT),
            (say(ONE_LOWER), RIGHT),
            (say(ONE_HIGHER), RIGHT),
        ],
        [
            [
                "" if number else chapter.title(say),
                prize_name(chapter, one, say),
                say(one.pays),
                share(one.chance, say),
                share(one.returns, say),
                _step(one.lower, one.edge_lower, say),
                _step(one.higher, one.edge_higher, say),
            ]
            for chapter in bets
            for number, one in enumerate(chapter.bet.prizes)
        ],
    )


def commissions(bets: Sequence[BetChapter], say: Translator) -> tuple[str, ...]:
    """What is kept of prizes."""
    return tuple(
        say(
            COMMISSION,
            bet=one.title(say),
            rate=say.percent_of(one.bet.commission),
            cite=say.cites(one.bet.commission_cite.cites),
        )
        for one in bets
        if one.bet.commission
    )


def _step(pays: Localized, edge: ExactFigure | None, say: Translator) -> str:
    return f"{say(pays)}\n{share(edge, say)}" if edge else NONE


def scope(answer: DossierAnswer, bets: Sequence[BetChapter], say: Translator) -> Section:
    """What is requested, under which regulation, and the figures at a glance."""
    new = [one.title(say) for one in bets if one.bet.is_new]
    changed = [one.title(say) for one in bets if not one.bet.is_new]
    remarks = tuple(say.message(one.said) for one in answer.warnings if one.code != NO_ARTICLE_7)
    blocks: list[AnyBlock] = [
        facts(
            (say(GAME), say(answer.game_title)),
            (say(REVOKED_REGULATION if answer.dates.until else REGULATION), _regulation(answer, say)),
            (say(REQUESTED_UNDER if answer.is_granted else BASIS), _under(answer, say)),
            (say(NEW_BETS), say.items(new)) if new else None,
            (say(OTHER_PRIZES), say.items(changed)) if changed else None,
            (say(LIMITS), say(LIMITS_SAID, **limits_said(answer, say))),
            (say(FILE_DIGEST), answer.digest),
            (say(MADE_WITH), f"Banca {answer.version}"),
        ),
        table(
            [
                (say(BET), WIDE),
                (say(PRIZE), RIGHT),
                (say(WINNING), RIGHT),
                (say(ROUNDS, **counted(answer.layout.value, say)), RIGHT),
                (say(ADVANTAGE), RIGHT),
            ],
            [
                [
                    one.title(say),
                    prize_lines(one.bet.pays_text, say),
                    share(one.bet.win, say),
                    say.decimal(one.bet.mean_rounds, 2),
                    share(one.bet.edge, say),
                ]
                for one in bets
            ],
        ),
    ]
    if answer.options:
        columns = [(say(OPTION), WIDE), (say(VALUE), WIDE), (say(BASIS), WIDE)]
        rows = [[say(one.name), say.spell(one.said), _basis(one, say)] for one in answer.options]
        blocks.append(table(columns, rows, caption=say(HOUSE_OPTIONS)))
    if remarks:
        blocks.append(WarningsBlock(say(REMARKS), remarks))
    return section(say(SCOPE), *blocks)


def _regulation(answer: DossierAnswer, say: Translator) -> str:
    """Its name, the order that approved it, and the dates of the order."""
    language = say.language
    is_named = answer.regulation.in_language(language) != answer.game_title.in_language(language)
    dates = say.phrases(dates_said(answer.dates.known(), say))
    return "\n".join(
        [*([say.regulation(answer.regulation)] if is_named else []), say(answer.instrument), dates]
    ).strip()


def _under(answer: DossierAnswer, say: Translator) -> str:
    """The articles, without their numbers."""
    articles = (Citation(one.cite.game, one.cite.clause.partition(".")[0]) for one in answer.asked_under)
    return say.cites(dict.fromkeys(articles))


def _basis(option: OptionChosen, say: Translator) -> str:
    """Who decides: the regulator, the concessionaire by the regulation, or a reading of it."""
    if option.authorised_by:
        return say(NEEDS_AUTHORISATION, cite=say.cites((option.authorised_by, *option.reads)))
    if is_granted(option.cite):
        return say(LEFT_OPEN, cite=say.cites((option.cite, *option.reads)))
    return say.cite(option.cite)


def description_lead(bets: Sequence[BetChapter], say: Translator) -> TextBlock:
    """In whose words the bets are described, and what the examples are."""
    own = {one.bet_from: one.game for one in bets if not one.bet.is_new}
    return TextBlock(
        say.sentences(
            [
                *([say(NEW_DESCRIBED)] if any(one.bet.is_new for one in bets) else []),
                *(_own_described(found, own[found], say) for found in Provenance if found in own),
                say(DESCRIPTION_SAID),
            ]
        )
    )


def _own_described(found: Provenance, game: str, say: Translator) -> str:
    if found is Provenance.RECONSTRUCTED:
        return say(OWN_DESCRIBED_RECONSTRUCTED)
    return say(OWN_DESCRIBED, regulation=regulation_named(found, game, say))


def when_placed(bet: ProvedBet, say: Translator) -> str:
    """The phase in which it may be placed."""
    return say(bet.when or ANY_TIME)


def described(bet: ProvedBet, say: Translator) -> str:
    """The bet in words, as a sentence: its name is above them."""
    said = say(bet.description)
    return said[:1].upper() + said[1:]


def description(chapter: BetChapter, say: Translator) -> Iterator[AnyBlock]:
    """The proposal's own words, how the bet is played, and an example of every ending."""
    bet = chapter.bet
    words = [described(one, say) for one in {one.description: one for one in chapter.bets}.values()]
    if not bet.is_new:
        own = OWN_BET_RECONSTRUCTED if chapter.bet_from is Provenance.RECONSTRUCTED else OWN_BET
        regulation = regulation_named(chapter.bet_from, chapter.game, say)
        yield TextBlock(say(own, cite=say.cite(bet.bet.cite), regulation=regulation))
    if len(words) == 1:
        yield QuoteBlock(words[0])
    if len(chapter.bets) > MOST_NAMES and len(words) == 1:
        names = say.list(with_selection(say(one.name)) for one in chapter.bets)
        yield TextBlock(say(ALIKE_SAID, count=len(chapter.bets), names=names))
    if len(words) > 1:
        columns = [(say(BET), LEFT), (say(DESCRIBED), WIDE)]
        yield table(columns, [[say(one.name), described(one, say)] for one in chapter.bets])
    yield facts(
        (say(PRIZE), prizes_said(chapter, say)),
        (say(CHANGED), changes_said(chapter, say)) if chapter.has_other_prizes else None,
        _paid_before(chapter, say) if bet.pays_before.value else None,
        (say(MAY_BE_PLACED), when_placed(bet, say)) if bet.is_new else None,
        (say(WITHDRAWN), _withdrawn(bet, say)),
        (say(IS_DECIDED), _decided(chapter, say)),
        (say(BASIS), say.cites(dict.fromkeys([*_based_on(bet), *bet.bet.reads, *bet.commission_cite.cites]))),
    )
    yield _examples(chapter, say)


def _paid_before(chapter: BetChapter, say: Translator) -> tuple[str, str]:
    """What a bet of the game paid, and where that was found; what an earlier regulation deducted has not been seen."""
    bet, found = chapter.bet, chapter.prizes_from
    paid = say(bet.pays_before)
    return paid_label(found, chapter.game, say), paid if found is Provenance.PREDECESSOR else less_commission(
        bet, paid, say
    )


def _withdrawn(bet: ProvedBet, say: Translator) -> str:
    """When it may be taken back, and the clauses or readings that say so."""
    if not bet.withdrawn:
        return say(NOT_SAID)
    return say.items(say.in_brackets(say(one.when), say.cite(one.cite)) for one in bet.withdrawn)


def _decided(chapter: BetChapter, say: Translator) -> str:
    """At once, or after how many rounds."""
    if chapter.is_one_round:
        return say(AT_ONCE)
    rounds, states = say.decimal(chapter.bet.mean_rounds, 2), say.count(chapter.bet.derivation.of)
    return say(AFTER_SEVERAL, rounds=rounds, states=states, **chapter.counted(say))


def _based_on(bet: ProvedBet) -> Sequence[Citation]:
    """The clauses of a bet and of what decides it; of a bet of the game, those of its prizes too, those that change among them."""
    prizes = () if bet.is_new else (*bet.departs_from, *bet.prize_cites)
    return [bet.bet.cite, *bet.decided_by, *prizes]


def _examples(chapter: BetChapter, say: Translator) -> TableBlock:
    bet = chapter.bet
    return table(
        [
            (say(OUTCOMES), WIDE),
            (say(RESULT), WIDE),
            (say(STAKE), RIGHT),
            (say(RECEIVED), RIGHT),
            (say(NET), RIGHT),
        ],
        [
            [
                say.list(outcome_said(each, chapter.rules, say) for each in one.outcomes),
                say(one.said),
                say.money(one.stake.avos),
                say.money(one.received.avos),
                say.signed(one.net.avos),
            ]
            for one in bet.examples
        ],
        caption=say(EXAMPLES_OF, bet=say(bet.name)) if len(chapter.bets) > 1 else say(EXAMPLES),
    )


def conditions(answer: DossierAnswer, bets: Sequence[BetChapter], say: Translator) -> Section:
    """What the applicant proposes."""
    new = [one for one in bets if one.bet.is_new]
    limits = limits_asked(answer, say)
    asked = (
        *(say(PHASE_CONDITION, bet=one.title(say), when=when_placed(one.bet, say)) for one in new if one.bet.phase),
        say(
            LIMIT_CONDITION,
            multiple=say.cite(answer.multiple_cite),
            **limits,
        ),
        say(BREAKAGE_CONDITION, **limits),
        *([say(BACK_CONDITION)] if new else []),
        say(NOTICE_CONDITION),
    )
    notice = NoticeBlock(
        title=say.labelled(say(answer.game_title), say(answer.title)), items=tuple(_noticed(one, say) for one in bets)
    )
    return section(
        say(PUBLICATION),
        TextBlock(
            say(PUBLICATION_ASKED, cite=say.cite(answer.asked_under[-1].cite))
            if answer.is_granted
            else say(PUBLICATION_SAID)
        ),
        parts=[
            section(say(CONDITIONS), PointsBlock(asked)),
            section(say(NOTICE), TextBlock(say(NOTICE_SAID)), notice),
        ],
    )


def _noticed(chapter: BetChapter, say: Translator) -> NoticedBet:
    """What players must be told of a bet."""
    bet = chapter.bet
    placed = [say(NOTICE_PLACED, when=when_placed(bet, say))] if bet.phase else []
    deducted = [say(NOTICE_COMMISSION, rate=say.percent_of(bet.commission))] if bet.commission else []
    return NoticedBet(
        name=chapter.title(say),
        text=_all_described(chapter.bets, say),
        prizes=tuple(
            (
                prize_name(chapter, one, say),
                say(one.pays),
                say(NOTICE_CHANCE, one_in=bets_for_one(one.chance.exact, say)) if one.chance.exact else "",
            )
            for one in bet.prizes
        ),
        foot=say.sentences([*placed, *deducted, *_average(bet, say)]),
    )


def _all_described(bets: Sequence[ProvedBet], say: Translator) -> str:
    """The words that all share; where each has its own, each by its name."""
    if len({one.description for one in bets}) == 1:
        return described(bets[0], say)
    return say.sentences(say.labelled(say(one.name), say(one.description)) for one in bets)


def _average(bet: ProvedBet, say: Translator) -> Iterator[str]:
    """What the casino keeps of every 100 patacas; where a minimum stake is rounded, of that stake too."""
    edge, rounded = bet.house_edge, bet.rounded
    kept = say.decimal(abs(edge) * 100, 2)
    if rounded.edge.exact == edge:
        yield say(NOTICE_KEEPS if edge >= 0 else NOTICE_GIVES, kept=kept)
        return
    yield say(NOTICE_KEEPS_UNROUNDED if edge >= 0 else NOTICE_GIVES_UNROUNDED, kept=kept)
    yield say(
        NOTICE_KEEPS_ROUNDED if rounded.edge.exact >= 0 else NOTICE_GIVES_ROUNDED,
        stake=say.money(rounded.stake.avos),
        kept=say.decimal(abs(rounded.edge.exact) * 100, 2),
    )


def annexes(answer: DossierAnswer, bets: Sequence[BetChapter], say: Translator, *, escaped: bool) -> Section:
    """All of them; `escaped` where the listing cannot show Chinese."""
    parts = [
        section(say(COMPARISON), *_comparison(answer.comparison, counted(answer.layout.value, say), say)),
        section(
            say(CERTIFICATE),
            TextBlock(say(CERTIFICATE_SAID)),
            CodeBlock(CERTIFICATE_COMMAND),
            TextBlock(say(CERTIFICATE_TOOL)),
            facts((say(CERTIFICATE_DIGEST), answer.certificate_digest)),
        ),
        section(
            say(CLAUSES_ANNEX),
            TextBlock(say(CLAUSES_SAID)),
            facts((say(SEEN_OF_IT, regulation=_provisions(answer, say)), say(answer.holds))),
            facts(*((say.cite(one.cite), say(one.text)) for one in answer.rests_on)),
        ),
        section(
            say(FILE_ANNEX),
            TextBlock(say(FILE_SAID)),
            facts((say(FILE_DIGEST), answer.digest)),
            *([TextBlock(say(FILE_ESCAPED))] if escaped else []),
            ListingBlock(tuple(answer.source.rstrip("\n").split("\n"))),
        ),
    ]
    figures = [
        (say.labelled(one.title(say), name), fraction) for one in bets for name, fraction in long_figures(one, say)
    ]
    if figures:
        parts.append(section(say(FIGURES_ANNEX), TextBlock(say(FIGURES_SAID)), facts(*figures)))
    return section(say(ANNEX), parts=parts)


def _comparison(rows: Sequence[ComparedBets], counts: Mapping[str, str], say: Translator) -> Iterator[AnyBlock]:
    """Every bet of the table, what its mark means, and a chart."""
    yield TextBlock(say(COMPARISON_SAID))
    yield table(
        [
            (say(BET), WIDE),
            (say(CLAUSE), LEFT),
            (say(PRIZE), RIGHT),
            (say(WINNING), RIGHT),
            (say(ROUNDS, **counts), RIGHT),
            (say(ADVANTAGE), RIGHT),
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
    yield chart(say(CHART), _bars(rows, say))


def _provisions(answer: DossierAnswer, say: Translator) -> str:
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
        (say(ADVANTAGE), bet.edge),
        (say(PER_ROUND, **counts), bet.edge_per_round),
        (say(ROUNDS, **counts), bet.rounds),
        *((say(one.said), one.chance) for one in bet.endings),
    ]
    return ((name, say.exact(figure.exact)) for name, figure in named if figure.is_long)


MOST_ITEMS = 8
"""Bets that the letter names one by one."""
OBJECTS = {
    frozenset({True}): NEW_ONLY,
    frozenset({False}): PRIZES_ONLY,
    frozenset({True, False}): BETS_AND_PRIZES,
}
RECONSTRUCTED_OBJECTS = OBJECTS | {
    frozenset({False}): PRIZES_ONLY_RECONSTRUCTED,
    frozenset({True, False}): BETS_AND_PRIZES_RECONSTRUCTED,
}
MIXED_OBJECTS = OBJECTS | {
    frozenset({False}): PRIZES_ONLY_MIXED,
    frozenset({True, False}): BETS_AND_PRIZES_MIXED,
}
TITLES = {
    frozenset({True}): NEW_BETS_TITLE,
    frozenset({False}): PRIZES_TITLE,
    frozenset({True, False}): BETS_AND_PRIZES_TITLE,
}
"""By whether the bets are new: what is asked for, in the letter and in its title."""
FIRST_PART = 2
"""The number of the section that describes the bets; the next ones follow the order of the regulation."""


def letter(
    answer: DossierAnswer, bets: Sequence[BetChapter], parts: Sequence[Section], say: Translator
) -> ApplicationLetter:
    """The application; `parts` are the sections that the regulation asks for, and the conditions behind them."""
    is_granted = answer.is_granted
    return ApplicationLetter(
        addressee=say(ADDRESSEE),
        kind=say(APPLICATION if is_granted else NO_APPLICATION, what=say(_what(bets, TITLES))),
        subject=(say(SUBJECT), say.in_brackets(say(answer.title), say(answer.game_title))),
        who=(
            (say(APPLICANT if is_granted else PROPONENT), ""),
            (say(REPRESENTATIVE), ""),
        ),
        blocks=tuple(_body(answer, bets, parts, say)),
        closing=say(CLOSING if is_granted else PROPOSAL_CLOSING),
        signed=(
            (say(PLACE), ""),
            (say(DATE), say.date(answer.dated) if isinstance(answer.dated, date) else ""),
            (say(SIGNATURE), ""),
        ),
    )


def order_of(answer: DossierAnswer, say: Translator) -> str:
    """The order that approved the regulation, with the days on which it was signed and came into force, where they are known."""
    order, dates = say(answer.instrument), answer.dates
    if dates.signed:
        order = say(SIGNED_ORDER, order=order, date=say.date(dates.signed), day=say.day(dates.signed))
    if dates.in_force and not dates.until:
        order = say(ORDER_IN_FORCE, order=order, date=say.date(dates.in_force))
    return order


def _body(
    answer: DossierAnswer, bets: Sequence[BetChapter], parts: Sequence[Section], say: Translator
) -> Iterator[AnyBlock]:
    order, what = order_of(answer, say), _object(answer.game, bets, say)
    *required, conditions = (
        (say(PART, title=part.title, section=number), number) for number, part in enumerate(parts, FIRST_PART)
    )
    contained = PointsBlock(tuple(said for said, _ in required))
    if not answer.is_granted:
        until = answer.dates.until
        last = say.date(day_before(until)) if until else ""
        opening = PROPOSES_REVOKED if until else PROPOSES
        yield TextBlock(say(opening, game=say(answer.game_title), order=order, what=what, last=last))
        yield PointsBlock(_items(bets, say))
        yield TextBlock(say.sentences([say(NO_ARTICLE), *([say.spell(answer.caution)] if answer.caution else [])]))
        yield TextBlock(say(CONTAINS))
        yield PointsBlock((*contained.items, conditions[0]))
        return
    cites = [say.cite(one.cite) for one in answer.asked_under]
    authorised, carried, conditioned = (*cites, *cites[-1:] * 2)[:3]
    yield TextBlock(say(REQUESTS, article=authorised, order=order, what=what))
    yield PointsBlock(_items(bets, say))
    yield TextBlock(say(CARRIES, article=carried))
    yield contained
    yield TextBlock(say(CONDITIONS_ASKED, article=conditioned, section=conditions[1]))


def _what(bets: Sequence[BetChapter], named: Mapping[frozenset[bool], str]) -> str:
    """What is proposed: new bets, other prizes of bets that there are, or both."""
    return named[frozenset(one.bet.is_new for one in bets)]


def _object(game: str, bets: Sequence[BetChapter], say: Translator) -> str:
    """What is asked for; prizes differ from those of the least firm source among them, and reconstructed ones are told apart."""
    if len(bets) == 1 and bets[0].bet.is_new and len(bets[0].bets) == 1:
        return say(ONE_NEW)
    sources = {one.prizes_from for one in bets if not one.bet.is_new} or {Provenance.IN_FORCE}
    *seen, found = [one for one in Provenance if one in sources]
    if found is not Provenance.RECONSTRUCTED:
        return say(_what(bets, OBJECTS), regulation=regulation_named(found, game, say))
    if not seen:
        return say(_what(bets, RECONSTRUCTED_OBJECTS))
    return say(_what(bets, MIXED_OBJECTS), regulation=regulation_named(seen[-1], game, say))


def _items(bets: Sequence[BetChapter], say: Translator) -> tuple[str, ...]:
    if len(bets) > MOST_ITEMS:
        new, count = (sum(len(one.bets) for one in bets if one.bet.is_new is is_new) for is_new in (True, False))
        many = MANY_OF_BOTH if new and count else MANY_ITEMS if new else MANY_PRIZES
        return (say(many, new=new, count=count or new, section=FIRST_PART),)
    return tuple(_item(one, say) for one in bets)


def _item(one: BetChapter, say: Translator) -> str:
    """A bet with its prizes, or with those that change."""
    bet = one.title(say)
    if one.bet.is_new:
        return say(NEW_ITEM, bet=bet, pays=prizes_said(one, say))
    if one.has_other_prizes:
        return say.labelled(bet, less_both_commissions(one.bet, changes_said(one, say), say))
    if one.prizes_from is Provenance.PREDECESSOR:  # what it deducted has not been seen
        before = say(one.bet.pays_before)
        return say(CHANGED_ITEM_EARLIER, bet=bet, pays=prizes_said(one, say), before=before)
    is_revoked = one.prizes_from is Provenance.REVOKED
    change = say(
        CHANGED_ITEM_REVOKED if is_revoked else CHANGED_ITEM,
        bet=bet,
        pays=prizes_listed(one, say),
        before=say(one.bet.pays_before),
    )
    return less_both_commissions(one.bet, change, say)


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
        _of_each(DESCRIPTION, [description_lead(bets, say)], description, bets, say),
        _of_each(PROBABILITIES, list(_derived(bets, say)), probabilities, bets, say),
        _prizes(bets, say),
        _of_each(ADVANTAGE_CALCULATED, [TextBlock(say(ADVANTAGE_SAID))], advantage, bets, say),
        _layout(answer, bets, say, redrawn),
        conditions(answer, bets, say),
    )
    return DossierDocument(
        language=say.language.value,
        tag=TAGS[say.language],
        title=say(answer.title),
        game=say(answer.game_title),
        digest=answer.digest,
        contents=say(CONTENTS),
        page_of=say(PAGE_OF, page="@", pages="#"),
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
    yield TextBlock(say(PROBABILITIES_SAID))
    devices = dict.fromkeys((one.bet.derivation.total, one.bet.derivation.weights_cite.cites) for one in bets)
    for total, cites in devices:
        of = [one.title(say) for one in bets if one.bet.derivation.total == total] if len(devices) > 1 else []
        said = [say(WAYS_SAID, total=say.count(total), **bets[0].counted(say))]
        weighed_by = bets[0].bet.derivation.weighed_by.cites
        if cites:
            body = [Citation(one.game, one.clause.rpartition(".")[0]) for one in cites] if weighed_by else cites
            said.append(say(EQUALLY_BY, cites=say.cites(body)))
        if weighed_by:
            said.append(say(WEIGHED_BY, total=say.count(total), cites=say.cite_run(weighed_by)))
        yield TextBlock(say.labelled(say.list(of), say.sentences(said)) if of else say.sentences(said))
    if not all(one.is_one_round for one in bets):
        yield TextBlock(say(STATES_SAID, **bets[0].counted(say)))
        yield FormulaBlock(FORMULA)
        yield TextBlock(say(FORMULA_SAID))
    if any(any(long_figures(one, say)) for one in bets):
        yield TextBlock(say(LONG_FIGURE))


def _prizes(bets: Sequence[BetChapter], say: Translator) -> Section:
    kept = commissions(bets, say)
    return section(
        say(PRIZES),
        TextBlock(say(PRIZES_SAID)),
        prize_table(bets, say),
        *([PointsBlock(kept)] if kept else []),
    )


def _layout(
    answer: DossierAnswer, bets: Sequence[BetChapter], say: Translator, redrawn: Callable[[str], str]
) -> Section:
    described = say(LAYOUT_OF, game=say(answer.game_title), names=say.items(one.title(say) for one in bets))
    drawn = DrawingBlock(svg=redrawn(say(answer.layout)), alt=described)
    return section(say(LAYOUT), TextBlock(say(LAYOUT_SAID)), drawn)
