"""What a live table refuses, whatever its game."""

from banca.rulebook import refusal, words

UNKNOWN_ACT = refusal(
    "unknown_act",
    words(
        "nothing here is called {asked}; what can be done: {allowed}",
        pt="aqui não há o acto {asked}; actos possíveis: {allowed}",
        zh="此處沒有名為 {asked} 的動作；可用：{allowed}",
    ),
)
NOT_YOUR_ACT = refusal(
    "not_your_act",
    words(
        "{asked} is for: {allowed}",
        pt="{asked} cabe a: {allowed}",
        zh="{asked} 只限：{allowed}",
    ),
)
OUT_OF_PHASE = refusal(
    "out_of_phase",
    words(
        "{asked} is not possible in phase {phase}; possible: {allowed}",
        pt="{asked} não é possível na fase {phase}; possível: {allowed}",
        zh="在 {phase} 階段不可 {asked}；可用：{allowed}",
    ),
)
NOT_YOUR_TURN = refusal(
    "not_your_turn",
    words(
        "it is not the turn of {asked} but of {allowed}",
        pt="não é a vez de {asked}; a vez cabe a: {allowed}",
        zh="未輪到 {asked}，應為：{allowed}",
    ),
)
NOTHING_CHANGES = refusal(
    "nothing_changes",
    words(
        "{asked} changes nothing",
        pt="{asked} não altera nada",
        zh="{asked} 不會帶來任何改變",
    ),
)
FIELD_MISSING = refusal(
    "field_missing",
    words(
        "{asked} needs {missing}",
        pt="{asked} precisa de {missing}",
        zh="{asked} 須有 {missing}",
    ),
)
BAD_REQUEST = refusal(
    "bad_request",
    words(
        "cannot read the request: {asked}",
        pt="não se entende o pedido: {asked}",
        zh="無法讀取請求：{asked}",
    ),
)
ALREADY_SEATED = refusal(
    "already_seated",
    words(
        "{asked} has a seat at this table",
        pt="{asked} já tem lugar nesta mesa",
        zh="{asked} 在此檯已有座位",
    ),
)
AMOUNT_NOT_POSITIVE = refusal(
    "amount_not_positive",
    words(
        "an amount of {asked} moves nothing; it must be above 0",
        pt="um valor de {asked} não move nada; tem de ser superior a 0",
        zh="金額 {asked} 無效；必須大於 0",
    ),
)
NOT_ENOUGH_MONEY = refusal(
    "not_enough_money",
    words(
        "{asked} is more than the wallet holds: {allowed}",
        pt="{asked} é mais do que há na carteira: {allowed}",
        zh="{asked} 多於錢包所有：{allowed}",
    ),
)
PLAYER_LIMIT = refusal(
    "player_limit",
    words(
        "{asked} in all is above what one player may have on this table: {allowed}",
        pt="{asked} ao todo excede o que um jogador pode ter nesta mesa: {allowed}",
        zh="合計 {asked} 超過此檯每人上限：{allowed}",
    ),
)
BANK_TOO_SMALL = refusal(
    "bank_too_small",
    words(
        "the house might come to owe {asked}, and the table's bank covers {allowed}",
        pt="a casa poderia vir a dever {asked}, e a banca da mesa cobre {allowed}",
        zh="娛樂場可能須付 {asked}，而檯面資金可承擔 {allowed}",
    ),
)
NO_SUCH_BET = refusal(
    "no_such_bet",
    words(
        "there is no {asked} to take back; there is {allowed}",
        pt="não há {asked} para retirar; há {allowed}",
        zh="沒有可收回的 {asked}；現有：{allowed}",
    ),
)
BETS_STAND = refusal(
    "bets_stand",
    words(
        "{asked} has {allowed} on the table; bets are decided or taken back before one leaves",
        pt="{asked} tem {allowed} na mesa; antes de sair, as apostas decidem-se ou retiram-se",
        zh="{asked} 檯上仍有 {allowed}；投注分出輸贏或收回後才可離檯",
    ),
)
DRAWN_COUNTS = refusal(
    "drawn_counts",
    words(
        "{asked}: this table draws its results, and what is drawn counts",
        pt="{asked}: nesta mesa os resultados são sorteados, e o que sai conta",
        zh="{asked}：此檯的結果由程式抽出，抽出的即算數",
    ),
)
THROW_COUNTS = refusal(
    "throw_counts",
    words(
        "this throw counts",
        pt="esta jogada conta",
        zh="此次結果有效",
    ),
)
ROUND_UNDER_WAY = refusal(
    "round_under_way",
    words(
        "{asked} must wait: a round is under way ({phase}), or bets stand",
        pt="{asked} tem de esperar: há uma ronda a decorrer ({phase}), ou apostas por decidir",
        zh="{asked} 須稍候：該局進行中（{phase}），或仍有投注未分輸贏",
    ),
)
ROUND_STANDS = refusal(
    "round_stands",
    words(
        "something of this round is known, so it is played to its end and nothing goes back",
        pt="já se sabe algo desta ronda: joga-se até ao fim e nada é devolvido",
        zh="此局已有所揭示，須進行至完結，不予退款",
    ),
)
TABLE_CLOSED = refusal(
    "table_closed",
    words(
        "this table is closed",
        pt="esta mesa está fechada",
        zh="此檯已收檯",
    ),
)
