"""Every kind of exercise: bets, chips, pictures, exposures and null throws."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from random import Random
from typing import Any, Protocol, TypeVar

from msgspec import Struct, structs

from banca.game import Game
from banca.game_data import read_data
from banca.games import find, rules_of
from banca.i18n import Translator, translator
from banca.i18n.descriptions import outcome_name
from banca.law import clauses_of
from banca.live.refusals import BAD_REQUEST
from banca.rules import (
    KINDS,
    Bet,
    Citation,
    Counted,
    Defect,
    Layout,
    Limits,
    Lose,
    NullReason,
    Outcome,
    Refusal,
    Rules,
    Text,
    Win,
    _,
    _p,
    decided_by,
)
from banca.rules.money import cut, denominations
from banca.rules.payment import ROUNDED, pay
from banca.training.exercise import (
    KEPT,
    MINIMUM,
    STAKES,
    Exercise,
    ExerciseKind,
    HeldBet,
    WantedExercise,
    make,
    stakes_without_breakage,
)
from banca.training.questions import (
    NOT_ANSWERED,
    Answer,
    AnswerForm,
    AskedBet,
    ChipCount,
    Choice,
    Due,
    Exercises,
    Marked,
    Question,
    Reply,
    ShownChoice,
    check_answers,
    check_reply,
    chips_said,
    dues,
    exercises_of,
    question,
    result_said,
)

E = TypeVar("E")


class Drill(Protocol[E]):
    """What every kind does; an exercise is of the kind's own type."""

    def is_offered(self) -> bool:
        """Whether the game has such exercises."""

    def make(self, wanted: WantedExercise) -> E:
        """The exercise of this name: made again from the same name, it is the same."""

    def question(self, made: E, say: Translator) -> Question:
        """What is shown and asked; nothing in it says what is right."""

    def mark(self, made: E, reply: Reply | None, say: Translator) -> list[Marked]:
        """What is right, beside what was answered; None where nothing was."""


MOST_CHIPS = {1: 40, 2: 400, 3: 4000}
"""The largest amount to be made up, in lowest stakes, by level."""
LEAST_AMOUNT = 1000
CUTTING_TRIES = 200

CUT = _("Pay {amount} in the fewest chips. How many of each?")
AMOUNT = _("Amount: {amount}")
PART = _("{count} × {worth} = {product}")
FEWEST = _("chips in all: {count}")
JUDGE = _("For the prize of this bet the croupier hands over {chips}. Is it right?")
RIGHT, SHORT, OVER = "right", "short", "over"
JUDGED = {
    RIGHT: _("right"),
    SHORT: _("too little"),
    OVER: _("too much"),
}
HANDED = _("handed over: {amount}")
DUE = _("to be paid: {amount}")


@dataclass(frozen=True, slots=True, kw_only=True)
class CuttingExercise:
    """An amount, and the smallest chip of the table."""

    amount: int
    chip: int


@dataclass(frozen=True, slots=True)
class CuttingDrill:
    """The same for every game."""

    def is_offered(self) -> bool:
        """Every game pays in chips."""
        return True

    def make(self, wanted: WantedExercise) -> CuttingExercise:
        """Whole chips, larger with the level."""
        chance = wanted.chance()
        chip = chance.choice(wanted.terms.chips)
        return CuttingExercise(
            amount=chip * chance.randint(7, MOST_CHIPS[wanted.level] * LEAST_AMOUNT // chip), chip=chip
        )

    def question(self, made: CuttingExercise, say: Translator) -> Question:
        """The amount and the chips there are."""
        amount = say.money(made.amount)
        return Question(
            kind=ExerciseKind.CUTTING,
            form=AnswerForm.CHIPS,
            asks=say(CUT, amount=amount),
            minimum=LEAST_AMOUNT,
            chip=made.chip,
            amount=made.amount,
            denominations=_useful(made),
            results=[],
            outcome="",
            outcome_name="",
            said=say(AMOUNT, amount=amount),
            bets=[],
        )

    def mark(self, made: CuttingExercise, reply: Reply | None, say: Translator) -> list[Marked]:
        """The fewest chips; there is one way only."""
        if reply is not None:
            check_reply(self.question(made, say), reply)
        right = cut(made.amount, made.chip)
        given = None if reply is None else tuple(zip(_useful(made), reply.counts, strict=True))
        taken = None if given is None else tuple((worth, count) for worth, count in given if count)
        parts = [
            say(PART, count=say.count(count), worth=say.money(worth), product=say.money(count * worth))
            for worth, count in right
        ]
        return [
            Marked(
                family=ExerciseKind.CUTTING,
                name="",
                is_right=taken == right,
                paid=made.amount,
                said=chips_said(right, say),
                given=say(NOT_ANSWERED) if taken is None else chips_said(taken, say),
                steps=(*parts, say(FEWEST, count=say.count(sum(count for _, count in right)))),
                cites=(ROUNDED,),
            )
        ]


def _useful(made: CuttingExercise) -> list[int]:
    """The chips that are not worth more than the amount."""
    return [worth for worth in denominations(made.chip) if worth <= made.amount]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PayoutExercise:
    """A bet that won, what it is paid, and what is handed over."""

    base: Any
    due: int
    handed: tuple[tuple[int, int], ...]

    @property
    def amount(self) -> int:
        """What the chips are worth."""
        return sum(worth * count for worth, count in self.handed)

    @property
    def judged(self) -> str:
        """What a croupier should say of it."""
        return RIGHT if self.amount == self.due else SHORT if self.amount < self.due else OVER


@dataclass(frozen=True, slots=True)
class PayoutDrill:
    """Over the exercises that a game has anyhow, one bet of them."""

    usual: Exercises[Any]

    def is_offered(self) -> bool:
        """Every game pays winners."""
        return True

    def make(self, wanted: WantedExercise) -> PayoutExercise:
        """One bet that wins, and chips for its prize; two times in three they are not right."""
        chance = wanted.chance()
        level_one = replace(wanted, level=1, kind=ExerciseKind.BETS)
        for _attempt in range(CUTTING_TRIES):
            base = self.usual.make(replace(level_one, seed=chance.getrandbits(62)))
            (due,) = self.usual.dues(base, translator())
            if due.result == KINDS[Win] and due.paid:
                chip = self.usual.question(base, translator()).chip
                off = chance.choice((0, -1, 1)) * chance.choice(_slips(due, chip))
                return PayoutExercise(base=base, due=due.paid, handed=cut(max(chip, due.paid + off), chip))
        raise Defect(f"no winning bet: {wanted}")  # cannot happen while bets can win

    def question(self, made: PayoutExercise, say: Translator) -> Question:
        """The bet, the result, and the chips."""
        return structs.replace(
            self.usual.question(made.base, say),
            kind=ExerciseKind.PAYOUT,
            form=AnswerForm.CHOICE,
            asks=say(JUDGE, chips=chips_said(made.handed, say)),
            handed=[ChipCount(worth=worth, count=count) for worth, count in made.handed],
            choices=[ShownChoice(id=one, name=say(said)) for one, said in JUDGED.items()],
        )

    def mark(self, made: PayoutExercise, reply: Reply | None, say: Translator) -> list[Marked]:
        """Beside what the rulebook pays."""
        if reply is not None:
            check_reply(self.question(made, say), reply)
        (due,) = self.usual.dues(made.base, say)
        (bet,) = self.usual.question(made.base, say).bets
        compared = [say(HANDED, amount=say.money(made.amount)), say(DUE, amount=say.money(made.due))]
        return [
            Marked(
                family=ExerciseKind.PAYOUT,
                name=bet.name,
                is_right=reply is not None and reply.choice == made.judged,
                paid=made.due,
                said=say(JUDGED[made.judged]),
                given=say(NOT_ANSWERED) if reply is None else say(JUDGED[reply.choice]),
                steps=(*due.steps, *compared),
                cites=due.cites,
            )
        ]


def _slips(due: Due, chip: int) -> list[int]:
    """By how much somebody may be wrong: one chip of any worth that is not above the prize."""
    return [worth for worth in denominations(chip) if worth <= due.paid] or [chip]


MOST_NAMED = 6
"""Results that are named where several cost the house the most."""

EXPOSURE_QUESTION = _(
    "What is the most that the house may have to pay on the next result? Count the prizes of all players together; stakes that the house wins are not deducted."
)
NO_RESULT = _("No result yet")
PAYS = _("{bet}: {paid}")
WORST = _("the most is paid with {outcomes}: {sum} = {paid}")
NOTHING = _("no result of the next round makes any of these bets win")


@dataclass(frozen=True, slots=True, kw_only=True)
class Worst:
    """What the house may have to pay at most, the results that cost it so much, and the bets that win with the first of them."""

    paid: int
    outcomes: tuple[Outcome, ...]
    winners: tuple[tuple[HeldBet, int, tuple[Citation, ...]], ...]


def worst(made: Exercise) -> Worst:
    """Every result that may come next is tried."""
    space = min((one.bet.space for one in made.held), key=len)
    found = {outcome: _winners(made, outcome) for outcome, _ in space}
    sums = {outcome: sum(paid for _, paid, _ in winners) for outcome, winners in found.items()}
    most = max(sums.values())
    outcomes = tuple(outcome for outcome, paid in sums.items() if paid == most)
    return Worst(paid=most, outcomes=outcomes, winners=found[outcomes[0]])


def _winners(made: Exercise, outcome: Outcome) -> tuple[tuple[HeldBet, int, tuple[Citation, ...]], ...]:
    won = []
    for one in made.held:
        verdict = one.bet.verdict(one.state, outcome)
        if isinstance(verdict, Win):
            payment = pay(one.stake, verdict, one.bet.commission, made.limits.chip)
            won.append((one, payment.net, tuple(decided_by(one.bet, verdict, payment))))
    return tuple(won)


@dataclass(frozen=True, slots=True)
class ExposureDrill:
    """Of one game of chance."""

    game: str

    def is_offered(self) -> bool:
        """Where bets are against the house."""
        return find(self.game).rulebook is not None

    def make(self, wanted: WantedExercise) -> Exercise:
        """A layout that play could have led to; the result that comes next is not looked at."""
        return make(wanted)

    def question(self, made: Exercise, say: Translator) -> Question:
        """The bets as they lie, without a result."""
        usual = question(made, say)
        said = {"outcome": "", "outcome_name": "", "said": say(NO_RESULT)}
        return structs.replace(
            usual, kind=ExerciseKind.EXPOSURE, form=AnswerForm.AMOUNT, asks=say(EXPOSURE_QUESTION), **said
        )

    def mark(self, made: Exercise, reply: Reply | None, say: Translator) -> list[Marked]:
        """The most that any result makes the house pay."""
        if reply is not None:
            check_reply(self.question(made, say), reply)
        most = worst(made)
        given = None if reply is None else reply.amount
        return [
            Marked(
                family=ExerciseKind.EXPOSURE,
                name="",
                is_right=given == most.paid,
                paid=most.paid,
                said=say.money(most.paid),
                given=say(NOT_ANSWERED) if given is None else say.money(given),
                steps=tuple(_exposure_steps(made, most, say)),
                cites=tuple(dict.fromkeys(cite for _, _, cites in most.winners for cite in cites))
                or (made.held[0].bet.cite,),
            )
        ]


def _exposure_steps(made: Exercise, most: Worst, say: Translator) -> list[str]:
    if not most.paid:
        return [say(NOTHING)]
    show = made.rules.rulebook.show
    names = list(dict.fromkeys(outcome_name(made.rules, show(one), say) for one in most.outcomes))
    named = say.list(names[:MOST_NAMED] + ["…"] * (len(names) > MOST_NAMED))
    lines = [say(PAYS, bet=say.bet(one.bet), paid=say.money(paid)) for one, paid, _ in most.winners]
    terms = " + ".join(say.money(paid) for _, paid, _ in most.winners)
    return [*lines, say(WORST, outcomes=named, sum=terms, paid=say.money(most.paid))]


FILE = "sightings"
COUNTS = "counts"
OTHERS = {1: 2, 2: 3, 3: 4}
"""How many other articles stand beside the right one, by level."""

NULL_QUESTION = _("Does it count? If not, which article makes it null?")
IT_COUNTS = _("It counts")
NULL_BY = _("Null: {cited}")
REASON = _p("answer", "null: {reason}")
BETS_STAY = _("the bets stay, and it is repeated")
IS_VALID = _("it counts and is settled")


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a croupier may see of a throw, and what it is: null for a reason, or, without one, a throw that counts by these clauses."""

    says: Text
    null: NullReason | None = None
    cites: tuple[Citation, ...] = ()

    @property
    def by(self) -> tuple[Citation, ...]:
        """The clauses that say so."""
        return self.null.by if self.null else self.cites


@dataclass(frozen=True, slots=True, kw_only=True)
class NullExercise:
    """What was seen, the face that it speaks of, and the articles to choose from."""

    game: str
    seen: Sighting
    face: str
    offered: tuple[Citation, ...]

    @property
    def right(self) -> frozenset[str]:
        """The choices that are right: a null throw may be traced to any of its clauses."""
        return frozenset(map(str, self.seen.by)) if self.seen.null else frozenset({COUNTS})


class _Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sighting as its file says it: the reason by its name and the clauses by their numbers, which mean nothing without the game."""

    says: Text
    null: str = ""
    cites: tuple[str, ...] = ()


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    sightings: tuple[_Row, ...]


def sightings(game: str) -> tuple[Sighting, ...]:
    """Return what may be seen at a game: as `sightings.toml` in its folder says, or, without one, what makes its throws null."""
    return _sightings(find(game))


@cache
def _sightings(game: Game) -> tuple[Sighting, ...]:
    file = read_data(game, FILE, _File)
    if file is None:
        return tuple(Sighting(null.says, null) for null in game.nulls.values())
    return tuple(_resolved(game, file.sightings))


def _resolved(game: Game, rows: tuple[_Row, ...]) -> Iterator[Sighting]:
    for number, row in enumerate(rows, start=1):
        with game.blamed(f"{FILE}.toml, row {number}"):
            if row.null and row.null not in game.nulls:
                because = f"there is no reason {row.null}; possible: {', '.join(game.nulls)}"
                raise ValueError(because)
        null = game.nulls[row.null] if row.null else None
        yield Sighting(row.says, null, tuple(Citation(game.id, clause) for clause in row.cites))


@dataclass(frozen=True, slots=True)
class NullDrill:
    """Of one game whose throws may be null."""

    game: str

    def is_offered(self) -> bool:
        """Where something of it may be null."""
        return any(one.null for one in sightings(self.game))

    def make(self, wanted: WantedExercise) -> NullExercise:
        """One of the things that may be seen, as often one that counts as one that does not, where there are both."""
        chance = wanted.chance()
        known = sightings(wanted.game)
        kinds = [kind for kind in ([one for one in known if one.null], [one for one in known if not one.null]) if kind]
        seen = chance.choice(chance.choice(kinds))
        right = [cite for cite in seen.by if cite.clause in clauses_of(wanted.game)][:1] if seen.null else []
        others = _others(wanted.game, seen, OTHERS[wanted.level], chance)
        offered = sorted([*right, *others], key=lambda cite: list(clauses_of(wanted.game)).index(cite.clause))
        return NullExercise(game=wanted.game, seen=seen, face=_face(wanted.game, chance), offered=tuple(offered))

    def question(self, made: NullExercise, say: Translator) -> Question:
        """What was seen, and what may be said of it."""
        texts = clauses_of(made.game)
        by = [
            ShownChoice(
                id=str(cite), name=say(NULL_BY, cited=say.cite(cite)), text=texts[cite.clause].text[say.language]
            )
            for cite in made.offered
        ]
        return Question(
            kind=ExerciseKind.NULL,
            form=AnswerForm.CHOICE,
            asks=say(NULL_QUESTION),
            minimum=0,
            chip=0,
            choices=[ShownChoice(id=COUNTS, name=say(IT_COUNTS)), *by],
            results=[],
            outcome="",
            outcome_name="",
            said=_seen(made, say),
            bets=[],
        )

    def mark(self, made: NullExercise, reply: Reply | None, say: Translator) -> list[Marked]:
        """By the article, and by the duty behind it where it was chosen."""
        if reply is not None:
            check_reply(self.question(made, say), reply)
        null = made.seen.null
        steps = [say(REASON, reason=say(null.says)), say(BETS_STAY)] if null else [say(IS_VALID)]
        return [
            Marked(
                family=ExerciseKind.NULL,
                name="",
                is_right=reply is not None and reply.choice in made.right,
                said=_said(COUNTS if null is None else str(made.seen.by[0]), made, say),
                given=say(NOT_ANSWERED) if reply is None else _said(reply.choice, made, say),
                steps=tuple(steps),
                cites=made.seen.by,
            )
        ]


def _seen(made: NullExercise, say: Translator) -> str:
    book = find(made.game).rulebook
    face = outcome_name(rules_of(made.game), made.face, say) if book else made.face
    return say(made.seen.says, face=face)


def _said(choice: str, made: NullExercise, say: Translator) -> str:
    if choice == COUNTS:
        return say(IT_COUNTS)
    cite = next(one for one in (*made.seen.by, *made.offered) if str(one) == choice)
    return say(NULL_BY, cited=say.cite(cite))


def _face(game: str, chance: Random) -> str:
    """A part of a result, for a sentence that speaks of one."""
    book = find(game).rulebook
    if book is None:
        return ""
    outcome = chance.choice([one for one, _ in rules_of(game).space])
    return book.show(outcome).split("-")[0]


def _others(game: str, seen: Sighting, count: int, chance: Random) -> list[Citation]:
    """Other articles of the regulation: first those that make something else null, then any but what is above or below the right ones."""
    named = {cite.clause for cite in seen.by} if seen.null else set()
    null = [cite for one in sightings(game) if one.null for cite in one.by[:1] if not _is_near(cite.clause, named)]
    rest = [
        one.cite for number, one in clauses_of(game).items() if one.cite.game == game and not _is_near(number, named)
    ]
    near = list(dict.fromkeys(null))
    chance.shuffle(near)
    far = [cite for cite in rest if cite not in near and not cite.clause.startswith("R-")]
    return (near + chance.sample(far, min(count, len(far))))[:count]


def _is_near(number: str, named: set[str]) -> bool:
    """Whether a clause is one of those named, or stands above or below one."""
    return any(number == one or number.startswith(f"{one}.") or one.startswith(f"{number}.") for one in named)


WINNERS = {1: 2, 2: 3, 3: 4}
"""How many of the bets win, by level, where the game has so many on one result."""
LOSERS = {1: 0, 2: 0, 3: 2}
LEAST = 2
PICTURE_TRIES = 60

PICTURE_QUESTION = _(
    "How much is paid to this player in total? Count prizes only: the stakes of winning bets are returned separately."
)
SHARE = _("{bet}: {paid}")
SUM = _("in total {sum} = {paid}")


@lru_cache(KEPT)
def shared_outcomes(rules: Rules) -> dict[Outcome, tuple[Bet, ...]]:
    """Results with which two bets or more that may be placed at the start win at once, and those bets."""
    start = Layout((), rules.rulebook.table.start)
    first = [bet for bet in rules.bets.values() if bet.space == rules.space and _is_allowed(rules, bet, MINIMUM, start)]
    found = {outcome: tuple(bet for bet in first if _wins(bet, outcome)) for outcome, _ in rules.space}
    return {outcome: bets for outcome, bets in found.items() if len(bets) >= LEAST}


@dataclass(frozen=True, slots=True)
class PictureDrill:
    """Of one game of chance."""

    game: str

    def is_offered(self) -> bool:
        """Where a result wins for more than one bet."""
        return bool(find(self.game).rulebook and shared_outcomes(rules_of(self.game)))

    def make(self, wanted: WantedExercise) -> Exercise:
        """A result, bets on it, the narrow ones more often, and at the highest level some that lose."""
        rules = rules_of(wanted.game, tuple(sorted(wanted.options.items())))
        chance = wanted.chance()
        limits = replace(rules.rulebook.limits, minimum=MINIMUM, chip=chance.choice(wanted.terms.chips))
        for _attempt in range(PICTURE_TRIES):
            outcome = chance.choice(list(shared_outcomes(rules)))
            held = _laid(rules, limits, wanted, outcome, chance)
            if sum(_wins(one.bet, outcome) for one in held) >= LEAST:
                throw = Counted(outcome, rules.rulebook.show(outcome))
                start = rules.rulebook.table.start
                return Exercise(rules=rules, limits=limits, held=tuple(held), throws=(throw,), table=start)
        raise Defect(f"no picture: {wanted}")  # cannot happen while two of them can be placed

    def question(self, made: Exercise, say: Translator) -> Question:
        """The bets, the result, and one sum to be said."""
        return structs.replace(
            question(made, say), kind=ExerciseKind.PICTURE, form=AnswerForm.AMOUNT, asks=say(PICTURE_QUESTION)
        )

    def mark(self, made: Exercise, reply: Reply | None, say: Translator) -> list[Marked]:
        """The sum of what the rulebook pays for each."""
        if reply is not None:
            check_reply(self.question(made, say), reply)
        found = dues(made, say)
        total = sum(due.paid for due in found)
        given = None if reply is None else reply.amount
        return [
            Marked(
                family=ExerciseKind.PICTURE,
                name="",
                is_right=given == total,
                paid=total,
                said=say.money(total),
                given=say(NOT_ANSWERED) if given is None else say.money(given),
                steps=tuple(_picture_steps(made, found, total, say)),
                cites=tuple(dict.fromkeys(cite for due in found if due.paid for cite in due.cites)),
            )
        ]


def _picture_steps(made: Exercise, found: Sequence[Due], total: int, say: Translator) -> list[str]:
    each = [(one, due) for one, due in zip(made.held, found, strict=True) if due.paid]
    lines = [
        say(SHARE, bet=say.bet(one.bet), paid=say.list(due.steps[:-1]) or say.money(due.paid)) for one, due in each
    ]
    terms = " + ".join(say.money(due.paid) for _, due in each)
    return [*lines, say(SUM, sum=terms, paid=say.money(total))]


def _laid(rules: Rules, limits: Limits, wanted: WantedExercise, outcome: Outcome, chance: Random) -> list[HeldBet]:
    """Bets of one player that the rules allow together, as many winners and losers as the level has."""
    winners = shared_outcomes(rules)[outcome]
    losers = [bet for bet in dict.fromkeys(sum(shared_outcomes(rules).values(), ())) if bet not in winners]
    held: list[HeldBet] = []
    for bets, count in ((winners, WINNERS[wanted.level]), (losers, LOSERS[wanted.level])):
        left = list(bets)
        for _number in range(min(count, len(left))):
            (bet,) = chance.choices(left, [_narrowness(bet) for bet in left])
            left.remove(bet)
            layout = Layout(tuple(one.standing for one in held), rules.rulebook.table.start)
            usual = STAKES if wanted.terms.has_breakage else stakes_without_breakage(bet, limits.chip)
            stakes = [stake for stake in usual if _is_allowed(rules, bet, stake, layout)]
            if stakes:
                held.append(HeldBet(0, bet, chance.choice(stakes), 1, bet.start))
    return held


def _narrowness(bet: Bet) -> float:
    """How much a bet is wanted: one on few outcomes more than one on many."""
    return 1 / sum(weight for outcome, weight in bet.space if _wins(bet, outcome))


def _wins(bet: Bet, outcome: Outcome) -> bool:
    return isinstance(bet.verdict(bet.start, outcome), Win)


def _is_allowed(rules: Rules, bet: Bet, stake: int, layout: Layout) -> bool:
    try:
        rules.rulebook.check_placing(rules.chosen, bet, stake, layout)
        rules.rulebook.limits.check(stake)
    except Refusal:
        return False
    return True


CACHED_DRILLS = 200
KIND_NAMES = {
    ExerciseKind.BETS: _("Settle bets"),
    ExerciseKind.PICTURE: _("Several bets as one sum"),
    ExerciseKind.CUTTING: _("Fewest chips"),
    ExerciseKind.PAYOUT: _("Check a payment in chips"),
    ExerciseKind.NULL: _("Does it count?"),
    ExerciseKind.EXPOSURE: _("The most that may be owed"),
}
NO_SUCH_KIND = _("{game} has no exercises of the kind {kind}")


class PlayerTotal(Struct, frozen=True, kw_only=True):
    """What is taken from a player and paid to them, all bets together, in avos; stakes that are returned are neither."""

    player: int
    name: str
    taken: int
    paid: int


@dataclass(frozen=True, slots=True)
class BetDrill:
    """Bets to be settled, each by itself."""

    game: str
    usual: Exercises[Any]

    def is_offered(self) -> bool:
        """Every game that is practised has bets."""
        return True

    def make(self, wanted: WantedExercise) -> Any:  # of the game's own type
        """As the game makes it."""
        return self.usual.make(wanted)

    def question(self, made: Any, say: Translator) -> Question:  # of the game's own type
        """As the game asks it."""
        return self.usual.question(made, say)

    def mark(self, made: Any, reply: Reply | None, say: Translator) -> list[Marked]:  # of the game's own type
        """A mark for each bet."""
        asked, found = self.usual.question(made, say), self.usual.dues(made, say)
        if reply is not None:
            check_answers(found, [Answer(result=one.result, paid=one.paid) for one in reply.answers])
            check_reply(asked, reply)
        given: list[Choice | None] = [None] * len(found) if reply is None else list(reply.answers)
        is_alone = len({bet.player for bet in asked.bets}) == 1
        named = [
            bet_said(bet, say) if is_alone else say.labelled(bet.player_name, bet_said(bet, say)) for bet in asked.bets
        ]
        return [_marked(self.game, *one, say) for one in zip(named, found, given, strict=True)]


def bet_said(bet: AskedBet, say: Translator) -> str:
    """A bet, where it has moved, and its stake."""
    return say.list([*filter(None, (bet.name, bet.on_name)), say.money(bet.stake)])


def _marked(game: str, name: str, due: Due, given: Choice | None, say: Translator) -> Marked:
    return Marked(
        family=due.family,
        name=name,
        is_right=given is not None and due.is_met(Answer(result=given.result, paid=given.paid)),
        result=due.result,
        paid=due.paid,
        said=result_said(game, due.result, due.paid, say),
        given=say(NOT_ANSWERED) if given is None else result_said(game, given.result, given.paid, say),
        steps=due.steps,
        cites=due.cites,
    )


def totals(asked: Question, marked: list[Marked]) -> list[PlayerTotal]:
    """What is taken from and paid to each player; nothing where the bets are not settled one by one."""
    if len(asked.bets) != len(marked) or asked.kind is not ExerciseKind.BETS:
        return []
    found: dict[int, PlayerTotal] = {}
    for bet, mark in zip(asked.bets, marked, strict=True):
        before = found.get(bet.player, PlayerTotal(player=bet.player, name=bet.player_name, taken=0, paid=0))
        found[bet.player] = PlayerTotal(
            player=bet.player,
            name=bet.player_name,
            taken=before.taken + (bet.stake - mark.paid if mark.result == KINDS[Lose] else 0),
            paid=before.paid + (mark.paid if mark.result == KINDS[Win] else 0),
        )
    return [found[player] for player in sorted(found)]


def _drills(game: str) -> Mapping[ExerciseKind, Drill[Any]]:
    usual = exercises_of(game)
    return {
        ExerciseKind.BETS: BetDrill(game, usual),
        ExerciseKind.PICTURE: PictureDrill(game),
        ExerciseKind.CUTTING: CuttingDrill(),
        ExerciseKind.PAYOUT: PayoutDrill(usual),
        ExerciseKind.NULL: NullDrill(game),
        ExerciseKind.EXPOSURE: ExposureDrill(game),
    }


@lru_cache(CACHED_DRILLS)
def kinds_of(game: str) -> tuple[ExerciseKind, ...]:
    """The kinds of exercise that a game has."""
    return tuple(kind for kind, drill in _drills(game).items() if drill.is_offered())


def drill_of(game: str, kind: ExerciseKind) -> Drill[Any]:
    """How this kind is practised at this game; refused where the game has none."""
    drill = _drills(game)[kind]
    if not drill.is_offered():
        raise Refusal(BAD_REQUEST, asked=NO_SUCH_KIND.fill(game=game, kind=kind.value))
    return drill
