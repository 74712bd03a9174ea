"""The first round at the table in four steps, each with its clause."""

from banca.live.coach import At, CoachStep
from banca.rulebook import citing, words

cite = citing("craps")

STEPS = (
    CoachStep(
        says=words(
            "Choose a chip and press Pass Line. On the first throw 7 or 11 wins and 2, 3 or 12 loses; any other total becomes the point.",
            pt="Escolha uma ficha e toque em Pass Line. No primeiro lançamento ganha com 7 ou 11 e perde com 2, 3 ou 12; outro total passa a ser o número ponto.",
            zh="選擇籌碼，按「派司拉」。首次擲骰 7 或 11 點贏，2、3 或 12 點輸；其他點數成為博彩者點數。",
        ),
        cite=cite("5.2.1"),
        at=At.BET,
        key="pass_line",
    ),
    CoachStep(
        says=words(
            "Players throw in turn. When the dice are yours, this button throws them; when you are alone, the table waits for you.",
            pt="Os jogadores lançam à vez. Quando os dados são seus, este botão lança-os; se estiver só, a mesa espera por si.",
            zh="各人輪流擲骰。輪到閣下時按此擲骰；只有閣下一人時，賭檯會等閣下。",
        ),
        cite=cite("2.2"),
        at=At.DUE,
    ),
    CoachStep(
        says=words(
            "Once there is a point, an additional bet on it may be placed behind the Pass Line: it pays true odds, so the house has no advantage on it.",
            pt="Havendo número ponto, pode juntar à Pass Line uma aposta adicional: paga segundo as probabilidades exactas, e nela o casino não tem vantagem.",
            zh="有了博彩者點數後，可在派司拉加上附加投注：彩金與機會率相稱，娛樂場不從中得益。",
        ),
        cite=cite("5.2.2"),
        at=At.BET,
        key="pass_odds:6",
    ),
    CoachStep(
        says=words(
            "The point again before 7 wins and pays 1 to 1; 7 first loses. Each payment is listed here with its arithmetic and its article.",
            pt="Se o número ponto sair antes do 7, ganha e paga 1 para 1; se o 7 sair primeiro, perde. Cada pagamento figura aqui, com as contas e o artigo.",
            zh="博彩者點數先於 7 點開出即贏，派彩一賠一；7 點先出即輸。每筆派彩連同算式及條文列於此處。",
        ),
        cite=cite("6.1"),
        at=At.PAYMENTS,
    ),
)
