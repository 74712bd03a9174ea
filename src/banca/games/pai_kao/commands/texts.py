"""What `banca pai-kao` says, in three languages."""

from banca.rulebook import words

TILE = words("tile", pt="pedra", zh="牌")
PIPS = words("pips", pt="pintas", zh="點數")
PLACE = words(
    "number {place} of {of}, 1 being the highest",
    pt="número {place} de {of}, sendo 1 o maior",
    zh="第 {place} 位，共 {of} 位，1 為最大",
)
WIN_PERCENT = words("win %", pt="ganha %", zh="贏 %")
TIE_PERCENT = words("tie %", pt="empata %", zh="和 %")
LOSE_PERCENT = words("lose %", pt="perde %", zh="輸 %")
VALUE_PERCENT = words("value %", pt="valor %", zh="價值 %")
BEST = words(
    "best: {pairs}; against {against} it is worth {gain}% of the stake more than the next best",
    pt="melhor: {pairs}; contra {against} vale mais {gain}% da aposta do que a seguinte",
    zh="最佳：{pairs}；對 {against}，比次佳者多值注碼的 {gain}%",
)
WHY = words(
    "why: its front is higher in {front}% of cases and its rear in {rear}%; for the next best, {other_front}% and {other_rear}%",
    pt="porquê: o grupo da frente é maior em {front}% dos casos e o de trás em {rear}%; na seguinte, {other_front}% e {other_rear}%",
    zh="原因：其前線較大的情況佔 {front}%，後線佔 {rear}%；次佳者為 {other_front}% 及 {other_rear}%",
)
ALL_ALIKE = words("all settings are worth the same", pt="todas as combinações valem o mesmo", zh="各種組合價值相同")
LINE = words("line", pt="linha", zh="線")
HIGHER = words("higher", pt="maior", zh="較大者")
STAKE_OF = words("{who} {stake}", pt="{who} {stake}", zh="{who} {stake}")
COMMISSION_PAID = words(
    "commission {commission}, breakage {breakage}",
    pt="comissão {commission}, sobra {breakage}",
    zh="抽水 {commission}，零數 {breakage}",
)
BETWEEN = words(
    "player: {player}; banker: {banker}; over all deals",
    pt="jogador: {player}; banqueiro: {banker}; em todas as distribuições",
    zh="閒家：{player}；莊家：{banker}；以所有派牌計",
)
VALUE_PLAYER = words(
    "value to the player, per unit staked",
    pt="valor para o jogador, por unidade apostada",
    zh="對閒家的價值（按注碼計）",
)
VALUE_BANKER = words(
    "value to the banker, per unit staked",
    pt="valor para o banqueiro, por unidade apostada",
    zh="對莊家的價值（按注碼計）",
)
BANKING = words(
    "banker: {policy}; gates ({gates}): {against}; stake of each {stake}, principal {principal}; over all deals",
    pt="banqueiro: {policy}; lugares ({gates}): {against}; aposta de cada um {stake}, capital {principal}; em todas as distribuições",
    zh="莊家：{policy}；閒家（{gates} 門）：{against}；每門注碼 {stake}，博彩本金 {principal}；以所有派牌計",
)
CHANCE_PERCENT = words("chance %", pt="probabilidade %", zh="機會 %")
PROGRESS = words(
    "iteration {turn}, {seconds} s: the best deviation gains the player {player}, the banker {banker}",
    pt="iteração {turn}, {seconds} s: o melhor desvio dá a ganhar ao jogador {player}, ao banqueiro {banker}",
    zh="第 {turn} 輪運算，{seconds} 秒：最佳偏離令閒家得益 {player}，莊家得益 {banker}",
)
