"""What a drawn table is given of chance: a hidden result, the one that was hidden, or what its committed seed gives."""

from collections.abc import Sequence

from msgspec import structs

from banca.house.commands import LiveTable
from banca.house.rng import RoundAt, Source, drawn, hide, is_opened_by, is_seed_of, new_seed, result
from banca.house.seal import Seal, Secret, close_hidden, open_hidden
from banca.house.store import Store
from banca.rules import Defect, Refusal, _
from banca.tables.chance import Chance, Device, Draw, DrawKind, DrawRequest, SeedUse
from banca.tables.commands import Close, Command, VoidRound
from banca.tables.events import Event, ResultCommitted, SeedCommitted

"""Commands that open a table's seed though they draw nothing."""
COMMITS = (ResultCommitted, SeedCommitted)
"""Events behind which something is hidden."""


class TableChances:
    """Chance for one batch of commands: what it hides is kept until the batch is written."""

    def __init__(self, store: Store, seal: Seal, source: Source) -> None:
        self._store, self._seal, self._source = store, seal, source
        self._secrets: dict[str, Secret] = {}
        """By commitment; a seed stands as the nonce of no outcome."""

    def opening_events(self, table: LiveTable) -> tuple[Event, ...]:
        """What a drawn table publishes when it opens: its devices, and the commitment to its first seed."""
        if not table.conduct.is_drawn:
            return ()
        return table.conduct.opening_events(self._commit(table.id, 1) if table.conduct.draws_from_seeds else "")

    def for_command(self, table: LiveTable, command: Command) -> Chance | None:
        """What a command needs of chance: nothing, where nothing is drawn."""
        wanted = table.conduct.draw_request(table.state, command)
        if wanted is None and not isinstance(command, VoidRound | Close):
            return None
        use = table.conduct.seed_use(table.state, command)
        if use is None:
            return self._wanted(table, wanted, command) if wanted else None
        draw = self._draw(table, use)
        if wanted is None or wanted.kind is DrawKind.DRAW:
            return Chance(outcome=draw.outcome, draw=draw)
        return structs.replace(self._wanted(table, wanted, command) or Chance(), draw=draw)

    def _wanted(self, table: LiveTable, wanted: DrawRequest, command: Command) -> Chance | None:
        """A result of a table, or of a moment, without a seed of its own."""
        if wanted.kind in (DrawKind.OPEN, DrawKind.RECALL):
            opened = self._opened(table)
            if opened is None and wanted.kind is DrawKind.OPEN:
                raise Refusal(
                    "commitment_lost",
                    _(
                        "the hidden result of {asked} cannot be revealed: it is lost, or was encrypted with another key; a supervisor must void the round"
                    ),
                    asked=table.state.commitment,
                )
            return opened
        if wanted.device is None:
            raise Defect("a result is wanted, and nothing can come up")
        if wanted.kind is DrawKind.HIDE:
            return self._hide(table, wanted.device)
        if table.conduct.closes_bets_first(table.state, command):
            return None
        return Chance(outcome=result(wanted.device, self._source))

    def _hide(self, table: LiveTable, possible: Device) -> Chance:
        of = RoundAt(table.id, table.state.round)
        commitment, outcome, nonce = hide(possible, of, self._source)
        self._secrets[commitment] = (outcome, nonce)
        return Chance(commitment=commitment, round=of.number)

    def _commit(self, table: str, number: int) -> str:
        """A fresh seed for a draw; what is published of it."""
        commitment, seed = new_seed(RoundAt(table, number), self._source)
        self._secrets[commitment] = ("", seed)
        return commitment

    def _draw(self, table: LiveTable, use: SeedUse) -> Draw:
        """The table's seed and what it gives with the numbers that were revealed: never another seed in its place."""
        window = table.state.window
        following = "" if use.is_last else self._commit(table.id, window.number + 1)
        _, seed = self._kept(table.id, window.commitment) or ("", "")
        of = RoundAt(table.id, window.number)
        if not is_seed_of(window.commitment, seed, of):
            return Draw(next=following)
        outcome = drawn(use.device, seed, of, window.revealed) if use.device else ""
        return Draw(seed=seed, outcome=outcome, next=following)

    def _opened(self, table: LiveTable) -> Chance | None:
        """The result behind the table's commitment: never another in its place; none where it is lost."""
        commitment, number = table.state.commitment, table.state.round
        secret = self._kept(table.id, commitment)
        if secret and is_opened_by(commitment, *secret, RoundAt(table.id, number)):
            return Chance(outcome=secret[0], commitment=commitment, nonce=secret[1], round=number)
        return None

    def _kept(self, table: str, commitment: str) -> Secret | None:
        secret = self._secrets.get(commitment)
        if secret is None and (kept := self._store.secret(table, commitment)):
            secret = open_hidden(self._seal, table, commitment, kept)
        return secret

    def sealed(self, table: str, events: Sequence[Event]) -> list[tuple[str, str, str, str]]:
        """What events commit to, as the store gets it; nothing where nothing was hidden."""
        if not self._secrets:
            return []
        found = [event.commitment for event in events if isinstance(event, COMMITS)]
        return [(table, one, *close_hidden(self._seal, table, one, self._secrets[one])) for one in found]
