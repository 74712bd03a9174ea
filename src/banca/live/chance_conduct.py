"""The conduct of a table of chance, made from its rows: decide what a command comes to, evolve the table by what happened."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar, cast

from banca.live import bet_event as happened
from banca.live.act import INTERRUPTED, Act, Does, Situation, acts_of, check_seen
from banca.live.chance_results import ChanceResults
from banca.live.chance_state import ChanceState
from banca.live.command import (
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
from banca.live.event import Acted, Committed, Event, NullDeclared
from banca.live.moves import Move
from banca.live.refusals import BETS_STAND, DRAWN_COUNTS, NOTHING_CHANGES, ROUND_STANDS
from banca.live.results import Chance, Possible, Want, Wanted, Weighted
from banca.live.seating import check_seated, decide_leaving, voided
from banca.live.table import Funds
from banca.rules import _, refusal
from banca.rules.money import format_patacas
from banca.rules.refusal import UNKNOWN_NULL, Defect, NotNow, Refusal

OF_CHANCE = (Does.HIDE, Does.SHOW, Does.CALL)
"""What a drawn table needs a result for."""
RESULT_STANDS = refusal("result_stands", _("the result {asked} has been called: it must be paid and cannot be voided"))

S = TypeVar("S", bound=ChanceState)


class ChanceConduct(ChanceResults[S]):
    """One table's way of playing: the game's rules under the options and limits it opened with."""

    # What may be done now

    def open_bets(self, state: S, player: str) -> list[str]:
        """The bets that this player may place now; how much, and whether the money is there, is another matter."""
        act = next((act for act in self.acts_now(state, Role.PLAYER) if act.does is Does.PLACE), None)
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
            case Does.PLACE:
                return [kind(**usual, bet=bet, stake=self._least(bet)) for bet in self.open_bets(state, actor.name)]
            case Does.TAKE_DOWN:
                return [kind(**usual, bet=bet, on=on or None) for bet, on in state.bets.get(actor.name, {})]
            case Does.OFFER:
                first = next(iter(self.rules.bets))
                offers = (
                    [(player, first) for player in state.seats] + [(state.seats[0], bet) for bet in self.rules.bets]
                    if state.seats
                    else []
                )
                return [kind(**usual, player=player, bet=bet, stake=self._least(bet)) for player, bet in offers]
            case Does.CONFIRM:
                own = ((bet, stake) for (player, bet), stake in state.offers.items() if player == actor.name)
                return [kind(**usual, bet=bet, stake=stake) for bet, stake in own]
            case Does.DECLINE:
                return [kind(**usual, bet=bet) for player, bet in state.offers if player == actor.name]
            case Does.CORRECT:
                return self._other_entries(state, act)
            case Does.NULL if "reason" in kind.__struct_fields__:
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
        if act is None or self.is_drawn or act.does not in (Does.SHOW, Does.CALL):
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
        acts = acts_of(self.acts, state.phase, Role.CROUPIER)
        tells = (Does.PAY,) if self.is_drawn else (Does.CALL, Does.PAY)
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
        return self.is_drawn and not any(act.does is Does.HIDE for act in self.acts)

    def would_draw(self, state: S) -> Possible | None:
        """What the device could have shown next."""
        return Weighted(self.next_results(state)) if state.bets else None

    def wants(self, state: S, command: Command) -> Wanted | None:
        """What the command needs of chance: nothing at an observed table; else what, and out of which weighted results."""
        act = self._act_of.get((state.phase, type(command)))
        if not self.is_drawn or state.is_closed or (act and act.does not in OF_CHANCE):
            return None
        if isinstance(command, VoidRound):
            return Wanted(Want.RECALL) if state.commitment else None
        if act is None:
            return None
        if act.does is Does.HIDE:
            return Wanted(Want.HIDE, self.whole)
        if state.commitment:
            return Wanted(Want.OPEN)
        possible = Weighted(act.draws(self.rules.space, state)) if act.draws else self.whole
        return Wanted(Want.DRAW, possible) if possible.results else None

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
            check_seen(act, command)
        if act.then != act.phase:
            yield _acted(act, command, who)
        match act.does:
            case Does.PLACE if isinstance(command, PlaceBet):
                yield self.place(state, command, who, funds)
            case Does.TAKE_DOWN if isinstance(command, WithdrawBet):
                yield self.take_down(state, command, who)
            case Does.GO_ON:
                pass
            case Does.HIDE if self.is_drawn:
                hidden = _needed(chance)
                yield Committed(commitment=hidden.commitment, round=hidden.round)
            case Does.SHOW | Does.CALL:
                yield from self._called(act, given, chance)
            case Does.NULL:
                yield self._null(act, command)
            case Does.CORRECT if isinstance(command, CorrectResult):
                yield self._corrected(act, given, command)
            case Does.PAY:
                yield from self.pay(state)
            case Does.OFFER:
                yield self._offer(state, cast("Any", command))
            case Does.CONFIRM | Does.DECLINE:
                yield from self._answer(state, act, cast("Any", command), who, funds)
        if act.brings:
            yield from act.brings(given)

    def _offer(self, state: S, command: Any) -> Event:  # a game's own command with player, bet and stake
        check_seated(state, command.player)
        bet = self.rules.bet(command.bet)
        self.limits.check(command.stake, of=bet.id)
        return happened.BetOffered(player=command.player, bet=bet.key, stake=command.stake)

    def _answer(
        self, state: S, act: Act, command: Any, player: str, funds: Funds
    ) -> Iterator[Event]:  # with bet, and stake to confirm
        """The player has seen what the croupier laid out, and takes it or not."""
        bet = self.rules.bet(command.bet)
        stake = state.offers.get((player, bet.key))
        if stake is None or (act.does is Does.CONFIRM and stake != command.stake):
            allowed = [f"{key} {format_patacas(laid)}" for (who, key), laid in state.offers.items() if who == player]
            raise Refusal(
                "nothing_offered",
                _("there is no {asked} to confirm; to be confirmed: {allowed}"),
                act.cite,
                asked=bet.key,
                allowed=allowed,
            )
        if act.does is Does.CONFIRM:
            yield self.place(state, PlaceBet(bet=bet.key, stake=stake), player, funds)
        yield happened.OfferLapsed(player=player, bet=bet.key)

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
        if act.does is Does.SHOW:
            yield happened.PartShown(outcome=written)
            return
        outcome = self.outcome_of(written)
        shown = self.rules.rulebook.show(outcome)
        cocked = getattr(command, "cocked", None) or 0
        yield happened.ResultCalled(outcome=shown, written=written if written != shown else "", cocked=cocked)

    def _corrected(self, act: Act, given: Situation[Any], command: CorrectResult) -> Event:
        """What lies there in truth, entered anew. R-live-2."""
        written, before = command.outcome or "", given.table.shown
        shown = act.reads(given) if act.reads else self.rules.rulebook.show(self.outcome_of(written))
        if shown == before:
            raise Refusal(NOTHING_CHANGES, act.cite, asked=act.said)
        written = written if written != shown and not act.reads else ""
        cite, reason = str(act.cite), command.reason
        return happened.ResultCorrected(before=before, outcome=shown, written=written, reason=reason, cite=cite)

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
            happened.BetTakenDown(player=player, bet=key, stake=stake, on=on)
            for player, own in state.bets.items()
            for (key, on), stake in own.items()
        ]
        return *back, *voided(state.commitment, reason, chance)

    def check_voidable(self, state: S) -> None:
        """A result that has been called is paid; and what the program draws can always be played to its end. R-live-1."""
        if pays := [act for act in self.acts_now(state, Role.CROUPIER) if act.does is Does.PAY]:
            raise Refusal(RESULT_STANDS, pays[0].cite, asked=state.shown)
        if self.is_drawn and self.is_informed(state):
            raise Refusal(ROUND_STANDS, INTERRUPTED)

    # What there is to see, and what the program does by itself

    def prepares(self, event: Acted) -> bool:
        """Whether an act of the croupier only makes way for a player's own, so that the result before it is still to be seen."""
        return self.makes_way(event.phase)

    def croupier_acts(self, state: S, croupier: Actor) -> list[Command]:
        """With bets open it waits until somebody has bet."""
        bets_open = any(act.does is Does.PLACE for act in self.acts_now(state, Role.PLAYER))
        return [] if bets_open and not state.bets else super().croupier_acts(state, croupier)

    def practice_moves(self, state: S) -> Iterable[Move]:
        """A seat that the program plays makes its bet with the minimum, where it has none."""
        for player, bet in state.practice.items():
            command, actor = PlaceBet(bet=bet, stake=self._least(bet)), Actor(player, Role.PLAYER)
            if not state.staked(player) and self.is_possible(state, command, actor):
                yield Move(player, [(command, 1)])


def _acted(act: Act, command: Command, who: str) -> Event:
    saw = {name: value for name, value in sorted(command.given().items()) if name != "outcome"}
    return Acted(act=act.name, phase=str(act.then), by=who, saw=saw, cite=str(act.cite))


def _needed(chance: Chance | None) -> Chance:
    if chance is None:
        raise Defect("a drawn table was asked for a result and given none")
    return chance
