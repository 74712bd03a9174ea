"""A table of chance, banked by the house: bets, a device, and what a result comes to, by the rows of a game's rules and acts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, ClassVar, TypeVar, cast

from msgspec import structs

from banca.rules import _, refusal
from banca.rules.bet import KINDS, Bet, Lose, Outcome, State, Stay, Verdict, Win
from banca.rules.layout import Layout, Null, Standing
from banca.rules.money import format_patacas, pay
from banca.rules.refusal import BAD_OUTCOME, UNKNOWN_NULL, Defect, NotNow, Refusal
from banca.rules.rulebook import Rules
from banca.rules.settlement import decided_by
from banca.tables import commands, events
from banca.tables.acts import (
    BANK_TOO_SMALL,
    INTERRUPTED,
    NO_SUCH_BET,
    NOTHING_CHANGES,
    ROUND_STANDS,
    Act,
    ActKind,
    CommandCodec,
    Situation,
)
from banca.tables.chance import Chance, Device, DrawKind, DrawRequest, WeightedResults
from banca.tables.commands import Actor, Command, Role
from banca.tables.engine import (
    PracticeMove,
    TableEngine,
    check_seated,
    check_wallet,
    table_limits,
    view_draw,
    void_events,
)
from banca.tables.events import Event, TableOpened
from banca.tables.exposure import Outlook, PaidBet, ResultEffect, exposure_of, find_extreme
from banca.tables.state import MOST_RESULTS, CalledResult, ChanceState, Funds, Spot, evolve_table, remove_seat

RESULT_STANDS = refusal("result_stands", _("the result {asked} has been called: it must be paid and cannot be voided"))

S = TypeVar("S", bound=ChanceState)


class ChanceEngine(TableEngine[S]):
    """The procedure of a game against the house: its rules, under the options and limits that the table opened with."""

    STATE: ClassVar[type[ChanceState]] = ChanceState
    """What the table remembers; a game that remembers more than its bets has a type of its own."""
    LASTING: ClassVar[tuple[str, ...]] = ("seats", "practice", "window")
    """Fields that a void round leaves as they are."""

    def __init__(self, opened: TableOpened, acts: Sequence[Act], codec: CommandCodec, rules: Rules) -> None:
        super().__init__(opened, acts, codec)
        self.rules = rules
        self.limits = table_limits(rules.rulebook.limits, opened)
        self.exposure = exposure_of(rules)
        self._states: dict[str, dict[str, State]] = {}

    @property
    def start(self) -> S:
        """The table as it opens."""
        return cast("S", self.STATE(phase=str(self.acts[0].phase), table=self.rules.rulebook.table.start))

    @cached_property
    def table_states(self) -> dict[str, State]:
        """What the table can remember between rounds, by the text it is written with."""
        return {str(state): state for state in self.rules.rulebook.table.states(self.rules.space)}

    def bet_state(self, key: str, on: str) -> State:
        """Return the state of a bet that is written `on`."""
        if not on:
            return self.rules.bets[key].start
        if key not in self._states:
            automaton = self.exposure.automaton(self.rules.bets[key])
            self._states[key] = {str(state): state for state in automaton.states}
        return self._states[key][on]

    def layout(self, state: S, player: str) -> Layout:
        """Return the table as this player's next bet finds it; another's bets do not carry one's own."""
        standing = tuple(
            Standing(self.rules.bets[key], stake, self.bet_state(key, on))
            for (key, on), stake in state.bets.get(player, {}).items()
        )
        return Layout(standing, state.table)

    def liability(self, state: S) -> int:
        """Return the most that the house may come to owe, in avos."""
        return -(-state.exposure // self.exposure.scale)  # rounded up

    # Bets: placed, taken down, resolved

    def place_bet(self, state: S, command: commands.PlaceBet, player: str, funds: Funds) -> Event:
        """Put a stake on a bet; refused by the rules, the table's limits, the house's bank or the player's wallet, in that order."""
        bet, stake = self.rules.bet(command.bet), command.stake
        own = state.bets.get(player, {})
        self.limits.check(stake, already=own.get((bet.key, ""), 0), of=bet.id)
        # Most bets are not added to another, and for these one layout does for everybody, so that it is not built anew each time.
        layout = self.layout(state, player) if bet.added_to else _empty_layout(state.table)
        self.rules.rulebook.check_placing(self.rules.chosen, bet, stake, layout)
        self.check_player_limit(sum(own.values()) + stake)
        self._check_bank(state, bet, stake, funds.bank)
        check_wallet(stake, funds)
        return events.BetPlaced(player=player, bet=bet.key, stake=stake)

    def _check_bank(self, state: S, bet: Bet, stake: int, bank: int) -> None:
        """Refuse what the house could not pay. Its bank nearly always covers the quick bound; only where not, the worst outcome is sought."""
        scale = self.exposure.scale
        if state.exposure + stake * self.exposure.best(bet, bet.start) <= bank * scale:
            return
        standing = {
            (self.rules.bets[key], self.bet_state(key, on)): total for (key, on), total in state.total_by_spot().items()
        }
        standing[bet, bet.start] = standing.get((bet, bet.start), 0) + stake
        worst = self.exposure.worst(standing)
        if worst > bank * scale:
            raise Refusal(BANK_TOO_SMALL, asked=format_patacas(-(-worst // scale)), allowed=format_patacas(bank))

    def take_down_bet(self, state: S, command: commands.WithdrawBet, player: str) -> Event:
        """Give a stake back, all of it or a part, where the rules let it."""
        bet = self.rules.bet(command.bet)
        own, spot = state.bets.get(player, {}), (bet.key, command.on or "")
        staked = own.get(spot, 0)
        if not staked:
            allowed = [" ".join(filter(None, place)) for place in own]
            raise Refusal(NO_SUCH_BET, bet.cite, asked=" ".join(filter(None, spot)), allowed=allowed)
        self.rules.rulebook.check_taking_down(bet, self.bet_state(*spot), self.layout(state, player))
        stake = staked if command.stake is None else command.stake
        self.limits.check(stake, of=bet.id)
        if stake > staked:
            raise Refusal(NO_SUCH_BET, bet.cite, asked=format_patacas(stake), allowed=format_patacas(staked))
        return events.BetTakenDown(player=player, bet=bet.key, stake=stake, on=spot[1])

    def resolve(self, player: str, spot: Spot, stake: int, outcome: Outcome) -> Iterator[Event]:
        """Yield what a result does to a bet: it is decided, it moves, or nothing."""
        bet, state = self.rules.bets[spot[0]], self.bet_state(*spot)
        verdict = bet.verdict(state, outcome)
        if isinstance(verdict, Stay):
            if verdict.state != state:
                cite, to = str(verdict.cite or bet.decided_by or bet.cite), str(verdict.state)
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

    def pay(self, state: S) -> Iterator[Event]:
        """Resolve every bet by the outcome: who has won is paid, who has lost has lost."""
        outcome = self.parse_outcome(state.shown)
        for player, own in state.bets.items():
            for spot, stake in own.items():
                yield from self.resolve(player, spot, stake, outcome)
        table = self.rules.rulebook.table.after(state.table, outcome)
        yield events.RoundEnded(number=state.round, table="" if table is None else str(table))

    # How the table changes

    def evolve(self, state: S, event: Event) -> S:  # one case per event
        """Return the table after what happened: no decision is taken here, so that a journal can be replayed."""
        match event:
            case events.BetPlaced():
                return self._lay(state, event.player, (event.bet, ""), event.stake)
            case events.BetTakenDown() | events.BetDecided():
                return self._lay(state, event.player, (event.bet, event.on), -event.stake)
            case events.BetMoved():
                lifted = self._lay(state, event.player, (event.bet, event.on), -event.stake)
                return self._lay(lifted, event.player, (event.bet, event.to), event.stake)
            case events.ActPerformed():
                # The last result stays to be seen while the croupier only makes way for a player's act (the dice are offered, say).
                called = state.called if state.shown or self.makes_way(event.phase) else None
                return structs.replace(state, phase=event.phase, called=called)
            case events.PartShown():
                return structs.replace(state, shown=event.outcome)
            case events.ResultCalled():
                results = (*state.results, event.outcome)[-MOST_RESULTS:]
                return structs.replace(state, shown=event.outcome, results=results, called=state.call(event.outcome))
            case events.ResultCorrected():
                called = state.called and structs.replace(state.called, outcome=event.outcome)
                # A first part of a result is not called yet, and not among the results.
                results = (*state.results[:-1], event.outcome) if called else state.results
                return structs.replace(state, shown=event.outcome, results=results, called=called)
            case events.NullDeclared():
                return structs.replace(state, shown="")
            case events.RoundEnded():
                table = self.table_states[event.table] if event.table else state.table
                return structs.replace(state, table=table, round=state.round + 1, shown="")
            case events.RoundVoided():
                lasting = {name: getattr(state, name) for name in self.LASTING}
                return structs.replace(self.start, round=state.round + 1, **lasting)
            case events.PlayerLeft():
                return self.after_leaving(state, event.player)
            case events.BetOffered():
                return structs.replace(state, offers={**state.offers, (event.player, event.bet): event.stake})
            case events.OfferLapsed():
                offers = {offer: stake for offer, stake in state.offers.items() if offer != (event.player, event.bet)}
                return structs.replace(state, offers=offers)
            case _:
                return evolve_table(state, event)

    def after_leaving(self, state: S, player: str) -> S:
        """Return the table after somebody has left, without what was laid out for them."""
        offers = {offer: stake for offer, stake in state.offers.items() if offer[0] != player}
        return structs.replace(remove_seat(state, player), offers=offers)

    def _lay(self, state: S, player: str, spot: Spot, stake: int) -> S:
        """The table with a stake added to a spot; a negative one is taken away."""
        own = state.bets.get(player, {})
        total = own.get(spot, 0) + stake
        if total < 0:
            raise Defect(f"{player} has less than nothing on {spot}")
        own = {**own, spot: total}
        if not total:
            del own[spot]
        bets = {**state.bets, player: own}
        if not own:
            del bets[player]
        bet = self.rules.bets[spot[0]]
        best = self.exposure.best(bet, self.bet_state(*spot) if spot[1] else bet.start)
        return structs.replace(state, bets=bets, exposure=state.exposure + stake * best)

    # What an act of the procedure comes to

    def carry_out(self, situation: Situation[Any]) -> Iterator[Event]:  # one case per kind of act
        """Yield what an act does to bets and device; or raise a refusal."""
        state, command, who = situation.table, situation.command, situation.who
        match situation.act.does:
            case ActKind.PLACE if isinstance(command, commands.PlaceBet):
                yield self.place_bet(state, command, who, situation.funds)
            case ActKind.TAKE_DOWN if isinstance(command, commands.WithdrawBet):
                yield self.take_down_bet(state, command, who)
            case ActKind.SHOW | ActKind.CALL:
                yield from self._call(situation)
            case ActKind.NULL:
                yield self._declare_null(situation)
            case ActKind.CORRECT if isinstance(command, commands.CorrectResult):
                yield self._correct(situation)
            case ActKind.PAY:
                yield from self.pay(state)
            case ActKind.OFFER:  # by a game's own command with player, bet and stake
                check_seated(state, command.player)
                bet = self.rules.bet(command.bet)
                self.limits.check(command.stake, of=bet.id)
                yield events.BetOffered(player=command.player, bet=bet.key, stake=command.stake)
            case ActKind.CONFIRM | ActKind.DECLINE:
                yield from self._answer_offer(situation)

    def _answer_offer(self, situation: Situation[Any]) -> Iterator[Event]:
        state, act, player = situation.table, situation.act, situation.who
        command = situation.command  # a game's own with bet, and stake to confirm
        bet = self.rules.bet(command.bet)
        stake = state.offers.get((player, bet.key))
        if stake is None or (act.does is ActKind.CONFIRM and stake != command.stake):
            allowed = [f"{key} {format_patacas(stake)}" for (who, key), stake in state.offers.items() if who == player]
            raise Refusal(
                "nothing_offered",
                _("there is no {asked} to confirm; to be confirmed: {allowed}"),
                act.cite,
                asked=bet.key,
                allowed=allowed,
            )
        if act.does is ActKind.CONFIRM:
            yield self.place_bet(state, commands.PlaceBet(bet=bet.key, stake=stake), player, situation.funds)
        yield events.OfferLapsed(player=player, bet=bet.key)

    def _call(self, situation: Situation[Any]) -> Iterator[Event]:
        """What lies there: seen by the croupier, drawn, or hidden until now."""
        act, state, command = situation.act, situation.table, situation.command
        written = getattr(command, "outcome", None) or ""
        if state.commitment:
            opened = situation.drawn().opening(state.commitment)
            written = opened.outcome
            yield opened
        elif situation.chance:
            written = situation.chance.outcome
        elif act.reads:
            written = act.reads(situation)
        if act.does is ActKind.SHOW:
            yield events.PartShown(outcome=written)
            return
        shown = self.rules.rulebook.show(self.parse_outcome(written))
        cocked = getattr(command, "cocked", None) or 0
        yield events.ResultCalled(outcome=shown, written=written if written != shown else "", cocked=cocked)

    def _correct(self, situation: Situation[commands.CorrectResult]) -> Event:
        """What lies there in truth, entered anew. R-live-2."""
        act, command, before = situation.act, situation.command, situation.table.shown
        written = command.outcome or ""
        shown = act.reads(situation) if act.reads else self.rules.rulebook.show(self.parse_outcome(written))
        if shown == before:
            raise Refusal(NOTHING_CHANGES, act.cite, asked=act.title)
        written = written if written != shown and not act.reads else ""
        return events.ResultCorrected(
            before=before, outcome=shown, written=written, reason=command.reason, cite=str(act.cite)
        )

    def _declare_null(self, situation: Situation[Any]) -> Event:
        nulls = self.rules.rulebook.nulls
        reason = getattr(situation.command, "reason", None)
        reason = next(iter(nulls)) if reason is None else reason
        if reason not in nulls:
            raise Refusal(UNKNOWN_NULL, situation.act.cite, asked=reason, allowed=list(nulls))
        return events.NullDeclared(reason=reason, cites=tuple(map(str, nulls[reason].cites)))

    # What belongs in no phase

    def sit(self, state: S, command: commands.Sit | commands.SeatPractice, actor: Actor) -> Iterable[Event]:
        """Let somebody sit down; a seat that the program plays makes a bet there is."""
        if isinstance(command, commands.SeatPractice):
            self.rules.bet(command.policy)
        return super().sit(state, command, actor)

    def void(self, state: S, reason: str, chance: Chance | None) -> Iterable[Event]:
        """Give everything back to its owner, and show what lay hidden; where it is lost, name its commitment."""
        back = [
            events.BetTakenDown(player=player, bet=key, stake=stake, on=on)
            for player, own in state.bets.items()
            for (key, on), stake in own.items()
        ]
        return *back, *void_events(state.commitment, reason, chance)

    def check_voidable(self, state: S) -> None:
        """Refuse to void a result that has been called, and what the program draws, which can always be played to its end. R-live-1."""
        if act := self._croupier_act(state, ActKind.PAY):
            raise Refusal(RESULT_STANDS, act.cite, asked=state.shown)
        if self.is_drawn and self.is_informed(state):
            raise Refusal(ROUND_STANDS, INTERRUPTED)

    def is_informed(self, state: S) -> bool:
        """Return whether somebody may know something of what becomes of a stake that lies there.

        So where a part of the result or all of it is shown, where a bet stands on a number, and, at an observed table, as soon
        as the croupier has only to call what lies there.
        """
        tells = (ActKind.PAY,) if self.is_drawn else (ActKind.CALL, ActKind.PAY)
        return bool(state.shown) or self._croupier_act(state, *tells) is not None or state.stands_on_number

    def _croupier_act(self, state: S, *kinds: ActKind) -> Act | None:
        return next((act for act in self.acts_now(state, Role.CROUPIER) if act.does in kinds), None)

    # The device

    @cached_property
    def whole(self) -> WeightedResults:
        """Everything the device can show, as it is written, with its weights."""
        return WeightedResults(
            tuple((self.rules.rulebook.show(outcome), weight) for outcome, weight in self.rules.space)
        )

    @property
    def devices(self) -> Sequence[Device]:
        """The one that every round is decided by."""
        return (self.whole,)

    def act_draw_request(self, state: S, act: Act) -> DrawRequest | None:
        """Return what the act needs of chance: what, and out of which weighted results."""
        if act.does is ActKind.HIDE:
            return DrawRequest(DrawKind.HIDE, self.whole)
        if act.does not in (ActKind.SHOW, ActKind.CALL):
            return None
        if state.commitment:
            return DrawRequest(DrawKind.OPEN)
        device = WeightedResults(act.draws(self.rules.space, state)) if act.draws else self.whole
        return DrawRequest(DrawKind.DRAW, device) if device.results else None

    def void_device(self, state: S) -> Device | None:
        """Return out of what the next result would have come; nothing where nobody had staked."""
        return WeightedResults(self.next_results(state)) if state.bets else None

    def next_results(self, state: S) -> Sequence[tuple[str, int]]:
        """Return what the device can show next, with its weights; where the result is called, that one."""
        if self._croupier_act(state, ActKind.PAY):
            return ((state.shown, 1),)
        if state.shown:  # a first part lies there: what it can become
            for act in self.acts_now(state, Role.CROUPIER):
                if act.does is ActKind.CALL and act.draws:
                    return act.draws(self.rules.space, state) or self.whole.results
        return self.whole.results

    def read_result(self, event: Event, state: S) -> str:
        """Return the whole result that an event shows, as it is drawn or entered; a corrected part of one is not yet a result."""
        if isinstance(event, events.ResultCorrected):
            return (event.written or event.outcome) if state.called else ""
        return super().read_result(event, state)

    def parse_outcome(self, written: str) -> Outcome:
        """Return what the croupier calls; refused where the device cannot show it."""
        throw = self.rules.rulebook.parse_throw(written)
        if isinstance(throw, Null):
            raise Refusal(BAD_OUTCOME, asked=written, form=self.rules.rulebook.outcome_form)
        return throw.outcome

    # What a result comes to, before it is paid

    def would_pay(self, state: S, outcome: str) -> tuple[Event, ...]:
        """Return what the bets on the table would come to with this result, by the rules that pay them."""
        shown = self.rules.rulebook.show(self.parse_outcome(outcome))
        return tuple(self.pay(structs.replace(state, shown=shown)))

    def payments(self, state: S, outcome: str = "") -> list[PaidBet] | None:
        """Return what is to be paid for the result that was called, or would be for this one; None where none is called."""
        written = outcome or (state.shown if self._croupier_act(state, ActKind.PAY) else "")
        if not written:
            return None
        paid = self.would_pay(state, written)
        return [
            PaidBet(bet.player, bet.bet, bet.on, bet.stake, bet.verdict, bet.received)
            for bet in paid
            if isinstance(bet, events.BetDecided)
        ]

    def outlook(self, state: S, player: str) -> Outlook:
        """Return the best and the worst that the next result brings, by the rules that pay: a bet not decided brings nothing yet."""
        results = [(written, ways) for written, ways in self.next_results(state) if ways]
        outcomes = [self.parse_outcome(written) for written, _ in results]
        nets = [0] * len(results)
        for spot, stake in state.bets.get(player, {}).items():
            nets = [total + net for total, net in zip(nets, self._nets(spot, stake, outcomes), strict=True)]
        brings = [(written, ways, net) for (written, ways), net in zip(results, nets, strict=True)]
        return Outlook(
            staked=state.money_of(player),
            best=find_extreme(max(nets), brings),
            worst=find_extreme(min(nets), brings),
            of=sum(ways for _, ways in results),
        )

    def _nets(self, spot: Spot, stake: int, outcomes: Iterable[Outcome]) -> Iterator[int]:
        """What a bet wins or loses by each of these results; nothing where it is not decided."""
        bet, state = self.rules.bets[spot[0]], self.bet_state(*spot)
        # A bet has few verdicts and a device many outcomes, so that each verdict is paid once. It is told by its id, which is quicker than
        # to compare fractions, and kept, so that no other takes its id.
        paid: dict[int, tuple[Verdict, int]] = {}
        for outcome in outcomes:
            verdict = bet.verdict(state, outcome)
            if isinstance(verdict, Stay):
                yield 0
                continue
            if id(verdict) not in paid:
                paid[id(verdict)] = verdict, pay(stake, verdict, bet.commission, self.limits.chip).received - stake
            yield paid[id(verdict)][1]

    def result_effect(self, state: S, outcome: str = "") -> ResultEffect | None:
        """Return the last result in words of the table, and the bets that win and lose by it; or another, as if it were called now.

        It is to be seen from its call until the next round has moved on; None where there is none.
        """
        called = state.called
        if outcome:
            shown = self.rules.rulebook.show(self.parse_outcome(outcome))
            called = structs.replace(called, outcome=shown) if called and state.shown else state.call(shown)
        if called is None:
            return None
        result = self.parse_outcome(called.outcome)
        felt: dict[type, list[str]] = {Win: [], Lose: []}
        moved: dict[type, list[Spot]] = {Win: [], Lose: []}
        for key, bet in self.rules.bets.items():
            for start in self._judged_from(bet, called):
                felt.get(type(bet.verdict(start, result)), []).append(key)
        for spot in called.moved:
            verdict = self.rules.bets[spot[0]].verdict(self.bet_state(*spot), result)
            moved.get(type(verdict), []).append(spot)
        return ResultEffect(
            outcome=called.outcome,
            said=self.rules.rulebook.called(self.rules, result, called.table),
            won=tuple(felt[Win]),
            lost=tuple(felt[Lose]),
            won_on=tuple(moved[Win]),
            lost_on=tuple(moved[Lose]),
        )

    def _judged_from(self, bet: Bet, called: CalledResult) -> Sequence[State]:
        """The state from which a bet of the felt is judged; none where nobody can have had it."""
        stake = self.limits.minimum_of(bet.id)
        try:
            self.rules.rulebook.check_placing(self.rules.chosen, bet, stake, Layout((), called.table))
        except NotNow:
            lies = [self.bet_state(*spot) for spot in called.moved if spot[0] == bet.key]
            # A bet that nobody has may still stand as the table does: pass odds on the point, say.
            stands = called.table in self.exposure.automaton(bet).states and (bet.added_to or called.table != bet.start)
            return lies[:1] or ((called.table,) if stands else ())
        except Refusal:  # another stake may do
            pass
        return (bet.start,)

    # What may be done now, and what there is to see

    def open_bets(self, state: S, player: str) -> list[str]:
        """Return the bets that this player may place now; how much, and whether the money is there, is another matter."""
        act = next((act for act in self.acts_now(state, Role.PLAYER) if act.does is ActKind.PLACE), None)
        if act is None or state.is_closed or self.is_betting_over(state):
            return []
        layout, actor = self.layout(state, player), Actor(player, Role.PLAYER)
        keys = []
        for key, bet in self.rules.bets.items():
            stake = self.limits.minimum_of(bet.id)
            try:
                if act.check:
                    command = commands.PlaceBet(bet=key, stake=stake)
                    act.check(Situation(engine=self, act=act, table=state, command=command, actor=actor))
                self.rules.rulebook.check_placing(self.rules.chosen, bet, stake, layout)
            except NotNow:
                continue
            except Refusal:  # another stake may do
                pass
            keys.append(key)
        return keys

    def accepts_bets(self, state: S) -> bool:
        """Return whether there is a bet that somebody may place now."""
        return bool(self.open_bets(state, next(iter(state.seats), "")))

    def candidates(self, state: S, act: Act, actor: Actor) -> Iterable[Command]:  # one case per kind of act
        """Return commands by the bets that are open or lie there, by the offers that were made, by the reasons there are."""
        kind, usual = act.takes, act.example
        match act.does:
            case ActKind.PLACE:
                return [kind(**usual, bet=bet, stake=self._least(bet)) for bet in self.open_bets(state, actor.name)]
            case ActKind.TAKE_DOWN:
                return [kind(**usual, bet=bet, on=on or None) for bet, on in state.bets.get(actor.name, {})]
            case ActKind.OFFER if state.seats:
                # Every player with one bet, and every bet for one player: what may be offered does not depend on both.
                bets, seats = list(self.rules.bets), state.seats
                offers = [(player, bets[0]) for player in seats] + [(seats[0], bet) for bet in bets]
                return [kind(**usual, player=player, bet=bet, stake=self._least(bet)) for player, bet in offers]
            case ActKind.CONFIRM:
                own = ((bet, stake) for (player, bet), stake in state.offers.items() if player == actor.name)
                return [kind(**usual, bet=bet, stake=stake) for bet, stake in own]
            case ActKind.DECLINE:
                return [kind(**usual, bet=bet) for player, bet in state.offers if player == actor.name]
            case ActKind.OFFER:
                return []
            case ActKind.CORRECT:  # by anything else that could lie there
                drawn = act.draws(self.rules.space, state) if act.draws else self.whole.results
                others = (written for written, _ in drawn if written != state.shown)
                return [kind(**usual, outcome=written, reason="?") for written in list(others)[:1]]
            case ActKind.NULL if "reason" in kind.__struct_fields__:
                return [kind(**usual, reason=str(reason)) for reason in self.rules.rulebook.nulls]
            case _:
                return [kind(**usual)]

    def _least(self, bet: str) -> int:
        return self.limits.minimum_of(self.rules.bets[bet].id)

    def fields_of(self, act: Act) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the fields of an act; where the house's options leave only some of them, those."""
        return (act.asks(self.rules.chosen), ()) if act.asks else super().fields_of(act)

    def is_possible(self, state: S, command: Command, actor: Actor) -> bool:
        """Return whether a command would be carried out, were the money there; what lies there is for the croupier to say."""
        act = self._act_of.get((state.phase, type(command)))
        if act is None or self.is_drawn or act.does not in (ActKind.SHOW, ActKind.CALL):
            return super().is_possible(state, command, actor)
        try:
            if act.check:
                act.check(Situation(engine=self, act=act, table=state, command=command, actor=actor))
        except Refusal:
            return False
        return act.is_for(actor.role)

    def view(self, state: S, viewer: Actor) -> Mapping[str, Any]:
        """Return the bets, what lies there, and what came before: everybody sees the same."""
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

    # What the program does by itself

    @property
    def policies(self) -> Sequence[str]:
        """The bets: a seat that the program plays makes one of them, again and again."""
        return list(self.rules.bets)

    def croupier_acts(self, state: S, croupier: Actor) -> list[Command]:
        """Return what the croupier may do next: with bets open it waits until somebody has bet."""
        is_betting = state.phase in self._betting_phases
        return [] if is_betting and not state.bets else super().croupier_acts(state, croupier)

    def practice_moves(self, state: S) -> Iterable[PracticeMove]:
        """Yield the bets of seats that the program plays: the minimum, where they have none."""
        for player, bet in state.practice.items():
            command, actor = commands.PlaceBet(bet=bet, stake=self._least(bet)), Actor(player, Role.PLAYER)
            if not state.money_of(player) and self.is_possible(state, command, actor):
                yield PracticeMove(player, [(command, 1)])


@lru_cache
def _empty_layout(table: State) -> Layout:
    return Layout((), table)
