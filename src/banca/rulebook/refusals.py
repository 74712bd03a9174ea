"""What any game may refuse, and what more than one part of the program does."""

from banca.rulebook.refusal import refusal
from banca.rulebook.wording import words

UNKNOWN_CLAUSE = refusal(
    "unknown_clause",
    words(
        "{game} has no clause {asked}; its articles: {allowed}",
        pt="{game} não tem a disposição {asked}; artigos: {allowed}",
        zh="{game} 沒有條款 {asked}；其條文：{allowed}",
    ),
)
UNKNOWN_OPTION = refusal(
    "unknown_option",
    words(
        "there is no option {asked}; {allowed}",
        pt="não existe a opção {asked}; {allowed}",
        zh="沒有名為 {asked} 的選項；{allowed}",
    ),
)
UNKNOWN_VALUE = refusal(
    "unknown_value",
    words(
        "option {option} cannot be {asked}; possible: {allowed}",
        pt="a opção {option} não pode ser {asked}; possíveis: {allowed}",
        zh="選項 {option} 不可為 {asked}；可為：{allowed}",
    ),
)
BAD_STAKE = refusal(
    "bad_stake",
    words(
        "cannot read the amount {asked}; write patacas, such as 100 or 12.50",
        pt="não é possível ler o montante {asked}; escreva patacas, como 100 ou 12,50",
        zh="無法讀取金額 {asked}；請以澳門元填寫，如 100 或 12.50",
    ),
)
BAD_LIMITS = refusal(
    "bad_limits",
    words(
        "these limits do not fit together: chip {chip}, minimum {minimum}, maximum {maximum}; the minimum must be a whole number of chips and not above the maximum",
        pt="limites incompatíveis: ficha {chip}, mínimo {minimum}, máximo {maximum}; o mínimo tem de ser um número inteiro de fichas e não exceder o máximo",
        zh="限額不相符：籌碼 {chip}，最低 {minimum}，最高 {maximum}；投注下限須為籌碼的整數倍，且不得高於投注上限",
    ),
)
STAKE_NOT_POSITIVE = refusal(
    "stake_not_positive",
    words(
        "{asked} is not a valid stake; stakes are whole multiples of {minimum}",
        pt="{asked} não é uma aposta válida; as apostas são múltiplos inteiros de {minimum}",
        zh="{asked} 不是有效的注碼；注碼須為 {minimum} 的整數倍",
    ),
)
STAKE_NOT_MULTIPLE = refusal(
    "stake_not_multiple",
    words(
        "a stake of {asked} is not a whole multiple of the minimum, {minimum}",
        pt="uma aposta de {asked} não é um múltiplo inteiro do mínimo, {minimum}",
        zh="注碼 {asked} 不是投注下限 {minimum} 的整數倍",
    ),
)
BAD_OUTCOME = refusal(
    "bad_outcome",
    words(
        "cannot read the outcome {asked}; write {form}",
        pt="não é possível ler o resultado {asked}; escreva {form}",
        zh="無法讀取結果 {asked}；請寫成：{form}",
    ),
)
IMPOSSIBLE_OUTCOME = refusal(
    "impossible_outcome",
    words(
        "{asked} cannot come up; possible: {allowed}",
        pt="{asked} não pode sair; possíveis: {allowed}",
        zh="不可能開出 {asked}；可能：{allowed}",
    ),
)
UNKNOWN_NULL = refusal(
    "unknown_null",
    words(
        "{asked} is not a reason for a null throw; possible: {allowed}",
        pt="{asked} não é motivo de nulidade; possíveis: {allowed}",
        zh="{asked} 不是無效的原因；可用：{allowed}",
    ),
)
UNKNOWN_BET = refusal(
    "unknown_bet",
    words(
        "{game} has no bet {asked}; {allowed}",
        pt="{game} não tem a aposta {asked}; {allowed}",
        zh="{game} 沒有名為 {asked} 的投注；{allowed}",
    ),
)
UNKNOWN_PHASE = refusal(
    "unknown_phase",
    words(
        "{game} has no phase {asked}; its phases: {allowed}",
        pt="{game} não tem a fase {asked}; fases: {allowed}",
        zh="{game} 沒有名為 {asked} 的階段；其階段：{allowed}",
    ),
)
BETS_CLOSED = refusal(
    "bets_closed",
    words(
        "{bet} is too late: no bets are accepted after the call, and a null throw does not reopen them",
        pt="{bet} chega tarde: após o anúncio não se aceitam mais apostas, e uma jogada nula não as reabre",
        zh="{bet} 太遲：宣佈截止投注後不再收注，該局無效亦不重開",
    ),
)
CANNOT_TAKE_DOWN = refusal(
    "cannot_take_down",
    words(
        "{bet} cannot be taken back: it is on {number} and stays until it is decided",
        pt="{bet} não pode ser retirada: está em {number} e fica até ser decidida",
        zh="{bet} 不可收回：現於 {number}，須留至分出輸贏",
    ),
)
DIFFERENT_SPACES = refusal(
    "different_spaces",
    words(
        "these bets cannot be analysed together, as the same outcomes do not decide them: {bets}",
        pt="estas apostas não podem ser analisadas em conjunto, porque não dependem dos mesmos resultados: {bets}",
        zh="以下投注並非取決於同一組結果，不能一併分析：{bets}",
    ),
)
NEEDS_EXTRA = refusal(
    "needs_extra",
    words(
        "{asked} requires the extra {allowed}: pip install 'banca[{allowed}]'",
        pt="{asked} requer o extra {allowed}: pip install 'banca[{allowed}]'",
        zh="{asked} 需要附加組件 {allowed}：pip install 'banca[{allowed}]'",
    ),
)
REPEATED_OPTION = refusal(
    "repeated_option",
    words(
        "option {asked} is given twice",
        pt="a opção {asked} está indicada duas vezes",
        zh="選項 {asked} 重複",
    ),
)
