"""What more than one module of the house or its service refuses."""

from banca.rulebook import plural_words, refusal, words

CANNOT_OPEN_STORE = refusal(
    "cannot_open_store",
    words(
        "cannot use the database {asked}: {because}",
        pt="não é possível usar a base de dados {asked}: {because}",
        zh="無法使用資料庫 {asked}：{because}",
    ),
)
BAD_STORE = refusal(
    "bad_store",
    words(
        "cannot open a store with {asked}; write {allowed}",
        pt="não é possível abrir uma base de dados com {asked}; escreva {allowed}",
        zh="無法以 {asked} 開啟資料庫；請寫 {allowed}",
    ),
)
UNKNOWN_TABLE = refusal(
    "unknown_table",
    words(
        "there is no table {asked}; available: {allowed}",
        pt="não existe a mesa {asked}; disponíveis: {allowed}",
        zh="沒有名為 {asked} 的檯；現有：{allowed}",
    ),
)
UNKNOWN_ENTRY = refusal(
    "unknown_entry",
    words(
        "table {table} has no entry {asked}",
        pt="a mesa {table} não tem o registo {asked}",
        zh="檯 {table} 沒有第 {asked} 項記錄",
    ),
)
TABLE_EXISTS = refusal(
    "table_exists",
    words(
        "table {asked} already exists",
        pt="já existe a mesa {asked}",
        zh="已有名為 {asked} 的檯",
    ),
)
BAD_TABLE = refusal(
    "bad_table",
    words(
        "{asked} is not valid: {allowed}",
        pt="{asked} não é válido: {allowed}",
        zh="{asked} 無效：{allowed}",
    ),
)
TABLE_STOPPED = refusal(
    "table_stopped",
    words(
        "table {asked} is stopped: a check of the program failed; a supervisor can void the round (void_round), which requires a second person",
        pt="a mesa {asked} está parada: falhou uma verificação do programa; um supervisor pode anular a jogada (void_round), o que exige uma segunda pessoa",
        zh="檯 {asked} 已暫停：程式的一項檢查未能通過；主管可將該局作廢（void_round），須由第二人同意",
    ),
)
COMMAND_REPEATED = refusal(
    "command_repeated",
    words(
        "the id {asked} was used for another command (entry {seq}); give each command an id of its own",
        pt="o id {asked} já foi usado noutro comando (registo {seq}); dê a cada comando um id próprio",
        zh="id {asked} 已用於另一指令（第 {seq} 項記錄）；請為每項指令使用不同的 id",
    ),
)
STALE_SEQUENCE = refusal(
    "stale_sequence",
    words(
        "the table has moved on from entry {asked} to {allowed}; look again, then decide",
        pt="a mesa já passou do registo {asked} para o {allowed}; veja de novo e volte a decidir",
        zh="該檯已由第 {asked} 項記錄進至第 {allowed} 項；請重新查看再作決定",
    ),
)
NAME_TAKEN = refusal(
    "name_taken",
    words(
        "the name {asked} is already taken",
        pt="o nome {asked} já está em uso",
        zh="名稱 {asked} 已被使用",
    ),
)
UNKNOWN_USER = refusal(
    "unknown_user",
    words(
        "there is nobody with the name {asked}",
        pt="não existe ninguém com o nome {asked}",
        zh="沒有名為 {asked} 的人員",
    ),
)
WRONG_PASSWORD = refusal(
    "wrong_password",
    words(
        "wrong name or password",
        pt="nome ou palavra-passe incorrectos",
        zh="名稱或密碼不正確",
    ),
)
CODE_NEEDED = refusal(
    "code_needed",
    words(
        "the code of your second factor is also required",
        pt="é necessário também o código do seu segundo factor",
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
        "the access of {asked} is suspended",
        pt="o acesso de {asked} está suspenso",
        zh="{asked} 已停用",
    ),
)
TAKES_TWO = refusal(
    "takes_two",
    words(
        "{asked} requires two persons; one of these must agree: {allowed}",
        pt="{asked} exige duas pessoas; uma destas tem de concordar: {allowed}",
        zh="{asked} 須由兩人進行；須得以下其中一人同意：{allowed}",
    ),
)
NOT_THE_SECOND = refusal(
    "not_the_second",
    words(
        "{asked} made the request and cannot be the second person; these can: {allowed}",
        pt="foi {asked} quem fez o pedido e não pode ser a segunda pessoa; podem: {allowed}",
        zh="此事由 {asked} 提出，提出者不可兼為第二人；可由：{allowed}",
    ),
)
NOTHING_ASKED = refusal(
    "nothing_asked",
    words(
        "no request {asked} is waiting for a second person; waiting: {allowed}",
        pt="nenhum pedido {asked} aguarda uma segunda pessoa; a aguardar: {allowed}",
        zh="沒有第 {asked} 號請求在等候第二人；現有：{allowed}",
    ),
)
TOO_MANY_WISHES = refusal(
    "too_many_wishes",
    words(
        "{asked} of your requests are waiting for a second person; withdraw one first",
        pt="{asked} pedidos seus aguardam uma segunda pessoa; retire primeiro um deles",
        zh="閣下有 {asked} 項請求正等候第二人同意；請先撤回其中一項",
    ),
)
WISH_TOO_OLD = refusal(
    "wish_too_old",
    words(
        "request {asked} has expired: it was valid until {until}; make it again",
        pt="o pedido {asked} caducou: era válido até {until}; faça-o de novo",
        zh="第 {asked} 號請求已逾期：有效至 {until}；請再次提出",
    ),
)
ROUND_IS_OVER = refusal(
    "round_is_over",
    words(
        "the request was about round {asked}; the table is now at round {allowed}",
        pt="o pedido respeitava à jogada {asked}; a mesa está agora na jogada {allowed}",
        zh="該請求涉及第 {asked} 局；該檯現為第 {allowed} 局",
    ),
)
RECORD_DIFFERS = refusal(
    "record_differs",
    words(
        "the record does not match what was signed (first difference: {asked}); the house signs nothing and pays nothing out until somebody has examined it: keep the database as it is, and run banca audit verify",
        pt="os registos não correspondem ao que foi assinado (primeira diferença: {asked}); a casa nada assina e nada paga até alguém os examinar: conserve a base de dados como está e execute banca audit verify",
        zh="記錄與已簽署的內容不符（首個差異：{asked}）；在查明之前，娛樂場不再簽署，亦不付款：請保持資料庫原狀，並執行 banca audit verify",
    ),
)
RECORD_UNREAD = refusal(
    "record_unread",
    words(
        "the record is still being compared with what was signed ({asked} entries are left), and nothing is paid out before that; try again in a moment",
        pt="os registos ainda estão a ser comparados com o que foi assinado (faltam {asked}), e nada se paga antes disso; tente de novo dentro de momentos",
        zh="記錄仍在與已簽署的內容比對（尚餘 {asked} 項），完成前不付款；請稍後再試",
    ),
)
TOO_MANY_TOKENS = refusal(
    "too_many_tokens",
    plural_words(
        words(
            "you have {asked} token, and the maximum is {allowed}; end it first",
            pt="tem {asked} token, e o máximo é {allowed}; termine-o primeiro",
            zh="閣下持有 {asked} 個 token，上限為 {allowed}；請先終止一個",
        ),
        words(
            "you have {asked} tokens, and the maximum is {allowed}; end one first",
            pt="tem {asked} tokens, e o máximo é {allowed}; termine primeiro um deles",
            zh="閣下持有 {asked} 個 token，上限為 {allowed}；請先終止一個",
        ),
        by="asked",
    ),
)
NO_SUCH_KEY = refusal(
    "no_such_key",
    words(
        "you have no key {asked}",
        pt="não tem nenhuma chave {asked}",
        zh="閣下沒有憑證 {asked}",
    ),
)

UNKNOWN_CLASS = refusal(
    "unknown_class",
    words(
        "there is no class {asked} that you may see",
        pt="não existe nenhuma turma {asked} que possa ver",
        zh="沒有閣下可查看的班別 {asked}",
    ),
)
UNKNOWN_EXAM = refusal(
    "unknown_exam",
    words(
        "there is no exam {asked} that you may see",
        pt="não existe nenhum exame {asked} que possa ver",
        zh="沒有閣下可查看的考試 {asked}",
    ),
)
EXAM_CLOSED = refusal(
    "exam_closed",
    words(
        "{asked} is closed: nobody can begin an exam there any more",
        pt="{asked} está encerrado: já ninguém pode começar aí um exame",
        zh="{asked} 已結束：不能再開始考試",
    ),
)
EXAM_OVER = refusal(
    "exam_over",
    words(
        "exam {asked} is over: this answer came too late and does not count",
        pt="o exame {asked} terminou: esta resposta chegou tarde e não conta",
        zh="考試 {asked} 已結束：此答案逾時，不予計算",
    ),
)
EXAM_NOT_OVER = refusal(
    "exam_not_over",
    words(
        "exam {asked} is not over: the right answers are shown when it is handed in or its time is up",
        pt="o exame {asked} não terminou: as respostas certas mostram-se quando for entregue ou o tempo acabar",
        zh="考試 {asked} 尚未結束：交卷或時間到後方顯示正確答案",
    ),
)
NOT_A_TRAINEE = refusal(
    "not_a_trainee",
    words(
        "{asked} cannot be in a class: only players and croupiers with an account can",
        pt="{asked} não pode estar numa turma: só jogadores e croupiers com conta",
        zh="{asked} 不能加入班別：只限有帳戶的博彩者及莊荷",
    ),
)
