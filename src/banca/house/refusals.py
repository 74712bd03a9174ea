"""What more than one module of the house or its service refuses."""

from banca.rulebook import refusal, words

BAD_STORE = refusal(
    "bad_store",
    words(
        "no store can be opened by {asked}; write {allowed}",
        pt="não é possível abrir um arquivo com {asked}; escreva {allowed}",
        zh="無法以 {asked} 開啟存庫；請寫 {allowed}",
    ),
)
UNKNOWN_TABLE = refusal(
    "unknown_table",
    words(
        "there is no table {asked}; the tables are {allowed}",
        pt="não há a mesa {asked}; as mesas são {allowed}",
        zh="沒有檯 {asked}；檯有 {allowed}",
    ),
)
TABLE_EXISTS = refusal(
    "table_exists",
    words(
        "there is a table {asked} already",
        pt="já há uma mesa {asked}",
        zh="已有檯 {asked}",
    ),
)
BAD_TABLE = refusal(
    "bad_table",
    words(
        "{asked} does not fit: {allowed}",
        pt="{asked} não serve: {allowed}",
        zh="{asked} 不合適：{allowed}",
    ),
)
TABLE_STOPPED = refusal(
    "table_stopped",
    words(
        "table {asked} is stopped: a check of the program failed there; a supervisor must look",
        pt="a mesa {asked} está parada: falhou aí uma verificação do programa; um supervisor tem de a examinar",
        zh="檯 {asked} 已暫停：程式的一項檢查未能通過；須由主管查看",
    ),
)
COMMAND_REPEATED = refusal(
    "command_repeated",
    words(
        "the id {asked} was used for another command (entry {seq}); give each command its own",
        pt="o id {asked} já serviu para outro comando (registo {seq}); dê a cada comando o seu",
        zh="id {asked} 已用於另一指令（第 {seq} 項記錄）；請為每項指令使用不同的 id",
    ),
)
STALE_SEQUENCE = refusal(
    "stale_sequence",
    words(
        "the table has moved on from {asked} to {allowed}; look again and decide anew",
        pt="a mesa já passou de {asked} para {allowed}; veja de novo e volte a decidir",
        zh="該檯已由 {asked} 進至 {allowed}；請重新查看再作決定",
    ),
)
NAME_TAKEN = refusal(
    "name_taken",
    words(
        "somebody is called {asked} already",
        pt="já há alguém chamado {asked}",
        zh="已有人名為 {asked}",
    ),
)
UNKNOWN_USER = refusal(
    "unknown_user",
    words(
        "nobody is called {asked}",
        pt="ninguém se chama {asked}",
        zh="沒有名為 {asked} 的人",
    ),
)
WRONG_PASSWORD = refusal(
    "wrong_password",
    words(
        "name or password is wrong",
        pt="o nome ou a palavra-passe não está certo",
        zh="名稱或密碼不正確",
    ),
)
CODE_NEEDED = refusal(
    "code_needed",
    words(
        "the code of your second factor is needed too",
        pt="é preciso também o código do seu segundo factor",
        zh="還須輸入第二重驗證的驗證碼",
    ),
)
WRONG_CODE = refusal(
    "wrong_code",
    words(
        "the code is wrong, or was used before; wait for the next one",
        pt="o código está errado, ou já foi usado; espere pelo seguinte",
        zh="驗證碼不正確或已使用；請等候下一個",
    ),
)
SHUT_OUT = refusal(
    "shut_out",
    words(
        "{asked} is shut out",
        pt="{asked} está sem acesso",
        zh="{asked} 已停用",
    ),
)
TAKES_TWO = refusal(
    "takes_two",
    words(
        "{asked} takes two persons; one of these must agree: {allowed}",
        pt="{asked} exige duas pessoas; uma destas tem de concordar: {allowed}",
        zh="{asked} 須兩人；須由以下其中一人同意：{allowed}",
    ),
)
NOT_THE_SECOND = refusal(
    "not_the_second",
    words(
        "{asked} has asked for it and cannot be the second person; these can: {allowed}",
        pt="foi {asked} quem o pediu e não pode ser a segunda pessoa; podem: {allowed}",
        zh="此事由 {asked} 提出，不可兼為第二人；可由：{allowed}",
    ),
)
NOTHING_ASKED = refusal(
    "nothing_asked",
    words(
        "nothing waits for a second person under number {asked}; there are: {allowed}",
        pt="nada aguarda uma segunda pessoa com o número {asked}; há: {allowed}",
        zh="第 {asked} 號沒有等候第二人的事項；現有：{allowed}",
    ),
)
TOO_MANY_WISHES = refusal(
    "too_many_wishes",
    words(
        "{asked} of your wishes wait for a second person; take one back first",
        pt="{asked} pedidos seus aguardam uma segunda pessoa; retire primeiro um deles",
        zh="閣下有 {asked} 項請求正等候第二人同意；請先撤回其中一項",
    ),
)
WISH_TOO_OLD = refusal(
    "wish_too_old",
    words(
        "number {asked} has waited too long, it was good until {until}; ask again",
        pt="o número {asked} esperou demasiado, era válido até {until}; peça de novo",
        zh="第 {asked} 號等候過久，有效至 {until}；請再次提出",
    ),
)
ROUND_IS_OVER = refusal(
    "round_is_over",
    words(
        "it was about round {asked}; the table is at round {allowed} now",
        pt="tratava-se da ronda {asked}; a mesa está agora na ronda {allowed}",
        zh="所涉為第 {asked} 局；該檯現為第 {allowed} 局",
    ),
)
TOO_MANY_TOKENS = refusal(
    "too_many_tokens",
    words(
        "you hold {asked} tokens, and {allowed} is the most; end one first",
        pt="tem {asked} tokens, e o máximo é {allowed}; termine primeiro um",
        zh="閣下持有 {asked} 個 token，上限為 {allowed}；請先終止一個",
    ),
)
NO_SUCH_KEY = refusal(
    "no_such_key",
    words(
        "you hold no key {asked}",
        pt="não tem nenhuma chave {asked}",
        zh="閣下沒有憑證 {asked}",
    ),
)
