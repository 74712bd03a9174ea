"""What a settled round, and a bank, are said with, on the command line and on their pages."""

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
    "void": words(
        "void: the deal is made again, and the stakes stay for it",
        pt="distribuição nula: repete-se, e as apostas mantêm-se",
        zh="派牌無效：須再派，注碼保留",
    ),
}

# The bank against several gates

MOST_OFTEN = words(
    "The gates take of each hand the setting that this mixed policy takes most often.",
    pt="Os lugares fazem de cada mão a combinação que este modo misto faz mais vezes.",
    zh="各門每手牌均取此混合方式最常取的組合。",
)
BANK_WINS = words("the bank wins", pt="a banca ganha", zh="莊方贏")
BANK_EVEN = words("it neither wins nor loses", pt="não ganha nem perde", zh="不贏不輸")
BANK_LOSES = words("it loses", pt="perde", zh="莊方輸")
GROSS = words(
    "gain before commission, per unit staked by the gates",
    pt="ganho antes da comissão, por unidade apostada pelos lugares",
    zh="抽水前所贏（按各門注碼計）",
)
MEAN_COMMISSION = words(
    "commission on the round's net gain",
    pt="comissão sobre o ganho líquido da jogada",
    zh="按每局淨贏額的抽水",
)
VALUE_BANK = words("value to the banker", pt="valor para o banqueiro", zh="對莊家的價值")
GATE_BY_GATE = words(
    "value if every gate were settled alone",
    pt="valor se cada lugar fosse liquidado à parte",
    zh="假如逐門分別結算的價值",
)
MEAN_GAIN = words(
    "mean gain of a round {mean}, standard deviation {sd}",
    pt="ganho médio por jogada {mean}, desvio-padrão {sd}",
    zh="每局平均所贏 {mean}，標準差 {sd}",
)
WON = words("won", pt="ganho", zh="所贏金額")
