"""What the parts of the game are called wherever they are named, in three languages."""

from banca.rulebook import Given, plain, words
from banca.rulebook.wording import bracketed

FRONT = words("front", pt="grupo da frente", zh="前線")
REAR = words("rear", pt="grupo de trás", zh="後線")
LINES = {"front": FRONT, "rear": REAR}
BANKER = words("banker", pt="banqueiro", zh="莊家")
PLAYER = words("player", pt="jogador", zh="閒家")
CASINO = words("casino", pt="casino", zh="博彩場所")
SEATS = {"player": PLAYER, "banker": BANKER}
BANK = words("bank", pt="banca", zh="莊方")
PRINCIPAL = words("principal", pt="capital", zh="博彩本金")
THE_CASINO = words("the casino", pt="o casino", zh="博彩場所")
THE_HOUSE_WAY = words("the house way", pt="maneira da casa", zh="博彩場所的方式")
GATE = words("Gate {gate}", pt="Lugar {gate}", zh="第 {gate} 門")
GATE_WITHIN = words("gate {gate}", pt="lugar {gate}", zh="第 {gate} 門")
"""Within a sentence."""
WINS_BOTH = words("the player wins front and rear", pt="o jogador ganha à frente e atrás", zh="閒家前線、後線皆勝")
WINS_ONE = words("one each: a tie", pt="um grupo para cada lado: empate", zh="各勝一組：和局")
LOSES_BOTH = words("the banker wins front and rear", pt="o banqueiro ganha à frente e atrás", zh="莊家前線、後線皆勝")
POLICIES = {
    "highest_front": words("highest front", pt="maior grupo da frente", zh="前線最大"),
    "highest_rear": words("highest rear", pt="maior grupo de trás", zh="後線最大"),
    "balanced": words("balanced", pt="equilibrada", zh="前後兼顧"),
    "equilibrium": words("equilibrium", pt="equilíbrio", zh="均衡"),
}
"""How tiles can be set: the policies that Banca analyses and plays practice seats by."""
POLICIES_TYPED = {plain(one): name for name, said in POLICIES.items() for one in (name, *said.told.values())}
"""By everything that somebody may type, the id of a policy."""
POLICIES_SAID = tuple(
    Given({language: bracketed(one, name, language) for language, one in said.told.items()})
    for name, said in POLICIES.items()
)
"""Every policy with its id behind it, as a refusal lists them."""
