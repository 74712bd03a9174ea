"""What people at a football poker table call its bets and cards."""

from banca.rulebook import Talk

TALK = Talk(
    bets={
        "upper": ("up", "over", "high", "high range", "upper goal", "5 to 8", "5-8", "superior", "alto", "上", "大"),
        "lower": ("low", "under", "low range", "down", "lower goal", "1 to 4", "1-4", "inferior", "baixo", "下", "小"),
        "even": ("evens", "pares", "雙數", "偶", "偶數"),
        "odd": ("odds", "ímpares", "單數", "奇", "奇數"),
        "post": ("tie", "goal post", "goalpost", "draw", "empate", "poste", "柱", "和", "和局", "0 or 9"),
    },
    outcomes={
        "ace": "a",
        "ás": "a",
        "t": "10",
        "jack": "j",
        "valete": "j",
        "queen": "q",
        "dama": "q",
        "king": "k",
        "rei": "k",
    },
    options={
        "decks": ("packs", "baralhos", "幾副牌"),
        "shoe": ("cut card", "distribuidor", "牌靴", "派牌盒"),
        "shoe=to_cut_card": ("cut card", "carta de corte", "白咭（割牌用的紙牌）"),
        "shoe=fresh": ("full", "completo", "整盒牌"),
        "post_opens": ("post", "post bets"),
        "post_opens=on_post": ("on post", "after two cards"),
        "post_opens=before_deal": ("before", "at once"),
    },
)
