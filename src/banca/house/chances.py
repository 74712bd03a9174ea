"""What a drawn table gets of chance: a hidden result, the one that was hidden, or what its committed seed gives."""

from collections.abc import Sequence

from msgspec import structs

from banca.house.commands import LiveTable
from banca.house.rng import RoundAt, Source, drawn, hide, is_opened_by, is_seed_of, new_seed, result
from banca.house.seal import Seal, Secret, close_hidden, open_hidden
from banca.house.store import Store
from banca.rules import Defect, Refusal, _
from banca.tables.chance import Chance, Draw, DrawKind, DrawRequest, SeedUse
from banca.tables.commands import Close, Command, VoidRound
from banca.tables.events import Event, ResultCommitted, SeedCommitted


class TableChances:
    """Chance for one batch of commands. What it hides is written to the store together with the entries that commit to it."""

    def __init__(self, store: Store, seal: Seal, source: Source) -> None:
        self._store, self._seal, self._source = store, seal, source
        self._secrets: dict[str, Secret] = {}
        """Outcome and nonce by commitment; a seed is a nonce without an outcome."""

    def opening_events(self, table: LiveTable) -> tuple[Event, ...]:
        """Return what a drawn table publishes when it opens: its devices, and the commitment to its first seed."""
        if not table.engine.is_drawn:
            return ()
        return table.engine.opening_events(self._commit(table.id, 1) if table.engine.draws_from_seeds else "")

    def for_command(self, table: LiveTable, command: Command) -> Chance | None:
        """Return what a command needs of chance; None where nothing is drawn."""
        wanted = table.engine.draw_request(table.state, command)
        # Voiding a round and closing a table open its seed, though they draw nothing.
        if wanted is None and not isinstance(command, VoidRound | Close):
            return None
        use = table.engine.seed_use(table.state, command)
        if use is None:
            return self._without_seed(table, wanted, command) if wanted else None
        draw = self._draw(table, use)
        if wanted is None or wanted.kind is DrawKind.DRAW:
            return Chance(outcome=draw.outcome, draw=draw)
        return structs.replace(self._without_seed(table, wanted, command) or Chance(), draw=draw)

    def sealed(self, table: str, events: Sequence[Event]) -> list[tuple[str, str, str, str]]:
        """Return what events commit to, as the store gets it."""
        if not self._secrets:
            return []
        commits = [event.commitment for event in events if isinstance(event, ResultCommitted | SeedCommitted)]
        return [(table, commit, *close_hidden(self._seal, table, commit, self._secrets[commit])) for commit in commits]

    def _without_seed(self, table: LiveTable, wanted: DrawRequest, command: Command) -> Chance | None:
        if wanted.kind in (DrawKind.OPEN, DrawKind.RECALL):
            chance = self._open_result(table)
            if chance is None and wanted.kind is DrawKind.OPEN:
                raise Refusal(
                    "commitment_lost",
                    _(
                        "the hidden result of {asked} cannot be revealed: it is lost, or was encrypted with another key; a supervisor must void the round"
                    ),
                    asked=table.state.commitment,
                )
            return chance
        if wanted.device is None:
            raise Defect("a result is wanted, and nothing can come up")
        if wanted.kind is DrawKind.HIDE:
            commitment, outcome, nonce = hide(wanted.device, RoundAt(table.id, table.state.round), self._source)
            self._secrets[commitment] = (outcome, nonce)
            return Chance(commitment=commitment, round=table.state.round)
        if table.engine.closes_bets_first(table.state, command):
            return None
        return Chance(outcome=result(wanted.device, self._source))

    def _commit(self, table: str, number: int) -> str:
        commitment, seed = new_seed(RoundAt(table, number), self._source)
        self._secrets[commitment] = ("", seed)
        return commitment

    def _draw(self, table: LiveTable, use: SeedUse) -> Draw:
        # A lost seed gives no result, and is not replaced: a house that could choose another seed could choose the result.
        window = table.state.window
        following = "" if use.is_last else self._commit(table.id, window.number + 1)
        _outcome, seed = self._find_secret(table.id, window.commitment) or ("", "")
        of = RoundAt(table.id, window.number)
        if not is_seed_of(window.commitment, seed, of):
            return Draw(next=following)
        outcome = drawn(use.device, seed, of, window.revealed) if use.device else ""
        return Draw(seed=seed, outcome=outcome, next=following)

    def _open_result(self, table: LiveTable) -> Chance | None:
        commitment, number = table.state.commitment, table.state.round
        secret = self._find_secret(table.id, commitment)
        if secret and is_opened_by(commitment, *secret, RoundAt(table.id, number)):
            return Chance(outcome=secret[0], commitment=commitment, nonce=secret[1], round=number)
        return None

    def _find_secret(self, table: str, commitment: str) -> Secret | None:
        secret = self._secrets.get(commitment)
        if secret is None and (stored := self._store.secret(table, commitment)):
            secret = open_hidden(self._seal, table, commitment, stored)
        return secret
