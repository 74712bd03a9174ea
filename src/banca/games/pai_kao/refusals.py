"""What only Pai Kao refuses, each in three languages."""

from banca.rulebook import refusal, words

WRONG_GATE = refusal(
    "wrong_gate",
    words(
        "gate {asked} is not possible here; possible: {allowed}",
        pt="o lugar {asked} não é possível aqui; possível: {allowed}",
        zh="此處不可為第 {asked} 門；可用：{allowed}",
    ),
)
TWICE_AT_THE_BANK = refusal(
    "twice_at_the_bank",
    words(
        "{asked} is already banker or co-banker and may neither join the bank again nor bet against it",
        pt="{asked} já é banqueiro ou co-banqueiro e não pode participar de novo na banca nem apostar contra ela",
        zh="{asked} 已做莊或幫莊，不得再次幫莊，亦不得對莊家投注",
    ),
)
CASINO_TOO_LATE = refusal(
    "casino_too_late",
    words(
        "bets are open: the casino must fix its principal before the banker puts theirs on the table",
        pt="as apostas estão abertas: o casino fixa o seu capital antes de o banqueiro pôr o dele na mesa",
        zh="投注已開始：博彩場所須在莊家放下博彩本金前訂定其博彩本金",
    ),
)
UNKNOWN_DEAL = refusal(
    "unknown_deal",
    words(
        "the deal cannot begin with stack {asked}; possible: {allowed}",
        pt="a distribuição não pode começar pelo monte {asked}; possível: {allowed}",
        zh="不可由第 {asked} 棟起派牌；可用：{allowed}",
    ),
)
WRONG_TILES = refusal(
    "wrong_tiles",
    words(
        "{asked} tiles were given; {allowed} are needed",
        pt="foram indicadas {asked} pedras; são precisas {allowed}",
        zh="輸入了 {asked} 隻牌；須為 {allowed} 隻",
    ),
)
TOO_MANY_CUTS = refusal(
    "too_many_cuts",
    words(
        "the tiles cannot be cut now: up to {allowed} gates may cut, then the banker, each with one hand; after the banker nobody may",
        pt="agora não se pode mudar a ordem das pedras: podem fazê-lo até {allowed} lugares e depois o banqueiro, com uma só mão; depois do banqueiro, ninguém",
        zh="現時不可拮牌：最多 {allowed} 門閒家先拮，最後由莊家拮，且只可用一隻手；莊家拮牌後，任何人不得再拮",
    ),
)
NOT_THE_SETTER = refusal(
    "not_the_setter",
    words(
        "{asked} may not set these tiles; allowed: {allowed}",
        pt="{asked} não pode combinar estas pedras; quem pode: {allowed}",
        zh="{asked} 不得為此門組牌；可組牌者：{allowed}",
    ),
)
NOTHING_TO_DOUBT = refusal(
    "nothing_to_doubt",
    words(
        "the banker has not set the tiles yet; the casino may object only to a setting",
        pt="o banqueiro ainda não combinou as pedras; o casino só se pode opor a uma combinação feita",
        zh="莊家尚未組牌；博彩場所只可對已組好的牌提出疑問",
    ),
)
UNKNOWN_POLICY = refusal(
    "unknown_policy",
    words(
        "there is no policy {asked}; available: {allowed}",
        pt="não existe o modo de combinar {asked}; disponíveis: {allowed}",
        zh="沒有名為 {asked} 的組牌方式；現有：{allowed}",
    ),
)
GOAL_NOT_REACHED = refusal(
    "goal_not_reached",
    words(
        "the best deviation still gains {asked}, more than {allowed}; nothing is written",
        pt="o melhor desvio ainda ganha {asked}, mais do que {allowed}; nada foi gravado",
        zh="最佳偏離仍得益 {asked}，多於 {allowed}；不予寫入",
    ),
)
UNKNOWN_TILE = refusal(
    "unknown_tile",
    words(
        "there is no tile {asked}; {allowed}",
        pt="não existe a pedra {asked}; {allowed}",
        zh="沒有名為 {asked} 的牌；{allowed}",
    ),
)
TOO_MANY_TILES = refusal(
    "too_many_tiles",
    words(
        "the tile {asked} appears too often; the set has {allowed} of it",
        pt="a pedra {asked} aparece vezes de mais; o baralho tem {allowed}",
        zh="牌 {asked} 出現次數過多；一副牌有 {allowed} 隻",
    ),
)
WRONG_SETTING = refusal(
    "wrong_setting",
    words(
        "{asked} are not two pairs of the tiles {allowed}",
        pt="{asked} não são dois grupos de duas das pedras {allowed}",
        zh="{asked} 不是由牌 {allowed} 組成的兩組",
    ),
)
DICE_COCKED = refusal(
    "dice_cocked",
    words(
        "the shake does not count ({asked}); needed: {allowed}",
        pt="a agitação dos dados é nula ({asked}); é preciso: {allowed}",
        zh="此次搖骰無效（{asked}）；須為：{allowed}",
    ),
)
CO_BANKER_SIDE_BET = refusal(
    "co_banker_side_bet",
    words(
        "{asked} co-banks and may not accept bets of other players on gate {gate}",
        pt="{asked} é co-banqueiro e não pode aceitar apostas associadas de outros jogadores no lugar {gate}",
        zh="{asked} 幫莊，不得在第 {gate} 門接受其他閒家搭注",
    ),
)
STAKE_AFTER_SHAKE = refusal(
    "stake_after_shake",
    words(
        "the dice have been shaken: no stake or principal may be put down, changed or moved",
        pt="os dados já foram agitados: nem apostas nem capital se podem colocar, alterar ou mudar de lugar",
        zh="已搖骰：不得放下、更改或移動注碼及博彩本金",
    ),
)
SETTING_NEEDED = refusal(
    "setting_needed",
    words(
        "the tiles of gate {asked} lie open: say how they are set, as in “3: 6-6 1-3 / 5-5 4-5”",
        pt="as pedras do lugar {asked} estão viradas: indique como estão combinadas, p. ex. «3: 6-6 1-3 / 5-5 4-5»",
        zh="第 {asked} 門的牌已翻開：請說明其組合，例如「3: 6-6 1-3 / 5-5 4-5」",
    ),
)
NOT_SET = refusal(
    "not_set",
    words(
        "some gates have not set their tiles yet",
        pt="há lugares que ainda não combinaram as pedras",
        zh="尚有門未組好並放下牌",
    ),
)
ALREADY_TURNED = refusal(
    "already_turned",
    words(
        "a tile of the banker has been turned: no setting may be changed",
        pt="já foi virada uma pedra do banqueiro: nenhuma combinação se pode alterar",
        zh="莊家已翻開一隻牌：任何組合不得再改",
    ),
)
PRINCIPAL_REDUCED = refusal(
    "principal_reduced",
    words(
        "a principal of {asked} is less than the principal and winnings of the first round: {allowed}",
        pt="um capital de {asked} é inferior ao capital e ganhos da primeira jogada: {allowed}",
        zh="博彩本金 {asked} 少於首局的博彩本金連同所贏金額：{allowed}",
    ),
)
BANK_TOO_LONG = refusal(
    "bank_too_long",
    words(
        "a gate may bank {allowed} rounds in a row, unless all the other gates agree to more; this would be round {asked}",
        pt="um lugar pode ter a banca {allowed} jogadas seguidas, salvo acordo unânime dos outros lugares; esta seria a {asked}.ª",
        zh="每門每次最多做莊 {allowed} 局，其餘各門一致同意者除外；這將是第 {asked} 局",
    ),
)
NO_GATE = refusal(
    "no_gate",
    words(
        "{asked} does not hold a gate; free gates: {allowed}",
        pt="{asked} não ocupa nenhum lugar; lugares livres: {allowed}",
        zh="{asked} 沒有佔門；空門：{allowed}",
    ),
)
WRONG_STACKS = refusal(
    "wrong_stacks",
    words(
        "a cut cannot move {asked} of the eight stacks; possible: {allowed}",
        pt="não se podem mudar {asked} dos oito montes; possível: {allowed}",
        zh="拮牌不可移動 {asked} 棟；可移動：{allowed}",
    ),
)
FILE_AND_OPTIONS = refusal(
    "file_and_options",
    words(
        "give the round by the file {asked} or by options such as {allowed}, not by both",
        pt="indique a jogada pelo ficheiro {asked} ou por opções como {allowed}, não por ambos",
        zh="一局須以檔案 {asked} 或以 {allowed} 等選項說明，不可兩者並用",
    ),
)
