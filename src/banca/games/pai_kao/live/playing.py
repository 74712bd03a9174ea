"""Tiles are stacked, cut, dealt, set and turned. Articles 1, 2, 7 and 8."""

from collections.abc import Collection, Iterator, Sequence

from banca.games.pai_kao.acts import DEAL_VOID
from banca.games.pai_kao.bank import MOST_EXPOSED, RETURNED_CITE
from banca.games.pai_kao.hands import HOUSE_WAY_CITE, Faces, format_setting, house_way, read_setting
from banca.games.pai_kao.live.case import Case, called
from banca.games.pai_kao.live.event import StakeReturned
from banca.games.pai_kao.live.stacks import as_dealt
from banca.games.pai_kao.live.state import CASINO, PaiKaoState, banker_setter, setters_of
from banca.games.pai_kao.live.tile_event import (
    BankerTurned,
    DealVoided,
    DiceShaken,
    GatePutOut,
    GatesTurned,
    SetterAway,
    StacksCut,
    TilesDealt,
    TilesExposed,
    TilesSet,
)
from banca.games.pai_kao.nouns import THE_CASINO
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
)
from banca.games.pai_kao.refusals import (
    NOT_THE_SETTER,
    NOTHING_TO_DOUBT,
    TOO_MANY_CUTS,
    WRONG_GATE,
    WRONG_TILES,
)
from banca.games.pai_kao.setters import HOUSE, HOUSE_SETS_CITES
from banca.games.pai_kao.tiles import HAND, parse_tiles
from banca.live.event import Committed, Event, NullDeclared
from banca.live.refusals import NOT_YOUR_TURN, THROW_COUNTS
from banca.rules import NotNow, Refusal, _, citing
from banca.rules.refusal import UNKNOWN_NULL

cite = citing("pai_kao")


def go_on(case: Case) -> Iterator[Event]:
    """The croupier does it, and the round continues."""
    yield case.acted()


def mix_and_stack(case: Case) -> Iterator[Event]:
    """The tiles are stacked; at a drawn table their order is fixed now, and its digest told. pai_kao 1.1."""
    yield case.acted()
    if case.is_drawn:
        hidden = case.drawn()
        yield Committed(commitment=hidden.commitment, round=hidden.round)


def cut(case: Case) -> Iterator[Event]:
    """A gate cuts; where it says how many stacks, these go from the beginning to the end. pai_kao 2.1."""
    table = case.table
    gate = case.own_gate(cite("2.1"))
    if gate in table.cuts:
        raise Refusal(TOO_MANY_CUTS, cite("2.1"), allowed=MOST_CUTS)
    of_players = [number for number in table.cuts if number != table.banker]
    check_cut(
        cutter_is_banker=gate == table.banker,
        one_hand=case.command.one_hand,
        gates_cut=len(of_players),
        banker_has_cut=table.banker in table.cuts,
    )
    lifted = case.command.picked or 0
    if lifted >= len(GATES):
        raise Refusal(
            "wrong_stacks",
            _("a cut cannot move {asked} of the eight stacks; possible: {allowed}"),
            cite("2.1"),
            asked=lifted,
            allowed="0-7",
        )
    yield StacksCut(gate=gate, player=case.who, lifted=lifted, cite=str(cite("2.1")))


def shake(case: Case) -> Iterator[Event]:
    """The banker and nobody else shakes; at an observed table the croupier may write down what the dice show. After a die that is not flat in the cup the banker shakes again. pai_kao 1.2, 1.5, 4.1."""
    table, command = case.table, case.command
    if not case.is_house or case.is_drawn or not table.banker:
        case.check_banker(cite("4.1"))
    if table.dice:
        raise Refusal(THROW_COUNTS, cite("1.5"))
    dice = command.dice
    case.check_seen()
    if case.is_drawn:
        dice = tuple(map(int, case.drawn().outcome.split("-")))
    if command.cocked:
        yield case.acted("cocked")
        yield NullDeclared(reason=COCKED, cites=(str(cite("1.5")),))
        return
    first, by_reading = first_gate_dealt(table.banker, dice)
    yield case.acted()
    yield DiceShaken(dice=dice, first=first, cites=(str(cite("1.2")), str(by_reading)))


def null_shake(case: Case) -> Iterator[Event]:
    """The croupier sees a cocked die, stacked dice, or one out of the cup: the shake does not count. pai_kao 1.5, R-pk-9."""
    case.check_observed()
    reason = case.command.reason
    if reason not in NULL_SHAKES:
        raise Refusal(UNKNOWN_NULL, cite("1.5"), asked=reason, allowed=list(NULL_SHAKES))
    yield NullDeclared(reason=reason, cites=tuple(map(str, NULL_SHAKES[reason].cites)))


def deal(case: Case) -> Iterator[Event]:
    """Eight stacks of four, from the gate that the dice name, right to left. pai_kao 1.3, 1.4.

    A gate whose bettors all set others is set by the house way at once. pai_kao 7.5, R-pk-5.
    """
    table = case.table
    check_shake(counts=bool(table.dice))
    written = case.command.tiles
    case.check_seen()
    if case.is_drawn:
        written = as_dealt(case.drawn().outcome.split(), lifted=table.lifted, dealt_from=table.dealt_from)
    first, by_reading = first_gate_dealt(table.banker, table.dice)
    setters = {**setters_of(table), table.banker: banker_setter(table)}
    hands = hands_from(first, written, playing=setters, is_drawn=case.is_drawn)
    cites = tuple(map(str, (cite("1.3"), cite("1.4"), by_reading)))
    yield case.acted()
    yield TilesDealt(number=table.round, first=first, tiles=hands, setters=setters, cites=cites)
    for gate in (gate for gate, who in setters.items() if who == HOUSE):
        setting = format_setting(house_way(hands[gate]))
        cites = tuple(map(str, HOUSE_SETS_CITES))
        yield TilesSet(number=table.round, gate=gate, who=HOUSE, setting=setting, cites=cites)


def dealt_to(table: PaiKaoState) -> list[int]:
    """The gates whose tiles are looked at, the banker's among them, in the order of the deal; none before the dice count. pai_kao 1.3."""
    if not table.dice:
        return []
    first, _ = first_gate_dealt(table.banker, table.dice)
    playing = table.setters or {**setters_of(table), table.banker: banker_setter(table)}
    return [gate for gate in (first, *betting_order(first)) if gate in playing]


def hands_from(
    first: int, written: Sequence[str], *, playing: Collection[int], is_drawn: bool = False
) -> dict[int, Faces]:
    """Four tiles before every gate, from the first on, right to left. pai_kao 1.3.

    What a croupier enters may leave out the gates that do not play: nobody looks at their tiles.
    """
    order = [first, *betting_order(first)]
    own = [gate for gate in order if gate in playing]
    if not is_drawn and len(written) == HAND * len(own):
        order = own
    tiles = parse_tiles(list(written), count=HAND * len(order))
    return {gate: tiles[HAND * place : HAND * (place + 1)] for place, gate in enumerate(order)}


def expose(case: Case) -> Iterator[Event]:
    """One tile seen by accident changes nothing; two put the gate out, or void the deal where they are the banker's. pai_kao 2.2, 2.3, R-pk-10."""
    case.check_observed()
    table, gate, exposed = case.table, case.gate, case.command.exposed
    before = table.exposed.get(gate, 0)
    if not before < exposed <= HAND:
        raise Refusal(WRONG_TILES, cite("2.2"), asked=exposed, allowed=f"{min(before + 1, HAND)}-{HAND}")
    stands = exposed <= MOST_EXPOSED
    yield TilesExposed(gate=gate, exposed=exposed, cite=str(cite("2.2") if stands else cite("2.3")))
    if stands or gate in table.out:
        return
    if gate == table.banker:
        yield DealVoided(phase=str(DEAL_VOID), cite=str(cite("2.3")))
        return
    yield GatePutOut(gate=gate, cite=str(cite("2.3")))
    returned = str(RETURNED_CITE) if table.form.cites_returned else ""
    for stake in table.stakes.get(gate, ()):
        yield StakeReturned(player=stake.who, gate=gate, stake=stake.amount, cite=returned)


def set_tiles(case: Case) -> Iterator[Event]:
    """The player who holds a gate's tiles sets them as two pairs, and may change that until the banker turns. pai_kao 7.1, 7.4, 8.2."""
    table, gate = case.table, case.gate
    cites = _check_sets_banker(case) if gate == table.banker else _check_sets_gate(case)
    who = CASINO if case.is_house else case.who
    setting = read_setting(table.tiles[gate], case.command.setting, face_value=case.by_face_value(gate))
    yield TilesSet(number=table.round, gate=gate, who=who, setting=format_setting(setting), cites=cites)


def set_for_absent(case: Case) -> Iterator[Event]:
    """Tiles that nobody has set in time are set by the house way: absence neither voids a round nor returns a stake. R-pk-11."""
    table, gate = case.table, case.gate
    if gate not in table.to_be_set():
        raise Refusal(WRONG_GATE, HOUSE_WAY_CITE, asked=gate, allowed=table.to_be_set())
    who, laid = table.setters[gate], house_way(table.tiles[gate], face_value=case.by_face_value(gate))
    setting = format_setting(laid)
    yield TilesSet(number=table.round, gate=gate, who=who, setting=setting, cites=(str(HOUSE_WAY_CITE),))
    if who != CASINO:
        yield SetterAway(player=who, gate=gate, cite=str(HOUSE_WAY_CITE))


def _check_sets_banker(case: Case) -> tuple[str, ...]:
    """The banker sets; in doubt the casino, where its principal is the larger, sets otherwise, and that stays. pai_kao 3.4, R-pk-2."""
    table = case.table
    who, by = CASINO if case.is_house else case.who, table.setters[table.banker]
    _, last_word = table.last_word
    clause = last_word if table.casino_principal else cite("7.4")
    if case.is_house and table.casino_decides and not table.form.casino_sets:
        if table.banker not in table.settings:
            raise NotNow(NOTHING_TO_DOUBT, cite("3.4"))
        return (str(cite("3.4")),)
    if who != by:
        raise Refusal(NOT_THE_SETTER, clause, asked=called(who), allowed=called(by))
    return (str(clause if table.form.casino_sets else cite("7.4")),)


def _check_sets_gate(case: Case) -> tuple[str, ...]:
    table, gate = case.table, case.gate
    if gate in table.out or gate not in table.setters:
        allowed = [number for number in table.setters if number not in table.out]
        raise Refusal(WRONG_GATE, cite("2.3") if gate in table.out else cite("7.1"), asked=gate, allowed=allowed)
    if case.is_house or case.who != table.setters[gate]:
        clause = cite("7.5") if case.who in table.setters.values() else cite("7.4")
        asked = THE_CASINO if case.is_house else case.who
        raise Refusal(NOT_THE_SETTER, clause, asked=asked, allowed=called(table.setters[gate]))
    return (str(cite("7.1")), str(cite("7.4")))


def turn_banker(case: Case) -> Iterator[Event]:
    """The banker's tiles are turned when all gates that carry stakes are set; where the casino has the last word on them, by the croupier. pai_kao 8.1, R-pk-2."""
    table = case.table
    if not case.is_house:
        case.check_banker(cite("8.1"))
    check_turned(all_set=not table.to_be_set(), banker_turned=False, changes_setting=False)
    if table.casino_decides and not case.is_house and not table.form.casino_sets:
        raise Refusal(NOT_YOUR_TURN, cite("R-pk-2"), asked=case.who, allowed=THE_CASINO)
    yield case.acted()
    yield BankerTurned(gate=table.banker, setting=format_setting(table.settings[table.banker]))


def turn_gates(case: Case) -> Iterator[Event]:
    """The croupier, and nobody else, turns what the gates have set. pai_kao 8.3."""
    table = case.table
    yield case.acted()
    settings = {gate: format_setting(setting) for gate, setting in table.settings.items()}
    yield GatesTurned(tiles=table.tiles, settings=settings)
