"""On the drawn layout the words of a proposed bet stay in its region, however long they are. craps 7.2."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from banca.drawing import Form, layout
from banca.drawing.lines import ended, extent
from banca.games import of_chance, rulebook
from banca.law import Language
from banca.proposals.bets import MOST_NAME
from banca.rulebook import PROPOSED, Bet, Odds, Rules, State, Verdict, Win, words
from banca.words import speech
from felt_measures import box_of, is_inside, regions, words_of

LONG = words(
    "Any combination of consecutive outcomes before a seven: both",
    pt="Repetições extraordinariamente consecutivas antes de um sete",
    zh="任何連續重複出現的非常特別而且名稱極長的組合投注項目其後一局亦然" * 2,
)
UNBROKEN = words("W" * MOST_NAME, pt="m" * MOST_NAME, zh="注" * MOST_NAME)
NAMES = (LONG, UNBROKEN)
COUNTS = (1, 7)
"""How many such bets are proposed."""
PRIZES = 14


def test_the_names_are_as_long_as_a_proposal_may_have_them() -> None:
    assert all(len(one) == MOST_NAME for one in UNBROKEN.told.values())
    assert all(len(one) >= MOST_NAME - 5 for one in LONG.told.values())


def with_long(game: str, name: str, count: int) -> Rules:
    rules = rulebook(game).under()
    like = next(iter(rules.bets.values()))
    prizes = tuple(Win(Odds(7 * number + 1), PROPOSED) for number in range(1, PRIZES))

    def step(_state: object, outcome: object) -> Win:
        return prizes[hash(outcome) % len(prizes)]

    added = [
        replace(like, id=f"long_{number}", selection="", name=name, reads=(PROPOSED,), step=step, wins="")
        for number in range(count)
    ]
    return Rules(rules.rulebook, rules.chosen, rules.bets | {bet.key: bet for bet in added})


@pytest.mark.parametrize("form", [Form.WIDE, Form.TALL])
@pytest.mark.parametrize("game", of_chance())
def test_craps_7_2_long_names_and_prizes_of_proposed_bets_stay_in_their_regions(game: str, form: Form) -> None:
    for name, count, spoken in product(NAMES, COUNTS, Language):
        rules = with_long(game, name, count)
        found = regions(layout(rules, speech(spoken), form))
        for number in range(count):
            region = found[f"long_{number}"]
            box, said = box_of(region), list(words_of(region))
            assert box
            assert all(is_inside(one, box) for _, one in said), (game, form, spoken, count, said)
            assert "".join(text for text, _ in said).replace(" ", "").startswith(name.told[spoken].replace(" ", ""))


def test_on_a_board_words_that_do_not_fit_end_with_dots() -> None:
    lines = ended(["one line", "another", "a third"], 80, 25, 10)
    assert lines == ["one line", "another…"]
    assert all(extent(line) * 10 <= 80 for line in lines)
    assert ended(["one line"], 80, 1, 10) == ["one line"]


@pytest.mark.parametrize("form", [Form.WIDE, Form.TALL])
def test_a_changed_prize_of_the_single_numbers_of_roulette_is_said_on_the_layout(form: Form) -> None:
    rules = rulebook("roulette").under()
    every = [key for key, bet in rules.bets.items() if bet.id == "straight"]
    for spoken, name, prize in [
        (Language.EN, "Straight", "36 to 1"),
        (Language.PT, "Pleno", "36 para 1"),
        (Language.ZH, "", "1 賠 36"),
    ]:
        for keys in (every, ["straight:17"]):
            said = legend(changed(rules, keys, Odds(36)), spoken, form)
            assert prize in said
            assert name in said
            assert ("17" in said) is (keys != every)


@pytest.mark.parametrize("form", [Form.WIDE, Form.TALL])
@pytest.mark.parametrize("game", of_chance())
def test_every_changed_prize_is_in_its_region_or_at_the_foot(game: str, form: Form) -> None:
    rules, say = rulebook(game).under(), speech(Language.PT)
    firsts = {bet.id: bet for bet in reversed(rules.bets.values())}
    for bet in firsts.values():
        other = changed(rules, [bet.key], Odds(97))
        drawn = layout(other, say, form)
        region = "".join(text for text, _ in words_of(regions(drawn)[bet.key]))
        everything = "".join(one.text or "" for one in drawn.iter("text"))
        assert "97" in region or "97" in everything, bet.key
        assert regions(drawn).keys() == other.bets.keys()


def changed(rules: Rules, keys: list[str], odds: Odds) -> Rules:
    """The rules with other prizes, proposed."""

    def with_prize(bet: Bet) -> Bet:
        def step(state: State, outcome: Any) -> Verdict:
            verdict = bet.step(state, outcome)
            return replace(verdict, odds=odds) if isinstance(verdict, Win) else verdict

        return replace(bet, step=step, reads=(*bet.reads, PROPOSED))

    return Rules(rules.rulebook, rules.chosen, rules.bets | {key: with_prize(rules.bets[key]) for key in keys})


def legend(rules: Rules, spoken: Language, form: Form) -> str:
    """What the drawing says outside of every region, at its foot."""
    drawn = layout(rules, speech(spoken), form)
    last = [one.text or "" for group in list(drawn)[-1:] for one in group.iter("text") if not group.get("data-bet")]
    return " ".join(last)
