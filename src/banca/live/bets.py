"""The bets on a table of chance: placed under the table's limits, taken down, met by a result; and how the table changes by it all."""

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Generic, TypeVar

from msgspec import structs

from banca.live import bet_event as happened
from banca.live import event as everywhere
from banca.live.chance_state import MOST_RESULTS, Called, ChanceState, Spot
from banca.live.command import PlaceBet, WithdrawBet
from banca.live.event import Event, Opened
from banca.live.exposure import add_up, exposure_of
from banca.live.refusals import BANK_TOO_SMALL, NO_SUCH_BET, PLAYER_LIMIT
from banca.live.seating import check_wallet, terms_of, with_seat, without_seat
from banca.live.table import Funds
from banca.live.window import evolve_window
from banca.rules.bet import KINDS, Bet, Outcome, State, Stay, Verdict, Win
from banca.rules.layout import Layout, Standing
from banca.rules.money import format_patacas, pay
from banca.rules.refusal import Defect, Refusal
from banca.rules.rulebook import Rules
from banca.rules.settlement import decided_by

S = TypeVar("S", bound=ChanceState)


class Bets(Generic[S]):
    """A table's rules and terms, and its bets."""

    def __init__(self, rules: Rules, opened: Opened) -> None:
        self.rules = rules
        self.opened = opened
        self.limits = terms_of(rules.rulebook.limits, opened)
        self.exposure = exposure_of(rules)
        self._states: dict[str, dict[str, State]] = {}

    @cached_property
    def table_states(self) -> dict[str, State]:
        """What the table can remember between rounds, by the text it is written with."""
        return {str(state): state for state in self.rules.rulebook.table.states(self.rules.space)}

    def state(self, key: str, on: str) -> State:
        """The state of a bet that is written `on`."""
        if not on:
            return self.rules.bets[key].start
        if key not in self._states:
            automaton = self.exposure.automaton(self.rules.bets[key])
            self._states[key] = {str(state): state for state in automaton.states}
        return self._states[key][on]

    def lies(self, state: S) -> int:
        """All stakes on the table, in avos."""
        return sum(map(state.staked, state.bets))

    def has_stakes(self, state: S) -> bool:
        """Whether somebody has staked on a result that is still to come: no bet of nothing lies there."""
        return bool(state.bets)

    def owes(self, state: S) -> int:
        """The most that the house may come to owe, in avos."""
        return -(-state.exposure // self.exposure.scale)

    # Placed and taken down

    def place(self, state: S, command: PlaceBet, player: str, funds: Funds) -> Event:
        """A stake on a bet: refused by the rules, the table's limits, the house's bank or the player's wallet, in that order."""
        bet, stake = self.rules.bet(command.bet), command.stake
        key, own = bet.key, state.bets.get(player, {})
        self.limits.check(stake, already=own.get((key, ""), 0), of=bet.id)
        layout = self.layout(state, player) if bet.added_to else _bare(state.table)
        self.rules.rulebook.check_placing(self.rules.chosen, bet, stake, layout)
        most = self.opened.player_maximum
        if sum(own.values()) + stake > most:
            asked = format_patacas(sum(own.values()) + stake)
            raise Refusal(PLAYER_LIMIT, asked=asked, allowed=format_patacas(most))
        self._check_bank(state, bet, stake, funds.bank)
        check_wallet(stake, funds)
        return happened.BetPlaced(player=player, bet=key, stake=stake)

    def _check_bank(self, state: S, bet: Bet, stake: int, bank: int) -> None:
        """The house never owes more than its bank: by the quick bound, or else by the worst outcome."""
        bound = state.exposure + stake * self.exposure.best(bet, bet.start)
        if bound <= bank * self.exposure.scale:
            return
        standing: dict[tuple[Bet, State], int] = {}
        for (key, on), total in add_up(state.bets).items():
            standing[self.rules.bets[key], self.state(key, on)] = total
        standing[bet, bet.start] = standing.get((bet, bet.start), 0) + stake
        worst = self.exposure.worst(standing)
        if worst > bank * self.exposure.scale:
            asked = format_patacas(-(-worst // self.exposure.scale))
            raise Refusal(BANK_TOO_SMALL, asked=asked, allowed=format_patacas(bank))

    def layout(self, state: S, player: str) -> Layout:
        """The table as this player's next bet finds it; another's bets do not carry one's own."""
        standing = tuple(
            Standing(self.rules.bets[key], stake, self.state(key, on))
            for (key, on), stake in state.bets.get(player, {}).items()
        )
        return Layout(standing, state.table)

    def take_down(self, state: S, command: WithdrawBet, player: str) -> Event:
        """A stake goes back, all of it or a part, where the rules let it."""
        bet = self.rules.bet(command.bet)
        spot = (bet.key, command.on or "")
        lies = state.bets.get(player, {}).get(spot, 0)
        if not lies:
            allowed = [" ".join(filter(None, each)) for each in state.bets.get(player, {})]
            raise Refusal(NO_SUCH_BET, bet.cite, asked=" ".join(filter(None, spot)), allowed=allowed)
        self.rules.rulebook.check_taking_down(bet, self.state(*spot), self.layout(state, player))
        stake = lies if command.stake is None else command.stake
        self.limits.check(stake, of=bet.id)
        if stake > lies:
            raise Refusal(NO_SUCH_BET, bet.cite, asked=format_patacas(stake), allowed=format_patacas(lies))
        return happened.BetTakenDown(player=player, bet=bet.key, stake=stake, on=spot[1])

    def meet(self, player: str, spot: Spot, stake: int, outcome: Outcome) -> Iterator[Event]:
        """A bet meets a result: it is decided, it moves, or it stays as it is."""
        bet, state = self.rules.bets[spot[0]], self.state(*spot)
        verdict = bet.verdict(state, outcome)
        if isinstance(verdict, Stay):
            if verdict.state != state:
                cite = str(verdict.cite or bet.decided_by or bet.cite)
                to = str(verdict.state)
                yield happened.BetMoved(player=player, bet=bet.key, stake=stake, on=spot[1], to=to, cite=cite)
            return
        payment = pay(stake, verdict, bet.commission, self.limits.chip)
        yield happened.BetDecided(
            player=player,
            bet=bet.key,
            stake=stake,
            on=spot[1],
            verdict=KINDS[type(verdict)],
            received=payment.received,
            odds=(verdict.odds.prize, verdict.odds.stake) if isinstance(verdict, Win) else None,
            prize=str(payment.prize),
            commission=str(payment.commission),
            breakage=str(payment.breakage),
            cites=tuple(map(str, decided_by(bet, verdict, payment))),
        )

    def nets(self, spot: Spot, stake: int, outcomes: Iterable[Outcome]) -> Iterator[int]:
        """What a bet wins or loses by each of these results; nothing where it is not decided. Each verdict is paid once."""
        bet, state = self.rules.bets[spot[0]], self.state(*spot)
        paid: dict[int, tuple[Verdict, int]] = {}
        for outcome in outcomes:
            verdict = bet.verdict(state, outcome)
            if isinstance(verdict, Stay):
                yield 0
                continue
            if id(verdict) not in paid:  # it is kept, so that no other takes its place
                paid[id(verdict)] = verdict, pay(stake, verdict, bet.commission, self.limits.chip).received - stake
            yield paid[id(verdict)][1]

    # How the table changes

    def evolve(self, state: S, event: Event) -> S:  # one case per event
        """The table after what happened: no decision is taken here, so that a journal can be replayed."""
        match event:
            case happened.BetPlaced():
                return self._lay(state, event.player, (event.bet, ""), event.stake)
            case happened.BetTakenDown() | happened.BetDecided():
                return self._lay(state, event.player, (event.bet, event.on), -event.stake)
            case happened.BetMoved():
                lifted = self._lay(state, event.player, (event.bet, event.on), -event.stake)
                return self._lay(lifted, event.player, (event.bet, event.to), event.stake)
            case everywhere.Acted():
                called = state.called if state.shown or self.prepares(event) else None
                return structs.replace(state, phase=event.phase, called=called)
            case everywhere.Committed():
                return structs.replace(state, commitment=event.commitment)
            case everywhere.CommitmentOpened():
                return structs.replace(state, commitment="")
            case happened.PartShown():
                return structs.replace(state, shown=event.outcome)
            case happened.ResultCalled():
                results = (*state.results, event.outcome)[-MOST_RESULTS:]
                return structs.replace(
                    state, shown=event.outcome, results=results, called=called_now(state, event.outcome)
                )
            case happened.ResultCorrected():
                return _corrected(state, event.outcome)
            case everywhere.NullDeclared():
                return structs.replace(state, shown="")
            case everywhere.RoundEnded():
                table = self.table_states[event.table] if event.table else state.table
                return structs.replace(state, table=table, round=state.round + 1, shown="")
            case everywhere.Seated():
                return with_seat(state, event.player)
            case everywhere.PracticeSeated():
                return with_seat(state, event.player, event.policy)
            case everywhere.Left():
                return self.left(state, event.player)
            case happened.BetOffered():
                return structs.replace(state, offers={**state.offers, (event.player, event.bet): event.stake})
            case happened.OfferLapsed():
                left = {offer: stake for offer, stake in state.offers.items() if offer != (event.player, event.bet)}
                return structs.replace(state, offers=left)
            case everywhere.RoundVoided():
                return self.voided(state)
            case everywhere.Closed():
                return structs.replace(state, is_closed=True)
            case everywhere.Opened() | everywhere.Funded() | everywhere.BankReduced():
                return state
            case _:
                return evolve_window(state, event)

    def prepares(self, event: everywhere.Acted) -> bool:  # of tables with acts
        """Whether an act of the croupier only makes way for a player's own, so that the result before it is still to be seen."""
        return False

    def left(self, state: S, player: str) -> S:
        """A seat is given up, with what was laid out for its player."""
        offers = {offer: stake for offer, stake in state.offers.items() if offer[0] != player}
        return structs.replace(without_seat(state, player), offers=offers)

    def voided(self, state: S) -> S:
        """The table as it opens, with its seats."""
        kept = {"seats": state.seats, "practice": state.practice, "round": state.round + 1, "window": state.window}
        return structs.replace(self.start, **kept)

    @property
    def start(self) -> S:
        """The table as it opens."""
        raise NotImplementedError

    def _lay(self, state: S, player: str, spot: Spot, stake: int) -> S:
        """Add a stake to a spot, or take it away below zero."""
        own = state.bets.get(player, {})
        lies = own.get(spot, 0) + stake
        if lies < 0:
            raise Defect(f"{player} has less than nothing on {spot}")
        own = {**own, spot: lies}
        if not lies:
            del own[spot]
        bets = {**state.bets, player: own}
        if not own:
            del bets[player]
        bet = self.rules.bets[spot[0]]
        best = self.exposure.best(bet, self.state(*spot) if spot[1] else bet.start)
        return structs.replace(state, bets=bets, exposure=state.exposure + stake * best)


@lru_cache
def _bare(table: State) -> Layout:
    """The table as a bet finds it that is not added to another."""
    return Layout((), table)


def called_now(state: ChanceState, outcome: str) -> Called:
    """A result as it finds the table."""
    moved = dict.fromkeys(spot for own in state.bets.values() for spot in own if spot[1])
    return Called(outcome=outcome, table=state.table, moved=tuple(moved))


def _corrected(state: S, outcome: str) -> S:
    """The table with another result, or another first part of one."""
    if state.called is None:
        return structs.replace(state, shown=outcome)
    called = structs.replace(state.called, outcome=outcome)
    return structs.replace(state, shown=outcome, results=(*state.results[:-1], outcome), called=called)
