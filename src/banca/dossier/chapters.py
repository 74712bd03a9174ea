"""What is said of each bet: its description, chances, prizes and advantage. Equal bets of a family share a chapter."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from banca.dossier import texts
from banca.dossier.answer import DossierAnswer
from banca.dossier.bet_answer import EdgeAtOption, LiabilityFigures, ProvedBet, SimulatedEdge, StateFigures, StateMove
from banca.dossier.blocks import LEFT, RIGHT, WIDE, AnyBlock, TextBlock, facts, table
from banca.dossier.breaks import unbroken, with_bracket
from banca.dossier.outcomes import FEW_SEEN, MOST_SEEN, outcomes_said
from banca.dossier.provenance import Provenance, provenance, with_prizes_label
from banca.dossier.values import ExactFigure, bets_text, decision_text
from banca.dossier.writing import bets_for_one, counted, exact, share
from banca.i18n import Localized, Translator
from banca.rules import Rules, Text, Win

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
        return provenance([self.bet.cite])

    @property
    def prizes_from(self) -> Provenance:
        """Where the prizes come from that change."""
        return provenance(self.bet.departs_from or [self.bet.cite])

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
        return self._said(seen, say, most, say.list, texts.MORE)

    def any_of(self, seen: Sequence[str], say: Translator) -> str:
        """Any of several outcomes, within a sentence: `2 or 12`."""
        return self._said(seen, say, MOST_SEEN, say.any_of, texts.MORE_IN_FILE)

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
            (say(texts.RESULT_AND_PRIZE), WIDE),
            (say(texts.CHANCE), RIGHT),
            (say(texts.PERCENT), RIGHT),
            (say(texts.ONE_IN), RIGHT),
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
    ways = say(texts.WAYS, total=say.count(derivation.total))
    yield table(
        [(say(texts.RESULT), WIDE), (say(texts.ON), WIDE), (ways, RIGHT)],
        [
            [_to(move, say), chapter.outcomes(move.seen, say), say.count(move.ways)]
            for move in derivation.states[0].moves
        ],
        caption=_of_one(chapter, say(texts.ON), say),
    )
    if len(chapter.bets) > 1:
        columns = [(say(texts.BET), WIDE), (say(texts.WINS_ON), WIDE), (ways, RIGHT)]
        rows = [[say(one.name), *_wins_on(one, chapter, say)] for one in chapter.bets]
        yield table(columns, rows, caption=say(texts.SELECTIONS))


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
        say(texts.ALL_STATES, count=count)
        if derivation.of == len(shown)
        else say(texts.STATES_SHOWN, shown=len(shown), count=count)
    )
    yield table(
        [
            (say(texts.STATE), LEFT),
            (say(texts.MOVES, total=say.count(derivation.total)), WIDE),
            (say(texts.WINNING), RIGHT),
            (say(texts.ROUNDS, **chapter.counted(say)), RIGHT),
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
        yield say(texts.STATE_TELLS, what=say(bet.state_words))
    if bet.sees:
        words = chapter.rules.rulebook.fact_words
        yield say(texts.OUTCOME_TELLS, what=say.list(say(words.get(one, one)) for one in bet.sees))


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
            (say(texts.RESULT), WIDE),
            (say(texts.CHANCE), RIGHT),
            (say(texts.NETS), RIGHT),
            (say(texts.TIMES), RIGHT),
            (say(texts.PERCENT), RIGHT),
        ],
        [*rows, [say(texts.SUM), "", "", exact(mean, say), share(mean, say)]],
        total=True,
    )
    yield facts(*_figures(chapter, say))
    rows = [
        [say(one.name), say.spell(one.said), exact(one.edge, say), share(one.edge, say)]
        for one in _that_matter(bet.at_options)
    ]
    if rows:
        columns = [
            (say(texts.OPTION), WIDE),
            (say(texts.VALUE), WIDE),
            (say(texts.ADVANTAGE), RIGHT),
            (say(texts.PERCENT), RIGHT),
        ]
        yield table(columns, rows, caption=say(texts.AT_OPTIONS))


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
        say(texts.EXACTLY),
        say(texts.IN_ANNEX, percent=percent)
        if bet.edge.is_long
        else f"{exact(bet.edge, say)} ≈ {percent}"
        if bet.edge.exact
        else exact(bet.edge, say),
    )
    if bet.edge_before:
        yield with_prizes_label(chapter.prizes_from, bet.commission_cite.cites, say), share(bet.edge_before, say)
    if bet.p_push:
        yield say(texts.TIES_OUT), say.percent(bet.house_edge_resolved, 4)
    yield say(texts.PER_ROUND, **counts), share(bet.edge_per_round, say)
    rounded = bet.rounded
    stake, chip = say.money(rounded.stake.avos), say.money(rounded.chip.avos)
    yield say(texts.AT_MINIMUM, stake=stake, chip=chip), share(rounded.edge, say)
    yield say(texts.HITS), say(texts.HITS_SAID, percent=share(bet.win, say), one_in=bets_for_one(bet.p_win, say))
    yield say(texts.VOLATILITY), say.decimal(bet.sd, 4)
    if chapter.has_maximum:
        yield say(texts.WORST), _worst(bet.liability, say)
    if bet.at_options and not _that_matter(bet.at_options):
        yield say(texts.AT_OPTIONS), say(texts.SAME_AT_OPTIONS)
    if bet.simulation:
        yield say(texts.SIMULATED), _simulated(bet.simulation, counts, say)


def _worst(most: LiabilityFigures, say: Translator) -> str:
    return say(
        texts.WORST_SAID,
        prize=say.money(most.prize.avos),
        stake=say.money(most.stake.avos),
        pays=say(most.pays),
        percent=share(most.chance, say),
    )


def _simulated(simulation: SimulatedEdge, counts: Mapping[str, str], say: Translator) -> str:
    z = float(simulation.z)
    return say(
        texts.SIMULATED_SAID,
        **counts,
        edge=say.percent(float(simulation.edge), 4),
        error=say.percent(float(simulation.error), 4),
        rounds=say.count(simulation.rounds),
        seed=simulation.seed,
        compared=say(texts.ABOVE if z >= 0 else texts.BELOW, z=say.decimal(abs(z), 2)),
    )
