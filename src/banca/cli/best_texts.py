"""The words of `banca best`."""

from banca.rulebook import words

GOAL_OF = {
    "target": words(
        "the best chance of {target} with {bankroll}",
        pt="a melhor probabilidade de chegar a {target} com {bankroll}",
        zh="以 {bankroll} 達到 {target} 的最大機會",
    ),
    "last": words(
        "the best chance to play {rounds} rounds with {bankroll}",
        pt="a melhor probabilidade de jogar {rounds} jogadas com {bankroll}",
        zh="以 {bankroll} 玩足 {rounds} 局的最大機會",
    ),
    "stake": words(
        "the least loss for {turnover} staked in all, with {bankroll}",
        pt="a menor perda para {turnover} apostados no total, com {bankroll}",
        zh="以 {bankroll} 合計投注 {turnover} 的最少損失",
    ),
}
WITHIN = words("within {rounds} rounds", pt="em {rounds} jogadas", zh="{rounds} 局之內")
COMPARED = words(
    "compared: one bet at a time out of {bets}, stakes of {low} to {high}, without additional bets",
    pt="comparado: uma aposta de cada vez entre {bets}, de {low} a {high}, sem apostas adicionais",
    zh="比較範圍：每次一注，投注為 {bets}，注碼 {low} 至 {high}，不加附加投注",
)
COMPARED_WITH = words(
    "compared: one bet at a time out of {bets}, stakes of {low} to {high}, with one of {additional} behind it",
    pt="comparado: uma aposta de cada vez entre {bets}, de {low} a {high}, com uma de {additional} adicional a ela",
    zh="比較範圍：每次一注，投注為 {bets}，注碼 {low} 至 {high}，可加附加投注 {additional}",
)
NOT_A_WAY_TO_WIN = words(
    "No way of playing wins in the mean: this one loses {loss} patacas of {bankroll}.",
    pt="Nenhuma forma de jogar ganha em média: esta perde {loss} patacas de {bankroll}.",
    zh="任何下注方式平均都不會贏：此方式平均輸 {loss} 澳門元（起始資金 {bankroll}）。",
)
WAY = words("way of playing", pt="forma de jogar", zh="下注方式")
CHANCE = words("chance", pt="probabilidade", zh="機會")
LOSS = words("mean loss", pt="perda média", zh="平均損失")
THIS_WAY = words("the best way", pt="a melhor forma", zh="最佳下注方式")
FAIR = words(
    "limit without a house edge",
    pt="limite sem vantagem do casino",
    zh="沒有娛樂場利益時的上限",
)
MONEY = words("in hand", pt="em mão", zh="手上現金")
ROUNDS_LEFT = words("rounds left: {count}", pt="jogadas que faltam: {count}", zh="尚餘 {count} 局")
TO_STAKE = words("{count} left to stake", pt="faltam apostar {count}", zh="尚須投注 {count}")
WHAT_TO_BET = words("bet", pt="aposta", zh="投注")
WAIT = words("wait", pt="esperar", zh="等候")
ADDS = words(
    "+ marks additional bets where the bet gets its number",
    pt="+ indica apostas adicionais quando a aposta tem número",
    zh="+ 表示投注有點數後加附加投注",
)
AT_TABLE = words(
    "the map is for this moment: {moment}", pt="o mapa é para este momento: {moment}", zh="此表適用於：{moment}"
)
ROWS = words(
    "all {count} rows are in the file", pt="todas as {count} linhas estão no ficheiro", zh="全部 {count} 列載於檔案"
)
POLICY_WRITTEN = words("policy written to {file}", pt="estratégia gravada em {file}", zh="策略已寫入 {file}")
