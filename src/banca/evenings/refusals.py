"""What cannot be worked out exactly, and what to change."""

from banca.rulebook import refusal, words

TOO_MANY_STATES = refusal(
    "too_many_states",
    words(
        "the strategy has more than {asked} states between rounds; at most {allowed} can be worked out exactly: make fewer bets at once, shorten the progression or play fewer rounds",
        pt="a estratégia tem mais de {asked} estados entre jogadas; com exactidão, no máximo {allowed}: faça menos apostas ao mesmo tempo, encurte a progressão ou jogue menos jogadas",
        zh="策略在各局之間有超過 {asked} 個狀態；最多可精確計算 {allowed} 個：請減少同時投注的數目、縮短遞進注法或減少局數",
    ),
)
TOO_MUCH_TO_WORK_OUT = refusal(
    "too_much_to_work_out",
    words(
        "{states} states, {amounts} amounts of money in steps of {step} and {rounds} rounds are {asked} steps of work; at most {allowed} are possible: play fewer rounds, set a target or a stop-loss, or use stakes and chips with a larger common step",
        pt="{states} estados, {amounts} quantias em passos de {step} e {rounds} jogadas são {asked} passos de cálculo; no máximo, {allowed}: jogue menos jogadas, fixe um objectivo ou um limite de perda, ou use apostas e fichas com um passo comum maior",
        zh="{states} 個狀態、以 {step} 為級的 {amounts} 個金額及 {rounds} 局，共需 {asked} 步計算；最多 {allowed} 步：請減少局數、設定目標或止蝕額，或採用公約數較大的注碼及籌碼",
    ),
)
ONLY_CHANCE = refusal(
    "only_chance",
    words(
        "evenings of {game} are not worked out exactly; simulate them",
        pt="as sessões de {game} não se calculam com exactidão; simule-as",
        zh="{game} 的整場結果不作精確計算；請用模擬",
    ),
)
