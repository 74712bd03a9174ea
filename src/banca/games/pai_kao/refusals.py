"""What only Pai Kao refuses, each in three languages."""

from banca.rulebook import refusal, words

WRONG_GATE = refusal(
    "wrong_gate",
    words(
        "gate {asked} is not possible here; possible: {allowed}",
        pt="a porta {asked} não é possível aqui; possível: {allowed}",
        zh="此處不可為第 {asked} 門；可用：{allowed}",
    ),
)
TWICE_AT_THE_BANK = refusal(
    "twice_at_the_bank",
    words(
        "{asked} stands at the bank already and may not stand there twice or stake against it",
        pt="{asked} já está na banca e não pode estar nela duas vezes nem apostar contra ela",
        zh="{asked} 已在莊方，不得重複做莊或對莊下注",
    ),
)
WRONG_TILES = refusal(
    "wrong_tiles",
    words(
        "{asked} tiles given; it must be {allowed}",
        pt="{asked} pedras indicadas; têm de ser {allowed}",
        zh="輸入了 {asked} 隻牌；必須為 {allowed} 隻",
    ),
)
TOO_MANY_CUTS = refusal(
    "too_many_cuts",
    words(
        "no cut now: at most {allowed} players' gates, then the banker, then nobody, with one hand",
        pt="agora não se corta: no máximo {allowed} portas de jogadores, depois o banqueiro, depois ninguém, com uma só mão",
        zh="現時不可拮牌：最多 {allowed} 門閒家先拮，莊家殿後，其後不得再拮，且只可單手",
    ),
)
NOT_THE_SETTER = refusal(
    "not_the_setter",
    words(
        "{asked} does not set these tiles; it is for {allowed}",
        pt="a composição destas pedras não cabe a {asked}; cabe a: {allowed}",
        zh="此牌的組合不由 {asked} 決定；應為：{allowed}",
    ),
)
UNKNOWN_POLICY = refusal(
    "unknown_policy",
    words(
        "there is no policy {asked}; the policies are {allowed}",
        pt="não há a estratégia {asked}; as estratégias são {allowed}",
        zh="沒有策略 {asked}；策略有 {allowed}",
    ),
)
GOAL_NOT_REACHED = refusal(
    "goal_not_reached",
    words(
        "the best deviation still gains {asked}, more than {allowed}; nothing is written",
        pt="o melhor desvio ainda ganha {asked}, mais do que {allowed}; nada se escreve",
        zh="最佳偏離仍得益 {asked}，多於 {allowed}；不予寫入",
    ),
)
UNKNOWN_TILE = refusal(
    "unknown_tile",
    words(
        "there is no tile {asked}; {allowed}",
        pt="não há a pedra {asked}; {allowed}",
        zh="沒有牌 {asked}；{allowed}",
    ),
)
TOO_MANY_TILES = refusal(
    "too_many_tiles",
    words(
        "the tile {asked} lies there too often; the set has {allowed} of it",
        pt="a pedra {asked} aparece vezes de mais; o conjunto tem {allowed}",
        zh="牌 {asked} 出現次數過多；一副牌有 {allowed} 隻",
    ),
)
WRONG_SETTING = refusal(
    "wrong_setting",
    words(
        "the pairs {asked} are not two pairs of the tiles {allowed}",
        pt="os grupos {asked} não são dois grupos de duas das pedras {allowed}",
        zh="{asked} 不是由牌 {allowed} 組成的兩組",
    ),
)
DICE_COCKED = refusal(
    "dice_cocked",
    words(
        "the shake does not count ({asked}); it takes {allowed}",
        pt="a agitação dos dados não conta ({asked}); é preciso: {allowed}",
        zh="此次搖骰不算（{asked}）；須為 {allowed}",
    ),
)
CO_BANKER_SIDE_BET = refusal(
    "co_banker_side_bet",
    words(
        "{asked} co-banks and may not take side bets from others, as on gate {gate}",
        pt="{asked} está a co-bancar e não pode aceitar apostas associadas de outros, como na porta {gate}",
        zh="{asked} 幫莊，不可受他人搭注，如在第 {gate} 門",
    ),
)
STAKE_AFTER_SHAKE = refusal(
    "stake_after_shake",
    words(
        "after the shake no stake or principal is put down, changed or moved",
        pt="depois de agitados os dados, nem apostas nem capital se colocam, alteram ou mudam de porta",
        zh="搖骰後，注碼和博彩本金不可放下、更改或移動",
    ),
)
NOT_SET = refusal(
    "not_set",
    words(
        "not all gates are set and down",
        pt="nem todas as portas têm as pedras compostas e pousadas",
        zh="尚有門未組好並放下牌",
    ),
)
ALREADY_TURNED = refusal(
    "already_turned",
    words(
        "a banker's tile is turned: no setting changes any more",
        pt="está virada uma pedra do banqueiro: já nenhuma composição se altera",
        zh="莊家已翻開一隻牌：任何組合不得再改",
    ),
)
PRINCIPAL_REDUCED = refusal(
    "principal_reduced",
    words(
        "a principal of {asked} is less than principal and winnings of the first round: {allowed}",
        pt="um capital de {asked} é inferior ao capital e ganhos da primeira ronda: {allowed}",
        zh="博彩本金 {asked} 少於首局的博彩本金連同贏款：{allowed}",
    ),
)
BANK_TOO_LONG = refusal(
    "bank_too_long",
    words(
        "a gate banks {allowed} rounds at most unless the other seven all agree; this would be {asked}",
        pt="uma porta tem a banca no máximo {allowed} rondas, salvo acordo de todas as outras sete; com esta seriam {asked}",
        zh="每門最多連續做莊 {allowed} 局，其餘七門一致同意者除外；這將是第 {asked} 局",
    ),
)
NO_GATE = refusal(
    "no_gate",
    words(
        "{asked} holds no gate; free gates: {allowed}",
        pt="{asked} não tem porta; portas livres: {allowed}",
        zh="{asked} 沒有佔門；空門：{allowed}",
    ),
)
WRONG_STACKS = refusal(
    "wrong_stacks",
    words(
        "a cut cannot lift {asked} of the eight stacks; possible: {allowed}",
        pt="um corte não pode levantar {asked} dos oito montes; possível: {allowed}",
        zh="拮牌不可移 {asked} 棟；可移：{allowed}",
    ),
)
FILE_AND_OPTIONS = refusal(
    "file_and_options",
    words(
        "a round is said by the file {asked} or by options such as {allowed}, not by both",
        pt="uma ronda diz-se pelo ficheiro {asked} ou por opções como {allowed}, não por ambos",
        zh="一局由檔案 {asked} 或由 {allowed} 等選項說明，不可兩者並用",
    ),
)
