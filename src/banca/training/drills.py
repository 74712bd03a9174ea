"""The six kinds of exercise, each a row of `DRILLS`: what it asks, how it is made, and what is right."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from random import Random
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct, structs

from banca.game import Game, read_data
from banca.games import find, rules_of
from banca.i18n import Translator, translator
from banca.i18n.descriptions import outcome_name
from banca.law import clauses_of
from banca.rules import (
    KINDS,
    Bet,
    Citation,
    Defect,
    Layout,
    Limits,
    Outcome,
    Refusal,
    Rules,
    Text,
    ValidThrow,
    Win,
    _,
    _p,
    decided_by,
)
from banca.rules.money import ROUNDED, cut, denominations, pay
from banca.tables.acts import BAD_REQUEST
from banca.training.exercise import (
    CACHED_RULES,
    MINIMUM,
    BetExercise,
    ExerciseKind,
    HeldBet,
    WantedExercise,
    deal_bets,
    is_allowed,
    practice_limits,
    smallest_space,
    usual_stakes,
)
from banca.training.questions import (
    NOT_ANSWERED,
    AnswerForm,
    ChipCount,
    Due,
    Mark,
    Question,
    Reply,
    ShownChoice,
    articles,
    bet_text,
    chips_text,
    dues,
    exercises_of,
    question,
    result_text,
    value_text,
    values_of,
)

Asked: TypeAlias = tuple[Question, list[Due]]
"""What is shown and asked, which does not say what is right; and what is right for each thing that is asked."""


@dataclass(frozen=True, slots=True)
class Drill:
    """A kind of exercise."""

    name: Text
    is_offered: Callable[[str], bool]
    """Whether a game has such exercises."""
    make: Callable[[WantedExercise], Any]
    """What an exercise of this name is about: a value of the kind's own type."""
    ask: Callable[[str, Any, Translator], Asked]
    """The game, and what `make` returned."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise of any kind: its name, and what was made by it."""

    wanted: WantedExercise
    content: Any  # of the kind's own type

    def ask(self, say: Translator) -> Asked:
        """Return what is shown and asked, and what is right for each thing that is asked."""
        return DRILLS[self.wanted.kind].ask(self.wanted.game, self.content, say)

    def question(self, say: Translator) -> Question:
        """Return what is shown and asked."""
        return self.ask(say)[0]

    def mark(self, reply: Reply | None, say: Translator) -> list[Mark]:
        """Return what is right, beside what was answered; None where nothing was.

        Raises:
            Refusal: The answer is not in the form that the question takes.
        """
        game, (question, dues) = self.wanted.game, self.ask(say)
        answers = [None] * len(dues) if reply is None else values_of(reply, question)
        return [
            Mark(
                family=due.family,
                name=due.name,
                is_right=answer is not None and due.is_met(answer),
                result=due.result,
                paid=due.paid,
                said=due.right_text,
                given=say(NOT_ANSWERED) if answer is None else value_text(answer, question, game, say),
                steps=list(due.steps),
                articles=articles(game, due.cites, say),
            )
            for due, answer in zip(dues, answers, strict=True)
        ]


# Bets: what becomes of each.


def _ask_bets(game: str, made: Any, say: Translator) -> Asked:  # of the game's own type
    usual = exercises_of(game)
    question = usual.question(made, say)
    is_alone = len({bet.player for bet in question.bets}) == 1
    dues = []
    for bet, due in zip(question.bets, usual.dues(made, say), strict=True):
        name = bet_text(bet, say) if is_alone else say.labelled(bet.player_name, bet_text(bet, say))
        dues.append(replace(due, name=name, right_text=result_text(game, due.result, due.paid, say)))
    return question, dues


# Cutting: an amount in the fewest chips.

LEAST_AMOUNT = 1000
CUT = _("Pay {amount} in the fewest chips. How many of each?")
AMOUNT = _("Amount: {amount}")
PART = _("{count} × {worth} = {product}")
FEWEST = _("chips in all: {count}")


class ChipAmount(NamedTuple):
    """An amount to be paid, and the smallest chip of the table."""

    amount: int
    chip: int


def _make_cutting(wanted: WantedExercise) -> ChipAmount:
    chance = wanted.chance()
    chip = chance.choice(wanted.terms.chips)
    return ChipAmount(chip * chance.randint(7, wanted.terms.largest_amount * LEAST_AMOUNT // chip), chip)


def _ask_cutting(_game: str, made: ChipAmount, say: Translator) -> Asked:
    amount = say.money(made.amount)
    worths = [worth for worth in denominations(made.chip) if worth <= made.amount]
    # There is one way only: each chip is a multiple of the next smaller one.
    fewest = dict(cut(made.amount, made.chip))
    parts = [
        say(PART, count=say.count(count), worth=say.money(worth), product=say.money(count * worth))
        for worth, count in fewest.items()
    ]
    question = Question(
        kind=ExerciseKind.CUTTING,
        form=AnswerForm.CHIPS,
        asks=say(CUT, amount=amount),
        minimum=LEAST_AMOUNT,
        chip=made.chip,
        amount=made.amount,
        denominations=worths,
        results=[],
        outcome="",
        outcome_name="",
        said=say(AMOUNT, amount=amount),
        bets=[],
    )
    due = Due(
        family=ExerciseKind.CUTTING,
        paid=made.amount,
        right=frozenset({tuple(fewest.get(worth, 0) for worth in worths)}),
        right_text=chips_text(fewest.items(), say),
        steps=(*parts, say(FEWEST, count=say.count(sum(fewest.values())))),
        cites=(ROUNDED,),
    )
    return question, [due]


# Payout: chips that are handed over for a bet that won.

PAYOUT_TRIES = 200
JUDGE = _("For the prize of this bet the croupier hands over {chips}. Is it right?")
RIGHT, SHORT, OVER = "right", "short", "over"
JUDGED = {
    RIGHT: _("right"),
    SHORT: _("too little"),
    OVER: _("too much"),
}
HANDED = _("handed over: {amount}")
DUE = _("to be paid: {amount}")


class Payout(NamedTuple):
    """An exercise of the game with one bet, which won; what it is paid, and the chips that are handed over, by worth and count."""

    base: Any
    due: int
    handed: tuple[tuple[int, int], ...]


def _make_payout(wanted: WantedExercise) -> Payout:
    chance, usual = wanted.chance(), exercises_of(wanted.game)
    for _attempt in range(PAYOUT_TRIES):
        one_bet = structs.replace(wanted, level=1, kind=ExerciseKind.BETS, seed=chance.getrandbits(62))
        base = usual.make(one_bet)
        (due,) = usual.dues(base, translator())
        if due.result == KINDS[Win] and due.paid:
            chip = usual.question(base, translator()).chip
            # Wrong by one chip of any worth that is not above the prize, as a croupier is; two times in three.
            errors = [worth for worth in denominations(chip) if worth <= due.paid] or [chip]
            error = chance.choice((0, -1, 1)) * chance.choice(errors)
            return Payout(base, due.paid, cut(max(chip, due.paid + error), chip))
    raise Defect(f"no winning bet: {wanted}")  # cannot happen while bets can win


def _ask_payout(game: str, made: Payout, say: Translator) -> Asked:
    usual = exercises_of(game)
    usual_question, (due,) = usual.question(made.base, say), usual.dues(made.base, say)
    amount = sum(worth * count for worth, count in made.handed)
    judged = RIGHT if amount == made.due else SHORT if amount < made.due else OVER
    question = structs.replace(
        usual_question,
        kind=ExerciseKind.PAYOUT,
        form=AnswerForm.CHOICE,
        asks=say(JUDGE, chips=chips_text(made.handed, say)),
        handed=[ChipCount(worth=worth, count=count) for worth, count in made.handed],
        choices=[ShownChoice(id=id_, name=say(name)) for id_, name in JUDGED.items()],
    )
    compared = say(HANDED, amount=say.money(amount)), say(DUE, amount=say.money(made.due))
    judgement = Due(
        family=ExerciseKind.PAYOUT,
        name=usual_question.bets[0].name,
        paid=made.due,
        right=frozenset({judged}),
        right_text=say(JUDGED[judged]),
        steps=(*due.steps, *compared),
        cites=due.cites,
    )
    return question, [judgement]


# Exposure: the most that the next result may cost the house.

# Results that are named where several cost the house the most.
MOST_NAMED = 6
EXPOSURE_QUESTION = _(
    "What is the most that the house may have to pay on the next result? Count the prizes of all players together; stakes that the house wins are not deducted."
)
NO_RESULT = _("No result yet")
PAYS = _("{bet}: {paid}")
WORST = _("the most is paid with {outcomes}: {sum} = {paid}")
NOTHING = _("no result of the next round makes any of these bets win")


def worst_results(made: BetExercise) -> tuple[int, tuple[Outcome, ...]]:
    """Return what the house may have to pay at most, and the results that cost it so much: every one is tried."""
    sums = {outcome: sum(paid for _, paid, _ in _winners(made, outcome)) for outcome, _ in smallest_space(made.held)}
    most = max(sums.values())
    return most, tuple(outcome for outcome, paid in sums.items() if paid == most)


def _winners(made: BetExercise, outcome: Outcome) -> list[tuple[HeldBet, int, tuple[Citation, ...]]]:
    """The bets that win with a result, what each is paid, and by which clauses."""
    winners = []
    for held in made.held:
        verdict = held.bet.verdict(held.state, outcome)
        if isinstance(verdict, Win):
            payment = pay(held.stake, verdict, held.bet.commission, made.limits.chip)
            winners.append((held, payment.net, tuple(decided_by(held.bet, verdict, payment))))
    return winners


def _ask_exposure(_game: str, made: BetExercise, say: Translator) -> Asked:
    shown = structs.replace(
        question(made, say),
        kind=ExerciseKind.EXPOSURE,
        form=AnswerForm.AMOUNT,
        asks=say(EXPOSURE_QUESTION),
        outcome="",
        outcome_name="",
        said=say(NO_RESULT),
    )
    most, outcomes = worst_results(made)
    winners = _winners(made, outcomes[0])
    steps = [say(NOTHING)]
    if most:
        show = made.rules.rulebook.show
        names = list(dict.fromkeys(outcome_name(made.rules, show(outcome), say) for outcome in outcomes))
        named = say.list(names[:MOST_NAMED] + ["…"] * (len(names) > MOST_NAMED))
        terms = " + ".join(say.money(paid) for _, paid, _ in winners)
        steps = [say(PAYS, bet=say.bet(held.bet), paid=say.money(paid)) for held, paid, _ in winners]
        steps.append(say(WORST, outcomes=named, sum=terms, paid=say.money(most)))
    cites = tuple(dict.fromkeys(cite for _, _, cites in winners for cite in cites))
    return shown, [_sum_due(ExerciseKind.EXPOSURE, most, steps, cites or (made.held[0].bet.cite,), say)]


def _sum_due(kind: ExerciseKind, paid: int, steps: Sequence[str], cites: tuple[Citation, ...], say: Translator) -> Due:
    return Due(
        family=kind, paid=paid, right=frozenset({paid}), right_text=say.money(paid), steps=tuple(steps), cites=cites
    )


# Picture: several bets of one player on one result, paid as one sum.

LEAST_WINNERS = 2
PICTURE_TRIES = 60
PICTURE_QUESTION = _(
    "How much is paid to this player in total? Count prizes only: the stakes of winning bets are returned separately."
)
SHARE = _("{bet}: {paid}")
SUM = _("in total {sum} = {paid}")


@lru_cache(CACHED_RULES)
def shared_outcomes(rules: Rules) -> dict[Outcome, tuple[Bet, ...]]:
    """Return the results with which two bets or more that may be placed at the start win at once, and those bets."""
    limits, start = rules.rulebook.limits, Layout((), rules.rulebook.table.start)
    first = [
        bet
        for bet in rules.bets.values()
        if bet.space == rules.space and is_allowed(rules, limits, bet, MINIMUM, start)
    ]
    winners = {outcome: tuple(bet for bet in first if _wins(bet, outcome)) for outcome, _ in rules.space}
    return {outcome: bets for outcome, bets in winners.items() if len(bets) >= LEAST_WINNERS}


def _has_picture(game: str) -> bool:
    return bool(find(game).rulebook and shared_outcomes(rules_of(game)))


def _make_picture(wanted: WantedExercise) -> BetExercise:
    rules = rules_of(wanted.game, tuple(sorted(wanted.options.items())))
    chance = wanted.chance()
    limits = practice_limits(rules, wanted, chance)
    for _attempt in range(PICTURE_TRIES):
        outcome = chance.choice(list(shared_outcomes(rules)))
        held = _place_on(rules, limits, wanted, outcome, chance)
        if sum(_wins(bet.bet, outcome) for bet in held) >= LEAST_WINNERS:
            throw = ValidThrow(outcome, rules.rulebook.show(outcome))
            start = rules.rulebook.table.start
            return BetExercise(rules=rules, limits=limits, held=held, throws=[throw], table=start)
    raise Defect(f"no picture: {wanted}")  # cannot happen while two of them can be placed


def _place_on(rules: Rules, limits: Limits, wanted: WantedExercise, outcome: Outcome, chance: Random) -> list[HeldBet]:
    """Bets of one player that the rules allow together, as many winners and losers as the level has."""
    shared = shared_outcomes(rules)
    winners = shared[outcome]
    losers = [bet for bet in dict.fromkeys(sum(shared.values(), ())) if bet not in winners]
    held: list[HeldBet] = []
    for bets, count in ((winners, wanted.terms.winners), (losers, wanted.terms.losers)):
        left = list(bets)
        for _number in range(min(count, len(left))):
            # Narrow bets more often than wide ones, which win with nearly every result.
            weights = [1 / sum(weight for outcome, weight in bet.space if _wins(bet, outcome)) for bet in left]
            (bet,) = chance.choices(left, weights)
            left.remove(bet)
            layout = Layout(tuple(other.standing for other in held), rules.rulebook.table.start)
            usual = usual_stakes(wanted, bet, limits)
            stakes = [stake for stake in usual if is_allowed(rules, rules.rulebook.limits, bet, stake, layout)]
            if stakes:
                held.append(HeldBet(player=0, bet=bet, stake=chance.choice(stakes), at=1, state=bet.start))
    return held


def _wins(bet: Bet, outcome: Outcome) -> bool:
    return isinstance(bet.verdict(bet.start, outcome), Win)


def _ask_picture(_game: str, made: BetExercise, say: Translator) -> Asked:
    shown = structs.replace(
        question(made, say), kind=ExerciseKind.PICTURE, form=AnswerForm.AMOUNT, asks=say(PICTURE_QUESTION)
    )
    paid = [(held, due) for held, due in zip(made.held, dues(made, say), strict=True) if due.paid]
    total = sum(due.paid for _, due in paid)
    steps = [
        say(SHARE, bet=say.bet(held.bet), paid=say.list(due.steps[:-1]) or say.money(due.paid)) for held, due in paid
    ]
    steps.append(say(SUM, sum=" + ".join(say.money(due.paid) for _, due in paid), paid=say.money(total)))
    cites = tuple(dict.fromkeys(cite for _, due in paid for cite in due.cites))
    return shown, [_sum_due(ExerciseKind.PICTURE, total, steps, cites, say)]


# Null: what was seen of a throw; whether it counts, and by which article it is null.

FILE = "sightings"
COUNTS = "counts"
NULL_QUESTION = _("Does it count? If not, which article makes it null?")
IT_COUNTS = _("It counts")
NULL_BY = _("Null: {cited}")
REASON = _p("answer", "null: {reason}")
BETS_STAY = _("the bets stay, and it is repeated")
IS_VALID = _("it counts and is settled")


class Sighting(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a croupier may see of a throw, and what it is: null for a reason of the game, or, without one, a throw that counts by these clauses."""

    says: Text
    null: str = ""
    cites: tuple[str, ...] = ()

    def by(self, game: Game) -> tuple[Citation, ...]:
        """Return the clauses of the game that say so."""
        if self.null:
            return game.nulls[self.null].by
        return tuple(Citation(game.id, number) for number in self.cites)


class SightingFile(Struct, frozen=True, forbid_unknown_fields=True):
    """`sightings.toml` in a game's folder."""

    sightings: tuple[Sighting, ...]


class SeenThrow(NamedTuple):
    """What was seen, the face that it speaks of, and the articles to choose from."""

    seen: Sighting
    face: str
    offered: tuple[Citation, ...]


def sightings(game: str) -> tuple[Sighting, ...]:
    """Return what may be seen at a game: as `sightings.toml` in its folder says, or, without one, what makes its throws null."""
    return _sightings(find(game))


@cache
def _sightings(game: Game) -> tuple[Sighting, ...]:
    file = read_data(game, FILE, SightingFile)
    if file is None:
        return tuple(Sighting(says=null.says, null=name) for name, null in game.nulls.items())
    for number, row in enumerate(file.sightings, start=1):
        with game.faults_in(f"{FILE}.toml, row {number}"):
            if row.null and row.null not in game.nulls:
                because = f"there is no reason {row.null}; possible: {', '.join(game.nulls)}"
                raise ValueError(because)
    return file.sightings


def _has_nulls(game: str) -> bool:
    return any(sighting.null for sighting in sightings(game))


def _make_null(wanted: WantedExercise) -> SeenThrow:
    chance, game = wanted.chance(), wanted.game
    known = sightings(game)
    # As often a throw that counts as one that does not, however many of each are known.
    kinds = [kind for kind in ([row for row in known if row.null], [row for row in known if not row.null]) if kind]
    seen = chance.choice(chance.choice(kinds))
    right = [cite for cite in seen.by(find(game)) if cite.clause in clauses_of(game)][:1] if seen.null else []
    others = _other_articles(game, seen, wanted.terms.other_articles, chance)
    offered = sorted([*right, *others], key=lambda cite: list(clauses_of(game)).index(cite.clause))
    return SeenThrow(seen, _draw_face(game, chance), tuple(offered))


def _draw_face(game: str, chance: Random) -> str:
    """A part of a result, for a sentence that speaks of one."""
    book = find(game).rulebook
    if book is None:
        return ""
    outcome = chance.choice([outcome for outcome, _ in rules_of(game).space])
    return book.show(outcome).split("-")[0]


def _other_articles(game: str, seen: Sighting, count: int, chance: Random) -> list[Citation]:
    """Other articles of the regulation: first those that make something else null, then any but what is above or below the right ones."""
    own = find(game)
    right = {cite.clause for cite in seen.by(own)} if seen.null else set()
    near = list(
        dict.fromkeys(
            cite
            for sighting in sightings(game)
            if sighting.null
            for cite in sighting.by(own)[:1]
            if not _is_near(cite.clause, right)
        )
    )
    chance.shuffle(near)
    far = [
        clause.cite
        for number, clause in clauses_of(game).items()
        if clause.cite.game == game
        and not _is_near(number, right)
        and clause.cite not in near
        and not clause.cite.clause.startswith("R-")  # our readings are no articles
    ]
    return (near + chance.sample(far, min(count, len(far))))[:count]


def _is_near(number: str, others: set[str]) -> bool:
    """Whether a clause is one of the others, or stands above or below one."""
    return any(number == other or number.startswith(f"{other}.") or other.startswith(f"{number}.") for other in others)


def _ask_null(game: str, made: SeenThrow, say: Translator) -> Asked:
    texts, by = clauses_of(game), made.seen.by(find(game))
    null = find(game).nulls[made.seen.null] if made.seen.null else None
    articles = [
        ShownChoice(id=str(cite), name=say(NULL_BY, cited=say.cite(cite)), text=texts[cite.clause].text[say.language])
        for cite in made.offered
    ]
    face = outcome_name(rules_of(game), made.face, say) if find(game).rulebook else made.face
    question = Question(
        kind=ExerciseKind.NULL,
        form=AnswerForm.CHOICE,
        asks=say(NULL_QUESTION),
        minimum=0,
        chip=0,
        choices=[ShownChoice(id=COUNTS, name=say(IT_COUNTS)), *articles],
        results=[],
        outcome="",
        outcome_name="",
        said=say(made.seen.says, face=face),
        bets=[],
    )
    due = Due(
        family=ExerciseKind.NULL,
        # Any of its clauses says that a throw is null.
        right=frozenset(map(str, by)) if null else frozenset({COUNTS}),
        right_text=say(NULL_BY, cited=say.cite(by[0])) if null else say(IT_COUNTS),
        steps=(say(REASON, reason=say(null.says)), say(BETS_STAY)) if null else (say(IS_VALID),),
        cites=by,
    )
    return question, [due]


def _always(_game: str) -> bool:
    return True


def _has_rulebook(game: str) -> bool:
    return find(game).rulebook is not None


def _make_bets(wanted: WantedExercise) -> Any:  # of the game's own type
    return exercises_of(wanted.game).make(wanted)


DRILLS = {
    ExerciseKind.BETS: Drill(_("Settle bets"), _always, _make_bets, _ask_bets),
    ExerciseKind.PICTURE: Drill(_("Several bets as one sum"), _has_picture, _make_picture, _ask_picture),
    ExerciseKind.CUTTING: Drill(_("Fewest chips"), _always, _make_cutting, _ask_cutting),
    ExerciseKind.PAYOUT: Drill(_("Check a payment in chips"), _always, _make_payout, _ask_payout),
    ExerciseKind.NULL: Drill(_("Does it count?"), _has_nulls, _make_null, _ask_null),
    ExerciseKind.EXPOSURE: Drill(_("The most that may be owed"), _has_rulebook, deal_bets, _ask_exposure),
}
KIND_NAMES = {kind: drill.name for kind, drill in DRILLS.items()}
# Games whose kinds of exercise are cached.
CACHED_KINDS = 200
NO_SUCH_KIND = _("{game} has no exercises of the kind {kind}")


@lru_cache(CACHED_KINDS)
def kinds_of(game: str) -> tuple[ExerciseKind, ...]:
    """Return the kinds of exercise that a game has."""
    exercises_of(game)  # refuses a game that is not practised at all
    return tuple(kind for kind, drill in DRILLS.items() if drill.is_offered(game))


def check_offered(game: str, kind: ExerciseKind) -> None:
    """Refuse a kind of exercise that a game does not have."""
    exercises_of(game)
    if not DRILLS[kind].is_offered(game):
        raise Refusal(BAD_REQUEST, asked=NO_SUCH_KIND.fill(game=game, kind=kind.value))


def make_exercise(wanted: WantedExercise) -> Exercise:
    """Return the exercise of this name.

    Raises:
        Refusal: The game has none of the kind, or an option is unknown.
    """
    check_offered(wanted.game, wanted.kind)
    return Exercise(wanted, DRILLS[wanted.kind].make(wanted))
