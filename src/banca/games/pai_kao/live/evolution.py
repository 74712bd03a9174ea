"""How a Pai Kao table changes by what has happened: no decision is taken here, so that a journal can be replayed."""

from msgspec import structs

from banca.games.pai_kao.bank import Stake
from banca.games.pai_kao.hands import read_setting
from banca.games.pai_kao.live import event as pai_kao
from banca.games.pai_kao.live.state import PaiKaoLive
from banca.games.pai_kao.procedure import ACTS, GATES
from banca.live import event as happened
from banca.live.event import Event
from banca.rulebook.refusal import Defect

START = PaiKaoLive(phase=ACTS[0].phase)
OF_THE_DEAL = ("cuts", "lifted", "dice", "tiles", "setters", "settings", "exposed", "out", "turned")
OF_THE_ROUND = ("bank", "stakes", "commitment", *OF_THE_DEAL)


def without(live: PaiKaoLive, *fields: str) -> PaiKaoLive:
    """The table with these fields as they were at the start."""
    return structs.replace(live, **{name: getattr(START, name) for name in fields})


def evolve(live: PaiKaoLive, event: Event) -> PaiKaoLive:  # noqa: C901, PLR0911 - one case per event
    """The table after what happened."""
    match event:
        case happened.Acted():
            return structs.replace(live, phase=event.phase)
        case happened.Seated():
            practice = live.practice | ({event.player: event.policy} if event.policy else {})
            return structs.replace(live, seats=(*live.seats, event.player), practice=practice)
        case pai_kao.GateTaken():
            return structs.replace(live, gates={**live.gates, event.gate: event.player})
        case happened.Left():
            return _left(live, event.player)
        case happened.Committed():
            return structs.replace(live, commitment=event.commitment)
        case happened.CommitmentOpened():
            return structs.replace(live, commitment="")
        case happened.NullDeclared():
            return structs.replace(live, dice=())
        case happened.RoundEnded():
            return _ended(live)
        case happened.RoundVoided():
            return structs.replace(without(live, "phase", *OF_THE_ROUND), round=live.round + 1)
        case happened.Closed():
            return structs.replace(live, is_closed=True)
        case happened.Opened() | happened.Funded() | happened.CashedIn():
            return live
        case _:
            return _evolve_bank(live, event)


def _evolve_bank(live: PaiKaoLive, event: Event) -> PaiKaoLive:  # noqa: PLR0911 - one case per event
    """The bank and the stakes."""
    match event:
        case pai_kao.BankTaken():
            return structs.replace(live, banker=event.gate, rounds_banked=0)
        case pai_kao.BankPassed():
            return _passed(live, event)
        case pai_kao.BankingAgreed():
            return structs.replace(live, agreeing=live.agreeing | {event.gate})
        case pai_kao.PrincipalPutDown():
            bank = (Stake(event.player, event.principal),)
            return structs.replace(live, bank=bank, refusing=frozenset(), away=live.away - {event.player})
        case pai_kao.CoBanked():
            return structs.replace(live, bank=(*live.bank, Stake(event.who, event.principal)))
        case pai_kao.StakePlaced():
            lies = (*live.stakes.get(event.gate, ()), Stake(event.player, event.stake))
            return structs.replace(live, stakes={**live.stakes, event.gate: lies}, away=live.away - {event.player})
        case pai_kao.StakeWithdrawn():
            return _withdrawn(live, event)
        case pai_kao.BankSettled() if event.who == live.banker_name:
            won = event.received - event.principal
            return structs.replace(live, banked_before=event.who, principal_before=event.principal, won_before=won)
        case _:
            return _evolve_tiles(live, event)


def _evolve_tiles(live: PaiKaoLive, event: Event) -> PaiKaoLive:  # noqa: C901, PLR0911 - one case per event
    """The dice and the tiles."""
    match event:
        case pai_kao.StacksCut():
            lifted = (live.lifted + event.lifted) % len(GATES)
            return structs.replace(live, cuts=(*live.cuts, event.gate), lifted=lifted)
        case pai_kao.DiceShaken():
            return structs.replace(live, dice=event.dice)
        case pai_kao.TilesDealt():
            return structs.replace(live, tiles=event.tiles, setters=event.setters)
        case pai_kao.TilesExposed():
            return structs.replace(live, exposed={**live.exposed, event.gate: event.exposed})
        case pai_kao.GatePutOut():
            return structs.replace(live, out=live.out | {event.gate})
        case pai_kao.DealVoided():
            stakes = {gate: lies for gate, lies in live.stakes.items() if gate not in live.out}
            return structs.replace(without(live, *OF_THE_DEAL), phase=event.phase, stakes=stakes)
        case pai_kao.TilesSet():
            setting = read_setting(live.tiles[event.gate], event.setting)
            return structs.replace(live, settings={**live.settings, event.gate: setting})
        case pai_kao.SetterAway():
            return structs.replace(live, away=live.away | {event.player})
        case pai_kao.BankerTurned():
            return structs.replace(live, turned=frozenset({event.gate}))
        case pai_kao.GatesTurned():
            return structs.replace(live, turned=frozenset(GATES))
        case (
            pai_kao.StakeReturned()  # what lay there is taken off by the event that goes with it
            | pai_kao.PrincipalReturned()
            | pai_kao.StakeSettled()
            | pai_kao.BankSettled()
            | pai_kao.CommissionTaken()
            | pai_kao.CompensationClaimed()
        ):
            return live
        case _:
            raise Defect(f"a Pai Kao table knows no {type(event).__name__}")  # noqa: EM102, TRY003


def _left(live: PaiKaoLive, player: str) -> PaiKaoLive:
    """A seat is given up, with its gate and what that gate had said."""
    gate = live.gate_of(player)
    return structs.replace(
        live,
        seats=tuple(who for who in live.seats if who != player),
        practice={who: policy for who, policy in live.practice.items() if who != player},
        gates={number: holder for number, holder in live.gates.items() if number != gate},
        refusing=live.refusing - {gate},
        agreeing=live.agreeing - {gate},
        bet_before=live.bet_before - {gate},
        away=live.away - {player},
    )


def _passed(live: PaiKaoLive, event: pai_kao.BankPassed) -> PaiKaoLive:
    """A gate that refuses has not banked: the turn goes on being counted from the last that did."""
    return structs.replace(
        live,
        banker=event.to,
        rounds_banked=0,
        last_banker=live.last_banker if event.refused else event.gate,
        refusing=live.refusing | {event.gate} if event.refused else frozenset(),
        agreeing=frozenset(),
    )


def _withdrawn(live: PaiKaoLive, event: pai_kao.StakeWithdrawn) -> PaiKaoLive:
    left = tuple(stake for stake in live.stakes[event.gate] if stake.who != event.player)
    stakes = {**live.stakes, event.gate: left}
    if not left:
        del stakes[event.gate]
    return structs.replace(live, stakes=stakes)


def _ended(live: PaiKaoLive) -> PaiKaoLive:
    """The table is cleared; it remembers who bet, and how often this gate has banked."""
    bettors = {stake.who for stakes in live.stakes.values() for stake in stakes}
    return structs.replace(
        without(live, "agreeing", *OF_THE_ROUND),
        round=live.round + 1,
        rounds_banked=live.rounds_banked + 1,
        bet_before=frozenset(gate for gate, holder in live.gates.items() if holder in bettors),
    )
