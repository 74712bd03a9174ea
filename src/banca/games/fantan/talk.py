"""What people at a fantan table call its bets and results."""

from banca.games.fantan.device import NUMBERS
from banca.rulebook import Talk

TALK = Talk(
    bets={
        "fan": ("{}", "number {}", "fan on {}", "{} fan", "{}番", "單番 {}", "番攤 {}", "número {}", "straight {}"),
        "nim": ("nim on {}", "lim {}", "{}念", "捻 {}", "撚 {}"),
        "kuoc": ("kwok {}", "kok {}", "corner {}", "{}角"),
        "nga": ("nga tan {}", "ngar {}", "{}牙"),
        "se_sam_hong": (
            "sheh sam hong {}",
            "ssh {}",
            "she sam hong {}",
            "三門 {}",
            "射三 {}",
            "three numbers {}",
            "{}射三紅",
        ),
    },
    outcomes={
        **{
            f"{word} {number}": str(number)
            for word in ("fan", "番", "開", "left", "rest", "resto", "剩", "number")
            for number in NUMBERS
        },
        **{f"{number} {word}": str(number) for word in ("番", "left", "fan") for number in NUMBERS},
    },
    options={
        "rod": ("stick", "vara", "棒"),
        "rod=bamboo": ("bambu", "竹"),
        "rod=plastic": ("plástico", "膠"),
        "layouts": ("boards", "quadros", "檯證"),
    },
)
