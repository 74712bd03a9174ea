"""What a settled round is said with, on the command line and on its page."""

from banca.games.pai_kao.nouns import LOSES_BOTH, WINS_BOTH, WINS_ONE
from banca.rulebook import words

GATE_SET_BY = words(
    "gate {gate}, set by {who}", pt="lugar {gate}, pedras combinadas por {who}", zh="第 {gate} 門，由 {who} 組牌"
)
FIRST_DEALT = words(
    "gate {gate} is dealt first", pt="o lugar {gate} é o primeiro a receber", zh="首先向第 {gate} 門派牌"
)
VOID = words(
    "two of the banker's tiles were exposed: the deal is void and is made again",
    pt="ficaram expostas duas pedras do banqueiro: a distribuição é nula e repete-se",
    zh="莊家兩隻牌誤露：派牌無效，須再派",
)
CLAIM = words(
    "gate {gate}: {owed_by} owes {owed_to} {amount}, as {better} would have done better; no money is moved for it",
    pt="lugar {gate}: {owed_by} deve {amount} a {owed_to}, pois {better} teria dado melhor resultado; esta reclamação não movimenta dinheiro",
    zh="第 {gate} 門：{owed_by} 須補償 {owed_to} {amount}，因 {better} 的結果會較好；此索償不涉及款項轉移",
)
THEN = words("{first}, {then}", pt="{first}, {then}", zh="{first}，{then}")
"""Two parts of a sentence."""
RESULTS = {
    "win": WINS_BOTH,
    "tie": WINS_ONE,
    "lose": LOSES_BOTH,
    "out": words(
        "two tiles exposed: the gate takes no part in the round, and its stakes are returned",
        pt="duas pedras expostas: o lugar não participa na jogada e as apostas são devolvidas",
        zh="誤露兩隻牌：該門不得參與本局，退回注碼",
    ),
    "void": words("void: the deal is made again", pt="distribuição nula: repete-se", zh="派牌無效：須再派"),
}
