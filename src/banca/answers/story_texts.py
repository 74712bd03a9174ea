"""What the story of a table says of each event; amounts are in patacas, and the clauses follow the sentence."""

from banca.house.cage import CAGE
from banca.house.register import REGISTER
from banca.rulebook import Given, Term, term, words

SESSION_BEGUN = term("{name} starts a session: key {key}, until {until}")
LOGGED_IN = term("{name} logs in from {address}: key {key}, until {until}")
ASKED_FOR = term(
    "authorisation of {game} {option}={value}: requested on {asked}, planned for {planned}, not yet granted"
)
JOURNAL_OPENS = term("journal opened: {game}; version {version}")
SAFEGUARDS = term(
    "two persons required: {two}; most that one person alone may pay out at the cage: {amount} patacas; second factor required: {factor}"
)
SUSPENDED = term("access suspended")
NO_SUCH_NAME = term("unknown name")
MINIMUMS = term("minimums of their own: {bets}")
WITH_PRIZE = term("prize {prize}, commission {commission}, breakage {breakage}")
WITH_COMMISSION = term("commission {commission}, breakage {breakage}")
VERDICTS: dict[str, Term | Given] = {
    "win": term("wins"),
    "lose": term("loses"),
    "tie": term("ties"),
}
ACTS = {
    "open_table": words("Open the table", pt="Abrir a mesa", zh="開檯"),
    "cash_in": words("Deposit", pt="Depositar", zh="存入"),
    "cash_out": words("Withdraw", pt="Levantar", zh="提取"),
    "begin_register": words("Begin the register", pt="Abrir o livro de registo", zh="開立登記冊"),
    "set_safeguards": words("Set the safeguards", pt="Definir as salvaguardas", zh="設定保障措施"),
    "replace_key": words("Replace the key", pt="Substituir a chave", zh="更換密鑰"),
    "set_log_key": words(
        "Set the log's key", pt="Definir a chave do registo de transparência", zh="設定透明日誌的密鑰"
    ),
    "continue_log": words("Continue the log", pt="Continuar o registo de transparência", zh="繼續透明日誌"),
    "add_person": words("Add a person", pt="Adicionar uma pessoa", zh="新增人員"),
    "shut_out": words("Suspend access", pt="Suspender o acesso", zh="停用"),
    "reset_password": words("Reset the password", pt="Repor a palavra-passe", zh="重設密碼"),
    "change_password": words("Change the password", pt="Alterar a palavra-passe", zh="更改密碼"),
    "set_factor": words("Set a second factor", pt="Definir o segundo factor", zh="設定第二重驗證"),
    "issue_key": words("Log in or make a token", pt="Iniciar sessão ou criar uma chave", zh="登入或建立憑證"),
    "end_key": words("End a session or token", pt="Terminar uma sessão ou chave", zh="終止登入或憑證"),
    "count_failures": words("Count failed log-ins", pt="Contar inícios de sessão falhados", zh="統計登入失敗次數"),
    "record_authorisation": words("Record an authorisation", pt="Registar uma autorização", zh="記錄許可"),
    "look_at_hidden": words("Look at hidden tiles", pt="Ver pedras ocultas", zh="查看隱藏的牌"),
    "ask_second": words("Ask for a second person", pt="Solicitar uma segunda pessoa", zh="要求第二人同意"),
    "give_second": words("Agree as second person", pt="Concordar como segunda pessoa", zh="以第二人身分同意"),
    "drop_second": words("Decline or withdraw", pt="Recusar ou desistir", zh="不同意或撤回"),
}
"""Acts that no button names."""
SETTINGS = {
    "observed": words("observed", pt="observados", zh="由莊荷錄入"),
    "drawn": words("drawn", pt="sorteados", zh="由程式抽出"),
    "croupier": words("a croupier", pt="um croupier", zh="莊荷"),
    "automatic": words("the program", pt="o programa", zh="程式"),
}
"""Where a table's results come from, and who conducts it."""

DID = words(
    "{seq}. {at} (Macau) {by} ({role}): {act}",
    pt="{seq}. {at} (Macau) {by} ({role}): {act}",
    zh="{seq}. {at}（澳門）{by}（{role}）：{act}",
)
AGREED = term("{did}; {second} agrees")
THEN = term("{did}; phase: {phase}")
THEN_ALSO = words("; ", pt="; ", zh="；")
"""Between two parts of a line."""
ROUND = term("Round {number}: {result}. Staked {staked}, paid {paid}, result of the house {house}.")
OUTSIDE_TABLES = {
    CAGE: term("The cage: deposits and withdrawals."),
    REGISTER: term("The register: people, keys, authorisations, and who agreed to what."),
}
UNDER_WAY = term("in progress")
ENDED = term("ended")
VOID = term("void")
