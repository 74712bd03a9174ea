"""The dossier as a document: an application, and numbered sections in the order in which the regulations ask for them.

dossier.xml has all that it says. Read into plain data, it is set by dossier.typ on paper and by dossier.html on the screen: sections of blocks,
each block an element of dossier.xml with its attributes, its text and its parts, whose `kind` says how it is set.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, fromstring

from msgspec.structs import replace

from banca.dossier.study import (
    MOST_NAMES,
    ComparedBets,
    Dossier,
    EdgeAtOption,
    ExactFigure,
    Prize,
    ProvedBet,
    StateFigures,
    StateMove,
    bets_text,
    decision_text,
)
from banca.i18n import LocalizedText, Translator, template_words
from banca.i18n.descriptions import STATUSES, describe_dates, outcome_name, round_nouns
from banca.i18n.translator import day_before
from banca.law import Effect, Language, clause, is_granted, law
from banca.rules import Citation, Odds, Rules, Text, Win, _, given_text

# Jinja belongs to the extra `propose` and is imported where it is used: the data as JSON need it not.
if TYPE_CHECKING:
    from jinja2 import Template

# A part of a section, or a section itself, as the templates take it.
Block = dict[str, Any]

# Where lines may not break

SPACE, JOINER = "\N{NO-BREAK SPACE}", "\N{WORD JOINER}"
# A word, and the number that it goes with.
NUMBERED = re.compile(
    r"\b(artigos?|alíneas?|subalíneas?|n\.ºs?|pontos?|tabelas?|secção|interpretação|regra|"
    r"articles?|section|reading|rule|No\.|MOP|R\.|I) (?=[(\dR_]|Série)"
)
ODDS = re.compile(r"(\d) (para|to|賠) (?=\d)")
PLURAL_ODDS = re.compile(r"(\d),? (ou|or|或) (?=\d)")
BRACKET = re.compile(r"（[^（）]{1,10}）")
# What a status is marked by, behind a name.
MARK = re.compile(r" (?=[†‡§‖¶*°]+(?:\s|$))")
# The id of a reading; a Chinese letter may be right before it.
READING = re.compile(r"(?<![A-Za-z])R-[a-z]+-\d+[a-z]?")
# The selections behind the name of a family of bets.
LAST = re.compile(r"\d\S*[,、].*$")
# Characters that stay on one line.
MOST_UNBROKEN = 40


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


# Figures and outcomes

NONE = "–"
# Outcomes named one by one: of one bet, and of each of many.
MOST_SEEN, FEW_SEEN = 12, 3
MORE = _("{shown} … and {count} more")


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


def prizes_won(bet: ProvedBet) -> list[StateMove]:
    """The moves by which a bet is won, from any of its first states."""
    moves = (move for state in bet.derivation.states for move in state.moves)
    return [
        move
        for move in moves
        if isinstance(move.to, LocalizedText) and move.to.write is decision_text and isinstance(move.to.value, Win)
    ]


def choices_that_matter(at_options: Sequence[EdgeAtOption]) -> list[EdgeAtOption]:
    """The values of those options that change the figure."""
    edges: dict[str, set[Fraction]] = {}
    for choice in at_options:
        edges.setdefault(choice.option.name, set()).add(choice.edge.exact)
    return [choice for choice in at_options if len(edges[choice.option.name]) > 1]


# Where a rule was found


class Provenance(StrEnum):
    """Where a rule was found, the firmest first."""

    IN_FORCE = "in_force"
    FIRST_PUBLISHED = "first_published"
    """In the regulation as first published; an amendment has not been seen."""
    PREDECESSOR = "predecessor"
    REVOKED = "revoked"
    RECONSTRUCTED = "reconstructed"


def firmest_first(sources: Iterable[Provenance]) -> list[Provenance]:
    """Each source once."""
    return sorted(set(sources), key=list(Provenance).index)


def provenance(cites: Iterable[Citation]) -> Provenance:
    """Of several clauses, that of the least firm."""
    return firmest_first(map(_provenance, cites))[-1]


def _provenance(cite: Citation) -> Provenance:
    status = clause(cite.game, cite.clause).status.value
    # A clause that is none of these stands in the regulation, with its readings and what is proposed to it.
    if status in list(Provenance):
        return Provenance(status)
    of = law(cite.game)
    if of.instrument.until:
        return Provenance.REVOKED
    return Provenance.FIRST_PUBLISHED if of.amendments else Provenance.IN_FORCE


def earlier_regulation(game: str, say: Translator) -> str:
    """The instrument that the game's own replaced, as it was last changed."""
    of = law(game)
    replaced = [other for other in of.others if other.until and other.until == of.instrument.in_force]
    approved = [say(given_text(other.name)) for other in replaced if other.effect is Effect.APPROVES]
    changed = [say(given_text(other.name)) for other in replaced if other.effect is Effect.AMENDS]
    earlier = approved[-1] if approved else ""
    if changed:
        return say(_("{approved}, as reworded by {changed}"), approved=earlier, changed=changed[-1])
    return earlier


# The bets


@dataclass(frozen=True, slots=True, kw_only=True)
class BetChapter:
    """Bets of one family with the same prizes and chances; the first speaks for all."""

    bets: Sequence[ProvedBet]
    rules: Rules
    say: Translator

    @property
    def bet(self) -> ProvedBet:
        """The one that speaks for all."""
        return self.bets[0]

    @property
    def title(self) -> str:
        """The names of few bets; of many, the family and how many they are."""
        return bets_text(self.say, tuple(bet.bet for bet in self.bets))

    @property
    def names(self) -> list[str]:
        """The name of each bet."""
        return [self.say(bet.name) for bet in self.bets]

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
    def has_one_description(self) -> bool:
        """Whether all bets are described alike."""
        return len({bet.description for bet in self.bets}) == 1

    def describe(self, bet: ProvedBet) -> str:
        """The bet in words, as a sentence: its name is above them."""
        text = self.say(bet.description)
        return text[:1].upper() + text[1:]

    @property
    def facts(self) -> list[str]:
        """What of an outcome a new bet looks at."""
        words = self.rules.rulebook.fact_words
        return [self.say(words.get(fact, fact)) for fact in self.bet.sees]

    @property
    def when_placed(self) -> str:
        """The phase in which it may be placed."""
        return self.say(self.bet.when or _("whenever bets are accepted"))

    @property
    def when_withdrawn(self) -> str:
        """When it may be taken back, and the clauses or readings that say so."""
        say = self.say
        return say.items(say.in_brackets(say(rule.when), say.cite(rule.cite)) for rule in self.bet.withdrawn)

    @property
    def based_on(self) -> Iterable[Citation]:
        """The clauses of the bet and of what decides it; of a bet of the game, those of its prizes too, those that change among them."""
        bet = self.bet
        prizes = () if bet.is_new else (*bet.departs_from, *bet.prize_cites)
        return dict.fromkeys([bet.bet.cite, *bet.decided_by, *prizes, *bet.bet.reads, *bet.commission_cite.cites])

    def name_outcomes(self, written: Iterable[str]) -> str:
        """A series of outcomes, each part by its name: `1-3, 2-2`, `Fish-Crab-Crab`."""
        return self.say.list(map(self._outcome, written))

    def _outcome(self, written: str) -> str:
        return "-".join(outcome_name(self.rules, part, self.say) for part in written.split("-"))

    def outcomes(
        self,
        seen: Sequence[str],
        most: int = MOST_SEEN,
        join: Callable[[list[str]], str] | None = None,
        more: Text = MORE,
    ) -> str:
        """Outcomes as this bet sees them: consecutive numbers as `4–6`, with their unit, and no more of them than can be read.

        They are listed, or joined in another way where all of them are said.
        """
        say, counts = self.say, {str(number): words for number, words in self.bet.bet.counts.items()}
        if counts and set(seen) <= counts.keys():
            return (join or say.list)([say(counts[number]) for number in sorted(seen, key=int)])
        are_numbers = all(outcome.isdigit() for outcome in seen)
        runs = number_runs(sorted(seen, key=int) if are_numbers else seen)
        left = len(runs) - most
        shown = (join if join and left <= 0 else say.list)([self._outcome(run) for run in runs[:most]])
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

    def wins(self, bet: ProvedBet) -> tuple[str, int]:
        """The outcomes on which one of the bets wins at once, and in how many ways they come."""
        moves = prizes_won(bet)
        seen = list(dict.fromkeys(outcome for move in moves for outcome in move.seen))
        return self.outcomes(seen, FEW_SEEN), sum(move.ways for move in moves)

    def moves(self, state: StateFigures) -> str:
        """`3 (2) → 2,3`: on a 3, in 2 ways, to the state 2,3; a short one is never broken."""
        say = self.say
        moves = (
            f"{say.in_brackets(self.outcomes(move.seen), say.count(move.ways))} → {say(move.to)}"
            for move in state.moves
        )
        return say.items(unbroken(move) if len(move) <= MOST_UNBROKEN else with_bracket(move) for move in moves)

    def prize_name(self, prize: Prize) -> str:
        """What a prize is for: the name of its row, or the outcomes that win it."""
        if prize.name:
            return self.say(prize.name)
        return self.outcomes(prize.seen) if prize.seen else self.say(_("a winning bet"))

    @property
    def prizes(self) -> str:
        """The prizes, before any commission: one as it is; several, each with what it is for."""
        say, bet = self.say, self.bet
        if len(bet.prizes) == 1:
            return say.odds(bet.pays)
        return say.list(say.in_brackets(say(prize.pays), self.prize_name(prize)) for prize in bet.prizes)

    @property
    def net_prizes(self) -> str:
        """The prizes, and what is deducted from them."""
        return self.less_commission(self.prizes)

    @property
    def changes(self) -> str:
        """Each prize that changes, on what, and what it was: `2: 3 to 1, instead of 2 to 1`; and that others stay, where some do."""
        say, bet = self.say, self.bet
        text = (
            _("{pays} on {on}, instead of {before} in the revoked regulation")
            if self.prizes_from is Provenance.REVOKED
            else _("{pays} on {on}, instead of {before}")
        )
        more = _("{shown} … and {count} more, according to the condition in the proposal file (annex)")
        changes = [
            say(
                text,
                on=self.outcomes(change.seen, MOST_SEEN, say.any_of, more),
                pays=say(change.pays),
                before=say(change.before),
            )
            for change in bet.changes
        ]
        changed = {outcome for change in bet.changes for outcome in change.seen}
        if not changed.issuperset(outcome for move in prizes_won(bet) for outcome in move.seen):
            changes.append(say(_("the rest unchanged")))
        return say.items(changes)

    def less_commission(self, pays: str) -> str:
        """Prizes, and what is deducted from them, where something is."""
        rate = self.bet.commission
        if not rate:
            return pays
        return self.say(
            _("{pays}, less a commission of {rate} of the prize"), pays=pays, rate=self.say.percent_of(rate)
        )

    def less_both_commissions(self, change: str) -> str:
        """A prize instead of another, and what is deducted from either, where something is."""
        rate = self.bet.commission
        if not rate:
            return change
        text = _("{change}, less a commission of {rate} of the prize in both cases")
        return self.say(text, change=change, rate=self.say.percent_of(rate))


def chapters(dossier: Dossier, say: Translator) -> list[BetChapter]:
    """The bets of the proposal, equal ones together."""
    known, study = {bet.key: bet for bet in dossier.bets}, dossier.study
    return [BetChapter(bets=[known[key] for key in family], rules=study.rules, say=say) for family in study.families]


# The whole

TAGS = {Language.EN: "en", Language.PT: "pt", Language.ZH: "zh-Hant"}
# What the applicant has not said and fills in.
BLANK = "________"
# Characters that XML cannot have, not even escaped.
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\ufffe\uffff]")


def document(
    dossier: Dossier,
    say: Translator,
    *,
    source: str = "",
    is_escaped: bool = False,
    redraw: Callable[[str], str] = lambda svg: svg,
) -> Block:
    """The application, its sections, and the few words round them; the layout may be redrawn for paper.

    `source` is the listing of the file where some of its letters cannot be printed, `is_escaped` where that is so of Chinese.
    """
    proposal = dossier.study.proposal
    say = say.of(proposal.game)
    # The drawing and the file are put in as they are: the one is XML of its own, and the other may have characters that XML has not.
    whole: dict[str, Block] = {
        "drawing": {"svg": redraw(say(dossier.layout))},
        "listing": {"lines": (source or proposal.source).rstrip("\n").split("\n")},
    }
    root = fromstring(template("dossier.xml").render(_contents(dossier, say), is_escaped=is_escaped))  # noqa: S314 - our own
    letter, *sections = root
    parts: dict[str, list[Block]] = {}
    for part in letter:
        parts.setdefault(part.tag, []).append(read_element(part, say, bind=bind_numbers))
    return {
        "language": say.language.value,
        "tag": TAGS[say.language],
        "title": bind_numbers(say(proposal.title)),
        "digest": proposal.digest,
        "contents": say(_("Contents")),
        "page_of": say(_("page {page} of {pages}"), page="@", pages="#"),
        "letter": parts,
        "sections": [_read_section(section, say, whole) for section in sections],
    }


@cache
def template(name: str, package: str = "banca", folder: str = "dossier") -> "Template":
    """A template of a package; what it says is escaped, and what it is not given fails."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    pages = Environment(
        loader=PackageLoader(package, folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: CONTROL.sub("\N{REPLACEMENT CHARACTER}", value) if type(value) is str else value,
    )
    pages.filters["with_selection"] = with_selection
    return pages.get_template(name)


def _contents(dossier: Dossier, say: Translator) -> dict[str, Any]:
    """What dossier.xml writes: the answer, and what it is written with."""
    bets, study = chapters(dossier, say), dossier.study
    limits = {name: say.money(getattr(study.limits, name)) for name in ("minimum", "maximum", "chip")}
    totals = dict.fromkeys((of.bet.derivation.total, of.bet.derivation.weights_cite.cites) for of in bets)
    # Bets that differ only in what they pay share a bar. Bars go to both sides of zero, in shares of the width.
    bars: dict[tuple[str, str, Fraction], ComparedBets] = {}
    for row in study.comparison:
        key = (row.id, row.selection, row.edge.exact)
        before = bars[key].together.value if key in bars else ()
        bars[key] = replace(row, together=LocalizedText(bets_text, (*before, *row.together.value)))
    sizes = [float(row.edge.percent) for row in bars.values()]
    low = min(0.0, *sizes)
    width = max(0.0, *sizes) - low or 1.0

    def bets_for_one(chance: Fraction) -> str:
        """In how many bets something happens once: `18`, or `1.06`."""
        if not chance:
            return NONE
        bets = 1 / chance
        return say.count(int(bets)) if bets.denominator == 1 else say.decimal(bets, 2)

    def exact(figure: ExactFigure) -> str:
        """The fraction; where it is too long, about what it is."""
        return f"≈ {say.decimal(figure.exact, figure.decimal.digits)}" if figure.is_long else say.exact(figure.exact)

    def prize_lines(pays: LocalizedText) -> str:
        """Each prize on a line of its own, for a narrow column."""
        odds: Iterable[Odds] = pays.value
        return "\n".join(say.odds([single]) for single in odds)

    def name_with_marks(row: ComparedBets) -> str:
        """The name, and the mark of what is not simply gazetted."""
        return unbroken_end(" ".join([say(row.together), *row.marks]))

    return {
        **template_words(say),
        "articles": dict.fromkeys(  # without their numbers
            Citation(of.cite.game, of.cite.clause.partition(".")[0]) for of in study.asked_under
        ),
        "asked_under": [say.cite(of.cite) for of in study.asked_under],
        "bars": [
            (row, (min(size, 0.0) - low) / width, abs(size) / width)
            for row, size in zip(bars.values(), sizes, strict=True)
        ],
        "bets_for_one": bets_for_one,
        "chapters": bets,
        "choices_that_matter": choices_that_matter,
        "day_before": day_before,
        "describe_dates": describe_dates,
        "devices": [
            (total, cites, [of.title for of in bets if of.bet.derivation.total == total]) for total, cites in totals
        ],
        "dossier": dossier,
        "earlier": earlier_regulation(study.proposal.game, say),
        "exact": exact,
        "figure": ExactFigure,
        "firmest_first": firmest_first,
        "is_granted": is_granted,
        "limits": limits,
        "limits_to_fill": {name: amount if name in study.limits_named else BLANK for name, amount in limits.items()},
        "long_figures": any(
            figure.is_long
            for of in bets
            for figure in (of.bet.edge, of.bet.edge_per_round, of.bet.rounds, *(end.chance for end in of.bet.endings))
        ),
        "marks": [
            status
            for status in STATUSES.values()
            if status.mark and any(status.mark in row.marks for row in study.comparison)
        ],
        "most_names": MOST_NAMES,
        "name_with_marks": name_with_marks,
        "prize_lines": prize_lines,
        "study": study,
        "without_number": lambda cites: [Citation(cite.game, cite.clause.rpartition(".")[0]) for cite in cites],
        "zero": abs(low) / width,
        "words": {name: say(noun) for name, noun in round_nouns(study.proposal.game).items()},
    }


# What the template wrote, as data

# Each line of these is a sentence; in others a line stays a line.
SENTENCES = ("p", "text", "foot")


def read_element(
    element: Element, say: Translator, whole: Mapping[str, Block] = {}, bind: Callable[[str], str] = str
) -> Block:
    """An element with its attributes, its text and its parts; `whole` has what is put in as it is, by the name of its element."""
    lines = [line.strip() for line in (element.text or "").split("\n") if line.strip()]
    return {
        "kind": element.tag,
        **{name: bind(value) for name, value in element.attrib.items()},
        "text": bind(say.sentences(lines) if element.tag in SENTENCES else "\n".join(lines)),
        "parts": [read_element(part, say, whole, bind) for part in element],
        **whole.get(element.tag, {}),
    }


def _read_section(section: Element, say: Translator, whole: Mapping[str, Block]) -> Block:
    """A numbered section, with numbered parts below its own blocks; a single bet needs no part of its own."""
    blocks = [part for part in section if part.tag not in ("part", "bet")]
    parts = section.findall("part") or section.findall("bet")
    if len(parts) == 1 and parts[0].tag == "bet":
        blocks, parts = [*blocks, *parts[0]], []
    return {
        "title": bind_numbers(section.attrib["title"]),
        "blocks": [read_element(block, say, whole, bind_numbers) for block in blocks],
        "parts": [_read_section(part, say, whole) for part in parts],
    }
