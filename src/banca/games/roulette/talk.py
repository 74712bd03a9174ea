"""What people at a roulette table call its bets and numbers."""

from banca.games.roulette.device import NUMBERS
from banca.rulebook import Talk

FIRSTS = {
    1: ("1st", "first", "1ª", "primeira", "primeiro", "premier", "première", "第一"),
    2: ("2nd", "second", "2ª", "segunda", "deuxième", "第二"),
    3: ("3rd", "third", "3ª", "terceira", "dernière", "troisième", "第三"),
}
"""How each of three is counted off."""
DOZENS = {
    1: ("1-12", "1 to 12", "P12"),
    2: ("13-24", "13 to 24", "M12", "middle dozen"),
    3: ("25-36", "25 to 36", "D12", "last dozen"),
}

TALK = Talk(
    bets={
        "straight": (
            "{}",
            "number {}",
            "straight {}",
            "single {}",
            "plein {}",
            "no {}",
            "pleno no {}",
            "número {}",
            "{}號",
            "單號{}",
            "直注 {}",
        ),
        "split": ("{}", "cheval {}", "à cheval {}", "cavalo {}", "two numbers {}", "分注{}", "騎 {}"),
        "street": ("{}", "three numbers {}", "trio {}", "transversal {}", "transversale {}", "side {}", "三數 {}"),
        "corner": (
            "{}",
            "square {}",
            "quarter {}",
            "carré {}",
            "carre {}",
            "four numbers {}",
            "quatro números {}",
            "四數 {}",
        ),
        "corner:0-1-2-3": ("first four", "basket", "primeiros quatro", "頭四"),
        "six_line": (
            "{}",
            "line {}",
            "double street {}",
            "sixline {}",
            "sixaine {}",
            "sixain {}",
            "six numbers {}",
            "六數 {}",
        ),
        **{
            f"{bet}:{place}": (*(f"{first} {word}" for first in FIRSTS[place] for word in named), *more[place])
            for bet, named, more in (
                ("dozen", ("dozen", "12", "twelve", "dúzia", "douzaine", "打"), DOZENS),
                ("column", ("column", "col", "coluna", "colonne", "列"), {1: (), 2: (), 3: ()}),
            )
            for place in (1, 2, 3)
        },
        "red": ("rouge", "vermelho", "vermelha", "reds", "紅色"),
        "black": ("noir", "negro", "preta", "blacks", "黑色"),
        "even": ("pair", "evens", "pares", "雙數", "偶數"),
        "odd": ("impair", "odds", "ímpares", "單數", "奇數"),
        "low": ("manque", "1 to 18", "1-18", "small", "first half", "menor", "falta", "baixo", "小"),
        "high": ("passe", "19 to 36", "19-36", "big", "second half", "maior", "passa", "alto", "大"),
    },
    outcomes={
        "zero": "0",
        "zéro": "0",
        "零": "0",
        "green": "0",
        "verde": "0",
        **{f"{word} {number}": str(number) for word in ("number", "no", "número") for number in NUMBERS},
    },
    options={
        "zero": ("zero rule", "0", "on zero"),
        "zero=half_back": ("la partage", "partage", "half", "metade", "surrender", "一半"),
        "zero=en_prison": ("prison", "prisão", "em prisão", "imprison", "監禁"),
        "zero=lose": ("lost", "perde", "all", "輸"),
        "plate_on": ("bearing", "rolamento", "軸承"),
        "plate_on=pivot": ("pivot", "軸心"),
        "plate_on=ball_bearing": ("ball bearing", "bearing", "rolamento de esferas", "滾珠軸承"),
        "plate": ("surface", "prato", "盤面"),
        "plate=smooth": ("liso", "平滑"),
        "plate=ridged": ("com ressaltos", "有坑紋"),
    },
)
