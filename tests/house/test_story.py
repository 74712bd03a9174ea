"""The story of a table: who did what, when, for how much, and by which clause."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from msgspec import structs

from banca.games import playable
from banca.games.pai_kao.procedure import COCKED, NULL_SHAKES
from banca.house import journal
from banca.house.audit import entries
from banca.house.audit.store_reader import read_journal
from banca.house.register import OUTSIDE_TABLES
from banca.house.store import IN_MEMORY, Store
from banca.house.story import JournalFormatter
from banca.i18n import translator
from banca.i18n.descriptions import describe_chosen
from banca.law import Language
from banca.rules import Citation
from banca.tables.events import ActPerformed, BetDecided, NullDeclared, TableOpened
from support.houses import Recorded, recorded_house, story


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    store = Store(f"sqlite:///{recorded_house(tmp_path_factory.getbasetemp())}")
    yield store
    store.close()


def test_every_kind_of_event_can_be_told() -> None:
    """But that something was done, which is told by its act."""
    kinds = {kind for journals in (*playable(), *OUTSIDE_TABLES) for kind in journal.forms_of(journals).events}
    assert {kind for kind in kinds if not kind.says} == {ActPerformed}


def test_the_story_of_every_table_names_who_what_when_how_much_and_the_clause(played: Store) -> None:
    for table in played.tables():
        told = list(story(read_journal(played, table), translator()))
        assert len(told) > len(list(played.rows(table)))
        assert not any("{" in line for line in told)
    fantan = "\n".join(story(read_journal(played, "fantan-observed"), translator()))
    assert "(croupier): Close the bets; phase: bets closed (fantan F-2)" in fantan
    assert "; received" in fantan
    assert "Round 2: " in fantan
    pai_kao = "\n".join(story(read_journal(played, "pai-kao-drawn"), translator(), number=1))
    assert ("R-pk-1" in pai_kao, "Round 2" in pai_kao) == (True, False)


def test_a_game_without_bets_against_the_house_says_its_options_and_causes_in_words(played: Store) -> None:
    opened = next(entries(played, "pai-kao-drawn")).events[0]
    assert isinstance(opened, TableOpened)
    formatter = JournalFormatter(translator())
    formatter.begin(opened)
    assert all(
        one in formatter.format_event(opened).text for one in describe_chosen("pai_kao", opened.options, translator())
    )
    assert str(NULL_SHAKES[COCKED].says) in formatter.format_event(NullDeclared(reason=COCKED, cites=())).text


def test_a_bet_that_is_paid_says_its_odds(played: Store) -> None:
    for table in played.tables():
        for event in (event for entry in entries(played, table) for event in entry.events):
            if isinstance(event, BetDecided):
                assert bool(event.odds) == (event.verdict == "win")
                assert Fraction(event.prize) == event.stake * (Fraction(*event.odds) if event.odds else 0)


def test_the_story_works_a_payment_out_as_a_settlement_does(played: Store) -> None:
    opening = next(iter(entries(played, "fantan-drawn")))
    paid = BetDecided(
        player="ana",
        bet="fan:1",
        stake=100_00,
        on="",
        verdict="win",
        received=385_00,
        odds=(3, 1),
        prize="30000",
        commission="1500",
        cites=("fantan F-2", "fantan 9", "elsewhere 1"),
    )
    formatter = JournalFormatter(translator(Language.PT))
    formatter.format_entry(opening)
    _, line = formatter.format_entry(structs.replace(opening, seq=2, events=(paid,)))
    assert line.text.endswith("100 × 3 para 1 = 300; comissão de 5% sobre 300 = 15 (elsewhere 1)")
    assert line.cites == (Citation("fantan", "F-2"), Citation("fantan", "9"))


def test_a_story_shows_nothing_that_could_steer_a_terminal() -> None:
    recorded = Recorded(IN_MEMORY)
    recorded.open("t", "fantan", "observed")
    recorded.do("t", "supervisor", "void_round", reason="\x1b[31mred")
    assert not any("\x1b" in line for line in story(read_journal(recorded.store, "t"), translator()))
    recorded.store.close()
