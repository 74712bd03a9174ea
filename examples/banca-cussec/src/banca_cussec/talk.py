"""What people at a Cussec table call its bets and throws."""

from banca.rulebook import Talk

from banca_cussec.device import FACES

TALK = Talk(
    bets={
        "small": ("low", "4 to 10", "4-10", "細", "買小"),
        "big": ("high", "large", "11 to 17", "11-17", "買大"),
        "odd": ("odds", "ímpares", "單數"),
        "even": ("evens", "pares", "雙數"),
        "total": ("sum {}", "soma {}", "{} points", "{} pontos", "{}點", "three dice total {}", "total of {}"),
        "single": ("number {}", "one {}", "single die {}", "單骰 {}", "{}號", "dado {}"),
        "pair": (
            "two dice {}",
            "combination {}",
            "domino {}",
            "two numbers {}",
            "par {}",
            "combinação {}",
            "長牌 {}",
            "二骰 {}",
        ),
        "double": ("specific double {}", "double {} {}", "pair of {}", "duplo de {}", "雙骰 {}", "對{}", "孖{}"),
        "triple": (
            "specific triple {}",
            "alls {}",
            "all {}",
            "three {}",
            "{} {} {}",
            "triplo de {}",
            "圍{}",
            "豹子 {}",
            "全{}",
        ),
        "any_triple": (
            "any alls",
            "any triples",
            "triple",
            "alls",
            "all triples",
            "triplo",
            "任何圍骰",
            "任何豹子",
            "圍骰",
            "豹子",
        ),
        "three_numbers": ("three single {}", "three dice {}", "三骰 {}"),
        "double_and_one": ("double and single {}",),
        "four_numbers": ("four number combination {}",),
    },
    outcomes={
        **{f"triple {face}": f"{face}-{face}-{face}" for face in FACES},
        **{f"圍{face}": f"{face}-{face}-{face}" for face in FACES},
        "cocked": "null:leaning",
    },
    options={
        "drive=electronic": ("electric", "machine", "auto", "automatic"),
        "odd_even": ("odd and even", "odd or even", "單雙"),
    },
)
