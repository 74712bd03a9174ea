"""The first round at the table in four steps, each with its clause."""

from banca.live.coach import At, CoachStep
from banca.rulebook import citing, words

cite = citing("roulette")

STEPS = (
    CoachStep(
        says=words(
            "Choose a chip and press a number: it pays 35 to 1. Press on a line or a corner between numbers to bet on all that touch it.",
            pt="Escolha uma ficha e toque num número: paga 35 para 1. Toque numa linha ou num canto entre números para apostar em todos os que lhe tocam.",
            zh="選擇籌碼，按一個號碼：一賠三十五。按號碼之間的線或角，即同時投注相連各號。",
        ),
        cite=cite("L-4"),
        at=At.BET,
        key="straight:17",
    ),
    CoachStep(
        says=words(
            "Red, black, even, odd, low and high pay 1 to 1 and win on half of the numbers other than zero.",
            pt="Encarnado, preto, par, ímpar, menor e maior pagam 1 para 1 e ganham com metade dos números, sem contar o zero.",
            zh="紅、黑、雙、單、小、大一賠一，零以外的號碼有一半會贏。",
        ),
        cite=cite("1.4"),
        at=At.BET,
        key="red",
    ),
    CoachStep(
        says=words(
            "This button throws the ball. You may bet until the croupier calls no more bets.",
            pt="Este botão lança a bola. Pode apostar até o croupier anunciar o fim das apostas.",
            zh="按此打珠。莊荷宣佈截止前仍可投注。",
        ),
        cite=cite("L-3"),
        at=At.DUE,
    ),
    CoachStep(
        says=words(
            "Zero is the house's edge: it loses every even-money bet, unless this table returns half of it or holds it. The list of payments says why.",
            pt="O zero dá ao casino a sua vantagem: faz perder todas as apostas de 1 para 1, salvo se esta mesa devolver metade ou as retiver. A lista de pagamentos diz porquê.",
            zh="零是娛樂場利益所在：開零時一賠一的投注皆輸，除非本檯退回半注或扣留注碼。派彩列表說明原因。",
        ),
        cite=cite("L-5"),
        at=At.BET,
        key="straight:0",
    ),
)
