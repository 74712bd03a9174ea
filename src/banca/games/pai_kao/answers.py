"""Pai Kao as plain data: ranks, settings with their chances, a settled round, the value of the game."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from banca.games.pai_kao import (
    BY_FACE,
    CLASS_OF,
    CLASSES,
    COMMISSION,
    Gate,
    Made,
    PairRank,
    Round,
    Setting,
    Settled,
    first_gate_dealt,
    rank_of,
)
from banca.games.pai_kao.bank import CLAIM_CITES, COMMISSION_CITES, COVER_CITE, EXPOSED_CITE, OUT_CITE
from banca.games.pai_kao.exact import Chances, Policy, Seat
from banca.games.pai_kao.exact.deals import value_of
from banca.games.pai_kao.hands import LINES_CITE
from banca.games.pai_kao.pairs import NAMES, POINTS_CITE, READ_PLACES, SUPREME_CITE, TABLE_CITE
from banca.games.pai_kao.procedure import SETTER_CITES, who_sets_banker
from banca.games.pai_kao.tiles import KINDS, RANK_CITE, SUPREME
from banca.law import Language
from banca.rulebook import format_exact, format_patacas, term
from banca.words import Speech

CASINO = "casino"
PAIR_OF = term("pair of {tile}")
POINTS_OF = term("{points} points, {tile} high")


def tile_name(face: str, say: Speech) -> str:
    """The tile's name in the reader's language."""
    kind = BY_FACE[face]
    return {Language.ZH: kind.chinese, Language.PT: kind.romanised}.get(say.language, kind.english)


def pair_name(rank: PairRank, say: Speech) -> str:
    """What the pair is called."""
    high = KINDS[len(KINDS) - 1 - rank.high]
    tile = tile_name(high.faces[0], say)
    if rank.made is Made.POINTS:
        return say(POINTS_OF, points=rank.points, tile=tile)
    if rank.made is Made.PO:
        return say(PAIR_OF, tile=tile)
    return say(NAMES[rank.made])


def tile_report(face: str, say: Speech) -> dict[str, Any]:
    """One tile and its rank among singles."""
    kind = BY_FACE[face]
    return {
        "tile": face,
        "name": tile_name(face, say),
        "chinese": kind.chinese,
        "romanised": kind.romanised,
        "pips": kind.pips,
        "place": len(KINDS) - kind.rank,
        "of": len(KINDS),
        "in_set": kind.copies,
        "cite": str(RANK_CITE),
    }


def pair_report(pair: Sequence[str], say: Speech) -> dict[str, Any]:
    """Two tiles and their rank among all combinations, 1 the highest."""
    rank = rank_of(tuple(pair))
    place = len(CLASSES) - CLASS_OF[rank]
    apart = rank.made is not Made.SUPREME and any(face in SUPREME for face in pair)
    return {
        "tiles": list(pair),
        "name": pair_name(rank, say),
        "points": rank.points if rank.made is Made.POINTS else None,
        "place": place,
        "of": len(CLASSES),
        "cites": [
            str(cite)
            for cite in (POINTS_CITE, TABLE_CITE, *((SUPREME_CITE,) if apart else ()), *READ_PLACES.get(place, ()))
        ],
    }


def setting_report(setting: Setting, say: Speech) -> dict[str, Any]:
    """Front and rear."""
    return {
        "front": pair_report(setting.front, say),
        "rear": pair_report(setting.rear, say),
        "lines_cite": str(LINES_CITE),
    }


def chances_report(found: Sequence[Chances], seat: Seat, against: Policy, say: Speech) -> dict[str, Any]:
    """The three settings with exact chances, the best marked."""
    best = max(found, key=lambda one: one.value)
    return {
        "seat": seat.value,
        "against": against.name,
        "settings": [
            setting_report(one.setting, say)
            | {
                "win": str(one.win),
                "tie": str(one.tie),
                "lose": str(one.lose),
                "value": str(one.value),
                "front_wins": str(one.front_wins),
                "rear_wins": str(one.rear_wins),
                "is_best": one.value == best.value,
            }
            for one in found
        ],
    }


def round_report(table: Round, settled: Settled, dice: Sequence[int] | None, say: Speech) -> dict[str, Any]:
    """Who pays whom, with the articles; amounts in patacas as exact text."""
    by_number = {gate.number: gate for gate in table.gates}
    first = first_gate_dealt(table.banker.number, dice) if dice is not None else None
    report: dict[str, Any] = {
        "game": "pai_kao",
        "is_void": settled.is_void,
        "banker": table.banker.number,
        "first_gate_dealt": {"gate": first[0], "cite": str(first[1])} if first else None,
        "banker_setting": setting_report(table.banker.setting, say),
        "banker_set_by": _banker_set_by(table),
        "gates": [],
        "bank": [
            {
                "who": share.who,
                "principal": format_patacas(share.principal),
                "gross": format_patacas(share.gross),
                "commission": format_exact(share.commission),
                "breakage": format_exact(share.breakage),
                "net": format_patacas(share.net),
            }
            for share in settled.bank
        ],
        "claims": [
            {
                "gate": claim.gate,
                "owed_by": claim.owed_by,
                "owed_to": claim.owed_to,
                "amount": format_patacas(claim.amount),
                "better": setting_report(claim.better, say),
                "would": claim.would.value,
                "cites": list(map(str, CLAIM_CITES)),
            }
            for claim in settled.claims
        ],
        "commission": format_exact(settled.commission),
        "breakage": format_exact(settled.breakage),
        "commission_rate": str(COMMISSION),
        "commission_cites": list(map(str, COMMISSION_CITES)),
        "cover_cite": str(COVER_CITE),
        "cites": list(map(str, settled.cites)),
    }
    for number in dict.fromkeys(paid.gate for paid in settled.paid):
        gate, compared = by_number[number], settled.compared.get(number)
        report["gates"].append(
            {
                "gate": number,
                "setter": gate.set_by,
                "setter_cites": list(map(str, SETTER_CITES)),
                **setting_report(gate.setting, say),
                "result": compared.result.value if compared else "void" if settled.is_void else "out",
                "cites": [*map(str, compared.cites if compared else (OUT_CITE,)), *_exposed(gate)],
                "stakes": [
                    {
                        "who": paid.who,
                        "stake": format_patacas(paid.stake),
                        "covered": format_patacas(paid.covered),
                        "commission": format_exact(paid.commission),
                        "breakage": format_exact(paid.breakage),
                        "received": format_patacas(paid.received),
                        "net": format_patacas(paid.net),
                    }
                    for paid in settled.paid
                    if paid.gate == number
                ],
            }
        )
    return report


def _exposed(gate: Gate) -> list[str]:
    """One tile exposed by accident: the round stands, and the clause says so."""
    return [str(EXPOSED_CITE)] if gate.exposed == 1 else []


def _banker_set_by(table: Round) -> dict[str, str]:
    """Who has the last word on the banker's tiles when the casino co-banks."""
    casino = sum(share.amount for share in table.bank[1:] if share.who == CASINO)
    if not casino:
        return {"who": table.bank[0].who, "cite": ""}
    seat, cite = who_sets_banker(banker_principal=table.bank[0].amount, casino_principal=casino)
    return {"who": CASINO if seat == CASINO else table.bank[0].who, "cite": str(cite)}


def value_report(player: Policy, banker: Policy, counts: tuple[int, int, int]) -> dict[str, Any]:
    """All deals of a player's gate against the banker's, with commission."""
    win, tie, lose = (Fraction(count, sum(counts)) for count in counts)
    return {
        "player": player.name,
        "banker": banker.name,
        "win": str(win),
        "tie": str(tie),
        "lose": str(lose),
        "value_player": str(value_of(win, lose)),
        "value_banker": str(value_of(lose, win)),
    }
