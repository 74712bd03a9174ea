"""Results nobody can steer: drawn from the house's committed seed and players' numbers, worked out again by audit and checker. R-live-3."""

from collections.abc import Callable
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from banca.house import audit
from banca.house.audit import Weight
from banca.house.audit.exchange import export
from banca.house.dealer import play_practice_seats
from banca.house.house import House
from banca.house.rng import RoundAt, commitment_to, drawn, is_seed_of
from banca.house.seal import Seal
from banca.house.store import open_store
from banca.rules import Refusal
from banca.tables.chance import Dice, ShuffledPieces, WeightedResults, digest_number
from banca.tables.engine import WaitLevel
from banca.tables.events import (
    DevicesPublished,
    Event,
    NumberPledged,
    PledgesClosed,
    ResultCalled,
    SeedCommitted,
    SeedLost,
    SeedOpened,
    TableClosed,
    TableOpened,
)
from banca_verify import results as checker
from support.forgery import copied, entries, forge, rewrite, verified
from support.houses import RECORDED_PLAYERS, Recorded

NUMBERS = {"ana": "0a" * 32, "rui": "0b" * 32}
STAKES = {"craps": "field", "roulette": "red", "football_poker": "upper"}
CLOSING = {
    "craps": ["offer_dice", "throw"],
    "roulette": ["throw_ball", "call_no_more_bets"],
    "football_poker": ["deal_two_cards"],
}
"""What the croupier does until the bets are closed; at football poker that is the deal itself, asked for once."""
DRAWING = {"craps": "call_result", "roulette": "read_number", "football_poker": "deal_two_cards"}


class At(Recorded):
    """A drawn table with two players who pledge and reveal."""

    def __init__(self, file: Path, game: str = "roulette", seed: int = 1) -> None:
        super().__init__(f"sqlite:///{file}", seed)
        self.game, self.name = game, f"{game.replace('_', '-')}-1"
        self.open(self.name, game, "drawn")
        for player in RECORDED_PLAYERS:
            self.do(self.name, player, "sit")

    def at(self, who: str, do: str, **fields: Any) -> tuple[Event, ...]:
        return self.do(self.name, who, do, **fields).entry.events

    @property
    def state(self) -> Any:
        return self.house.table(self.name).state

    def pledge(self, *players: str) -> None:
        for player in players:
            self.at(player, "pledge", pledge=digest_number(NUMBERS[player]))

    def bets_close(self) -> None:
        for act in CLOSING[self.game]:
            self.at("croupier", act)

    def reveal(self, *players: str) -> None:
        for player in players:
            self.at(player, "reveal", nonce=NUMBERS[player])

    def draw(self) -> tuple[Event, ...]:
        return self.at("croupier", DRAWING[self.game])

    def pay(self) -> None:
        if self.game == "football_poker" and not self.can(self.name, "croupier", "stand"):
            self.at("croupier", "deal_third_card")
        self.at("croupier", "settle" if self.game == "craps" else "pay")

    def round(self, *revealing: str) -> tuple[Event, ...]:
        """One round in which both pledge."""
        self.at("ana", "place_bet", bet=STAKES[self.game], stake=1000)
        self.pledge("ana", "rui")
        self.bets_close()
        self.reveal(*revealing)
        events = self.draw()
        self.pay()
        return events


def checked(store: Any, tmp_path: Path) -> int:
    """What the single-file checker says of the store's export."""
    lines = tmp_path / "journal.jsonl"
    lines.write_bytes(b"".join(export(store)))
    return checker.main(str(lines))


def code_of(what: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refused:
        what()
    return refused.value.code


hexadecimal = st.binary(min_size=32, max_size=32).map(bytes.hex)
names = st.text("abcXYZ áñ澳", min_size=1, max_size=8)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


# What seed and numbers give


@given(hexadecimal, hexadecimal, names, st.integers(1, 1000))
def test_R_live_3_a_commitment_is_good_for_one_seed_one_table_and_one_draw(
    seed: str, other: str, table: str, number: int
) -> None:
    of = RoundAt(table, number)
    commitment = commitment_to(seed, of)
    assert is_seed_of(commitment, seed, of)
    assert is_seed_of(commitment, other, of) == (seed == other)
    assert not is_seed_of(commitment, seed, RoundAt(table, number + 1))
    assert not is_seed_of(commitment, seed, RoundAt(f"{table}x", number))


@given(hexadecimal, st.dictionaries(names, hexadecimal, max_size=4), st.integers(1, 1000))
def test_R_live_3_the_checker_works_out_the_same_by_its_own_means(
    seed: str, nonces: dict[str, str], number: int
) -> None:
    players = sorted(nonces.items())
    for device, written in (
        (
            WeightedResults((("fish", 3), ("crab", 1), ("coin", 2))),
            {"results": [["fish", 3], ["crab", 1], ["coin", 2]]},
        ),
        (Dice(4), {"dice": 4}),
        (ShuffledPieces(tuple("abcdefg")), {"pieces": [*"abcdefg"]}),
    ):
        stream = checker.Stream("banca draw 1", "t-1", number, seed, [list(one) for one in players])
        assert stream.draw(written) == drawn(device, seed, RoundAt("t-1", number), players)


# The course of a draw


@pytest.mark.parametrize("game", ["craps", "football_poker"])
def test_R_live_3_a_result_follows_from_the_seed_and_what_was_revealed(game: str, file: Path, tmp_path: Path) -> None:
    at = At(file, game)
    for revealing in (("ana", "rui"), ("ana",), ("rui",), ()):
        committed, number = at.state.window.commitment, at.state.window.number
        opened, *_, following = at.round(*revealing)
        assert isinstance(opened, SeedOpened)
        assert (opened.number, opened.commitment) == (number, committed)
        assert opened.nonces == tuple((player, NUMBERS[player]) for player in revealing)
        assert opened.withheld == tuple(player for player in RECORDED_PLAYERS if player not in revealing)
        assert is_seed_of(committed, opened.seed, RoundAt(at.name, number))
        assert isinstance(following, SeedCommitted)
        assert following.number == number + 1
    assert audit.verify(at.store).is_whole
    assert checked(at.store, tmp_path) == 0


def test_R_live_3_a_table_opens_with_what_it_can_show_and_its_first_commitment(file: Path) -> None:
    at = At(file, "craps")
    opened, _, devices, seed = entries(file, at.name)[0].events
    assert isinstance(devices, DevicesPublished)
    assert devices.devices[0].results == tuple((f"{one}-{other}", 1) for one, other in product("123456", repeat=2))
    assert isinstance(seed, SeedCommitted)
    assert seed.number == 1
    assert isinstance(opened, TableOpened)


def test_R_live_3_nobody_reveals_before_the_bets_close_or_pledges_after(file: Path) -> None:
    at = At(file)
    at.at("ana", "place_bet", bet="red", stake=1000)
    assert code_of(lambda: at.reveal("ana")) == "nothing_to_reveal"
    at.pledge("ana")
    assert code_of(lambda: at.pledge("ana")) == "pledged_already"
    assert code_of(lambda: at.reveal("ana")) == "nothing_to_reveal"
    at.bets_close()
    assert code_of(lambda: at.pledge("rui")) == "no_pledges_now"
    assert code_of(lambda: at.reveal("rui")) == "nothing_to_reveal"
    assert code_of(lambda: at.at("ana", "reveal", nonce=NUMBERS["rui"])) == "not_as_pledged"
    at.reveal("ana")
    assert code_of(lambda: at.reveal("ana")) == "nothing_to_reveal"


def test_R_live_3_nothing_is_pledged_where_nothing_is_drawn_at_a_call(file: Path) -> None:
    recorded = Recorded(f"sqlite:///{file}")
    for table, game, chance in (("craps-seen", "craps", "observed"), ("fantan-drawn", "fantan", "drawn")):
        recorded.open(table, game, chance)
        recorded.do(table, "ana", "sit")
        with pytest.raises(Refusal) as refused:
            recorded.do(table, "ana", "pledge", pledge="0" * 64)
        assert refused.value.code == "no_pledges_now"


def test_R_live_3_where_bets_are_open_until_the_deal_it_closes_them_first(file: Path) -> None:
    at = At(file, "football_poker")
    at.at("ana", "place_bet", bet="upper", stake=1000)
    at.pledge("ana")
    assert at.at("croupier", "deal_two_cards") == (PledgesClosed(number=1, players=("ana",)),)
    engine = at.house.table(at.name).engine
    assert not engine.accepts_bets(at.state)
    assert code_of(lambda: at.at("rui", "place_bet", bet="upper", stake=1000)) == "bets_closed_for_draw"
    assert code_of(lambda: at.at("ana", "withdraw_bet", bet="upper")) == "bets_closed_for_draw"
    at.reveal("ana")
    assert isinstance(at.at("croupier", "deal_two_cards")[0], SeedOpened)


def test_R_live_3_the_seed_of_the_next_throw_is_committed_before_the_bets_between_throws(file: Path) -> None:
    at = At(file, "craps")
    at.round("ana", "rui")
    committed = at.state.window.commitment
    at.at("rui", "place_bet", bet="field", stake=1000)
    assert at.state.window.commitment == committed
    assert at.round("ana", "rui")[0].commitment == committed  # type: ignore[attr-defined]


def test_R_live_3_the_dice_of_pai_kao_are_drawn_with_the_players_numbers(file: Path, tmp_path: Path) -> None:
    recorded = Recorded(f"sqlite:///{file}")
    recorded.open("pk", "pai_kao", "drawn")
    recorded.do("pk", "ana", "sit", gate=1)
    recorded.do("pk", "rui", "sit", gate=2)
    recorded.do("pk", "ana", "take_bank")
    recorded.do("pk", "croupier", "mix_and_stack")
    recorded.do("pk", "ana", "put_down_principal", stake=100_00, dealt_from=1)
    recorded.do("pk", "rui", "stake", gate=2, stake=1000)
    recorded.do("pk", "rui", "pledge", pledge=digest_number(NUMBERS["rui"]))
    assert code_of(lambda: recorded.do("pk", "rui", "shake")) != "bets_closed_for_draw"  # only the banker shakes
    assert not recorded.house.table("pk").state.window.is_closed
    (closed,) = recorded.do("pk", "ana", "shake").entry.events
    assert closed == PledgesClosed(number=1, players=("rui",))
    assert code_of(lambda: recorded.do("pk", "rui", "withdraw_stake", gate=2)) == "bets_closed_for_draw"
    recorded.do("pk", "rui", "reveal", nonce=NUMBERS["rui"])
    opened = recorded.do("pk", "ana", "shake").entry.events[0]
    assert isinstance(opened, SeedOpened)
    assert (opened.nonces, opened.device) == ((("rui", NUMBERS["rui"]),), 1)
    recorded.do("pk", "croupier", "deal")
    assert audit.verify(recorded.store).is_whole
    assert checked(recorded.store, tmp_path) == 0


def test_R_live_3_a_banker_that_the_program_plays_shakes_again_when_the_numbers_had_their_time(file: Path) -> None:
    recorded = Recorded(f"sqlite:///{file}")
    recorded.open("pk", "pai_kao", "drawn")
    recorded.do("pk", "supervisor", "seat_practice", player="one", gate=1, policy="balanced")
    recorded.do("pk", "rui", "sit", gate=2)
    recorded.do("pk", "practice:one", "take_bank")
    recorded.do("pk", "croupier", "mix_and_stack")
    play_practice_seats(recorded.house, "pk", WaitLevel.NONE)
    recorded.do("pk", "rui", "stake", gate=2, stake=1000)
    recorded.do("pk", "rui", "pledge", pledge=digest_number(NUMBERS["rui"]))
    play_practice_seats(recorded.house, "pk", WaitLevel.NONE)
    assert not recorded.house.table("pk").state.window.is_closed
    play_practice_seats(recorded.house, "pk", WaitLevel.SHORT)
    assert recorded.house.table("pk").state.phase == "shaken"


def test_R_live_3_what_lies_hidden_before_the_bets_follows_from_its_nonce(file: Path, tmp_path: Path) -> None:
    recorded = Recorded(f"sqlite:///{file}")
    for table, game in (("fantan-1", "fantan"), ("fish-1", "fish_prawn_crab")):
        recorded.open(table, game, "drawn")
        for player in RECORDED_PLAYERS:
            recorded.do(table, player, "sit")
        recorded.play(table, 3)
    assert audit.verify(recorded.store).is_whole
    assert checked(recorded.store, tmp_path) == 0


# What becomes of a seed otherwise


def test_R_live_3_a_void_opens_its_seed_and_what_it_would_have_given_is_counted(file: Path, tmp_path: Path) -> None:
    at = At(file)
    at.at("ana", "place_bet", bet="red", stake=1000)
    at.pledge("ana")
    opened, *_, following = at.at("supervisor", "void_round", reason="the lights went out")
    assert isinstance(opened, SeedOpened)
    assert opened.outcome
    assert opened.withheld == ("ana",)
    assert isinstance(following, SeedCommitted)
    (table,) = audit.verify(at.store, [at.name]).tables
    assert (table.voids.rounds, table.voids.known) == (1, 1)
    assert checked(at.store, tmp_path) == 0


def test_R_live_3_a_table_that_closes_opens_its_last_seed(file: Path, tmp_path: Path) -> None:
    at = At(file)
    opened, closed = at.at("supervisor", "close")
    assert isinstance(opened, SeedOpened)
    assert not opened.outcome
    assert isinstance(closed, TableClosed)
    assert audit.verify(at.store).is_whole
    assert checked(at.store, tmp_path) == 1  # no result was drawn, so that there was nothing to check


def test_R_live_3_a_seed_that_cannot_be_opened_is_named_and_never_replaced_in_silence(
    file: Path, tmp_path: Path
) -> None:
    at = At(file)
    at.at("ana", "place_bet", bet="red", stake=1000)
    at.bets_close()
    committed = at.state.window.commitment
    at.house = House(at.store, seal=Seal.fresh())
    assert at.draw()[0] == SeedLost(number=1, commitment=committed)
    assert not at.state.shown
    assert isinstance(at.draw()[0], SeedOpened)
    (fault,) = audit.verify(at.store).faults
    assert (fault.why.code, fault.why.about["asked"]) == ("seed_lost", committed)
    assert checked(at.store, tmp_path) == 1


def test_R_live_3_who_often_withholds_is_told(file: Path) -> None:
    at = At(file)
    for _ in range(3):
        at.round("ana")
    found = audit.verify(at.store)
    assert found.is_whole
    (notice,) = (one for one in found.findings if one.why.code == "numbers_withheld")
    assert notice.weight is Weight.NOTICE
    assert (notice.why.about["player"], notice.why.about["found"], notice.why.about["asked"]) == ("rui", 3, 3)


# A house that forges


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("fair") / "house.db"
    at = At(file)
    at.round("ana", "rui")
    at.store.close()
    return file


def other_hex(written: str) -> str:
    return sha256(written.encode()).hexdigest()


FORGED: dict[str, tuple[type[Event], Callable[[Any], Event | None], str]] = {
    "another seed": (SeedOpened, lambda one: structs.replace(one, seed=other_hex(one.seed)), "seed_differs"),
    "a number less": (SeedOpened, lambda one: structs.replace(one, nonces=one.nonces[:1]), "numbers_differ"),
    "another order": (SeedOpened, lambda one: structs.replace(one, nonces=one.nonces[::-1]), "numbers_differ"),
    "another number": (
        SeedOpened,
        lambda one: structs.replace(one, nonces=(("ana", other_hex("")), one.nonces[1])),
        "numbers_differ",
    ),
    "another result": (
        SeedOpened,
        lambda one: structs.replace(one, outcome=str((int(one.outcome) + 1) % 37)),
        "draw_differs",
    ),
    "no seed": (SeedOpened, lambda _: None, "seed_unopened"),
}


@pytest.mark.parametrize("name", FORGED)
def test_R_live_3_a_forged_draw_is_found_though_the_chain_fits(name: str, played: Path, file: Path) -> None:
    kind, change, code = FORGED[name]
    copied(played, file)
    seq, _ = forge(file, "roulette-1", kind, change)
    found = [one for one in verified(file).faults if one.why.code == code]
    assert [one.seq for one in found] == [seq]


def test_R_live_3_a_result_and_its_seed_forged_together_do_not_follow(played: Path, file: Path, tmp_path: Path) -> None:
    copied(played, file)

    def another(one: Any) -> Any:
        return structs.replace(one, outcome=str((int(one.outcome) + 1) % 37))

    seq, _ = forge(file, "roulette-1", SeedOpened, another)
    forge(file, "roulette-1", ResultCalled, another)
    assert (seq, "draw_differs") in {(one.seq, one.why.code) for one in verified(file).faults}
    store = open_store(f"sqlite:///{file}")
    assert checked(store, tmp_path) == 1
    store.close()


def test_R_live_3_a_number_that_was_never_pledged_is_found(played: Path, file: Path, tmp_path: Path) -> None:
    copied(played, file)
    past = entries(file, "roulette-1")
    new = [
        structs.replace(
            entry,
            events=tuple(
                structs.replace(one, pledge=other_hex(one.pledge)) if isinstance(one, NumberPledged) else one
                for one in entry.events
            ),
        )
        for entry in past
    ]
    rewrite(file, "roulette-1", new)
    assert not verified(file).is_whole
    store = open_store(f"sqlite:///{file}")
    assert checked(store, tmp_path) == 1
    store.close()
