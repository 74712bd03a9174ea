"""A drawn table with two players who pledge and reveal numbers, for tests of what is drawn."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from banca.house.audit.exchange import export
from banca.live.event import Event
from banca.live.window import (
    digest_of,
)
from banca.rulebook import Code, Refusal
from banca_verify import results as checker
from recorded import PLAYERS, Recorded

NUMBERS = {"ana": "0a" * 32, "rui": "0b" * 32}
STAKES = {"craps": "field", "roulette": "red", "wheel": "symbol:1", "football_poker": "upper"}
CLOSING = {
    "craps": ["offer_dice", "throw"],
    "roulette": ["throw_ball", "call_no_more_bets"],
    "wheel": ["call_no_more_bets"],
    "football_poker": ["deal_two_cards"],
}
"""What the croupier does until the bets are closed; at football poker that is the deal itself, asked for once."""
DRAWING: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "craps": [("call_result", {})],
    "roulette": [("read_number", {})],
    "wheel": [("turn", {}), ("read_pointer", {"turns": 3})],
    "football_poker": [("deal_two_cards", {})],
}
PAYING = {"craps": "settle"}


class At(Recorded):
    """A drawn table with two players who pledge and reveal."""

    def __init__(self, file: Path, game: str = "roulette", seed: int = 1) -> None:
        super().__init__(f"sqlite:///{file}", seed)
        self.game, self.name = game, f"{game.replace('_', '-')}-1"
        self.open(self.name, game, "drawn")
        for player in PLAYERS:
            self.do(self.name, player, "sit")

    def at(self, who: str, do: str, **fields: Any) -> tuple[Event, ...]:
        return self.do(self.name, who, do, **fields).entry.events

    @property
    def state(self) -> Any:
        return self.house.table(self.name).state

    def pledge(self, *players: str) -> None:
        for player in players:
            self.at(player, "pledge", pledge=digest_of(NUMBERS[player]))

    def bets_close(self) -> None:
        for act in CLOSING[self.game]:
            self.at("croupier", act)

    def reveal(self, *players: str) -> None:
        for player in players:
            self.at(player, "reveal", nonce=NUMBERS[player])

    def draw(self) -> tuple[Event, ...]:
        return [self.at("croupier", act, **fields) for act, fields in DRAWING[self.game]][-1]

    def pay(self) -> None:
        if self.game == "football_poker" and not self.can(self.name, "croupier", "stand"):
            self.at("croupier", "deal_third_card")
        self.at("croupier", PAYING.get(self.game, "pay"))

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


def code_of(what: Callable[[], object]) -> Code:
    with pytest.raises(Refusal) as refused:
        what()
    return refused.value.code
