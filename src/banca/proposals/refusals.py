"""What is refused of a proposal file."""

from banca.rulebook import refusal, words

BAD_PROPOSAL = refusal(
    "bad_proposal",
    words(
        "{asked}, line {line}: {because}",
        pt="{asked}, linha {line}: {because}",
        zh="{asked} 第 {line} 行：{because}",
    ),
)
UNKNOWN_EXAMPLE = refusal(
    "unknown_example",
    words(
        "there is no such file; the worked examples: {allowed}",
        pt="esse ficheiro não existe; exemplos disponíveis: {allowed}",
        zh="沒有該檔案；現有範例：{allowed}",
    ),
)
STARLARK = refusal(
    "starlark",
    words(
        "Starlark reports: {because}",
        pt="o Starlark indica: {because}",
        zh="Starlark 指出：{because}",
    ),
)
UNSEEN_LETTER = refusal(
    "unseen_letter",
    words(
        "there is an invisible character, {asked}; remove it",
        pt="há um carácter invisível, {asked}; retire-o",
        zh="有一個看不見的字元 {asked}；請刪去",
    ),
)
FILE_TOO_LONG = refusal(
    "file_too_long",
    words(
        "a proposal has at most {allowed} characters, and this one has more",
        pt="uma proposta tem no máximo {allowed} caracteres, e esta tem mais",
        zh="建議最多 {allowed} 個字元，此檔案超出",
    ),
)
PROPOSAL_TOO_LONG = refusal(
    "proposal_too_long",
    words(
        "the file runs for more than {allowed} s, or longer than any bet needs; shorten its loops",
        pt="o ficheiro demora mais de {allowed} s, ou mais do que uma aposta pode exigir; encurte os seus ciclos",
        zh="檔案執行超過 {allowed} 秒，或超出投注所需；請縮短迴圈",
    ),
)
PROPOSAL_TOO_LARGE = refusal(
    "proposal_too_large",
    words(
        "the file needs more than {allowed} MB of memory; keep its lists and texts short",
        pt="o ficheiro precisa de mais de {allowed} MB de memória; mantenha curtas as suas listas e textos",
        zh="檔案所需記憶體超過 {allowed} MB；請縮短其列表及文字",
    ),
)
PROPOSAL_STATES = refusal(
    "proposal_states",
    words(
        "the bet has more than {allowed} states; keep in its state only what its outcome depends on",
        pt="a aposta tem mais de {allowed} estados; guarde no seu estado só aquilo de que depende o desfecho",
        zh="投注的狀態多於 {allowed} 個；狀態只應保留影響輸贏的資料",
    ),
)
PROPOSAL_CALLS = refusal(
    "proposal_calls",
    words(
        "a file may call {asked} at most {allowed} times; split it into several files",
        pt="um ficheiro pode chamar {asked} no máximo {allowed} vezes; divida-o em vários ficheiros",
        zh="一個檔案呼叫 {asked} 最多 {allowed} 次；請分為多個檔案",
    ),
)
PROPOSAL_ONCE = refusal(
    "proposal_once",
    words(
        "name the game once: proposal(game = ..., title = say(en = ..., pt = ..., zh = ...))",
        pt="indique o jogo uma só vez: proposal(game = ..., title = say(en = ..., pt = ..., zh = ...))",
        zh="請指明一次屬哪項博彩：proposal(game = ..., title = say(en = ..., pt = ..., zh = ...))",
    ),
)
PROPOSAL_VALUE = refusal(
    "proposal_value",
    words(
        "{asked} cannot be {given}",
        pt="{asked} não pode ser {given}",
        zh="{asked} 不可為 {given}",
    ),
)
NOTHING_PROPOSED = refusal(
    "nothing_proposed",
    words(
        "the file proposes nothing; call bet(...) or change(...)",
        pt="o ficheiro nada propõe; chame bet(...) ou change(...)",
        zh="檔案沒有建議任何內容；請呼叫 bet(...) 或 change(...)",
    ),
)
BAD_STATE = refusal(
    "bad_state",
    words(
        "a state must be text, a whole number, True, False, None or a tuple of these, so that states can be compared; not {given}",
        pt="um estado tem de ser texto, um número inteiro, True, False, None ou um tuplo destes, para que os estados se possam comparar; não {given}",
        zh="狀態須為文字、整數、True、False、None 或由此組成的 tuple，以便與其他狀態區分；不可為 {given}",
    ),
)
WINS_OR_STEP = refusal(
    "wins_or_step",
    words(
        "a bet needs either wins = (a condition on the outcome) or step = (a function of state and outcome)",
        pt="uma aposta precisa de wins = (uma condição sobre o resultado) ou de step = (uma função do estado e do resultado)",
        zh="投注須有 wins =（對結果的條件）或 step =（狀態與結果的函數），兩者擇一",
    ),
)
WINS_AND_TIES = refusal(
    "wins_and_ties",
    words(
        "the outcome {outcome} both wins and ties; it can do only one",
        pt="o resultado {outcome} ganha e empata ao mesmo tempo; só pode fazer um deles",
        zh="結果 {outcome} 既贏亦和；只可為其一",
    ),
)
STEP_NONSENSE = refusal(
    "step_nonsense",
    words(
        "in state {state} with outcome {outcome} the bet returned {gave}; return win(...), lose(), push() or stay(state)",
        pt="no estado {state}, com o resultado {outcome}, a aposta devolveu {gave}; devolva win(...), lose(), push() ou stay(state)",
        zh="在狀態 {state} 及結果 {outcome} 下，投注傳回 {gave}；須傳回 win(...)、lose()、push() 或 stay(state)",
    ),
)
UNKNOWN_FACT = refusal(
    "unknown_fact",
    words(
        "sees must be a list of what can be seen in this game: {allowed}",
        pt="sees tem de ser uma lista do que é visível neste jogo: {allowed}",
        zh="sees 須為列表，列出在該博彩可見的項目：{allowed}",
    ),
)
NO_SUCH_FACT = refusal(
    "no_such_fact",
    words(
        "an outcome has no {asked} here; available: {allowed}",
        pt="aqui um resultado não tem {asked}; disponíveis: {allowed}",
        zh="此處的結果沒有 {asked}；可用的有：{allowed}",
    ),
)
NOT_CALLED = refusal(
    "not_called",
    words(
        "write {asked}() with brackets",
        pt="escreva {asked}() com os parênteses",
        zh="請連括號寫成 {asked}()",
    ),
)
NOT_A_FUNCTION = refusal(
    "not_a_function",
    words(
        "{asked} must be a function such as lambda o: o.total == 7; not {given}",
        pt="{asked} tem de ser uma função como lambda o: o.total == 7; não {given}",
        zh="{asked} 必須是函數，例如 lambda o: o.total == 7；不可為 {given}",
    ),
)
NOT_TOLD = refusal(
    "not_told",
    words(
        "{asked} is missing in {missing}; write say(en = ..., pt = ..., zh = ...)",
        pt="{asked} falta em {missing}; escreva say(en = ..., pt = ..., zh = ...)",
        zh="{asked} 欠缺 {missing} 文本；請寫 say(en = ..., pt = ..., zh = ...)",
    ),
)
TEXT_TOO_LONG = refusal(
    "text_too_long",
    words(
        "{asked} must be one line of at most {allowed} printable characters: {given}",
        pt="{asked} tem de ser uma só linha de, no máximo, {allowed} caracteres imprimíveis: {given}",
        zh="{asked} 須為一行，最多 {allowed} 個可顯示的字元：{given}",
    ),
)
NAME_WITHOUT_SELECTION = refusal(
    "name_without_selection",
    words(
        "the name of {asked}, which has selections, needs {{}} in their place: {given}",
        pt="o nome de {asked}, que tem selecções, precisa de {{}} no lugar delas: {given}",
        zh="{asked} 設有選擇，其名稱須在放置選擇之處寫上 {{}}：{given}",
    ),
)
BAD_BET_ID = refusal(
    "bad_bet_id",
    words(
        "an id has only lower-case letters, digits and _, a selection only letters, digits and -; not {asked}",
        pt="um id só tem minúsculas, algarismos e _, e uma selecção só letras, algarismos e -; não {asked}",
        zh="id 只可用小寫字母、數字及 _，選擇只可用字母、數字及 -；不可為 {asked}",
    ),
)
BET_THERE = refusal(
    "bet_there",
    words(
        "bet {asked} already exists; give the new bet another id, or change the existing one with change(bet = ...)",
        pt="já existe a aposta {asked}; dê outro id à nova, ou altere a existente com change(bet = ...)",
        zh="已有投注 {asked}；請為新投注另定 id，或以 change(bet = ...) 更改原有投注",
    ),
)
UNKNOWN_PLACE = refusal(
    "unknown_place",
    words(
        "place must say where the bet is on the layout: {allowed}; not {asked}",
        pt="place tem de indicar onde fica a aposta no layout: {allowed}; não {asked}",
        zh="place 須指明投注在檯面佈局上的位置：{allowed}；不可為 {asked}",
    ),
)
NO_PRIZES = refusal(
    "no_prizes",
    words(
        '{asked} needs either pays = "7 to 6" or prizes = a table of rows such as {{"two": "30 to 1"}}, and not both',
        pt='{asked} precisa de pays = "7 to 6" ou de prizes = uma tabela de linhas como {{"two": "30 to 1"}}, e não de ambos',
        zh='{asked} 須有 pays = "7 to 6"，或 prizes = 多行的表，如 {{"two": "30 to 1"}}，兩者只可擇一',
    ),
)
BAD_PRIZE = refusal(
    "bad_prize",
    words(
        '{asked} must be text such as "7 to 6" or "30 for 1", in whole numbers; not {given}',
        pt='{asked} tem de ser texto como "7 to 6" ou "30 for 1", em números inteiros; não {given}',
        zh='{asked} 須為文字，如 "7 to 6" 或 "30 for 1"，並用整數；不可為 {given}',
    ),
)
PRIZE_OUT_OF_RANGE = refusal(
    "prize_out_of_range",
    words(
        "{asked} pays nothing or more than {allowed} to 1: {given}",
        pt="{asked} não paga nada ou paga mais de {allowed} para 1: {given}",
        zh="{asked} 沒有彩金，或高於 1 賠 {allowed}：{given}",
    ),
)
ONE_PRIZE = refusal(
    "one_prize",
    words(
        "the bet wins by the row “{asked}”, but has only one prize: write win(), or give it prizes",
        pt="a aposta ganha pela linha «{asked}», mas só tem um prémio: escreva win(), ou dê-lhe prizes",
        zh="此注按「{asked}」一行贏，但只有一項彩金：請寫 win()，或給予 prizes",
    ),
)
UNKNOWN_ROW = refusal(
    "unknown_row",
    words(
        "the bet wins by the row “{asked}”, which is not among its prizes: {allowed}",
        pt="a aposta ganha pela linha «{asked}», que não consta dos seus prémios: {allowed}",
        zh="投注按「{asked}」一行贏出，但其彩金沒有此行：{allowed}",
    ),
)
ROW_NOT_NAMED = refusal(
    "row_not_named",
    words(
        "the bet wins without naming one of its rows of prizes: {allowed}",
        pt="a aposta ganha sem indicar por qual das suas linhas de prémios: {allowed}",
        zh="此注贏時沒有指明按哪一行彩金：{allowed}",
    ),
)
CHANGED_PRIZE_NEVER_WON = refusal(
    "changed_prize_never_won",
    words(
        "{bet} wins on no outcome that meets the condition, so this prize could never be won",
        pt="{bet} não ganha com nenhum resultado que satisfaça a condição; este prémio nunca poderia ser ganho",
        zh="{bet}：該項彩金不可能贏得：沒有贏出的結果符合條件",
    ),
)
CHANGE_OF_NOTHING = refusal(
    "change_of_nothing",
    words(
        "{bet}: the regulation already pays this prize",
        pt="{bet}: o regulamento já fixa este prémio",
        zh="{bet}：所述彩金與規章所定者相同",
    ),
)
CHANGE_IS_AN_OPTION = refusal(
    "change_is_an_option",
    words(
        "{bet}: the regulation leaves this prize to the concessionaire; choose it with --option {option}={value}",
        pt="{bet}: o regulamento deixa este prémio à escolha da concessionária; escolha-o com --option {option}={value}",
        zh="{bet}：規章容許承批公司選擇此彩金；請用 --option {option}={value}",
    ),
)
NEVER_WON = refusal(
    "never_won",
    words(
        "{bet} can never win: no outcome meets the condition",
        pt="{bet} nunca pode ganhar: nenhum resultado satisfaz a condição",
        zh="{bet} 不可能贏出：沒有結果符合條件",
    ),
)
