"""A table of chance, banked by the house: its bets, its device, and what a result comes to."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, TypeVar, cast

from msgspec import structs

from banca.rules import _, refusal
from banca.rules.bet import KINDS, Bet, Outcome, State, Stay, Verdict, Win
from banca.rules.layout import Layout, Null, Standing
from banca.rules.money import format_patacas, pay
from banca.rules.refusal import BAD_OUTCOME, UNKNOWN_NULL, Defect, NotNow, Refusal
from banca.rules.rulebook import Rules
from banca.rules.settlement import decided_by
from banca.tables import events
from banca.tables.acts import (
    BANK_TOO_SMALL,
    BETS_STAND,
    DRAWN_COUNTS,
    INTERRUPTED,
    NO_SUCH_BET,
    NOTHING_CHANGES,
    PLAYER_LIMIT,
    ROUND_STANDS,
    Act,
    ActKind,
    CommandCodec,
    Situation,
    acts_in_phase,
    check_entered,
)
from banca.tables.chance import Chance, DrawKind, DrawRequest, Possible, WeightedResults, evolve_draw
from banca.tables.commands import (
    Actor,
    Command,
    CorrectResult,
    Leave,
    PlaceBet,
    Role,
    SeatPractice,
    Sit,
    Unseat,
    VoidRound,
    WithdrawBet,
)
from banca.tables.engine import (
    PracticeMove,
    TableEngine,
    add_seat,
    check_seated,
    check_wallet,
    decide_leaving,
    remove_seat,
    table_limits,
    view_draw,
    void_events,
)
from banca.tables.events import ActPerformed, Event, NullDeclared, ResultCommitted, RoundEnded, TableOpened
from banca.tables.exposure import Outlook, PaidBet, ResultEffect, exposure_of, judge_result, make_outlook, total_by_spot
from banca.tables.state import MOST_RESULTS, CalledResult, ChanceState, Funds, Spot

NEEDS_CHANCE = (ActKind.HIDE, ActKind.SHOW, ActKind.CALL)
"""What a drawn table needs a result for."""
RESULT_STANDS = refusal("result_stands", _("the result {asked} has been called: it must be paid and cannot be voided"))


S = TypeVar("S", bound=ChanceState)


class ChanceEngine(TableEngine[S]):
    """One table's way of playing: the game's rules under the options and limits it opened with."""

    def __init__(self, opened: TableOpened, acts: Sequence[Act], codec: CommandCodec, rules: Rules) -> None:
        super().__init__(opened, acts, codec)
        self.rules = rules
        self.limits = table_limits(rules.rulebook.limits, opened)
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
        return events.BetPlaced(player=player, bet=key, stake=stake)

    def _check_bank(self, state: S, bet: Bet, stake: int, bank: int) -> None:
        """The house never owes more than its bank: by the quick bound, or else by the worst outcome."""
        bound = state.exposure + stake * self.exposure.best(bet, bet.start)
        if bound <= bank * self.exposure.scale:
            return
        standing: dict[tuple[Bet, State], int] = {}
        for (key, on), total in total_by_spot(state.bets).items():
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
        return events.BetTakenDown(player=player, bet=bet.key, stake=stake, on=spot[1])

    def meet(self, player: str, spot: Spot, stake: int, outcome: Outcome) -> Iterator[Event]:
        """A bet meets a result: it is decided, it moves, or it stays as it is."""
        bet, state = self.rules.bets[spot[0]], self.state(*spot)
        verdict = bet.verdict(state, outcome)
        if isinstance(verdict, Stay):
            if verdict.state != state:
                cite = str(verdict.cite or bet.decided_by or bet.cite)
                to = str(verdict.state)
                yield events.BetMoved(player=player, bet=bet.key, stake=stake, on=spot[1], to=to, cite=cite)
            return
        payment = pay(stake, verdict, bet.commission, self.limits.chip)
        yield events.BetDecided(
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
            case events.BetPlaced():
                return self._lay(state, event.player, (event.bet, ""), event.stake)
            case events.BetTakenDown() | events.BetDecided():
                return self._lay(state, event.player, (event.bet, event.on), -event.stake)
            case events.BetMoved():
                lifted = self._lay(state, event.player, (event.bet, event.on), -event.stake)
                return self._lay(lifted, event.player, (event.bet, event.to), event.stake)
            case events.ActPerformed():
                called = state.called if state.shown or self.prepares(event) else None
                return structs.replace(state, phase=event.phase, called=called)
            case events.ResultCommitted():
                return structs.replace(state, commitment=event.commitment)
            case events.CommitmentOpened():
                return structs.replace(state, commitment="")
            case events.PartShown():
                return structs.replace(state, shown=event.outcome)
            case events.ResultCalled():
                results = (*state.results, event.outcome)[-MOST_RESULTS:]
                return structs.replace(
                    state, shown=event.outcome, results=results, called=called_now(state, event.outcome)
                )
            case events.ResultCorrected():
                return _corrected(state, event.outcome)
            case events.NullDeclared():
                return structs.replace(state, shown="")
            case events.RoundEnded():
                table = self.table_states[event.table] if event.table else state.table
                return structs.replace(state, table=table, round=state.round + 1, shown="")
            case events.PlayerSeated():
                return add_seat(state, event.player)
            case events.PracticeSeated():
                return add_seat(state, event.player, event.policy)
            case events.PlayerLeft():
                return self.left(state, event.player)
            case events.BetOffered():
                return structs.replace(state, offers={**state.offers, (event.player, event.bet): event.stake})
            case events.OfferLapsed():
                left = {offer: stake for offer, stake in state.offers.items() if offer != (event.player, event.bet)}
                return structs.replace(state, offers=left)
            case events.RoundVoided():
                return self.voided(state)
            case events.TableClosed():
                return structs.replace(state, is_closed=True)
            case events.TableOpened() | events.BankFunded() | events.BankReduced():
                return state
            case _:
                return evolve_draw(state, event)

    def left(self, state: S, player: str) -> S:
        """A seat is given up, with what was laid out for its player."""
        offers = {offer: stake for offer, stake in state.offers.items() if offer[0] != player}
        return structs.replace(remove_seat(state, player), offers=offers)

    def voided(self, state: S) -> S:
        """The table as it opens, with its seats."""
        kept = {"seats": state.seats, "practice": state.practice, "round": state.round + 1, "window": state.window}
        return structs.replace(self.start, **kept)

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

    @property
    def start(self) -> S:
        """The table as it opens."""
        return cast("S", ChanceState(phase=str(self.acts[0].phase), table=self.rules.rulebook.table.start))

    @cached_property
    def whole(self) -> WeightedResults:
        """Everything the device can show, as it is written, with its weights."""
        return WeightedResults(
            tuple((self.rules.rulebook.show(outcome), weight) for outcome, weight in self.rules.space)
        )

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
        if isinstance(event, events.ResultCorrected):
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
        is_called = any(act.does is ActKind.PAY for act in acts_in_phase(self.acts, state.phase, Role.CROUPIER))
        written = outcome or (state.shown if is_called else "")
        if not written:
            return None
        decided = [one for one in self.would_pay(state, written) if isinstance(one, events.BetDecided)]
        return [PaidBet(one.player, one.bet, one.on, one.stake, one.verdict, one.received) for one in decided]

    def next_results(self, state: S) -> Sequence[tuple[str, int]]:
        """What the device can show next, with its weights; where the result is called, that one."""
        acts = acts_in_phase(self.acts, state.phase, Role.CROUPIER)
        if any(act.does is ActKind.PAY for act in acts):
            return ((state.shown, 1),)
        calls = next((act for act in acts if act.does is ActKind.CALL and act.draws), None) if state.shown else None
        drawn = calls.draws(self.rules.space, state) if calls and calls.draws else ()
        return drawn or self.whole.results

    def outlook(self, state: S, player: str) -> Outlook | None:
        """By the rules that pay: a bet that is not decided brings nothing yet."""
        results = [(written, ways) for written, ways in self.next_results(state) if ways]
        outcomes = [self.outcome_of(written) for written, _ in results]
        nets = [0] * len(results)
        for spot, stake in state.bets.get(player, {}).items():
            for place, net in enumerate(self.nets(spot, stake, outcomes)):
                nets[place] += net
        return make_outlook((written, ways, net) for (written, ways), net in zip(results, nets, strict=True))

    def judged(self, state: S, outcome: str = "") -> ResultEffect | None:
        """From the call on, until the next round has moved on; another result as if it had been called now."""
        called = state.called
        if outcome:
            shown = self.rules.rulebook.show(self.outcome_of(outcome))
            called = structs.replace(called, outcome=shown) if called and state.shown else called_now(state, shown)
        return judge_result(self, called, self.outcome_of(called.outcome)) if called else None

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
            "window": view_draw(self, state),
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

    # What may be done now

    def open_bets(self, state: S, player: str) -> list[str]:
        """The bets that this player may place now; how much, and whether the money is there, is another matter."""
        act = next((act for act in self.acts_now(state, Role.PLAYER) if act.does is ActKind.PLACE), None)
        if act is None or state.is_closed or self.is_shut(state):
            return []
        layout = self.layout(state, player)
        found = []
        for key, bet in self.rules.bets.items():
            stake = self.limits.minimum_of(bet.id)
            try:
                if act.check:
                    act.check(self._situation(state, PlaceBet(bet=key, stake=stake), player))
                self.rules.rulebook.check_placing(self.rules.chosen, bet, stake, layout)
            except NotNow:
                continue
            except Refusal:  # another stake may do
                pass
            found.append(key)
        return found

    def tries(self, state: S, act: Act, actor: Actor) -> Iterable[Command]:  # one case per kind of act
        """By the bets that are open or lie there, by the offers that were made, by the reasons there are."""
        kind, usual = act.takes, act.example
        match act.does:
            case ActKind.PLACE:
                return [kind(**usual, bet=bet, stake=self._least(bet)) for bet in self.open_bets(state, actor.name)]
            case ActKind.TAKE_DOWN:
                return [kind(**usual, bet=bet, on=on or None) for bet, on in state.bets.get(actor.name, {})]
            case ActKind.OFFER:
                first = next(iter(self.rules.bets))
                offers = (
                    [(player, first) for player in state.seats] + [(state.seats[0], bet) for bet in self.rules.bets]
                    if state.seats
                    else []
                )
                return [kind(**usual, player=player, bet=bet, stake=self._least(bet)) for player, bet in offers]
            case ActKind.CONFIRM:
                own = ((bet, stake) for (player, bet), stake in state.offers.items() if player == actor.name)
                return [kind(**usual, bet=bet, stake=stake) for bet, stake in own]
            case ActKind.DECLINE:
                return [kind(**usual, bet=bet) for player, bet in state.offers if player == actor.name]
            case ActKind.CORRECT:
                return self._other_entries(state, act)
            case ActKind.NULL if "reason" in kind.__struct_fields__:
                return [kind(**usual, reason=str(reason)) for reason in self.rules.rulebook.nulls]
            case _:
                return (kind(**usual),)

    def _other_entries(self, state: S, act: Act) -> Iterator[Command]:
        """What could lie there instead of what was entered."""
        drawn = act.draws(self.rules.space, state) if act.draws else self.whole.results
        other = next((one for one, _ in drawn if one != state.shown), None)
        return iter(() if other is None else (act.takes(**act.example, outcome=other, reason="?"),))

    def _least(self, bet: str) -> int:
        """The lowest stake of a bet."""
        return self.limits.minimum_of(self.rules.bets[bet].id)

    def fields_asked(self, act: Act) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Where the house's options leave only some fields, those."""
        return (act.asks(self.rules.chosen), ()) if act.asks else super().fields_asked(act)

    def is_possible(self, state: S, command: Command, actor: Actor) -> bool:
        """Whether a command would be carried out, were the money there; what lies there is for the croupier to say."""
        act = self._act_of.get((state.phase, type(command)))
        if act is None or self.is_drawn or act.does not in (ActKind.SHOW, ActKind.CALL):
            return super().is_possible(state, command, actor)
        try:
            if act.check:
                act.check(self._situation(state, command, actor.name))
        except Refusal:
            return False
        return act.is_for(actor.role)

    def is_informed(self, state: S) -> bool:
        """Whether somebody may know something of what becomes of a stake that lies there.

        So where a part of the result or all of it is shown, where a bet stands on a number, and, at an observed table, as soon
        as the croupier has only to call what lies there.
        """
        acts = acts_in_phase(self.acts, state.phase, Role.CROUPIER)
        tells = (ActKind.PAY,) if self.is_drawn else (ActKind.CALL, ActKind.PAY)
        is_shown = bool(state.shown) or any(act.does in tells for act in acts)
        return is_shown or state.stands_on_number

    @property
    def policies(self) -> Sequence[str]:
        """A seat that the program plays makes one bet, again and again."""
        return list(self.rules.bets)

    # What chance gives

    @property
    def draws_from_seeds(self) -> bool:
        """Where the device is not shaken before the bets."""
        return self.is_drawn and not any(act.does is ActKind.HIDE for act in self.acts)

    def would_draw(self, state: S) -> Possible | None:
        """What the device could have shown next."""
        return WeightedResults(self.next_results(state)) if state.bets else None

    def wants(self, state: S, command: Command) -> DrawRequest | None:
        """What the command needs of chance: nothing at an observed table; else what, and out of which weighted results."""
        act = self._act_of.get((state.phase, type(command)))
        if not self.is_drawn or state.is_closed or (act and act.does not in NEEDS_CHANCE):
            return None
        if isinstance(command, VoidRound):
            return DrawRequest(DrawKind.RECALL) if state.commitment else None
        if act is None:
            return None
        if act.does is ActKind.HIDE:
            return DrawRequest(DrawKind.HIDE, self.whole)
        if state.commitment:
            return DrawRequest(DrawKind.OPEN)
        possible = WeightedResults(act.draws(self.rules.space, state)) if act.draws else self.whole
        return DrawRequest(DrawKind.DRAW, possible) if possible.results else None

    # Decide

    def _situation(self, state: S, command: Command, who: str) -> Situation[Any]:
        return Situation(self.rules.chosen, state, command, who, self.limits.minimum)

    def happens(
        self, state: S, act: Act, command: Command, actor: Actor, funds: Funds, chance: Chance | None
    ) -> Iterable[Event]:
        """What an act of the procedure comes to; or a refusal. Most are bets on which nothing else follows."""
        if isinstance(command, PlaceBet) and act.is_plain and self.is_drawn:
            return (self.place(state, command, actor.name, funds),)
        return self._happens(state, act, command, actor, funds, chance)

    def _happens(  # one case per kind of act
        self, state: S, act: Act, command: Command, actor: Actor, funds: Funds, chance: Chance | None
    ) -> Iterator[Event]:
        given, who = self._situation(state, command, actor.name), actor.name
        if act.check:
            act.check(given)
        if not self.is_drawn:
            check_entered(act, command)
        if act.then != act.phase:
            yield _acted(act, command, who)
        match act.does:
            case ActKind.PLACE if isinstance(command, PlaceBet):
                yield self.place(state, command, who, funds)
            case ActKind.TAKE_DOWN if isinstance(command, WithdrawBet):
                yield self.take_down(state, command, who)
            case ActKind.GO_ON:
                pass
            case ActKind.HIDE if self.is_drawn:
                hidden = _needed(chance)
                yield ResultCommitted(commitment=hidden.commitment, round=hidden.round)
            case ActKind.SHOW | ActKind.CALL:
                yield from self._called(act, given, chance)
            case ActKind.NULL:
                yield self._null(act, command)
            case ActKind.CORRECT if isinstance(command, CorrectResult):
                yield self._corrected(act, given, command)
            case ActKind.PAY:
                yield from self.pay(state)
            case ActKind.OFFER:
                yield self._offer(state, cast("Any", command))
            case ActKind.CONFIRM | ActKind.DECLINE:
                yield from self._answer(state, act, cast("Any", command), who, funds)
        if act.brings:
            yield from act.brings(given)

    def _offer(self, state: S, command: Any) -> Event:  # a game's own command with player, bet and stake
        check_seated(state, command.player)
        bet = self.rules.bet(command.bet)
        self.limits.check(command.stake, of=bet.id)
        return events.BetOffered(player=command.player, bet=bet.key, stake=command.stake)

    def _answer(
        self, state: S, act: Act, command: Any, player: str, funds: Funds
    ) -> Iterator[Event]:  # with bet, and stake to confirm
        """The player has seen what the croupier laid out, and takes it or not."""
        bet = self.rules.bet(command.bet)
        stake = state.offers.get((player, bet.key))
        if stake is None or (act.does is ActKind.CONFIRM and stake != command.stake):
            allowed = [f"{key} {format_patacas(laid)}" for (who, key), laid in state.offers.items() if who == player]
            raise Refusal(
                "nothing_offered",
                _("there is no {asked} to confirm; to be confirmed: {allowed}"),
                act.cite,
                asked=bet.key,
                allowed=allowed,
            )
        if act.does is ActKind.CONFIRM:
            yield self.place(state, PlaceBet(bet=bet.key, stake=stake), player, funds)
        yield events.OfferLapsed(player=player, bet=bet.key)

    def _called(self, act: Act, given: Situation[Any], chance: Chance | None) -> Iterator[Event]:
        """What lies there: seen by the croupier, drawn, or hidden until now."""
        state, command = given.table, given.command
        written = getattr(command, "outcome", None) or ""
        if state.commitment:
            opened = _needed(chance).opening(state.commitment)
            written = opened.outcome
            yield opened
        elif chance:
            written = chance.outcome
        elif act.reads:
            written = act.reads(given)
        if act.does is ActKind.SHOW:
            yield events.PartShown(outcome=written)
            return
        outcome = self.outcome_of(written)
        shown = self.rules.rulebook.show(outcome)
        cocked = getattr(command, "cocked", None) or 0
        yield events.ResultCalled(outcome=shown, written=written if written != shown else "", cocked=cocked)

    def _corrected(self, act: Act, given: Situation[Any], command: CorrectResult) -> Event:
        """What lies there in truth, entered anew. R-live-2."""
        written, before = command.outcome or "", given.table.shown
        shown = act.reads(given) if act.reads else self.rules.rulebook.show(self.outcome_of(written))
        if shown == before:
            raise Refusal(NOTHING_CHANGES, act.cite, asked=act.said)
        written = written if written != shown and not act.reads else ""
        cite, reason = str(act.cite), command.reason
        return events.ResultCorrected(before=before, outcome=shown, written=written, reason=reason, cite=cite)

    def _null(self, act: Act, command: Command) -> Event:
        if self.is_drawn:
            raise Refusal(DRAWN_COUNTS, act.cite, asked=act.said)
        nulls = self.rules.rulebook.nulls
        reason = getattr(command, "reason", None)
        reason = next(iter(nulls)) if reason is None else reason
        if reason not in nulls:
            raise Refusal(UNKNOWN_NULL, act.cite, asked=reason, allowed=list(nulls))
        return NullDeclared(reason=reason, cites=tuple(map(str, nulls[reason].cites)))

    # What belongs in no phase

    def sit(self, state: S, command: Sit | SeatPractice, actor: Actor) -> Iterable[Event]:
        """A seat that the program plays makes a bet there is."""
        if isinstance(command, SeatPractice):
            self.rules.bet(command.policy)
        return super().sit(state, command, actor)

    def leave(self, state: S, command: Leave | Unseat, actor: Actor) -> Iterable[Event]:
        """Nobody leaves while something of theirs lies on the table."""
        left = decide_leaving(state, command, actor)
        if state.bets.get(left.player):
            raise Refusal(BETS_STAND, asked=left.player, allowed=format_patacas(state.staked(left.player)))
        return (left,)

    def void(self, state: S, reason: str, chance: Chance | None) -> Iterable[Event]:
        """Everything goes back to its owner, and what lay hidden is shown; where it is lost, its commitment is named."""
        back = [
            events.BetTakenDown(player=player, bet=key, stake=stake, on=on)
            for player, own in state.bets.items()
            for (key, on), stake in own.items()
        ]
        return *back, *void_events(state.commitment, reason, chance)

    def check_voidable(self, state: S) -> None:
        """A result that has been called is paid; and what the program draws can always be played to its end. R-live-1."""
        if pays := [act for act in self.acts_now(state, Role.CROUPIER) if act.does is ActKind.PAY]:
            raise Refusal(RESULT_STANDS, pays[0].cite, asked=state.shown)
        if self.is_drawn and self.is_informed(state):
            raise Refusal(ROUND_STANDS, INTERRUPTED)

    # What there is to see, and what the program does by itself

    def prepares(self, event: ActPerformed) -> bool:
        """Whether an act of the croupier only makes way for a player's own, so that the result before it is still to be seen."""
        return self.makes_way(event.phase)

    def croupier_acts(self, state: S, croupier: Actor) -> list[Command]:
        """With bets open it waits until somebody has bet."""
        bets_open = any(act.does is ActKind.PLACE for act in self.acts_now(state, Role.PLAYER))
        return [] if bets_open and not state.bets else super().croupier_acts(state, croupier)

    def practice_moves(self, state: S) -> Iterable[PracticeMove]:
        """A seat that the program plays makes its bet with the minimum, where it has none."""
        for player, bet in state.practice.items():
            command, actor = PlaceBet(bet=bet, stake=self._least(bet)), Actor(player, Role.PLAYER)
            if not state.staked(player) and self.is_possible(state, command, actor):
                yield PracticeMove(player, [(command, 1)])


@lru_cache
def _bare(table: State) -> Layout:
    """The table as a bet finds it that is not added to another."""
    return Layout((), table)


def called_now(state: ChanceState, outcome: str) -> CalledResult:
    """A result as it finds the table."""
    moved = dict.fromkeys(spot for own in state.bets.values() for spot in own if spot[1])
    return CalledResult(outcome=outcome, table=state.table, moved=tuple(moved))


def _corrected(state: S, outcome: str) -> S:
    """The table with another result, or another first part of one."""
    if state.called is None:
        return structs.replace(state, shown=outcome)
    called = structs.replace(state.called, outcome=outcome)
    return structs.replace(state, shown=outcome, results=(*state.results[:-1], outcome), called=called)


def _acted(act: Act, command: Command, who: str) -> Event:
    saw = {name: value for name, value in sorted(command.given().items()) if name != "outcome"}
    return ActPerformed(act=act.name, phase=str(act.then), by=who, saw=saw, cite=str(act.cite))


def _needed(chance: Chance | None) -> Chance:
    if chance is None:
        raise Defect("a drawn table was asked for a result and given none")
    return chance
