"""What cannot be worked out exactly, and what to change."""

from banca.rulebook import refusal, words

TOO_MANY_SEATS = refusal(
    "too_many_seats",
    words(
        "the strategy has more than {allowed} states between rounds, too many to work out exactly: make fewer bets at once, shorten the progression, play fewer rounds or use a larger chip",
        pt="a estratégia tem mais de {allowed} estados entre jogadas, demasiados para um cálculo exacto: faça menos apostas ao mesmo tempo, encurte a progressão, jogue menos jogadas ou use uma ficha maior",
        zh="策略在各局之間有超過 {allowed} 個狀態，太多而無法精確計算：請減少同時投注的數目、縮短遞進注法、減少局數或採用較大的籌碼",
    ),
)
TOO_MUCH_TO_WORK_OUT = refusal(
    "too_much_to_work_out",
    words(
        "{states} states, {amounts} amounts of money in steps of {step} and {rounds} rounds take {asked} products and {cells} numbers in memory; at most {allowed} and {most} are possible: play fewer rounds, set a target or a stop-loss, or use stakes and chips with a larger common step",
        pt="{states} estados, {amounts} montantes em passos de {step} e {rounds} jogadas exigem {asked} produtos e {cells} números em memória; no máximo, {allowed} e {most}: jogue menos jogadas, fixe um objectivo ou um limite de perda, ou use apostas e fichas com um passo comum maior",
        zh="{states} 個狀態、以 {step} 為級的 {amounts} 個金額及 {rounds} 局，須作 {asked} 次乘法並存放 {cells} 個數；最多 {allowed} 次及 {most} 個：請減少局數、設定目標或止蝕額，或採用公約數較大的注碼及籌碼",
    ),
)
ONLY_CHANCE = refusal(
    "only_chance",
    words(
        "no exact distribution is known for a round of this strategy of {game}, such as a bank against several gates that mix their settings; simulate it",
        pt="não se conhece a distribuição exacta de uma jogada desta estratégia de {game}, como a de uma banca contra vários lugares que variam as combinações; simule-a",
        zh="此 {game} 策略每局的精確分佈未知，例如莊家對多門而各門混合組牌；請用模擬",
    ),
)
STANDS_ON = refusal(
    "stands_on",
    words(
        "a round leaves one of the bets standing with a chance of {chance}, so the next round is not like it; work out an evening instead",
        pt="uma jogada deixa uma das apostas por decidir com probabilidade {chance}, pelo que a seguinte não é igual; calcule antes uma sessão",
        zh="一局後仍有投注未決的機會為 {chance}，下一局因而不同；請改為計算整場",
    ),
)
TOO_MANY_ROUNDS = refusal(
    "too_many_rounds",
    words(
        "{asked} rounds of these bets cannot be added up; possible: 1 to about {allowed}",
        pt="não é possível somar {asked} jogadas destas apostas; possível: 1 a cerca de {allowed}",
        zh="無法合計這些投注的 {asked} 局；可計 1 至約 {allowed} 局",
    ),
)
