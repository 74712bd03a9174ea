"""What the program does at a table by itself: the croupier's next act at an automatic table, and the acts of practice seats."""

from collections.abc import Iterator
from typing import Any

from banca.games.pai_kao import Faces, settings
from banca.games.pai_kao.exact import Seat, policy
from banca.games.pai_kao.exact.deals import hand_of, in_order
from banca.games.pai_kao.hands import format_setting
from banca.games.pai_kao.live import PaiKaoConduct, practice_moves
from banca.games.pai_kao.live.state import PaiKaoLive
from banca.house.chance import SYSTEM, Source, draw
from banca.house.house import House
from banca.house.opening import Conducted
from banca.house.request import THE_HOUSE, LiveTable, Request
from banca.live.act import Does
from banca.live.command import Actor, Command, Role
from banca.live.common import Chance, Funds
from banca.live.conduct import Conduct
from banca.rulebook import Refusal

MOST_ACTS = 100
"""Of practice seats in one go."""
AUTOMATIC = Actor("automatic", Role.CROUPIER)
HELD_BACK = ("place_for", "replace_set", "expose", "co_bank", "set_for_absent")
"""Acts of a croupier that no round needs."""
LAST_RESORT = "take_back_dice"
"""Only where a shooter to whom the dice were offered does not throw them after all."""
FILLED: dict[str, Any] = {"latched": True, "presses": 3, "started": True, "turns": 3}
"""What the program reports of a device that it drives itself."""
PROBE = Chance(outcome="", commitment="?", nonce="?")


def croupier_acts(table: LiveTable) -> list[Command]:
    """What the croupier of an automatic table may do next, the likeliest first; empty where it waits for players.

    With bets open it waits until somebody has bet; and no round begins for practice seats alone.
    """
    if table.opened.conduct != Conducted.AUTOMATIC or table.state.is_closed or _is_practice_alone(table):
        return []
    acts = table.conduct.acts_now(table.state, Role.CROUPIER)
    if isinstance(table.state, PaiKaoLive):
        return [Command(do=act.name) for act in acts if act.name not in HELD_BACK]
    bets_open = any(act.does is Does.PLACE for act in table.conduct.acts_now(table.state, Role.PLAYER))
    if bets_open and not table.state.bets:
        return []
    return [
        Command(do=act.name, **{name: FILLED[name] for name in (*act.takes, *act.also) if name in FILLED})
        for act in sorted(acts, key=lambda act: act.name == LAST_RESORT)
        if act.name not in HELD_BACK and act.does is not Does.NULL
    ]


def may_go_on(table: LiveTable) -> bool:
    """Whether an automatic table waits for nothing but quiet: however busy somebody keeps it, it goes on in the end."""
    return bool(croupier_acts(table)) or bool(getattr(table.state, "stakes", None))


def practice_acts(table: LiveTable, source: Source = SYSTEM) -> Iterator[tuple[Actor, Command]]:
    """What the seats that the program plays do now."""
    if table.state.is_closed or not table.state.practice or _is_practice_alone(table):
        return
    if isinstance(table.conduct, PaiKaoConduct):
        yield from _at_pai_kao(table, source)
    elif isinstance(table.conduct, Conduct):
        for player, bet in table.state.practice.items():
            actor = Actor(player, Role.PLAYER)
            command = Command(do="place_bet", bet=bet, stake=table.opened.minimum)
            funds = Funds(wallet=table.opened.minimum, bank=2**62)
            if not table.state.staked(player) and _may(table.conduct, table, command, actor, funds):
                yield actor, command


def _is_practice_alone(table: LiveTable) -> bool:
    """Whether nobody is there for whom a new round could be played: what the program does alone would fill the journal for ever."""
    state = table.state
    between = state.phase == table.conduct.start.phase and not getattr(state, "bets", None)
    return between and bool(state.practice) and len(state.practice) == len(state.seats)


def _may(conduct: Conduct, table: LiveTable, command: Command, actor: Actor, funds: Funds) -> bool:
    try:
        conduct.decide(table.state, command, actor, funds, PROBE)
    except Refusal:
        return False
    return True


def _at_pai_kao(table: LiveTable, source: Source) -> Iterator[tuple[Actor, Command]]:
    state: PaiKaoLive = table.state
    for owed in practice_moves(state, table.opened):
        actor = Actor(owed.player, Role.PLAYER)
        if owed.act == "set_tiles":
            seat = Seat.BANKER if owed.gate == state.banker else Seat.PLAYER
            setting = _setting(state.tiles[owed.gate], state.practice[owed.player], seat, source)
            yield actor, Command(do="set_tiles", gate=owed.gate, setting=setting)
        else:
            yield actor, Command(do=owed.act, gate=owed.gate or None, stake=owed.stake or None)


def _setting(tiles: Faces, name: str, seat: Seat, source: Source) -> str:
    """The setting that the policy takes for these tiles; a mixed policy draws."""
    weights = policy(name, seat).weights[hand_of(tiles)]
    options = map(format_setting, settings(in_order(tiles)))
    return draw(list(zip(options, weights, strict=True)), source)


def awaits_stakes(table: LiveTable) -> bool:
    """Whether a person holds a gate of a Pai Kao table and may still stake."""
    state = table.state
    if not isinstance(state, PaiKaoLive):
        return False
    persons = [who for gate, who in state.gates.items() if who not in state.practice and gate != state.banker]
    return any(not state.staked(who) for who in persons)


def absent_banker(state: PaiKaoLive) -> list[str]:
    """The person who banks and does nothing, while nobody has seen a tile."""
    who = state.banker_name
    is_person = who in state.seats and who not in state.practice
    is_waited_for = state.phase in ("stacked", "bank open", "shaken") and not state.is_closed
    return [who] if is_person and is_waited_for else []


def take_free_bank(house: House, table_id: str) -> None:
    """A bank that nobody has taken goes to the first gate that the program plays."""
    table = house.table(table_id)
    state = table.state
    if isinstance(state, PaiKaoLive) and not state.banker:
        takers = [who for _, who in sorted(state.gates.items()) if who in state.practice]
        if takers:
            _done(house, table, Actor(takers[0], Role.PLAYER), Command(do="take_bank"))


def release(house: House, table_id: str) -> None:
    """Let an automatic Pai Kao table go on without persons who have gone.

    As long as nobody has seen a tile, what lies there goes back. Tiles that were dealt are set by the house way, and the round is
    played to its end (R-pk-11): otherwise whoever is dealt bad tiles would only have to go away.
    """
    table = house.table(table_id)
    state = table.state
    if not isinstance(state, PaiKaoLive):
        return
    if state.phase == "dealt":
        for gate in state.to_be_set():
            _done(house, house.table(table_id), AUTOMATIC, Command(do="set_for_absent", gate=gate))
        return
    gone = absent_banker(state)
    if gone and (state.bank or state.stakes):
        _done(house, table, THE_HOUSE, Command(do="void_round", reason="somebody is away"))
    for who in gone:
        _done(house, house.table(table_id), THE_HOUSE, Command(do="unseat", player=who))


def see_out(house: House, table_id: str) -> None:
    """After a round the seats of those whose tiles had to be set for them are free. R-pk-11."""
    state = house.table(table_id).state
    if isinstance(state, PaiKaoLive) and state.away and not state.tiles:
        for who in sorted(state.away):
            _done(house, house.table(table_id), THE_HOUSE, Command(do="unseat", player=who))


def attend(house: House, table_id: str, *, shakes: bool) -> None:
    """Let the practice seats of a table play on until they wait for somebody.

    A shake ends the staking, so a practice banker shakes only where the caller has given the others time.
    """
    for _ in range(MOST_ACTS):
        table = house.table(table_id)
        acts = [one for one in practice_acts(table) if shakes or one[1].do != "shake"]
        if not any(_done(house, table, actor, command) for actor, command in acts):
            return


def conduct(house: House, table_id: str) -> None:
    """The croupier's next act at an automatic table, if there is one."""
    table = house.table(table_id)
    any(_done(house, table, AUTOMATIC, command) for command in croupier_acts(table))


def _done(house: House, table: LiveTable, actor: Actor, command: Command) -> bool:
    """Whether it was done; two processes that attend to one table do it once."""
    try:
        house.do(Request(table=table.id, actor=actor, id=f"{command.do}-{table.seq}", command=command, seq=table.seq))
    except Refusal:
        return False
    return True
