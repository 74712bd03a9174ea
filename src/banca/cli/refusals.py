"""What only the command line refuses."""

from banca.rulebook import refusal, words

BAD_OPTION = refusal(
    "bad_option",
    words(
        "cannot read the option {asked}; write NAME=VALUE",
        pt="não se entende a opção {asked}; escreva NAME=VALUE",
        zh="無法讀取選項 {asked}；請寫成 NAME=VALUE",
    ),
)
OTHER_GAME_PROPOSED = refusal(
    "other_game_proposed",
    words(
        "{asked} is a proposal for {game}, not for {allowed}",
        pt="{asked} é uma proposta para {game}, não para {allowed}",
        zh="{asked} 是 {game} 的建議，不是 {allowed} 的",
    ),
)
BAD_USER_NAME = refusal(
    "bad_user_name",
    words(
        "{asked} cannot be a user's name; write up to {allowed} small letters, digits and . _ -, beginning with a letter or a digit",
        pt="{asked} não pode ser nome de utilizador; escreva até {allowed} letras minúsculas, algarismos e . _ -, a começar por letra ou algarismo",
        zh="{asked} 不可用作使用者名稱；請以最多 {allowed} 個小寫字母、數字及 . _ - 組成，並以字母或數字開首",
    ),
)
BAD_NUMBER = refusal(
    "bad_number",
    words(
        "{asked} is not a whole number for {what}; write it like 1000, 10_000 or 1e6",
        pt="{asked} não é um número inteiro para {what}; escreva-o como 1000, 10_000 ou 1e6",
        zh="{what} 的 {asked} 不是整數；寫法如 1000、10_000 或 1e6",
    ),
)
BAD_WORKERS = refusal(
    "bad_workers",
    words(
        "cannot use {asked} workers; possible: 1 to {allowed}",
        pt="não é possível usar {asked} executores; possível: 1 a {allowed}",
        zh="不可使用 {asked} 個運算程序；可設 1 至 {allowed}",
    ),
)
UNKNOWN_ENGINE = refusal(
    "unknown_engine",
    words(
        "there is no engine {asked}; available: {allowed}",
        pt="não existe o motor {asked}; disponíveis: {allowed}",
        zh="沒有名為 {asked} 的引擎；現有：{allowed}",
    ),
)
NO_STRATEGY = refusal(
    "no_strategy",
    words(
        "choose one thing to play: a strategy ({allowed}), a .toml file, or --bet ID=STAKE",
        pt="indique o que jogar, só um destes: uma estratégia ({allowed}), um ficheiro .toml ou --bet ID=STAKE",
        zh="請指明下注方式，三者擇一：策略（{allowed}）、.toml 檔案，或 --bet ID=STAKE",
    ),
)
OUT_OF_RANGE = refusal(
    "out_of_range",
    words(
        "{what} cannot be {asked}; possible: {least} to {most}",
        pt="{what} não pode ser {asked}; possível: {least} a {most}",
        zh="{what} 不可為 {asked}；可設 {least} 至 {most}",
    ),
)
BYTES_TO_TERMINAL = refusal(
    "bytes_to_terminal",
    words(
        "raw bytes cannot be shown on a terminal; write them to a file with -o, or pipe them to another program",
        pt="bytes em bruto não podem ser mostrados num terminal; escreva-os num ficheiro com -o, ou encaminhe-os para outro programa",
        zh="原始位元組不宜顯示於終端機；請以 -o 寫入檔案，或以管道傳給其他程式",
    ),
)
NOT_RANDOM = refusal(
    "not_random",
    words(
        "chance does not explain {asked}",
        pt="o acaso não explica {asked}",
        zh="隨機不足以解釋 {asked}",
    ),
)
TOO_FEW_RESULTS = refusal(
    "too_few_results",
    words(
        "nothing to test yet: no game has {allowed} results",
        pt="ainda não há nada para testar: nenhum jogo tem {allowed} resultados",
        zh="尚無可檢驗：沒有任何博彩有 {allowed} 個結果",
    ),
)
NOT_BOTH = refusal(
    "not_both",
    words(
        "use {asked} or {other}, not both",
        pt="use {asked} ou {other}, não ambos",
        zh="{asked} 與 {other} 不可並用",
    ),
)
NEEDS_OPTION = refusal(
    "needs_option",
    words(
        "{asked} needs {allowed}",
        pt="{asked} exige {allowed}",
        zh="{asked} 須配合 {allowed}",
    ),
)
NOT_WHOLE = refusal(
    "not_whole",
    words(
        "the database is not intact; errors: {asked}, the first at {where}",
        pt="a base de dados não está íntegra; erros: {asked}, o primeiro em {where}",
        zh="資料庫並不完整；錯誤：{asked} 項，首項在 {where}",
    ),
)
UNKNOWN_ROUND = refusal(
    "unknown_round",
    words(
        "table {table} has no round {asked}; available: 1 to {allowed}",
        pt="a mesa {table} não tem a jogada {asked}; disponíveis: 1 a {allowed}",
        zh="檯 {table} 沒有第 {asked} 局；現有：第 1 至 {allowed} 局",
    ),
)
BAD_LOG_VKEY = refusal(
    "bad_log_vkey",
    words(
        "{asked} is not the public key of a log; see 'banca log key'",
        pt="{asked} não é a chave pública de um registo de transparência; veja «banca log key»",
        zh="{asked} 不是透明日誌的公開密鑰；請參閱 banca log key",
    ),
)
NO_RECEIPTS = refusal(
    "no_receipts",
    words(
        "there are no receipts (*.json) in {asked}",
        pt="não há recibos (*.json) em {asked}",
        zh="{asked} 內沒有收據（*.json）",
    ),
)
