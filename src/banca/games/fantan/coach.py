"""The first round at the table in four steps, each with its clause."""

from banca.live.coach import At, CoachStep
from banca.rulebook import citing, words

cite = citing("fantan")

STEPS = (
    CoachStep(
        says=words(
            "A heap of uncounted buttons lies under the cover before you bet: the result is already there, and nobody knows it.",
            pt="Antes de apostar, um monte de botões por contar já está sob a campânula: o resultado existe, e ninguém o conhece.",
            zh="投注前，一堆未經點數的鈕子已蓋在罩下：結果已定，但無人知曉。",
        ),
        cite=cite("2"),
        at=At.DEVICE,
    ),
    CoachStep(
        says=words(
            "The buttons are drawn off in fours; 1 to 4 remain. Choose a chip and press Fan on the number you expect: it pays 3 to 1.",
            pt="Os botões são retirados quatro a quatro; restam 1 a 4. Escolha uma ficha e toque em Fan no número que espera: paga 3 para 1.",
            zh="鈕子四個一組撥開，餘下 1 至 4 個。選擇籌碼，按所猜號碼的「番」：一賠三。",
        ),
        cite=cite("F-3"),
        at=At.BET,
        key="fan:1",
    ),
    CoachStep(
        says=words(
            "Some bets tie: on a Nim one number wins and another gives the stake back. On the layout each bet shows which numbers win, tie and lose.",
            pt="Algumas apostas empatam: num Nim um número ganha e outro devolve a aposta. No quadro, cada aposta mostra os números que ganham, empatam e perdem.",
            zh="有些投注可以和：「念」有一個號碼贏，另一個號碼退回注碼。檯面上每項投注都標明贏、和、輸的號碼。",
        ),
        cite=cite("8"),
        at=At.BET,
        key="nim:1-2",
    ),
    CoachStep(
        says=words(
            "This button ends the bets and has the buttons counted. The bank keeps 5% of every prize; each payment shows it.",
            pt="Este botão encerra as apostas e manda contar os botões. A banca fica com 5% de cada prémio; cada pagamento mostra-o.",
            zh="按此截止投注並點數鈕子。場方從每筆彩金抽水 5%，各筆派彩均有列明。",
        ),
        cite=cite("9"),
        at=At.DUE,
    ),
)
