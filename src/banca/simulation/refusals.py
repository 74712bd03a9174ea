"""What more than one module of the simulation refuses."""

from banca.rulebook import plural_words, refusal, words

BAD_ROUNDS = refusal(
    "bad_rounds",
    words(
        "a session cannot have {asked} rounds; possible: 1 to {allowed}",
        pt="uma sessão não pode ter {asked} jogadas; possível: 1 a {allowed}",
        zh="一場不可有 {asked} 局；可設 1 至 {allowed}",
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
        "a bankroll of {asked} is too small for the first bet, {stake} on {bet}",
        pt="um fundo inicial de {asked} não chega para a primeira aposta, {stake} em {bet}",
        zh="起始資金 {asked} 不夠下首注：{bet}，注碼 {stake}",
    ),
)
BAD_TARGET = refusal(
    "bad_target",
    words(
        "a target of {asked} is already reached before the first round; it must be above the bankroll, {bankroll}",
        pt="o objectivo de {asked} já está atingido antes da primeira jogada; tem de exceder o fundo inicial, {bankroll}",
        zh="目標 {asked} 在第一局前已達到；須高於起始資金 {bankroll}",
    ),
)
BAD_STOP_LOSS = refusal(
    "bad_stop_loss",
    words(
        "a stop-loss of {asked} is not possible; it must be above 0 and at most the bankroll, {bankroll}",
        pt="o limite de perda não pode ser {asked}; tem de ser superior a 0 e não exceder o fundo inicial, {bankroll}",
        zh="止蝕額不可為 {asked}；須大於 0，且不得高於起始資金 {bankroll}",
    ),
)
TOO_LARGE_TO_COUNT = refusal(
    "too_large_to_count",
    plural_words(
        words(
            "amounts of {asked} over {rounds} round are too large to count exactly; use smaller amounts",
            pt="montantes de {asked} em {rounds} jogada são demasiado grandes para serem contados com exactidão; use montantes menores",
            zh="{asked} 的金額在 {rounds} 局內太大，無法精確計算；請用較小金額",
        ),
        words(
            "amounts of {asked} over {rounds} rounds are too large to count exactly; use smaller amounts or fewer rounds",
            pt="montantes de {asked} em {rounds} jogadas são demasiado grandes para serem contados com exactidão; use montantes menores ou menos jogadas",
            zh="{asked} 的金額在 {rounds} 局內太大，無法精確計算；請用較小金額或較少局數",
        ),
        by="rounds",
    ),
)
WEIGHTS_TOO_LARGE = refusal(
    "weights_too_large",
    words(
        "the weights of the game's outcomes add up to {asked}; a simulation draws from at most {allowed}, while the exact figures have no such limit",
        pt="os pesos dos resultados do jogo somam {asked}; uma simulação sorteia no máximo de entre {allowed}, ao passo que os valores exactos não têm esse limite",
        zh="該博彩各結果的權重合計為 {asked}；模擬最多由 {allowed} 中抽取，精確數字則無此限制",
    ),
)
UNKNOWN_STRATEGY = refusal(
    "unknown_strategy",
    words(
        "there is no strategy {asked}; name a .toml file or one of: {allowed}",
        pt="não existe a estratégia {asked}; indique um ficheiro .toml ou uma destas: {allowed}",
        zh="沒有名為 {asked} 的策略；請指定 .toml 檔案，或以下之一：{allowed}",
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
        "there is no progression {asked}; available: {allowed}",
        pt="não existe a progressão {asked}; disponíveis: {allowed}",
        zh="沒有名為 {asked} 的遞進注法；現有：{allowed}",
    ),
)
BAD_SESSIONS = refusal(
    "bad_sessions",
    words(
        "cannot play {asked} sessions; possible: 1 to {allowed}",
        pt="não é possível jogar {asked} sessões; possível: 1 a {allowed}",
        zh="不可進行 {asked} 場；可設 1 至 {allowed}",
    ),
)
NOTHING_DONE = refusal(
    "nothing_done",
    words(
        "stopped before there was any result",
        pt="interrompida antes de haver qualquer resultado",
        zh="已中斷，未有任何結果",
    ),
)
