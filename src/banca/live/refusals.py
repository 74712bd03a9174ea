"""What a live table refuses, whatever its game."""

from banca.rulebook import refusal, words

UNKNOWN_ACT = refusal(
    "unknown_act",
    words(
        "there is no act {asked}; possible: {allowed}",
        pt="não existe o acto {asked}; actos possíveis: {allowed}",
        zh="沒有名為 {asked} 的動作；可用：{allowed}",
    ),
)
NOT_YOUR_ACT = refusal(
    "not_your_act",
    words(
        "{asked} is reserved for: {allowed}",
        pt="{asked} está reservado a: {allowed}",
        zh="{asked} 只限以下人士：{allowed}",
    ),
)
OUT_OF_PHASE = refusal(
    "out_of_phase",
    words(
        "{asked} is not possible in phase {phase}; possible: {allowed}",
        pt="{asked} não é possível na fase «{phase}»; possíveis: {allowed}",
        zh="在「{phase}」階段不可 {asked}；可用：{allowed}",
    ),
)
NOT_YOUR_TURN = refusal(
    "not_your_turn",
    words(
        "it is not the turn of {asked}; it is the turn of {allowed}",
        pt="não é a vez de {asked}; é a vez de: {allowed}",
        zh="未輪到 {asked}；現輪到：{allowed}",
    ),
)
NOTHING_CHANGES = refusal(
    "nothing_changes",
    words(
        "{asked} would change nothing",
        pt="{asked} não alteraria nada",
        zh="{asked} 不會帶來任何改變",
    ),
)
FIELD_MISSING = refusal(
    "field_missing",
    words(
        "{asked} needs {missing}",
        pt="{asked} precisa de: {missing}",
        zh="{asked} 欠缺：{missing}",
    ),
)
BAD_REQUEST = refusal(
    "bad_request",
    words(
        "cannot read the request: {asked}",
        pt="não é possível ler o pedido: {asked}",
        zh="無法讀取請求：{asked}",
    ),
)
ALREADY_SEATED = refusal(
    "already_seated",
    words(
        "{asked} already has a seat at this table",
        pt="{asked} já tem lugar nesta mesa",
        zh="{asked} 在此檯已有座位",
    ),
)
AMOUNT_NOT_POSITIVE = refusal(
    "amount_not_positive",
    words(
        "the amount {asked} is not valid; it must be above 0",
        pt="o montante {asked} não é válido; tem de ser superior a 0",
        zh="金額 {asked} 無效；必須大於 0",
    ),
)
NOT_ENOUGH_MONEY = refusal(
    "not_enough_money",
    words(
        "{asked} is more than the balance of the wallet: {allowed}",
        pt="{asked} excede o saldo da carteira: {allowed}",
        zh="{asked} 超過錢包結餘：{allowed}",
    ),
)
PLAYER_LIMIT = refusal(
    "player_limit",
    words(
        "a total of {asked} is above this table's limit for one player: {allowed}",
        pt="um total de {asked} excede o limite por jogador desta mesa: {allowed}",
        zh="合計 {asked} 超過此檯每人上限：{allowed}",
    ),
)
BANK_TOO_SMALL = refusal(
    "bank_too_small",
    words(
        "the house might have to pay {asked}, but the table's bank covers only {allowed}",
        pt="a casa poderia ter de pagar {asked}, mas a banca da mesa só cobre {allowed}",
        zh="娛樂場可能須付 {asked}，而檯面資金只可承擔 {allowed}",
    ),
)
NO_SUCH_BET = refusal(
    "no_such_bet",
    words(
        "{asked} cannot be taken back; on the table: {allowed}",
        pt="não é possível retirar {asked}; na mesa: {allowed}",
        zh="不可收回 {asked}；檯面現有：{allowed}",
    ),
)
BETS_STAND = refusal(
    "bets_stand",
    words(
        "{asked} still has {allowed} on the table; bets must be decided or taken back before leaving",
        pt="{asked} ainda tem {allowed} na mesa; antes de sair, as apostas têm de ser decididas ou retiradas",
        zh="{asked} 檯上仍有 {allowed}；投注分出輸贏或收回後才可離檯",
    ),
)
DRAWN_COUNTS = refusal(
    "drawn_counts",
    words(
        "{asked}: this table draws its results, and every result drawn counts",
        pt="{asked}: nesta mesa os resultados são sorteados, e todo o resultado sorteado conta",
        zh="{asked}：此檯的結果由程式抽出，抽出的結果一律有效",
    ),
)
THROW_COUNTS = refusal(
    "throw_counts",
    words(
        "this result counts",
        pt="este resultado é válido",
        zh="此次結果有效",
    ),
)
ROUND_UNDER_WAY = refusal(
    "round_under_way",
    words(
        "{asked} must wait: a round is in progress ({phase}), or bets are still undecided",
        pt="{asked} tem de esperar: há uma jogada em curso ({phase}), ou apostas por decidir",
        zh="{asked} 須稍候：該局進行中（{phase}），或仍有投注未分輸贏",
    ),
)
ROUND_STANDS = refusal(
    "round_stands",
    words(
        "part of this round is already known: it must be played to its end, and nothing is returned",
        pt="já se conhece parte desta jogada: joga-se até ao fim e nada é devolvido",
        zh="此局已有部分揭示，須進行至完結，不予退款",
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
