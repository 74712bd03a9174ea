"""Dice and tiles that were entered wrongly at an observed table are entered anew. R-live-2."""

from collections.abc import Iterator

from banca.games.pai_kao import acts
from banca.games.pai_kao.hands import Faces, Setting, format_setting, house_way, read_setting
from banca.games.pai_kao.live.case import Case
from banca.games.pai_kao.live.playing import hands_from
from banca.games.pai_kao.live.state import PaiKaoState
from banca.games.pai_kao.live.tile_event import DiceCorrected, TilesCorrected, TilesSet
from banca.games.pai_kao.procedure import betting_order, check_shake, first_gate_dealt
from banca.games.pai_kao.setters import HOUSE
from banca.games.pai_kao.tiles import HAND, check_in_set
from banca.live.command import Command
from banca.live.event import Event
from banca.live.refusals import NOTHING_CHANGES
from banca.rules import Refusal, _

WHY = "?"
"""In place of a reason, where it is only tried whether something could be done."""


def correct_dice(case: Case) -> Iterator[Event]:
    """Until the deal the dice are what lies in the cup. pai_kao 1.2, R-live-2."""
    case.check_observed()
    case.check_seen()
    table, dice = case.table, case.command.dice
    check_shake(counts=bool(table.dice))
    first, by_reading = first_gate_dealt(table.banker, dice)
    if dice == table.dice:
        raise Refusal(NOTHING_CHANGES, case.act.cite, asked=case.act.said)
    cites = (str(case.act.cite), str(by_reading))
    yield DiceCorrected(before=table.dice, dice=dice, first=first, reason=case.command.reason, cites=cites)


def correct_tiles(case: Case) -> Iterator[Event]:
    """Until the round is settled the tiles are what lies before the gates.

    A gate whose tiles were entered rightly keeps its setting. Any other is set again: by its setter, by the house way where that set it,
    and once the banker has turned as it lies open. pai_kao 8.2, R-live-2.
    """
    case.check_observed()
    case.check_seen()
    table = case.table
    first, _ = first_gate_dealt(table.banker, table.dice)
    hands = hands_from(first, case.command.tiles, playing=table.setters)
    whole = {**table.tiles, **hands}  # gates that do not play may be left out, and keep what was entered
    check_in_set(tuple(tile for faces in whole.values() for tile in faces))
    changed = [gate for gate in hands if sorted(hands[gate]) != sorted(table.tiles.get(gate, ()))]
    if not changed:
        raise Refusal(NOTHING_CHANGES, case.act.cite, asked=case.act.said)
    undone = tuple(gate for gate in changed if gate in table.settings)
    laid = _laid(case, undone, hands)
    yield TilesCorrected(
        number=table.round,
        first=first,
        before={gate: table.tiles.get(gate, ()) for gate in changed},
        tiles={gate: hands[gate] for gate in changed},
        undone=undone,
        reason=case.command.reason,
        cites=(str(case.act.cite),),
    )
    for gate, setting in laid.items():
        who, written = table.setters[gate], format_setting(setting)
        yield TilesSet(number=table.round, gate=gate, who=who, setting=written, cites=(str(case.act.cite),))


def _laid(case: Case, undone: tuple[int, ...], hands: dict[int, Faces]) -> dict[int, Setting]:
    """The settings that hold at once: by the house way, or as they lie open."""
    table = case.table
    laid = {gate: house_way(hands[gate]) for gate in undone if table.setters[gate] == HOUSE}
    if table.phase == acts.DEALT:
        return laid
    given = dict(_given(one) for one in case.command.settings or ())
    for gate in (gate for gate in undone if gate not in laid):
        if gate not in given:
            raise Refusal(
                "setting_needed",
                _("the tiles of gate {asked} lie open: say how they are set, as in “3: 6-6 1-3 / 5-5 4-5”"),
                case.act.cite,
                asked=gate,
            )
        laid[gate] = read_setting(hands[gate], given[gate], face_value=case.by_face_value(gate))
    return laid


def _given(text: str) -> tuple[int, str]:
    """A gate and its setting: `3: 6-6 1-3 / 5-5 4-5`."""
    gate, _, setting = text.partition(":")
    return int(gate) if gate.strip().isdecimal() else 0, setting


def other_dice(table: PaiKaoState) -> Command:
    """Dice that could lie there instead."""
    return acts.CorrectDice(dice=(1, 1, 1, 2) if table.dice == (1, 1, 1, 1) else (1, 1, 1, 1), reason=WHY)


def other_tiles(table: PaiKaoState) -> Iterator[Command]:
    """Two tiles of two gates, changed for each other; the gates lie set anyhow."""
    if not table.tiles or not table.dice:
        return
    first, _ = first_gate_dealt(table.banker, table.dice)
    order = [gate for gate in (first, *betting_order(first)) if gate in table.tiles]
    dealt = [tile for gate in order for tile in table.tiles[gate]]
    other = next((place for place in range(HAND, len(dealt)) if dealt[place] != dealt[0]), None)
    if other is None:  # one gate alone was entered
        return
    dealt[0], dealt[other] = dealt[other], dealt[0]
    hands = {order[place]: tuple(dealt[HAND * place : HAND * (place + 1)]) for place in (0, other // HAND)}
    laid = tuple(f"{gate}: {format_setting(house_way(faces))}" for gate, faces in hands.items())
    yield acts.CorrectTiles(tiles=tuple(dealt), settings=laid, reason=WHY)
