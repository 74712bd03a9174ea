"""The rules of baccarat: the cards, the table of third cards, the bets and their prizes. Articles 1 to 7, 13, 17, 18, T and P."""

from collections.abc import Hashable, Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from banca.devices import Deal, Dealing
from banca.rules import (
    EVEN,
    LOSE,
    Bet,
    ChosenOptions,
    Citation,
    Commission,
    Decided,
    Fact,
    Odds,
    Option,
    Push,
    Refusal,
    Rulebook,
    Rules,
    Space,
    State,
    Step,
    Text,
    Verdict,
    Win,
    citing,
    words,
)
from banca.rules.refusal import BAD_OUTCOME, IMPOSSIBLE_OUTCOME

cite = citing("baccarat")

# The cards. Articles 1 and 5.

VALUES = {"A": 1, **{str(number): number for number in range(2, 10)}, "10": 0, "J": 0, "Q": 0, "K": 0}
"""Tens and court cards count nothing. baccarat 5."""
SUITS = 4

PACKS = Option(
    name="packs",
    values=tuple(range(6, 13)),
    default=8,
    cite=cite("1"),
    says=words("Packs of cards", pt="Baralhos", zh="牌副數"),
)

PLAYER, BANKER = "player", "banker"
THIRD_CARD = 4
"""The cards dealt before any third one: two to each hand. baccarat 7."""


def full_shoe(packs: int) -> dict[str, int]:
    """How many cards there are of each rank. baccarat 1."""
    return dict.fromkeys(VALUES, SUITS * packs)


def points(cards: Deal) -> int:
    """The last digit of the sum. baccarat 5.

    >>> points(("7", "8", "K"))
    5
    """
    return sum(VALUES[card] for card in cards) % 10


# The deal. Articles 6, 7 and T.


class Hands(NamedTuple):
    """The two hands of a deal."""

    player: Deal
    banker: Deal


def hands(deal: Deal) -> Hands:
    """Cards lie in turn, two to each hand; then Player's third, if Player draws, and Banker's. baccarat 7.

    >>> hands(("7", "4", "8", "2", "9"))
    Hands(player=('7', '8', '9'), banker=('4', '2'))
    """
    player, banker, third = deal[:THIRD_CARD:2], deal[1:THIRD_CARD:2], deal[THIRD_CARD:]
    drawn = int(bool(third) and player_draws(player))
    return Hands(player + third[:drawn], banker + third[drawn:])


def is_natural(player: Deal, banker: Deal) -> bool:
    """8 or 9 on two cards. baccarat T.1."""
    return max(points(player[:2]), points(banker[:2])) >= 8


def player_draws(player: Deal) -> bool:
    """On 0 to 5. baccarat T.2."""
    return points(player[:2]) <= 5


BANKER_DRAWS = {3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: (2, 3, 4, 5, 6, 7), 5: (4, 5, 6, 7), 6: (6, 7)}
"""By Banker's points: the values of Player's third card on which Banker draws. baccarat T.4."""


def banker_draws(banker: Deal, third: Deal) -> bool:
    """By the points alone where Player stands, else by the third card that Player has drawn. baccarat T.3, T.4."""
    number = points(banker[:2])
    if not third:
        return number <= 5
    return number <= 2 or VALUES[third[0]] in BANKER_DRAWS.get(number, ())


def next_place(deal: Deal) -> str | None:
    """Where the next card goes; None: the deal is over. baccarat 7, T.1 to T.4."""
    if len(deal) < THIRD_CARD:
        return (PLAYER, BANKER)[len(deal) % 2]
    player, banker = hands(deal)
    if is_natural(player, banker) or len(banker) > 2:
        return None
    if player_draws(player) and len(player) == 2:
        return PLAYER
    return BANKER if banker_draws(banker, player[2:]) else None


def keeps(deal: Deal) -> Hashable:
    """What anybody looks at later: the points, how many cards each hand has, and whether its first two are a pair."""
    player, banker = hands(deal)
    firsts = (hand[0] if len(hand) == 1 else "" for hand in (player, banker))
    return points(player), points(banker), len(player), len(banker), *firsts, is_pair(player), is_pair(banker)


def is_pair(hand: Deal) -> bool:
    """The first two cards have the same rank. baccarat 13.1."""
    return len(hand) > 1 and hand[0] == hand[1]


DEALING = Dealing(VALUES, next_place=next_place, keeps=keeps)


@cache
def shoe(packs: int) -> Space:
    """One deal of each class that a bet can tell apart, with the weight of the whole class. baccarat 1, R-baccarat-1."""
    return Space(tuple(DEALING.weights(full_shoe(packs)).items()), cite("1"), counts_as=DEALING.follow)


def parse(text: str) -> Deal:
    """Read the cards in the order in which they were dealt.

    >>> parse("7-k-8-2-9")
    ('7', 'K', '8', '2', '9')
    """
    deal = tuple("10" if card == "T" else card for card in text.upper().split("-"))
    if any(card not in VALUES for card in deal):
        raise Refusal(IMPOSSIBLE_OUTCOME, cite("5"), asked=text, allowed=list(VALUES))
    for number in range(len(deal) + 1):
        place = next_place(deal[:number])
        if place is None and number < len(deal):
            raise Refusal(IMPOSSIBLE_OUTCOME, _third_card_cite(deal[:number]), asked=text, allowed=NO_MORE)
        if place is not None and number == len(deal):
            if number < THIRD_CARD:
                raise Refusal(BAD_OUTCOME, cite("7"), asked=text, form=FORM)
            raise Refusal(IMPOSSIBLE_OUTCOME, _third_card_cite(deal), asked=text, allowed=DUE[place])
    return deal


FORM = "7-4-8-2-9"
NO_MORE = words("no further card", pt="mais nenhuma carta", zh="不再補牌")
DUE = {
    PLAYER: words("a third card for Player", pt="uma terceira carta para o Jogador", zh="閒家補一張牌"),
    BANKER: words("a third card for Banker", pt="uma terceira carta para a Banca", zh="莊家補一張牌"),
}


def _third_card_cite(deal: Deal) -> Citation:
    """The clause by which a card is due to these, or not."""
    player, banker = hands(deal)
    if is_natural(player, banker):
        return cite("T.1")
    if player_draws(player) and len(player) == 2:
        return cite("T.2")
    return cite("T.4") if len(player) > 2 else cite("T.3")


def show(deal: Deal) -> str:
    """Write the cards back."""
    return "-".join(deal)


def facts(deal: Deal) -> Mapping[str, Fact]:
    """What a proposed bet may look at: points and number of cards of each hand, pairs, and who wins."""
    player, banker = hands(deal)
    return {
        "player": points(player),
        "banker": points(banker),
        "player_cards": len(player),
        "banker_cards": len(banker),
        "player_pair": is_pair(player),
        "banker_pair": is_pair(banker),
        "winner": winner(deal),
    }


TIE = "tie"


def winner(deal: Deal) -> str:
    """The hand with more points. baccarat 5."""
    player, banker = map(points, hands(deal))
    return PLAYER if player > banker else BANKER if banker > player else TIE


# The bets. Articles 13, 17 and 18, P.


class Payment(StrEnum):
    """What the house does with Banker's winnings. baccarat 18."""

    COMMISSION = "commission"
    SIX_PAYS_HALF = "six_pays_half"


BANKER_PAYMENT = Option(
    name="banker",
    values=tuple(Payment),
    default=Payment.COMMISSION,
    cite=cite("18"),
    authorised_by=cite("19"),
    untaken=(Payment.COMMISSION,),
    working_days=3,
    says=words("Banker is paid", pt="A Banca paga", zh="莊家賠法"),
    says_value={
        Payment.COMMISSION: words(
            "1 to 1, less 5 % commission", pt="1 para 1, menos 5% de comissão", zh="1賠1，抽佣5%"
        ),
        Payment.SIX_PAYS_HALF: words(
            "1 to 1 without commission, and half on six points",
            pt="1 para 1 sem comissão, e metade com seis pontos",
            zh="1賠1免佣，六點勝出賠一半",
        ),
    },
)
COMMISSION = Commission(rate=Fraction(5, 100), cite=cite("18"))
RETURNED = Push(cite("P.1"))
PLAYER_PRIZE, BANKER_PRIZE = Win(EVEN, cite("P.1")), Win(EVEN, cite("P.1"))
HALF = Win(Odds(1, 2), cite("18"))
TIE_PRIZE, PAIR_PRIZE = Win(Odds(8), cite("P.2")), Win(Odds(11), cite("P.3"))
LUCKY_PRIZES = {2: Win(Odds(12), cite("17.1")), 3: Win(Odds(20), cite("17.1"))}


def on(hand: str, prize: Decided) -> Step:
    """The hand's win pays, a tie is returned. baccarat P.1."""

    def step(_: State, won_by: str) -> Verdict:
        return prize if won_by == hand else RETURNED if won_by == TIE else LOSE

    return step


def on_tie(_: State, won_by: str) -> Verdict:
    """Baccarat P.2."""
    return TIE_PRIZE if won_by == TIE else LOSE


def on_pair(_: State, pair: bool) -> Verdict:  # noqa: FBT001 - the shape of a step
    """Baccarat 13.1, P.3."""
    return PAIR_PRIZE if pair else LOSE


class BankerWin(NamedTuple):
    """How a deal ends, as a bet on Banker with six points looks at it."""

    won_by: str
    cards: int
    """Of Banker; 0 unless Banker wins with six points."""


SIX = 6


def with_six(deal: Deal) -> BankerWin:
    """Who wins, and on how many cards Banker does with six points."""
    won_by, banker = winner(deal), hands(deal).banker
    return BankerWin(won_by, len(banker) if won_by == BANKER and points(banker) == SIX else 0)


def banker_six_pays_half(_: State, end: BankerWin) -> Verdict:
    """Baccarat 18."""
    if end.won_by == TIE:
        return RETURNED
    return LOSE if end.won_by == PLAYER else HALF if end.cards else BANKER_PRIZE


def on_lucky_six(_: State, end: BankerWin) -> Verdict:
    """Baccarat 17.1, R-baccarat-2."""
    return LUCKY_PRIZES.get(end.cards, LOSE)


NAMES = {
    PLAYER: words("Player", pt="Jogador", zh="閒"),
    BANKER: words("Banker", pt="Banca", zh="莊"),
    TIE: words("Tie", pt="Empate", zh="和"),
}
THIRD_CARDS = (cite("T.1"), cite("T.2"), cite("T.3"), cite("T.4"))


def bets(chosen: ChosenOptions) -> Iterable[Bet]:
    """Player, Banker and Tie, the two pairs, and Lucky 6. baccarat 13.1, 17.1."""
    space, reads = shoe(chosen[PACKS]), (cite("R-baccarat-1"),)
    decided_by_points = (*reads, cite("5"), *THIRD_CARDS)
    yield Bet(
        id=PLAYER,
        name=NAMES[PLAYER],
        cite=cite("13.1"),
        reads=decided_by_points,
        space=space,
        sees=winner,
        step=on(PLAYER, PLAYER_PRIZE),
    )
    half = chosen[BANKER_PAYMENT] is Payment.SIX_PAYS_HALF
    yield Bet(
        id=BANKER,
        name=NAMES[BANKER],
        cite=cite("13.1"),
        reads=decided_by_points,
        space=space,
        sees=with_six if half else winner,
        step=banker_six_pays_half if half else on(BANKER, BANKER_PRIZE),
        commission=None if half else COMMISSION,
    )
    yield Bet(
        id=TIE, name=NAMES[TIE], cite=cite("13.1"), reads=decided_by_points, space=space, sees=winner, step=on_tie
    )
    for hand, name, sees in (
        (PLAYER, words("Player Pair", pt="Par do Jogador", zh="閒對"), lambda deal: is_pair(hands(deal).player)),
        (BANKER, words("Banker Pair", pt="Par da Banca", zh="莊對"), lambda deal: is_pair(hands(deal).banker)),
    ):
        yield Bet(id=f"{hand}_pair", name=name, cite=cite("13.1"), reads=reads, space=space, sees=sees, step=on_pair)
    yield Bet(
        id="lucky_6",
        name=words("Lucky 6", pt="Lucky 6", zh="幸運6"),
        cite=cite("17.1"),
        reads=(*decided_by_points, cite("R-baccarat-2")),
        space=space,
        sees=with_six,
        step=on_lucky_six,
    )


CALL = words(
    "Player {player}, Banker {banker}: {result}",
    pt="Jogador {player}, Banca {banker}: {result}",
    zh="閒{player}點，莊{banker}點：{result}",
)
RESULTS = {
    PLAYER: words("Player wins", pt="ganha o Jogador", zh="閒勝"),
    BANKER: words("Banker wins", pt="ganha a Banca", zh="莊勝"),
    TIE: words("tie", pt="empate", zh="和"),
}


def called(rules: Rules, deal: Deal, table: State) -> Text:  # the shape of Rulebook.called
    """The points of both hands, and who wins."""
    player, banker = map(points, hands(deal))
    return CALL.fill(player=player, banker=banker, result=RESULTS[winner(deal)])


RULEBOOK = Rulebook(
    game="baccarat",
    options=(PACKS, BANKER_PAYMENT),
    bets=bets,
    bets_cite=cite("13.1"),
    new_bets=(cite("13.4"), cite("13.5"), cite("13.6"), cite("17.13")),
    parse=parse,
    show=show,
    facts=facts,
    fact_words={
        "player": words("Player's points", pt="pontos do Jogador", zh="閒家點數"),
        "banker": words("Banker's points", pt="pontos da Banca", zh="莊家點數"),
        "player_cards": words("Player's cards", pt="cartas do Jogador", zh="閒家牌數"),
        "banker_cards": words("Banker's cards", pt="cartas da Banca", zh="莊家牌數"),
        "player_pair": words("Player Pair", pt="Par do Jogador", zh="閒對"),
        "banker_pair": words("Banker Pair", pt="Par da Banca", zh="莊對"),
        "winner": words("the winner", pt="o vencedor", zh="勝方"),
    },
    outcome_cites=(cite("5"), cite("7"), *THIRD_CARDS),
    called=called,
    outcome_form=FORM,
)
