"""What an audit finds."""

from banca.rulebook import Code, Message, Phrase, plural_words, words

ENTRY_MISSING = Code(
    "entry_missing",
    words(
        "entry {asked} is missing; {found}",
        pt="falta o registo {asked}; {found}",
        zh="缺第 {asked} 項記錄；{found}",
    ),
)
NEXT_ENTRY = words("the next entry is {seq}", pt="o registo seguinte é o {seq}", zh="下一項為第 {seq} 項")
NO_NEXT_ENTRY = words("no entry follows", pt="não há registo seguinte", zh="其後沒有記錄")
DIGEST_DIFFERS = Code(
    "digest_differs",
    words(
        "the digest does not match this entry and the one before it",
        pt="o resumo não corresponde a este registo e ao anterior",
        zh="摘要與本項及前一項記錄不符",
    ),
)
NOT_AN_ENTRY = Code(
    "not_an_entry",
    words(
        "this is not a journal entry: {because}",
        pt="isto não é um registo de um diário: {because}",
        zh="這不是日誌的記錄：{because}",
    ),
)
COLUMN_DIFFERS = Code(
    "column_differs",
    words(
        "the column {column} says {found}, but the entry says {expected}",
        pt="a coluna {column} diz {found}, mas o registo diz {expected}",
        zh="欄 {column} 載 {found}，而記錄載 {expected}",
    ),
)
HEAD_DIFFERS = Code(
    "head_differs",
    words(
        "the table is at {found}, but its journal ends at {expected}",
        pt="a mesa está em {found}, mas o seu diário termina em {expected}",
        zh="檯的狀態為 {found}，而日誌止於 {expected}",
    ),
)
UNLISTED_TABLE = Code(
    "unlisted_table",
    words(
        "there are rows of table {asked}, which is not in the list of tables",
        pt="há linhas da mesa {asked}, que não consta da lista de mesas",
        zh="有檯 {asked} 的資料，但該檯不在檯的名單內",
    ),
)
NOT_LOOKED_AT = Code(
    "not_looked_at",
    plural_words(
        words(
            "{asked} entry after this one cannot be trusted and was not checked",
            pt="{asked} registo depois deste não merece confiança e não foi verificado",
            zh="其後 {asked} 項記錄不可信，未予查核",
        ),
        words(
            "{asked} entries after this one cannot be trusted and were not checked",
            pt="{asked} registos depois deste não merecem confiança e não foram verificados",
            zh="其後 {asked} 項記錄不可信，未予查核",
        ),
        by="asked",
    ),
)
BROKEN_AT = Code(
    "broken_at",
    words(
        "table {table}, entry {asked}: {because}",
        pt="mesa {table}, registo {asked}: {because}",
        zh="檯 {table} 第 {asked} 項記錄：{because}",
    ),
)
RULES_REFUSE = Code(
    "rules_refuse",
    words(
        "the rules refuse {asked}: {because}",
        pt="as regras recusam {asked}: {because}",
        zh="規則不容 {asked}：{because}",
    ),
)
CANNOT_DECIDE = Code(
    "cannot_decide",
    words(
        "{asked} cannot be decided again: {because}",
        pt="{asked} não pode ser decidido de novo: {because}",
        zh="{asked} 不能重新判定：{because}",
    ),
)
EVENT_DIFFERS = Code(
    "event_differs",
    words(
        "by the rules: {expected}; in the journal: {found}",
        pt="pelas regras: {expected}; no diário: {found}",
        zh="按規則：{expected}；日誌所載：{found}",
    ),
)
EVENT_BEYOND = Code(
    "event_beyond",
    words(
        "by the rules nothing more happens here; in the journal: {asked}",
        pt="pelas regras nada mais acontece aqui; no diário: {asked}",
        zh="按規則此處再無其他事項；日誌所載：{asked}",
    ),
)
EVENT_LACKING = Code(
    "event_lacking",
    words(
        "by the rules {expected} happens here; the journal has nothing",
        pt="pelas regras acontece aqui {expected}; o diário nada tem",
        zh="按規則此處應有 {expected}；日誌沒有記載",
    ),
)
NOT_DRAWABLE = Code(
    "not_drawable",
    words(
        "{asked} cannot come up at this moment",
        pt="{asked} não pode sair neste momento",
        zh="此刻不可能出現 {asked}",
    ),
)
OTHER_VERSION = Code(
    "other_version",
    words(
        "opened by version {asked} of the program, decided again by version {found}",
        pt="aberta pela versão {asked} do programa, decidida de novo pela versão {found}",
        zh="由程式版本 {asked} 開檯，由版本 {found} 重新判定",
    ),
)
TRANSFER_DIFFERS = Code(
    "transfer_differs",
    words(
        "transfer by the entry: {expected}; in the ledger: {found}",
        pt="transferência segundo o registo: {expected}; na contabilidade: {found}",
        zh="按記錄的轉帳：{expected}；帳簿所載：{found}",
    ),
)
BALANCE_DIFFERS = Code(
    "balance_differs",
    plural_words(
        words(
            "{asked} holds {found} avo, but its transfers add up to {expected}",
            pt="{asked} tem {found} avo, mas as suas transferências somam {expected}",
            zh="{asked} 有 {found} 仙，而轉帳合計為 {expected}",
        ),
        words(
            "{asked} holds {found} avos, but its transfers add up to {expected}",
            pt="{asked} tem {found} avos, mas as suas transferências somam {expected}",
            zh="{asked} 有 {found} 仙，而轉帳合計為 {expected}",
        ),
        by="found",
    ),
)
BALANCE_NEGATIVE = Code(
    "balance_negative",
    words(
        "{asked} holds {found} avos, less than zero",
        pt="{asked} tem {found} avos, menos de zero",
        zh="{asked} 有 {found} 仙，少於零",
    ),
)
MONEY_APPEARS = Code(
    "money_appears",
    plural_words(
        words(
            "all accounts together hold {found} avo instead of 0",
            pt="todas as contas somam {found} avo em vez de 0",
            zh="所有帳戶合計 {found} 仙，應為 0",
        ),
        words(
            "all accounts together hold {found} avos instead of 0",
            pt="todas as contas somam {found} avos em vez de 0",
            zh="所有帳戶合計 {found} 仙，應為 0",
        ),
        by="found",
    ),
)
STAKES_DIFFER = Code(
    "stakes_differ",
    plural_words(
        words(
            "the account of the stakes holds {found} avo, but there are {expected} on the table",
            pt="a conta das apostas tem {found} avo, mas na mesa estão {expected}",
            zh="注碼帳戶有 {found} 仙，而檯面為 {expected} 仙",
        ),
        words(
            "the account of the stakes holds {found} avos, but there are {expected} on the table",
            pt="a conta das apostas tem {found} avos, mas na mesa estão {expected}",
            zh="注碼帳戶有 {found} 仙，而檯面為 {expected} 仙",
        ),
        by="found",
    ),
)
STATE_DIFFERS = Code(
    "state_differs",
    words(
        "the entry binds a snapshot of another table state than the entries make",
        pt="o registo vincula um instantâneo de um estado da mesa diferente do que os registos produzem",
        zh="該記錄綁定的快照與各項記錄所得的檯面狀態不符",
    ),
)
COMMITMENT_BROKEN = Code(
    "commitment_broken",
    words(
        "the result shown does not match the commitment {asked}",
        pt="o resultado mostrado não corresponde ao compromisso {asked}",
        zh="所示結果與承諾值 {asked} 不符",
    ),
)
COMMITMENT_REPLACED = Code(
    "commitment_replaced",
    words(
        "it replaces the commitment {asked} (entry {seq}), which was never revealed",
        pt="substitui o compromisso {asked} (registo {seq}), que nunca foi revelado",
        zh="取代了從未揭示的承諾值 {asked}（第 {seq} 項記錄）",
    ),
)
COMMITMENT_VOIDED = Code(
    "commitment_voided",
    words(
        "the commitment {asked} was never revealed: {by} voided the round; reason: {because}",
        pt="o compromisso {asked} nunca foi revelado: {by} anulou a jogada; motivo: {because}",
        zh="承諾值 {asked} 從未揭示：{by} 將該局作廢；理由：{because}",
    ),
)
COMMITMENT_HIDDEN = Code(
    "commitment_hidden",
    words(
        "the commitment {asked} is not revealed yet: the round is in progress",
        pt="o compromisso {asked} ainda não foi revelado: a jogada está em curso",
        zh="承諾值 {asked} 尚未揭示：該局進行中",
    ),
)
COMMITMENT_UNOPENED = Code(
    "commitment_unopened",
    words(
        "the round ended, but its commitment {asked} was never revealed",
        pt="a jogada terminou, mas o seu compromisso {asked} nunca foi revelado",
        zh="該局已結束，其承諾值 {asked} 卻從未揭示",
    ),
)
COMMITMENT_MISPLACED = Code(
    "commitment_misplaced",
    words(
        "the commitment {asked} is for round {found}; round {expected} was played",
        pt="o compromisso {asked} é da jogada {found}; jogou-se a jogada {expected}",
        zh="承諾值 {asked} 屬第 {found} 局，而進行的是第 {expected} 局",
    ),
)
OTHER_RESULT = Code(
    "other_result",
    words(
        "the commitment was to {expected}, but {found} was played",
        pt="o compromisso era com {expected}, mas jogou-se {found}",
        zh="所承諾的結果為 {expected}，實際用了 {found}",
    ),
)
SEED_DIFFERS = Code(
    "seed_differs",
    words(
        "the seed that was revealed does not match the commitment {asked}",
        pt="a semente revelada não corresponde ao compromisso {asked}",
        zh="所揭示的種子與承諾值 {asked} 不符",
    ),
)
SEED_LOST = Code(
    "seed_lost",
    words(
        "the seed of commitment {asked} was never revealed, and another took its place after the bets",
        pt="a semente do compromisso {asked} nunca foi revelada, e outra tomou o seu lugar depois das apostas",
        zh="承諾值 {asked} 的種子從未揭示，投注後由另一種子取代",
    ),
)
SEED_UNOPENED = Code(
    "seed_unopened",
    words(
        "this should have revealed the seed of commitment {asked}, and did not",
        pt="isto devia ter revelado a semente do compromisso {asked}, e não o fez",
        zh="此處應揭示承諾值 {asked} 的種子，但並未揭示",
    ),
)
NUMBERS_DIFFER = Code(
    "numbers_differ",
    words(
        "players had revealed the numbers {expected}, but counted were {found}",
        pt="os jogadores tinham revelado os números {expected}, mas contaram-se {found}",
        zh="博彩者揭示的隨機數為 {expected}，計入的卻是 {found}",
    ),
)
DRAW_DIFFERS = Code(
    "draw_differs",
    words(
        "seed and numbers give {expected}, but {found} was drawn",
        pt="da semente e dos números resulta {expected}, mas saiu {found}",
        zh="種子與隨機數得出 {expected}，抽出的卻是 {found}",
    ),
)
NUMBERS_WITHHELD = Code(
    "numbers_withheld",
    words(
        "{player} pledged {asked} numbers and withheld {found} of them: each time the choice was between two results",
        pt="{player} comprometeu {asked} números e não revelou {found}: de cada vez a escolha foi entre dois resultados",
        zh="{player} 承諾了 {asked} 個隨機數而未揭示其中 {found} 個：每次等同在兩個結果之間選擇",
    ),
)
SECRET_MISSING = Code(
    "secret_missing",
    words(
        "the hidden result of {asked} is not in the store",
        pt="o resultado oculto de {asked} não está na base de dados",
        zh="資料庫中沒有 {asked} 的隱藏結果",
    ),
)
SECRET_DIFFERS = Code(
    "secret_differs",
    words(
        "the hidden result of {asked} in the store does not match its commitment",
        pt="o resultado oculto de {asked} na base de dados não corresponde ao compromisso",
        zh="資料庫中 {asked} 的隱藏結果與承諾值不符",
    ),
)
SECRET_STRAY = Code(
    "secret_stray",
    plural_words(
        words(
            "the store has {asked} hidden result without a commitment in the journal",
            pt="a base de dados tem {asked} resultado oculto sem compromisso no diário",
            zh="資料庫有 {asked} 個隱藏結果，日誌並無相應的承諾值",
        ),
        words(
            "the store has {asked} hidden results without a commitment in the journal",
            pt="a base de dados tem {asked} resultados ocultos sem compromisso no diário",
            zh="資料庫有 {asked} 個隱藏結果，日誌並無相應的承諾值",
        ),
        by="asked",
    ),
)


def missing(asked: int, found: int | None) -> Message:
    """An entry is missing; the one that follows, if any."""
    return Message(ENTRY_MISSING, asked=asked, found=Phrase(NEXT_ENTRY, {"seq": found}) if found else NO_NEXT_ENTRY)
