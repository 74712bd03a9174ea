"""What only craps refuses, each in three languages."""

from banca.rulebook import refusal, words

DICE_NOT_INSPECTED = refusal(
    "dice_not_inspected",
    words(
        "the dice left the table and must be checked first; still to be checked: {missing} (craps {clauses})",
        pt="os dados saíram da mesa e têm de ser verificados; falta verificar: {missing} (craps {clauses})",
        zh="骰子曾離檯，須先檢驗；尚待檢驗：{missing}（花旗骰 {clauses}）",
    ),
)
POINT_STANDS = refusal(
    "point_stands",
    words(
        "{bet} cannot be placed while there is a point ({point}); place it before a come-out throw",
        pt="{bet} não pode ser colocada havendo número ponto ({point}); coloque-a antes de um primeiro lançamento",
        zh="已有博彩者點數 {point}，不可下注 {bet}；請在首次擲骰前下注",
    ),
)
NO_POINT = refusal(
    "no_point",
    words(
        "{bet} may be placed only while the table has a point ({by}); it has none now",
        pt="{bet} só pode ser colocada quando a mesa tem número ponto ({by}); agora não tem",
        zh="{bet} 只可在該檯有博彩者點數時下注（{by}）；現時沒有",
    ),
)
NO_FLAT_BET = refusal(
    "no_flat_bet",
    words(
        "{bet} needs a {flat} bet on {number}, and there is none; an additional bet is placed once its flat bet has a number",
        pt="{bet} precisa de uma aposta {flat} no {number}, e não há; a aposta adicional só se coloca depois de a aposta de base ter número",
        zh="{bet} 須有停於 {number} 的 {flat} 投注，現時沒有；原注確立其點數後方可作附加投注",
    ),
)
ADDITIONAL_TOO_LARGE = refusal(
    "additional_too_large",
    words(
        "{bet} would come to {asked}; the most here is {allowed} (option additional_multiple)",
        pt="{bet} passaria a {asked}; aqui, o máximo é {allowed} (opção additional_multiple)",
        zh="{bet} 將達 {asked}；此處最多 {allowed}（選項 additional_multiple）",
    ),
)
ADDITIONAL_STANDS = refusal(
    "additional_stands",
    words(
        "{bet} has an additional bet, {additional}; take that down first",
        pt="sobre {bet} há {additional}; retire-a primeiro",
        zh="{bet} 之上有 {additional}；請先收回後者",
    ),
)
WRONG_DICE = refusal(
    "wrong_dice",
    words(
        "{asked} dice; it must be {allowed}",
        pt="{asked} dados; têm de ser {allowed}",
        zh="骰子 {asked} 顆；必須為 {allowed} 顆",
    ),
)
NOT_THE_SHOOTER = refusal(
    "not_the_shooter",
    words(
        "only a player whose bets come to at least {allowed} in all may throw ({by}); this one has {asked}",
        pt="só pode lançar o jogador cujas apostas perfaçam, no total, pelo menos {allowed} ({by}); este apostou {asked}",
        zh="投注合計至少 {allowed} 的博彩者方可擲骰（{by}）；此人投注 {asked}",
    ),
)
NO_SHOOTER = refusal(
    "no_shooter",
    words(
        "every player who may throw has waived the throw",
        pt="todos os jogadores que podem lançar prescindiram do lançamento",
        zh="有權擲骰的博彩者均已棄權",
    ),
)
DICE_NOT_OFFERED = refusal(
    "dice_not_offered",
    words(
        "the shooter has left; take the dice back and offer them again",
        pt="o lançador saiu; recolha os dados e apresente-os de novo",
        zh="主客已離座；請收回骰子再遞",
    ),
)
