"""On the drawn layout the words of a proposed bet stay in its region, however long they are. craps 7.2."""

from dataclasses import replace
from typing import Any

import pytest

from banca.drawing import Form, layout
from banca.drawing.felt import WHOLE
from banca.games import of_chance, rulebook
from banca.i18n import translator
from banca.law import Language
from banca.proposals.compiler import MOST_NAME
from banca.rules import PROPOSED, Bet, Lose, Odds, Rules, State, Stay, Verdict, Win, words
from support.layouts import box_of, is_inside, regions, words_of

pytestmark = pytest.mark.slow

LONG = words(
    "Any combination of consecutive outcomes before a seven: both",
    pt="Repetições extraordinariamente consecutivas antes de um sete",
    zh="任何連續重複出現的非常特別而且名稱極長的組合投注項目其後一局亦然" * 2,
)
UNBROKEN = words("W" * MOST_NAME, pt="m" * MOST_NAME, zh="注" * MOST_NAME)


def with_long(game: str, name: str, count: int) -> Rules:
    rules = rulebook(game).under()
    like = next(iter(rules.bets.values()))
    prizes = tuple(Win(Odds(7 * number + 1), PROPOSED) for number in range(1, 14))

    def step(_state: object, outcome: object) -> Win:
        return prizes[hash(outcome) % len(prizes)]

    added = [
        replace(like, id=f"long_{number}", selection="", name=name, reads=(PROPOSED,), step=step, wins="")
        for number in range(count)
    ]
    return Rules(rules.rulebook, rules.chosen, rules.bets | {bet.key: bet for bet in added})


@pytest.mark.parametrize(
    ("game", "form", "name", "count", "spoken"),
    [
        ("craps", Form.WIDE, LONG, 7, Language.PT),
        ("craps", Form.TALL, UNBROKEN, 1, Language.ZH),
        ("wheel", Form.TALL, UNBROKEN, 7, Language.EN),
        ("fantan", Form.WIDE, LONG, 1, Language.ZH),
    ],
)
def test_craps_7_2_long_names_and_prizes_of_proposed_bets_stay_in_their_regions(
    game: str, form: Form, name: Any, count: int, spoken: Language
) -> None:
    drawn = regions(layout(with_long(game, name, count), translator(spoken), form))
    for number in range(count):
        region = drawn[f"long_{number}"]
        box, lines = box_of(region), list(words_of(region))
        assert box
        assert all(is_inside(place, box) for _, place in lines), lines
        assert "".join(text for text, _ in lines).replace(" ", "").startswith(name.in_language(spoken).replace(" ", ""))


@pytest.mark.parametrize("game", of_chance())
def test_every_changed_prize_is_in_its_region_or_at_the_foot(game: str) -> None:
    rules = rulebook(game).under()
    firsts = {bet.id: bet.key for bet in reversed(rules.bets.values())}
    prizes = {key: Odds(971 + number) for number, key in enumerate(firsts.values())}
    drawn = layout(changed(rules, prizes), translator(Language.PT), Form.TALL)
    texts = "".join(one.text or "" for one in drawn.iter("text"))
    assert [key for key, odds in prizes.items() if str(odds.prize) not in texts] == []
    assert regions(drawn).keys() == rules.bets.keys()


def changed(rules: Rules, prizes: dict[str, Odds]) -> Rules:
    """The rules with other prizes, proposed."""

    def with_prize(bet: Bet, odds: Odds) -> Bet:
        def step(state: State, outcome: Any) -> Verdict:
            verdict = bet.step(state, outcome)
            return Win(odds, verdict.cite) if isinstance(verdict, Win) else verdict

        return replace(bet, step=step, reads=(*bet.reads, PROPOSED))

    other = {key: with_prize(rules.bets[key], odds) for key, odds in prizes.items()}
    return Rules(rules.rulebook, rules.chosen, rules.bets | other)


@pytest.mark.parametrize(("game", "verdict"), [("fantan", Stay(1)), ("football_poker", Lose())])
def test_a_proposed_bet_that_nothing_decides_or_wins_at_once_is_on_the_board(game: str, verdict: Verdict) -> None:
    rules = rulebook(game).under()
    like = next(iter(rules.bets.values()))
    added = replace(
        like,
        id="new",
        selection="",
        reads=(PROPOSED,),
        step=lambda state, _outcome: Lose() if state == 1 else verdict,
        wins="",
    )
    carrying = Rules(rules.rulebook, rules.chosen, rules.bets | {added.key: added})
    assert added.key in regions(layout(carrying, translator(), Form.BOARD, WHOLE, (800, 600)))
