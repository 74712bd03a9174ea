"""What an examiner of a proposal is warned of."""

from banca.rulebook import Code, words

HIGHER_THAN_ANY = Code(
    "higher_than_any",
    words(
        "{bet}: at {asked} it takes more than any bet of the regulation, the highest of which takes {allowed}",
        pt="{bet}: com {asked} leva mais do que qualquer aposta do regulamento, a maior das quais leva {allowed}",
        zh="{bet}：場方優勢為 {asked}，高於規章內任何投注，其中最高者為 {allowed}",
    ),
)
PLAYER_AHEAD = Code(
    "player_ahead",
    words(
        "{bet}: the player has the advantage, {asked} of the stake",
        pt="{bet}: é o jogador que tem a vantagem, {asked} da aposta",
        zh="{bet}：博彩者佔優，為注碼的 {asked}",
    ),
)
NOBODY_AHEAD = Code(
    "nobody_ahead",
    words(
        "{bet}: nobody has an advantage; the house gains nothing by it",
        pt="{bet}: ninguém tem vantagem; a casa nada ganha com ela",
        zh="{bet}：雙方均無優勢；娛樂場無從得益",
    ),
)
ROW_NEVER_WON = Code(
    "row_never_won",
    words(
        "{bet}: the prize for '{asked}' can never be won",
        pt="{bet}: o prémio de '{asked}' nunca pode ser ganho",
        zh="{bet}：'{asked}' 的彩金不可能贏得",
    ),
)
LONG_BET = Code(
    "long_bet",
    words(
        "{bet}: it takes {asked} rounds to decide on average; a player may leave before it ends",
        pt="{bet}: demora em média {asked} jogadas a decidir-se; um jogador pode sair antes do fim",
        zh="{bet}：平均需 {asked} 回合才分出輸贏；博彩者可能在此之前離開",
    ),
)
ROUNDING_COSTS = Code(
    "rounding_costs",
    words(
        "{bet}: rounding what is paid down to the chip costs {asked} of a stake at the minimum",
        pt="{bet}: arredondar para baixo até à ficha o que se paga custa {asked} de uma aposta mínima",
        zh="{bet}：派彩向下取整至籌碼，令最低注額的注碼損失 {asked}",
    ),
)
NO_ARTICLE_7 = Code(
    "no_article_7",
    words(
        "the regulation of {asked} has no article that provides for new bets; it would have to change",
        pt="o regulamento de {asked} não tem nenhum artigo que preveja novas apostas; teria de mudar",
        zh="{asked} 的規章沒有訂定新投注的條文；須先修改規章",
    ),
)
