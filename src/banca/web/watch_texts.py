"""What the pages of the watch say beside what its answers say."""

from banca.answers.watch_texts import (
    DROP,
    EVIDENCE,
    HANDLE,
    LUCK,
    MOST,
    NEEDED,
    OF,
    PER_BET,
    PER_PLAYER,
    PER_SHIFT,
    PER_TABLE,
    ROUNDS,
    SERIES,
    STANDING,
    THEORETICAL,
    WIN,
)
from banca.rulebook import words

__all__ = [
    "DROP",
    "EVIDENCE",
    "HANDLE",
    "LUCK",
    "MOST",
    "NEEDED",
    "OF",
    "PER_BET",
    "PER_PLAYER",
    "PER_SHIFT",
    "PER_TABLE",
    "ROUNDS",
    "SERIES",
    "STANDING",
    "THEORETICAL",
    "WIN",
]

TITLE = words("The watch", pt="A vigilância", zh="監察")
LEAD = words(
    "Is it luck? Every result, bet and call is compared with the exact chances of the rulebook, after every round. You may look as often as you like.",
    pt="Será sorte? Cada resultado, aposta e anúncio é comparado com as probabilidades exactas do regulamento, após cada jogada. Pode consultar quantas vezes quiser.",
    zh="是運氣嗎？每局過後，每項結果、投注及宣佈均與規章的精確機會比較。可隨時查看，次數不限。",
)
READ_SO_FAR = words("Entries read so far", pt="Registos lidos até agora", zh="至今已讀記錄")
ALARMS = words("Alarms", pt="Alarmes", zh="警報")
NOT_WATCHED = words("What is not watched", pt="O que não é vigiado", zh="不受監察的項目")
AT_ENTRY = words(
    "Raised at entry {entry} of {table}",
    pt="Emitido no registo {entry} de {table}",
    zh="於 {table} 第 {entry} 項記錄發出",
)
ALL_SERIES = words(
    "Series, the strongest evidence first", pt="Séries, os indícios mais fortes primeiro", zh="系列（證據最強者居先）"
)
NONE_YET = words("There is no series yet.", pt="Ainda não há séries.", zh="尚無任何系列。")
COURSE = words("Evidence over time", pt="Indícios ao longo do tempo", zh="證據的變化")
COURSE_LINES = words(
    "Solid: at the end of each day. Dashed: the most of each day.",
    pt="Linha cheia: no fim de cada dia. Tracejado: o máximo de cada dia.",
    zh="實線：每日終結時。虛線：每日最高。",
)
ALARM_LINE = words("alarm", pt="alarme", zh="警報")
MONEY = words("Money", pt="Dinheiro", zh="金額")
MONEY_ABOUT = words(
    "Amounts in patacas. Estimated drop: the most that each player had out at once in a shift, as what players bring to a table is not recorded; so there is no hold. Luck: what players won beyond what their bets were worth, with one standard error; win and luck together are the theoretical win.",
    pt="Montantes em patacas. Drop estimado: o máximo que cada jogador teve em jogo de uma só vez em cada turno, pois não se regista o que os jogadores trazem para a mesa; por isso não há taxa de retenção. Sorte: o que os jogadores ganharam além do valor das apostas, com um erro-padrão; ganho e sorte, somados, dão o ganho teórico.",
    zh="金額以澳門元計。入箱數目（估算）：每更次中每名博彩者同時投入的最高額，因博彩者帶到檯上的金額並無記錄，故不列贏率。運氣：博彩者所得超出投注價值的部分，附一個標準誤差；贏額與運氣之和即理論贏額。",
)
REPORT = words("Report for a hearing", pt="Relatório para audiência", zh="聆訊用報告")
BACK = words("The watch", pt="A vigilância", zh="監察")
PRINT = words("Print", pt="Imprimir", zh="列印")
EXPECTED = words("What was expected", pt="O que era de esperar", zh="預期")
SEEN = words("What was seen", pt="O que se observou", zh="實際")
STRENGTH = words("How strong the evidence is", pt="Quão fortes são os indícios", zh="證據的強度")
NOT_PROVED = words("What it does not prove", pt="O que não prova", zh="證據不能證明的事")
METHOD = words("How it was computed", pt="Como foi calculado", zh="計算方法")
METHOD_ABOUT = words(
    "A capital of one pataca is bet against the rulebook, round after round, at exactly fair odds. If the rulebook holds, it reaches a given amount with a chance of at most one divided by that amount, however often one looks (Ville's inequality). Series share the level in the order in which they first appeared.",
    pt="Aposta-se contra o regulamento um capital de uma pataca, jogada após jogada, em condições exactamente equitativas. Se o regulamento se verificar, o capital atinge um dado montante com uma probabilidade não superior a um dividido por esse montante, por mais vezes que se consulte (desigualdade de Ville). As séries repartem o nível pela ordem em que surgiram.",
    zh="以一澳門元資金逐局按完全公平的條件押注規章不成立。若規章屬實，不論查看多少次，該資金達到某一數額的機會不超過該數額分之一（Ville 不等式）。各系列按首次出現的次序分配誤報水平。",
)
FROM_TO = words(
    "First round {first}, last round {last}",
    pt="Primeira jogada {first}, última jogada {last}",
    zh="首局 {first}，末局 {last}",
)
SIGNED = words("Date", pt="Data", zh="日期")
