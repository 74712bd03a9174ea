"""What an audit finds in the log of a house."""

from banca.rulebook import Code, plural_words, words
from banca.transparency.receipt import ReceiptFault

LEAF_MISSING = Code(
    "leaf_missing",
    words(
        "this entry has no place in the log",
        pt="este registo não tem lugar no registo de transparência",
        zh="此項記錄在透明日誌中沒有位置",
    ),
)
LEAF_GAP = Code(
    "leaf_gap",
    words(
        "place {asked} of the log is missing or taken twice; the next entry says {found}",
        pt="o lugar {asked} do registo de transparência falta ou está ocupado duas vezes; o registo seguinte diz {found}",
        zh="透明日誌的第 {asked} 個位置缺失或重複；下一項記錄為 {found}",
    ),
)
LEAF_ORDER = Code(
    "leaf_order",
    words(
        "it does not follow the entry before it at its table in the log",
        pt="no registo de transparência não vem depois do registo anterior da sua mesa",
        zh="在透明日誌中並非緊隨該檯的前一項記錄",
    ),
)
LOG_TIME_BACKWARDS = Code(
    "log_time_backwards",
    words(
        "it is dated {asked}, but comes in the log after an entry dated {found}",
        pt="tem a data {asked}, mas vem no registo de transparência depois de um registo de {found}",
        zh="其時間為 {asked}，在透明日誌中卻位於 {found} 的記錄之後",
    ),
)
LOG_HEAD_DIFFERS = Code(
    "log_head_differs",
    words(
        "the head of the log does not match its entries ({found} entries, found {expected})",
        pt="o topo do registo de transparência não corresponde aos seus registos ({found} registos, encontrados {expected})",
        zh="透明日誌的頂端與其記錄不符（載 {found} 項，實有 {expected} 項）",
    ),
)
TILE_DIFFERS = Code(
    "tile_differs",
    words(
        "tile {asked} of the log does not match its entries",
        pt="a peça {asked} do registo de transparência não corresponde aos seus registos",
        zh="透明日誌的區塊 {asked} 與其記錄不符",
    ),
)
TILE_STRAY = Code(
    "tile_stray",
    plural_words(
        words(
            "the store has {asked} tile that does not belong to the log",
            pt="a base de dados tem {asked} peça que não pertence ao registo de transparência",
            zh="資料庫有 {asked} 個區塊不屬於透明日誌",
        ),
        words(
            "the store has {asked} tiles that do not belong to the log",
            pt="a base de dados tem {asked} peças que não pertencem ao registo de transparência",
            zh="資料庫有 {asked} 個區塊不屬於透明日誌",
        ),
        by="asked",
    ),
)
TILE_MISSING = Code(
    "tile_missing",
    words(
        "tile {asked} of the log was removed",
        pt="a peça {asked} do registo de transparência foi retirada",
        zh="透明日誌的區塊 {asked} 已被移除",
    ),
)
TILES_NOT_KEPT = Code(
    "tiles_not_kept",
    plural_words(
        words(
            "the last full tile of the log is not in the store ({asked}): a server makes it within seconds; without one it may have been removed",
            pt="a última peça completa do registo de transparência não está na base de dados ({asked}): um servidor cria-a em segundos; sem servidor, pode ter sido retirada",
            zh="資料庫欠透明日誌最後的完整區塊（{asked} 個）：伺服器會於數秒內補上；若無伺服器運行，則可能已被移除",
        ),
        words(
            "the last {asked} full tiles of the log are not in the store: a server makes them within seconds; without one they may have been removed",
            pt="as últimas {asked} peças completas do registo de transparência não estão na base de dados: um servidor cria-as em segundos; sem servidor, podem ter sido retiradas",
            zh="資料庫欠透明日誌最後的 {asked} 個完整區塊：伺服器會於數秒內補上；若無伺服器運行，則可能已被移除",
        ),
        by="asked",
    ),
)
LOG_KEY_DIFFERS = Code(
    "log_signer_differs",
    words(
        "the store names {found} as the key of its log, but the register names {expected}",
        pt="a base de dados indica {found} como chave do seu registo de transparência, mas o livro de registo indica {expected}",
        zh="資料庫所載透明日誌的密鑰為 {found}，而登記冊為 {expected}",
    ),
)
NO_LOG = Code(
    "no_log",
    words(
        "this store was last opened by a version without a transparency log; start the server once to begin it",
        pt="esta base de dados foi aberta pela última vez por uma versão sem registo de transparência; inicie o servidor uma vez para o começar",
        zh="此資料庫上次由沒有透明日誌的版本開啟；請啟動伺服器一次以建立日誌",
    ),
)
SCHEMA_DIFFERS = Code(
    "schema_differs",
    words(
        "the database is not as the program made it: {asked}",
        pt="a base de dados não está como o programa a criou: {asked}",
        zh="資料庫與程式所建立者不同：{asked}",
    ),
)
CHECKPOINT_BAD = Code(
    "checkpoint_bad",
    words(
        "{asked} is not a checkpoint of this log signed with a trusted key",
        pt="{asked} não é um ponto de controlo deste registo de transparência assinado com uma chave de confiança",
        zh="{asked} 不是以可信密鑰簽署的本透明日誌檢查點",
    ),
)
LOG_SHORTER = Code(
    "log_shorter",
    words(
        "{asked} was signed over {expected} entries, but the log has {found}: entries have been removed",
        pt="{asked} foi assinado sobre {expected} registos, mas o registo de transparência tem {found}: foram retirados registos",
        zh="{asked} 簽署時有 {expected} 項記錄，而透明日誌現有 {found} 項：有記錄被移除",
    ),
)
SIGNER_AHEAD = Code(
    "signer_ahead",
    words(
        "{asked} was signed over {expected} entries, but the log has {found}: this is an older copy of the database, or entries have been removed",
        pt="{asked} foi assinado sobre {expected} registos, mas o registo de transparência tem {found}: esta é uma cópia mais antiga da base de dados, ou foram retirados registos",
        zh="{asked} 簽署時有 {expected} 項記錄，而透明日誌現有 {found} 項：此為資料庫的較舊副本，或有記錄被移除",
    ),
)
LOG_REWRITTEN = Code(
    "log_rewritten",
    words(
        "the first {expected} entries of the log are not those over which {asked} was signed: the past has been changed",
        pt="os primeiros {expected} registos do registo de transparência não são aqueles sobre os quais {asked} foi assinado: o passado foi alterado",
        zh="透明日誌的首 {expected} 項記錄並非 {asked} 簽署時的記錄：過往記錄已被更改",
    ),
)
RECEIPT_BAD = Code(
    "receipt_bad",
    words(
        "{asked} is not a good receipt: {because}",
        pt="{asked} não é um recibo válido: {because}",
        zh="{asked} 不是有效的收據：{because}",
    ),
)
RECEIPT_MISSING = Code(
    "receipt_missing",
    words(
        "the entry that {asked} acknowledges is not in the journal",
        pt="o registo que {asked} confirma não está no diário",
        zh="日誌中沒有 {asked} 所確認的記錄",
    ),
)
RECEIPT_DIFFERS = Code(
    "receipt_differs",
    words(
        "the entry that {asked} acknowledges was another one",
        pt="o registo que {asked} confirma era outro",
        zh="{asked} 所確認的記錄與現有者不同",
    ),
)
RECEIPT_MOVED = Code(
    "receipt_moved",
    words(
        "the entry that {asked} acknowledges was at place {expected} of the log and is at {found}",
        pt="o registo que {asked} confirma estava no lugar {expected} do registo de transparência e está no {found}",
        zh="{asked} 所確認的記錄原在透明日誌第 {expected} 位，現在第 {found} 位",
    ),
)

NOTHING_HELD = Code(
    "nothing_held",
    words(
        "Nothing that is kept outside the house was compared. The store agrees with itself and with the rules; but whoever can write all "
        "of it could have rewritten it as a whole, and this audit cannot exclude that: newest entries cut off, tables removed or exchanged, "
        "persons, times, bets or results changed together with all that follows from them, or the log begun anew. A checkpoint "
        "(--checkpoint) or players' receipts (--receipts) exclude it up to the entry that they were signed over.",
        pt="Nada do que se guarda fora da casa foi comparado. A base de dados concorda consigo própria e com as regras; mas quem a pode "
        "escrever por inteiro poderia tê-la reescrito no seu todo, e esta verificação não o pode excluir: últimos registos cortados, mesas "
        "retiradas ou trocadas, pessoas, horas, apostas ou resultados alterados juntamente com tudo o que deles decorre, ou o registo de "
        "transparência começado de novo. Um ponto de controlo (--checkpoint) ou recibos de jogadores (--receipts) excluem-no até ao registo "
        "sobre o qual foram assinados.",
        zh="本次未與保存於場外的任何資料比對。資料庫本身前後一致，亦符合規則；惟能改寫整個資料庫者可將其全部重寫，本查核不能排除此種可能："
        "刪去最新的記錄、移除或調換檯、將人員、時間、投注或結果連同其一切後果一併更改，或重新開立透明日誌。以檢查點（--checkpoint）"
        "或博彩者的收據（--receipts）比對，即可排除至其簽署所及的記錄為止。",
    ),
)
HELD_COVERS = Code(
    "held_covers",
    words(
        "Compared with what is kept outside the house: {checkpoints} checkpoints and {receipts} receipts agree. The first {covered} of "
        "{entries} entries are as they were signed; of the others only that they fit.",
        pt="Comparado com o que se guarda fora da casa: {checkpoints} pontos de controlo e {receipts} recibos concordam. Os primeiros {covered} "
        "de {entries} registos estão como foram assinados; dos outros sabe-se apenas que se ajustam.",
        zh="已與保存於場外的資料比對：{checkpoints} 個檢查點及 {receipts} 張收據相符。{entries} 項記錄中首 {covered} 項與簽署時相同；其餘僅知前後一致。",
    ),
)
"""How far an audit reaches; whole numbers as the audit counts them."""

RECEIPT_FAULTS = {
    ReceiptFault.UNREADABLE: words("it cannot be read", pt="não é possível lê-lo", zh="無法讀取"),
    ReceiptFault.BODY: words(
        "its digest is not that of the entry it shows",
        pt="o seu resumo não é o do registo que mostra",
        zh="其摘要與所示記錄不符",
    ),
    ReceiptFault.SIGNATURE: words(
        "its checkpoint is not signed with a trusted key",
        pt="o seu ponto de controlo não está assinado com uma chave de confiança",
        zh="其檢查點並非以可信密鑰簽署",
    ),
    ReceiptFault.ORIGIN: words(
        "its checkpoint is of another log",
        pt="o seu ponto de controlo é de outro registo de transparência",
        zh="其檢查點屬另一透明日誌",
    ),
    ReceiptFault.PROOF: words(
        "its proof does not lead to the signed root",
        pt="a sua prova não conduz à raiz assinada",
        zh="其證明不能導向已簽署的根值",
    ),
}
"""What is wrong with a receipt, as it is said."""
