"""What a table of chance has lying there, what its results come to, and what there is to see of it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar, cast

from msgspec import structs

from banca.live import bet_event as happened
from banca.live.act import Act, Does, acts_of
from banca.live.bets import Bets, called_now
from banca.live.chance_state import ChanceState
from banca.live.command import Actor, Role
from banca.live.conduct import Conduct
from banca.live.drawing import window_view
from banca.live.event import Event, Opened, RoundEnded
from banca.live.forms import Forms
from banca.live.outlook import Judged, PaidBet, Swings, judge, swings
from banca.live.results import Possible, Weighted
from banca.rules.bet import Outcome
from banca.rules.layout import Null
from banca.rules.refusal import BAD_OUTCOME, Refusal
from banca.rules.rulebook import Rules

S = TypeVar("S", bound=ChanceState)


class ChanceResults(Bets[S], Conduct[S]):
    """One table's rules and terms, its bets, and its device."""

    def __init__(self, opened: Opened, acts: Sequence[Act], forms: Forms, rules: Rules) -> None:
        Conduct.__init__(self, opened, acts, forms)
        Bets.__init__(self, rules, opened)

    @property
    def start(self) -> S:
        """The table as it opens."""
        return cast("S", ChanceState(phase=str(self.acts[0].phase), table=self.rules.rulebook.table.start))

    @cached_property
    def whole(self) -> Weighted:
        """Everything the device can show, as it is written, with its weights."""
        return Weighted(tuple((self.rules.rulebook.show(outcome), weight) for outcome, weight in self.rules.space))

    @property
    def devices(self) -> Sequence[Possible]:
        """The one that every round is decided by."""
        return (self.whole,)

    @property
    def hidden(self) -> Possible:
        """What a hidden result can be."""
        return self.whole

    def shown_by(self, event: Event, state: S) -> str:
        """The whole result that an event shows, as it is drawn or entered; a corrected part of one is not yet a result."""
        if isinstance(event, happened.ResultCorrected):
            return (event.written or event.outcome) if state.called else ""
        return super().shown_by(event, state)

    # What a result comes to

    def outcome_of(self, written: str) -> Outcome:
        """What the croupier calls; refused where the device cannot show it."""
        throw = self.rules.rulebook.parse_throw(written)
        if isinstance(throw, Null):
            raise Refusal(BAD_OUTCOME, asked=written, form=self.rules.rulebook.outcome_form)
        return throw.outcome

    def pay(self, state: S) -> Iterator[Event]:
        """Every bet meets the outcome; who has won is paid, who has lost has lost."""
        outcome = self.outcome_of(state.shown)
        for player, own in state.bets.items():
            for spot, stake in own.items():
                yield from self.meet(player, spot, stake, outcome)
        table = self.rules.rulebook.table.after(state.table, outcome)
        yield RoundEnded(number=state.round, table="" if table is None else str(table))

    def would_pay(self, state: S, outcome: str) -> tuple[Event, ...]:
        """What the bets on the table would come to with this result, by the rules that pay them."""
        shown = self.rules.rulebook.show(self.outcome_of(outcome))
        return tuple(self.pay(structs.replace(state, shown=shown)))

    def payments(self, state: S, outcome: str = "") -> list[PaidBet] | None:
        """By the rules that pay: bets that the result decides, and those that it leaves or moves."""
        is_called = any(act.does is Does.PAY for act in acts_of(self.acts, state.phase, Role.CROUPIER))
        written = outcome or (state.shown if is_called else "")
        if not written:
            return None
        decided = [one for one in self.would_pay(state, written) if isinstance(one, happened.BetDecided)]
        return [PaidBet(one.player, one.bet, one.on, one.stake, one.verdict, one.received) for one in decided]

    def next_results(self, state: S) -> Sequence[tuple[str, int]]:
        """What the device can show next, with its weights; where the result is called, that one."""
        acts = acts_of(self.acts, state.phase, Role.CROUPIER)
        if any(act.does is Does.PAY for act in acts):
            return ((state.shown, 1),)
        calls = next((act for act in acts if act.does is Does.CALL and act.draws), None) if state.shown else None
        drawn = calls.draws(self.rules.space, state) if calls and calls.draws else ()
        return drawn or self.whole.results

    def outlook(self, state: S, player: str) -> Swings | None:
        """By the rules that pay: a bet that is not decided brings nothing yet."""
        results = [(written, ways) for written, ways in self.next_results(state) if ways]
        outcomes = [self.outcome_of(written) for written, _ in results]
        nets = [0] * len(results)
        for spot, stake in state.bets.get(player, {}).items():
            for place, net in enumerate(self.nets(spot, stake, outcomes)):
                nets[place] += net
        return swings((written, ways, net) for (written, ways), net in zip(results, nets, strict=True))

    def judged(self, state: S, outcome: str = "") -> Judged | None:
        """From the call on, until the next round has moved on; another result as if it had been called now."""
        called = state.called
        if outcome:
            shown = self.rules.rulebook.show(self.outcome_of(outcome))
            called = structs.replace(called, outcome=shown) if called and state.shown else called_now(state, shown)
        return judge(self, called, self.outcome_of(called.outcome)) if called else None

    # What there is to see

    def view(self, state: S, viewer: Actor) -> Mapping[str, Any]:  # everybody sees the same
        """The bets, what lies there, and what came before."""
        return {
            "table": None if state.table is None else str(state.table),
            "bets": [
                {"player": player, "bet": bet, "on": on, "stake": stake}
                for player, own in state.bets.items()
                for (bet, on), stake in own.items()
            ],
            "offers": [{"player": player, "bet": bet, "stake": stake} for (player, bet), stake in state.offers.items()],
            "shown": state.shown,
            "results": state.results,
            "commitment": state.commitment,
            "window": window_view(self, state),
        }

    def recent(self, state: S) -> Sequence[str]:
        """What was called in the last rounds, the newest last."""
        return state.results

    def staked(self, state: S, player: str) -> int:
        """All that a player has on the table."""
        return state.staked(player)

    def takes_bets(self, state: S) -> bool:
        """Whether there is a bet that somebody may place now."""
        return bool(self.open_bets(state, next(iter(state.seats), "")))
