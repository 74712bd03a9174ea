"""How a table of chance changes by what has happened: no decision is taken here, so that a journal can be replayed."""

from functools import cached_property

from msgspec import structs

from banca.live import event as happened
from banca.live.act import Act
from banca.live.common import terms_of
from banca.live.event import Event
from banca.live.exposure import exposure_of
from banca.live.state import MOST_RESULTS, Live, Spot
from banca.rulebook.refusal import Defect
from banca.rulebook.rules import Rules
from banca.rulebook.verdict import State


class Evolution:
    """A table's rules and terms, its first state, and what each event does to it."""

    def __init__(self, rules: Rules, acts: tuple[Act, ...], opened: happened.Opened) -> None:
        self.rules = rules
        self.acts = acts
        self.opened = opened
        self.limits = terms_of(rules.rulebook.limits, opened)
        self.exposure = exposure_of(rules)
        self._states: dict[str, dict[str, State]] = {}

    @cached_property
    def _table_states(self) -> dict[str, State]:
        return {str(state): state for state in self.rules.rulebook.table.states(self.rules.space)}

    @property
    def start(self) -> Live:
        """The table as it opens."""
        return Live(phase=self.acts[0].phase, table=self.rules.rulebook.table.start)

    def state(self, key: str, on: str) -> State:
        """The state of a bet that is written `on`."""
        if not on:
            return self.rules.bets[key].start
        if key not in self._states:
            automaton = self.exposure.automaton(self.rules.bets[key])
            self._states[key] = {str(state): state for state in automaton.states}
        return self._states[key][on]

    def evolve(self, live: Live, event: Event) -> Live:  # noqa: C901, PLR0911, PLR0912 - one case per event
        """The table after what happened."""
        match event:
            case happened.BetPlaced():
                return self._lay(live, event.player, (event.bet, ""), event.stake)
            case happened.BetTakenDown():
                return self._lay(live, event.player, (event.bet, event.on), -event.stake)
            case happened.BetDecided():
                return self._lay(live, event.player, (event.bet, event.on), -event.stake)
            case happened.BetMoved():
                lifted = self._lay(live, event.player, (event.bet, event.on), -event.stake)
                return self._lay(lifted, event.player, (event.bet, event.to), event.stake)
            case happened.Acted():
                return structs.replace(live, phase=event.phase)
            case happened.Committed():
                return structs.replace(live, commitment=event.commitment)
            case happened.CommitmentOpened():
                return structs.replace(live, commitment="")
            case happened.ResultCalled():
                results = (*live.results, event.outcome)[-MOST_RESULTS:] if event.whole else live.results
                return structs.replace(live, shown=event.outcome, results=results)
            case happened.NullDeclared():
                return structs.replace(live, shown="")
            case happened.RoundEnded():
                table = self._table_states[event.table] if event.table else live.table
                return structs.replace(live, table=table, round=live.round + 1, shown="")
            case happened.Seated():
                practice = live.practice | ({event.player: event.policy} if event.policy else {})
                return structs.replace(live, seats=(*live.seats, event.player), practice=practice)
            case happened.Left():
                return self._without(live, event.player)
            case happened.BetOffered():
                return structs.replace(live, offers={**live.offers, (event.player, event.bet): event.stake})
            case happened.OfferLapsed():
                left = {offer: stake for offer, stake in live.offers.items() if offer != (event.player, event.bet)}
                return structs.replace(live, offers=left)
            case happened.ShooterNamed():
                return structs.replace(live, shooter=event.player, dice_pass=False)
            case happened.DicePassed():
                return structs.replace(live, dice_pass=True)
            case happened.DiceWaived():
                return structs.replace(live, waiving=live.waiving | {event.player})
            case happened.DiceTaken():
                return structs.replace(live, waiving=live.waiving - {event.player})
            case happened.RoundVoided():
                kept = {name: getattr(live, name) for name in ("seats", "practice", "shooter", "dice_pass", "waiving")}
                return structs.replace(self.start, round=live.round + 1, **kept)
            case happened.Closed():
                return structs.replace(live, is_closed=True)
            case happened.Opened() | happened.Funded() | happened.CashedIn():
                return live
            case _:
                raise Defect(f"a table of {self.opened.game} knows no {type(event).__name__}")  # noqa: EM102, TRY003

    def _lay(self, live: Live, player: str, spot: Spot, stake: int) -> Live:
        """Add a stake to a spot, or take it away below zero."""
        own = live.bets.get(player, {})
        lies = own.get(spot, 0) + stake
        if lies < 0:
            raise Defect(f"{player} has less than nothing on {spot}")  # noqa: EM102, TRY003
        own = {**own, spot: lies}
        if not lies:
            del own[spot]
        bets = {**live.bets, player: own}
        if not own:
            del bets[player]
        best = self.exposure.best(self.rules.bets[spot[0]], self.state(*spot))
        return structs.replace(live, bets=bets, exposure=live.exposure + stake * best)

    def _without(self, live: Live, player: str) -> Live:
        """A seat is given up; where its player was the shooter, the order goes on from the seat before."""
        place = live.seats.index(player)
        seats = live.seats[:place] + live.seats[place + 1 :]
        is_shooter = player == live.shooter
        return structs.replace(
            live,
            seats=seats,
            practice={who: policy for who, policy in live.practice.items() if who != player},
            offers={offer: stake for offer, stake in live.offers.items() if offer[0] != player},
            waiving=live.waiving - {player},
            shooter=(seats[place - 1] if seats else "") if is_shooter else live.shooter,
            dice_pass=live.dice_pass or is_shooter,
        )
