"""The bank goes round, principals and stakes are put down. Articles 3 and 4."""

from collections.abc import Iterator, Sequence

from banca.games.pai_kao.acts import BANK_OPEN
from banca.games.pai_kao.live.case import Case, called
from banca.games.pai_kao.live.event import (
    BankFreed,
    BankingAgreed,
    BankPassed,
    BankTaken,
    CoBanked,
    PrincipalPutDown,
    StakePlaced,
    StakeWithdrawn,
)
from banca.games.pai_kao.live.state import CASINO, PaiKaoState
from banca.games.pai_kao.live.tile_event import DealDeclared
from banca.games.pai_kao.procedure import (
    DEALT_FROM,
    DECLARED_CITES,
    FIRST_STACK,
    GATES,
    MOST_ROUNDS,
    betting_order,
    check_banks_again,
    check_second_round,
    next_banker,
)
from banca.games.pai_kao.refusals import TWICE_AT_THE_BANK, WRONG_GATE
from banca.games.pai_kao.setters import check_side_bets
from banca.live.command import Role
from banca.live.event import Event
from banca.live.refusals import BANK_TOO_SMALL, NO_SUCH_BET, NOTHING_CHANGES, PLAYER_LIMIT
from banca.live.seating import check_wallet
from banca.rules import Refusal, _, citing, format_patacas

cite = citing("pai_kao")

SKIPPED_CITE = cite("R-pk-18")


def is_too_long(table: PaiKaoState) -> bool:
    """Whether the banker has had its rounds and the others do not all agree to more. pai_kao 4.1."""
    return table.rounds_banked >= MOST_ROUNDS and not table.others_agree


def take_bank(case: Case) -> Iterator[Event]:
    """A free bank goes to the first gate that takes it. pai_kao 4.1."""
    table = case.table
    gate = case.own_gate(cite("4.1"))
    if table.banker:
        raise case.not_the_banker(cite("4.1"))
    yield BankTaken(gate=gate, player=case.who, cite=str(cite("4.1")))


def pass_bank(case: Case) -> Iterator[Event]:
    """The banker refuses the bank or gives it on; the croupier moves it on after two rounds, a supervisor at need. pai_kao 4.1, 4.3."""
    table = case.table
    if case.is_house:
        if not table.banker or not (is_too_long(table) or case.actor.role is Role.SUPERVISOR):
            raise case.not_the_banker(cite("4.3"))
        gate = table.banker
    else:
        gate = case.own_gate(cite("4.3"))
        if table.banker:
            case.check_banker(cite("4.3"))
        elif gate in table.refusing:
            raise Refusal(NOTHING_CHANGES, cite("4.3"), asked=case.act.name)
    yield passing(table, gate, by=case.who)


def passing(table: PaiKaoState, gate: int, by: str, *, leaves: bool = False) -> BankPassed | BankFreed:
    """Where the bank goes from a gate: in turn after its rounds, or past those that refuse it. pai_kao 4.1, 4.3."""
    held = frozenset(table.gates)
    refused = not table.rounds_banked and not leaves
    if not refused:
        found = next_banker(gate, refusing=frozenset(), bet_before=table.bet_before, held=held)
    elif not table.banker:
        found = None
    else:
        counted_from = table.last_banker or (gate - 2) % len(GATES) + 1
        refusing = table.refusing | {gate}
        found = next_banker(counted_from, refusing=refusing, bet_before=table.bet_before, held=held)
    if found is None:
        return BankFreed(gate=gate, refused=refused, by=by, cite=str(cite("4.3")))
    to, by_clause = found
    if by_clause == SKIPPED_CITE and not table.form.cites_skipped:
        by_clause = cite("4.3")
    return BankPassed(gate=gate, to=to, refused=refused, by=by, cite=str(by_clause))


def agree(case: Case) -> Iterator[Event]:
    """Another gate agrees to one more round of the same banker. pai_kao 4.1."""
    table = case.table
    gate = case.own_gate(cite("4.1"))
    if not table.banker or gate in (table.banker, *table.agreeing):
        raise Refusal(NOTHING_CHANGES, cite("4.1"), asked=case.act.name)
    yield BankingAgreed(gate=gate, player=case.who, cite=str(cite("4.1")))


def put_down_principal(case: Case) -> Iterator[Event]:
    """The banker, within its rounds, puts down a principal and declares how the tiles are dealt; a banker who won leaves all of it. pai_kao 4.1, 4.4, 4.9."""
    table = case.table
    case.check_banker(cite("4.4"))
    has_others = bool(table.gates.keys() - {table.banker})
    check_banks_again(rounds=table.rounds_banked, others_agree=table.others_agree, has_others=has_others)
    case.check_principal(cite("4.4"))
    if table.banked_before == case.who:
        check_second_round(principal=table.principal_before, won=table.won_before, new_principal=case.stake)
    declared = case.command.dealt_from or FIRST_STACK
    if declared not in DEALT_FROM:
        raise Refusal(
            "unknown_deal",
            _("the deal cannot begin with stack {asked}; possible: {allowed}"),
            DECLARED_CITES[-1],
            asked=declared,
            allowed=list(DEALT_FROM),
        )
    check_wallet(case.stake, case.funds)
    yield case.acted()
    yield PrincipalPutDown(
        gate=table.banker,
        player=case.who,
        principal=case.stake,
    )
    if table.form.declares_deal:
        yield DealDeclared(stack=declared, cites=tuple(map(str, DECLARED_CITES)))


def co_bank(case: Case) -> Iterator[Event]:
    """The casino beforehand, a player of another gate while bets are open, adds a principal to the banker's. pai_kao 3.1, 3.2, 3.3, R-pk-15."""
    table = case.table
    who, by_clause = (CASINO, cite("3.1")) if case.is_house else (case.who, cite("3.2"))
    if who in (share.who for share in table.bank):
        raise Refusal(TWICE_AT_THE_BANK, cite("3.2"), asked=called(who))
    if case.is_house and table.phase == BANK_OPEN and not table.form.casino_joins_late:
        raise Refusal(
            "casino_too_late",
            _("bets are open: the casino must fix its principal before the banker puts theirs on the table"),
            cite("R-pk-15"),
        )
    if not case.is_house:
        gate = case.own_gate(by_clause)
        _check_held(table, gate, co_bankers=(who,), bettors=table.bettors(gate))
    case.check_principal(by_clause)
    if not case.is_house:
        check_wallet(case.stake, case.funds)
    elif case.stake > case.funds.bank:
        asked, allowed = format_patacas(case.stake), format_patacas(case.funds.bank)
        raise Refusal(BANK_TOO_SMALL, by_clause, asked=asked, allowed=allowed)
    yield CoBanked(who=who, principal=case.stake, cite=str(by_clause))


def stake(case: Case) -> Iterator[Event]:
    """A player stakes on a gate that does not bank, and is not another's who co-banks. pai_kao 3.3, 4.4, 4.6."""
    table, gate = case.table, case.gate
    if gate == table.banker:
        allowed = sorted(betting_order(table.banker))
        raise Refusal(WRONG_GATE, cite("4.4"), asked=gate, allowed=allowed)
    if case.who == table.banker_name:
        raise Refusal(TWICE_AT_THE_BANK, cite("4.4"), asked=case.who)
    _check_held(table, gate, co_bankers=table.co_bankers(), bettors=[*table.bettors(gate), case.who])
    already = sum(lies.amount for lies in table.stakes.get(gate, ()) if lies.who == case.who)
    case.limits.check(case.stake, already=already)
    total = table.staked(case.who) + case.stake
    if total > case.player_maximum:
        asked, allowed_most = format_patacas(total), format_patacas(case.player_maximum)
        raise Refusal(PLAYER_LIMIT, asked=asked, allowed=allowed_most)
    check_wallet(case.stake, case.funds)
    yield StakePlaced(player=case.who, gate=gate, stake=case.stake)


def withdraw_stake(case: Case) -> Iterator[Event]:
    """Before the shake a player withdraws all that they have on a gate. pai_kao 4.7."""
    table, gate = case.table, case.gate
    lies = sum(lies.amount for lies in table.stakes.get(gate, ()) if lies.who == case.who)
    if not lies:
        allowed = [number for number, one in table.in_play() if one.who == case.who]
        raise Refusal(NO_SUCH_BET, cite("4.7"), asked=gate, allowed=sorted(set(allowed)))
    yield StakeWithdrawn(player=case.who, gate=gate, stake=lies)


def _check_held(table: PaiKaoState, gate: int, *, co_bankers: Sequence[str], bettors: Sequence[str]) -> None:
    """A gate that a co-banker holds carries nobody else's stake; by the first form of the procedure it could. pai_kao 3.3."""
    holder = table.gates.get(gate, "")
    if not table.form.co_bankers_take_side_bets:
        check_side_bets(co_bankers=co_bankers, of=holder, bettors=bettors, gate=gate)
