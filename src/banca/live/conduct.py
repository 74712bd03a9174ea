"""The conduct of a table of chance: decide what a command comes to, evolve the table by what happened. Both pure."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import structs

from banca.live import event as happened
from banca.live.act import INTERRUPTED, Act, Asked, Does, acts_of, check_may, find_act
from banca.live.command import Actor, Command, Role
from banca.live.common import (
    BANK,
    SEATING,
    Chance,
    ChanceSource,
    Funds,
    Want,
    check_house_act,
    check_seated,
    check_wallet,
    decide_bank,
    decide_seating,
    voided,
)
from banca.live.event import Event
from banca.live.evolution import Evolution
from banca.live.exposure import add_up
from banca.live.state import Live, Spot
from banca.rulebook.bet import Bet
from banca.rulebook.layout import Layout, Standing
from banca.rulebook.money import format_patacas
from banca.rulebook.payment import pay
from banca.rulebook.refusal import Code, Defect, NotNow, Refusal
from banca.rulebook.settlement import decided_by
from banca.rulebook.space import Outcome
from banca.rulebook.throws import Null
from banca.rulebook.verdict import KINDS, State, Stay


class Conduct(Evolution):
    """One table's way of playing: the game's rules under the options and limits it opened with."""

    @cached_property
    def _is_drawn(self) -> bool:
        return self.opened.chance == ChanceSource.DRAWN

    @cached_property
    def _acts(self) -> dict[tuple[str, str], Act]:
        return {(act.phase, act.name): act for act in self.acts}

    @cached_property
    def _whole(self) -> tuple[tuple[str, int], ...]:
        """Everything the device can show, as it is written, with its weights."""
        return tuple((self.rules.rulebook.show(outcome), weight) for outcome, weight in self.rules.space)

    # What may be asked

    def acts_now(self, live: Live, role: Role) -> list[Act]:
        """The acts of this role that belong in the table's phase."""
        return acts_of(self.acts, live.phase, role)

    def open_bets(self, live: Live, player: str) -> list[str]:
        """The bets that this player may place now; how much, and whether the money is there, is another matter."""
        act = next((act for act in self.acts_now(live, Role.PLAYER) if act.does is Does.PLACE), None)
        if act is None or live.is_closed:
            return []
        layout = self._layout(live, player)
        return [key for key in self.rules.bets if self._is_open(act, live, key, player, layout)]

    def _is_open(self, act: Act, live: Live, key: str, player: str, layout: Layout) -> bool:
        stake = self.limits.minimum
        command = Command(do=act.name, bet=key, stake=stake)
        try:
            if act.check:
                act.check(Asked(self.rules.chosen, live, command, player, stake))
            self.rules.rulebook.check_placing(self.rules.chosen, self.rules.bets[key], stake, layout)
        except NotNow:
            return False
        except Refusal:  # another stake may do
            return True
        return True

    def wants(self, live: Live, command: Command) -> tuple[Want, Sequence[tuple[str, int]]] | None:
        """What the command needs of chance: nothing at an observed table; else what, and out of which weighted results."""
        if not self._is_drawn or live.is_closed:
            return None
        if command.do == "void_round":
            return (Want.RECALL, ()) if live.commitment else None
        act = self._acts.get((live.phase, command.do))
        if act is None or act.does not in (Does.HIDE, Does.SHOW, Does.CALL):
            return None
        if act.does is Does.HIDE:
            return Want.HIDE, self._whole
        if live.commitment:
            return Want.OPEN, ()
        possible = act.draws(self.rules.space, live) if act.draws else self._whole
        return (Want.DRAW, possible) if possible else None

    def is_informed(self, live: Live) -> bool:
        """Whether somebody may know something of what becomes of a stake that lies there.

        So where a part of the result or all of it is shown, where a bet stands on a number, and, at an observed table, as soon
        as the croupier has only to call what lies there.
        """
        acts = acts_of(self.acts, live.phase, Role.CROUPIER)
        tells = (Does.PAY,) if self._is_drawn else (Does.CALL, Does.PAY)
        is_shown = bool(live.shown) or any(act.does in tells for act in acts)
        return is_shown or any(on for own in live.bets.values() for _, on in own)

    # Decide

    def decide(
        self, live: Live, command: Command, actor: Actor, funds: Funds, chance: Chance | None = None
    ) -> tuple[Event, ...]:
        """What the command comes to; or a refusal."""
        if live.is_closed:
            raise Refusal(Code.TABLE_CLOSED)
        if command.do in SEATING:
            return self._decide_seating(live, command, actor)
        if command.do in BANK:
            return self._decide_bank(live, command, actor, funds)
        if command.do == "void_round":
            return self._void(live, command, actor, chance)
        act = self._acts.get((live.phase, command.do)) or find_act(self.acts, live.phase, command.do)
        check_may(act, self._without_drawn(act, command), actor.role)
        if actor.role is Role.PLAYER:
            check_seated(live, actor.name)
        asked = Asked(self.rules.chosen, live, command, actor.name, self.limits.minimum)
        if act.check:
            act.check(asked)
        return tuple(self._happens(act, asked, funds, chance))

    def _without_drawn(self, act: Act, command: Command) -> Command:
        """At a drawn table nobody says what came up: the device does, so the act takes no outcome."""
        if self._is_drawn and act.does in (Does.SHOW, Does.CALL):
            if command.outcome is not None:
                raise Refusal(Code.DRAWN_COUNTS, act.cite, asked=command.do)
            return structs.replace(command, outcome="") if "outcome" in act.takes else command
        return command

    def _happens(self, act: Act, asked: Asked, funds: Funds, chance: Chance | None) -> Iterator[Event]:  # noqa: C901 - one case per kind of act
        live, command, who = asked.live, asked.command, asked.who
        if act.then != act.phase:
            yield self._acted(act, command, who)
        match act.does:
            case Does.GO_ON:
                pass
            case Does.HIDE if self._is_drawn:
                hidden = _needed(chance)
                yield happened.Committed(commitment=hidden.commitment, round=hidden.round)
            case Does.SHOW | Does.CALL:
                yield from self._called(act, asked, chance)
            case Does.NULL:
                yield self._null(act, command)
            case Does.PAY:
                yield from self._pay(live)
            case Does.PLACE:
                yield self._place(live, command, who, funds)
            case Does.TAKE_DOWN:
                yield self._take_down(live, command, who)
            case Does.OFFER:
                yield self._offer(live, command)
            case Does.CONFIRM | Does.DECLINE:
                yield from self._answer(live, act, command, who, funds)
        if act.brings:
            yield from act.brings(asked)

    def _acted(self, act: Act, command: Command, who: str) -> Event:
        saw = {name: getattr(command, name) for name in sorted(command.given() - {"outcome"})}
        return happened.Acted(act=act.name, phase=act.then, by=who, saw=saw, cite=str(act.cite))

    def _place(self, live: Live, command: Command, player: str, funds: Funds) -> Event:
        bet = self.rules.bet(command.bet or "")
        stake = command.stake or 0
        self._check_placing(live, bet, stake, player, funds)
        return happened.BetPlaced(player=player, bet=bet.key, stake=stake)

    def _check_placing(self, live: Live, bet: Bet, stake: int, player: str, funds: Funds) -> None:
        """The rules, the table's limits, the house's bank and the player's wallet, in that order."""
        own = live.bets.get(player, {})
        self.limits.check(stake, already=own.get((bet.key, ""), 0))
        layout = self._layout(live, player) if bet.added_to else Layout((), live.table)
        self.rules.rulebook.check_placing(self.rules.chosen, bet, stake, layout)
        most = self.opened.player_maximum
        if sum(own.values()) + stake > most:
            asked = format_patacas(sum(own.values()) + stake)
            raise Refusal(Code.PLAYER_LIMIT, asked=asked, allowed=format_patacas(most))
        self._check_bank(live, bet, stake, funds.bank)
        check_wallet(stake, funds)

    def _check_bank(self, live: Live, bet: Bet, stake: int, bank: int) -> None:
        """The house never owes more than its bank: by the quick bound, or else by the worst outcome."""
        bound = live.exposure + stake * self.exposure.best(bet, bet.start)
        if bound <= bank * self.exposure.scale:
            return
        standing: dict[tuple[Bet, State], int] = {}
        for (key, on), total in add_up(live.bets).items():
            standing[self.rules.bets[key], self.state(key, on)] = total
        standing[bet, bet.start] = standing.get((bet, bet.start), 0) + stake
        worst = self.exposure.worst(standing)
        if worst > bank * self.exposure.scale:
            asked = format_patacas(-(-worst // self.exposure.scale))
            raise Refusal(Code.BANK_TOO_SMALL, asked=asked, allowed=format_patacas(bank))

    def _layout(self, live: Live, player: str) -> Layout:
        """The table as this player's next bet finds it; another's bets do not carry one's own."""
        standing = tuple(
            Standing(self.rules.bets[key], stake, self.state(key, on))
            for (key, on), stake in live.bets.get(player, {}).items()
        )
        return Layout(standing, live.table)

    def _take_down(self, live: Live, command: Command, player: str) -> Event:
        bet = self.rules.bet(command.bet or "")
        spot = (bet.key, command.on or "")
        lies = live.bets.get(player, {}).get(spot, 0)
        if not lies:
            allowed = [" ".join(filter(None, each)) for each in live.bets.get(player, {})]
            raise Refusal(Code.NO_SUCH_BET, bet.cite, asked=" ".join(filter(None, spot)), allowed=allowed)
        self.rules.rulebook.check_taking_down(bet, self.state(*spot), self._layout(live, player))
        stake = lies if command.stake is None else command.stake
        self.limits.check(stake)
        if stake > lies:
            raise Refusal(Code.NO_SUCH_BET, bet.cite, asked=format_patacas(stake), allowed=format_patacas(lies))
        return happened.BetTakenDown(player=player, bet=bet.key, stake=stake, on=spot[1])

    def _offer(self, live: Live, command: Command) -> Event:
        player, stake = command.player or "", command.stake or 0
        check_seated(live, player)
        bet = self.rules.bet(command.bet or "")
        self.limits.check(stake)
        return happened.BetOffered(player=player, bet=bet.key, stake=stake)

    def _answer(self, live: Live, act: Act, command: Command, player: str, funds: Funds) -> Iterator[Event]:
        """The player has seen what the croupier laid out, and takes it or not."""
        bet = self.rules.bet(command.bet or "")
        stake = live.offers.get((player, bet.key))
        if stake is None or (act.does is Does.CONFIRM and stake != command.stake):
            allowed = [f"{key} {format_patacas(laid)}" for (who, key), laid in live.offers.items() if who == player]
            raise Refusal(Code.NOTHING_OFFERED, act.cite, asked=bet.key, allowed=allowed)
        if act.does is Does.CONFIRM:
            self._check_placing(live, bet, stake, player, funds)
            yield happened.BetPlaced(player=player, bet=bet.key, stake=stake)
        yield happened.OfferLapsed(player=player, bet=bet.key)

    def _called(self, act: Act, asked: Asked, chance: Chance | None) -> Iterator[Event]:
        """What lies there: seen by the croupier, drawn, or hidden until now."""
        live, command = asked.live, asked.command
        written = command.outcome or ""
        if live.commitment:
            opened = _needed(chance).opening(live.commitment)
            written = opened.outcome
            yield opened
        elif chance:
            written = chance.outcome
        elif act.reads:
            written = act.reads(asked)
        if act.does is Does.SHOW:
            yield happened.ResultCalled(outcome=written, whole=False)
            return
        outcome = self._outcome(written)
        shown = self.rules.rulebook.show(outcome)
        yield happened.ResultCalled(
            outcome=shown, written=written if written != shown else "", cocked=command.cocked or 0
        )

    def _outcome(self, written: str) -> Outcome:
        throw = self.rules.rulebook.parse_throw(written)
        if isinstance(throw, Null):
            raise Refusal(Code.BAD_OUTCOME, asked=written, form=self.rules.rulebook.outcome_form)
        return throw.outcome

    def _null(self, act: Act, command: Command) -> Event:
        if self._is_drawn:
            raise Refusal(Code.DRAWN_COUNTS, act.cite, asked=act.name)
        nulls = self.rules.rulebook.nulls
        reason = command.reason if command.reason is not None else next(iter(nulls))
        if reason not in nulls:
            raise Refusal(Code.UNKNOWN_NULL, act.cite, asked=reason, allowed=list(nulls))
        return happened.NullDeclared(reason=reason, cites=tuple(map(str, nulls[reason].cites)))

    def _pay(self, live: Live) -> Iterator[Event]:
        """Every bet meets the outcome; who has won is paid, who has lost has lost."""
        outcome = self._outcome(live.shown)
        for player, own in live.bets.items():
            for spot, stake in own.items():
                yield from self._meet(player, spot, stake, outcome)
        table = self.rules.rulebook.table.after(live.table, outcome)
        yield happened.RoundEnded(number=live.round, table="" if table is None else str(table))

    def _meet(self, player: str, spot: Spot, stake: int, outcome: Outcome) -> Iterator[Event]:
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
            prize=str(payment.prize),
            commission=str(payment.commission),
            breakage=str(payment.breakage),
            cites=tuple(map(str, decided_by(bet, verdict, payment))),
        )

    def _decide_seating(self, live: Live, command: Command, actor: Actor) -> tuple[Event, ...]:
        if command.do == "seat_practice" and command.policy is not None:
            self.rules.bet(command.policy)  # the bet it always makes; refused where there is none
        events = decide_seating(live, command, actor)
        for event in events:
            if isinstance(event, happened.Left) and live.bets.get(event.player):
                stands = format_patacas(live.staked(event.player))
                raise Refusal(Code.BETS_STAND, asked=event.player, allowed=stands)
        return events

    def _decide_bank(self, live: Live, command: Command, actor: Actor, funds: Funds) -> tuple[Event, ...]:
        if command.do == "close" and (live.bets or live.phase != self.start.phase):
            raise Refusal(Code.ROUND_UNDER_WAY, asked=command.do, phase=live.phase)
        owed = -(-live.exposure // self.exposure.scale)
        return decide_bank(command, actor, funds, owed=owed)

    def would_pay(self, live: Live, written: str) -> tuple[Event, ...]:
        """What the bets on the table would come to with this result, by the rules that pay them."""
        shown = self.rules.rulebook.show(self._outcome(written))
        return tuple(self._pay(structs.replace(live, shown=shown)))

    def _void(self, live: Live, command: Command, actor: Actor, chance: Chance | None) -> tuple[Event, ...]:
        """Everything goes back to its owner, and what lay hidden is shown; where it is lost, its commitment is named."""
        check_house_act(command, actor)
        self._check_voidable(live)
        back = [
            happened.BetTakenDown(player=player, bet=key, stake=stake, on=on)
            for player, own in live.bets.items()
            for (key, on), stake in own.items()
        ]
        return *back, *voided(live.commitment, command.reason or "", chance)

    def _check_voidable(self, live: Live) -> None:
        """A result that has been called is paid; and what the program draws can always be played to its end. R-live-1."""
        if pays := [act for act in self.acts_now(live, Role.CROUPIER) if act.does is Does.PAY]:
            raise Refusal(Code.RESULT_STANDS, pays[0].cite, asked=live.shown)
        if self._is_drawn and self.is_informed(live):
            raise Refusal(Code.ROUND_STANDS, INTERRUPTED)


def _needed(chance: Chance | None) -> Chance:
    if chance is None:
        raise Defect("a drawn table was asked for a result and given none")  # noqa: EM101, TRY003
    return chance
