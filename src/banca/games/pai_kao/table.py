"""The conduct of a Pai Kao table: decide what a command comes to, evolve the table by what happened. Both pure."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, cast

from msgspec import Meta, structs, to_builtins

from banca.games.pai_kao import bank, nouns
from banca.games.pai_kao import state as states
from banca.games.pai_kao.bank import HOUSE, CompensationClaimed, Gate, Round, SettledRound, texts_of
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
    COCKED,
    DEALT_FROM,
    DECLARED_CITES,
    DICE,
    FIRST_FORM,
    FIRST_STACK,
    GATES,
    MOST_CUTS,
    MOST_ROUNDS,
    NULL_SHAKES,
    THIRD_FORM,
    betting_order,
    check_banks_again,
    check_second_round,
    check_shake,
    check_stake_in_time,
    first_gate_dealt,
    next_banker,
)
from banca.games.pai_kao.state import (
    BankerTurned,
    DealDeclared,
    DealVoided,
    DiceCorrected,
    DiceShaken,
    GatePutOut,
    GatesTurned,
    PaiKaoState,
    SetterAway,
    StacksCut,
    TilesCorrected,
    TilesDealt,
    TilesExposed,
    TilesSet,
    as_dealt,
    as_stacked,
)
from banca.games.pai_kao.tiles import COUNTING_SUPREME, HAND, PLAYERS, TILES, check_in_set, parse_tiles
from banca.rules import Citation, Limits, NotNow, Refusal, _, citing, format_patacas
from banca.rules.refusal import UNKNOWN_NULL
from banca.tables import banked, commands
from banca.tables import events as table_events
from banca.tables.acts import (
    BANK_TOO_SMALL,
    EITHER,
    MISTYPED,
    NO_SUCH_BET,
    NOT_YOUR_TURN,
    NOTHING_CHANGES,
    PLAYER,
    ROUND_STANDS,
    THROW_COUNTS,
    Act,
    ActKind,
    CommandCodec,
    Situation,
)
from banca.tables.banked import CASINO
from banca.tables.chance import Chance, Device, Dice, DrawKind, DrawRequest, ShuffledPieces
from banca.tables.commands import (
    AUTOMATIC,
    THE_HOUSE,
    Actor,
    Avos,
    Command,
    Number,
    Reason,
    Role,
    Unseat,
    VoidRound,
    Word,
    command_name,
)
from banca.tables.engine import TableEngine, WaitLevel, check_wallet, table_limits, view_draw, void_events
from banca.tables.events import Event, NullDeclared, PlayerSeated, PracticeSeated, RoundEnded, TableOpened
from banca.tables.exposure import PaidBet
from banca.tables.state import evolve_table, remove_seat

cite = citing("pai_kao")

SETTLED = _("settled")
STACKED = _("stacked")
BANK_OPEN = _("bank open")
SHAKEN = _("shaken")
DEALT = _("dealt")
DEAL_VOID = _("deal void")
STACKED_AGAIN = _("stacked again")
BANKER_TURNED = _("banker turned")
TURNED = _("turned")

GateNumber = Annotated[int, Meta(ge=1, le=8)]
Die = Annotated[int, Meta(ge=1, le=6)]
LABELS: Mapping[str, str] = {
    "gate": _("gate"),
    "dice": _("dice"),
    "cocked": _("number of cocked dice"),
    "one_hand": _("with one hand"),
    "picked": _("number of stacks to move"),
    "dealt_from": _("the deal begins"),
    "tiles": _("tiles"),
    "settings": _("settings as they lie on the table"),
    "exposed": _("number of tiles exposed"),
    "setting": _("setting"),
}


class Sit(commands.Sit):
    """Take a seat, at a gate or without one."""

    says = _("Take a seat")
    labels = LABELS
    gate: GateNumber | None = None


class SeatPractice(commands.SeatPractice):
    """Let the program play a gate, by a policy."""

    says = _("Let the program play a gate")
    labels = LABELS
    gate: GateNumber


# Nine acts take nothing: each is a command by name alone, as its class in journals and addresses is called after it.
def _plain_act(name: str, says: str, doc: str) -> type[Command]:
    texts = {"__doc__": doc, "__module__": __name__, "says": says}
    return cast("type[Command]", cast(Any, type(Command))(name, (Command,), texts))


MixAndStack = _plain_act("MixAndStack", _("Mix and stack the tiles"), "The tiles are mixed and stacked.")
ReplaceSet = _plain_act("ReplaceSet", _("Replace the set of tiles"), "Another set of tiles is taken.")
TakeBank = _plain_act("TakeBank", _("Take the bank"), "A gate takes a bank that is free.")
PassBank = _plain_act("PassBank", _("Pass the bank"), "A gate refuses the bank, or passes it.")
Agree = _plain_act(
    "Agree", _("Agree to one more round with this banker"), "A gate agrees to one more round of the same banker."
)
DealAgain = _plain_act(
    "DealAgain",
    _("Mix and stack again for a new deal"),
    "The tiles of a void deal are mixed and stacked for the new one.",
)
TurnBanker = _plain_act("TurnBanker", _("Turn the banker's tiles"), "The banker's tiles are turned.")
TurnGates = _plain_act("TurnGates", _("Turn the gates' tiles"), "The croupier turns what the gates have set.")
Settle = _plain_act("Settle", _("Settle and pay"), "Everybody takes what is theirs.")


class Cut(Command):
    """A gate cuts the stacks; `picked` of them go from the beginning to the end."""

    says = _("Cut the stacks")
    labels = LABELS
    one_hand: bool
    picked: Number | None = None


class PutDownPrincipal(Command):
    """The banker puts down the principal and declares how the tiles are dealt; with the first stack where nothing else is said."""

    says = _("Put down the principal")
    labels = LABELS
    stake: Avos
    dealt_from: Number | None = None


class CoBank(Command):
    """A principal is added to the banker's."""

    says = _("Co-bank")
    stake: Avos


# What several commands take they have from a class that is no command itself: a base's fields are written first.


class _OfGate(Command):
    labels = LABELS
    gate: GateNumber


class StakeOnGate(_OfGate, tag="stake"):
    """A stake on a gate."""

    says = _("Bet on a gate")
    stake: Avos


class WithdrawStake(_OfGate):
    """All that one has on a gate is taken back."""

    says = _("Withdraw the stake")


class _OfDice(Command):
    labels = LABELS
    sees = ("dice",)
    dice: Annotated[tuple[Die, ...], Meta(max_length=8)] | None = None


class Shake(_OfDice):
    """The banker shakes the four dice."""

    says = _("Shake the dice")
    may_see = ("cocked",)
    cocked: Number | None = None


class ShakeAgain(Shake):
    """The banker shakes again."""

    says = _("Shake the dice again")


class NullShake(Command):
    """A die is cocked or has left the cup, or dice are stacked: the shake does not count."""

    says = _("Declare the shake null")
    reason: Word


class CorrectDice(_OfDice):
    """The dice were entered wrongly: they are entered anew, with the reason, until the deal. R-live-2."""

    says = _("Correct the dice")
    reason: Reason


class _OfTiles(Command):
    labels = LABELS
    sees = ("tiles",)
    tiles: Annotated[tuple[Word, ...], Meta(max_length=32)] | None = None


class Deal(_OfTiles):
    """The tiles are dealt, in the order of the stacks; entered for every gate, or for those that play and the banker's."""

    says = _("Deal the tiles")


class CorrectTiles(_OfTiles):
    """The tiles were entered wrongly: they are entered anew, with the reason, until the round is settled. R-live-2.

    Once the banker has turned, `settings` says how the gates with other tiles lie set: `3: 6-6 1-3 / 5-5 4-5`.
    """

    says = _("Correct the tiles")
    settings: Annotated[tuple[Word, ...], Meta(max_length=8)] | None = None
    reason: Reason


class Expose(_OfGate):
    """Tiles of a gate were seen by accident."""

    says = _("Record exposed tiles")
    exposed: Number


class SetTiles(_OfGate):
    """The tiles of a gate are laid as two pairs, front and rear: `6-6 1-3 / 5-5 4-5`."""

    says = _("Set the tiles")
    setting: Word


class SetForAbsent(_OfGate):
    """Tiles that nobody has set in time are set by the house way. R-pk-11."""

    says = _("Set the tiles of an absent player")


Case = Situation[Any]
"""What each act below is given."""


def _named(who: str) -> str:
    return {CASINO: THE_CASINO, HOUSE: bank.BY_HOUSE_WAY}.get(who, who)


def check_banker(case: Case, by_clause: Citation) -> None:
    """Refuse anybody but the banker."""
    if not case.table.banker or case.who != case.table.banker_name:
        raise not_the_banker(case, by_clause)


def not_the_banker(case: Case, by_clause: Citation) -> Refusal:
    """Return the refusal of what is the banker's."""
    allowed = case.table.banker_name or _("the player who takes the bank (take_bank)")
    return Refusal(NOT_YOUR_TURN, by_clause, asked=case.who, allowed=allowed)


def own_gate(case: Case, by_clause: Citation) -> int:
    """Return the gate of the player who asks; refused where there is none."""
    gate: int = case.table.gate_of(case.who)
    if not gate:
        no_gate = _("{asked} does not hold a gate; free gates: {allowed}")
        raise Refusal("no_gate", no_gate, by_clause, asked=case.who, allowed=free_gates(case.table))
    return gate


def by_face_value(case: Case, gate: int) -> bool:
    """Return whether the tiles of a gate count as they lie: the banker's, where only players may choose. R-pk-16."""
    return bool(case.engine.banker_face_value and gate == case.table.banker)


def tiles_set(table: PaiKaoState, gate: int, who: str, setting: Setting, *cites: Citation) -> TilesSet:
    """Return what happens where the tiles of a gate are set."""
    return TilesSet(number=table.round, gate=gate, who=who, setting=format_setting(setting), cites=texts_of(*cites))


def free_gates(table: PaiKaoState) -> list[int]:
    """Return the gates that nobody holds."""
    return [gate for gate in GATES if gate not in table.gates]


# The bank


def is_too_long(table: PaiKaoState) -> bool:
    """Whether the banker has had its rounds and the others do not all agree to more. pai_kao 4.1."""
    return table.rounds_banked >= MOST_ROUNDS and not table.others_agree


def take_bank(case: Case) -> Iterator[Event]:
    """A free bank goes to the first gate that takes it. pai_kao 4.1."""
    gate = own_gate(case, cite("4.1"))
    if case.table.banker:
        raise not_the_banker(case, cite("4.1"))
    yield banked.BankTaken(gate=gate, player=case.who, cite=str(cite("4.1")))


def pass_bank(case: Case) -> Iterator[Event]:
    """The banker refuses the bank or gives it on; the croupier moves it on after two rounds, a supervisor at need. pai_kao 4.1, 4.3."""
    table = case.table
    if case.is_house:
        if not table.banker or not (is_too_long(table) or case.actor.role is Role.SUPERVISOR):
            raise not_the_banker(case, cite("4.3"))
        gate = table.banker
    else:
        gate = own_gate(case, cite("4.3"))
        if table.banker:
            check_banker(case, cite("4.3"))
        elif gate in table.refusing:
            raise Refusal(NOTHING_CHANGES, cite("4.3"), asked=case.act.name)
    yield pass_on(table, gate, by=case.who)


def pass_on(table: PaiKaoState, gate: int, by: str, *, leaves: bool = False) -> banked.BankPassed | banked.BankFreed:
    """Return where the bank goes from a gate: in turn after its rounds, or past those that refuse it. pai_kao 4.1, 4.3."""
    held = frozenset(table.gates)
    refused = not table.rounds_banked and not leaves
    if not refused:
        turn = next_banker(gate, refusing=frozenset(), bet_before=table.bet_before, held=held)
    elif not table.banker:
        turn = None
    else:
        # A gate that refuses has not banked: the turn is counted from the last that did, or as if the gate before it had.
        counted_from = table.last_banker or (gate - 2) % len(GATES) + 1
        turn = next_banker(counted_from, refusing=table.refusing | {gate}, bet_before=table.bet_before, held=held)
    if turn is None:
        return banked.BankFreed(gate=gate, refused=refused, by=by, cite=str(cite("4.3")))
    to, by_clause = turn
    if by_clause == cite("R-pk-18") and table.procedure <= THIRD_FORM:
        by_clause = cite("4.3")
    return banked.BankPassed(gate=gate, to=to, refused=refused, by=by, cite=str(by_clause))


def agree(case: Case) -> Iterator[Event]:
    """Another gate agrees to one more round of the same banker. pai_kao 4.1."""
    table = case.table
    gate = own_gate(case, cite("4.1"))
    if not table.banker or gate in (table.banker, *table.agreeing):
        raise Refusal(NOTHING_CHANGES, cite("4.1"), asked=case.act.name)
    yield banked.BankingAgreed(gate=gate, player=case.who, cite=str(cite("4.1")))


def put_down_principal(case: Case) -> Iterator[Event]:
    """The banker, within its rounds, puts down a principal and declares how the tiles are dealt; a banker who won leaves all of it. pai_kao 4.1, 4.4, 4.9."""
    table, principal = case.table, case.command.stake
    check_banker(case, cite("4.4"))
    has_others = bool(table.gates.keys() - {table.banker})
    check_banks_again(rounds=table.rounds_banked, others_agree=table.others_agree, has_others=has_others)
    bank.check_principal(principal, case.engine.limits, is_placed=True)
    if table.banked_before == case.who:
        check_second_round(principal=table.principal_before, won=table.won_before, new_principal=principal)
    declared = case.command.dealt_from or FIRST_STACK
    if declared not in DEALT_FROM:
        raise Refusal(
            "unknown_deal",
            _("the deal cannot begin with stack {asked}; possible: {allowed}"),
            DECLARED_CITES[-1],
            asked=declared,
            allowed=list(DEALT_FROM),
        )
    check_wallet(principal, case.funds)  # last, so that what the rules refuse is said whatever somebody owns
    yield banked.PrincipalPutDown(gate=table.banker, player=case.who, principal=principal)
    if not table.is_first_form:
        yield DealDeclared(stack=declared, cites=texts_of(*DECLARED_CITES))


def co_bank(case: Case) -> Iterator[Event]:
    """The casino beforehand, a player of another gate while bets are open, adds a principal to the banker's. pai_kao 3.1, 3.2, 3.3, R-pk-15."""
    table, principal = case.table, case.command.stake
    who, by_clause = (CASINO, cite("3.1")) if case.is_house else (case.who, cite("3.2"))
    if any(share.who == who for share in table.bank):
        raise Refusal(nouns.TWICE_AT_THE_BANK, cite("3.2"), asked=_named(who))
    if case.is_house and table.phase == BANK_OPEN and not table.is_first_form:
        raise Refusal(
            "casino_too_late",
            _("bets are open: the casino must fix its principal before the banker puts theirs on the table"),
            cite("R-pk-15"),
        )
    if not case.is_house:
        gate = own_gate(case, by_clause)
        _check_side_bets(table, gate, (who,), table.bettors(gate))
    bank.check_principal(principal, case.engine.limits, by_clause, is_placed=True)
    if not case.is_house:
        check_wallet(principal, case.funds)
    elif principal > case.funds.bank:
        wanted, allowed = format_patacas(principal), format_patacas(case.funds.bank)
        raise Refusal(BANK_TOO_SMALL, by_clause, asked=wanted, allowed=allowed)
    yield banked.CoBanked(who=who, principal=principal, cite=str(by_clause))


# Stakes


def place_stake(case: Case) -> Iterator[Event]:
    """A player stakes on a gate that does not bank, and is not another's who co-banks. pai_kao 3.3, 4.4, 4.6."""
    table, who, gate, stake = case.table, case.who, case.command.gate, case.command.stake
    if gate == table.banker:
        raise Refusal(nouns.WRONG_GATE, cite("4.4"), asked=gate, allowed=sorted(betting_order(table.banker)))
    if who == table.banker_name:
        raise Refusal(nouns.TWICE_AT_THE_BANK, cite("4.4"), asked=who)
    # The holder of the gate may co-bank without a stake of anybody's on it: then this stake is the first side bet.
    _check_side_bets(table, gate, table.co_bankers, [*table.bettors(gate), who])
    case.engine.limits.check(stake, already=table.stake_on(gate, who))
    case.engine.check_player_limit(table.staked(who) + stake)
    check_wallet(stake, case.funds)
    yield banked.StakePlaced(player=who, gate=gate, stake=stake)


def withdraw_stake(case: Case) -> Iterator[Event]:
    """Before the shake a player withdraws all that they have on a gate. pai_kao 4.7."""
    table, gate = case.table, case.command.gate
    amount = table.stake_on(gate, case.who)
    if not amount:
        allowed = {number for number, stake in table.in_play() if stake.who == case.who}
        raise Refusal(NO_SUCH_BET, cite("4.7"), asked=gate, allowed=sorted(allowed))
    yield banked.StakeWithdrawn(player=case.who, gate=gate, stake=amount)


def _check_side_bets(table: PaiKaoState, gate: int, co_bankers: Sequence[str], bettors: Sequence[str]) -> None:
    """A gate that a co-banker holds carries nobody else's stake; by the first form of the procedure it could. pai_kao 3.3."""
    if not table.is_first_form:
        bank.check_side_bets(table.gates.get(gate, ""), co_bankers, bettors, gate)


# The deal


def cut(case: Case) -> Iterator[Event]:
    """A gate cuts; where it says how many stacks, these go from the beginning to the end. pai_kao 2.1."""
    table = case.table
    gate = own_gate(case, cite("2.1"))
    # Players first, at most two gates and each once, then the banker, then nobody; always with one hand.
    may_cut = gate == table.banker or len(table.cuts) < MOST_CUTS
    if gate in table.cuts or table.banker in table.cuts or not may_cut or not case.command.one_hand:
        raise Refusal(nouns.TOO_MANY_CUTS, cite("2.1"), allowed=MOST_CUTS)
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


def check_shakes(case: Case) -> None:
    """The banker and nobody else shakes, until the dice count; at an observed table the croupier may write down what they show. pai_kao 1.5, 4.1."""
    # The croupier writes down what the banker has shaken; where the program draws there is nothing to write, and only the banker shakes.
    if not case.is_house or case.engine.is_drawn or not case.table.banker:
        check_banker(case, cite("4.1"))
    if case.table.dice:
        raise Refusal(THROW_COUNTS, cite("1.5"))


def shake(case: Case) -> Iterator[Event]:
    """The dice count; after a die that is not flat in the cup the banker shakes again. pai_kao 1.2, 1.5."""
    dice = tuple(map(int, case.drawn().outcome.split("-"))) if case.engine.is_drawn else case.command.dice
    first, by_reading = (0, None) if case.command.cocked else first_gate_dealt(case.table.banker, dice)
    if case.act.then == case.act.phase:  # the second shake is one, too, and leads no further
        yield case.performed(PaiKaoEngine.UNRECORDED)
    if by_reading is None:
        yield NullDeclared(reason=COCKED, cites=texts_of(cite("1.5")))
        return
    yield DiceShaken(dice=dice, first=first, cites=texts_of(cite("1.2"), by_reading))


def null_shake(case: Case) -> Iterator[Event]:
    """The croupier sees a cocked die, stacked dice, or one out of the cup: the shake does not count. pai_kao 1.5, R-pk-9."""
    reason = case.command.reason
    if reason not in NULL_SHAKES:
        raise Refusal(UNKNOWN_NULL, cite("1.5"), asked=reason, allowed=list(NULL_SHAKES))
    yield NullDeclared(reason=reason, cites=texts_of(*NULL_SHAKES[reason].cites))


def check_dice_count(case: Case) -> None:
    """Nothing is dealt before the dice count. pai_kao 1.5."""
    check_shake(counts=bool(case.table.dice))


def deal(case: Case) -> Iterator[Event]:
    """Eight stacks of four, from the gate that the dice name, right to left. pai_kao 1.3, 1.4.

    A gate whose bettors all set others is set by the house way at once. pai_kao 7.5, R-pk-5.
    """
    table, written = case.table, case.command.tiles
    if case.engine.is_drawn:
        written = as_dealt(case.drawn().outcome.split(), lifted=table.lifted, dealt_from=table.dealt_from)
    order, setters = table.deal_order(), table.choose_setters()
    hands = hands_from(order, written, playing=setters, is_drawn=case.engine.is_drawn)
    cites = texts_of(cite("1.3"), cite("1.4"), cite("R-pk-1"))
    yield TilesDealt(number=table.round, first=order[0], tiles=hands, setters=setters, cites=cites)
    # Nobody is to be waited for at such a gate, not even for the time that absence takes.
    for gate in (gate for gate, who in setters.items() if who == HOUSE):
        yield tiles_set(table, gate, HOUSE, house_way(hands[gate]), *bank.HOUSE_SETS_CITES)


def dealt_to(table: PaiKaoState) -> list[int]:
    """Return the gates whose tiles are looked at, the banker's among them, in the order of the deal; none before the dice count. pai_kao 1.3."""
    if not table.dice:
        return []
    playing = table.setters or table.choose_setters()
    return [gate for gate in table.deal_order() if gate in playing]


def hands_from(
    order: list[int], written: Sequence[str], *, playing: Collection[int], is_drawn: bool = False
) -> dict[int, Faces]:
    """Return four tiles before every gate, in the order of the deal. pai_kao 1.3.

    What a croupier enters may leave out the gates that do not play: nobody looks at their tiles.
    """
    own = [gate for gate in order if gate in playing]
    if not is_drawn and len(written) == HAND * len(own):
        order = own
    tiles = parse_tiles(list(written), count=HAND * len(order))
    return {gate: tiles[HAND * index : HAND * (index + 1)] for index, gate in enumerate(order)}


def expose(case: Case) -> Iterator[Event]:
    """One tile seen by accident changes nothing; two put the gate out, or void the deal where they are the banker's. pai_kao 2.2, 2.3, R-pk-10."""
    table, gate, exposed = case.table, case.command.gate, case.command.exposed
    before = table.exposed.get(gate, 0)
    if not before < exposed <= HAND:
        raise Refusal(nouns.WRONG_TILES, cite("2.2"), asked=exposed, allowed=f"{min(before + 1, HAND)}-{HAND}")
    stands = exposed <= bank.MOST_EXPOSED
    yield TilesExposed(gate=gate, exposed=exposed, cite=str(cite("2.2") if stands else cite("2.3")))
    if stands or gate in table.out:  # a third tile changes nothing more
        return
    if gate == table.banker:
        yield DealVoided(phase=str(DEAL_VOID), cite=str(cite("2.3")))
        return
    yield GatePutOut(gate=gate, cite=str(cite("2.3")))
    returned = "" if table.is_first_form else str(bank.RETURNED_CITE)
    for stake in table.stakes.get(gate, ()):
        yield banked.StakeReturned(player=stake.who, gate=gate, stake=stake.amount, cite=returned)


# The tiles


def set_tiles(case: Case) -> Iterator[Event]:
    """The player who holds a gate's tiles sets them as two pairs, and may change that until the banker turns. pai_kao 7.1, 7.4, 8.2."""
    table, gate = case.table, case.command.gate
    cites = _check_sets_banker(case) if gate == table.banker else _check_sets_gate(case)
    setting = read_setting(table.tiles[gate], case.command.setting, face_value=by_face_value(case, gate))
    yield tiles_set(table, gate, CASINO if case.is_house else case.who, setting, *cites)


def set_for_absent(case: Case) -> Iterator[Event]:
    """Tiles that nobody has set in time are set by the house way: absence neither voids a round nor returns a stake. R-pk-11."""
    table, gate = case.table, case.command.gate
    if gate not in table.to_be_set():
        raise Refusal(nouns.WRONG_GATE, HOUSE_WAY_CITE, asked=gate, allowed=table.to_be_set())
    who, setting = table.setters[gate], house_way(table.tiles[gate], face_value=by_face_value(case, gate))
    yield tiles_set(table, gate, who, setting, HOUSE_WAY_CITE)
    if who != CASINO:
        yield SetterAway(player=who, gate=gate, cite=str(HOUSE_WAY_CITE))


def _check_sets_banker(case: Case) -> tuple[Citation, ...]:
    """The banker sets; in doubt the casino, where its principal is the larger, sets otherwise, and that stays. pai_kao 3.4, R-pk-2."""
    table = case.table
    who, by = CASINO if case.is_house else case.who, table.setters[table.banker]
    by_clause = table.last_word[1] if table.principal_of(CASINO) else cite("7.4")
    if case.is_house and table.casino_may_object:
        if table.banker not in table.settings:
            raise NotNow(nouns.NOTHING_TO_DOUBT, cite("3.4"))
        return (cite("3.4"),)
    if who != by:
        raise Refusal(nouns.NOT_THE_SETTER, by_clause, asked=_named(who), allowed=_named(by))
    return (by_clause if table.is_first_form else cite("7.4"),)


def _check_sets_gate(case: Case) -> tuple[Citation, ...]:
    table, gate = case.table, case.command.gate
    if gate in table.out or gate not in table.setters:
        allowed = [number for number in table.setters if number not in table.out]
        raise Refusal(nouns.WRONG_GATE, cite("2.3") if gate in table.out else cite("7.1"), asked=gate, allowed=allowed)
    if case.is_house or case.who != table.setters[gate]:
        by_clause = cite("7.5") if case.who in table.setters.values() else cite("7.4")
        who = THE_CASINO if case.is_house else case.who
        raise Refusal(nouns.NOT_THE_SETTER, by_clause, asked=who, allowed=_named(table.setters[gate]))
    return cite("7.1"), cite("7.4")


def turn_banker(case: Case) -> Iterator[Event]:
    """The banker's tiles are turned when all gates that carry stakes are set; where the casino has the last word on them, by the croupier. pai_kao 8.1, R-pk-2."""
    table = case.table
    if not case.is_house:
        check_banker(case, cite("8.1"))
    if table.to_be_set():
        raise NotNow("not_set", _("some gates have not set their tiles yet"), cite("8.1"))
    if table.casino_may_object and not case.is_house:
        raise Refusal(NOT_YOUR_TURN, cite("R-pk-2"), asked=case.who, allowed=THE_CASINO)
    yield BankerTurned(gate=table.banker, setting=format_setting(table.settings[table.banker]))


def turn_gates(case: Case) -> Iterator[Event]:
    """The croupier, and nobody else, turns what the gates have set. pai_kao 8.3."""
    settings = {gate: format_setting(setting) for gate, setting in case.table.settings.items()}
    yield GatesTurned(tiles=case.table.tiles, settings=settings)


# Corrections

WHY = "?"
"""In place of a reason, where it is only tried whether something could be done."""


def correct_dice(case: Case) -> Iterator[Event]:
    """Until the deal the dice are what lies in the cup. pai_kao 1.2, R-live-2."""
    table, dice, reason = case.table, case.command.dice, case.command.reason
    check_shake(counts=bool(table.dice))
    first, by_reading = first_gate_dealt(table.banker, dice)
    if dice == table.dice:
        raise Refusal(NOTHING_CHANGES, case.act.cite, asked=case.act.title)
    cites = texts_of(case.act.cite, by_reading)
    yield DiceCorrected(before=table.dice, dice=dice, first=first, reason=reason, cites=cites)


def correct_tiles(case: Case) -> Iterator[Event]:
    """Until the round is settled the tiles are what lies before the gates.

    A gate whose tiles were entered rightly keeps its setting. Any other is set again: by its setter, by the house way where that set it,
    and once the banker has turned as it lies open. pai_kao 8.2, R-live-2.
    """
    table = case.table
    order = table.deal_order()
    hands = hands_from(order, case.command.tiles, playing=table.setters)
    whole = {**table.tiles, **hands}  # gates that do not play may be left out, and keep what was entered
    check_in_set(tuple(tile for faces in whole.values() for tile in faces))
    changed = [gate for gate in hands if sorted(hands[gate]) != sorted(table.tiles.get(gate, ()))]
    if not changed:
        raise Refusal(NOTHING_CHANGES, case.act.cite, asked=case.act.title)
    undone = tuple(gate for gate in changed if gate in table.settings)
    settings = _settings_at_once(case, undone, hands)  # before anything happens: it may refuse
    yield TilesCorrected(
        number=table.round,
        first=order[0],
        before={gate: table.tiles.get(gate, ()) for gate in changed},
        tiles={gate: hands[gate] for gate in changed},
        undone=undone,
        reason=case.command.reason,
        cites=texts_of(case.act.cite),
    )
    for gate, setting in settings.items():
        yield tiles_set(table, gate, table.setters[gate], setting, case.act.cite)


def _settings_at_once(case: Case, undone: tuple[int, ...], hands: dict[int, Faces]) -> dict[int, Setting]:
    """The settings that hold at once: by the house way, or as they lie open."""
    table = case.table
    settings = {gate: house_way(hands[gate]) for gate in undone if table.setters[gate] == HOUSE}
    if table.phase == DEALT:
        return settings
    given: dict[int, str] = {}
    for text in case.command.settings or ():  # `3: 6-6 1-3 / 5-5 4-5`
        number, _colon, setting = text.partition(":")
        given[int(number) if number.strip().isdecimal() else 0] = setting
    for gate in (gate for gate in undone if gate not in settings):
        if gate not in given:
            raise Refusal(
                "setting_needed",
                _("the tiles of gate {asked} lie open: say how they are set, as in “3: 6-6 1-3 / 5-5 4-5”"),
                case.act.cite,
                asked=gate,
            )
        settings[gate] = read_setting(hands[gate], given[gate], face_value=by_face_value(case, gate))
    return settings


def other_tiles(table: PaiKaoState) -> list[Command]:
    """Return a correction that could be: two gates' tiles, changed for each other, and set by the house way; none of one gate alone."""
    tiles = [table.tiles[gate] for gate in table.deal_order() if gate in table.tiles]
    tiles[:2] = reversed(tiles[:2])
    order = [gate for gate in table.deal_order() if gate in table.tiles]
    settings = tuple(f"{gate}: {format_setting(house_way(faces))}" for gate, faces in zip(order, tiles, strict=True))
    return [CorrectTiles(tiles=tuple(face for hand in tiles for face in hand), settings=settings, reason=WHY)]


# The end of the round


def turned_round(table: PaiKaoState, engine: "PaiKaoEngine") -> Round:
    """Return the round as it lies turned: the banker's gate, those who bank, and every gate that carries stakes."""

    def gate(number: int) -> Gate:
        tiles = table.tiles[number]
        return Gate(
            number=number,
            tiles=tiles,
            # Where a gate is out nobody need have set it, and its setting does not matter.
            setting=table.settings.get(number) or three_settings(tiles)[0],
            stakes=table.stakes.get(number, ()),
            exposed=table.exposed.get(number, 0),
            named_setter=table.setters[number] if number != table.banker else "",
        )

    gates = tuple(gate(number) for number in table.stakes)
    return Round(
        banker=gate(table.banker),
        bank=table.bank,
        gates=gates,
        banker_face_value=engine.banker_face_value,
        limits=engine.limits,
    )


def paid_bets(table: PaiKaoState, settled: SettledRound) -> list[PaidBet]:
    """Return what each stake and each principal comes to, as the tiles lie turned. pai_kao 4.2, 4.8."""
    stakes = [
        PaidBet(stake.player, f"gate {stake.gate}", "", stake.stake, stake.result.value, stake.received)
        for stake in settled.paid
        if stake.gate not in table.out
    ]
    principals = [
        PaidBet(share.who, "bank", "", share.principal, _sign(share.net), share.received) for share in settled.bank
    ]
    return stakes + principals


def _sign(net: int) -> str:
    return "win" if net > 0 else "lose" if net < 0 else "tie"


def settle(case: Case) -> Iterator[Event]:
    """Everybody takes from the table what is theirs, and the casino its commission; then the order of the tiles is shown. pai_kao 4.2, 4.8.

    The tiles lie open by now: they are settled, and the audit tells it, where the order can no longer be opened.
    """
    table, engine = case.table, case.engine
    settled = bank.settle_round(turned_round(table, engine), is_paid_apart=table.is_first_form)
    yield from (stake for stake in settled.paid if stake.gate not in table.out)
    yield from settled.bank
    commission, breakage = str(settled.commission), str(settled.breakage)
    yield banked.CommissionTaken(commission=commission, breakage=breakage, cites=texts_of(*bank.COMMISSION_CITES))
    yield from settled.claims  # no money moves for what setters owe the other bettors of their gates: 7.2, R-pk-6
    if case.chance:
        yield case.chance.opening(table.commitment)
    yield RoundEnded(number=table.round)


# How the table changes

START = PaiKaoState(phase=str(SETTLED))
OF_THE_DEAL = ("cuts", "lifted", "dice", "tiles", "setters", "settings", "exposed", "out", "turned")
OF_THE_ROUND = ("bank", "dealt_from", "stakes", "sent_back", "commitment", *OF_THE_DEAL)


def _without(table: PaiKaoState, *fields: str) -> PaiKaoState:
    return structs.replace(table, **{name: getattr(START, name) for name in fields})


def _evolve_tiles(table: PaiKaoState, event: Event) -> PaiKaoState:  # one case per event
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
            settings = {gate: setting for gate, setting in table.settings.items() if gate not in event.undone}
            return structs.replace(table, tiles={**table.tiles, **event.tiles}, settings=settings)
        case TilesExposed():
            return structs.replace(table, exposed={**table.exposed, event.gate: event.exposed})
        case GatePutOut():
            return structs.replace(table, out=table.out | {event.gate})
        case DealVoided():
            # Stakes stay, but for those of gates that are out; whose they were have bet in the round all the same. 4.3, R-pk-12.
            stakes = {gate: placed for gate, placed in table.stakes.items() if gate not in table.out}
            out = {stake.who for gate in table.out for stake in table.stakes.get(gate, ())}
            sent_back = table.sent_back if table.is_first_form else table.sent_back | out
            return structs.replace(_without(table, *OF_THE_DEAL), phase=event.phase, stakes=stakes, sent_back=sent_back)
        case TilesSet():
            # As it lies, never sorted anew: a table of an earlier form, or a banker's by face value, has its own order of the lines.
            setting = laid_setting(event.setting)
            setters = {**table.setters, event.gate: event.who}  # in doubt the casino's setting counts, and stays: 3.4
            return structs.replace(table, settings={**table.settings, event.gate: setting}, setters=setters)
        case SetterAway():
            return structs.replace(table, away=table.away | {event.player})
        case BankerTurned():
            return structs.replace(table, turned=frozenset({event.gate}))
        case GatesTurned():
            return structs.replace(table, turned=frozenset(GATES))
        case CompensationClaimed():
            return table
        case _:
            return evolve_table(table, event)


# Who sees what


def may_see(table: PaiKaoState, gate: int, viewer: str) -> bool:
    """Everybody sees tiles that are turned; before, only its setter sees a gate's, and the banker the banker's. pai_kao 7.1, 7.4.

    The casino's croupier is the viewer `CASINO`, who sees the banker's tiles where the casino has the last word. pai_kao 3.4.
    """
    if gate in table.turned or viewer == table.setters.get(gate):
        return True
    if gate != table.banker:  # a side bettor does not see the tiles either: one player alone holds a gate (7.4)
        return False
    return viewer == table.banker_name or (viewer == CASINO and table.casino_decides)


def hide(event: Event, table: PaiKaoState, viewer: str) -> Event:
    """Return the event as this person may receive it, at a table in the state `table`."""
    match event:
        case TilesDealt():
            own = {gate for gate, who in event.setters.items() if who == viewer}
            seen = own | _seen_now(table, event.number, viewer)
            return structs.replace(event, tiles=_hidden_but(event.tiles, seen))
        case TilesCorrected():
            seen = _seen_now(table, event.number, viewer)
            return structs.replace(event, before=_hidden_but(event.before, seen), tiles=_hidden_but(event.tiles, seen))
        case TilesSet() if viewer != event.who and event.gate not in _seen_now(table, event.number, viewer):
            return structs.replace(event, setting="")
        case _:
            return event


def _hidden_but(tiles: Mapping[int, Faces], seen: Collection[int]) -> dict[int, Faces]:
    return {gate: faces if gate in seen else () for gate, faces in tiles.items()}


def _seen_now(table: PaiKaoState, number: int, viewer: str) -> set[int]:
    """The gates of this round that the viewer sees now; tiles of a round that is over are shown by its turning."""
    return {gate for gate in table.tiles if number == table.round and may_see(table, gate, viewer)}


# Listed one by one: a field that is added stays hidden until somebody decides that it may be seen.
VISIBLE = (
    "commitment",
    "gates",
    "banker",
    "rounds_banked",
    "last_banker",
    "refusing",
    "agreeing",
    "bet_before",
    "banked_before",
    "principal_before",
    "won_before",
    "bank",
    "dealt_from",
    "stakes",
    "sent_back",
    "cuts",
    "lifted",
    "dice",
    "setters",
    "exposed",
    "away",
    "out",
    "turned",
)
"""What everybody may know of the table beyond what the house says of every table, in the order of the answer."""


def awaited(table: PaiKaoState) -> list[tuple[str, type[Command]]]:
    """For whose act the round waits: who may take a free bank, the banker until the deal, whoever sets tiles, the banker to turn."""
    if table.phase == STACKED and not table.banker:
        return [(who, TakeBank) for gate, who in table.gates.items() if gate not in table.refusing]
    if table.phase == DEALT and (gates := table.to_be_set()):
        return [(table.setters[gate], SetTiles) for gate in gates]
    if (table.phase == STACKED and is_too_long(table)) or (table.phase == SHAKEN and table.dice):
        return []
    of_banker: dict[str, type[Command]] = {
        STACKED: PutDownPrincipal,
        BANK_OPEN: Shake,
        STACKED_AGAIN: Shake,
        SHAKEN: ShakeAgain,
        DEALT: TurnBanker,
    }
    return [(table.banker_name, of_banker[table.phase])] if table.phase in of_banker else []


ORDERS = ShuffledPieces(TILES, HAND)
"""Every order of the tiles."""
SHAKES = Dice(DICE)
DRAWS = {
    ActKind.HIDE: DrawRequest(DrawKind.HIDE, ORDERS),
    ActKind.SHOW: DrawRequest(DrawKind.DRAW, SHAKES),
    # The order of the tiles was hidden before the stakes: nothing is drawn for the deal, and at the end it is recalled and published.
    ActKind.CALL: DrawRequest(DrawKind.OPEN),
    ActKind.PAY: DrawRequest(DrawKind.RECALL),
}

TILES_TURNED = (BANKER_TURNED, TURNED)
"""Phases in which the tiles decide: what they say is settled."""
KNOWN = (DEALT, *TILES_TURNED)
"""Phases in which somebody knows their tiles: from now on nothing gives a stake back but the rules. R-pk-11."""
AFTER_SHAKE = (SHAKEN, DEAL_VOID, STACKED_AGAIN, *KNOWN)
"""Phases after a shake of the round, void deal or not: no stake or principal changes. pai_kao 4.7, R-pk-12."""
ON_THE_TABLE = (PutDownPrincipal, CoBank, StakeOnGate, WithdrawStake)
BEFORE_PRINCIPAL = (SETTLED, STACKED)
BEFORE_SHAKE = (STACKED, BANK_OPEN, STACKED_AGAIN)
AWAITS_BANKER = (STACKED, BANK_OPEN, STACKED_AGAIN, SHAKEN)


def _rows(kind: type[Command], by_clause: Citation, *phases: str, then: str = "", **row: Any) -> list[Act]:
    """An act in each of these phases; it stays in its phase where it leads to no other."""
    return [Act(takes=kind, phase=phase, then=then or phase, cite=by_clause, **row) for phase in phases]


CORRECTION: Mapping[str, Any] = {"does": ActKind.CORRECT, "is_automatic": False, "is_observed": True}


ACTS = (
    *_rows(MixAndStack, cite("1.1"), SETTLED, then=STACKED, does=ActKind.HIDE),
    *_rows(ReplaceSet, cite("9"), SETTLED, is_automatic=False),
    *_rows(TakeBank, cite("4.1"), *BEFORE_PRINCIPAL, by=PLAYER, brings=take_bank),
    *_rows(PassBank, cite("4.3"), *BEFORE_PRINCIPAL, by=EITHER, brings=pass_bank),
    *_rows(Agree, cite("4.1"), *BEFORE_PRINCIPAL, by=PLAYER, brings=agree),
    *_rows(Cut, cite("2.1"), *BEFORE_SHAKE, by=PLAYER, usual={"one_hand": True}, brings=cut),
    *_rows(CoBank, cite("3.1"), STACKED, is_automatic=False, brings=co_bank),
    *_rows(
        PutDownPrincipal,
        cite("4.4"),
        STACKED,
        then=BANK_OPEN,
        by=PLAYER,
        choices={"dealt_from": tuple((str(stack), words) for stack, words in DEALT_FROM.items())},
        brings=put_down_principal,
    ),
    *_rows(CoBank, cite("3.2"), BANK_OPEN, by=EITHER, is_automatic=False, brings=co_bank),
    *_rows(StakeOnGate, cite("4.6"), BANK_OPEN, by=PLAYER, does=ActKind.PLACE, brings=place_stake),
    *_rows(WithdrawStake, cite("4.7"), BANK_OPEN, by=PLAYER, does=ActKind.TAKE_DOWN, brings=withdraw_stake),
    *_rows(
        Shake,
        cite("4.4"),
        BANK_OPEN,
        STACKED_AGAIN,
        then=SHAKEN,
        by=EITHER,
        does=ActKind.SHOW,
        check=check_shakes,
        brings=shake,
    ),
    *_rows(
        NullShake,
        cite("1.5"),
        SHAKEN,
        does=ActKind.NULL,
        choices={"reason": tuple((name, null.says) for name, null in NULL_SHAKES.items())},
        brings=null_shake,
    ),
    *_rows(ShakeAgain, cite("1.5"), SHAKEN, by=EITHER, does=ActKind.SHOW, check=check_shakes, brings=shake),
    *_rows(Deal, cite("1.4"), SHAKEN, then=DEALT, does=ActKind.CALL, check=check_dice_count, brings=deal),
    *_rows(Expose, cite("2.2"), DEALT, is_automatic=False, is_observed=True, brings=expose),
    *_rows(CorrectDice, MISTYPED, SHAKEN, **CORRECTION, brings=correct_dice),
    *_rows(CorrectTiles, MISTYPED, DEALT, *TILES_TURNED, **CORRECTION, brings=correct_tiles),
    *_rows(DealAgain, cite("2.3"), DEAL_VOID, then=STACKED_AGAIN),
    *_rows(SetTiles, cite("7.4"), DEALT, by=EITHER, brings=set_tiles),
    *_rows(SetForAbsent, cite("R-pk-11"), DEALT, is_automatic=False, brings=set_for_absent),
    *_rows(TurnBanker, cite("8.1"), DEALT, then=BANKER_TURNED, by=EITHER, brings=turn_banker),
    *_rows(TurnGates, cite("8.3"), BANKER_TURNED, then=TURNED, brings=turn_gates),
    *_rows(Settle, cite("4.8"), TURNED, then=SETTLED, does=ActKind.PAY, brings=settle),
)
"""After the shake nothing on the table changes (4.7); after the banker's first tile no setting does (8.2)."""


class PaiKaoEngine(TableEngine[PaiKaoState]):
    """One table's way of playing, under the limits it opened with."""

    is_public = False
    CHOICE_FIELDS = ("gate", "player", "reason", "policy")
    UNRECORDED = ("stake", "dealt_from", "dice", "tiles")

    def __init__(self, opened: TableOpened, rows: Sequence[Act], forms: CommandCodec) -> None:
        if opened.procedure == FIRST_FORM:
            rows = [
                structs.replace(act, then=BANK_OPEN) if act.takes is DealAgain else act
                for act in rows
                if (act.takes, act.phase) != (CoBank, STACKED)
            ]
        super().__init__(opened, rows, forms)
        self.limits = table_limits(Limits(), opened)
        self.banker_face_value = opened.options.get(COUNTING_SUPREME.name) == PLAYERS

    @property
    def start(self) -> PaiKaoState:
        """The table as it opens."""
        return structs.replace(START, procedure=self.opened.procedure)

    def evolve(self, state: PaiKaoState, event: Event) -> PaiKaoState:  # one case per event
        """Return the table after what happened."""
        match event:
            case table_events.ActPerformed():
                return structs.replace(state, phase=event.phase)
            case table_events.PlayerLeft():
                return banked.free_gate(remove_seat(state, event.player), event.player)
            case table_events.NullDeclared():
                return structs.replace(state, dice=())
            case table_events.RoundEnded():  # the table is cleared; it remembers who bet, and how often this gate has banked
                return structs.replace(
                    _without(state, "agreeing", *OF_THE_ROUND),
                    round=state.round + 1,
                    rounds_banked=state.rounds_banked + 1,
                    bet_before=banked.gates_that_bet(state),
                )
            case table_events.RoundVoided():
                return structs.replace(_without(state, "phase", *OF_THE_ROUND), round=state.round + 1)
            case banked.BankEvent():
                # After its two rounds a turn is over, and 4.9 with it; by the first form it bound the next turn too. R-pk-13.
                ends_turn = state.rounds_banked >= MOST_ROUNDS and not state.is_first_form
                return banked.evolve_bank(state, event, ends_turn=ends_turn)
            case _:
                return _evolve_tiles(state, event)

    # What a command comes to

    def check_in_time(self, state: PaiKaoState, command: Command) -> None:
        """After the shake no stake or principal changes; after the banker's first tile no setting does. pai_kao 4.7, 8.2."""
        check_stake_in_time(shaken=isinstance(command, ON_THE_TABLE) and state.phase in AFTER_SHAKE)
        if isinstance(command, SetTiles) and state.phase in TILES_TURNED:
            because = _("a tile of the banker has been turned: no setting may be changed")
            raise Refusal("already_turned", because, cite("8.2"))

    def check_voidable(self, state: PaiKaoState) -> None:
        """A round is played to its end once somebody knows their tiles. R-pk-11."""
        if self.is_informed(state):
            raise Refusal(ROUND_STANDS, HOUSE_WAY_CITE)

    def void(self, state: PaiKaoState, reason: str, chance: Chance | None) -> Iterable[Event]:
        """Every stake and every principal goes back to its owner; the order of the tiles is shown, or its commitment named."""
        for gate, stake in state.in_play():
            yield banked.StakeReturned(player=stake.who, gate=gate, stake=stake.amount)
        for share in state.bank:
            yield banked.PrincipalReturned(who=share.who, principal=share.amount)
        yield from void_events(state.commitment, reason, chance)

    def sit(self, state: PaiKaoState, command: commands.Sit | commands.SeatPractice, actor: Actor) -> Iterable[Event]:
        """A player may sit down at a gate."""
        if isinstance(command, SeatPractice) and command.policy not in POLICIES:
            raise Refusal(nouns.UNKNOWN_POLICY, asked=command.policy, allowed=list(POLICIES_SAID))
        seated = tuple(super().sit(state, command, actor))
        gate = command.gate if isinstance(command, Sit | SeatPractice) else None
        if gate is None:
            return seated
        if gate not in free_gates(state):
            raise Refusal(nouns.WRONG_GATE, asked=gate, allowed=free_gates(state))
        taken = (
            banked.GateTaken(player=event.player, gate=gate)
            for event in seated
            if isinstance(event, PlayerSeated | PracticeSeated)
        )
        return *seated, *taken

    def leave(self, state: PaiKaoState, player: str) -> Iterable[Event]:
        """A player who leaves gives up gate and bank."""
        left = super().leave(state, player)
        return (pass_on(state, state.banker, by=player, leaves=True), *left) if player == state.banker_name else left

    @property
    def policies(self) -> Sequence[str]:
        """How a practice seat sets its tiles."""
        return tuple(POLICIES)

    # What may be done now

    def candidates(self, state: PaiKaoState, act: Act, actor: Actor) -> Iterable[Command]:
        """By the gates, with stakes and settings that would do; what dice and tiles show is for the croupier to say."""
        kind: Any = act.takes
        stakes = {PutDownPrincipal: max(state.least_principal(actor.name), self.opened.chip), CoBank: self.opened.chip}
        if kind in stakes:
            return [kind(stake=stakes[kind])]
        if kind is NullShake:
            return [kind(reason=reason) for reason in NULL_SHAKES]
        if kind is CorrectDice:
            return [kind(dice=(1, 1, 1, 2) if state.dice == (1, 1, 1, 1) else (1, 1, 1, 1), reason=WHY)]
        if kind is CorrectTiles:
            return other_tiles(state) if state.dice else []
        if kind is SetTiles:
            who = actor.name if actor.role is Role.PLAYER else CASINO
            own = [gate for gate in state.setters if state.tiles.get(gate) and may_see(state, gate, who)]
            return [kind(gate=gate, setting=format_setting(house_way(state.tiles[gate]))) for gate in own]
        if kind is StakeOnGate:
            return [kind(gate=gate, stake=self.opened.minimum) for gate in GATES]
        if kind is Expose:
            return [kind(gate=gate, exposed=state.exposed.get(gate, 0) + 1) for gate in GATES]
        if "gate" in kind.__struct_fields__:
            return [kind(gate=gate) for gate in GATES]
        shown = {"dice": tuple(map(int, SHAKES.first.split("-"))), "tiles": TILES}
        return [kind(**act.example, **{name: shown[name] for name in kind.sees if not self.is_drawn})]

    def fields_of(self, act: Act) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """With the principal, how the tiles are dealt: the banker must declare it. pai_kao 4.4."""
        must, may = super().fields_of(act)
        declares = act.takes is PutDownPrincipal and not self.start.is_first_form
        return ((*must, *may), ()) if declares else (must, may)

    def usual_values(self, state: PaiKaoState, act: Act, actor: Actor) -> Mapping[str, Any]:
        """A banker who won and banks again puts down at least principal and winnings. pai_kao 4.9."""
        least = state.least_principal(actor.name) if act.takes is PutDownPrincipal else 0
        return {"stake": least} if least else act.usual

    def candidates_in_any_phase(self, state: PaiKaoState, kind: type[Command]) -> Iterable[Command]:
        """A seat may be taken at every free gate, or without one."""
        if issubclass(kind, Sit):
            return [kind(), *(kind(gate=gate) for gate in free_gates(state))]
        if issubclass(kind, SeatPractice):
            return [kind(player="?", policy=name, gate=gate) for name in POLICIES for gate in free_gates(state)]
        return super().candidates_in_any_phase(state, kind)

    # What chance gives

    def act_draw_request(self, state: PaiKaoState, act: Act) -> DrawRequest | None:
        """What an act needs of chance: an order of the tiles to hide, four dice, or the order that was hidden."""
        return DRAWS.get(act.does)

    @property
    def devices(self) -> Sequence[Device]:
        """The tiles and the dice."""
        return ORDERS, SHAKES

    def read_hidden_result(self, event: Event, state: PaiKaoState) -> str:
        """The order in which the tiles were stacked, before the cuts, from what each gate was dealt. pai_kao 1.3, 2.1, 4.4."""
        if not isinstance(event, TilesDealt | TilesCorrected):
            return ""
        dealt = {**state.tiles, **event.tiles} if isinstance(event, TilesCorrected) else event.tiles
        order = (event.first, *betting_order(event.first))
        tiles = [tile for gate in order for tile in dealt.get(gate, ())]
        if len(tiles) < len(TILES):  # entered for the gates that play
            return ""
        return " ".join(as_stacked(tiles, lifted=state.lifted, dealt_from=state.dealt_from))

    def read_result(self, event: Event, state: PaiKaoState) -> str:
        """The dice, or the order of the tiles."""
        return event.shows if isinstance(event, DiceShaken | DiceCorrected) else self.read_hidden_result(event, state)

    def is_informed(self, state: PaiKaoState) -> bool:
        """Whether somebody knows their tiles. R-pk-11."""
        return state.phase in KNOWN

    # What there is to see

    def payments(self, state: PaiKaoState, outcome: str = "") -> list[PaidBet] | None:  # the tiles are the result
        """From the turning of all tiles on."""
        if state.phase != TURNED:
            return None
        return paid_bets(state, bank.settle_round(turned_round(state, self)))

    def awaited_acts(self, state: PaiKaoState) -> list[tuple[str, str]]:
        """The banker before the deal, then whoever sets tiles, then the banker again; persons before seats that the program plays."""
        waits = [(who, command_name(kind)) for who, kind in awaited(state) if who in state.seats]
        return sorted(waits, key=lambda wait: wait[0] in state.practice)

    def view(self, state: PaiKaoState, viewer: Actor) -> Mapping[str, Any]:
        """Gates, bank, stakes and dice, and whom tiles are dealt to; of the tiles and settings, those that this person may see."""
        who = _viewer_name(viewer)
        seen = [gate for gate in sorted(state.tiles) if _sees_all(viewer) or may_see(state, gate, who)]
        shown = {name: getattr(state, name) for name in VISIBLE} | {
            "tiles": {gate: list(state.tiles[gate]) for gate in seen},
            "settings": {gate: format_setting(state.settings[gate]) for gate in seen if gate in state.settings},
            "set": sorted(state.settings),
        }
        table: dict[str, Any] = to_builtins(shown, str_keys=True)
        return table | {"window": view_draw(self, state), "dealt_to": dealt_to(state)}

    def redact(self, event: Event, state: PaiKaoState, viewer: Actor | None) -> Event:
        """The event as this person may receive it."""
        if viewer is not None and _sees_all(viewer):
            return event
        return hide(event, state, _viewer_name(viewer) if viewer else "")

    # What the program does by itself

    def late_acts(self, state: PaiKaoState, patience: WaitLevel) -> Iterable[tuple[Actor, Command]]:
        """Seats of those whose tiles had to be set for them are free after the round; a bank that nobody takes goes to a practice seat; a table continues without absent players. R-pk-11."""
        # Not while tiles lie there: whose they are must be known until the round is settled.
        if state.away and not state.tiles:
            yield from ((THE_HOUSE, Unseat(player=who)) for who in sorted(state.away))
        if patience >= WaitLevel.LONG and not state.banker:
            takers = [who for _, who in sorted(state.gates.items()) if who in state.practice]
            yield from ((Actor(who, Role.PLAYER), TakeBank()) for who in takers[:1])
        if patience < WaitLevel.OVER:
            return
        if state.phase == DEALT:
            yield from ((AUTOMATIC, SetForAbsent(gate=gate)) for gate in state.to_be_set())
        elif gone := self._absent_banker(state):
            if state.bank or state.stakes:  # nobody has seen a tile, so that money may still go back: R-pk-11
                yield THE_HOUSE, VoidRound(reason="somebody is away")
            yield THE_HOUSE, Unseat(player=gone)

    def _absent_banker(self, state: PaiKaoState) -> str:
        """The person who banks and does nothing, while nobody has seen a tile."""
        who = state.banker_name
        is_person = who in state.seats and who not in state.practice
        return who if is_person and state.phase in AWAITS_BANKER and not state.is_closed else ""


def _viewer_name(viewer: Actor) -> str:
    """The name that sight goes by: a croupier sees as the casino."""
    return CASINO if viewer.role in (Role.CROUPIER, Role.SUPERVISOR) else viewer.name


def _sees_all(viewer: Actor) -> bool:
    return viewer.role is Role.INSPECTOR


# What `Game` looks for in this file

COMMANDS = (Sit, SeatPractice)
EVENTS = states.EVENTS
CONDUCTED_BY = PaiKaoEngine
