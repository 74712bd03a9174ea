"""Remarks for the examiner of a proposal: facts about its figures that no regulation forbids."""

from banca.rulebook import Code, words

HIGHER_THAN_ANY = Code(
    "higher_than_any",
    words(
        "{bet}: the casino's advantage of {asked} is higher than that of any other bet of the table (at most {allowed})",
        pt="{bet}: a vantagem do casino, de {asked}, é superior à de qualquer outra aposta da mesa (no máximo, {allowed})",
        zh="{bet}：娛樂場利益為 {asked}，高於該檯任何其他投注（最高為 {allowed}）",
    ),
)
PLAYER_AHEAD = Code(
    "player_ahead",
    words(
        "{bet}: the advantage is the player's, {asked} of the stake",
        pt="{bet}: a vantagem é do jogador, de {asked} da aposta",
        zh="{bet}：利益屬博彩者，為注碼的 {asked}",
    ),
)
NOBODY_AHEAD = Code(
    "nobody_ahead",
    words(
        "{bet}: the casino's advantage is zero",
        pt="{bet}: a vantagem do casino é nula",
        zh="{bet}：娛樂場利益為零",
    ),
)
ROW_NEVER_WON = Code(
    "row_never_won",
    words(
        "{bet}: the prize for “{asked}” can never be won",
        pt="{bet}: o prémio de «{asked}» nunca pode ser ganho",
        zh="{bet}：「{asked}」的彩金不可能贏得",
    ),
)
LONG_BET = Code(
    "long_bet",
    words(
        "{bet}: it is decided after {asked} {many} on average",
        pt="{bet}: decide-se, em média, ao fim de {asked} {many}",
        zh="{bet}：平均需 {asked} {many}才分出輸贏",
    ),
)
ROUNDING_COSTS = Code(
    "rounding_costs",
    words(
        "{bet}: rounding payments down to the smallest chip raises the casino's advantage on a minimum stake by {asked} percentage points (from {before} to {after})",
        pt="{bet}: o arredondamento dos pagamentos para baixo, até à ficha de menor valor, aumenta em {asked} pontos percentuais a vantagem do casino numa aposta mínima (de {before} para {after})",
        zh="{bet}：派彩向下取整至最小籌碼，使按投注下限計的娛樂場利益增加 {asked} 個百分點（由 {before} 增至 {after}）",
    ),
)
NO_ARTICLE_7 = Code(
    "no_article_7",
    words(
        "{asked}: no article of the regulation seen here provides for the authorisation of new bets or different prizes",
        pt="{asked}: nenhum artigo do regulamento aqui consultado prevê a autorização de novas apostas ou de prémios diferentes",
        zh="{asked}：所查閱的規章條文並無就許可新投注項目或不同彩金作出規定",
    ),
)
