"""The first round at the table in four steps, each with its clause."""

from banca.live.coach import At, CoachStep
from banca.rulebook import citing, words

cite = citing("pai_kao")

STEPS = (
    CoachStep(
        says=words(
            "Press a free gate to sit down, then choose a chip and press it again to stake. Stakes are down before the banker shakes the dice.",
            pt="Toque num lugar livre para se sentar; depois escolha uma ficha e toque de novo para apostar, antes de o banqueiro agitar os dados.",
            zh="按空門入座，再選擇籌碼並按該門下注。莊家搖骰前須下注。",
        ),
        cite=cite("4.6"),
        at=At.BET,
        key="1",
    ),
    CoachStep(
        says=words(
            "The banker shakes four dice. Their total says which gate is dealt first; every gate gets four tiles.",
            pt="O banqueiro agita quatro dados. O total diz que lugar recebe primeiro; cada lugar recebe quatro pedras.",
            zh="莊家搖四粒骰，總點數決定由哪一門起派；每門派四隻牌。",
        ),
        cite=cite("1.2"),
        at=At.DEVICE,
    ),
    CoachStep(
        says=words(
            "Set your four tiles as two groups of two. The page shows the ways to set them and which group is higher.",
            pt="Combine as suas quatro pedras em dois grupos de duas. A página mostra as combinações possíveis e qual o grupo mais alto.",
            zh="將四隻牌分成兩組，每組兩隻。頁面列出各種組法及較大的一組。",
        ),
        cite=cite("5.1"),
        at=At.LAYOUT,
    ),
    CoachStep(
        says=words(
            "Both groups higher than the banker's win; one of each is a tie. The casino keeps 4% of what is won.",
            pt="Ganha quem tiver ambos os grupos mais altos do que os do banqueiro; um de cada lado é empate. O casino fica com 4% do que se ganha.",
            zh="兩組均大過莊家即贏；各贏一組為和。博彩場所抽取贏額的 4%。",
        ),
        cite=cite("6.3"),
        at=At.DUE,
    ),
)
