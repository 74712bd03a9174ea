"""What the service refuses, with an HTTP status of its own (`banca.service.problems`)."""

from banca.rulebook import refusal, words

NOT_LOGGED_IN = refusal(
    "not_logged_in",
    words(
        "log in first, or send a bearer token",
        pt="entre primeiro com o seu nome e palavra-passe, ou envie um bearer token",
        zh="請先登入，或附上 bearer token",
    ),
)
PASSWORD_MUST_CHANGE = refusal(
    "password_must_change",
    words(
        "the one-time password must be changed first (POST /api/v1/password)",
        pt="é preciso alterar primeiro a palavra-passe de uso único (POST /api/v1/password)",
        zh="請先更改一次性密碼（POST /api/v1/password）",
    ),
)
FACTOR_MUST_BE_SET = refusal(
    "factor_must_be_set",
    words(
        "staff of this house need a second factor; set yours first",
        pt="o pessoal desta casa precisa de um segundo factor; configure primeiro o seu",
        zh="此娛樂場的員工須有第二重驗證；請先設定",
    ),
)
SESSION_NEEDED = refusal(
    "session_needed",
    words(
        "a token cannot do this; log in with your password",
        pt="um token não pode fazer isto; inicie sessão com a sua palavra-passe",
        zh="權杖不能作此操作；請以密碼登入",
    ),
)
NO_CSRF_TOKEN = refusal(
    "no_csrf_token",
    words(
        "the header X-CSRF-Token is missing or wrong; GET /api/v1/me tells the right one",
        pt="o cabeçalho X-CSRF-Token falta ou não está certo; GET /api/v1/me indica o valor certo",
        zh="標頭 X-CSRF-Token 欠缺或不正確；可由 GET /api/v1/me 取得正確的值",
    ),
)
NO_DEMO = refusal(
    "no_demo",
    words(
        "this house has no demo; ask a supervisor for an account",
        pt="esta casa não tem demonstração; peça uma conta a um supervisor",
        zh="此娛樂場不設示範；請向主管申請帳戶",
    ),
)
TOO_MANY_TRIES = refusal(
    "too_many_tries",
    words(
        "too many tries; try again in {asked} seconds",
        pt="demasiadas tentativas; tente de novo daqui a {asked} segundos",
        zh="嘗試次數過多；請於 {asked} 秒後再試",
    ),
)
NOT_FOUND = refusal(
    "not_found",
    words(
        "there is nothing at {asked}",
        pt="não há nada em {asked}",
        zh="{asked} 沒有任何內容",
    ),
)
STORE_DOWN = refusal(
    "store_down",
    words(
        "the store does not answer ({because}); ask again with the same command id",
        pt="o arquivo não responde ({because}); peça de novo com o mesmo id do comando",
        zh="存庫沒有回應（{because}）；請以相同的指令 id 再試",
    ),
)
DRAINING = refusal(
    "draining",
    words(
        "the server is shutting down; ask again with the same command id",
        pt="o servidor está a encerrar; peça de novo com o mesmo id do comando",
        zh="伺服器正在關閉；請以相同的指令 id 再試",
    ),
)
UNKNOWN_RUN = refusal(
    "unknown_run",
    words(
        "there is no simulation {asked} of yours; those done long ago are not kept",
        pt="não há nenhuma simulação sua {asked}; as acabadas há muito não se guardam",
        zh="閣下沒有模擬 {asked}；較早前完成的不予保留",
    ),
)
TOO_MANY_RUNS = refusal(
    "too_many_runs",
    words(
        "no more than {allowed} simulations may wait or run at once; try again when one is done",
        pt="não podem estar em espera ou a decorrer mais de {allowed} simulações ao mesmo tempo; tente de novo quando uma acabar",
        zh="最多只可同時輪候或執行 {allowed} 項模擬；請待其中一項完成後再試",
    ),
)
TOO_MANY_DRAFTS = refusal(
    "too_many_drafts",
    words(
        "{allowed} people are having proposals worked out already; try again in {seconds} seconds",
        pt="já se calculam propostas de {allowed} pessoas; tente de novo daqui a {seconds} segundos",
        zh="已有 {allowed} 人的建議正在計算；請於 {seconds} 秒後再試",
    ),
)
TOO_MANY_STREAMS = refusal(
    "too_many_streams",
    words(
        "no more than {allowed} streams of one person or address may be open at once; close one, or try again in {seconds} seconds",
        pt="não podem estar abertos mais de {allowed} fluxos de uma pessoa ou de um endereço ao mesmo tempo; feche um, ou tente de novo daqui a {seconds} segundos",
        zh="同一人或同一位址最多只可同時開啟 {allowed} 條事件串流；請關閉其中一條，或於 {seconds} 秒後再試",
    ),
)
TOO_FAR_BEHIND = refusal(
    "too_far_behind",
    words(
        "entries up to {allowed} are not sent again; follow with after={allowed}, or look at the table and follow it from there",
        pt="os registos até {allowed} não são enviados de novo; acompanhe com after={allowed}, ou veja a mesa e acompanhe-a a partir daí",
        zh="截至第 {allowed} 條的記錄不再重發；請以 after={allowed} 跟隨，或先查看賭檯再由該處開始跟隨",
    ),
)
TOO_MANY_EXPORTS = refusal(
    "too_many_exports",
    words(
        "no more than {allowed} exports and audits may go on at once; try again in {seconds} seconds",
        pt="não podem decorrer mais de {allowed} exportações e auditorias ao mesmo tempo; tente de novo daqui a {seconds} segundos",
        zh="最多只可同時進行 {allowed} 項匯出及查核；請於 {seconds} 秒後再試",
    ),
)
TOO_OFTEN = refusal(
    "too_often",
    words(
        "no more than {allowed} a minute ({limit}); try again in {seconds} seconds",
        pt="não mais de {allowed} por minuto ({limit}); tente de novo daqui a {seconds} segundos",
        zh="每分鐘最多 {allowed} 次（{limit}）；請於 {seconds} 秒後再試",
    ),
)
TOO_BUSY = refusal(
    "too_busy",
    words(
        "too many are waiting for this already ({limit}); try again in {seconds} seconds",
        pt="já há demasiados pedidos à espera disto ({limit}); tente de novo daqui a {seconds} segundos",
        zh="輪候人數過多（{limit}）；請於 {seconds} 秒後再試",
    ),
)
SUPERSEDED = refusal(
    "superseded",
    words(
        "you have asked again meanwhile, and that is worked out instead",
        pt="entretanto fez novo pedido, e é esse que se calcula",
        zh="閣下其間已再次提出，現改為計算新的內容",
    ),
)
