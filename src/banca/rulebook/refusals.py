"""What any game may refuse, and what more than one part of the program does."""

from banca.rulebook.refusal import refusal
from banca.rulebook.wording import words

UNKNOWN_CLAUSE = refusal(
    "unknown_clause",
    words(
        "{game} has no clause {asked}; its articles are {allowed}",
        pt="{game} não tem a cláusula {asked}; os seus artigos são {allowed}",
        zh="{game} 沒有條款 {asked}；其條文為 {allowed}",
    ),
)
UNKNOWN_OPTION = refusal(
    "unknown_option",
    words(
        "there is no option {asked}; {allowed}",
        pt="não há a opção {asked}; {allowed}",
        zh="沒有選項 {asked}；{allowed}",
    ),
)
UNKNOWN_VALUE = refusal(
    "unknown_value",
    words(
        "option {option} cannot be {asked}; it can be {allowed}",
        pt="a opção {option} não pode ser {asked}; pode ser {allowed}",
        zh="選項 {option} 不可為 {asked}；可為 {allowed}",
    ),
)
BAD_STAKE = refusal(
    "bad_stake",
    words(
        "cannot read amount {asked}; write patacas such as 100 or 12.50",
        pt="não se entende o montante {asked}; escreva patacas, como 100 ou 12,50",
        zh="無法讀取金額 {asked}；請以澳門元填寫，如 100 或 12.50",
    ),
)
BAD_LIMITS = refusal(
    "bad_limits",
    words(
        "limits do not fit: chip {chip}, minimum {minimum}, maximum {maximum}; the minimum is a whole number of chips and at most the maximum",
        pt="limites incompatíveis: ficha {chip}, mínimo {minimum}, máximo {maximum}; o mínimo é um número inteiro de fichas e não excede o máximo",
        zh="限額不相符：籌碼 {chip}，最低 {minimum}，最高 {maximum}；最低限額須為籌碼的整數倍，且不得高於最高限額",
    ),
)
STAKE_NOT_POSITIVE = refusal(
    "stake_not_positive",
    words(
        "a stake of {asked} is not a bet; stakes are whole multiples of {minimum}",
        pt="{asked} não é uma aposta; as apostas são múltiplos inteiros de {minimum}",
        zh="注碼 {asked} 不成投注；注碼須為 {minimum} 的整數倍",
    ),
)
STAKE_NOT_MULTIPLE = refusal(
    "stake_not_multiple",
    words(
        "a stake of {asked} is not a whole multiple of the minimum {minimum}",
        pt="uma aposta de {asked} não é um múltiplo inteiro do mínimo, {minimum}",
        zh="注碼 {asked} 不是最低限額 {minimum} 的整數倍",
    ),
)
BAD_OUTCOME = refusal(
    "bad_outcome",
    words(
        "cannot read outcome {asked}; write it like {form}",
        pt="não se entende o resultado {asked}; escreva-o como {form}",
        zh="無法讀取結果 {asked}；請寫成如 {form}",
    ),
)
IMPOSSIBLE_OUTCOME = refusal(
    "impossible_outcome",
    words(
        "{asked} cannot come up; possible: {allowed}",
        pt="{asked} não pode sair; possível: {allowed}",
        zh="不可能開出 {asked}；可能：{allowed}",
    ),
)
UNKNOWN_NULL = refusal(
    "unknown_null",
    words(
        "{asked} is no cause for a null throw; possible: {allowed}",
        pt="{asked} não é causa de jogada nula; possível: {allowed}",
        zh="{asked} 不是無效的原因；可用：{allowed}",
    ),
)
UNKNOWN_BET = refusal(
    "unknown_bet",
    words(
        "{game} has no bet {asked}; {allowed}",
        pt="{game} não tem a aposta {asked}; {allowed}",
        zh="{game} 沒有投注 {asked}；{allowed}",
    ),
)
UNKNOWN_PHASE = refusal(
    "unknown_phase",
    words(
        "{game} has no phase {asked}; its phases are {allowed}",
        pt="{game} não tem a fase {asked}; fases: {allowed}",
        zh="{game} 沒有階段 {asked}；其階段：{allowed}",
    ),
)
BETS_CLOSED = refusal(
    "bets_closed",
    words(
        "{bet} comes too late: no more bets after the call, and a null throw does not reopen them",
        pt="{bet} chega tarde: não há mais apostas após o anúncio, e uma jogada nula não as reabre",
        zh="{bet} 太遲：宣佈截止投注後不再收注，該局無效亦不重開",
    ),
)
CANNOT_TAKE_DOWN = refusal(
    "cannot_take_down",
    words(
        "{bet} stands on {number} and stays until it is decided",
        pt="{bet} mantém-se em {number} e fica até se decidir",
        zh="{bet} 保留於 {number}，須留至分出輸贏",
    ),
)
DIFFERENT_SPACES = refusal(
    "different_spaces",
    words(
        "no bets stand together on the same outcomes here: {bets}",
        pt="aqui não há apostas em conjunto sobre os mesmos resultados: {bets}",
        zh="此處沒有投注同時取決於同一組結果：{bets}",
    ),
)
NEEDS_EXTRA = refusal(
    "needs_extra",
    words(
        "{asked} needs the extra {allowed}: pip install 'banca[{allowed}]'",
        pt="{asked} precisa do extra {allowed}: pip install 'banca[{allowed}]'",
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
