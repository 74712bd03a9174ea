"""Record a journal of every game for tests/data/journals: what is written there must be read, replayed and verified for ever after.

    python tools/journals.py

Run it only to add the journal of a new game or a new form of entries: those that are there stay as they are. A house of its own plays
each game for some 200 rounds, observed and drawn, with null and void rounds, a proposal and authorisations; the randomness and the clock
repeat themselves, so that the same program writes the same bytes.
"""

import gzip
import json
import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path

from msgspec import structs

from banca.games import find, playable
from banca.house import audit
from banca.house.authorisations import Authorisation, add_authorisation
from banca.house.cage import CAGE, CashIn
from banca.house.commands import CommandRequest, LiveTable, TableTerms
from banca.house.dealer import play_practice_seats
from banca.house.house import House
from banca.house.journal import FORM
from banca.house.rng import Source
from banca.house.store import IN_MEMORY, open_store
from banca.proposals import read_proposal
from banca.proposals.files import example_files
from banca.rules import Proposal, Refusal
from banca.rules.rulebook import OPTION
from banca.tables.acts import Act, ActKind, acts_towards_payment
from banca.tables.chance import ChanceSource
from banca.tables.chance_engine import ChanceEngine
from banca.tables.commands import THE_HOUSE, Actor, Command, OpenTable, Role, VoidRound
from banca.tables.engine import WaitLevel

JOURNALS = Path(__file__).parent.parent / "tests" / "data" / "journals"
HEADS = JOURNALS / "heads.json"
"""The last digest of every table in each journal."""
ROUNDS = 100
"""At each of a game's two tables."""
BEGAN = datetime(2026, 1, 16, 12, tzinfo=UTC)
STAKE = 100_00
PLAYERS = tuple(Actor(name, Role.PLAYER) for name in ("ana", "rui"))
CROUPIER = Actor("chan", Role.CROUPIER)
SUPERVISOR = Actor("sofia", Role.SUPERVISOR)


class Evening:
    """One game, played at an observed and at a drawn table; the drawn one carries a proposal where there is an example of one."""

    def __init__(self, game: str) -> None:
        self.game = find(game)
        self.rng = random.Random(game)  # it repeats itself
        moments = (BEGAN + timedelta(seconds=7 * number) for number in count())
        source = Source(self.rng.randbytes)
        self.house = House(open_store(IN_MEMORY), source=source, clock=lambda: next(moments), is_play_money=True)
        self._ids = count(1)

    def do(self, table: str, actor: Actor, command: Command, opening: TableTerms | None = None) -> bool:
        """Whether it was done."""
        name = f"c{next(self._ids)}"
        try:
            self.house.do(CommandRequest(table=table, actor=actor, id=name, command=command, opening=opening))
        except Refusal:
            return False
        return True

    def open(self, table: str, chance: ChanceSource) -> None:
        """A table with its players; the program plays what seats it plays at a demo."""
        options: dict[str, str | int] = {}
        if chance is ChanceSource.DRAWN and (proposal := self._proposal()):
            self.house.admit(proposal)
            options[OPTION] = proposal.id
        terms = TableTerms(
            id=table, game=self.game.id, minimum=STAKE, maximum=STAKE * 100, bank=10**9, chance=chance, options=options
        )
        self.do(table, THE_HOUSE, OpenTable(), terms)
        for player in PLAYERS:
            self.do(table, player, self._seat(table))
        practice = self.game.part("practice") if chance is ChanceSource.DRAWN else None
        for seat in practice.DEMO_SEATS if practice else ():
            self.do(table, THE_HOUSE, seat)

    def _seat(self, table: str) -> Command:
        """A seat, at a place of its own where there are such."""
        stands = self.house.table(table)
        ways = list(stands.engine.candidates_in_any_phase(stands.state, self.game.codec.kind("sit")))
        return ways[1 if len(ways) > 1 else 0]

    def _proposal(self) -> Proposal | None:
        for file in example_files().values():
            proposal = read_proposal(file.read_text())
            if proposal.game == self.game.id:
                return proposal
        return None

    def play(self, table: str) -> None:
        """Whatever people may do, chosen by chance, for so many rounds."""
        while self.house.table(table).state.round <= ROUNDS:
            play_practice_seats(self.house, table, WaitLevel.OVER)
            stands = self.house.table(table)
            if self.rng.random() < 0.01:
                self.do(table, SUPERVISOR, VoidRound(reason="the lights went out"))
            wishes = list(self._wishes(stands))
            leading = acts_towards_payment(stands.engine.acts).get(stands.state.phase, [])
            forward = [one for one in wishes if one[1].do in leading]
            has_stakes = stands.state.has_stakes
            chosen = (
                forward if forward and (has_stakes or not wishes) and self.rng.random() < 0.8 else wishes or forward
            )
            if chosen:
                self.do(table, *self.rng.choice(chosen))

    def _wishes(self, stands: LiveTable) -> Iterator[tuple[Actor, Command]]:
        for actor in (CROUPIER, *PLAYERS):
            for act in stands.engine.acts_now(stands.state, actor.role):
                if ways := stands.engine.possible_commands(stands.state, act, actor):
                    yield actor, self._seen(stands, act, self.rng.choice(ways))

    def _seen(self, stands: LiveTable, act: Act, command: Command) -> Command:
        """What lies there, where the croupier must say so."""
        engine = stands.engine
        if engine.is_drawn or not isinstance(engine, ChanceEngine) or "outcome" not in act.takes.sees:
            return command
        space = engine.rules.space
        show = engine.rules.rulebook.show
        possible = act.draws(space, stands.state) if act.draws else [(show(one), weight) for one, weight in space]
        (written,) = self.rng.choices([one for one, _ in possible], [weight for _, weight in possible])
        return structs.replace(
            command, outcome=written.rpartition("-")[2] if act.does is ActKind.CALL and act.reads else written
        )

    def run(self) -> list[bytes]:
        """The whole evening, as an export has it."""
        for player in PLAYERS:
            self.do(CAGE, SUPERVISOR, CashIn(player=player.name, stake=10**9))
        for option in self.game.options[:1]:
            add_authorisation(self.house, _granted(self.game.id, option.name, str(option.default)))
        for chance in ChanceSource:
            table = f"{self.game.id.replace('_', '-')}-{chance}"
            self.open(table, chance)
            self.play(table)
        return list(audit.export(self.house.store))


def _granted(game: str, option: str, value: str) -> Authorisation:
    return Authorisation(
        game=game,
        option=option,
        value=value,
        asked=date(2025, 12, 1),
        planned=date(2026, 1, 12),
        reference="DICJ 1/2026",
        by="house",
        at=BEGAN.isoformat(),
    )


def kept_name(game: str, form: int) -> str:
    """What a game's journal in a form of entries is called."""
    return game if form == 1 else f"{game}.{form}"


def heads(lines: list[bytes]) -> dict[str, str]:
    """The last digest of every table."""
    read = [json.loads(line) for line in lines]
    return {line["entry"]["table"]: line["digest"] for line in read}


def main() -> None:
    """Record what is not recorded yet."""
    JOURNALS.mkdir(parents=True, exist_ok=True)
    known = json.loads(HEADS.read_text()) if HEADS.exists() else {}
    for game in playable():
        name = kept_name(game, FORM)
        if name in known:
            continue
        lines = Evening(game).run()
        known[name] = heads(lines)
        (JOURNALS / f"{name}.jsonl.gz").write_bytes(gzip.compress(b"".join(lines), mtime=0))
        print(name, len(lines), "entries")
    HEADS.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
