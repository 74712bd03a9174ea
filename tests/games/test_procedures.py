"""Who does what in which phase, by which clause; which choices the house has, and who grants them: the regulations as tables.

Written down from the articles. `stirs`: the device is set going; `observed`: only where nobody draws; `by_hand`: never by itself;
`last_resort`: only where nothing else goes on.
"""

from typing import Any

import pytest

from banca.games import find, of_chance, playable
from banca.rules import Citation
from banca.tables.acts import Act
from banca.tables.commands import Role

WHO = {"croupier": (Role.CROUPIER,), "player": (Role.PLAYER,), "either": (Role.PLAYER, Role.CROUPIER)}
"""Phase, act, the phase after it, its clause, whose act it is, what it does."""
PROCEDURES = {
    "craps": """
        between throws | offer_dice        | dice offered   | 2.2       | croupier | go_on
        between throws | place_bet         | between throws | 5.5       | player   | place
        between throws | withdraw_bet      | between throws | R-craps-8 | player   | take_down
        dice offered   | place_bet         | dice offered   | 5.5       | player   | place
        dice offered   | withdraw_bet      | dice offered   | R-craps-8 | player   | take_down
        dice out       | place_bet         | dice out       | 5.5       | player   | place
        dice out       | withdraw_bet      | dice out       | R-craps-8 | player   | take_down
        between throws | waive_dice        | between throws | 2.3       | player   | go_on
        between throws | take_dice         | between throws | 2.3       | player   | go_on
        dice offered   | waive_dice        | dice offered   | 2.3       | player   | go_on
        dice offered   | take_dice         | dice offered   | 2.3       | player   | go_on
        dice out       | waive_dice        | dice out       | 2.3       | player   | go_on
        dice out       | take_dice         | dice out       | 2.3       | player   | go_on
        dice offered   | take_back_dice    | between throws | 2.3       | croupier | go_on last_resort
        dice offered   | throw             | thrown         | 2.4       | either   | go_on stirs
        thrown         | declare_null      | dice offered   | 3.2.2     | croupier | null
        thrown         | declare_off_board | dice out       | 3.2.1     | croupier | null
        dice out       | inspect_dice      | dice offered   | 3.4       | croupier | go_on
        thrown         | call_result       | called         | 3.1       | croupier | call
        called         | settle            | between throws | 5.5       | croupier | pay
        called         | correct_result    | called         | R-live-2  | croupier | correct observed by_hand
    """,
    "fantan": """
        paid        | cover          | bets open   | 2        | croupier | hide
        bets open   | place_bet      | bets open   | F-2      | player   | place
        bets open   | withdraw_bet   | bets open   | F-2      | player   | take_down
        bets open   | close_bets     | bets closed | F-2      | croupier | go_on
        bets closed | count          | counted     | F-2      | croupier | call
        counted     | pay            | paid        | F-2      | croupier | pay
        counted     | correct_result | counted     | R-live-2 | croupier | correct observed by_hand
    """,
    "fish_prawn_crab": """
        paid            | cover          | covered         | 4        | croupier | go_on
        covered         | shake          | bets open       | 2.1      | croupier | hide
        bets open       | place_bet      | bets open       | 2.1      | player   | place
        bets open       | withdraw_bet   | bets open       | 3.4      | player   | take_down
        bets open       | ring_bell      | bets closed     | 3.1      | croupier | go_on
        bets closed     | lift_cover     | revealed        | 3.2      | croupier | go_on
        revealed        | declare_null   | null            | 3.3      | croupier | null
        null            | cover          | covered again   | 3.3      | croupier | go_on
        covered again   | shake          | bets open again | 2.1      | croupier | hide
        bets open again | place_bet      | bets open again | 3.4      | player   | place
        bets open again | ring_bell      | bets closed     | 3.1      | croupier | go_on
        revealed        | call_result    | called          | 3.2      | croupier | call
        called          | pay            | paid            | 4        | croupier | pay
        called          | correct_result | called          | R-live-2 | croupier | correct observed by_hand
    """,
    "football_poker": """
        bets open | place_bet       | bets open | A-5      | player   | place
        bets open | withdraw_bet    | bets open | A-5      | player   | take_down
        bets open | deal_two_cards  | two cards | A-5      | croupier | show
        two cards | place_bet       | two cards | R-fp-1   | player   | place
        two cards | deal_third_card | decided   | 10.1     | croupier | call
        two cards | stand           | decided   | A-4      | croupier | call
        decided   | pay             | bets open | 10.2     | croupier | pay
        two cards | correct_result  | two cards | R-live-2 | croupier | correct observed by_hand
        decided   | correct_result  | decided   | R-live-2 | croupier | correct observed by_hand
    """,
    "pai_kao": """
        settled       | mix_and_stack      | stacked       | 1.1      | croupier | hide
        settled       | replace_set        | settled       | 9        | croupier | go_on by_hand
        settled       | take_bank          | settled       | 4.1      | player   | go_on
        stacked       | take_bank          | stacked       | 4.1      | player   | go_on
        settled       | pass_bank          | settled       | 4.3      | either   | go_on
        stacked       | pass_bank          | stacked       | 4.3      | either   | go_on
        settled       | agree              | settled       | 4.1      | player   | go_on
        stacked       | agree              | stacked       | 4.1      | player   | go_on
        stacked       | cut                | stacked       | 2.1      | player   | go_on
        bank open     | cut                | bank open     | 2.1      | player   | go_on
        stacked again | cut                | stacked again | 2.1      | player   | go_on
        stacked       | co_bank            | stacked       | 3.1      | croupier | go_on by_hand
        stacked       | put_down_principal | bank open     | 4.4      | player   | go_on
        bank open     | co_bank            | bank open     | 3.2      | either   | go_on by_hand
        bank open     | stake              | bank open     | 4.6      | player   | place
        bank open     | withdraw_stake     | bank open     | 4.7      | player   | take_down
        bank open     | shake              | shaken        | 4.4      | either   | show
        stacked again | shake              | shaken        | 4.4      | either   | show
        shaken        | null_shake         | shaken        | 1.5      | croupier | null
        shaken        | shake_again        | shaken        | 1.5      | either   | show
        shaken        | deal               | dealt         | 1.4      | croupier | call
        dealt         | expose             | dealt         | 2.2      | croupier | go_on observed by_hand
        shaken        | correct_dice       | shaken        | R-live-2 | croupier | correct observed by_hand
        dealt         | correct_tiles      | dealt         | R-live-2 | croupier | correct observed by_hand
        banker turned | correct_tiles      | banker turned | R-live-2 | croupier | correct observed by_hand
        turned        | correct_tiles      | turned        | R-live-2 | croupier | correct observed by_hand
        deal void     | deal_again         | stacked again | 2.3      | croupier | go_on
        dealt         | set_tiles          | dealt         | 7.4      | either   | go_on
        dealt         | set_for_absent     | dealt         | R-pk-11  | croupier | go_on by_hand
        dealt         | turn_banker        | banker turned | 8.1      | either   | go_on
        banker turned | turn_gates         | turned        | 8.3      | croupier | go_on
        turned        | settle             | settled       | 4.8      | croupier | pay
    """,
    "roulette": """
        bets open   | place_bet         | bets open   | L-3      | player   | place
        bets open   | withdraw_bet      | bets open   | L-3      | player   | take_down
        ball thrown | place_bet         | ball thrown | L-3      | player   | place
        ball thrown | withdraw_bet      | ball thrown | L-3      | player   | take_down
        bets open   | throw_ball        | ball thrown | 2.1      | croupier | go_on stirs
        ball thrown | call_no_more_bets | bets closed | L-3      | croupier | go_on
        ball thrown | declare_null      | bets open   | L-2      | croupier | null
        bets closed | declare_null      | null        | L-2      | croupier | null
        null        | throw_ball        | bets closed | 2.1      | croupier | go_on stirs
        bets closed | read_number       | decided     | L-2      | croupier | call
        decided     | pay               | bets open   | L-3      | croupier | pay
        decided     | correct_result    | decided     | R-live-2 | croupier | correct observed by_hand
    """,
    "wheel": """
        bets open   | place_bet         | bets open   | 2        | player   | place
        bets open   | withdraw_bet      | bets open   | 2        | player   | take_down
        bets open   | place_for         | bets open   | 3.3      | croupier | offer by_hand
        bets open   | confirm_bet       | bets open   | 3.4      | player   | confirm
        bets open   | decline_bet       | bets open   | 3.4      | player   | decline
        bets open   | call_no_more_bets | bets closed | 2        | croupier | go_on
        bets closed | turn              | turning     | 4.2      | croupier | go_on stirs
        turning     | call_invalid      | bets closed | 4.4      | croupier | null observed
        turning     | read_pointer      | decided     | 5        | croupier | call
        decided     | pay               | bets open   | 5        | croupier | pay
        decided     | correct_result    | decided     | R-live-2 | croupier | correct observed by_hand
    """,
}


def written(game: str, clause: str) -> str:
    """A clause as it is cited: readings by their id alone."""
    return str(Citation(game, clause))


def row(act: Act) -> tuple[Any, ...]:
    marks = {
        "stirs": act.stirs,
        "observed": act.is_observed,
        "by_hand": not act.is_automatic,
        "last_resort": act.is_last_resort,
    }
    does = " ".join([act.does.name.lower(), *(mark for mark, is_set in marks.items() if is_set)])
    return str(act.phase), act.name, str(act.then), str(act.cite), tuple(act.by), does


@pytest.mark.parametrize("game", playable())
def test_every_act_stands_in_its_phase_by_its_clause(game: str) -> None:
    expected = []
    for line in PROCEDURES[game].strip().splitlines():
        phase, act, then, clause, by, does = (cell.strip() for cell in line.split("|"))
        expected.append((phase, act, then, written(game, clause), WHO[by], does))
    assert [row(act) for act in find(game).acts] == expected


YES_NO = ("no", "yes")
ASKED_FOR = ("8", 3, "R-fpc-3")
"""Of fish_prawn_crab 8: the clause that asks for an authorisation, the working days, and how they are counted."""
OPTIONS: dict[str, dict[str, tuple[Any, ...]]] = {
    "craps": {
        "dice_offered": ("1.1.1", (4, 5), 5, "R-craps-15"),
        "shooter_change": ("R-craps-4", ("seven_out", "come_out_loss", "either"), "seven_out"),
        "field_12": ("6.12", (2, 3), 2),
        "big_small_7": ("R-craps-20", ("lose", "tie"), "lose"),
        "additional_multiple": ("R-craps-9", (*range(1, 101), "none"), 3),
    },
    "fantan": {"rod": ("1.1", ("bamboo", "plastic"), "bamboo"), "layouts": ("1.4", (2, 3, 4), 2)},
    "fish_prawn_crab": {
        "drive": ("1.3.1", ("lever", "electronic"), "lever", None, *ASKED_FOR, ()),
        "boards": ("1.4", ("one", "several"), "one", None, *ASKED_FOR, ()),
        "lit_panel": ("2.2", YES_NO, "no", None, *ASKED_FOR, ("no",)),
        "called_opening": ("2.3", YES_NO, "no", None, *ASKED_FOR, ("no",)),
        "lit_result": ("3.2", YES_NO, "no", "R-fpc-4"),
        "total_triples": ("R-fpc-5", ("count", "lose"), "count"),
    },
    "football_poker": {
        "decks": ("A-5", tuple(range(1, 9)), 8),
        "post_opens": ("R-fp-1", ("before_deal", "on_post"), "before_deal"),
        "shoe": ("R-fp-3", ("fresh", "to_cut_card"), "fresh"),
    },
    "pai_kao": {"supreme": ("R-pk-16", ("both", "players"), "both")},
    "roulette": {
        "zero": ("L-5", ("lose", "half_back", "en_prison"), "lose"),
        "plate_on": ("1.1", ("pivot", "ball_bearing"), "pivot"),
        "plate": ("1.2", ("smooth", "ridged"), "smooth"),
    },
    "wheel": {},
}
"""By game and option: its clause, its values, the default; the reading that leaves it to the house; who authorises it, and when."""


@pytest.mark.parametrize("game", playable())
def test_every_option_has_the_values_that_its_clause_grants(game: str) -> None:
    found = {}
    for option in find(game).options:
        more: list[Any] = [option.left_by and option.left_by.clause]
        if option.authorised_by:
            assert option.days_read
            more += [option.authorised_by.clause, option.working_days, option.days_read.clause, option.untaken]
        else:
            assert (option.working_days, option.days_read, option.untaken) == (0, None, ())
        row = (option.cite.clause, option.values, option.default, *more)
        found[option.name] = row if row[3:] != (None,) else row[:3]
    assert found == OPTIONS[game]


NULLS = {
    "craps": {"off_board": ["3.2.1"], "short": ["3.2.2", "2.4"], "no_roll": ["3.3", "2.5"]},
    "fantan": {},
    "fish_prawn_crab": {"stacked": ["3.3"], "leaning": ["3.3"]},
    "football_poker": {},
    "roulette": {"unsettled": ["L-2"], "object": ["L-2"]},
    "wheel": {"few_turns": ["4.3", "4.4"]},
}
"""Why a throw is null: the clause that makes it so, and the duty that was not met."""
WHOLE_GAME = {
    "craps": ("5.1", "1.2.4", "5.6", "R-craps-17", "R-craps-8", None),
    "fantan": ("R-fantan-2", "R-fantan-1", "R-money-2", "R-money-2", None, "F-2"),
    "fish_prawn_crab": ("1.4", "1.2", "R-money-2", "R-money-2", "3.4", "1.1"),
    "football_poker": ("11.1", "A-5", "R-money-2", "R-money-2", None, None),
    "roulette": ("L-4", "R-roulette-2", "R-money-2", "R-money-2", None, None),
    "wheel": ("3.2", "1.2.1", "R-money-2", "R-money-2", "2", "R-wheel-1"),
}
"""The clauses on: which bets there are, how likely the results are, multiples of the minimum, minimums of a kind of bet, taking back
a bet, and results written in another way."""


@pytest.mark.parametrize("game", of_chance())
def test_what_holds_for_the_whole_game_has_its_clause(game: str) -> None:
    book = find(game).rulebook
    assert book
    assert {reason: [cite.clause for cite in null.cites] for reason, null in book.nulls.items()} == NULLS[game]
    rules = book.under()
    taken_back = {(found := book.withdrawal(bet)) and found.cite.clause for bet in rules.bets.values()}
    space, limits = rules.space.cite, book.limits
    assert space
    assert (
        book.bets_cite.clause,
        space.clause,
        limits.multiple_cite.clause,
        limits.minimums_cite.clause,
        *taken_back,
        book.converted_by and book.converted_by.clause,
    ) == WHOLE_GAME[game]
    assert [cite.clause for cite in rules.space.weighed_by] == (
        [f"1.2.{section}" for section in range(1, 8)] if game == "wheel" else []
    )
