"""The bank goes round, principals and stakes are put down. Articles 3 and 4."""

from collections.abc import Iterator

from banca.games.pai_kao.live.event import (
    BankingAgreed,
    BankPassed,
    BankTaken,
    CoBanked,
    PrincipalPutDown,
    StakePlaced,
    StakeWithdrawn,
)
from banca.games.pai_kao.live.evolution import evolve
from banca.games.pai_kao.live.request import Request
from banca.games.pai_kao.live.state import CASINO, PaiKaoLive, setters_of
from banca.games.pai_kao.procedure import (
    GATES,
    MOST_ROUNDS,
    betting_order,
    check_banks_again,
    check_second_round,
    next_banker,
)
from banca.games.pai_kao.refusals import TWICE_AT_THE_BANK, WRONG_GATE
from banca.live.command import Role
from banca.live.common import check_wallet
from banca.live.event import Event
from banca.rulebook import Code, Refusal, citing, format_patacas

cite = citing("pai_kao")


def is_too_long(live: PaiKaoLive) -> bool:
    """Whether the banker has had its rounds and the others do not all agree to more. pai_kao 4.1."""
    return live.rounds_banked >= MOST_ROUNDS and not live.others_agree


def take_bank(request: Request) -> Iterator[Event]:
    """A free bank goes to the first gate that takes it. pai_kao 4.1."""
    live = request.live
    gate = request.own_gate(cite("4.1"))
    if live.banker:
        raise request.not_the_banker(cite("4.1"))
    yield BankTaken(gate=gate, player=request.who, cite=str(cite("4.1")))


def pass_bank(request: Request) -> Iterator[Event]:
    """The banker refuses the bank or gives it on; the croupier moves it on after two rounds, a supervisor at need. pai_kao 4.1, 4.3."""
    live = request.live
    if request.is_house:
        if not live.banker or not (is_too_long(live) or request.actor.role is Role.SUPERVISOR):
            raise request.not_the_banker(cite("4.3"))
        gate = live.banker
    else:
        gate = request.own_gate(cite("4.3"))
        if live.banker:
            request.check_banker(cite("4.3"))
        elif gate in live.refusing:
            raise Refusal(Code.NOTHING_CHANGES, cite("4.3"), asked=request.act.name)
    yield passing(live, gate, by=request.who)


def passing(live: PaiKaoLive, gate: int, by: str, *, leaves: bool = False) -> BankPassed:
    """Where the bank goes from a gate: in turn after its rounds, or past those that refuse it. pai_kao 4.1, 4.3."""
    held = frozenset(live.gates)
    refused = not live.rounds_banked and not leaves
    if not refused:
        found = next_banker(gate, refusing=frozenset(), bet_before=live.bet_before, held=held)
    elif not live.banker:
        found = None
    else:
        counted_from = live.last_banker or (gate - 2) % len(GATES) + 1
        refusing = live.refusing | {gate}
        found = next_banker(counted_from, refusing=refusing, bet_before=live.bet_before, held=held)
    to, by_clause = found or (0, cite("4.3"))
    return BankPassed(gate=gate, to=to, refused=refused, by=by, cite=str(by_clause))


def agree(request: Request) -> Iterator[Event]:
    """Another gate agrees to one more round of the same banker. pai_kao 4.1."""
    live = request.live
    gate = request.own_gate(cite("4.1"))
    if not live.banker or gate in (live.banker, *live.agreeing):
        raise Refusal(Code.NOTHING_CHANGES, cite("4.1"), asked=request.act.name)
    yield BankingAgreed(gate=gate, player=request.who, cite=str(cite("4.1")))


def put_down_principal(request: Request) -> Iterator[Event]:
    """The banker, within its rounds, lays down a principal; who won and banks again leaves all of it. pai_kao 4.1, 4.4, 4.9."""
    live = request.live
    request.check_banker(cite("4.4"))
    check_banks_again(rounds=live.rounds_banked, others_agree=live.others_agree)
    request.check_principal(cite("4.4"))
    if live.banked_before == request.who:
        check_second_round(principal=live.principal_before, won=live.won_before, new_principal=request.stake)
    check_wallet(request.stake, request.funds)
    yield request.acted()
    yield PrincipalPutDown(gate=live.banker, player=request.who, principal=request.stake)


def co_bank(request: Request) -> Iterator[Event]:
    """The casino, or a player of another gate, puts a principal beside the banker's. pai_kao 3.1, 3.2, 3.3."""
    live = request.live
    who, by_clause = (CASINO, cite("3.1")) if request.is_house else (request.who, cite("3.2"))
    if not request.is_house:
        request.own_gate(by_clause)
    if who in (share.who for share in live.bank):
        raise Refusal(TWICE_AT_THE_BANK, cite("3.2"), asked=who)
    request.check_principal(by_clause)
    if not request.is_house:
        check_wallet(request.stake, request.funds)
    elif request.stake > request.funds.bank:
        asked, allowed = format_patacas(request.stake), format_patacas(request.funds.bank)
        raise Refusal(Code.BANK_TOO_SMALL, by_clause, asked=asked, allowed=allowed)
    yield _fitting(live, CoBanked(who=who, principal=request.stake, cite=str(by_clause)))


def stake(request: Request) -> Iterator[Event]:
    """A player stakes on a gate that does not bank. pai_kao 4.4, 4.6."""
    live, gate = request.live, request.gate
    if gate == live.banker:
        allowed = sorted(betting_order(live.banker))
        raise Refusal(WRONG_GATE, cite("4.4"), asked=gate, allowed=allowed)
    if request.who == live.banker_name:
        raise Refusal(TWICE_AT_THE_BANK, cite("4.4"), asked=request.who)
    already = sum(lies.amount for lies in live.stakes.get(gate, ()) if lies.who == request.who)
    request.limits.check(request.stake, already=already)
    total = live.staked(request.who) + request.stake
    if total > request.player_maximum:
        asked, allowed_most = format_patacas(total), format_patacas(request.player_maximum)
        raise Refusal(Code.PLAYER_LIMIT, asked=asked, allowed=allowed_most)
    check_wallet(request.stake, request.funds)
    yield _fitting(live, StakePlaced(player=request.who, gate=gate, stake=request.stake))


def withdraw_stake(request: Request) -> Iterator[Event]:
    """Before the shake a player takes back all that lies on a gate. pai_kao 4.7."""
    live, gate = request.live, request.gate
    lies = sum(lies.amount for lies in live.stakes.get(gate, ()) if lies.who == request.who)
    if not lies:
        allowed = [number for number, one in live.in_play() if one.who == request.who]
        raise Refusal(Code.NO_SUCH_BET, cite("4.7"), asked=gate, allowed=sorted(set(allowed)))
    yield _fitting(live, StakeWithdrawn(player=request.who, gate=gate, stake=lies))


def _fitting(live: PaiKaoLive, event: Event) -> Event:
    """What happened, unless it left a gate without a setter or a co-banker with side bets. pai_kao 3.3, 7.5."""
    setters_of(evolve(live, event))
    return event
