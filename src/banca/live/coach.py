"""The first round, told in four steps at the table: the file `coach` of a game's folder exports them as `STEPS`."""

from dataclasses import dataclass
from enum import StrEnum

from banca.rulebook import Citation, Given, words


class At(StrEnum):
    """What a step points to, by its part in the play; a page knows where that is."""

    CHIPS = "chips"
    BET = "bet"
    """One region of the layout, by the key of its bet; of a game without bets against the house, by its gate."""
    LAYOUT = "layout"
    DEVICE = "device"
    DUE = "due"
    """The act that goes on."""
    PAYMENTS = "payments"


@dataclass(frozen=True, slots=True, kw_only=True)
class CoachStep:
    """One thing to know before the first round, and the clause that says so."""

    says: Given
    cite: Citation | None
    at: At
    key: str = ""
    """Of a bet or a gate."""


CHOOSE = words(
    "Choose a chip. Its value is what each press on the layout stakes.",
    pt="Escolha uma ficha. O seu valor é o que cada toque no layout aposta.",
    zh="選擇一個籌碼：每按檯面佈局一次，即以其面額下注。",
)
PRESS = words(
    "Press where you want to bet; press again to add a chip. Hold a place, or press ? on it, to see its prize, chance and house edge.",
    pt="Toque no lugar em que quer apostar; toque de novo para juntar uma ficha. Se mantiver premido, ou com ?, vê o prémio, a probabilidade e a vantagem do casino.",
    zh="按下想投注的位置，再按即加注。長按，或按問號鍵，可看彩金、機會率及娛樂場利益。",
)
GO_ON = words(
    "This button has the act that is due. Where you are alone nobody hurries you; otherwise the ring shows the time left.",
    pt="Este botão tem o acto que se segue. Se estiver só, ninguém o apressa; de contrário, o anel mostra o tempo que resta.",
    zh="這個按鈕是下一個動作。只有閣下一人時不計時；否則圓環顯示剩餘時間。",
)
PAID = words(
    "What won lights up. The list of payments has the arithmetic of every bet and the article it rests on.",
    pt="O que ganhou ilumina-se. A lista de pagamentos tem as contas de cada aposta e o artigo em que assenta.",
    zh="中彩的位置會亮起。派彩列表載有每項投注的算式及所依據的條文。",
)


def usual_steps(cite: Citation | None) -> tuple[CoachStep, ...]:
    """What holds at every table, for a game that has no steps of its own; `cite` is where its bets are named."""
    return (
        CoachStep(says=CHOOSE, cite=None, at=At.CHIPS),
        CoachStep(says=PRESS, cite=cite, at=At.LAYOUT),
        CoachStep(says=GO_ON, cite=None, at=At.DUE),
        CoachStep(says=PAID, cite=None, at=At.PAYMENTS),
    )
