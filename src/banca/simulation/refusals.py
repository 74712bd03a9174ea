"""What more than one module of the simulation refuses."""

from banca.rulebook import refusal, words

BAD_ROUNDS = refusal(
    "bad_rounds",
    words(
        "a session cannot have {asked} rounds; possible: 1 to {allowed}",
        pt="uma sessão não pode ter {asked} jogadas; possível: 1 a {allowed}",
        zh="一場不可有 {asked} 回合；可用：1 至 {allowed}",
    ),
)
NO_BANKROLL = refusal(
    "no_bankroll",
    words(
        "a target or a stop-loss needs a bankroll",
        pt="um objectivo ou um limite de perda exige um fundo inicial",
        zh="設目標或止蝕額，須先有起始資金",
    ),
)
BANKROLL_TOO_SMALL = refusal(
    "bankroll_too_small",
    words(
        "a bankroll of {asked} does not pay for the first bet, {bet} at {stake}",
        pt="um fundo inicial de {asked} não chega para a primeira aposta, {stake} em {bet}",
        zh="起始資金 {asked} 不夠下首注：{bet}，注碼 {stake}",
    ),
)
BAD_TARGET = refusal(
    "bad_target",
    words(
        "a target of {asked} is reached before the first round; it must be above the bankroll {bankroll}",
        pt="o objectivo de {asked} já está atingido antes da primeira jogada; tem de exceder o fundo inicial, {bankroll}",
        zh="目標 {asked} 在首個回合前已達到；須高於起始資金 {bankroll}",
    ),
)
BAD_STOP_LOSS = refusal(
    "bad_stop_loss",
    words(
        "a stop-loss of {asked} is not possible; it must be above 0 and at most the bankroll {bankroll}",
        pt="o limite de perda não pode ser {asked}; tem de ser superior a 0 e não exceder o fundo inicial, {bankroll}",
        zh="止蝕額不可為 {asked}；須大於 0，且不得高於起始資金 {bankroll}",
    ),
)
TOO_LARGE_TO_COUNT = refusal(
    "too_large_to_count",
    words(
        "amounts of {asked} over {rounds} rounds are too large to be counted exactly; use smaller ones or fewer rounds",
        pt="quantias de {asked} em {rounds} jogadas são demasiado grandes para serem contadas com exactidão; use quantias menores ou menos jogadas",
        zh="{asked} 的金額在 {rounds} 回合內太大，無法精確計算；請用較小金額或較少回合",
    ),
)
UNKNOWN_STRATEGY = refusal(
    "unknown_strategy",
    words(
        "there is no strategy {asked} for {game}; write a file ending in .toml, or one of {allowed}",
        pt="não há a estratégia {asked} para {game}; indique um ficheiro .toml ou uma de {allowed}",
        zh="{game} 沒有策略 {asked}；請寫 .toml 檔案，或選 {allowed}",
    ),
)
OTHER_GAME = refusal(
    "other_game",
    words(
        "{asked} is a strategy for {found}, not for {game}",
        pt="{asked} é uma estratégia para {found}, não para {game}",
        zh="{asked} 是 {found} 的策略，不是 {game} 的",
    ),
)
UNKNOWN_PROGRESSION = refusal(
    "unknown_progression",
    words(
        "there is no progression {asked}; the progressions are {allowed}",
        pt="não há a progressão {asked}; as progressões são {allowed}",
        zh="沒有遞進注法 {asked}；遞進注法有 {allowed}",
    ),
)
BAD_SESSIONS = refusal(
    "bad_sessions",
    words(
        "cannot play {asked} sessions; possible: 1 to {allowed}",
        pt="não é possível jogar {asked} sessões; possível: 1 a {allowed}",
        zh="不可玩 {asked} 場；可用：1 至 {allowed}",
    ),
)
NOTHING_DONE = refusal(
    "nothing_done",
    words(
        "cut short before anything was done",
        pt="interrompido antes de haver qualquer resultado",
        zh="已中斷，未有任何結果",
    ),
)
