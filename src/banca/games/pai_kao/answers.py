"""Rounds of Pai Kao as people write them, and what is answered: the values that were computed, with the names and places of tiles and pairs."""

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any, ClassVar, NoReturn
from urllib.parse import quote, unquote

from msgspec import Meta, Struct, field, to_builtins

from banca.analysis.settlement import Amount, RequestedLimits, ShortText, StepShown, step_shown
from banca.files import BAD_ENTRY, Entries, read_toml
from banca.games.pai_kao import bank, exact
from banca.games.pai_kao.bank import (
    COMMISSION,
    COMMISSION_CITES,
    COVER_CITE,
    HOUSE,
    CompensationClaimed,
    Gate,
    Round,
    SettledRound,
    settle_round,
    with_setters,
)
from banca.games.pai_kao.exact import BankValue, Chances, Policy, Seat
from banca.games.pai_kao.hands import LINES_CITE, Faces, Setting, format_setting, laid_setting, parse_setting, rank_of
from banca.games.pai_kao.nouns import LOSES_BOTH, WINS_BOTH, WINS_ONE
from banca.games.pai_kao.procedure import check_second_round, check_stake_in_time, first_gate_dealt
from banca.games.pai_kao.tiles import (
    BOTH,
    BY_FACE,
    CLASSES,
    COUNTING_SUPREME,
    HAND,
    KINDS,
    NAMES,
    PLAYERS,
    POINTS_CITE,
    RANK_CITE,
    READ_PLACES,
    SUPREME,
    SUPREME_CITES,
    TABLE_CITE,
    Kind,
    Made,
    PairRank,
    parse_tiles,
)
from banca.i18n.answer import AnswerStruct, Clauses, Money, caution
from banca.law import Language
from banca.rules import Citation, Commission, Limits, Refusal, Text, _, _n, citing, given_text
from banca.rules.money import PaymentStep, StepKind, deductions
from banca.tables.banked import BankSettled, Result, Stake, StakeSettled

cite = citing("pai_kao")

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

GAME = "pai_kao"
CAUTION: Any = field(default_factory=lambda: caution(GAME))
"""What to know before relying on the game's text; the law is read when the first answer is given."""
TABLE_2 = tomllib.loads(files("banca.games.pai_kao").joinpath("table2.toml").read_text("utf-8"))


def money_at(path: str) -> property:
    """Return a property of an answer: the avos at a path of attributes, as money."""
    avos = attrgetter(path)

    def read(answer: object) -> Money:
        return Money(Fraction(avos(answer)))

    return property(read)


# Tiles and pairs


class Tile(AnswerStruct, frozen=True, kw_only=True):
    """One tile and its rank among singles, 1 the highest."""

    face: str
    of: int = len(KINDS)
    cite: Citation = RANK_CITE
    JSON = (
        *(("tile", "face"), "name", ("chinese", "kind.chinese"), ("romanised", "kind.romanised")),
        *(("pips", "kind.pips"), "place", "of", ("in_set", "kind.copies"), "cite"),
    )

    @property
    def kind(self) -> Kind:
        """What it is alike to in everything."""
        return BY_FACE[self.face]

    @property
    def name(self) -> Text:
        """What it is called; in Portuguese, as it is romanised."""
        kind = self.kind
        return given_text({Language.EN: kind.english, Language.PT: kind.romanised, Language.ZH: kind.chinese})

    @property
    def place(self) -> int:
        """1 for the highest."""
        return len(KINDS) - self.kind.rank


class Pair(AnswerStruct, frozen=True, kw_only=True):
    """Two tiles and their rank among all combinations, 1 the highest."""

    tiles: Faces
    face_value: bool = False
    """Whether a Supreme tile counts its pips alone, as the banker's may. R-pk-16."""
    of: int = len(CLASSES)
    JSON = ("tiles", "name", "points", "place", "of", "cites")

    @property
    def rank(self) -> PairRank:
        """What the two make."""
        return rank_of(self.tiles, face_value=self.face_value)

    @property
    def name(self) -> Text:
        """What it is called."""
        return pair_name(self.rank)

    @property
    def points(self) -> int | None:
        """What it counts, where it is none of the pairs with a name."""
        return self.rank.points if self.rank.made is Made.POINTS else None

    @property
    def place(self) -> int:
        """1 for the highest; of one that table 2 does not have by face value, by those above it."""
        return len(CLASSES) - bisect_right(CLASSES, self.rank) + 1

    @property
    def cites(self) -> tuple[Citation, ...]:
        """The clauses of the order, and the readings that it rests on."""
        apart = self.rank.made is not Made.SUPREME and any(face in SUPREME for face in self.tiles)
        return (POINTS_CITE, TABLE_CITE, *(SUPREME_CITES if apart else ()), *READ_PLACES.get(self.place, ()))


class LaidSetting(AnswerStruct, frozen=True, kw_only=True):
    """Front and rear, named."""

    setting: Setting
    face_value: bool = False
    lines_cite: Citation = LINES_CITE
    JSON: ClassVar[Sequence[str | tuple[str, str]]] = ("front", "rear", "lines_cite")

    @property
    def front(self) -> Pair:
        """The pair in front."""
        return Pair(tiles=self.setting.front, face_value=self.face_value)

    @property
    def rear(self) -> Pair:
        """The pair behind."""
        return Pair(tiles=self.setting.rear, face_value=self.face_value)


@cache
def pair_name(rank: PairRank) -> Text:
    """Return what the pair is called."""
    if rank.made in NAMES:
        return NAMES[rank.made]
    tile = Tile(face=KINDS[len(KINDS) - 1 - rank.high].faces[0]).name
    name = (
        _n("{points} point, {tile} high", "{points} points, {tile} high", by="points").fill(
            points=rank.points, tile=tile
        )
        if rank.made is Made.POINTS
        else _("pair of {tile}").fill(tile=tile)
    )
    printed = printed_names().get(rank)
    return given_text({**name.by_language, Language.ZH: printed}) if printed else name


@cache
def printed_names() -> dict[PairRank, str]:
    """Return what table 2 calls the pairs, misprints put right; row 38 names two ranks. R-pk-7, R-pk-8."""
    names: dict[PairRank, str] = {}
    for row, name, *tiles in TABLE_2["rows"]:
        right = TABLE_2["misprints"].get(str(row), {})
        names[rank_of(tuple(right.get("must_be", tiles)))] = right.get("name", name)
    names[rank_of(("2-4", "1-4"))] = names[rank_of(("1-4", "1-2"))]
    return names


# Best play


class SettingChances(LaidSetting, frozen=True, kw_only=True):
    """A setting with its exact chances."""

    chances: Chances
    is_best: bool
    JSON = (
        *((name, f"chances.{name}") for name in ("win", "tie", "lose", "value", "front_wins", "rear_wins")),
        "is_best",
    )


class ChancesAnswer(AnswerStruct, frozen=True, kw_only=True):
    """The three settings of four tiles, the best marked."""

    seat: Seat
    against: str
    settings: tuple[SettingChances, ...]
    caution: Text | None = CAUTION


def chances_answer(settings: Iterable[Chances], seat: Seat, against: Policy) -> ChancesAnswer:
    """Return the three settings with exact chances, the best marked; of settings that two equal tiles make the same, one."""
    # Two tiles of one kind make two of the three settings alike: a reader is shown each once.
    different: dict[str, Chances] = {}
    for chances in settings:  # the first of equal ones stays
        different.setdefault(format_setting(chances.setting), chances)
    best = max(chances.value for chances in different.values())
    return ChancesAnswer(
        seat=seat,
        against=against.name,
        settings=tuple(
            SettingChances(setting=chances.setting, chances=chances, is_best=chances.value == best)
            for chances in different.values()
        ),
    )


class Gain(AnswerStruct, frozen=True, kw_only=True):
    """One result of a round of the bank, before and after commission."""

    gross: Money
    net: Money
    chance: Fraction


class BankAnswer(AnswerStruct, frozen=True, kw_only=True):
    """A round of the bank by policy: its mean, what becomes of it, and every result. Amounts before rounding to chips."""

    policy: str
    against: str
    bank: BankValue
    alone: BankValue
    """Against one gate with the principal of its stake: what the value would be if commission were taken gate by gate."""
    cites: tuple[Citation, ...] = (COVER_CITE, *COMMISSION_CITES)
    caution: Text | None = CAUTION
    JSON = (
        *("policy", "against", "is_most_often", ("gates", "bank.gates"), "stake", "principal"),
        *(("win", "bank.win"), ("even", "bank.even"), ("lose", "bank.lose"), "gross", "commission"),
        *(("value", "bank.per_stake"), ("value_gate_by_gate", "alone.per_stake"), "mean", "sd", "results"),
        *("cites", "caution"),
    )
    stake = money_at("bank.stake")
    principal = money_at("bank.principal")
    mean = money_at("bank.value")

    @property
    def is_most_often(self) -> bool:
        """Whether the gates take of each hand the setting that their mixed policy takes most often."""
        return self.bank.gates > 1 and exact.is_mixed(self.against)

    @property
    def gross(self) -> Fraction:
        """Per unit staked by the gates, before commission."""
        return self.bank.gross / self.bank.staked

    @property
    def commission(self) -> Fraction:
        """Likewise, the casino's."""
        return self.bank.commission / self.bank.staked

    @property
    def sd(self) -> float:
        """Of the gain of a round, in patacas; a float."""
        variance = float(self.bank.variance)
        return float(variance**0.5) / 100

    @property
    def results(self) -> tuple[Gain, ...]:
        """Every result, the worst first."""
        return tuple(
            Gain(gross=Money(gain), net=Money(gain - COMMISSION * max(gain, 0)), chance=chance)
            for gain, chance in self.bank.chances.items()
        )


def bank_answer(policy: str, against: str, *, gates: int, stake: int, principal: int | None = None) -> BankAnswer:
    """Return what banking is worth between two policies; the principal is the stakes of all gates unless said."""
    value = exact.bank_between(against, policy, gates=gates, stake=stake, principal=principal)
    first = exact.of_fewer(exact.orders_between(against, policy, gates), 1)
    return BankAnswer(
        policy=exact.policy_id(policy),
        against=exact.policy_id(against),
        bank=value,
        alone=exact.bank_value(first, gates=1, stake=stake, principal=stake),
    )


# A settled round

CASINO_SETS = "casino"


class StakeAnswer(AnswerStruct, frozen=True, kw_only=True):
    """What a player's stakes on a gate came to: they are one bet. After a void deal they stay, and nobody receives anything. R-pk-12."""

    settled: StakeSettled
    stays: bool
    JSON = (("who", "settled.player"), "stake", "covered", "commission", "breakage", "received", "net", "steps")
    stake = money_at("settled.stake")
    covered = money_at("settled.covered")
    commission = money_at("settled.commission")
    breakage = money_at("settled.breakage")
    net = money_at("settled.net")

    @property
    def received(self) -> Money:
        """What the player takes back, the stake included."""
        return Money(0 if self.stays else self.settled.received)

    @property
    def steps(self) -> tuple[StepShown, ...]:
        """How the stake came to that."""
        again = [PaymentStep(StepKind.DEALT_AGAIN, {"stake": self.settled.stake}, bank.AGAIN_CITE)]
        return tuple(map(step_shown, again if self.stays else stake_steps(self.settled)))


def stake_steps(stake: StakeSettled) -> Iterator[PaymentStep]:
    """Yield how a stake came to what its player receives."""
    if stake.result is Result.TIE:
        yield PaymentStep(StepKind.RETURNED, {"stake": stake.stake})
    elif stake.covered != stake.stake:
        yield PaymentStep(StepKind.COVERED, {"covered": stake.covered}, COVER_CITE)
    if stake.result is Result.LOSE:
        yield PaymentStep(StepKind.TAKEN, {"stake": stake.covered})
    yield from kept_steps(stake.covered, stake)
    yield PaymentStep(StepKind.HANDED_OVER, {"received": stake.received, "net": stake.net})


def kept_steps(won: int, settled: StakeSettled | BankSettled) -> Iterator[PaymentStep]:
    """Return what the casino keeps of what was won, where it keeps something."""
    commission = Fraction(settled.commission)
    terms = Commission(rate=COMMISSION, cite=COMMISSION_CITES[0]) if commission else None
    return deductions(won, terms, commission, Fraction(settled.breakage))


class GateAnswer(LaidSetting, frozen=True, kw_only=True):
    """One gate: how it was set, what became of it and of every stake."""

    gate: Gate
    settled: SettledRound
    JSON = (("gate", "gate.number"), ("setter", "gate.set_by"), "setter_cites", "result", "cites", "stakes")

    @property
    def setter_cites(self) -> tuple[Citation, ...]:
        """Why just that one sets."""
        return bank.HOUSE_SETS_CITES if self.gate.set_by == HOUSE else bank.SETTER_CITES

    @property
    def result(self) -> str:
        """What became of it: a key of `RESULT_WORDS`."""
        comparison = self.settled.compared.get(self.gate.number)
        return comparison.result.value if comparison else "out" if self.gate.is_out else "void"

    @property
    def cites(self) -> tuple[Citation, ...]:
        """Why."""
        # A gate that is out stays out when the tiles are dealt again: its stakes go back at once, and not with the others.
        out = (bank.OUT_CITE, bank.COUNTED_CITE, bank.RETURNED_CITE if self.gate.is_out else bank.AGAIN_CITE)
        comparison = self.settled.compared.get(self.gate.number)
        # One tile seen by accident changes nothing, and the clause says so.
        exposed = (bank.EXPOSED_CITE,) if self.gate.exposed == 1 else ()
        return (*(comparison.cites if comparison else out), *exposed)

    @property
    def stakes(self) -> tuple[StakeAnswer, ...]:
        """What every bettor's stake came to."""
        stays = self.settled.is_void and not self.gate.is_out
        own = (stake for stake in self.settled.paid if stake.gate == self.gate.number)
        return tuple(StakeAnswer(settled=stake, stays=stays) for stake in own)


class ShareAnswer(AnswerStruct, frozen=True, kw_only=True):
    """What one of those who bank won or lost."""

    share: BankSettled
    is_void: bool
    JSON = (("who", "share.who"), "principal", "gross", "commission", "breakage", "net", "steps")
    principal = money_at("share.principal")
    gross = money_at("share.gross")
    commission = money_at("share.commission")
    breakage = money_at("share.breakage")
    net = money_at("share.net")

    @property
    def steps(self) -> tuple[StepShown, ...]:
        """How it came to that."""
        share = self.share
        handed = PaymentStep(StepKind.HANDED_OVER, {"received": share.received, "net": share.net})
        steps = [*kept_steps(share.gross, share), handed]
        return () if self.is_void else tuple(map(step_shown, steps))


class ClaimAnswer(AnswerStruct, frozen=True, kw_only=True):
    """Compensation that is owed outside of the round."""

    claim: CompensationClaimed
    cites: tuple[Citation, ...] = bank.CLAIM_CITES
    JSON = (
        *((name, f"claim.{name}") for name in ("gate", "owed_by", "owed_to")),
        "amount",
        "better",
        ("would", "claim.would"),
        "cites",
    )
    amount = money_at("claim.amount")

    @property
    def better(self) -> LaidSetting:
        """The setting that would have done better."""
        return LaidSetting(setting=laid_setting(self.claim.better))


class FirstDealt(AnswerStruct, frozen=True, kw_only=True):
    """The gate that the dice deal first."""

    gate: int
    cite: Citation


class BankerSetter(AnswerStruct, frozen=True, kw_only=True):
    """Who has the last word on the banker's tiles; the clause where the casino co-banks."""

    who: str
    cite: Clauses


class RoundAnswer(AnswerStruct, frozen=True, kw_only=True):
    """A settled round: who pays whom, with the articles."""

    table: Round
    settled: SettledRound
    first_gate_dealt: FirstDealt | None
    game: str = GAME
    caution: Text | None = CAUTION
    commission_rate: Fraction = COMMISSION
    commission_cites: tuple[Citation, ...] = COMMISSION_CITES
    cover_cite: Citation = COVER_CITE
    JSON = (
        *("game", "caution", ("is_void", "settled.is_void"), ("banker", "table.banker.number")),
        *("first_gate_dealt", "banker_setting", "banker_set_by", "gates", "bank", "claims", "commission"),
        *("breakage", "commission_rate", "commission_cites", "cover_cite", ("cites", "settled.cites")),
    )
    commission = money_at("settled.commission")
    breakage = money_at("settled.breakage")

    @property
    def banker_setting(self) -> LaidSetting:
        """How the banker's tiles lay."""
        return LaidSetting(setting=self.table.banker.setting, face_value=self.table.banker_face_value)

    @property
    def banker_set_by(self) -> BankerSetter:
        """Who has the last word on the banker's tiles when the casino co-banks."""
        banker = self.table.bank[0]
        casino = sum(share.amount for share in self.table.bank[1:] if share.who == CASINO_SETS)
        if not casino:
            return BankerSetter(who=banker.who, cite=Clauses(()))
        is_casinos, by_clause = bank.casino_has_last_word(banker_principal=banker.amount, casino_principal=casino)
        who = CASINO_SETS if is_casinos else banker.who
        return BankerSetter(who=who, cite=Clauses((by_clause,)))

    @property
    def gates(self) -> tuple[GateAnswer, ...]:
        """The gates that carry stakes, in betting order."""
        gates = {gate.number: gate for gate in self.table.gates}
        order = dict.fromkeys(stake.gate for stake in self.settled.paid)
        return tuple(
            GateAnswer(setting=gates[number].setting, gate=gates[number], settled=self.settled) for number in order
        )

    @property
    def bank(self) -> tuple[ShareAnswer, ...]:
        """Those who bank, in the order of their principals."""
        return tuple(ShareAnswer(share=share, is_void=self.settled.is_void) for share in self.settled.bank)

    @property
    def claims(self) -> tuple[ClaimAnswer, ...]:
        """What setters owe the other bettors of their gates."""
        return tuple(ClaimAnswer(claim=claim) for claim in self.settled.claims)


def answer_round(table: Round) -> RoundAnswer:
    """Return who pays whom, with the articles; refused where anything about the round is not in order, the dice too."""
    settled, first = settle_round(table), None
    if table.dice is not None:
        gate, by_clause = first_gate_dealt(table.banker.number, table.dice)
        first = FirstDealt(gate=gate, cite=by_clause)
    return RoundAnswer(table=table, settled=settled, first_gate_dealt=first)


# A round as people write it

MOST_STAKES = 60
TileText = Annotated[str, Meta(max_length=10)]
PairText = Annotated[list[TileText], Meta(max_length=4)]


class StakeForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player's stake on a gate."""

    who: ShortText
    amount: Amount
    after_shake: bool = False


class PrincipalForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A principal of the bank."""

    who: ShortText
    principal: Amount
    after_shake: bool = False


class GateForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A gate: its tiles, the two pairs as laid, its stakes in order."""

    number: int
    tiles: Annotated[list[TileText], Meta(max_length=8)]
    pairs: Annotated[list[PairText], Meta(max_length=4)]
    exposed: int | None = None
    set_by: ShortText | None = None
    stake: Annotated[list[StakeForm], Meta(max_length=MOST_STAKES)] = []


class FirstRound(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the banker put down and won in the first of two rounds."""

    principal: Amount
    won: Amount


class RoundForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole round at the moment the tiles are turned."""

    banker: int
    bank: Annotated[list[PrincipalForm], Meta(max_length=20)]
    gate: Annotated[list[GateForm], Meta(max_length=12)]
    dice: Annotated[list[int], Meta(max_length=8)] | None = None
    limits: RequestedLimits | None = None
    first_round: FirstRound | None = None


def read_round(source: Path | RoundForm | Iterable[tuple[str, str]]) -> Round:
    """Return the round in a TOML file, a request, or the words of the command line and of links; refused with the key that is wrong."""
    match source:
        case Path():
            return parse_round(read_toml(source))
        case RoundForm():
            written = to_builtins(source)
            # A file does not have the limits that are the game's own; a request has nothing there.
            limits = {name: amount for name, amount in written.pop("limits", {}).items() if amount is not None}
            return parse_round(written | {"limits": limits})
        case _:
            return parse_round(read_words(source))


def parse_round(written: dict[str, Any]) -> Round:
    """Return the round in plain data: what a TOML file says, with the keys of `RoundForm`."""
    # Where only players may count the Supreme's tiles 3 or 6 is an option of tables: no request asks for it. R-pk-16.
    entries = Entries("the round", written, {*RoundForm.__struct_fields__, "supreme"})
    limits = entries.limits("limits", Limits())
    number = entries.take("banker", int)
    players_only = COUNTING_SUPREME.parse(entries.take("supreme", str, BOTH)) == PLAYERS
    gates = [_gate(entry, by_face_value=number if players_only else 0) for entry in entries.take("gate", list)]
    shares = tuple(_stake("bank", entry, PrincipalForm, "principal") for entry in entries.take("bank", list))
    banker = next((gate for gate in gates if gate.number == number), None)
    if banker is None or not shares:
        missing = _("its gate is not in the file") if banker is None else _("its principal is not in the file")
        entries.refuse("banker", missing, cite("4.4"))
    if "first_round" in entries:
        first = Entries("first_round", entries.take("first_round", dict), FirstRound.__struct_fields__)
        check_second_round(principal=first.money("principal"), won=first.money("won"), new_principal=shares[0].amount)
    players = tuple(gate for gate in gates if gate is not banker)
    table = Round(
        banker=banker,
        bank=shares,
        gates=players,
        banker_face_value=players_only,
        dice=tuple(entries.take("dice", list)) if "dice" in entries else None,
        limits=limits,
    )
    return with_setters(table)


def _gate(entry: object, *, by_face_value: int) -> Gate:
    """One gate; that of a banker who may not count 3 or 6 lies by face value. R-pk-16."""
    entries = Entries("gate", entry, GateForm.__struct_fields__)
    tiles = parse_tiles(entries.take("tiles", list), count=HAND)
    pairs = entries.take("pairs", list)
    if not all(isinstance(pair, list) for pair in pairs):
        entries.refuse("pairs", _('it must be like [["6-6", "4-5"], ["1-1", "2-3"]]'), cite("5.1"))
    exposed = entries.take("exposed", int, 0)
    if exposed not in range(HAND + 1):
        entries.refuse("exposed", _("it must be 0 to 4"), cite("2.3"))
    number = entries.take("number", int)
    return Gate(
        number=number,
        tiles=tiles,
        setting=parse_setting(tiles, pairs, face_value=number == by_face_value),
        stakes=tuple(_stake("stake", stake, StakeForm, "amount") for stake in entries.take("stake", list, [])),
        exposed=exposed,
        named_setter=entries.name("set_by") if "set_by" in entries else "",
    )


def _stake(where: str, entry: object, form: type[Struct], key: str) -> Stake:
    entries = Entries(where, entry, form.__struct_fields__)
    check_stake_in_time(shaken=entries.take("after_shake", bool, default=False))
    return Stake(entries.name("who"), entries.money(key))


SHAKEN = "*"
"""Behind an amount that was put down after the shake."""
GATE_FORM = _("it must be like 4:6-6,4-5/1-1,2-3:Ana=200,Chan=50")
NUMBER_FORM = _("it must be like 4=1")
FIRST_FORM = _("it must be like 500,100")


def read_words(words: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return what a round's file would say.

    >>> read_words([("banker", "3"), ("bank", "Lei=200"), ("gate", "4:6-6,4-5/1-1,2-3:Ana=150")])["gate"][0]["stake"]
    [{'who': 'Ana', 'amount': '150'}]
    """
    written: dict[str, Any] = {"bank": [], "gate": []}
    by_gate: list[tuple[str, str]] = []
    for name, text in words:
        match name:
            case "banker":
                written[name] = _whole(name, text.strip(), text, NUMBER_FORM)
            case "bank":
                written[name].append(_put_down(name, text, "principal"))
            case "gate":
                written[name].append(_gate_words(text))
            case "dice":
                written[name] = [_whole(name, die, text, _("it must be like 2,5,1,4")) for die in _parts(text)]
            case "first_round":
                written[name] = dict(zip(("principal", "won"), _pair(name, text, ",", FIRST_FORM), strict=True))
            case "exposed" | "set_by":
                by_gate.append((name, text))
            case _:
                (written if name == "supreme" else written.setdefault("limits", {}))[name] = text
    # Words may stand in any order: a gate is looked for once all have been read.
    for name, text in by_gate:
        number, value = _pair(name, text, "=", NUMBER_FORM)
        gate = next((gate for gate in written["gate"] if str(gate["number"]) == number), None)
        if gate is None:
            _refuse(name, text, NUMBER_FORM)
        gate[name] = _whole(name, value, text, NUMBER_FORM) if name == "exposed" else unquote(value)
    return written


def write_words(written: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what `read_words` reads: `read_words(write_words(written))` is what was written."""
    words = [("banker", str(written["banker"]))]
    words += [("bank", _put_down_words(share, "principal")) for share in written["bank"]]
    for gate in written["gate"]:
        pairs = "/".join(",".join(pair) for pair in gate["pairs"])
        stakes = ",".join(_put_down_words(stake, "amount") for stake in gate.get("stake", []))
        words.append(("gate", f"{gate['number']}:{pairs}" + (f":{stakes}" if stakes else "")))
        if "exposed" in gate:
            words.append(("exposed", f"{gate['number']}={gate['exposed']}"))
        if "set_by" in gate:
            words.append(("set_by", f"{gate['number']}={quote(gate['set_by'])}"))
    if "supreme" in written:
        words.append(("supreme", written["supreme"]))
    if "dice" in written:
        words.append(("dice", ",".join(map(str, written["dice"]))))
    if "first_round" in written:
        words.append(("first_round", f"{written['first_round']['principal']},{written['first_round']['won']}"))
    return words + [(name, str(value)) for name, value in written.get("limits", {}).items()]


def _gate_words(text: str) -> dict[str, Any]:
    match = re.fullmatch(r"\s*([0-9]{1,4})\s*:([^:]+)(?::(.*))?", text, re.DOTALL)
    if match is None:
        _refuse("gate", text, GATE_FORM)
    number, setting, stakes = match.groups("")
    pairs = [_parts(pair) for pair in setting.split("/")]
    gate = {"number": int(number), "tiles": [tile for pair in pairs for tile in pair], "pairs": pairs}
    placed = [_put_down("gate", stake, "amount") for stake in stakes.split(",") if stake.strip()]
    return gate | ({"stake": placed} if placed else {})


def _put_down(name: str, text: str, key: str) -> dict[str, Any]:
    who, amount = _pair(name, text, "=", _("it must be like Ana=200"))
    shaken = {"after_shake": True} if amount.endswith(SHAKEN) else {}
    return {"who": unquote(who), key: amount.removesuffix(SHAKEN), **shaken}


def _put_down_words(stake: Mapping[str, Any], key: str) -> str:
    return f"{quote(stake['who'])}={stake[key]}{SHAKEN if stake.get('after_shake') else ''}"


def _parts(text: str) -> list[str]:
    return [part for part in re.split(r"[\s,]+", text) if part]


def _pair(name: str, text: str, between: str, form: str) -> tuple[str, str]:
    first, mark, second = (part.strip() for part in text.rpartition(between))
    if not mark or not first or not second:
        _refuse(name, text, form)
    return first, second


def _whole(name: str, digits: str, text: str, form: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", digits):
        _refuse(name, text, form)
    return int(digits)


def _refuse(name: str, text: str, because: str) -> NoReturn:
    raise Refusal(BAD_ENTRY, where=name, asked=text, because=because)
