"""What people at the wheel call its bets and spins."""

from banca.rulebook import Talk

TALK = Talk(
    bets={
        "symbol": (
            "symbol no {}",
            "picture {}",
            "figure {}",
            "símbolo n.º {}",
            "{}號",
            "符號 {}",
            "圖案 {}",
            "sign {}",
        ),
        "symbol:1": ("even money", "1 to 1", "1:1", "first symbol"),
        "symbol:2": ("3 to 1", "3:1", "second symbol"),
        "symbol:3": ("5 to 1", "5:1", "third symbol"),
        "symbol:4": ("11 to 1", "11:1", "fourth symbol"),
        "symbol:5": ("23 to 1", "23:1", "fifth symbol"),
        "symbol:6": ("45 to 1", "45:1", "sixth symbol"),
        "symbol:7": ("45 to 1", "45:1", "seventh symbol"),
    },
    outcomes={
        **{
            f"{word} {number}": f"symbol {number}"
            for word in ("picture", "sign", "符號", "圖案")
            for number in range(1, 8)
        },
        **{
            f"{word} {number}": f"section {number}"
            for word in ("secção", "sector", "格", "place")
            for number in range(1, 53)
        },
        "too few turns": "null:few_turns",
        "poucas voltas": "null:few_turns",
    },
)
