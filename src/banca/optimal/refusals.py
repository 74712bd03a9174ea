"""What has no best way of playing that can be worked out, and what to change."""

from banca.rulebook import refusal, words

GOAL_NEEDS = refusal(
    "goal_needs",
    words(
        "the goal {goal} needs {asked}",
        pt="o fim {goal} exige {asked}",
        zh="目的 {goal} 須有 {asked}",
    ),
)
NOT_FLAT = refusal(
    "not_flat",
    words(
        "{bet} is added to {flat}; name {flat} too",
        pt="{bet} é adicional a {flat}; indique também {flat}",
        zh="{bet} 附加於 {flat}；請一併寫上 {flat}",
    ),
)
BAD_TURNOVER = refusal(
    "bad_turnover",
    words(
        "{asked} to stake in all is too little; the minimum of one bet is {minimum}",
        pt="apostar {asked} no total é pouco; o mínimo de uma aposta é {minimum}",
        zh="合計投注 {asked} 太少；每注下限為 {minimum}",
    ),
)
NO_ADVANTAGE = refusal(
    "no_advantage",
    words(
        "{bet} gives the house no advantage, so play could go on for ever; set a number of rounds",
        pt="{bet} não dá vantagem à casa, pelo que o jogo podia não ter fim; fixe um número de jogadas",
        zh="{bet} 沒有娛樂場利益，可無限進行；請設定局數",
    ),
)
TOO_MANY_CHOICES = refusal(
    "too_many_choices",
    words(
        "{amounts} amounts of money in steps of {step}, {stakes} stakes and {bets} bets make {asked} choices to compare; at most {allowed} are possible: allow fewer bets or stakes, a smaller target or fewer rounds, or use a larger chip",
        pt="{amounts} montantes em passos de {step}, {stakes} valores de aposta e {bets} apostas dão {asked} escolhas a comparar; no máximo, {allowed}: permita menos apostas ou valores, um objectivo menor ou menos jogadas, ou use uma ficha maior",
        zh="以 {step} 為級的 {amounts} 個金額、{stakes} 種注碼及 {bets} 項投注，須比較 {asked} 個選擇；最多 {allowed} 個：請減少投注項目或注碼、降低目標、減少局數，或採用較大的籌碼",
    ),
)
TOO_MANY_STAKES = refusal(
    "too_many_stakes",
    words(
        "{asked} different stakes are too many to compare; at most {allowed}: name some stakes, or use a higher minimum or a lower maximum",
        pt="{asked} valores de aposta são demasiados para comparar; no máximo, {allowed}: indique alguns, ou use um mínimo maior ou um máximo menor",
        zh="{asked} 種注碼太多，無法比較；最多 {allowed} 種：請指定若干注碼，或提高下限、降低上限",
    ),
)
UNKNOWN_GOAL = refusal(
    "unknown_goal",
    words(
        "there is no goal {asked}; available: {allowed}",
        pt="não existe o fim {asked}; disponíveis: {allowed}",
        zh="沒有名為 {asked} 的目的；現有：{allowed}",
    ),
)
