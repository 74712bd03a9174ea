"""What the watch says of a series: what was expected, what was seen, how strong that is, and what it does not prove."""

from banca.house.watch import SeriesKind
from banca.rulebook import Code, words

KINDS = {
    SeriesKind.DEVICE: words("results of the device", pt="resultados do material de jogo", zh="博彩用具的結果"),
    SeriesKind.TABLE: words("players' luck at the table", pt="sorte dos jogadores na mesa", zh="該檯博彩者的運氣"),
    SeriesKind.PLAYER: words("the player's luck", pt="sorte do jogador", zh="博彩者的運氣"),
    SeriesKind.CROUPIER: words(
        "players' luck with the croupier", pt="sorte dos jogadores com o croupier", zh="該莊荷所主持各局博彩者的運氣"
    ),
    SeriesKind.NULLS: words("null throws called", pt="lançamentos declarados nulos", zh="宣佈無效的次數"),
    SeriesKind.VOIDS: words("rounds voided", pt="jogadas anuladas", zh="作廢的局數"),
    SeriesKind.CORRECTIONS: words("entries corrected", pt="registos corrigidos", zh="更正輸入的次數"),
}
STANDINGS = {
    "alarm": words("alarm", pt="alarme", zh="警報"),
    "review": words("for review", pt="a examinar", zh="待審視"),
    "usual": words("nothing unusual", pt="nada de invulgar", zh="並無異常"),
}

WHAT = {
    "each": words("{feature}: {name}", pt="{feature}: {name}", zh="{feature}：{name}"),
    "sector": words("{feature}, from {name}", pt="{feature}, de {name}", zh="{feature}，由 {name}"),
    "step": words(
        "{feature}, {name} places on from the result before",
        pt="{feature}, {name} lugares adiante do resultado anterior",
        zh="{feature}，由上一結果起計第 {name} 個位置",
    ),
    "repeat": words(
        "{feature}: the one of the round before again",
        pt="{feature}: de novo o da jogada anterior",
        zh="{feature}：與上一局相同",
    ),
}
"""What is counted, by the kind of feature."""
COUNT_EXPECTED = words(
    "{what}: by the rulebook {expected} were to be expected in {rounds} rounds.",
    pt="{what}: pelo regulamento, eram de esperar {expected} em {rounds} jogadas.",
    zh="{what}：按規章，{rounds} 局中預期出現 {expected} 次。",
)
COUNT_SEEN = words("There were {seen}.", pt="Houve {seen}.", zh="實際出現 {seen} 次。")
SHARES_EXPECTED = words(
    "{feature}: each with its chance by the rulebook, whatever came before, over {rounds} rounds.",
    pt="{feature}: cada um com a sua probabilidade segundo o regulamento, seja o que for que saiu antes, em {rounds} jogadas.",
    zh="{feature}：{rounds} 局中，不論之前結果如何，各按規章所定機會出現。",
)
SHARES_SEEN = words(
    "No single one carries the evidence: it is in the shares as a whole.",
    pt="Nenhum deles suporta por si os indícios: estes estão no conjunto das proporções.",
    zh="證據並非集中於某一項，而在於整體比例。",
)
LUCK_EXPECTED = words(
    "Over {rounds} rounds the bets were to bring the players nothing beyond what they are worth by the rulebook, give or take {deviation} patacas (one standard deviation).",
    pt="Em {rounds} jogadas, as apostas deviam dar aos jogadores nada além do seu valor segundo o regulamento, com uma margem de {deviation} patacas (um desvio-padrão).",
    zh="{rounds} 局中，投注所得與其按規章計算的價值之差預期為零，上下約 {deviation} 澳門元（一個標準差）。",
)
LUCK_SEEN = words(
    "They brought {luck} patacas: {z} standard deviations.",
    pt="Deram {luck} patacas: {z} desvios-padrão.",
    zh="實際相差 {luck} 澳門元：{z} 個標準差。",
)
CALLS_EXPECTED = words(
    "Of {calls} calls, {expected} were to be expected if all croupiers of the game called alike each day.",
    pt="Em {calls} anúncios, eram de esperar {expected}, se em cada dia todos os croupiers do jogo procedessem do mesmo modo.",
    zh="{calls} 次宣佈中，若該博彩各莊荷每日做法相同，預期有 {expected} 次。",
)
STRENGTH = words(
    "One pataca bet against the rulebook from the first round on, fairly in every round, has become {e}. An alarm needs {needed}.",
    pt="Uma pataca apostada contra o regulamento desde a primeira jogada, com equidade em cada uma, tornou-se {e}. O alarme exige {needed}.",
    zh="由第一局起，每局公平地以一澳門元押注規章不成立，現已成為 {e} 澳門元。發出警報須達 {needed} 澳門元。",
)
BOUND = words(
    "If everything is as the rulebooks say, the chance that this house ever has one false alarm, over all series and all years, is at most {level}. Of those named for review, at most {review} are expected to be honest.",
    pt="Se tudo for como dizem os regulamentos, a probabilidade de esta casa vir alguma vez a ter um falso alarme, em todas as séries e em todos os anos, é no máximo de {level}. Das séries indicadas para exame, espera-se que no máximo {review} sejam regulares.",
    zh="若一切均如規章所定，本場所在所有系列及所有年份中曾經出現一次誤報的機會不超過 {level}。列為待審視的系列中，預期屬正常者不超過 {review}。",
)
OF_DEVICE = words(
    "It does not say why. A worn device, wrong entries and intent look alike; look at the device and at the recordings of the rounds.",
    pt="Não diz porquê. Material de jogo gasto, registos errados e intenção têm o mesmo aspecto; examine o material de jogo e as gravações das jogadas.",
    zh="證據不說明原因。博彩用具磨損、輸入錯誤與蓄意所為看來無異；應檢查博彩用具及各局錄影。",
)
OF_LUCK = words(
    "It does not say why, and names nobody as guilty: who watches the results of others, or plays where a device is faulty, is lucky too.",
    pt="Não diz porquê, nem aponta culpados: quem observa os resultados alheios, ou joga onde há material de jogo defeituoso, também tem sorte.",
    zh="證據不說明原因，亦不指任何人有過失：觀察他人結果者，或在博彩用具有毛病的檯下注的人，運氣同樣會好。",
)
OF_CALLS = words(
    "Croupiers who work at other tables, hours or with other players may rightly call otherwise.",
    pt="Croupiers que trabalham noutras mesas, a outras horas ou com outros jogadores podem, com razão, proceder de outro modo.",
    zh="在其他檯、其他時段或面對其他博彩者工作的莊荷，做法不同亦可屬正當。",
)
NOT_PROVED = {
    SeriesKind.DEVICE: OF_DEVICE,
    SeriesKind.TABLE: OF_LUCK,
    SeriesKind.PLAYER: OF_LUCK,
    SeriesKind.CROUPIER: OF_LUCK,
    SeriesKind.NULLS: OF_CALLS,
    SeriesKind.VOIDS: OF_CALLS,
    SeriesKind.CORRECTIONS: OF_CALLS,
}
"""What a series does not prove."""

SERIES = words("series", pt="série", zh="系列")
OF = words("of", pt="de", zh="對象")
ROUNDS = words("rounds", pt="jogadas", zh="局數")
EVIDENCE = words("e-value", pt="valor e", zh="e 值")
MOST = words("highest", pt="máximo", zh="最高")
NEEDED = words("alarm at", pt="alarme a", zh="警報值")
STANDING = words("standing", pt="situação", zh="狀況")
UNREAD = Code(
    "unread",
    words(
        "its journal cannot be read on: {because}; run banca audit verify",
        pt="não é possível continuar a ler o seu diário: {because}; execute banca audit verify",
        zh="無法繼續讀取其日誌：{because}；請執行 banca audit verify",
    ),
)
BEHIND = Code(
    "not_read_yet",
    words("entries still to be read: {count}", pt="registos ainda por ler: {count}", zh="尚未讀取的記錄：{count} 項"),
)
NO_ALARMS = words(
    "No alarms (tables watched: {tables}, rounds: {rounds}).",
    pt="Sem alarmes (mesas vigiadas: {tables}, jogadas: {rounds}).",
    zh="沒有警報（受監察的檯：{tables}，局數：{rounds}）。",
)
NOTHING_WATCHED = words(
    "No round has been watched, so nothing can be said about alarms.",
    pt="Não foi vigiada nenhuma jogada, pelo que nada se pode dizer quanto a alarmes.",
    zh="並無任何一局受監察，故無法就警報作出說明。",
)
ALTERED = words(
    "What the watch keeps does not follow from the journals, so nothing can be said about alarms. banca watch --anew reads the journals again from their first entries.",
    pt="O que a vigilância guarda não resulta dos diários, pelo que nada se pode dizer quanto a alarmes. banca watch --anew lê de novo os diários desde os primeiros registos.",
    zh="監察所存資料與日誌不符，故無法就警報作出說明。banca watch --anew 由首項記錄起重新讀取各日誌。",
)
NOT_WATCHED = words("Not watched: {what} ({why}).", pt="Não vigiado: {what} ({why}).", zh="不受監察：{what}（{why}）。")
EVERYTHING = words("everything", pt="tudo", zh="全部")
PER_TABLE = words("Per table", pt="Por mesa", zh="按檯")
PER_SHIFT = words("Per shift", pt="Por turno", zh="按更次")
PER_BET = words("Per bet", pt="Por aposta", zh="按投注")
PER_PLAYER = words("Per player", pt="Por jogador", zh="按博彩者")
DROP = words("estimated drop", pt="drop estimado", zh="入箱數目（估算）")
HANDLE = words("handle", pt="total apostado", zh="投注總額")
WIN = words("win", pt="ganho da casa", zh="娛樂場贏額")
THEORETICAL = words("theoretical win", pt="ganho teórico", zh="理論贏額")
LUCK = words("players' luck ± error", pt="sorte dos jogadores ± erro", zh="博彩者運氣 ± 誤差")
