"""What Pai Kao answers, typed; `banca.i18n.answer` writes it for JSON."""

import tomllib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec.structs import asdict

from banca.answers.settlement import StepShown, step_shown
from banca.games.pai_kao import BY_FACE, CLASSES, Made, PairRank, Setting, compare, first_gate_dealt, rank_of
from banca.games.pai_kao.bank import (
    AGAIN_CITE,
    CLAIM_CITES,
    COMMISSION,
    COMMISSION_CITES,
    COUNTED_CITE,
    COVER_CITE,
    EXPOSED_CITE,
    HOUSE,
    HOUSE_SETS_CITES,
    MOST_EXPOSED,
    OUT_CITE,
    RETURNED_CITE,
    SETTER_CITES,
    Claim,
    Gate,
    LastWord,
    Round,
    SettledRound,
    who_has_last_word,
)
from banca.games.pai_kao.exact import (
    BankValue,
    Chances,
    Policy,
    Seat,
    bank_between,
    bank_value,
    is_mixed,
    of_fewer,
    orders_between,
    policy_id,
    value_of,
)
from banca.games.pai_kao.hands import LINES_CITE, format_setting
from banca.games.pai_kao.nouns import LOSES_BOTH, WINS_BOTH, WINS_ONE
from banca.games.pai_kao.tiles import (
    KINDS,
    NAMES,
    POINTS_CITE,
    RANK_CITE,
    READ_PLACES,
    SUPREME,
    SUPREME_CITES,
    TABLE_CITE,
)
from banca.i18n.answer import AnswerStruct, Clauses, Money, caution
from banca.law import Language
from banca.live.banked import BankShare, Result, SettledStake
from banca.rules import Citation, Commission, Text, _, _n, given_text
from banca.rules.payment import (
    PaymentStep,
    StepKind,
    deductions,
)

__all__ = [
    "GAME",
    "BankAnswer",
    "ChancesAnswer",
    "GameValue",
    "GateAnswer",
    "HandsCompared",
    "PairAnswer",
    "RankedPair",
    "RoundAnswer",
    "SettingAnswer",
    "StakeAnswer",
    "TileAnswer",
    "TilesAnswer",
    "ValueAnswer",
    "bank_answer",
    "chances_answer",
    "compared_answer",
    "game_value",
    "pair_answer",
    "ranked_pair",
    "round_answer",
    "setting_answer",
    "tile_answer",
    "tiles_answer",
    "value_answer",
]

GATE_SET_BY = _("gate {gate}, set by {who}")
FIRST_DEALT = _("gate {gate} is dealt first")
VOID = _("two of the banker's tiles were exposed: the deal is void and is made again")
CLAIM = _(
    "gate {gate}: {owed_by} owes {owed_to} {amount}, as {better} would have done better; no money is moved for it"
)
THEN = _("{first}, {then}")
"""Two parts of a sentence."""
RESULT_WORDS = {
    "win": WINS_BOTH,
    "tie": WINS_ONE,
    "lose": LOSES_BOTH,
    "out": _("two tiles exposed: the gate takes no part in the round, and its stakes are returned"),
    "void": _("void: the tiles are dealt again, and the stakes stay"),
}

# The bank against several gates

MOST_OFTEN = _("For each hand, the gates use the setting that this mixed policy chooses most often.")
BANK_WINS = _("the bank wins")
BANK_EVEN = _("it neither wins nor loses")
BANK_LOSES = _("it loses")
GROSS = _("gain before commission, per unit staked by the gates")
MEAN_COMMISSION = _("commission on the round's net gain")
VALUE_BANK = _("value to the banker")
GATE_BY_GATE = _("value if every gate were settled alone")
MEAN_GAIN = _("mean gain of a round {mean}, standard deviation {sd}")
WON = _("won")

PAIR_OF = _("pair of {tile}")
POINTS_OF = _n("{points} point, {tile} high", "{points} points, {tile} high", by="points")
GAME = "pai_kao"
TABLE_2 = tomllib.loads(files("banca.games.pai_kao").joinpath("table2.toml").read_text("utf-8"))


class TileAnswer(AnswerStruct, frozen=True, kw_only=True):
    """One tile and its rank among singles, 1 the highest."""

    tile: str
    name: Text
    chinese: str
    romanised: str
    pips: int
    place: int
    of: int
    in_set: int
    cite: Citation


class TilesAnswer(AnswerStruct, frozen=True, kw_only=True):
    """Several tiles; `caution` is what to know before relying on the game's text, here as in every answer."""

    tiles: tuple[TileAnswer, ...]
    caution: Text | None


class PairAnswer(AnswerStruct, frozen=True, kw_only=True):
    """Two tiles and their rank among all combinations, 1 the highest."""

    tiles: tuple[str, ...]
    name: Text
    points: int | None
    place: int
    of: int
    cites: tuple[Citation, ...]


class RankedPair(PairAnswer, frozen=True, kw_only=True):
    """Two tiles, asked for alone."""

    caution: Text | None


class SettingAnswer(AnswerStruct, frozen=True, kw_only=True):
    """Front and rear."""

    front: PairAnswer
    rear: PairAnswer
    lines_cite: Citation


class SettingChances(SettingAnswer, frozen=True, kw_only=True):
    """A setting with its exact chances."""

    win: Fraction
    tie: Fraction
    lose: Fraction
    value: Fraction
    front_wins: Fraction
    rear_wins: Fraction
    is_best: bool


class ChancesAnswer(AnswerStruct, frozen=True, kw_only=True):
    """The three settings of four tiles, the best marked."""

    seat: Seat
    against: str
    settings: tuple[SettingChances, ...]
    caution: Text | None


class HandsCompared(AnswerStruct, frozen=True, kw_only=True):
    """A player's hand against the banker's: who has the higher front and rear, and what becomes of the gate."""

    player: SettingAnswer
    banker: SettingAnswer
    front: Seat
    rear: Seat
    result: Result
    cites: tuple[Citation, ...]
    caution: Text | None


class ValueAnswer(AnswerStruct, frozen=True, kw_only=True):
    """All deals of a player's gate against the banker's, with commission."""

    player: str
    banker: str
    win: Fraction
    tie: Fraction
    lose: Fraction
    value_player: Fraction
    value_banker: Fraction


class GameValue(ValueAnswer, frozen=True, kw_only=True):
    """The value of the game between two policies, asked for alone."""

    caution: Text | None


def tile_name(face: str) -> Text:
    """The tile's name; in Portuguese, as it is romanised."""
    kind = BY_FACE[face]
    return given_text({Language.EN: kind.english, Language.PT: kind.romanised, Language.ZH: kind.chinese})


@cache
def pair_name(rank: PairRank) -> Text:
    """What the pair is called."""
    if rank.made in NAMES:
        return NAMES[rank.made]
    tile = tile_name(KINDS[len(KINDS) - 1 - rank.high].faces[0])
    name = POINTS_OF.fill(points=rank.points, tile=tile) if rank.made is Made.POINTS else PAIR_OF.fill(tile=tile)
    printed = printed_names().get(rank)
    return given_text({**name.by_language, Language.ZH: printed}) if printed else name


@cache
def printed_names() -> dict[PairRank, str]:
    """What table 2 calls the pairs, misprints put right; row 38 names two ranks. R-pk-7, R-pk-8."""
    names: dict[PairRank, str] = {}
    for row, name, *tiles in TABLE_2["rows"]:
        right = TABLE_2["misprints"].get(str(row), {})
        names[rank_of(tuple(right.get("must_be", tiles)))] = right.get("name", name)
    names[rank_of(("2-4", "1-4"))] = names[rank_of(("1-4", "1-2"))]
    return names


def tile_answer(face: str) -> TileAnswer:
    """One tile and its rank among singles."""
    kind = BY_FACE[face]
    return TileAnswer(
        tile=face,
        name=tile_name(face),
        chinese=kind.chinese,
        romanised=kind.romanised,
        pips=kind.pips,
        place=len(KINDS) - kind.rank,
        of=len(KINDS),
        in_set=kind.copies,
        cite=RANK_CITE,
    )


def pair_answer(pair: Sequence[str], *, face_value: bool = False) -> PairAnswer:
    """Two tiles and their rank among all combinations; one that table 2 does not have by face value, by those above it."""
    rank = rank_of(tuple(pair), face_value=face_value)
    place = len(CLASSES) - bisect_right(CLASSES, rank) + 1
    apart = rank.made is not Made.SUPREME and any(face in SUPREME for face in pair)
    return PairAnswer(
        tiles=tuple(pair),
        name=pair_name(rank),
        points=rank.points if rank.made is Made.POINTS else None,
        place=place,
        of=len(CLASSES),
        cites=(POINTS_CITE, TABLE_CITE, *(SUPREME_CITES if apart else ()), *READ_PLACES.get(place, ())),
    )


def tiles_answer(faces: Sequence[str]) -> TilesAnswer:
    """Several tiles and their ranks among singles."""
    return TilesAnswer(tiles=tuple(map(tile_answer, faces)), caution=caution(GAME))


def ranked_pair(pair: Sequence[str]) -> RankedPair:
    """Two tiles and their rank among all combinations."""
    return RankedPair(**asdict(pair_answer(pair)), caution=caution(GAME))


def setting_answer(setting: Setting, *, face_value: bool = False) -> SettingAnswer:
    """Front and rear."""
    return SettingAnswer(**lines_of(setting, face_value=face_value))


def lines_of(setting: Setting, *, face_value: bool = False) -> dict[str, Any]:
    """The fields of a `SettingAnswer`."""
    front, rear = (pair_answer(pair, face_value=face_value) for pair in (setting.front, setting.rear))
    return {"front": front, "rear": rear, "lines_cite": LINES_CITE}


def chances_answer(found: Sequence[Chances], seat: Seat, against: Policy) -> ChancesAnswer:
    """The three settings with exact chances, the best marked; of settings that two equal tiles make the same, one."""
    different = {format_setting(one.setting): one for one in reversed(found)}
    found = [one for one in found if different[format_setting(one.setting)] is one]
    best = max(one.value for one in found)
    return ChancesAnswer(
        seat=seat,
        against=against.name,
        settings=tuple(
            SettingChances(
                **lines_of(one.setting),
                win=one.win,
                tie=one.tie,
                lose=one.lose,
                value=one.value,
                front_wins=one.front_wins,
                rear_wins=one.rear_wins,
                is_best=one.value == best,
            )
            for one in found
        ),
        caution=caution(GAME),
    )


def compared_answer(player: Setting, banker: Setting) -> HandsCompared:
    """Two hands, the first a player's and the second the banker's."""
    found = compare(player, banker)
    return HandsCompared(
        player=setting_answer(player),
        banker=setting_answer(banker),
        front=_higher(is_players=found.player_wins_front),
        rear=_higher(is_players=found.player_wins_rear),
        result=found.result,
        cites=found.cites,
        caution=caution(GAME),
    )


def _higher(*, is_players: bool) -> Seat:
    return Seat.PLAYER if is_players else Seat.BANKER


def value_answer(player: Policy, banker: Policy, counts: tuple[int, int, int]) -> ValueAnswer:
    """All deals of a player's gate against the banker's, with commission."""
    win, tie, lose = (Fraction(count, sum(counts)) for count in counts)
    return ValueAnswer(
        player=player.name,
        banker=banker.name,
        win=win,
        tie=tie,
        lose=lose,
        value_player=value_of(win, lose),
        value_banker=value_of(lose, win),
    )


def game_value(player: Policy, banker: Policy, counts: tuple[int, int, int]) -> GameValue:
    """The value of the game between two policies."""
    return GameValue(**asdict(value_answer(player, banker, counts)), caution=caution(GAME))


class GainAnswer(AnswerStruct, frozen=True, kw_only=True):
    """One result of a round of the bank, before and after commission."""

    gross: Money
    net: Money
    chance: Fraction


class BankAnswer(AnswerStruct, frozen=True, kw_only=True):
    """A round of the bank by policy: its mean, what becomes of it, and every result. Amounts before rounding to chips."""

    policy: str
    against: str
    is_most_often: bool
    """Whether the gates take of each hand the setting that their mixed policy takes most often."""
    gates: int
    stake: Money
    principal: Money
    win: Fraction
    even: Fraction
    lose: Fraction
    gross: Fraction
    """Per unit staked by the gates, before commission."""
    commission: Fraction
    value: Fraction
    value_gate_by_gate: Fraction
    """Against one gate with the principal of its stake: what the value would be if commission were taken gate by gate."""
    mean: Money
    sd: float
    """Of the gain of a round, in patacas."""
    results: tuple[GainAnswer, ...]
    cites: tuple[Citation, ...]
    caution: Text | None


def bank_answer(policy: str, against: str, *, gates: int, stake: int, principal: int | None = None) -> BankAnswer:
    """What banking is worth between two policies; the principal is the stakes of all gates unless said."""
    found = bank_between(against, policy, gates=gates, stake=stake, principal=principal)
    alone = bank_value(of_fewer(orders_between(against, policy, gates), 1), gates=1, stake=stake, principal=stake)
    staked = gates * stake
    return BankAnswer(
        policy=policy_id(policy),
        against=policy_id(against),
        is_most_often=gates > 1 and is_mixed(against),
        gates=gates,
        stake=Money(stake),
        principal=Money(found.principal),
        win=found.win,
        even=found.even,
        lose=found.lose,
        gross=found.gross / staked,
        commission=found.commission / staked,
        value=found.per_stake,
        value_gate_by_gate=alone.per_stake,
        mean=Money(found.value),
        sd=float(found.variance) ** 0.5 / 100,
        results=_results(found),
        cites=(COVER_CITE, *COMMISSION_CITES),
        caution=caution(GAME),
    )


def _results(found: BankValue) -> tuple[GainAnswer, ...]:
    """Every result, the worst first."""
    return tuple(
        GainAnswer(gross=Money(gain), net=Money(gain - COMMISSION * max(gain, 0)), chance=chance)
        for gain, chance in found.chances.items()
    )


CASINO_SETS = "casino"


class StakeAnswer(AnswerStruct, frozen=True, kw_only=True):
    """What a player's stakes on a gate came to: they are one bet."""

    who: str
    stake: Money
    covered: Money
    commission: Money
    breakage: Money
    received: Money
    net: Money
    steps: tuple[StepShown, ...]


class GateAnswer(SettingAnswer, frozen=True, kw_only=True):
    """One gate: how it was set, what became of it and of every stake."""

    gate: int
    setter: str
    setter_cites: tuple[Citation, ...]
    result: str
    cites: tuple[Citation, ...]
    stakes: tuple[StakeAnswer, ...]


class ShareAnswer(AnswerStruct, frozen=True, kw_only=True):
    """What one of those who bank won or lost."""

    who: str
    principal: Money
    gross: Money
    commission: Money
    breakage: Money
    net: Money
    steps: tuple[StepShown, ...]


class ClaimAnswer(AnswerStruct, frozen=True, kw_only=True):
    """Compensation that is owed outside of the round."""

    gate: int
    owed_by: str
    owed_to: str
    amount: Money
    better: SettingAnswer
    would: Result
    cites: tuple[Citation, ...]


class FirstDealt(AnswerStruct, frozen=True, kw_only=True):
    """The gate that the dice deal first."""

    gate: int
    cite: Citation


class SetBy(AnswerStruct, frozen=True, kw_only=True):
    """Who has the last word on the banker's tiles; the clause where the casino co-banks."""

    who: str
    cite: Clauses


class RoundAnswer(AnswerStruct, frozen=True, kw_only=True):
    """A settled round: who pays whom, with the articles."""

    game: str
    caution: Text | None
    is_void: bool
    banker: int
    first_gate_dealt: FirstDealt | None
    banker_setting: SettingAnswer
    banker_set_by: SetBy
    gates: tuple[GateAnswer, ...]
    bank: tuple[ShareAnswer, ...]
    claims: tuple[ClaimAnswer, ...]
    commission: Money
    breakage: Money
    commission_rate: Fraction
    commission_cites: tuple[Citation, ...]
    cover_cite: Citation
    cites: tuple[Citation, ...]


def round_answer(table: Round, settled: SettledRound, dice: Sequence[int] | None) -> RoundAnswer:
    """Who pays whom, with the articles."""
    gates = {gate.number: gate for gate in table.gates}
    first = first_gate_dealt(table.banker.number, dice) if dice is not None else None
    return RoundAnswer(
        game=GAME,
        caution=caution(GAME),
        is_void=settled.is_void,
        banker=table.banker.number,
        first_gate_dealt=FirstDealt(gate=first[0], cite=first[1]) if first else None,
        banker_setting=setting_answer(table.banker.setting, face_value=table.banker_face_value),
        banker_set_by=_banker_set_by(table),
        gates=tuple(_gate(gates[number], settled) for number in dict.fromkeys(paid.gate for paid in settled.paid)),
        bank=tuple(_share(share, is_void=settled.is_void) for share in settled.bank),
        claims=tuple(map(_claim, settled.claims)),
        commission=Money(settled.commission),
        breakage=Money(settled.breakage),
        commission_rate=COMMISSION,
        commission_cites=COMMISSION_CITES,
        cover_cite=COVER_CITE,
        cites=settled.cites,
    )


def _gate(gate: Gate, settled: SettledRound) -> GateAnswer:
    compared = settled.compared.get(gate.number)
    exposed = (EXPOSED_CITE,) if gate.exposed == 1 else ()  # by accident: the round counts, and the clause says so
    is_out = gate.exposed > MOST_EXPOSED  # stays out when the tiles are dealt again
    out = (OUT_CITE, COUNTED_CITE, RETURNED_CITE if is_out else AGAIN_CITE)
    return GateAnswer(
        **lines_of(gate.setting),
        gate=gate.number,
        setter=gate.set_by,
        setter_cites=HOUSE_SETS_CITES if gate.set_by == HOUSE else SETTER_CITES,
        result=compared.result.value if compared else "out" if is_out else "void",
        cites=(*(compared.cites if compared else out), *exposed),
        stakes=tuple(
            _stake(paid, stays=settled.is_void and not is_out) for paid in settled.paid if paid.gate == gate.number
        ),
    )


def _stake(paid: SettledStake, *, stays: bool) -> StakeAnswer:
    """What a stake came to; after a void deal it stays for the next one, and nobody receives anything. R-pk-12."""
    return StakeAnswer(
        who=paid.who,
        stake=Money(paid.stake),
        covered=Money(paid.covered),
        commission=Money(paid.commission),
        breakage=Money(paid.breakage),
        received=Money(0 if stays else paid.received),
        net=Money(paid.net),
        steps=tuple(
            map(
                step_shown,
                [PaymentStep(StepKind.DEALT_AGAIN, {"stake": paid.stake}, AGAIN_CITE)] if stays else _steps(paid),
            )
        ),
    )


def _steps(paid: SettledStake) -> list[PaymentStep]:
    """How a stake came to what its player receives."""
    steps: list[PaymentStep] = []
    if paid.result is Result.TIE:
        steps.append(PaymentStep(StepKind.RETURNED, {"stake": paid.stake}))
    elif paid.covered != paid.stake:
        steps.append(PaymentStep(StepKind.COVERED, {"covered": paid.covered}, COVER_CITE))
    if paid.result is Result.LOSE:
        steps.append(PaymentStep(StepKind.TAKEN, {"stake": paid.covered}))
    steps += _deductions(paid.covered, paid.commission, paid.breakage)
    return [*steps, PaymentStep(StepKind.HANDED_OVER, {"received": paid.received, "net": paid.net})]


def _deductions(won: int, commission: Fraction, breakage: Fraction) -> Iterator[PaymentStep]:
    terms = Commission(rate=COMMISSION, cite=COMMISSION_CITES[0]) if commission else None
    return deductions(won, terms, commission, breakage)


def _share(share: BankShare, *, is_void: bool) -> ShareAnswer:
    handed = PaymentStep(StepKind.HANDED_OVER, {"received": share.principal + share.net, "net": share.net})
    steps = [*_deductions(share.gross, share.commission, share.breakage), handed]
    return ShareAnswer(
        who=share.who,
        principal=Money(share.principal),
        gross=Money(share.gross),
        commission=Money(share.commission),
        breakage=Money(share.breakage),
        net=Money(share.net),
        steps=() if is_void else tuple(map(step_shown, steps)),
    )


def _claim(claim: Claim) -> ClaimAnswer:
    return ClaimAnswer(
        gate=claim.gate,
        owed_by=claim.owed_by,
        owed_to=claim.owed_to,
        amount=Money(claim.amount),
        better=setting_answer(claim.better),
        would=claim.would,
        cites=CLAIM_CITES,
    )


def _banker_set_by(table: Round) -> SetBy:
    """Who has the last word on the banker's tiles when the casino co-banks."""
    casino = sum(share.amount for share in table.bank[1:] if share.who == CASINO_SETS)
    if not casino:
        return SetBy(who=table.bank[0].who, cite=Clauses(()))
    whose, cite = who_has_last_word(banker_principal=table.bank[0].amount, casino_principal=casino)
    return SetBy(who=CASINO_SETS if whose is LastWord.CASINO else table.bank[0].who, cite=Clauses((cite,)))
