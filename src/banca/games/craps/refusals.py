"""What only craps refuses, each in three languages."""

from banca.rulebook import refusal, words

DICE_NOT_INSPECTED = refusal(
    "dice_not_inspected",
    words(
        "the dice left the table; still to be checked: {missing} (passed: {clauses})",
        pt="os dados saíram da mesa; falta verificar: {missing} (passed: {clauses})",
        zh="骰子離開檯面；尚待檢查：{missing}（passed：{clauses}）",
    ),
)
POINT_STANDS = refusal(
    "point_stands",
    words(
        "{bet} takes no new bet while the point {point} stands; place it before a come-out throw",
        pt="{bet} não aceita apostas novas com o ponto {point} marcado; coloque-a antes de um primeiro lançamento",
        zh="{bet} 在點數 {point} 未了結時不收新注；請在首次擲骰前下注",
    ),
)
NO_POINT = refusal(
    "no_point",
    words(
        "{bet} may be placed only while the table's point stands ({by}), and none does",
        pt="{bet} só pode ser colocada enquanto vale o ponto da mesa ({by}), e não há nenhum",
        zh="{bet} 只可在該檯有點數時下注 ({by})，現時沒有點數",
    ),
)
NO_FLAT_BET = refusal(
    "no_flat_bet",
    words(
        "{bet} needs a {flat} bet standing on {number}, and there is none; odds need a point",
        pt="{bet} precisa de uma aposta {flat} mantida em {number}, e não há; a aposta adicional exige ponto",
        zh="{bet} 須有保留於 {number} 的 {flat} 投注，現時沒有；附加投注須先有點數",
    ),
)
ADDITIONAL_TOO_LARGE = refusal(
    "additional_too_large",
    words(
        "{bet} would come to {asked}; at most {allowed} here (option additional_multiple)",
        pt="{bet} passaria a {asked}; aqui, no máximo {allowed} (opção additional_multiple)",
        zh="{bet} 將達 {asked}；此處最多 {allowed}（選項 additional_multiple）",
    ),
)
ADDITIONAL_STANDS = refusal(
    "additional_stands",
    words(
        "{bet} carries {additional}; take that down first",
        pt="{bet} suporta {additional}; retire primeiro essa",
        zh="{bet} 之上有 {additional}；請先取回後者",
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
        "only a player who has staked at least {allowed} may throw; this one has {asked}",
        pt="só pode lançar o jogador que tenha apostado pelo menos {allowed}; este apostou {asked}",
        zh="投注至少 {allowed} 的博彩者方可擲骰；此人投注 {asked}",
    ),
)
NO_SHOOTER = refusal(
    "no_shooter",
    words(
        "everyone who may throw waives the dice",
        pt="todos os que podem lançar prescindem dos dados",
        zh="有權擲骰的博彩者均放棄擲骰",
    ),
)
DICE_NOT_OFFERED = refusal(
    "dice_not_offered",
    words(
        "the shooter has left; take the dice back and offer them anew",
        pt="o lançador saiu; recolha os dados e ofereça-os de novo",
        zh="擲骰者已離座；請收回骰子再遞",
    ),
)
