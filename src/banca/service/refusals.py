"""What the service refuses, with an HTTP status of its own (`banca.service.problems`)."""

from banca.rulebook import plural_words, refusal, words

NOT_LOGGED_IN = refusal(
    "not_logged_in",
    words(
        "log in first, or send a bearer token",
        pt="inicie sessão primeiro, ou envie um bearer token",
        zh="請先登入，或附上 bearer token",
    ),
)
PASSWORD_MUST_CHANGE = refusal(
    "password_must_change",
    words(
        "change the one-time password first (POST /api/v1/password)",
        pt="altere primeiro a palavra-passe de uso único (POST /api/v1/password)",
        zh="請先更改一次性密碼（POST /api/v1/password）",
    ),
)
FACTOR_MUST_BE_SET = refusal(
    "factor_must_be_set",
    words(
        "staff of this house need a second factor; set up yours first",
        pt="o pessoal desta casa precisa de um segundo factor; configure primeiro o seu",
        zh="此娛樂場的員工須有第二重驗證；請先設定",
    ),
)
SESSION_NEEDED = refusal(
    "session_needed",
    words(
        "this cannot be done with a token; log in with your password",
        pt="isto não pode ser feito com um token; inicie sessão com a sua palavra-passe",
        zh="不能以 token 作此操作；請以密碼登入",
    ),
)
NO_CSRF_TOKEN = refusal(
    "no_csrf_token",
    words(
        "the header X-CSRF-Token is missing or wrong; GET /api/v1/me returns the right value",
        pt="o cabeçalho X-CSRF-Token falta ou está incorrecto; GET /api/v1/me devolve o valor correcto",
        zh="標頭 X-CSRF-Token 欠缺或不正確；可由 GET /api/v1/me 取得正確的值",
    ),
)
NO_CLOCK = refusal(
    "no_clock",
    words(
        "at table {asked} the croupier is a person and waits for nobody's word",
        pt="na mesa {asked} o croupier é uma pessoa e não espera por aviso de ninguém",
        zh="{asked} 檯由莊荷主持，無須表示準備就緒",
    ),
)
NOTHING_CALLED = refusal(
    "nothing_called",
    words(
        "no result has been called that is still to be paid",
        pt="não foi anunciado nenhum resultado que esteja por pagar",
        zh="沒有已宣佈而待派彩的結果",
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
    plural_words(
        words(
            "too many attempts; try again in {asked} second",
            pt="demasiadas tentativas; tente de novo daqui a {asked} segundo",
            zh="嘗試次數過多；請於 {asked} 秒後再試",
        ),
        words(
            "too many attempts; try again in {asked} seconds",
            pt="demasiadas tentativas; tente de novo daqui a {asked} segundos",
            zh="嘗試次數過多；請於 {asked} 秒後再試",
        ),
        by="asked",
    ),
)
ROUND_NOT_OVER = refusal(
    "round_not_over",
    words(
        "round {asked} is not over: supervisors can read it when it is",
        pt="a jogada {asked} não terminou: os supervisores podem lê-la quando terminar",
        zh="第 {asked} 局尚未結束：結束後主管方可查閱",
    ),
)
NOT_FOUND = refusal(
    "not_found",
    words(
        "there is nothing at {asked}",
        pt="não existe nada em {asked}",
        zh="{asked} 沒有任何內容",
    ),
)
STORE_DOWN = refusal(
    "store_down",
    words(
        "the store does not respond ({because}); send the command again with the same id",
        pt="a base de dados não responde ({because}); envie de novo o comando com o mesmo id",
        zh="資料庫沒有回應（{because}）；請以相同的指令 id 再試",
    ),
)
STORE_BROKEN = refusal(
    "store_broken",
    words(
        "the store cannot be used: {because}; whoever runs this server has to mend that first",
        pt="a base de dados não pode ser usada: {because}; primeiro, quem mantém este servidor tem de o resolver",
        zh="資料庫無法使用：{because}；須先由伺服器管理員處理",
    ),
)
DRAINING = refusal(
    "draining",
    words(
        "the server is shutting down; send the command again with the same id",
        pt="o servidor está a encerrar; envie de novo o comando com o mesmo id",
        zh="伺服器正在關閉；請以相同的指令 id 再試",
    ),
)
UNKNOWN_RUN = refusal(
    "unknown_run",
    words(
        "you have no simulation {asked}; older simulations are not kept",
        pt="não tem nenhuma simulação {asked}; as mais antigas não são guardadas",
        zh="閣下沒有模擬 {asked}；較早完成的不予保留",
    ),
)
TOO_MANY_RUNS = refusal(
    "too_many_runs",
    plural_words(
        words(
            "at most {allowed} simulation may wait or run at once; try again when it is finished",
            pt="no máximo, {allowed} simulação pode estar à espera ou a decorrer; tente de novo quando terminar",
            zh="最多只可同時輪候或執行 {allowed} 項模擬；請待其中一項完成後再試",
        ),
        words(
            "at most {allowed} simulations may wait or run at once; try again when one is finished",
            pt="no máximo, {allowed} simulações podem estar à espera ou a decorrer ao mesmo tempo; tente de novo quando uma terminar",
            zh="最多只可同時輪候或執行 {allowed} 項模擬；請待其中一項完成後再試",
        ),
        by="allowed",
    ),
)
TOO_MANY_DRAFTS = refusal(
    "too_many_drafts",
    plural_words(
        words(
            "proposals of {allowed} person are being computed already; try again in {seconds} s",
            pt="já se calculam propostas de {allowed} pessoa; tente de novo daqui a {seconds} s",
            zh="已有 {allowed} 人的建議正在計算；請於 {seconds} 秒後再試",
        ),
        words(
            "proposals of {allowed} people are being computed already; try again in {seconds} s",
            pt="já se calculam propostas de {allowed} pessoas; tente de novo daqui a {seconds} s",
            zh="已有 {allowed} 人的建議正在計算；請於 {seconds} 秒後再試",
        ),
        by="allowed",
    ),
)
TOO_MANY_STREAMS = refusal(
    "too_many_streams",
    plural_words(
        words(
            "at most {allowed} stream of one person or address may be open at once; close it, or try again in {seconds} s",
            pt="no máximo, {allowed} transmissão de uma pessoa ou de um endereço pode estar aberta de cada vez; feche-a, ou tente de novo daqui a {seconds} s",
            zh="同一人或同一位址最多只可同時開啟 {allowed} 條事件串流；請關閉其中一條，或於 {seconds} 秒後再試",
        ),
        words(
            "at most {allowed} streams of one person or address may be open at once; close one, or try again in {seconds} s",
            pt="no máximo, {allowed} transmissões de uma pessoa ou de um endereço podem estar abertas ao mesmo tempo; feche uma, ou tente de novo daqui a {seconds} s",
            zh="同一人或同一位址最多只可同時開啟 {allowed} 條事件串流；請關閉其中一條，或於 {seconds} 秒後再試",
        ),
        by="allowed",
    ),
)
TOO_FAR_BEHIND = refusal(
    "too_far_behind",
    words(
        "entries up to {allowed} are not sent again; follow with after={allowed}, or look at the table and follow it from there",
        pt="os registos até ao {allowed} não são enviados de novo; acompanhe com after={allowed}, ou veja a mesa e acompanhe-a a partir daí",
        zh="截至第 {allowed} 項的記錄不再重發；請以 after={allowed} 跟隨，或先查看該檯再由該處開始跟隨",
    ),
)
TOO_MANY_EXPORTS = refusal(
    "too_many_exports",
    plural_words(
        words(
            "at most {allowed} export or audit may run at once; try again in {seconds} s",
            pt="no máximo, {allowed} exportação ou auditoria pode decorrer de cada vez; tente de novo daqui a {seconds} s",
            zh="最多只可同時進行 {allowed} 項匯出及查核；請於 {seconds} 秒後再試",
        ),
        words(
            "at most {allowed} exports and audits may run at once; try again in {seconds} s",
            pt="no máximo, {allowed} exportações e auditorias podem decorrer ao mesmo tempo; tente de novo daqui a {seconds} s",
            zh="最多只可同時進行 {allowed} 項匯出及查核；請於 {seconds} 秒後再試",
        ),
        by="allowed",
    ),
)
TOO_OFTEN = refusal(
    "too_often",
    words(
        "at most {allowed} a minute ({limit}); try again in {seconds} s",
        pt="no máximo, {allowed} por minuto ({limit}); tente de novo daqui a {seconds} s",
        zh="每分鐘最多 {allowed} 次（{limit}）；請於 {seconds} 秒後再試",
    ),
)
TOO_OFTEN_AN_HOUR = refusal(
    "too_often_an_hour",
    words(
        "at most {allowed} an hour ({limit}); try again in {seconds} s",
        pt="no máximo, {allowed} por hora ({limit}); tente de novo daqui a {seconds} s",
        zh="每小時最多 {allowed} 次（{limit}）；請於 {seconds} 秒後再試",
    ),
)
NOT_A_GUEST = refusal(
    "not_a_guest",
    words(
        "{asked} is no guest of the demo; a supervisor pays money in at the cage",
        pt="{asked} não é visitante da demonstração; um supervisor deposita dinheiro na tesouraria",
        zh="{asked} 並非示範訪客；請主管於帳房存款",
    ),
)
ENOUGH_CHIPS = refusal(
    "enough_chips",
    words(
        "you still have {asked}; more play money is for who has less than {allowed}",
        pt="ainda tem {asked}; mais dinheiro fictício é para quem tem menos de {allowed}",
        zh="閣下仍有 {asked}；少於 {allowed} 者才可再取模擬資金",
    ),
)
TOO_BUSY = refusal(
    "too_busy",
    words(
        "too many requests are waiting already ({limit}); try again in {seconds} s",
        pt="já há demasiados pedidos à espera ({limit}); tente de novo daqui a {seconds} s",
        zh="輪候的請求過多（{limit}）；請於 {seconds} 秒後再試",
    ),
)
SUPERSEDED = refusal(
    "superseded",
    words(
        "a newer request of yours is being computed instead",
        pt="entretanto enviou um novo pedido, e é esse que se calcula",
        zh="閣下其間已再次提出，現改為計算新的請求",
    ),
)
LOG_NOT_SO_LARGE = refusal(
    "log_not_so_large",
    words(
        "there is no proof from {asked} to {size} entries; the log has {allowed}",
        pt="não há prova de {asked} para {size} registos; o registo de transparência tem {allowed}",
        zh="沒有由 {asked} 項至 {size} 項記錄的證明；透明日誌現有 {allowed} 項",
    ),
)
