"""The conduct of a Pai Kao table: decide what a command comes to, evolve the table by what happened. Both pure."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from msgspec import structs, to_builtins

from banca.games.pai_kao import acts
from banca.games.pai_kao.acts import BANK_OPEN, DEAL_VOID
from banca.games.pai_kao.bank import (
    BY_HOUSE_WAY,
    CLAIM_CITES,
    COMMISSION_CITES,
    HOUSE,
    HOUSE_SETS_CITES,
    MOST_EXPOSED,
    RETURNED_CITE,
    Gate,
    Paid,
    Round,
    Settled,
    Stake,
    check_side_bets,
    settle_round,
)
from banca.games.pai_kao.events import (
    BankerTurned,
    BankFreed,
    BankingAgreed,
    BankPassed,
    BankSettled,
    BankTaken,
    CoBanked,
    CommissionTaken,
    CompensationClaimed,
    DealDeclared,
    DealVoided,
    DiceCorrected,
    DiceShaken,
    GatePutOut,
    GatesTurned,
    GateTaken,
    PrincipalPutDown,
    PrincipalReturned,
    SetterAway,
    StacksCut,
    StakePlaced,
    StakeReturned,
    StakeSettled,
    StakeWithdrawn,
    TilesCorrected,
    TilesDealt,
    TilesExposed,
    TilesSet,
)
from banca.games.pai_kao.hands import (
    HOUSE_WAY_CITE,
    Faces,
    Setting,
    format_setting,
    house_way,
    laid_setting,
    read_setting,
)
from banca.games.pai_kao.hands import settings as three_settings
from banca.games.pai_kao.nouns import POLICIES, POLICIES_SAID, THE_CASINO
from banca.games.pai_kao.procedure import (
    ACTS,
    COCKED,
    DEALT_FROM,
    DECLARED_CITES,
    DICE,
    FIRST_STACK,
    GATES,
    MOST_CUTS,
    MOST_ROUNDS,
    NULL_SHAKES,
    acts_by,
    betting_order,
    check_banks_again,
    check_cut,
    check_second_round,
    check_shake,
    check_stake_in_time,
    check_turned,
    first_gate_dealt,
    form_of,
    next_banker,
)
from banca.games.pai_kao.refusals import (
    NOT_THE_SETTER,
    NOTHING_TO_DOUBT,
    TOO_MANY_CUTS,
    TWICE_AT_THE_BANK,
    UNKNOWN_POLICY,
    WRONG_GATE,
    WRONG_TILES,
)
from banca.games.pai_kao.state import CASINO, PaiKaoState, as_dealt, as_stacked, banker_setter, setters_of
from banca.games.pai_kao.tiles import COUNTING_SUPREME, HAND, PLAYERS, TILES, check_in_set, parse_tiles
from banca.live import command
from banca.live import event as happened
from banca.live.act import Act, Does, check_seen
from banca.live.command import AUTOMATIC, THE_HOUSE, Actor, Command, Role, SeatPractice, Unseat, VoidRound, name_of
from banca.live.conduct import Conduct
from banca.live.drawing import window_view
from banca.live.event import Acted, Committed, Event, NullDeclared, Opened, PracticeSeated, RoundEnded, Seated
from banca.live.forms import Forms
from banca.live.moves import Patience
from banca.live.outlook import PaidBet
from banca.live.refusals import (
    BANK_TOO_SMALL,
    BETS_STAND,
    DRAWN_COUNTS,
    NO_SUCH_BET,
    NOT_YOUR_TURN,
    NOTHING_CHANGES,
    PLAYER_LIMIT,
    ROUND_STANDS,
    THROW_COUNTS,
)
from banca.live.results import Chance, Dice, Possible, Shuffled, Want, Wanted
from banca.live.seating import check_wallet, decide_leaving, terms_of, voided, with_seat, without_seat
from banca.live.table import Funds
from banca.live.window import evolve_window
from banca.rules import Citation, Defect, Limits, NotNow, Refusal, _, citing, format_patacas
from banca.rules.refusal import STAKE_NOT_MULTIPLE, STAKE_NOT_POSITIVE, UNKNOWN_NULL

WHO_TAKES_IT = _("the player who takes the bank (take_bank)")


def called(who: str) -> str:
    """Somebody as a refusal says it."""
    return {CASINO: THE_CASINO, HOUSE: BY_HOUSE_WAY}.get(who, who)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One command that belongs in the phase, by somebody whose act it may be."""

    table: PaiKaoState
    act: Act
    command: Any
    """One of this game's; its class is the act's."""
    actor: Actor
    funds: Funds
    chance: Chance | None
    limits: Limits
    player_maximum: int
    is_drawn: bool
    banker_face_value: bool
    """Whether only players may count the Supreme's tiles 3 or 6. R-pk-16."""

    @property
    def who(self) -> str:
        """Who asks."""
        return self.actor.name

    @property
    def is_house(self) -> bool:
        """Whether the croupier or a supervisor asks."""
        return self.actor.role is not Role.PLAYER

    def by_face_value(self, gate: int) -> bool:
        """Whether the tiles of a gate count as they lie: the banker's, where only players may choose. R-pk-16."""
        return self.banker_face_value and gate == self.table.banker

    @property
    def gate(self) -> int:
        """The gate that it is about."""
        gate: int = self.command.gate
        return gate

    @property
    def stake(self) -> int:
        """The amount that it is about."""
        stake: int = self.command.stake
        return stake

    def acted(self, *sees: str) -> Acted:
        """The act as it goes into the journal, with these fields of the command."""
        saw = {name: value for name in sees if (value := getattr(self.command, name)) is not None}
        return Acted(act=self.act.name, phase=str(self.act.then), by=self.who, saw=saw, cite=str(self.act.cite))

    def drawn(self) -> Chance:
        """What chance gave."""
        if self.chance is None:
            raise Defect("a drawn table was asked for a result and given none")
        return self.chance

    def check_observed(self) -> None:
        """Refuse accidents, and what somebody says came up, at a table that draws."""
        if self.is_drawn:
            raise Refusal(DRAWN_COUNTS, self.act.cite, asked=self.act.name)

    def check_seen(self) -> None:
        """Refuse a command that does not say what lies there, where the program does not draw it."""
        if not self.is_drawn:
            check_seen(self.act, self.command)

    def check_banker(self, cite: Citation) -> None:
        """Refuse anybody but the banker."""
        if not self.table.banker or self.who != self.table.banker_name:
            raise self.not_the_banker(cite)

    def not_the_banker(self, cite: Citation) -> Refusal:
        """The refusal of what is the banker's."""
        return Refusal(NOT_YOUR_TURN, cite, asked=self.who, allowed=self.table.banker_name or WHO_TAKES_IT)

    def own_gate(self, cite: Citation) -> int:
        """The gate of the player who asks; refused where there is none."""
        gate = self.table.gate_of(self.who)
        if not gate:
            raise Refusal(
                "no_gate",
                _("{asked} does not hold a gate; free gates: {allowed}"),
                cite,
                asked=self.who,
                allowed=free_gates(self.table),
            )
        return gate

    def check_principal(self, cite: Citation) -> None:
        """A principal is a number of whole chips. pai_kao 4.4."""
        if self.stake <= 0 or self.stake % self.limits.chip:
            asked, chip = format_patacas(self.stake), format_patacas(self.limits.chip)
            code = STAKE_NOT_MULTIPLE if self.stake > 0 else STAKE_NOT_POSITIVE
            raise Refusal(code, cite, asked=asked, minimum=chip)


def free_gates(table: PaiKaoState) -> list[int]:
    """Gates that nobody holds."""
    return [gate for gate in range(1, 9) if gate not in table.gates]


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


def round_of(table: PaiKaoState, *, banker_face_value: bool = False) -> Round:
    """The round as it lies turned: the banker's gate, those who bank, and every gate that carries stakes."""
    gates = tuple(gate_of(table, number) for number in table.stakes)
    banker = gate_of(table, table.banker)
    return Round(banker=banker, bank=table.bank, gates=gates, banker_face_value=banker_face_value)


def gate_of(table: PaiKaoState, number: int) -> Gate:
    """One gate; where it is out nobody need have set it, and its setting does not matter."""
    tiles = table.tiles[number]
    return Gate(
        number=number,
        tiles=tiles,
        setting=table.settings.get(number) or three_settings(tiles)[0],
        stakes=table.stakes.get(number, ()),
        exposed=table.exposed.get(number, 0),
        named_setter=table.setters[number] if number != table.banker else "",
    )


def paid_bets(table: PaiKaoState, limits: Limits, *, banker_face_value: bool) -> list[PaidBet]:
    """What each stake and each principal comes to, as the tiles lie turned. pai_kao 4.2, 4.8."""
    settled = settle_round(round_of(table, banker_face_value=banker_face_value), limits)
    stakes = [one for one in settled.paid if one.gate not in table.out]
    return [
        *(PaidBet(one.who, f"gate {one.gate}", "", one.stake, one.result.value, one.received) for one in stakes),
        *(PaidBet(one.who, "bank", "", one.principal, _gain(one.net), one.principal + one.net) for one in settled.bank),
    ]


def _gain(net: int) -> str:
    return "win" if net > 0 else "lose" if net < 0 else "tie"


def settle(case: Case) -> Iterator[Event]:
    """Everybody takes from the table what is theirs, and the casino its commission; then the order of the tiles is shown. pai_kao 4.2, 4.8.

    The tiles lie open by now: they are settled, and the audit tells it, where the order can no longer be opened.
    """
    table = case.table
    turned = round_of(table, banker_face_value=case.banker_face_value)
    settled = settle_round(turned, case.limits, is_paid_apart=table.form.pays_stakes_apart)
    yield case.acted()
    yield from (_paid(one, settled) for one in settled.paid if one.gate not in table.out)
    yield from _bank_settled(settled)
    yield CommissionTaken(
        commission=str(settled.commission), breakage=str(settled.breakage), cites=_texts(COMMISSION_CITES)
    )
    yield from _claims(settled)
    if case.chance:
        yield case.chance.opening(table.commitment)
    yield RoundEnded(number=table.round)


def _paid(one: Paid, settled: Settled) -> Event:
    """What a player has on a gate, by the gate it lies on."""
    why = (*settled.compared[one.gate].cites, *settled.cites, *(COMMISSION_CITES if one.commission else ()))
    return StakeSettled(
        gate=one.gate,
        player=one.who,
        stake=one.stake,
        covered=one.covered,
        result=one.result.value,
        received=one.received,
        commission=str(one.commission),
        breakage=str(one.breakage),
        cites=_texts(why),
    )


def _bank_settled(settled: Settled) -> Iterator[Event]:
    """Each principal with what it won or lost."""
    for share in settled.bank:
        yield BankSettled(
            who=share.who,
            principal=share.principal,
            gross=share.gross,
            received=share.principal + share.net,
            commission=str(share.commission),
            breakage=str(share.breakage),
            cites=_texts((*settled.cites, *(COMMISSION_CITES if share.commission else ()))),
        )


def _claims(settled: Settled) -> Iterator[Event]:
    """What setters owe the other bettors of their gates; no money moves for it. pai_kao 7.2, R-pk-6."""
    for claim in settled.claims:
        yield CompensationClaimed(
            gate=claim.gate,
            owed_by=claim.owed_by,
            owed_to=claim.owed_to,
            amount=claim.amount,
            better=format_setting(claim.better),
            would=claim.would.value,
            cites=_texts(CLAIM_CITES),
        )


def void(table: PaiKaoState, reason: str, chance: Chance | None) -> Iterator[Event]:
    """Every stake and every principal goes back to its owner; the order of the tiles is shown, or its commitment named."""
    for gate, stake in table.in_play():
        yield StakeReturned(player=stake.who, gate=gate, stake=stake.amount)
    for share in table.bank:
        yield PrincipalReturned(who=share.who, principal=share.amount)
    yield from voided(table.commitment, reason, chance)


def _texts(cites: tuple[Citation, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(str, cites)))


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
        case GateTaken():
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
        case BankTaken():
            return structs.replace(table, banker=event.gate, rounds_banked=0)
        case BankPassed():
            return _passed(table, event, to=event.to)
        case BankFreed():
            return _passed(table, event, to=0)
        case BankingAgreed():
            return structs.replace(table, agreeing=table.agreeing | {event.gate})
        case PrincipalPutDown():
            return structs.replace(
                table,
                bank=(Stake(event.player, event.principal), *table.bank),
                refusing=frozenset(),
                away=table.away - {event.player},
            )
        case CoBanked():
            return structs.replace(table, bank=(*table.bank, Stake(event.who, event.principal)))
        case StakePlaced():
            lies = (*table.stakes.get(event.gate, ()), Stake(event.player, event.stake))
            return structs.replace(table, stakes={**table.stakes, event.gate: lies}, away=table.away - {event.player})
        case StakeWithdrawn():
            return _withdrawn(table, event)
        case BankSettled() if event.who == table.banker_name:
            won = event.received - event.principal
            return structs.replace(table, banked_before=event.who, principal_before=event.principal, won_before=won)
        case _:
            return _evolve_tiles(table, event)


def _evolve_tiles(table: PaiKaoState, event: Event) -> PaiKaoState:  # one case per event
    """The dice and the tiles."""
    match event:
        case DealDeclared():
            return structs.replace(table, dealt_from=event.stack)
        case StacksCut():
            lifted = (table.lifted + event.lifted) % len(GATES)
            return structs.replace(table, cuts=(*table.cuts, event.gate), lifted=lifted)
        case DiceShaken() | DiceCorrected():
            return structs.replace(table, dice=event.dice)
        case TilesDealt():
            return structs.replace(table, tiles=event.tiles, setters=event.setters)
        case TilesCorrected():
            kept = {gate: one for gate, one in table.settings.items() if gate not in event.undone}
            return structs.replace(table, tiles={**table.tiles, **event.tiles}, settings=kept)
        case TilesExposed():
            return structs.replace(table, exposed={**table.exposed, event.gate: event.exposed})
        case GatePutOut():
            return structs.replace(table, out=table.out | {event.gate})
        case DealVoided():
            return _voided(table, event)
        case TilesSet():
            setting = laid_setting(event.setting)
            setters = {**table.setters, event.gate: event.who}  # in doubt the casino's setting counts, and stays: 3.4
            return structs.replace(table, settings={**table.settings, event.gate: setting}, setters=setters)
        case SetterAway():
            return structs.replace(table, away=table.away | {event.player})
        case BankerTurned():
            return structs.replace(table, turned=frozenset({event.gate}))
        case GatesTurned():
            return structs.replace(table, turned=frozenset(GATES))
        case (
            StakeReturned()  # the stake is taken off by the event that goes with it
            | PrincipalReturned()
            | StakeSettled()
            | BankSettled()
            | CommissionTaken()
            | CompensationClaimed()
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


def _passed(table: PaiKaoState, event: BankPassed | BankFreed, to: int) -> PaiKaoState:
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


def _voided(table: PaiKaoState, event: DealVoided) -> PaiKaoState:
    """Stakes stay, but for those of gates that are out; whose they were have bet in the round all the same. pai_kao 4.3, R-pk-12."""
    stakes = {gate: lies for gate, lies in table.stakes.items() if gate not in table.out}
    out = {stake.who for gate in table.out for stake in table.stakes.get(gate, ())}
    sent_back = table.sent_back if table.form.forgets_gates_out else table.sent_back | out
    return structs.replace(without(table, *OF_THE_DEAL), phase=event.phase, stakes=stakes, sent_back=sent_back)


def _withdrawn(table: PaiKaoState, event: StakeWithdrawn) -> PaiKaoState:
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


def may_see(table: PaiKaoState, gate: int, viewer: str) -> bool:
    """Everybody sees tiles that are turned; before, only its setter sees a gate's, and the banker the banker's. pai_kao 7.1, 7.4.

    The casino's croupier is the viewer `CASINO`, who sees the banker's tiles where the casino has the last word. pai_kao 3.4.
    """
    if gate in table.turned or viewer == table.setters.get(gate):
        return True
    if gate != table.banker:
        return False
    return viewer == table.banker_name or (viewer == CASINO and table.casino_decides)


def view(table: PaiKaoState, viewer: str, *, sees_all: bool) -> dict[str, object]:
    """The tiles and settings that this person may see, by gate; and which gates are set."""
    seen = [gate for gate in sorted(table.tiles) if sees_all or may_see(table, gate, viewer)]
    return {
        "tiles": {gate: list(table.tiles[gate]) for gate in seen},
        "settings": {gate: format_setting(table.settings[gate]) for gate in seen if gate in table.settings},
        "set": sorted(table.settings),
    }


def hide(event: Event, table: PaiKaoState, viewer: str, *, sees_all: bool) -> Event:
    """The event as this person may receive it, at a table in the state `table`."""
    if sees_all:
        return event
    match event:
        case TilesDealt():
            seen = {gate for gate, who in event.setters.items() if who == viewer} | _now(table, event.number, viewer)
            return structs.replace(event, tiles={g: faces if g in seen else () for g, faces in event.tiles.items()})
        case TilesCorrected():
            seen = _now(table, event.number, viewer)
            before, tiles = (
                {gate: faces if gate in seen else () for gate, faces in one.items()}
                for one in (event.before, event.tiles)
            )
            return structs.replace(event, before=before, tiles=tiles)
        case TilesSet() if viewer != event.who and event.gate not in _now(table, event.number, viewer):
            return structs.replace(event, setting="")
        case _:
            return event


def _now(table: PaiKaoState, number: int, viewer: str) -> set[int]:
    """The gates of this round that the viewer sees now; tiles of a round that is over are shown by its turning."""
    return {gate for gate in table.tiles if number == table.round and may_see(table, gate, viewer)}


def awaited(table: PaiKaoState) -> list[tuple[str, type[Command]]]:
    """For whose act the round waits: who may take a free bank, the banker until the deal, whoever sets tiles, the banker to turn."""
    banker = table.banker_name
    match table.phase:
        case acts.STACKED if not table.banker:
            return [(who, acts.TakeBank) for gate, who in table.gates.items() if gate not in table.refusing]
        case acts.STACKED if not is_too_long(table):
            return [(banker, acts.PutDownPrincipal)]
        case acts.BANK_OPEN | acts.STACKED_AGAIN:
            return [(banker, acts.Shake)]
        case acts.SHAKEN if not table.dice:
            return [(banker, acts.ShakeAgain)]
        case acts.DEALT:
            setting = [(table.setters[gate], acts.SetTiles) for gate in table.to_be_set()]
            return [*setting] or [(banker, acts.TurnBanker)]
        case _:
            return []


PRINCIPAL_STAKES = 20
"""The principal of a practice seat, in minimum stakes."""


class Owed(NamedTuple):
    """A practice seat's next act: a command, or the gate whose tiles it sets."""

    player: str
    command: Command | None = None
    sets: int = 0


def owed_by_practice(table: PaiKaoState, opened: Opened) -> list[Owed]:
    """What practice seats owe in this phase: the first that the table allows; empty while it waits for somebody else.

    The first shake of a round ends the betting: the house holds it back as long as it gives the other players time.
    """
    match table.phase:
        case acts.SETTLED | acts.STACKED:
            return list(_owed_by_bank(table, opened))
        case acts.BANK_OPEN:
            return [*_stakes(table, opened), *(Owed(who, acts.Shake()) for who in _banker(table))]
        case acts.STACKED_AGAIN:
            return [Owed(who, acts.Shake()) for who in _banker(table)]
        case acts.SHAKEN:
            return [Owed(who, acts.ShakeAgain()) for who in _banker(table) if not table.dice]
        case acts.DEALT:
            return list(_settings(table))
        case _:
            return []


def _banker(table: PaiKaoState) -> list[str]:
    """The banker, where the program plays it."""
    return [table.banker_name] if table.banker_name in table.practice else []


def _owed_by_bank(table: PaiKaoState, opened: Opened) -> Iterator[Owed]:
    """A practice seat takes a free bank that no other player wants, puts down its principal, and passes on what it cannot pay for or has had."""
    if not table.banker:
        wanted = [gate for gate, who in table.gates.items() if who not in table.practice and gate not in table.refusing]
        takers = [
            who for gate, who in sorted(table.gates.items()) if who in table.practice and gate not in table.refusing
        ]
        if takers and not wanted:
            yield Owed(takers[0], acts.TakeBank())
        return
    for who in _banker(table):
        if is_too_long(table):
            yield Owed(who, acts.PassBank())
        elif table.phase == acts.STACKED:
            again = table.principal_before + max(table.won_before, 0) if table.banked_before == who else 0
            yield Owed(who, acts.PutDownPrincipal(stake=max(again, PRINCIPAL_STAKES * opened.minimum)))
            yield Owed(who, acts.PassBank())


def _stakes(table: PaiKaoState, opened: Opened) -> Iterator[Owed]:
    """The minimum on its own gate."""
    for gate, who in sorted(table.gates.items()):
        if who in table.practice and gate != table.banker and not table.staked(who):
            yield Owed(who, acts.StakeOnGate(gate=gate, stake=opened.minimum))


def _settings(table: PaiKaoState) -> Iterator[Owed]:
    """Its tiles; then, as banker, to turn them, unless that is the croupier's. R-pk-2."""
    open_gates = table.to_be_set()
    for gate in open_gates:
        if table.setters[gate] in table.practice:
            yield Owed(table.setters[gate], sets=gate)
    if not open_gates and (table.form.casino_sets or not table.casino_decides):
        yield from (Owed(who, acts.TurnBanker()) for who in _banker(table))


ORDERS = Shuffled(TILES, HAND)
"""Every order of the tiles."""
SHAKES = Dice(DICE)

TURNED = (acts.BANKER_TURNED, acts.TURNED)
"""Phases in which the tiles decide: what they say is settled."""
KNOWN = (acts.DEALT, *TURNED)
"""Phases in which somebody knows their tiles: from now on nothing gives a stake back but the rules. R-pk-11."""
SHAKEN = (acts.SHAKEN, acts.DEAL_VOID, acts.STACKED_AGAIN, *KNOWN)
"""Phases after a shake of the round, void deal or not: no stake or principal changes. pai_kao 4.7, R-pk-12."""
ON_THE_TABLE = (acts.PutDownPrincipal, acts.CoBank, acts.StakeOnGate, acts.WithdrawStake)
AWAITS_BANKER = (acts.STACKED, acts.BANK_OPEN, acts.STACKED_AGAIN, acts.SHAKEN)

HANDLERS: dict[type[Command], Callable[[Case], Iterator[Event]]] = {
    acts.MixAndStack: mix_and_stack,
    acts.ReplaceSet: go_on,
    acts.TakeBank: take_bank,
    acts.PassBank: pass_bank,
    acts.Agree: agree,
    acts.Cut: cut,
    acts.PutDownPrincipal: put_down_principal,
    acts.CoBank: co_bank,
    acts.StakeOnGate: stake,
    acts.WithdrawStake: withdraw_stake,
    acts.Shake: shake,
    acts.NullShake: null_shake,
    acts.ShakeAgain: shake,
    acts.Deal: deal,
    acts.CorrectDice: correct_dice,
    acts.CorrectTiles: correct_tiles,
    acts.Expose: expose,
    acts.DealAgain: go_on,
    acts.SetTiles: set_tiles,
    acts.SetForAbsent: set_for_absent,
    acts.TurnBanker: turn_banker,
    acts.TurnGates: turn_gates,
    acts.Settle: settle,
}
"""What each act of the procedure comes to."""


class PaiKaoConduct(Conduct[PaiKaoState]):
    """One table's way of playing, under the limits it opened with."""

    is_public: ClassVar[bool] = False
    CHOSEN: ClassVar[tuple[str, ...]] = ("gate", "player", "reason", "policy")

    def __init__(self, opened: Opened, rows: Sequence[Act], forms: Forms) -> None:
        super().__init__(opened, acts_by(form_of(opened.procedure), rows), forms)
        self.limits = terms_of(Limits(), opened)
        self.banker_face_value = opened.options.get(COUNTING_SUPREME.name) == PLAYERS

    @property
    def start(self) -> PaiKaoState:
        """The table as it opens."""
        return structs.replace(START, procedure=self.opened.procedure)

    def evolve(self, state: PaiKaoState, event: Event) -> PaiKaoState:
        """The table after what happened."""
        return evolve(state, event)

    # What a command comes to

    def check_in_time(self, state: PaiKaoState, command: Command) -> None:
        """After the shake no stake or principal changes; after the banker's first tile no setting does. pai_kao 4.7, 8.2."""
        check_stake_in_time(shaken=isinstance(command, ON_THE_TABLE) and state.phase in SHAKEN)
        if isinstance(command, acts.SetTiles):
            check_turned(all_set=True, banker_turned=state.phase in TURNED, changes_setting=True)

    def happens(
        self, state: PaiKaoState, act: Act, command: Command, actor: Actor, funds: Funds, chance: Chance | None
    ) -> Iterable[Event]:
        """What an act of the procedure comes to; or a refusal."""
        case = Case(
            table=state,
            act=act,
            command=command,
            actor=actor,
            funds=funds,
            chance=chance,
            limits=self.limits,
            player_maximum=self.opened.player_maximum,
            is_drawn=self.is_drawn,
            banker_face_value=self.banker_face_value,
        )
        return HANDLERS[act.takes](case)

    def check_voidable(self, state: PaiKaoState) -> None:
        """A round is played to its end once somebody knows their tiles. R-pk-11."""
        if self.is_informed(state):
            raise Refusal(ROUND_STANDS, HOUSE_WAY_CITE)

    def void(self, state: PaiKaoState, reason: str, chance: Chance | None) -> Iterable[Event]:
        """Stakes and principals go back."""
        return void(state, reason, chance)

    def sit(self, state: PaiKaoState, command: command.Sit | SeatPractice, actor: Actor) -> Iterable[Event]:
        """A player may sit down at a gate."""
        if isinstance(command, SeatPractice) and command.policy not in POLICIES:
            raise Refusal(UNKNOWN_POLICY, asked=command.policy, allowed=list(POLICIES_SAID))
        seated = tuple(super().sit(state, command, actor))
        gate = command.gate if isinstance(command, acts.Sit | acts.SeatPractice) else None
        if gate is None:
            return seated
        if gate not in free_gates(state):
            raise Refusal(WRONG_GATE, asked=gate, allowed=free_gates(state))
        taken = (GateTaken(player=one.player, gate=gate) for one in seated if isinstance(one, Seated | PracticeSeated))
        return *seated, *taken

    def leave(self, state: PaiKaoState, command: command.Leave | Unseat, actor: Actor) -> Iterable[Event]:
        """A player who leaves gives up gate and bank; nobody leaves with money on the table."""
        left = decide_leaving(state, command, actor)
        if stands := state.on_table(left.player):
            raise Refusal(BETS_STAND, asked=left.player, allowed=format_patacas(stands))
        gate = state.gate_of(left.player)
        if gate and gate == state.banker:
            return passing(state, gate, by=left.player, leaves=True), left
        return (left,)

    @property
    def policies(self) -> Sequence[str]:
        """How a practice seat sets its tiles."""
        return tuple(POLICIES)

    # What may be done now

    def tries(self, state: PaiKaoState, act: Act, actor: Actor) -> Iterable[Command]:  # one case per kind of act
        """By the gates, with stakes and settings that would do; what dice and tiles show is for the croupier to say."""
        kind = act.takes
        if kind is acts.PutDownPrincipal:
            return [kind(stake=max(self._least_principal(state, actor), self.opened.chip))]
        if kind is acts.CoBank:
            return [kind(stake=self.opened.chip)]
        if kind is acts.StakeOnGate:
            return [kind(gate=gate, stake=self.opened.minimum) for gate in GATES]
        if kind is acts.NullShake:
            return [kind(reason=reason) for reason, _ in act.choices["reason"]]
        if kind is acts.SetTiles:
            who = actor.name if actor.role is Role.PLAYER else CASINO
            own = [gate for gate in state.setters if state.tiles.get(gate) and may_see(state, gate, who)]
            return [kind(gate=gate, setting=format_setting(house_way(state.tiles[gate]))) for gate in own]
        if kind is acts.CorrectDice:
            return [other_dice(state)]
        if kind is acts.CorrectTiles:
            return other_tiles(state)
        if kind is acts.Expose:
            return [kind(gate=gate, exposed=state.exposed.get(gate, 0) + 1) for gate in GATES]
        if "gate" in kind.__struct_fields__:
            return [kind(gate=gate) for gate in GATES]
        return [kind(**act.example, **self._seen(act))]

    def fields_asked(self, act: Act) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """With the principal, how the tiles are dealt: the banker must declare it. pai_kao 4.4."""
        must, may = super().fields_asked(act)
        declares = act.takes is acts.PutDownPrincipal and self.start.form.declares_deal
        return ((*must, *may), ()) if declares else (must, may)

    def usual(self, state: PaiKaoState, act: Act, actor: Actor) -> Mapping[str, Any]:
        """A banker who won puts down at least what was left."""
        least = self._least_principal(state, actor) if act.takes is acts.PutDownPrincipal else 0
        return {"stake": least} if least else act.usual

    def _least_principal(self, state: PaiKaoState, actor: Actor) -> int:
        """A banker who won and banks again leaves principal and winnings. pai_kao 4.9."""
        return state.principal_before + max(state.won_before, 0) if state.banked_before == actor.name else 0

    def _seen(self, act: Act) -> Mapping[str, Any]:
        """What an observed table could show."""
        if self.is_drawn:
            return {}
        shown = {"dice": tuple(map(int, SHAKES.first.split("-"))), "tiles": TILES}
        return {name: shown[name] for name in act.takes.sees}

    def tries_in_any_phase(self, state: PaiKaoState, kind: type[Command]) -> Iterable[Command]:
        """A seat may be taken at every free gate, or without one."""
        if issubclass(kind, acts.Sit):
            return [kind(), *(kind(gate=gate) for gate in free_gates(state))]
        if issubclass(kind, acts.SeatPractice):
            return [kind(player="?", policy=name, gate=gate) for name in POLICIES for gate in free_gates(state)]
        return super().tries_in_any_phase(state, kind)

    # What chance gives

    def wants(self, state: PaiKaoState, command: Command) -> Wanted | None:  # one case per kind of act
        """What the command needs of chance: an order of the tiles to hide, four dice, or the order that was hidden."""
        if isinstance(command, VoidRound) and state.commitment and not state.is_closed:
            return Wanted(Want.RECALL)
        act = self._act_of.get((state.phase, type(command)))
        if act is None or not self.is_drawn or state.is_closed:
            return None
        match act.does:
            case Does.HIDE:
                return Wanted(Want.HIDE, ORDERS)
            case Does.SHOW:
                return Wanted(Want.DRAW, SHAKES)
            case Does.CALL:
                return Wanted(Want.OPEN)
            case Does.PAY:
                return Wanted(Want.RECALL)
            case _:
                return None

    @property
    def draws_from_seeds(self) -> bool:
        """The dice; the tiles lie hidden before the stakes."""
        return self.is_drawn

    @property
    def devices(self) -> Sequence[Possible]:
        """The tiles and the dice."""
        return ORDERS, SHAKES

    def result_in(self, event: Event, state: PaiKaoState) -> str:
        """The dice, or the order of the tiles."""
        return self.drawn_in(event, state)

    @property
    def hidden(self) -> Possible:
        """An order of the tiles."""
        return ORDERS

    def shown_by(self, event: Event, state: PaiKaoState) -> str:
        """The order in which the tiles were stacked, before the cuts, from what each gate was dealt. pai_kao 1.3, 2.1, 4.4."""
        if not isinstance(event, TilesDealt | TilesCorrected):
            return ""
        dealt = {**state.tiles, **event.tiles} if isinstance(event, TilesCorrected) else event.tiles
        tiles = [tile for gate in (event.first, *betting_order(event.first)) for tile in dealt.get(gate, ())]
        if len(tiles) < len(TILES):  # entered for the gates that play
            return ""
        return " ".join(as_stacked(tiles, lifted=state.lifted, dealt_from=state.dealt_from))

    def drawn_in(self, event: Event, state: PaiKaoState) -> str:
        """The dice, or the order of the tiles."""
        return event.shows if isinstance(event, DiceShaken | DiceCorrected) else self.shown_by(event, state)

    def is_informed(self, state: PaiKaoState) -> bool:
        """Whether somebody knows their tiles. R-pk-11."""
        return state.phase in KNOWN

    # What there is to see

    def lies(self, state: PaiKaoState) -> int:
        """All stakes and principals on the table."""
        return sum(stake.amount for _, stake in state.in_play()) + sum(share.amount for share in state.bank)

    def has_stakes(self, state: PaiKaoState) -> bool:
        """Whether somebody has staked on a gate."""
        return bool(state.stakes)

    def staked(self, state: PaiKaoState, player: str) -> int:
        """All that a player has on the table, principals too."""
        return state.on_table(player)

    def takes_bets(self, state: PaiKaoState) -> bool:
        """Until the shake. pai_kao 4.6."""
        return state.phase == acts.BANK_OPEN and not self.is_shut(state)

    def payments(self, state: PaiKaoState, outcome: str = "") -> list[PaidBet] | None:  # the tiles are the result
        """From the turning of all tiles on."""
        if state.phase != acts.TURNED:
            return None
        return paid_bets(state, self.limits, banker_face_value=self.banker_face_value)

    def awaited(self, state: PaiKaoState) -> list[tuple[str, str]]:
        """The banker before the deal, then whoever sets tiles, then the banker again; persons before seats that the program plays."""
        waits = [(who, name_of(kind)) for who, kind in awaited(state) if who in state.seats]
        return sorted(waits, key=lambda one: one[0] in state.practice)

    def view(self, state: PaiKaoState, viewer: Actor) -> Mapping[str, Any]:
        """Gates, bank, stakes and dice, and whom tiles are dealt to; of the tiles and settings, those that this person may see."""
        plain = {
            name: one
            for name, one in structs.asdict(state).items()
            if name
            not in ("procedure", "phase", "round", "seats", "practice", "is_closed", "window", "tiles", "settings")
        }
        shown: dict[str, Any] = to_builtins(plain, str_keys=True)
        who, sees_all = _as_viewer(viewer)
        shown |= to_builtins(view(state, who, sees_all=sees_all), str_keys=True)
        shown["window"] = window_view(self, state)
        shown["dealt_to"] = dealt_to(state)
        return shown

    def seen(self, event: Event, state: PaiKaoState, viewer: Actor | None) -> Event:
        """The event as this person may receive it."""
        who, sees_all = _as_viewer(viewer) if viewer else ("", False)
        return hide(event, state, who, sees_all=sees_all)

    # What the program does by itself

    def late_acts(self, state: PaiKaoState, patience: Patience) -> Iterable[tuple[Actor, Command]]:
        """Seats of those whose tiles had to be set for them are free after the round; a bank that nobody takes goes to a practice seat; a table continues without absent players. R-pk-11."""
        if state.away and not state.tiles:
            yield from ((THE_HOUSE, Unseat(player=who)) for who in sorted(state.away))
        if patience >= Patience.LONG and not state.banker:
            takers = [who for _, who in sorted(state.gates.items()) if who in state.practice]
            yield from ((Actor(who, Role.PLAYER), acts.TakeBank()) for who in takers[:1])
        if patience < Patience.OVER:
            return
        if state.phase == acts.DEALT:
            yield from ((AUTOMATIC, acts.SetForAbsent(gate=gate)) for gate in state.to_be_set())
        elif gone := self._absent_banker(state):
            if state.bank or state.stakes:
                yield THE_HOUSE, VoidRound(reason="somebody is away")
            yield THE_HOUSE, Unseat(player=gone)

    def _absent_banker(self, state: PaiKaoState) -> str:
        """The person who banks and does nothing, while nobody has seen a tile."""
        who = state.banker_name
        is_person = who in state.seats and who not in state.practice
        return who if is_person and state.phase in AWAITS_BANKER and not state.is_closed else ""


def _as_viewer(viewer: Actor) -> tuple[str, bool]:
    """The name that sight goes by, and whether it sees everything: an inspector does, a croupier sees as the casino."""
    casino = viewer.role in (Role.CROUPIER, Role.SUPERVISOR)
    return CASINO if casino else viewer.name, viewer.role is Role.INSPECTOR
