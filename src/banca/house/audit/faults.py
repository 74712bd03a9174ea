"""What an audit finds."""

from banca.rulebook import Code, words

ENTRY_MISSING = Code(
    "entry_missing",
    words(
        "entry {asked} is missing; the next is {found}",
        pt="falta o registo {asked}; o seguinte é {found}",
        zh="缺第 {asked} 項記錄；下一項為 {found}",
    ),
)
DIGEST_DIFFERS = Code(
    "digest_differs",
    words(
        "the digest is not that of this entry behind the one before",
        pt="o resumo não é o deste registo a seguir ao anterior",
        zh="摘要與本項及前一項記錄不符",
    ),
)
NOT_AN_ENTRY = Code(
    "not_an_entry",
    words(
        "this is no entry of a journal: {because}",
        pt="isto não é um registo de um diário: {because}",
        zh="這不是日誌的記錄：{because}",
    ),
)
COLUMN_DIFFERS = Code(
    "column_differs",
    words(
        "the column {column} says {found}, the entry says {expected}",
        pt="a coluna {column} diz {found}, o registo diz {expected}",
        zh="欄 {column} 載 {found}，記錄載 {expected}",
    ),
)
HEAD_DIFFERS = Code(
    "head_differs",
    words(
        "the table stands at {found}, its journal ends at {expected}",
        pt="a mesa está em {found}, o seu diário termina em {expected}",
        zh="檯的狀態為 {found}，日誌止於 {expected}",
    ),
)
UNLISTED_TABLE = Code(
    "unlisted_table",
    words(
        "there are rows of a table {asked}, which is not among the tables",
        pt="há linhas de uma mesa {asked}, que não está entre as mesas",
        zh="有檯 {asked} 的資料，但該檯不在檯的名單內",
    ),
)
NOT_LOOKED_AT = Code(
    "not_looked_at",
    words(
        "{asked} entries behind this one are not trusted and were not looked at",
        pt="{asked} registos depois deste não merecem confiança e não foram vistos",
        zh="其後 {asked} 項記錄不可信，未予查核",
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
        "by the rules {expected}, in the journal {found}",
        pt="pelas regras {expected}, no diário {found}",
        zh="按規則為 {expected}，日誌載 {found}",
    ),
)
EVENT_BEYOND = Code(
    "event_beyond",
    words(
        "by the rules nothing more happens here, in the journal {asked}",
        pt="pelas regras nada mais acontece aqui, no diário {asked}",
        zh="按規則此處再無其他事項，日誌卻載 {asked}",
    ),
)
EVENT_LACKING = Code(
    "event_lacking",
    words(
        "by the rules {expected} happens here, in the journal nothing",
        pt="pelas regras acontece aqui {expected}, no diário nada",
        zh="按規則此處應有 {expected}，日誌沒有",
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
        "opened by version {asked} of the program, decided again by {found}",
        pt="aberta pela versão {asked} do programa, decidida de novo pela {found}",
        zh="由程式版本 {asked} 開檯，由 {found} 重新判定",
    ),
)
TRANSFER_DIFFERS = Code(
    "transfer_differs",
    words(
        "by the entry the transfer {expected}, in the ledger {found}",
        pt="pelo registo a transferência {expected}, na contabilidade {found}",
        zh="按記錄應轉帳 {expected}，帳簿所載 {found}",
    ),
)
BALANCE_DIFFERS = Code(
    "balance_differs",
    words(
        "{asked} holds {found} avos, its transfers make {expected}",
        pt="{asked} tem {found} avos, as suas transferências dão {expected}",
        zh="{asked} 有 {found} 仙，按轉帳應為 {expected}",
    ),
)
BALANCE_NEGATIVE = Code(
    "balance_negative",
    words(
        "{asked} holds {found} avos, less than nothing",
        pt="{asked} tem {found} avos, menos que nada",
        zh="{asked} 有 {found} 仙，少於零",
    ),
)
MONEY_APPEARS = Code(
    "money_appears",
    words(
        "all accounts together hold {found} avos instead of 0",
        pt="todas as contas somam {found} avos em vez de 0",
        zh="所有帳戶合計 {found} 仙，應為 0",
    ),
)
STAKES_DIFFER = Code(
    "stakes_differ",
    words(
        "the account of the stakes holds {found} avos, and {expected} lie on the table",
        pt="a conta das apostas tem {found} avos, e na mesa estão {expected}",
        zh="注碼帳戶有 {found} 仙，檯面為 {expected} 仙",
    ),
)
COMMITMENT_BROKEN = Code(
    "commitment_broken",
    words(
        "what is shown does not open the commitment {asked}",
        pt="o que é mostrado não abre o compromisso {asked}",
        zh="所示內容不能開示承諾 {asked}",
    ),
)
COMMITMENT_REPLACED = Code(
    "commitment_replaced",
    words(
        "it takes the place of the commitment {asked} (entry {seq}), which was never opened",
        pt="toma o lugar do compromisso {asked} (registo {seq}), que nunca foi aberto",
        zh="取代了從未開示的承諾 {asked}（第 {seq} 項記錄）",
    ),
)
COMMITMENT_VOIDED = Code(
    "commitment_voided",
    words(
        "the commitment {asked} was never opened: {by} voided the round, saying {because}",
        pt="o compromisso {asked} nunca foi aberto: {by} anulou a ronda, dizendo {because}",
        zh="承諾 {asked} 從未開示：{by} 作廢該局，理由 {because}",
    ),
)
COMMITMENT_HIDDEN = Code(
    "commitment_hidden",
    words(
        "the commitment {asked} is not opened yet: the round is under way",
        pt="o compromisso {asked} ainda não foi aberto: a ronda está a decorrer",
        zh="承諾 {asked} 尚未開示：該局進行中",
    ),
)
COMMITMENT_UNOPENED = Code(
    "commitment_unopened",
    words(
        "the round ended, and its commitment {asked} was never opened",
        pt="a ronda terminou e o seu compromisso {asked} nunca foi aberto",
        zh="該局已結束，其承諾 {asked} 從未開示",
    ),
)
COMMITMENT_MISPLACED = Code(
    "commitment_misplaced",
    words(
        "the commitment {asked} is for round {found}; round {expected} was played",
        pt="o compromisso {asked} é da ronda {found}; jogou-se a ronda {expected}",
        zh="承諾 {asked} 屬第 {found} 局，而進行的是第 {expected} 局",
    ),
)
OTHER_RESULT = Code(
    "other_result",
    words(
        "the commitment was to {expected}, and {found} was played",
        pt="o compromisso era com {expected}, e jogou-se {found}",
        zh="承諾為 {expected}，實際用了 {found}",
    ),
)
SECRET_MISSING = Code(
    "secret_missing",
    words(
        "the hidden result of {asked} is not in the store",
        pt="o resultado oculto de {asked} não está no arquivo",
        zh="存庫中沒有 {asked} 的隱藏結果",
    ),
)
SECRET_DIFFERS = Code(
    "secret_differs",
    words(
        "the hidden result of {asked} in the store is not the one committed to",
        pt="o resultado oculto de {asked} no arquivo não é o do compromisso",
        zh="存庫中 {asked} 的隱藏結果與承諾不符",
    ),
)
SECRET_STRAY = Code(
    "secret_stray",
    words(
        "the store has {asked} hidden results that no entry committed to",
        pt="o arquivo tem {asked} resultados ocultos com que nenhum registo se comprometeu",
        zh="存庫有 {asked} 個隱藏結果，並無記錄作出承諾",
    ),
)
VOID_OPENED = Code(
    "void_opened",
    words(
        "{by} voided the round, saying {because}; {found} lay hidden: the players' result would have been {players}",
        pt="{by} anulou a ronda, dizendo {because}; estava oculto {found}: o resultado dos jogadores teria sido {players}",
        zh="{by} 作廢該局，理由 {because}；隱藏的結果為 {found}：玩家的輸贏本應為 {players}",
    ),
)
VOIDS_ONE_SIDED = Code(
    "voids_one_sided",
    words(
        "of {asked} voided rounds the players would have won {won} and lost {lost}: {players} in all",
        pt="de {asked} rondas anuladas, os jogadores teriam ganho {won} e perdido {lost}: {players} ao todo",
        zh="在 {asked} 個作廢局中，玩家本應贏 {won} 局、輸 {lost} 局：合共 {players}",
    ),
)
PERSON_DIFFERS = Code(
    "person_differs",
    words(
        "{asked} is {found} in the store and {expected} by the register",
        pt="{asked} é {found} no arquivo e {expected} no livro de registo",
        zh="{asked} 在存庫為 {found}，按登記冊為 {expected}",
    ),
)
KEY_STRAY = Code(
    "key_stray",
    words(
        "{asked} holds key {found}, of which the register says something else or nothing",
        pt="{asked} tem a chave {found}, da qual o livro de registo diz outra coisa ou nada",
        zh="{asked} 持有金鑰 {found}，登記冊所載與此不同或沒有記載",
    ),
)
ENTRANCE_DIFFERS = Code(
    "entrance_differs",
    words(
        "what {asked} comes in by is not what the register says was set last",
        pt="aquilo com que {asked} entra não é o que o livro de registo diz ter sido definido por último",
        zh="{asked} 的登入憑據與登記冊所載最後設定者不符",
    ),
)
AUTHORISATION_DIFFERS = Code(
    "authorisation_differs",
    words(
        "an authorisation says {found}, and the register {expected}",
        pt="uma autorização diz {found}, e o livro de registo {expected}",
        zh="許可記錄為 {found}，登記冊為 {expected}",
    ),
)
DONE_ALONE = Code(
    "done_alone",
    words(
        "{asked} takes two persons, and {by} did it alone",
        pt="{asked} exige duas pessoas, e {by} fê-lo sem segunda pessoa",
        zh="{asked} 須兩人，{by} 卻單獨進行",
    ),
)
TIME_UNREADABLE = Code(
    "time_unreadable",
    words(
        "its time is not written as the journal writes: {asked}",
        pt="a sua hora não está escrita como o diário a escreve: {asked}",
        zh="其時間的寫法與日誌不符：{asked}",
    ),
)
TIME_BACKWARDS = Code(
    "time_backwards",
    words(
        "it is dated {asked}, before an earlier entry of {found}",
        pt="tem a data {asked}, anterior a um registo precedente de {found}",
        zh="其時間為 {asked}，早於前面一項記錄的 {found}",
    ),
)
TIME_TO_COME = Code(
    "time_to_come",
    words(
        "it is dated {asked}, and now it is {found}",
        pt="tem a data {asked}, e agora são {found}",
        zh="其時間為 {asked}，而現在是 {found}",
    ),
)
SPENT_EARLY = Code(
    "spent_early",
    words(
        "by {at} {found} avos had gone out of {asked}, and {expected} had come in",
        pt="até {at} tinham saído de {asked} {found} avos, e entrado {expected}",
        zh="至 {at} 為止，{asked} 已支出 {found} 仙，而存入僅 {expected} 仙",
    ),
)
