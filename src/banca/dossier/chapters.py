"""What is said of each bet: its description, chances, prizes and advantage. Equal bets of a family share a chapter."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from banca.answers.value import Pays
from banca.dossier import texts
from banca.dossier.answer import DossierAnswer
from banca.dossier.bet_answer import EdgeAtOption, PrizeFigures, ProvedBet, SimulatedEdge, StateFigures, StateMove
from banca.dossier.blocks import LEFT, RIGHT, WIDE, AnyBlock, QuoteBlock, TableBlock, TextBlock, facts, table
from banca.dossier.outcomes import FEW_SEEN, outcome_said, outcomes_said
from banca.dossier.values import MOST_NAMES, BetsTogether, DecisionName, ExactFigure
from banca.dossier.writing import NONE, bets_for_one, exact, share
from banca.rulebook import Citation, Rules, Term, Win
from banca.words import Speech

MOST_UNBROKEN = 40
"""Characters that stay on one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BetChapter:
    """Bets of one family with the same prizes and chances; the first speaks for all."""

    bets: Sequence[ProvedBet]
    rules: Rules

    @property
    def bet(self) -> ProvedBet:
        """The one that speaks for all."""
        return self.bets[0]

    @property
    def is_one_round(self) -> bool:
        """Whether the next outcome decides."""
        return self.bet.mean_rounds == 1

    @property
    def has_other_prizes(self) -> bool:
        """Whether some of its prizes change and others do not, so that it must be said which."""
        return bool(self.bet.changes) and len(self.bet.prizes) > 1

    def title(self, say: Speech) -> str:
        """The names of few bets; of many, the family and how many they are."""
        return BetsTogether(tuple(bet.name.bet for bet in self.bets)).said(say.language)


def chapters(answer: DossierAnswer) -> list[BetChapter]:
    """The bets of the proposal, equal ones together."""
    known = {bet.key: bet for bet in answer.bets}
    return [BetChapter(bets=[known[key] for key in alike], rules=answer.layout.rules) for alike in answer.families]


def when_placed(bet: ProvedBet, say: Speech) -> str:
    """The phase in which it may be placed."""
    return say(bet.when or texts.ANY_TIME)


# 2 Description


def description(chapter: BetChapter, say: Speech) -> Iterator[AnyBlock]:
    """The proposal's own words, how the bet is played, and an example of every ending."""
    bet = chapter.bet
    words = list(dict.fromkeys(one.description for one in chapter.bets))
    if not bet.is_new:
        yield TextBlock(say(texts.OWN_BET, cite=say.cite(bet.cite)))
    if len(words) == 1:
        yield QuoteBlock(say(words[0]))
    if len(chapter.bets) > MOST_NAMES and len(words) == 1:
        names = say.list(one.name.said(say) for one in chapter.bets)
        yield TextBlock(say(texts.ALIKE_SAID, count=len(chapter.bets), names=names))
    if len(words) > 1:
        columns = [(say(texts.BET), LEFT), (say(texts.DESCRIBED), WIDE)]
        yield table(columns, [[one.name.said(say), say(one.description)] for one in chapter.bets])
    rounds, states = say.decimal(bet.mean_rounds, 2), say.count(bet.derivation.of)
    yield facts(
        (say(texts.PRIZE), prizes_said(chapter, say)),
        (say(texts.CHANGED), changes_said(chapter, say)) if chapter.has_other_prizes else None,
        (say(texts.PAID_BEFORE), bet.pays_before.said(say)) if bet.pays_before.odds else None,
        (say(texts.MAY_BE_PLACED), when_placed(bet, say)) if bet.is_new else None,
        (say(texts.WITHDRAWN), say(texts.BEFORE_MOVED if bet.is_new else texts.AS_BEFORE)),
        (
            say(texts.IS_DECIDED),
            say(texts.AT_ONCE) if chapter.is_one_round else say(texts.AFTER_SEVERAL, rounds=rounds, states=states),
        ),
        (say(texts.BASIS), say.cites(dict.fromkeys([*_based_on(bet), *bet.reads]))),
    )
    yield table(
        [
            (say(texts.OUTCOMES), WIDE),
            (say(texts.RESULT), WIDE),
            (say(texts.STAKE), RIGHT),
            (say(texts.RECEIVED), RIGHT),
            (say(texts.NET), RIGHT),
        ],
        [
            [
                say.list(outcome_said(each, chapter.rules, say) for each in one.outcomes),
                one.said.said(say),
                say.money(one.stake.avos),
                say.money(one.received.avos),
                say.signed(one.net.avos),
            ]
            for one in bet.examples
        ],
        caption=say(texts.EXAMPLES_OF, bet=bet.name.said(say)) if len(chapter.bets) > 1 else say(texts.EXAMPLES),
    )


def _based_on(bet: ProvedBet) -> Sequence[Citation]:
    """The clause of a new bet; of a bet of the game, whose prizes change, the clauses of its prizes."""
    return [bet.cite] if bet.is_new else [bet.cite, *bet.prize_cites]


# 3 Probabilities


def probabilities(chapter: BetChapter, say: Speech) -> Iterator[AnyBlock]:
    """The chance of every result, and how it comes about."""
    yield table(
        [
            (say(texts.RESULT_AND_PRIZE), WIDE),
            (say(texts.CHANCE), RIGHT),
            (say(texts.PERCENT), RIGHT),
            (say(texts.ONE_IN), RIGHT),
        ],
        [
            [one.said.said(say), exact(one.chance, say), share(one.chance, say), bets_for_one(one.chance.exact, say)]
            for one in chapter.bet.endings
        ],
    )
    yield from _at_once(chapter, say) if chapter.is_one_round else _by_states(chapter, say)


def _at_once(chapter: BetChapter, say: Speech) -> Iterator[AnyBlock]:
    """One round: ways counted."""
    derivation = chapter.bet.derivation
    ways = say(texts.WAYS, total=say.count(derivation.total))
    yield table(
        [(say(texts.RESULT), WIDE), (say(texts.ON), WIDE), (ways, RIGHT)],
        [
            [_to(move, say), outcomes_said(move.seen, chapter.rules, say), say.count(move.ways)]
            for move in derivation.states[0].moves
        ],
    )
    if len(chapter.bets) > 1:
        columns = [(say(texts.BET), WIDE), (say(texts.WINS_ON), WIDE), (ways, RIGHT)]
        rows = [[one.name.said(say), *_wins_on(one, chapter.rules, say)] for one in chapter.bets]
        yield table(columns, rows, caption=say(texts.SELECTIONS))


def _wins_on(bet: ProvedBet, rules: Rules, say: Speech) -> tuple[str, str]:
    moves = [move for move in bet.derivation.states[0].moves if _won(move)]
    return outcomes_said(_seen_in(moves), rules, say, FEW_SEEN), say.count(sum(move.ways for move in moves))


def _won(move: StateMove) -> Win | None:
    """The win that it leads to, if it does."""
    decision = move.to.decision if isinstance(move.to, DecisionName) else None
    return decision if isinstance(decision, Win) else None


def _to(move: StateMove, say: Speech) -> str:
    return say(move.to) if isinstance(move.to, Term) else move.to.said(say)


def _seen_in(moves: Iterable[StateMove]) -> list[str]:
    return [one for move in moves for one in move.seen]


def _by_states(chapter: BetChapter, say: Speech) -> Iterator[AnyBlock]:
    """Several rounds: the first states of the chain."""
    derivation = chapter.bet.derivation
    shown, count = derivation.states, say.count(derivation.of)
    yield table(
        [
            (say(texts.STATE), LEFT),
            (say(texts.MOVES, total=say.count(derivation.total)), WIDE),
            (say(texts.WINNING), RIGHT),
            (say(texts.ROUNDS), RIGHT),
        ],
        [
            [
                state.state.said(say),
                _moves(state, chapter.rules, say),
                share(state.win, say),
                say.decimal(state.rounds.exact, 2),
            ]
            for state in shown
        ],
        caption=say(texts.ALL_STATES, count=count)
        if derivation.of == len(shown)
        else say(texts.STATES_SHOWN, shown=len(shown), count=count),
    )


def _moves(state: StateFigures, rules: Rules, say: Speech) -> str:
    """`3 (2) → 2,3`: on a 3, in 2 ways, to the state 2,3; a short one is never broken."""
    moves = (
        f"{say.bracketed(outcomes_said(move.seen, rules, say), say.count(move.ways))} → {_to(move, say)}"
        for move in state.moves
    )
    unbroken = (move.replace(" ", "\N{NO-BREAK SPACE}") if len(move) <= MOST_UNBROKEN else move for move in moves)
    return say.items(unbroken)


# 4 Prizes


def prize_name(chapter: BetChapter, prize: PrizeFigures, say: Speech) -> str:
    """What a prize is for: the name of its row, or the outcomes that win it at once."""
    bet = chapter.bet
    if prize.name:
        return say(prize.name)
    if len(bet.prizes) > 1 and bet.derivation.of == 1:
        wins = [(move, _won(move)) for move in bet.derivation.states[0].moves]
        seen = _seen_in(move for move, won in wins if won and (won.odds,) == prize.pays.odds)
        if seen:
            return outcomes_said(seen, chapter.rules, say)
    return say(texts.WINNING_ROW)


def prizes_said(chapter: BetChapter, say: Speech) -> str:
    """One prize as it is; several, each with what it is for; and the commission."""
    bet = chapter.bet
    if len(bet.prizes) == 1:
        return less_commission(bet, bet.pays.said(say), say)
    prizes = (say.bracketed(one.pays.said(say), prize_name(chapter, one, say)) for one in bet.prizes)
    return less_commission(bet, say.list(prizes), say)


def less_commission(bet: ProvedBet, pays: str, say: Speech) -> str:
    """Prizes, and what is deducted from them, where something is."""
    return say(texts.LESS_COMMISSION, pays=pays, rate=say.percent_of(bet.commission)) if bet.commission else pays


def changes_said(chapter: BetChapter, say: Speech) -> str:
    """Each prize that changes, on what, and what it was: `2: 3 to 1, instead of 2 to 1`."""
    changed = [
        say(
            texts.CHANGED_PRIZE,
            on=outcomes_said(one.seen, chapter.rules, say),
            pays=_prize_or_none(one.pays, say),
            before=_prize_or_none(one.before, say),
        )
        for one in chapter.bet.changes
    ]
    return say.items([*changed, say(texts.UNCHANGED)])


def _prize_or_none(pays: Pays, say: Speech) -> str:
    return pays.said(say) if pays.odds else say(texts.NO_PRIZE)


def prize_table(bets: Sequence[BetChapter], say: Speech) -> TableBlock:
    """Every prize of every bet, with what it gives back and one step to either side."""
    return table(
        [
            (say(texts.BET), WIDE),
            (say(texts.PRIZE_FOR), WIDE),
            (say(texts.PRIZE), RIGHT),
            (say(texts.CHANCE), RIGHT),
            (say(texts.GIVES_BACK), RIGHT),
            (say(texts.ONE_LOWER), RIGHT),
            (say(texts.ONE_HIGHER), RIGHT),
        ],
        [
            [
                "" if number else chapter.title(say),
                prize_name(chapter, one, say),
                one.pays.said(say),
                share(one.chance, say),
                share(one.returns, say),
                _step(one.lower, one.edge_lower, say),
                _step(one.higher, one.edge_higher, say),
            ]
            for chapter in bets
            for number, one in enumerate(chapter.bet.prizes)
        ],
    )


def commissions(bets: Sequence[BetChapter], say: Speech) -> tuple[str, ...]:
    """What is kept of prizes."""
    return tuple(
        say(
            texts.COMMISSION,
            bet=one.title(say),
            rate=say.percent_of(one.bet.commission),
            cite=say.cites(one.bet.commission_cite.cites),
        )
        for one in bets
        if one.bet.commission
    )


def _step(pays: Pays, edge: ExactFigure | None, say: Speech) -> str:
    return f"{pays.said(say)}\n{share(edge, say)}" if edge else NONE


# 5 Advantage


def advantage(chapter: BetChapter, say: Speech) -> Iterator[AnyBlock]:
    """The sum line by line, and what else is asked about it."""
    bet = chapter.bet
    mean = ExactFigure.of(-bet.house_edge)
    rows = [
        [
            one.said.said(say),
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
    yield facts(*_figures(bet, say))
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


def _figures(bet: ProvedBet, say: Speech) -> Iterator[tuple[str, str]]:
    percent = share(bet.edge, say)
    yield (
        say(texts.EXACTLY),
        say(texts.IN_ANNEX, percent=percent) if bet.edge.is_long else f"{exact(bet.edge, say)} ≈ {percent}",
    )
    if bet.edge_before:
        yield say(texts.BEFORE), share(bet.edge_before, say)
    if bet.p_push:
        yield say(texts.TIES_OUT), say.percent(bet.house_edge_resolved, 4)
    yield say(texts.PER_ROUND), share(bet.edge_per_round, say)
    rounded, most = bet.rounded, bet.liability
    stake, chip = say.money(rounded.stake.avos), say.money(rounded.chip.avos)
    yield say(texts.AT_MINIMUM, stake=stake, chip=chip), share(rounded.edge, say)
    yield say(texts.HITS), say(texts.HITS_SAID, percent=share(bet.win, say), one_in=bets_for_one(bet.p_win, say))
    yield say(texts.VOLATILITY), say.decimal(bet.sd, 4)
    yield (
        say(texts.WORST),
        say(
            texts.WORST_SAID,
            prize=say.money(most.prize.avos),
            stake=say.money(most.stake.avos),
            pays=most.pays.said(say),
            percent=share(most.chance, say),
        ),
    )
    if bet.at_options and not _that_matter(bet.at_options):
        yield say(texts.AT_OPTIONS), say(texts.SAME_AT_OPTIONS)
    if bet.simulation:
        yield say(texts.SIMULATED), _simulated(bet.simulation, say)


def _simulated(simulation: SimulatedEdge, say: Speech) -> str:
    return say(
        texts.SIMULATED_SAID,
        edge=say.percent(float(simulation.edge), 4),
        error=say.percent(float(simulation.error), 4),
        rounds=say.count(simulation.rounds),
        seed=simulation.seed,
        z=say.decimal(float(simulation.z), 2),
    )
