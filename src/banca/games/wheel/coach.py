"""The first round at the table in four steps, each with its clause."""

from banca.live.coach import At, CoachStep
from banca.rulebook import citing, words

cite = citing("wheel")

STEPS = (
    CoachStep(
        says=words(
            "Choose a chip and press a symbol of the board. You may bet on one symbol or on several.",
            pt="Escolha uma ficha e toque num símbolo do tabuleiro. Pode apostar num só símbolo ou em vários.",
            zh="選擇籌碼，按檯上的一個記號。可投注一個或多個記號。",
        ),
        cite=cite("3.1"),
        at=At.BET,
        key="symbol:1",
    ),
    CoachStep(
        says=words(
            "The rim has 52 equal sections. Rare symbols pay more: the seventh is on one section alone and pays 45 to 1.",
            pt="A borda tem 52 secções iguais. Os símbolos raros pagam mais: o sétimo está numa só secção e paga 45 para 1.",
            zh="輪邊分 52 個相等的格。愈少見的記號賠率愈高：第七個只佔一格，一賠四十五。",
        ),
        cite=cite("1.2.1"),
        at=At.BET,
        key="symbol:7",
    ),
    CoachStep(
        says=words(
            "This button ends the bets and turns the wheel. After “no more bets” nothing is taken, moved or withdrawn.",
            pt="Este botão encerra as apostas e faz girar a roda. Depois do anúncio nenhuma aposta é aceite, mudada ou retirada.",
            zh="按此截止投注並轉輪。宣佈截止後，不再接受、移動或取回投注。",
        ),
        cite=cite("2"),
        at=At.DUE,
    ),
    CoachStep(
        says=words(
            "A spin counts from three whole turns. When the wheel stops, the pointer decides, and the payments are listed with their articles.",
            pt="A rotação conta a partir de três voltas completas. Quando a roda pára, o indicador decide, e os pagamentos figuram com os seus artigos.",
            zh="轉滿三圈方為有效。轉輪停定後以指示器為準，派彩連同條文列出。",
        ),
        cite=cite("5"),
        at=At.DEVICE,
    ),
)
