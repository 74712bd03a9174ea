"""Tiles are stacked, cut, dealt, set and turned. Articles 1, 2, 7 and 8."""

from collections.abc import Iterator

from banca.games.pai_kao.bank import MOST_EXPOSED
from banca.games.pai_kao.hands import HOUSE_WAY_CITE, format_setting, house_way, read_setting
from banca.games.pai_kao.live.event import (
    BankerTurned,
    DealVoided,
    DiceShaken,
    GatePutOut,
    GatesTurned,
    SetterAway,
    StacksCut,
    StakeReturned,
    TilesDealt,
    TilesExposed,
    TilesSet,
)
from banca.games.pai_kao.live.request import Request
from banca.games.pai_kao.live.state import CASINO, banker_setter, setters_of
from banca.games.pai_kao.procedure import (
    COCKED,
    GATES,
    MOST_CUTS,
    NULL_SHAKES,
    betting_order,
    check_cut,
    check_shake,
    check_turned,
    first_gate_dealt,
    who_sets_banker,
)
from banca.games.pai_kao.refusals import NOT_THE_SETTER, TOO_MANY_CUTS, WRONG_GATE, WRONG_STACKS, WRONG_TILES
from banca.games.pai_kao.tiles import HAND, TILES, parse_tiles
from banca.live.event import Committed, Event, NullDeclared
from banca.rulebook import Code, Refusal, citing

cite = citing("pai_kao")

DEAL_VOID = "deal void"


def go_on(request: Request) -> Iterator[Event]:
    """The croupier does it, and the round moves on."""
    yield request.acted()


def mix_and_stack(request: Request) -> Iterator[Event]:
    """The tiles are stacked; at a drawn table their order is fixed now, and its digest told. pai_kao 1.1."""
    yield request.acted()
    if request.is_drawn:
        hidden = request.drawn()
        yield Committed(commitment=hidden.commitment, round=hidden.round)


def cut(request: Request) -> Iterator[Event]:
    """A gate cuts; where it says how many stacks, these go from the beginning to the end. pai_kao 2.1."""
    live = request.live
    gate = request.own_gate(cite("2.1"))
    if gate in live.cuts:
        raise Refusal(TOO_MANY_CUTS, cite("2.1"), allowed=MOST_CUTS)
    of_players = [number for number in live.cuts if number != live.banker]
    check_cut(
        cutter_is_banker=gate == live.banker,
        one_hand=bool(request.command.one_hand),
        gates_cut=len(of_players),
        banker_has_cut=live.banker in live.cuts,
    )
    lifted = request.command.picked or 0
    if lifted >= len(GATES):
        raise Refusal(WRONG_STACKS, cite("2.1"), asked=lifted, allowed="0-7")
    yield StacksCut(gate=gate, player=request.who, lifted=lifted, cite=str(cite("2.1")))


def shake(request: Request) -> Iterator[Event]:
    """The banker and nobody else shakes; a die that does not lie flat in the cup makes it shake again. pai_kao 1.2, 1.5, 4.1."""
    live, command = request.live, request.command
    request.check_banker(cite("4.1"))
    if live.dice:
        raise Refusal(Code.THROW_COUNTS, cite("1.5"))
    dice = command.dice
    if request.is_drawn:
        if command.given():
            request.check_observed()
        dice = tuple(map(int, request.drawn().outcome.split("-")))
    if command.cocked:
        yield request.acted("cocked")
        yield NullDeclared(reason=COCKED, cites=(str(cite("1.5")),))
        return
    if dice is None:
        raise Refusal(Code.FIELD_MISSING, request.act.cite, asked=request.act.name, missing=["dice"])
    first, by_reading = first_gate_dealt(live.banker, dice)
    yield request.acted()
    yield DiceShaken(dice=dice, first=first, cites=(str(cite("1.2")), str(by_reading)))


def null_shake(request: Request) -> Iterator[Event]:
    """The croupier sees a die cocked or out of the cup: the shake does not count. pai_kao 1.5."""
    request.check_observed()
    reason = request.command.reason
    if reason not in NULL_SHAKES:
        raise Refusal(Code.UNKNOWN_NULL, cite("1.5"), asked=reason, allowed=list(NULL_SHAKES))
    yield NullDeclared(reason=reason, cites=(str(cite("1.5")),))


def deal(request: Request) -> Iterator[Event]:
    """Eight stacks of four, from the gate that the dice name, right to left. pai_kao 1.3, 1.4."""
    live = request.live
    check_shake(cocked=not live.dice, fell_out=False)
    written = request.command.tiles
    if request.is_drawn:
        if written is not None:
            request.check_observed()
        written = tuple(request.drawn().outcome.split())
        written = written[live.lifted * HAND :] + written[: live.lifted * HAND]
    if written is None:
        raise Refusal(Code.FIELD_MISSING, request.act.cite, asked=request.act.name, missing=["tiles"])
    tiles = parse_tiles(list(written), count=len(TILES))
    first, by_reading = first_gate_dealt(live.banker, live.dice)
    order = [first, *betting_order(first)]
    yield request.acted()
    yield TilesDealt(
        number=live.round,
        first=first,
        tiles={gate: tiles[HAND * place : HAND * (place + 1)] for place, gate in enumerate(order)},
        setters={**setters_of(live), live.banker: banker_setter(live)},
        cites=tuple(map(str, (cite("1.3"), cite("1.4"), by_reading))),
    )


def expose(request: Request) -> Iterator[Event]:
    """One tile seen by accident changes nothing; two put the gate out, or void the deal where they are the banker's. pai_kao 2.2, 2.3."""
    request.check_observed()
    live, gate, exposed = request.live, request.gate, request.command.exposed or 0
    before = live.exposed.get(gate, 0)
    if not before < exposed <= HAND:
        raise Refusal(WRONG_TILES, cite("2.2"), asked=exposed, allowed=f"{min(before + 1, HAND)}-{HAND}")
    stands = exposed <= MOST_EXPOSED
    yield TilesExposed(gate=gate, exposed=exposed, cite=str(cite("2.2") if stands else cite("2.3")))
    if stands or gate in live.out:
        return
    if gate == live.banker:
        yield DealVoided(phase=DEAL_VOID, cite=str(cite("2.3")))
        return
    yield GatePutOut(gate=gate, cite=str(cite("2.3")))
    for stake in live.stakes.get(gate, ()):
        yield StakeReturned(player=stake.who, gate=gate, stake=stake.amount)


def set_tiles(request: Request) -> Iterator[Event]:
    """Whoever looks at a gate's tiles lays them as two pairs, and may change that until the banker turns. pai_kao 7.1, 7.4, 8.2."""
    live, gate = request.live, request.gate
    cites = _check_sets_banker(request) if gate == live.banker else _check_sets_gate(request)
    who = CASINO if request.is_house else request.who
    setting = read_setting(live.tiles[gate], request.command.setting or "")
    yield TilesSet(number=live.round, gate=gate, who=who, setting=format_setting(setting), cites=cites)


def set_for_absent(request: Request) -> Iterator[Event]:
    """Tiles that nobody has set in time lie by the house way: absence neither voids a round nor takes a stake back. R-pk-11."""
    live, gate = request.live, request.gate
    if gate not in live.to_be_set():
        raise Refusal(WRONG_GATE, HOUSE_WAY_CITE, asked=gate, allowed=live.to_be_set())
    who, setting = live.setters[gate], format_setting(house_way(live.tiles[gate]))
    yield TilesSet(number=live.round, gate=gate, who=who, setting=setting, cites=(str(HOUSE_WAY_CITE),))
    if who != CASINO:
        yield SetterAway(player=who, gate=gate, cite=str(HOUSE_WAY_CITE))


def _check_sets_banker(request: Request) -> tuple[str, ...]:
    live = request.live
    who = CASINO if request.is_house else request.who
    _, by_clause = who_sets_banker(banker_principal=live.bank[0].amount, casino_principal=live.casino_principal)
    if who != live.setters[live.banker]:
        clause = by_clause if live.casino_principal else cite("7.4")
        raise Refusal(NOT_THE_SETTER, clause, asked=who, allowed=live.setters[live.banker])
    return (str(by_clause if live.casino_principal else cite("7.4")),)


def _check_sets_gate(request: Request) -> tuple[str, ...]:
    live, gate = request.live, request.gate
    if gate in live.out or gate not in live.setters:
        allowed = [number for number in live.setters if number not in live.out]
        raise Refusal(WRONG_GATE, cite("2.3") if gate in live.out else cite("7.1"), asked=gate, allowed=allowed)
    if request.is_house or request.who != live.setters[gate]:
        clause = cite("7.5") if request.who in live.setters.values() else cite("7.4")
        raise Refusal(NOT_THE_SETTER, clause, asked=request.who, allowed=live.setters[gate])
    return (str(cite("7.1")), str(cite("7.4")))


def turn_banker(request: Request) -> Iterator[Event]:
    """The banker's tiles are turned when all gates that carry stakes are set and down. pai_kao 8.1."""
    live = request.live
    if not request.is_house:
        request.check_banker(cite("8.1"))
    check_turned(all_set=not live.to_be_set(), banker_turned=False, changes_setting=False)
    yield request.acted()
    yield BankerTurned(gate=live.banker, setting=format_setting(live.settings[live.banker]))


def turn_gates(request: Request) -> Iterator[Event]:
    """The croupier, and nobody else, turns what the gates have set. pai_kao 8.3."""
    live = request.live
    yield request.acted()
    settings = {gate: format_setting(setting) for gate, setting in live.settings.items()}
    yield GatesTurned(tiles=live.tiles, settings=settings)
