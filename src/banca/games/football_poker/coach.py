"""The first round at the table in four steps, each with its clause."""

from banca.live.coach import At, CoachStep
from banca.rulebook import citing, words

cite = citing("football_poker")

STEPS = (
    CoachStep(
        says=words(
            "Choose a chip and press Upper Range if you expect 5 to 8 points, or Lower Range for 1 to 4. Only the last digit of the total counts.",
            pt="Escolha uma ficha e toque em Série superior se espera 5 a 8 pontos, ou em Série inferior para 1 a 4. Só conta o último algarismo do total.",
            zh="選擇籌碼：預期 5 至 8 點按「上盤」，1 至 4 點按「下盤」。只計總點數的個位。",
        ),
        cite=cite("A-2"),
        at=At.BET,
        key="upper",
    ),
    CoachStep(
        says=words(
            "Two cards that make 0 or 9 are Post and receive a third card. If the three make 0 or 9 as well, Post wins and pays 8 to 1.",
            pt="Duas cartas que fazem 0 ou 9 são Empate (Post) e recebem uma terceira. Se as três também fizerem 0 ou 9, ganha a aposta no empate (Post), a 8 para 1.",
            zh="兩張牌合成 0 或 9 點為「中柱」，補派第三張。三張仍為 0 或 9 點，「中柱」贏，一賠八。",
        ),
        cite=cite("10.1"),
        at=At.BET,
        key="post",
    ),
    CoachStep(
        says=words(
            "This button ends the bets and deals the cards.",
            pt="Este botão encerra as apostas e distribui as cartas.",
            zh="按此截止投注並派牌。",
        ),
        cite=cite("9.4"),
        at=At.DUE,
    ),
    CoachStep(
        says=words(
            "Upper and Lower Range pay 1 to 1, less a commission of 5% when they win. Each payment is listed with its arithmetic and its article.",
            pt="As séries superior e inferior pagam 1 para 1, menos uma comissão de 5% quando ganham. Cada pagamento figura com as contas e o artigo.",
            zh="上盤、下盤一賠一，贏時場方抽水 5%。每筆派彩連同算式及條文列出。",
        ),
        cite=cite("12"),
        at=At.PAYMENTS,
    ),
)
