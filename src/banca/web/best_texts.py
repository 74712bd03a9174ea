"""The words of the lab's part on the best way to play."""

from banca.rulebook import words

TITLE = words("Best way to play", pt="A melhor forma de jogar", zh="最佳下注方式")
LEAD = words(
    "For a purse and a goal, the bets and stakes with the best chance, worked out and not sampled. It is no way to win: the mean loss is beside it.",
    pt="Para um fundo e um fim, as apostas e os valores com a melhor probabilidade, calculados e não simulados. Não é forma de ganhar: a perda média está ao lado.",
    zh="按資金及目的，計算機會最大的投注及注碼，並非抽樣。這不是贏錢方法：旁邊列出平均損失。",
)
GOAL = words("Goal", pt="Fim", zh="目的")
GOALS = {
    "target": words("Reach a target", pt="Atingir um objectivo", zh="達到目標"),
    "last": words("Last a number of rounds", pt="Durar um número de jogadas", zh="玩足指定局數"),
    "stake": words(
        "Stake an amount in all, lose least", pt="Apostar um total, perder menos", zh="合計投注指定金額，損失最少"
    ),
}
BANKROLL = words("Bankroll, patacas", pt="Fundo inicial, patacas", zh="起始資金（澳門元）")
TARGET = words(
    "Target or amount to stake, patacas", pt="Objectivo ou total a apostar, patacas", zh="目標或合計投注額（澳門元）"
)
ROUNDS = words("Rounds", pt="Jogadas", zh="局數")
ROUNDS_HINT = words("empty: any number", pt="vazio: qualquer número", zh="留空：不限")
MINIMUM = words("Lowest stake and chip, patacas", pt="Aposta mínima e ficha, patacas", zh="投注下限及籌碼（澳門元）")
BETS = words("Bets", pt="Apostas", zh="投注")
BETS_HINT = words(
    "separated by blanks; empty: all", pt="separadas por espaços; vazio: todas", zh="以空格分隔；留空：全部"
)
WORK_OUT = words("Work out", pt="Calcular", zh="計算")
PLAY = words("Use as strategy A", pt="Usar como estratégia A", zh="用作策略 A")
WORDS = {
    "empty_field": words("Fill in: {field}", pt="Preencha: {field}", zh="請填寫：{field}"),
    "best_wait": words("wait", pt="esperar", zh="等候"),
    "best_way": words("way of playing", pt="forma de jogar", zh="下注方式"),
    "best_this": words("the best way", pt="a melhor forma", zh="最佳下注方式"),
    "best_chance": words("chance", pt="probabilidade", zh="機會"),
    "best_loss": words("mean loss, patacas", pt="perda média, patacas", zh="平均損失（澳門元）"),
    "best_hand": words("in hand", pt="em mão", zh="手上現金"),
    "best_bet": words("bet", pt="aposta", zh="投注"),
    "best_left_rounds": words("rounds left: {count}", pt="jogadas que faltam: {count}", zh="尚餘 {count} 局"),
    "best_left_stakes": words("{count} left to stake", pt="faltam apostar {count}", zh="尚須投注 {count}"),
    "best_map": words("What to bet", pt="O que apostar", zh="如何下注"),
    "best_at": words(
        "The map is for this moment: {moment}.", pt="O mapa é para este momento: {moment}.", zh="此表適用於：{moment}。"
    ),
    "best_adds": words(
        "+ marks additional bets where the bet gets its number.",
        pt="+ indica apostas adicionais quando a aposta tem número.",
        zh="+ 表示投注有點數後加附加投注。",
    ),
    "best_not": words(
        "No way of playing wins in the mean: this one loses {loss} patacas of {bankroll}.",
        pt="Nenhuma forma de jogar ganha em média: esta perde {loss} patacas de {bankroll}.",
        zh="任何下注方式平均都不會贏：此方式平均輸 {loss} 澳門元（起始資金 {bankroll}）。",
    ),
    "best_long": words(
        "The policy is too long for the lab; banca best -o FILE saves it.",
        pt="A estratégia é longa de mais para o laboratório; banca best -o FILE grava-a.",
        zh="策略太長，實驗室無法載入；可用 banca best -o FILE 儲存。",
    ),
    "best_put": words("Strategy A is now this policy.", pt="A estratégia A é agora esta.", zh="策略 A 已換成此策略。"),
}
