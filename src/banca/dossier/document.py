"""The dossier as a document: the application, and numbered sections in the order in which the regulations ask for them.

A document is plain data that the templates render, dossier.typ for paper and dossier.html for the screen: sections of blocks, each block
a mapping whose `kind` says how it is set (a paragraph, a table, a chart, …). All of its sentences are here, in the reader's language.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Any, assert_never

from msgspec.structs import replace

from banca.dossier.study import (
    MOST_NAMES,
    NO_ARTICLE_7,
    ComparedBets,
    DossierAnswer,
    EdgeAtOption,
    ExactFigure,
    OptionChosen,
    Prize,
    ProvedBet,
    StateFigures,
    StateMove,
    bets_text,
    decision_text,
)
from banca.i18n import Localized, Translator
from banca.i18n.descriptions import STATUSES, describe_dates, outcome_name, round_nouns
from banca.i18n.translator import day_before
from banca.law import Effect, Language, Status, clause, is_granted, law
from banca.rules import Citation, Rules, Text, Win, _, _n, _p, given_text

Block = dict[str, Any]
"""A part of a section, or a section itself, as the templates take it."""
Fact = tuple[str, str]
"""A name, and what it is."""
Column = tuple[str, str]
"""A heading, and how the column stands."""

# Where lines may not break

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
LAST = re.compile(r"\d\S*[,、].*$")
"""The selections behind the name of a family of bets."""
AS_IT_IS = ("svg", "lines", "digest")
"""Drawings, the proposal file and digests."""
MOST_UNBROKEN = 40
"""Characters that stay on one line."""


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


def unbroken_end(text: str) -> str:
    """A name with several selections, or their number: these stay together, with the mark behind them."""
    text = LAST.sub(lambda match: unbroken(match[0]), text)
    return BRACKET.sub(lambda match: JOINER + JOINER.join(match[0].replace(" ", SPACE)), text)


def bind_numbers(text: str) -> str:
    """Numbers with their words, odds, ids of readings and marks whole.

    >>> bind_numbers("artigo 7.º, n.º 2, alínea 12), paga 999 para 1").count(SPACE)
    5
    """
    text = NUMBERED.sub(rf"\1{SPACE}", text)
    text = ODDS.sub(rf"\1{SPACE}\2{SPACE}", text)
    text = PLURAL_ODDS.sub(lambda match: match[0].replace(" ", SPACE), text)
    text = READING.sub(lambda match: match[0].replace("-", f"{JOINER}-{JOINER}"), text)
    return MARK.sub(SPACE, text)


def bind_all_numbers(value: Any) -> Any:  # whatever a document is made of
    """The same in every text of a document."""
    match value:
        case str():
            return bind_numbers(value)
        case Mapping():
            return {key: part if key in AS_IT_IS else bind_all_numbers(part) for key, part in value.items()}
        case list() | tuple():
            return [bind_all_numbers(part) for part in value]
        case _:
            return value


# Blocks

LEFT, RIGHT, WIDE = "left", "right", "wide"
"""How a column stands; the wide ones share the room that is left."""
BET = (_("Bet"), WIDE)
PRIZE = (_("Odds paid"), RIGHT)
WINNING = (_("Probability of winning"), RIGHT)
ROUNDS = (_("{number} to decision, mean"), RIGHT)
ADVANTAGE = (_("Casino's advantage"), RIGHT)
CHANCE = (_("Probability"), RIGHT)
PERCENT = (_("In percent"), RIGHT)
OPTION = (_("Option"), WIDE)
VALUE = (_("Choice"), WIDE)
RESULT = (_("Result of the bet"), WIDE)


def section(title: str, *blocks: Block, parts: Sequence[Block] = ()) -> Block:
    """A numbered section, with numbered parts below its own blocks."""
    return {"title": title, "blocks": blocks, "parts": parts}


def paragraph(text: str, kind: str = "text") -> Block:
    """A paragraph; as a `quote`, a `formula` or `code` it stands out."""
    return {"kind": kind, "text": text}


def points(items: Iterable[str]) -> Block:
    """A list."""
    return {"kind": "points", "items": tuple(items)}


def facts(*rows: Fact | None) -> Block:
    """Names and what they are; None is left out."""
    return {"kind": "facts", "rows": tuple(row for row in rows if row)}


def table(
    say: Translator,
    columns: Sequence[Column],
    rows: Iterable[Sequence[str]],
    *,
    words: Mapping[str, str] = {},
    caption: str = "",
    marked: Sequence[int] = (),
    has_total: bool = False,
) -> Block:
    """A table; `words` fill the blanks of its headings, `marked` rows stand out, and the last may be the total."""
    return {
        "kind": "table",
        "caption": caption,
        "head": tuple(say(heading, **words) for heading, _align in columns),
        "align": tuple(align for _heading, align in columns),
        "rows": tuple(rows),
        "marked": marked,
        "total": has_total,
    }


def chart(caption: str, bars: Sequence[tuple[str, float, str, bool]]) -> Block:
    """Bars to both sides of zero: name, size, the size in words, and whether it stands out."""
    sizes = [size for _name, size, _text, _is_marked in bars]
    low = min(0.0, *sizes)
    span = max(0.0, *sizes) - low or 1.0
    return {
        "kind": "chart",
        "caption": caption,
        "zero": abs(low) / span,
        "bars": tuple(
            {
                "name": name,
                "from": (min(size, 0.0) - low) / span,  # in shares of the width, as is the size
                "size": abs(size) / span,
                "said": text,
                "is_marked": is_marked,
                "is_negative": size < 0,
            }
            for name, size, text, is_marked in bars
        ),
    }


# Figures and outcomes

NONE = "–"
MOST_SEEN, FEW_SEEN = 12, 3
"""Outcomes named one by one: of one bet, and of each of many."""
MORE = _("{shown} … and {count} more")


def share(figure: ExactFigure, say: Translator) -> str:
    """In per cent, with as many decimals as the figure is worth: `7.7613%`."""
    return say(figure.said)


def exact(figure: ExactFigure, say: Translator) -> str:
    """The fraction; where it is too long, about what it is."""
    return f"≈ {say.decimal(figure.exact, figure.decimal.digits)}" if figure.is_long else say.exact(figure.exact)


def prize_lines(pays: Localized, say: Translator) -> str:
    """Each prize on a line of its own, for a narrow column."""
    return "\n".join(say.odds([odds]) for odds in pays.value)


def bets_for_one(chance: Fraction, say: Translator) -> str:
    """In how many bets something happens once: `18`, or `1.06`."""
    if not chance:
        return NONE
    bets = 1 / chance
    return say.count(int(bets)) if bets.denominator == 1 else say.decimal(bets, 2)


def count_words(rules: Rules, say: Translator) -> dict[str, str]:
    """The game's words for what is counted, by the names of the blanks that they fill."""
    return {name: say(noun) for name, noun in round_nouns(rules.rulebook.game).items()}


def outcome_text(written: str, rules: Rules, say: Translator) -> str:
    """One outcome, each part by its name: `1-3`, `Fish-Crab-Crab`."""
    return "-".join(outcome_name(rules, part, say) for part in written.split("-"))


def number_runs(written: Sequence[str]) -> list[str]:
    """Three consecutive numbers and more as a range.

    >>> number_runs(["2", "4", "5", "6", "8", "9"])
    ['2', '4–6', '8', '9']
    """
    runs: list[list[str]] = []
    for text in written:
        if runs and text.isdigit() and runs[-1][-1].isdigit() and int(text) == int(runs[-1][-1]) + 1:
            runs[-1].append(text)
        else:
            runs.append([text])
    return [text for run in runs for text in (run if len(run) < 3 else [f"{run[0]}–{run[-1]}"])]


# Where a rule was found


class Provenance(StrEnum):
    """Where a rule was found, the firmest first."""

    IN_FORCE = "in_force"
    FIRST_PUBLISHED = "first_published"
    """In the regulation as first published; an amendment has not been seen."""
    PREDECESSOR = "predecessor"
    REVOKED = "revoked"
    RECONSTRUCTED = "reconstructed"


FIRMEST_FIRST = tuple(Provenance)
REGULATION = {
    Provenance.IN_FORCE: _p("where", "the regulation"),
    Provenance.FIRST_PUBLISHED: _("the regulation as first published"),
    Provenance.PREDECESSOR: _("the earlier regulation ({earlier})"),
    Provenance.REVOKED: _p("where", "the revoked regulation"),
    Provenance.RECONSTRUCTED: _("the reconstruction"),
}
"""What it is called within a sentence, in Portuguese with its preposition."""
PAID_BEFORE = {
    Provenance.IN_FORCE: _("Odds until now"),
    Provenance.FIRST_PUBLISHED: _("Odds as first published (No. {number})"),
    Provenance.PREDECESSOR: _("Odds in the earlier regulation ({earlier})"),
    Provenance.REVOKED: _("Odds in the revoked regulation (No. {number})"),
    Provenance.RECONSTRUCTED: _("Reconstructed odds"),
}
EDGE_BEFORE = {
    Provenance.IN_FORCE: _("With the prizes in the regulation"),
    Provenance.FIRST_PUBLISHED: _("With the prizes as first published"),
    Provenance.PREDECESSOR: _("With the prizes in the earlier regulation"),
    Provenance.REVOKED: _("With the prizes in the revoked regulation"),
    Provenance.RECONSTRUCTED: _("With the reconstructed prizes"),
}


def provenance(cites: Iterable[Citation]) -> Provenance:
    """Of several clauses, that of the least firm."""
    return max(map(_provenance, cites), key=FIRMEST_FIRST.index)


def _provenance(cite: Citation) -> Provenance:
    status = clause(cite.game, cite.clause).status
    match status:
        case Status.RECONSTRUCTED:
            return Provenance.RECONSTRUCTED
        case Status.REVOKED:
            return Provenance.REVOKED
        case Status.PREDECESSOR:
            return Provenance.PREDECESSOR
        case Status.GAZETTED | Status.GAZETTED_COPY | Status.READING | Status.HOUSE_RULE | Status.PROPOSED:
            of = law(cite.game)
            if of.instrument.until:
                return Provenance.REVOKED
            return Provenance.FIRST_PUBLISHED if of.amendments else Provenance.IN_FORCE
        case _:
            assert_never(status)


def name_source(texts: Mapping[Provenance, Text], source: Provenance, game: str, say: Translator) -> str:
    """The text of a source, with the number of the order, or the instrument that it replaced, as it was last changed."""
    instrument, others = law(game).instrument, law(game).others
    replaced = [other for other in others if other.until and other.until == instrument.in_force]
    approved = [say(given_text(other.name)) for other in replaced if other.effect is Effect.APPROVES]
    changed = [say(given_text(other.name)) for other in replaced if other.effect is Effect.AMENDS]
    earlier = approved[-1] if approved else ""
    if changed:
        earlier = say(_("{approved}, as reworded by {changed}"), approved=earlier, changed=changed[-1])
    return say(texts[source], number=instrument.number, earlier=earlier)


# The bets


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
        changed = {outcome for change in self.bet.changes for outcome in change.seen}
        won = (move for state in self.bet.derivation.states for move in state.moves if is_won(move))
        return not changed.issuperset(outcomes_of(won))

    def outcomes(
        self,
        seen: Sequence[str],
        say: Translator,
        most: int = MOST_SEEN,
        join: Callable[[list[str]], str] | None = None,
        more: Text = MORE,
    ) -> str:
        """Outcomes as this bet sees them: consecutive numbers as `4–6`, with their unit, and no more of them than can be read.

        They are listed, or joined in another way where all of them are said.
        """
        counts = {str(number): words for number, words in self.bet.bet.counts.items()}
        if counts and set(seen) <= counts.keys():
            return (join or say.list)([say(counts[number]) for number in sorted(seen, key=int)])
        are_numbers = all(outcome.isdigit() for outcome in seen)
        runs = number_runs(sorted(seen, key=int) if are_numbers else seen)
        left = len(runs) - most
        shown = (join if join and left <= 0 else say.list)([outcome_text(run, self.rules, say) for run in runs[:most]])
        if are_numbers and (unit := self._unit):
            shown = say(unit, number=shown)
        return say(more, shown=shown, count=say.count(left)) if left > 0 else shown

    @property
    def _unit(self) -> Text | None:
        """How a number that the bet looks at is written, where it has a unit."""
        book = self.rules.rulebook
        if not self.bet.is_new:
            return book.points
        return book.fact_units.get(self.bet.sees[0]) if len(self.bet.sees) == 1 else None

    def title(self, say: Translator) -> str:
        """The names of few bets; of many, the family and how many they are."""
        return bets_text(say, tuple(bet.bet for bet in self.bets))


def chapters(answer: DossierAnswer) -> list[BetChapter]:
    """The bets of the proposal, equal ones together."""
    known = {bet.key: bet for bet in answer.bets}
    has_maximum = "maximum" in answer.limits_named
    return [
        BetChapter(bets=[known[key] for key in family], rules=answer.rules, has_maximum=has_maximum)
        for family in answer.families
    ]


def is_won(move: StateMove) -> bool:
    """Whether it leads to a win."""
    return isinstance(move.to, Localized) and move.to.write is decision_text and isinstance(move.to.value, Win)


def outcomes_of(moves: Iterable[StateMove]) -> list[str]:
    """The outcomes on which any of them happens."""
    return list(dict.fromkeys(outcome for move in moves for outcome in move.seen))


# Prizes in words


def prize_name(chapter: BetChapter, prize: Prize, say: Translator) -> str:
    """What a prize is for: the name of its row, or the outcomes that win it."""
    if prize.name:
        return say(prize.name)
    return chapter.outcomes(prize.seen, say) if prize.seen else say(_("a winning bet"))


def list_prizes(chapter: BetChapter, say: Translator) -> str:
    """The prizes, before any commission: one as it is; several, each with what it is for."""
    bet = chapter.bet
    if len(bet.prizes) == 1:
        return say.odds(bet.pays)
    return say.list(say.in_brackets(say(prize.pays), prize_name(chapter, prize, say)) for prize in bet.prizes)


def list_changes(chapter: BetChapter, say: Translator) -> str:
    """Each prize that changes, on what, and what it was: `2: 3 to 1, instead of 2 to 1`; and that others stay, where some do."""
    text = (
        _("{pays} on {on}, instead of {before} in the revoked regulation")
        if chapter.prizes_from is Provenance.REVOKED
        else _("{pays} on {on}, instead of {before}")
    )
    more = _("{shown} … and {count} more, according to the condition in the proposal file (annex)")
    changed = [
        say(
            text,
            on=chapter.outcomes(change.seen, say, MOST_SEEN, say.any_of, more),
            pays=say(change.pays),
            before=say(change.before),
        )
        for change in chapter.bet.changes
    ]
    return say.items([*changed, *([say(_("the rest unchanged"))] if chapter.keeps_prizes else [])])


def less_commission(bet: ProvedBet, pays: str, say: Translator) -> str:
    """Prizes, and what is deducted from them, where something is."""
    if not bet.commission:
        return pays
    return say(_("{pays}, less a commission of {rate} of the prize"), pays=pays, rate=say.percent_of(bet.commission))


def less_both_commissions(bet: ProvedBet, change: str, say: Translator) -> str:
    """A prize instead of another, and what is deducted from either, where something is."""
    if not bet.commission:
        return change
    text = _("{change}, less a commission of {rate} of the prize in both cases")
    return say(text, change=change, rate=say.percent_of(bet.commission))


# The application

MOST_ITEMS = 8
"""Bets that the letter names one by one."""
FIRST_PART = 2
"""The number of the section that describes the bets; the next ones follow the order of the regulation."""
NEW, PRIZES, BOTH = frozenset({True}), frozenset({False}), frozenset({True, False})
"""What is proposed, by whether the bets are new: new bets, other prizes of bets that there are, or both."""
TITLES = {NEW: _("new bets"), PRIZES: _("different prizes"), BOTH: _("new bets and different prizes")}
OBJECTS = {
    NEW: _("the following new bets"),
    PRIZES: _("the following prizes, different from those in {regulation}"),
    BOTH: _("the following new bets, and prizes different from those in {regulation}"),
}
RECONSTRUCTED_OBJECTS = OBJECTS | {
    PRIZES: _(
        "the following prizes, different from those reconstructed here (the articles of the regulation on bets and prizes have not been consulted)"
    ),
    BOTH: _(
        "the following new bets, and prizes different from those reconstructed here (the articles of the regulation on bets and prizes have not been consulted)"
    ),
}
MIXED_OBJECTS = OBJECTS | {
    PRIZES: _(
        "the following prizes, different from those in {regulation} or reconstructed here (the articles of the regulation on bets and prizes have not been consulted)"
    ),
    BOTH: _(
        "the following new bets, and prizes different from those in {regulation} or reconstructed here (the articles of the regulation on bets and prizes have not been consulted)"
    ),
}


def letter(answer: DossierAnswer, bets: Sequence[BetChapter], parts: Sequence[Block], say: Translator) -> Block:
    """The first page: to whom, by whom, what is requested and under which article; `who` and `signed` are filled in by hand.

    `parts` are the sections that the regulation asks for, and the conditions behind them.
    """
    is_granted = answer.is_granted
    kind = _("Application for authorisation of {what}") if is_granted else _("Proposal for {what}")
    return {
        "addressee": say(_("To the Director of the Gaming Inspection and Coordination Bureau (DICJ)")),
        "kind": say(kind, what=say(TITLES[_proposed(bets)])),
        "subject": (say(_("Subject")), say.in_brackets(say(answer.title), say(answer.game_title))),
        "who": (
            (say(_("Applicant (concessionaire or subconcessionaire)") if is_granted else _("Submitted by")), ""),
            (say(_("Representative (name and capacity)")), ""),
        ),
        "blocks": tuple(_body(answer, bets, parts, say)),
        "closing": say(
            _("The applicant requests that the application be granted.")
            if is_granted
            else _("Submitted for consideration.")
        ),
        "signed": (
            (say(_("Place")), ""),
            (say(_("Date")), say.date(answer.dated) if isinstance(answer.dated, date) else ""),
            (say(_("Signature")), ""),
        ),
    }


def _proposed(bets: Sequence[BetChapter]) -> frozenset[bool]:
    return frozenset(chapter.bet.is_new for chapter in bets)


def _body(
    answer: DossierAnswer, bets: Sequence[BetChapter], parts: Sequence[Block], say: Translator
) -> Iterator[Block]:
    order, what = _order(answer, say), _object(answer.game, bets, say)
    *contained, conditions = (
        say(_("{title} (section {section})"), title=part["title"], section=number)
        for number, part in enumerate(parts, FIRST_PART)
    )
    if not answer.is_granted:
        until = answer.dates.until
        opening = (
            _(
                "The undersigned proposes, for the game {game}, on the basis of the regulation approved by {order}, since revoked, which was in force until {last}, {what}:"
            )
            if until
            else _("The undersigned proposes, for the game {game}, whose regulation was approved by {order}, {what}:")
        )
        last = say.date(day_before(until)) if until else ""
        yield paragraph(say(opening, game=say(answer.game_title), order=order, what=what, last=last))
        yield points(_items(bets, say))
        no_article = _(
            "None of the articles of that regulation consulted provides for the authorisation of new bets or different prizes. The proposal has no legal effect in itself."
        )
        yield paragraph(say.sentences([say(no_article), *([say.spell(answer.caution)] if answer.caution else [])]))
        yield paragraph(say(_("The proposal contains:")))
        yield points([*contained, conditions])
        return
    # Craps 7(1) authorises, 7(2) says what the application carries, 7(3) under which conditions; one article may say it all.
    cites = [say.cite(of.cite) for of in answer.asked_under]
    authorised, carried, conditioned = (*cites, *cites[-1:] * 2)[:3]
    requests = _(
        "The applicant applies, under {article} (regulation approved by {order}), for authorisation of {what}:"
    )
    yield paragraph(say(requests, article=authorised, order=order, what=what))
    yield points(_items(bets, say))
    yield paragraph(say(_("As required by {article}, the application contains:"), article=carried))
    yield points(contained)
    conditions_asked = _(
        "For the purposes of {article}, section {section} proposes special conditions of operation and of publication to "
        "players."
    )
    yield paragraph(say(conditions_asked, article=conditioned, section=FIRST_PART + len(contained)))


def _order(answer: DossierAnswer, say: Translator) -> str:
    """The order that approved the regulation, with the days on which it was signed and came into force, where they are known."""
    order, dates = say(answer.instrument), answer.dates
    if dates.signed:  # `day` is for Portuguese, where an order has its year in its number
        order = say(_("{order} of {date}"), order=order, date=say.date(dates.signed), day=say.day(dates.signed))
    if dates.in_force and not dates.until:
        order = say(_("{order}, in force since {date}"), order=order, date=say.date(dates.in_force))
    return order


def _object(game: str, bets: Sequence[BetChapter], say: Translator) -> str:
    """What is asked for; prizes differ from those of the least firm source among them, and reconstructed ones are told apart."""
    what = _proposed(bets)
    if what == NEW and len(bets) == 1 and len(bets[0].bets) == 1:
        return say(_("the following new bet"))
    sources = {chapter.prizes_from for chapter in bets if not chapter.bet.is_new} or {Provenance.IN_FORCE}
    *others, last = [source for source in Provenance if source in sources]
    if last is not Provenance.RECONSTRUCTED:
        return say(OBJECTS[what], regulation=name_source(REGULATION, last, game, say))
    if not others:
        return say(RECONSTRUCTED_OBJECTS[what])
    return say(MIXED_OBJECTS[what], regulation=name_source(REGULATION, others[-1], game, say))


def _items(bets: Sequence[BetChapter], say: Translator) -> Iterator[str]:
    """A bet with its prizes, or with those that change; many bets as one."""
    if len(bets) > MOST_ITEMS:
        new, count = (
            sum(len(chapter.bets) for chapter in bets if chapter.bet.is_new is is_new) for is_new in (True, False)
        )
        if new and count:
            many = _("the {new} new bets, and the prizes of the other {count} bets, described in section {section}")
        elif new:
            many = _("the {count} bets described in section {section}")
        else:
            many = _("the prizes of the {count} bets described in section {section}")
        yield say(many, new=new, count=count or new, section=FIRST_PART)
        return
    for chapter in bets:
        bet, title = chapter.bet, chapter.title(say)
        prizes, before = list_prizes(chapter, say), say(bet.pays_before)
        if bet.is_new:
            yield say(_("{bet}: prize of {pays}"), bet=title, pays=less_commission(bet, prizes, say))
        elif chapter.has_other_prizes:
            yield say.labelled(title, less_both_commissions(bet, list_changes(chapter, say), say))
        elif chapter.prizes_from is Provenance.PREDECESSOR:  # what it deducted has not been seen
            text = _("{bet}: prize of {pays}, instead of {before} in the earlier regulation")
            yield say(text, bet=title, pays=less_commission(bet, prizes, say), before=before)
        else:
            text = (
                _("{bet}: prize of {pays}, instead of {before} in the revoked regulation")
                if chapter.prizes_from is Provenance.REVOKED
                else _("{bet}: prize of {pays}, instead of {before}")
            )
            yield less_both_commissions(bet, say(text, bet=title, pays=prizes, before=before), say)


# 1 Scope


def scope(answer: DossierAnswer, bets: Sequence[BetChapter], say: Translator) -> Block:
    """What is requested, under which regulation, and the figures at a glance."""
    new = [chapter.title(say) for chapter in bets if chapter.bet.is_new]
    changed = [chapter.title(say) for chapter in bets if not chapter.bet.is_new]
    limits = _("MOP {minimum} to MOP {maximum}; smallest chip: MOP {chip}")
    blocks: list[Block] = [
        facts(
            (say(_("Game")), say(answer.game_title)),
            (say(_("Revoked regulation") if answer.dates.until else _("Regulation")), _regulation(answer, say)),
            (say(_("Requested under") if answer.is_granted else _("Basis")), _articles(answer, say)),
            (say(_("New bets")), say.items(new)) if new else None,
            (say(_("Bets with different prizes")), say.items(changed)) if changed else None,
            (say(_("Stake limits used in the calculations")), say(limits, **_limits(answer, say))),
            (say(_("SHA-256 of the proposal file")), answer.digest),
            (say(_("Calculated with")), f"Banca {answer.version}"),
        ),
        table(
            say,
            [BET, PRIZE, WINNING, ROUNDS, ADVANTAGE],
            [
                (
                    chapter.title(say),
                    prize_lines(chapter.bet.pays_text, say),
                    share(chapter.bet.win, say),
                    say.decimal(chapter.bet.mean_rounds, 2),
                    share(chapter.bet.edge, say),
                )
                for chapter in bets
            ],
            words=count_words(answer.rules, say),
        ),
    ]
    if answer.options:
        rows = [(say(option.name), say.spell(option.said), _basis(option, say)) for option in answer.options]
        caption = say(_("Options of the gaming table"))
        blocks.append(table(say, [OPTION, VALUE, (_("Basis"), WIDE)], rows, caption=caption))
    # That no article provides for it stands in the letter.
    remarks = [say.message(warning.said) for warning in answer.warnings if warning.code != NO_ARTICLE_7]
    if remarks:
        blocks.append({"kind": "warnings", "title": say(_("Remarks, for information")), "items": remarks})
    return section(say(_("Scope")), *blocks)


def _regulation(answer: DossierAnswer, say: Translator) -> str:
    """Its name, the order that approved it, and the dates of the order."""
    language = say.language
    is_named = answer.regulation.in_language(language) != answer.game_title.in_language(language)
    name = [say.regulation(answer.regulation)] if is_named else []
    return "\n".join([*name, say(answer.instrument), say.phrases(describe_dates(answer.dates.known(), say))]).strip()


def _articles(answer: DossierAnswer, say: Translator) -> str:
    """The articles under which it is requested, without their numbers."""
    articles = (Citation(of.cite.game, of.cite.clause.partition(".")[0]) for of in answer.asked_under)
    return say.cites(dict.fromkeys(articles))


def _limits(answer: DossierAnswer, say: Translator) -> dict[str, str]:
    limits = {"minimum": answer.minimum, "maximum": answer.maximum, "chip": answer.chip}
    return {name: say.money(amount.avos) for name, amount in limits.items()}


def _basis(option: OptionChosen, say: Translator) -> str:
    """Who decides: the regulator, the concessionaire by the regulation, or a reading of it."""
    if option.authorised_by:
        cites = say.cites((option.authorised_by, *option.reads))
        return say(_("subject to authorisation: {cite}"), cite=cites)
    if is_granted(option.cite):
        return say(_("choice of the concessionaire: {cite}"), cite=say.cites((option.cite, *option.reads)))
    return say.cite(option.cite)


# 2 Description


def description_intro(bets: Sequence[BetChapter], say: Translator) -> Block:
    """In whose words the bets are described, and what the examples are."""
    own = {chapter.bet_from: chapter.game for chapter in bets if not chapter.bet.is_new}
    texts = [say(_("New bets are described in the words of the proposal."))] if any(_proposed(bets)) else []
    for source in Provenance:
        if source is Provenance.RECONSTRUCTED and source in own:
            texts.append(say(_("Reconstructed bets are described as they are reconstructed here.")))
        elif source in own:
            text = _("Bets that are already in {regulation} are described by a summary of the provision cited.")
            texts.append(say(text, regulation=name_source(REGULATION, source, own[source], say)))
    examples = _(
        "A worked example is given for every way in which a bet can end: the shortest series of outcomes that leads there, with "
        "the minimum stake."
    )
    return paragraph(say.sentences([*texts, say(examples)]))


def description(chapter: BetChapter, say: Translator) -> Iterator[Block]:
    """The proposal's own words, how the bet is played, and an example of every ending."""
    bet, count = chapter.bet, len(chapter.bets)
    words = [described(bet, say) for bet in {bet.description: bet for bet in chapter.bets}.values()]
    if not bet.is_new:
        own = (
            _(
                "This bet is reconstructed ({cite}); the article of the regulation has not been consulted. Only its prizes change."
            )
            if chapter.bet_from is Provenance.RECONSTRUCTED
            else _("This bet is in {regulation} ({cite}); only its prizes change.")
        )
        regulation = name_source(REGULATION, chapter.bet_from, chapter.game, say)
        yield paragraph(say(own, cite=say.cite(bet.bet.cite), regulation=regulation))
    if len(words) == 1:
        yield paragraph(words[0], "quote")
    if len(words) == 1 and count > MOST_NAMES:
        names = say.list(with_selection(say(bet.name)) for bet in chapter.bets)
        text = _("These {count} bets have the same prizes and probabilities and are described together: {names}.")
        yield paragraph(say(text, count=count, names=names))
    if len(words) > 1:
        rows = [(say(bet.name), described(bet, say)) for bet in chapter.bets]
        yield table(say, [(BET[0], LEFT), (_("Description"), WIDE)], rows)
    prizes = less_commission(bet, list_prizes(chapter, say), say)
    yield facts(
        (say(PRIZE[0]), prizes),
        (say(_("Prizes that change")), list_changes(chapter, say)) if chapter.has_other_prizes else None,
        _paid_before(chapter, say) if bet.pays_before.value else None,
        (say(_("May be placed")), when_placed(bet, say)) if bet.is_new else None,
        (say(_("May be withdrawn")), _withdrawn(bet, say)),
        (say(_("Is decided")), _decided(chapter, say)),
        (say(_("Basis")), say.cites(_based_on(bet))),
    )
    yield _examples(chapter, say)


def when_placed(bet: ProvedBet, say: Translator) -> str:
    """The phase in which it may be placed."""
    return say(bet.when or _("whenever bets are accepted"))


def described(bet: ProvedBet, say: Translator) -> str:
    """The bet in words, as a sentence: its name is above them."""
    text = say(bet.description)
    return text[:1].upper() + text[1:]


def _paid_before(chapter: BetChapter, say: Translator) -> Fact:
    """What a bet of the game paid, and where that was found; what an earlier regulation deducted has not been seen."""
    bet, source = chapter.bet, chapter.prizes_from
    paid, label = say(bet.pays_before), name_source(PAID_BEFORE, source, chapter.game, say)
    return label, paid if source is Provenance.PREDECESSOR else less_commission(bet, paid, say)


def _withdrawn(bet: ProvedBet, say: Translator) -> str:
    """When it may be taken back, and the clauses or readings that say so."""
    if not bet.withdrawn:
        return say(_("the articles consulted do not say"))
    return say.items(say.in_brackets(say(rule.when), say.cite(rule.cite)) for rule in bet.withdrawn)


def _decided(chapter: BetChapter, say: Translator) -> str:
    """At once, or after how many rounds."""
    if chapter.is_one_round:
        return say(_("by the next outcome"))
    text = _n(
        "after {rounds} {many} on average; the bet has {states} state",
        "after {rounds} {many} on average; the bet has {states} states",
        by="states",
    )
    rounds, states = say.decimal(chapter.bet.mean_rounds, 2), say.count(chapter.bet.derivation.of)
    return say(text, rounds=rounds, states=states, **count_words(chapter.rules, say))


def _based_on(bet: ProvedBet) -> Iterable[Citation]:
    """The clauses of a bet and of what decides it; of a bet of the game, those of its prizes too, those that change among them."""
    prizes = () if bet.is_new else (*bet.departs_from, *bet.prize_cites)
    return dict.fromkeys([bet.bet.cite, *bet.decided_by, *prizes, *bet.bet.reads, *bet.commission_cite.cites])


def _examples(chapter: BetChapter, say: Translator) -> Block:
    return table(
        say,
        [
            (_("Outcomes, in order"), WIDE),
            RESULT,
            (_("Stake (MOP)"), RIGHT),
            (_("The player receives (MOP)"), RIGHT),
            (_("Net (MOP)"), RIGHT),
        ],
        [
            (
                say.list(outcome_text(outcome, chapter.rules, say) for outcome in example.outcomes),
                say(example.said),
                say.money(example.stake.avos),
                say.money(example.received.avos),
                say.signed(example.net.avos),
            )
            for example in chapter.bet.examples
        ],
        caption=say(_("Worked examples: {bet}"), bet=say(chapter.bet.name))
        if len(chapter.bets) > 1
        else say(_("Worked examples")),
    )


# 3 Probabilities


def probabilities_intro(bets: Sequence[BetChapter], say: Translator) -> Iterator[Block]:
    """How chances come about, said once for all bets."""
    words = count_words(bets[0].rules, say)
    yield paragraph(
        say(
            _(
                "For every result of a bet, the odds at which it is paid and its probability are given. Every probability is an exact "
                "fraction, computed without rounding."
            )
        )
    )
    ways = _(
        "The device has {total} equally likely outcomes. For a bet decided {in_one}, the probability of a result is the "
        "number of outcomes that give it, divided by {total}."
    )
    devices = dict.fromkeys(
        (chapter.bet.derivation.total, chapter.bet.derivation.weights_cite.cites) for chapter in bets
    )
    weighed_by = bets[0].bet.derivation.weighed_by.cites
    for number, cites in devices:
        total = say.count(number)
        texts = [say(ways, total=total, **words)]
        if cites:
            body = [Citation(cite.game, cite.clause.rpartition(".")[0]) for cite in cites] if weighed_by else cites
            texts.append(say(_("The equal probability of the outcomes rests on {cites}."), cites=say.cites(body)))
        if weighed_by:
            text = _("The distribution of these {total} outcomes rests on {cites}.")
            texts.append(say(text, total=total, cites=say.cite_run(weighed_by)))
        intro = say.sentences(texts)
        if len(devices) > 1:
            names = say.list(chapter.title(say) for chapter in bets if chapter.bet.derivation.total == number)
            intro = say.labelled(names, intro)
        yield paragraph(intro)
    if not all(chapter.is_one_round for chapter in bets):
        yield paragraph(
            say(
                _(
                    "A bet that lasts {several} passes through states. Let x(s) be the probability of a given result from the state s "
                    "on. Every outcome o, in w(o) of N equally likely cases, either decides the bet or leads to a state, the same or "
                    "another, so that"
                ),
                **words,
            )
        )
        yield paragraph("x(s) = Σ w(o) / N · x(s, o),", "formula")
        yield paragraph(
            say(
                _(
                    "where x(s, o) is the value of the next state, or 1 if o decides the bet with that result and 0 if it decides it "
                    "otherwise. These equations have one solution, computed in whole numbers without rounding; its value at the first state "
                    "is the probability stated."
                )
            )
        )
    if any(any(long_figures(chapter, say)) for chapter in bets):
        long = _(
            "A fraction that is too long for its table is shown as a decimal after ≈; the annex of exact figures gives it in full."
        )
        yield paragraph(say(long))


def probabilities(chapter: BetChapter, say: Translator) -> Iterator[Block]:
    """The chance of every result, and how it comes about."""
    yield table(
        say,
        [(_("Result of the bet and odds paid"), WIDE), CHANCE, PERCENT, (_("Once in"), RIGHT)],
        [
            (
                say(result.said),
                exact(result.chance, say),
                share(result.chance, say),
                bets_for_one(result.chance.exact, say),
            )
            for result in chapter.bet.endings
        ],
    )
    yield from _one_round(chapter, say) if chapter.is_one_round else _states(chapter, say)


def _one_round(chapter: BetChapter, say: Translator) -> Iterator[Block]:
    """Ways counted."""
    derivation, is_one = chapter.bet.derivation, len(chapter.bets) == 1
    on, ways = _("Outcomes"), (_("Number, out of {total}"), RIGHT)
    words = {"total": say.count(derivation.total)}
    yield table(
        say,
        [RESULT, (on, WIDE), ways],
        [(say(move.to), chapter.outcomes(move.seen, say), say.count(move.ways)) for move in derivation.states[0].moves],
        words=words,
        caption="" if is_one else say.labelled(say(on), say(chapter.bet.name)),
    )
    if is_one:
        return
    rows = []
    for bet in chapter.bets:
        moves = [move for move in bet.derivation.states[0].moves if is_won(move)]
        number = say.count(sum(move.ways for move in moves))
        rows.append((say(bet.name), chapter.outcomes(outcomes_of(moves), say, FEW_SEEN), number))
    yield table(say, [BET, (_("Wins on"), WIDE), ways], rows, words=words, caption=say(_("Each selection")))


def _states(chapter: BetChapter, say: Translator) -> Iterator[Block]:
    """Several rounds: the first states of the chain."""
    bet, derivation, fact_words = chapter.bet, chapter.bet.derivation, chapter.rules.rulebook.fact_words
    texts = [say(_("The state records: {what}."), what=say(bet.state_words))] if bet.state_words else []
    if bet.sees:
        what = say.list(say(fact_words.get(fact, fact)) for fact in bet.sees)
        texts.append(say(_("Considered in each outcome: {what}."), what=what))
    if texts:
        yield paragraph(say.sentences(texts))
    shown, count = len(derivation.states), say.count(derivation.of)
    caption = (
        say(_("States ({count} in all)"), count=count)
        if derivation.of == shown
        else say(
            _("The first {shown} of {count} states; the certificate contains all of them"), shown=shown, count=count
        )
    )
    yield table(
        say,
        [
            (_("State"), LEFT),
            (_("Outcomes (number, out of {total}) → next state or result"), WIDE),
            WINNING,
            ROUNDS,
        ],
        [
            (
                say(state.state),
                _moves(state, chapter, say),
                share(state.win, say),
                say.decimal(state.rounds.exact, 2),
            )
            for state in derivation.states
        ],
        words={"total": say.count(derivation.total), **count_words(chapter.rules, say)},
        caption=say.labelled(caption, say(bet.name)) if len(chapter.bets) > 1 else caption,
    )


def _moves(state: StateFigures, chapter: BetChapter, say: Translator) -> str:
    """`3 (2) → 2,3`: on a 3, in 2 ways, to the state 2,3; a short one is never broken."""
    moves = (
        f"{say.in_brackets(chapter.outcomes(move.seen, say), say.count(move.ways))} → {say(move.to)}"
        for move in state.moves
    )
    return say.items(unbroken(move) if len(move) <= MOST_UNBROKEN else with_bracket(move) for move in moves)


# 4 Prizes


def prizes(bets: Sequence[BetChapter], say: Translator) -> Block:
    """Every prize of every bet, with what it gives back and one step to either side; and what is deducted."""
    intro = _(
        "The prize is paid in addition to the stake, which is returned. For each prize the table shows its average as a share "
        "of the stake (its probability times the prize, less any commission), and the casino's advantage if that prize alone "
        "were one step lower or higher."
    )
    columns = [
        BET,
        (_("Prize for"), WIDE),
        PRIZE,
        CHANCE,
        (_("Average prize"), RIGHT),
        (_("One step lower"), RIGHT),
        (_("One step higher"), RIGHT),
    ]
    rows = [
        (
            "" if number else chapter.title(say),
            prize_name(chapter, prize, say),
            say(prize.pays),
            share(prize.chance, say),
            share(prize.returns, say),
            _step(prize.lower, prize.edge_lower, say),
            _step(prize.higher, prize.edge_higher, say),
        )
        for chapter in bets
        for number, prize in enumerate(chapter.bet.prizes)
    ]
    commissions = [
        say(
            _("{bet}: a commission of {rate} of the prize is deducted ({cite})."),
            bet=chapter.title(say),
            rate=say.percent_of(chapter.bet.commission),
            cite=say.cites(chapter.bet.commission_cite.cites),
        )
        for chapter in bets
        if chapter.bet.commission
    ]
    deducted = [points(commissions)] if commissions else []
    return section(say(_("Prizes to be paid")), paragraph(say(intro)), table(say, columns, rows), *deducted)


def _step(pays: Localized, edge: ExactFigure | None, say: Translator) -> str:
    return f"{say(pays)}\n{share(edge, say)}" if edge else NONE


# 5 Advantage


def advantage(chapter: BetChapter, say: Translator) -> Iterator[Block]:
    """The sum line by line, and what else is asked about it."""
    bet = chapter.bet
    mean = ExactFigure.of(-bet.house_edge)
    rows = [
        (
            say(result.said),
            exact(result.chance, say),
            say.exact(result.net),
            exact(result.share, say),
            share(result.share, say),
        )
        for result in bet.endings
    ]
    yield table(
        say,
        [RESULT, CHANCE, (_("Net per unit staked"), RIGHT), (_("Probability × net"), RIGHT), PERCENT],
        [*rows, (say(_("Sum: the player's average net")), "", "", exact(mean, say), share(mean, say))],
        has_total=True,
    )
    yield facts(*_figures(chapter, say))
    choices = [
        (say(choice.option.says), say.spell(choice.said), exact(choice.edge, say), share(choice.edge, say))
        for choice in _that_matter(bet.at_options)
    ]
    if choices:
        caption = say(_("With the concessionaire's other choices"))
        yield table(say, [OPTION, VALUE, ADVANTAGE, PERCENT], choices, caption=caption)


def _that_matter(at_options: Sequence[EdgeAtOption]) -> list[EdgeAtOption]:
    """The values of those options that change the figure."""
    edges: dict[str, set[Fraction]] = {}
    for choice in at_options:
        edges.setdefault(choice.option.name, set()).add(choice.edge.exact)
    return [choice for choice in at_options if len(edges[choice.option.name]) > 1]


def _figures(chapter: BetChapter, say: Translator) -> Iterator[Fact]:
    bet, words = chapter.bet, count_words(chapter.rules, say)
    percent, edge = share(bet.edge, say), exact(bet.edge, say)
    if bet.edge.is_long:
        edge = say(_("≈ {percent} (the fraction is in the annex)"), percent=percent)
    elif bet.edge.exact:
        edge = f"{edge} ≈ {percent}"
    yield say(_("Casino's advantage, exact value")), edge
    if bet.edge_before:
        label, commission = EDGE_BEFORE[chapter.prizes_from], bet.commission_cite.cites
        # What an earlier regulation deducted has not been seen: the commission of today's is reckoned with.
        if chapter.prizes_from is Provenance.PREDECESSOR and commission:
            label = _("With the prizes in the earlier regulation, less the commission of {cite}")
        yield say(label, cite=say.cites(commission)), share(bet.edge_before, say)
    if bet.p_push:
        yield say(_("Not counting stakes that are returned")), say.percent(bet.house_edge_resolved, 4)
    yield say(_("Per {one} while the stake is on the table"), **words), share(bet.edge_per_round, say)
    stake, chip = say.money(bet.rounded.stake.avos), say.money(bet.rounded.chip.avos)
    at_minimum = _("For a stake of MOP {stake}, paid in chips of MOP {chip}")
    yield say(at_minimum, stake=stake, chip=chip), share(bet.rounded.edge, say)
    hits = _("{percent}, once in {one_in} bets")
    hits_text = say(hits, percent=share(bet.win, say), one_in=bets_for_one(bet.p_win, say))
    yield say(_("Frequency of winning")), hits_text
    yield say(_("Standard deviation, in stakes")), say.decimal(bet.sd, 4)
    if chapter.has_maximum:
        yield (
            say(_("Highest possible prize for one bet")),
            say(
                _("MOP {prize}, in addition to the stake of MOP {stake} ({pays}), with probability {percent}"),
                prize=say.money(bet.liability.prize.avos),
                stake=say.money(bet.liability.stake.avos),
                pays=say(bet.liability.pays),
                percent=share(bet.liability.chance, say),
            ),
        )
    if bet.at_options and not _that_matter(bet.at_options):
        same = _("the same with every choice of every option")
        yield say(_("With the concessionaire's other choices")), say(same)
    if simulation := bet.simulation:
        z = float(simulation.z)
        compared = (
            _("{z} standard errors above the exact value") if z >= 0 else _("{z} standard errors below the exact value")
        )
        yield (
            say(_("Check by simulation")),
            say(
                _("{edge} ± {error} (one standard error) in {rounds} {many} (seed {seed}): {compared}"),
                **words,
                edge=say.percent(float(simulation.edge), 4),
                error=say.percent(float(simulation.error), 4),
                rounds=say.count(simulation.rounds),
                seed=simulation.seed,
                compared=say(compared, z=say.decimal(abs(z), 2)),
            ),
        )


def long_figures(chapter: BetChapter, say: Translator) -> Iterator[Fact]:
    """Those that the tables round."""
    bet, words = chapter.bet, count_words(chapter.rules, say)
    figures = [
        (say(ADVANTAGE[0]), bet.edge),
        (say(_("Per {one} while the stake is on the table"), **words), bet.edge_per_round),
        (say(ROUNDS[0], **words), bet.rounds),
        *((say(result.said), result.chance) for result in bet.endings),
    ]
    return ((name, say.exact(figure.exact)) for name, figure in figures if figure.is_long)


# 6 Layout


def layout(answer: DossierAnswer, bets: Sequence[BetChapter], say: Translator, redraw: Callable[[str], str]) -> Block:
    """The picture of the table, and its description for whoever does not see it."""
    names = say.items(chapter.title(say) for chapter in bets)
    intro = _(
        "The layout of the gaming table. Bets of this proposal that have a place of their own are shown with a dashed outline; prizes that are not shown in a place are listed below it."
    )
    described = say(_("Layout of {game} with the proposed bets: {names}"), game=say(answer.game_title), names=names)
    drawing = {"kind": "drawing", "svg": redraw(say(answer.layout)), "alt": described}
    return section(say(_("Layout of the gaming table")), paragraph(say(intro)), drawing)


# 7 Conditions

BLANK = "________"
"""What the applicant has not said and fills in."""


def conditions(answer: DossierAnswer, bets: Sequence[BetChapter], say: Translator) -> Block:
    """What the applicant proposes, and the board for players."""
    new = [chapter for chapter in bets if chapter.bet.is_new]
    limits = {name: amount if name in answer.limits_named else BLANK for name, amount in _limits(answer, say).items()}
    placed, limit, rounded, withdrawn, notice = (
        _("{bet}: may be placed {when}."),
        _(
            "Each stake is a whole multiple of MOP {minimum} ({multiple}) and at most MOP {maximum} (house rule R-money-3)."
        ),
        _("Payments are rounded down to MOP {chip} (house rule R-money-1)."),
        _(
            "A new bet may be withdrawn only where the rules of the game allow it, and only while no outcome has changed its state "
            "(reading R-proposal-1)."
        ),
        _("The notice below is displayed at every gaming table where the bets are offered."),
    )
    proposed = [
        *(
            say(placed, bet=chapter.title(say), when=when_placed(chapter.bet, say))
            for chapter in new
            if chapter.bet.phase
        ),
        say(limit, multiple=say.cite(answer.multiple_cite), **limits),
        say(rounded, **limits),
        *([say(withdrawn)] if new else []),
        say(notice),
    ]
    board = {
        "kind": "notice",
        "title": say.labelled(say(answer.game_title), say(answer.title)),
        "items": tuple(_notice(chapter, say) for chapter in bets),
    }
    intro = (
        say(
            _("The applicant proposes the following conditions; the authorisation may set others ({cite})."),
            cite=say.cite(answer.asked_under[-1].cite),
        )
        if answer.is_granted
        else say(_("The following conditions are proposed."))
    )
    return section(
        say(_("Special conditions of operation and of publication to players")),
        paragraph(intro),
        parts=[
            section(say(_("Conditions of operation")), points(proposed)),
            section(
                say(_("Publication to players")),
                paragraph(say(_("Text proposed for the notice to players:"))),
                board,
            ),
        ],
    )


def _notice(chapter: BetChapter, say: Translator) -> Block:
    """What players must be told of a bet; a prize is its name, what it pays and how often it is won."""
    bet, bets = chapter.bet, chapter.bets
    foot = [say(_("May be placed {when}."), when=when_placed(bet, say))] if bet.phase else []
    if bet.commission:
        rate = say.percent_of(bet.commission)
        foot.append(say(_("A commission of {rate} of the prize is deducted."), rate=rate))
    is_shared = len({bet.description for bet in bets}) == 1
    own = (say.labelled(say(bet.name), say(bet.description)) for bet in bets)
    return {
        "name": chapter.title(say),
        "text": described(bet, say) if is_shared else say.sentences(own),
        "prizes": tuple(
            (
                prize_name(chapter, prize, say),
                say(prize.pays),
                say(_("wins once in {one_in} bets on average"), one_in=bets_for_one(prize.chance.exact, say))
                if prize.chance.exact
                else "",
            )
            for prize in bet.prizes
        ),
        "foot": say.sentences([*foot, *_average(bet, say)]),
    }


def _average(bet: ProvedBet, say: Translator) -> Iterator[str]:
    """What the casino keeps of every 100 patacas; where a minimum stake is rounded, of that stake too."""
    edge, rounded = bet.house_edge, bet.rounded.edge.exact
    kept, kept_rounded = (say.decimal(abs(value) * 100, 2) for value in (edge, rounded))
    if rounded == edge:
        text = (
            _("Of every MOP 100 staked, the casino keeps MOP {kept} on average.")
            if edge >= 0
            else _("Of every MOP 100 staked, the players gain MOP {kept} on average.")
        )
        yield say(text, kept=kept)
        return
    text = (
        _("Of every MOP 100 staked, the casino keeps MOP {kept} on average, before rounding.")
        if edge >= 0
        else _("Of every MOP 100 staked, the players gain MOP {kept} on average, before rounding.")
    )
    yield say(text, kept=kept)
    text = (
        _("On stakes of MOP {stake}, the casino keeps MOP {kept} of every 100 on average.")
        if rounded >= 0
        else _("On stakes of MOP {stake}, the players gain MOP {kept} for every 100 on average.")
    )
    yield say(text, stake=say.money(bet.rounded.stake.avos), kept=kept_rounded)


# 8 Annexes


def annexes(answer: DossierAnswer, bets: Sequence[BetChapter], say: Translator, *, is_escaped: bool) -> Block:
    """All of them; `is_escaped` where the listing cannot show Chinese."""
    certificate, checker, provisions, file, unicode_numbers = (
        _(
            "The JSON version of this document contains a certificate: for every bet, the full table of states and outcomes in whole "
            "numbers, and the solution of its equations. Any figure can be checked without the program that computed it:"
        ),
        _(
            "The checker (banca_verify/certificate.py in the package Banca) is one page of Python without dependencies. It substitutes the solution into every equation, compares every figure, and prints “verified” or the row that does not agree."
        ),
        _(
            "The provisions on which the figures are based, in summary; only the text published in the Official Gazette is "
            "authentic. A number that begins with R- is a reading, adopted where the text is silent or unclear."
        ),
        _(
            "The figures of the proposed bets are computed from this file, and from the limits and options in section 1."
        ),
        _(
            "No Chinese font was available when this was printed: Chinese characters are shown as their Unicode numbers."
        ),
    )
    # Within a sentence; in Portuguese an article stands before it.
    regulation = _("the revoked regulation") if answer.dates.until is not None else _("the regulation")
    parts = [
        section(say(_("Comparison with the other bets of the table")), *_comparison(answer, say)),
        section(
            say(_("Verification of the figures")),
            paragraph(say(certificate)),
            paragraph("banca-verify certificate dossier.json", "code"),
            paragraph(say(checker)),
            facts((say(_("SHA-256 of the certificate (JSON, sorted keys)")), answer.certificate_digest)),
        ),
        section(
            say(_("Provisions and readings")),
            paragraph(say(provisions)),
            facts((say(_("Parts of {regulation} consulted"), regulation=say(regulation)), say(answer.holds))),
            facts(*((say.cite(of.cite), say(of.text)) for of in answer.rests_on)),
        ),
        section(
            say(_("Proposal file")),
            paragraph(say(file)),
            facts((say(_("SHA-256 of the proposal file")), answer.digest)),
            *([paragraph(say(unicode_numbers))] if is_escaped else []),
            {"kind": "listing", "lines": answer.source.rstrip("\n").split("\n")},
        ),
    ]
    figures = [
        (say.labelled(chapter.title(say), name), fraction)
        for chapter in bets
        for name, fraction in long_figures(chapter, say)
    ]
    if figures:
        intro = say(_("The figures whose fractions are too long for the tables above."))
        parts.append(section(say(_("Exact figures")), paragraph(intro), facts(*figures)))
    return section(say(_("Annexes")), parts=parts)


def _comparison(answer: DossierAnswer, say: Translator) -> Iterator[Block]:
    """Every bet of the table, what its mark means, and a chart."""
    rows = answer.comparison
    intro = _(
        "All bets of the gaming table with the options chosen, in ascending order of the casino's advantage. Equal bets of one kind share a row."
    )
    yield paragraph(say(intro))
    yield table(
        say,
        [BET, (_("Provision"), LEFT), PRIZE, WINNING, ROUNDS, ADVANTAGE],
        [
            (
                _with_marks(row, say),
                say.article(row.cite),
                prize_lines(row.pays, say),
                share(row.win, say),
                say.decimal(row.rounds.exact, 2),
                share(row.edge, say),
            )
            for row in rows
        ],
        words=count_words(answer.rules, say),
        marked=[number for number, row in enumerate(rows) if row.is_proposed],
    )
    marks = {mark for row in rows for mark in row.marks}
    legend = [status for status in STATUSES.values() if status.mark and status.mark in marks]
    if legend:
        yield points(say.labelled(f"{status.mark} {say(status.name)}", say(status.means)) for status in legend)
    # Bets that differ only in what they pay share a bar.
    bars: dict[tuple[str, str, Fraction], ComparedBets] = {}
    for row in rows:
        key = (row.id, row.selection, row.edge.exact)
        before = bars[key].together.value if key in bars else ()
        bars[key] = replace(row, together=Localized(bets_text, (*before, *row.together.value)))
    yield chart(
        say(_("Casino's advantage of each bet, as a percentage of the stake")),
        [
            (_with_marks(row, say), percent := float(row.edge.percent), say.decimal(percent, 2), row.is_proposed)
            for row in bars.values()
        ],
    )


def _with_marks(row: ComparedBets, say: Translator) -> str:
    """The name, and the mark of what is not simply gazetted."""
    return unbroken_end(" ".join([say(row.together), *row.marks]))


# The whole

TAGS = {Language.EN: "en", Language.PT: "pt", Language.ZH: "zh-Hant"}


def document(
    answer: DossierAnswer,
    say: Translator,
    *,
    is_escaped: bool = False,
    redraw: Callable[[str], str] = lambda svg: svg,
) -> Block:
    """The application, its sections, and the few words round them; the layout may be redrawn for paper."""
    bets, say = chapters(answer), say.of(answer.game)
    advantage_intro = _(
        "The casino's advantage is its average gain per unit staked: the probability of each result of the bet times the "
        "player's net result, added up, with the sign reversed."
    )
    required = [
        _of_each(_("Exact description of the bets"), [description_intro(bets, say)], description, bets, say),
        _of_each(_("Probabilities (odds)"), probabilities_intro(bets, say), probabilities, bets, say),
        prizes(bets, say),
        _of_each(_("Calculation of the casino's advantage"), [paragraph(say(advantage_intro))], advantage, bets, say),
        layout(answer, bets, say, redraw),
        conditions(answer, bets, say),
    ]
    return {
        "language": say.language.value,
        "tag": TAGS[say.language],
        "title": say(answer.title),
        "game": say(answer.game_title),
        "digest": answer.digest,
        "contents": say(_("Contents")),
        "page_of": say(_("page {page} of {pages}"), page="@", pages="#"),
        "letter": letter(answer, bets, required, say),
        "sections": [scope(answer, bets, say), *required, annexes(answer, bets, say, is_escaped=is_escaped)],
    }


def _of_each(
    title: str,
    intro: Iterable[Block],
    blocks: Callable[[BetChapter, Translator], Iterator[Block]],
    bets: Sequence[BetChapter],
    say: Translator,
) -> Block:
    """A section with a part for each bet; a single bet needs no part of its own."""
    parts = [section(chapter.title(say), *blocks(chapter, say)) for chapter in bets]
    if len(bets) == 1:
        return section(say(title), *intro, *parts[0]["blocks"])
    return section(say(title), *intro, parts=parts)
