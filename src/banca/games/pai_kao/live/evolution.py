"""How a Pai Kao table changes by what has happened: no decision is taken here, so that a journal can be replayed."""

from msgspec import structs

from banca.games.pai_kao.bank import Stake
from banca.games.pai_kao.hands import laid_setting
from banca.games.pai_kao.live import event as pai_kao
from banca.games.pai_kao.live import tile_event
from banca.games.pai_kao.live.state import PaiKaoState
from banca.games.pai_kao.procedure import ACTS, GATES, MOST_ROUNDS
from banca.live import event as happened
from banca.live.event import Event
from banca.live.seating import with_seat, without_seat
from banca.live.window import evolve_window

START = PaiKaoState(phase=str(ACTS[0].phase))
OF_THE_DEAL = ("cuts", "lifted", "dice", "tiles", "setters", "settings", "exposed", "out", "turned")
OF_THE_ROUND = ("bank", "dealt_from", "stakes", "sent_back", "commitment", *OF_THE_DEAL)

OF_THE_TURN = ("banked_before", "principal_before", "won_before")


def without(table: PaiKaoState, *fields: str) -> PaiKaoState:
    """The table with these fields as they were at the start."""
    return structs.replace(table, **{name: getattr(START, name) for name in fields})


def evolve(table: PaiKaoState, event: Event) -> PaiKaoState:  # one case per event
    """The table after what happened."""
    match event:
        case happened.Acted():
            return structs.replace(table, phase=event.phase)
        case happened.Seated():
            return with_seat(table, event.player)
        case happened.PracticeSeated():
            return with_seat(table, event.player, event.policy)
        case pai_kao.GateTaken():
            return structs.replace(table, gates={**table.gates, event.gate: event.player})
        case happened.Left():
            return _left(table, event.player)
        case happened.Committed():
            return structs.replace(table, commitment=event.commitment)
        case happened.CommitmentOpened():
            return structs.replace(table, commitment="")
        case happened.NullDeclared():
            return structs.replace(table, dice=())
        case happened.RoundEnded():
            return _ended(table)
        case happened.RoundVoided():
            return structs.replace(without(table, "phase", *OF_THE_ROUND), round=table.round + 1)
        case happened.Closed():
            return structs.replace(table, is_closed=True)
        case happened.Opened() | happened.Funded() | happened.BankReduced():
            return table
        case _:
            return _evolve_bank(table, event)


def _evolve_bank(table: PaiKaoState, event: Event) -> PaiKaoState:  # one case per event
    """The bank and the stakes."""
    match event:
        case pai_kao.BankTaken():
            return structs.replace(table, banker=event.gate, rounds_banked=0)
        case pai_kao.BankPassed():
            return _passed(table, event, to=event.to)
        case pai_kao.BankFreed():
            return _passed(table, event, to=0)
        case pai_kao.BankingAgreed():
            return structs.replace(table, agreeing=table.agreeing | {event.gate})
        case pai_kao.PrincipalPutDown():
            return structs.replace(
                table,
                bank=(Stake(event.player, event.principal), *table.bank),
                refusing=frozenset(),
                away=table.away - {event.player},
            )
        case pai_kao.CoBanked():
            return structs.replace(table, bank=(*table.bank, Stake(event.who, event.principal)))
        case pai_kao.StakePlaced():
            lies = (*table.stakes.get(event.gate, ()), Stake(event.player, event.stake))
            return structs.replace(table, stakes={**table.stakes, event.gate: lies}, away=table.away - {event.player})
        case pai_kao.StakeWithdrawn():
            return _withdrawn(table, event)
        case pai_kao.BankSettled() if event.who == table.banker_name:
            won = event.received - event.principal
            return structs.replace(table, banked_before=event.who, principal_before=event.principal, won_before=won)
        case _:
            return _evolve_tiles(table, event)


def _evolve_tiles(table: PaiKaoState, event: Event) -> PaiKaoState:  # one case per event
    """The dice and the tiles."""
    match event:
        case tile_event.DealDeclared():
            return structs.replace(table, dealt_from=event.stack)
        case tile_event.StacksCut():
            lifted = (table.lifted + event.lifted) % len(GATES)
            return structs.replace(table, cuts=(*table.cuts, event.gate), lifted=lifted)
        case tile_event.DiceShaken() | tile_event.DiceCorrected():
            return structs.replace(table, dice=event.dice)
        case tile_event.TilesDealt():
            return structs.replace(table, tiles=event.tiles, setters=event.setters)
        case tile_event.TilesCorrected():
            kept = {gate: one for gate, one in table.settings.items() if gate not in event.undone}
            return structs.replace(table, tiles={**table.tiles, **event.tiles}, settings=kept)
        case tile_event.TilesExposed():
            return structs.replace(table, exposed={**table.exposed, event.gate: event.exposed})
        case tile_event.GatePutOut():
            return structs.replace(table, out=table.out | {event.gate})
        case tile_event.DealVoided():
            return _voided(table, event)
        case tile_event.TilesSet():
            setting = laid_setting(event.setting)
            setters = {**table.setters, event.gate: event.who}  # in doubt the casino's setting counts, and stays: 3.4
            return structs.replace(table, settings={**table.settings, event.gate: setting}, setters=setters)
        case tile_event.SetterAway():
            return structs.replace(table, away=table.away | {event.player})
        case tile_event.BankerTurned():
            return structs.replace(table, turned=frozenset({event.gate}))
        case tile_event.GatesTurned():
            return structs.replace(table, turned=frozenset(GATES))
        case (
            pai_kao.StakeReturned()  # the stake is taken off by the event that goes with it
            | pai_kao.PrincipalReturned()
            | pai_kao.StakeSettled()
            | pai_kao.BankSettled()
            | pai_kao.CommissionTaken()
            | pai_kao.CompensationClaimed()
        ):
            return table
        case _:
            return evolve_window(table, event)


def _left(table: PaiKaoState, player: str) -> PaiKaoState:
    """A seat is given up, with its gate and what that gate had said."""
    gate = table.gate_of(player)
    return structs.replace(
        without_seat(table, player),
        gates={number: holder for number, holder in table.gates.items() if number != gate},
        refusing=table.refusing - {gate},
        agreeing=table.agreeing - {gate},
        bet_before=table.bet_before - {gate},
        away=table.away - {player},
    )


def _passed(table: PaiKaoState, event: pai_kao.BankPassed | pai_kao.BankFreed, to: int) -> PaiKaoState:
    """A gate that refuses has not banked: the turn goes on being counted from the last that did.

    After its two rounds a turn is over: who banks again begins anew, and leaves nothing of what was won. pai_kao 4.9, R-pk-13.
    """
    is_over = table.rounds_banked >= MOST_ROUNDS and not table.form.new_turns_are_bound
    return structs.replace(
        without(table, *OF_THE_TURN) if is_over else table,
        banker=to,
        rounds_banked=0,
        last_banker=table.last_banker if event.refused else event.gate,
        refusing=table.refusing | {event.gate} if event.refused else frozenset(),
        agreeing=frozenset(),
    )


def _voided(table: PaiKaoState, event: tile_event.DealVoided) -> PaiKaoState:
    """Stakes stay, but for those of gates that are out; whose they were have bet in the round all the same. pai_kao 4.3, R-pk-12."""
    stakes = {gate: lies for gate, lies in table.stakes.items() if gate not in table.out}
    out = {stake.who for gate in table.out for stake in table.stakes.get(gate, ())}
    sent_back = table.sent_back if table.form.forgets_gates_out else table.sent_back | out
    return structs.replace(without(table, *OF_THE_DEAL), phase=event.phase, stakes=stakes, sent_back=sent_back)


def _withdrawn(table: PaiKaoState, event: pai_kao.StakeWithdrawn) -> PaiKaoState:
    left = tuple(stake for stake in table.stakes[event.gate] if stake.who != event.player)
    stakes = {**table.stakes, event.gate: left}
    if not left:
        del stakes[event.gate]
    return structs.replace(table, stakes=stakes)


def _ended(table: PaiKaoState) -> PaiKaoState:
    """The table is cleared; it remembers who bet, and how often this gate has banked."""
    bettors = {stake.who for stakes in table.stakes.values() for stake in stakes} | table.sent_back
    return structs.replace(
        without(table, "agreeing", *OF_THE_ROUND),
        round=table.round + 1,
        rounds_banked=table.rounds_banked + 1,
        bet_before=frozenset(gate for gate, holder in table.gates.items() if holder in bettors),
    )
