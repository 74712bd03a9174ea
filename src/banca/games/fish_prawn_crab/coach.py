"""The first round at the table in four steps, each with its clause."""

from banca.live.coach import At, CoachStep
from banca.rulebook import citing, words

cite = citing("fish_prawn_crab")

STEPS = (
    CoachStep(
        says=words(
            "The dice are shaken under the cover before bets open: what you bet on is already decided, and nobody can see it.",
            pt="Os dados são agitados sob a redoma móvel antes de abrirem as apostas: o resultado já existe, e ninguém o vê.",
            zh="投注開始前，骰子已在盅蓋下搖定：結果已成，但無人看見。",
        ),
        cite=cite("2.1"),
        at=At.DEVICE,
    ),
    CoachStep(
        says=words(
            "Choose a chip and press a figure. It wins if the figure shows on one, two or three dice, and pays once for each.",
            pt="Escolha uma ficha e toque numa figura. Ganha se ela sair num, em dois ou nos três dados, e paga uma vez por cada um.",
            zh="選擇籌碼，按一個圖案。一粒、兩粒或三粒骰子出現該圖案即贏，每粒賠一倍。",
        ),
        cite=cite("5.3"),
        at=At.BET,
        key="figure:fish",
    ),
    CoachStep(
        says=words(
            "Small and Big look at the total. Three equal figures lose both, whatever they add up to.",
            pt="Pequeno e Grande dependem do total. Três figuras iguais fazem perder ambos, seja qual for a soma.",
            zh="「小」和「大」看總點數；三粒圖案相同時，不論點數，兩者皆輸。",
        ),
        cite=cite("7"),
        at=At.BET,
        key="small",
    ),
    CoachStep(
        says=words(
            "Bets end when the bell rings. Then the cover is lifted, what won lights up, and every payment is listed with its article.",
            pt="As apostas terminam ao toque da campainha. Depois levanta-se a redoma móvel, o que ganhou ilumina-se e cada pagamento figura com o seu artigo.",
            zh="響鐘即截止投注，隨後揭蓋；中彩位置亮起，每筆派彩連同條文列出。",
        ),
        cite=cite("3.1"),
        at=At.DUE,
    ),
)
