"""What people at a Fish-Prawn-Crab table call its figures, bets and throws."""

from banca.games.fish_prawn_crab.device import NAMES, Colour, Figure
from banca.rulebook import Talk
from banca.rulebook.spelling import said_in
from banca.rulebook.text import LANGUAGES

FIGURES: dict[str, tuple[str, ...]] = {
    Figure.FISH: ("red fish", "peixes"),
    Figure.PRAWN: ("shrimp", "prawns", "shrimps", "gamba", "camarões", "海蝦"),
    Figure.GOURD: ("calabash", "gourds", "bottle gourd", "cabaça", "葫"),
    Figure.COIN: ("coins", "money", "moedas", "dinheiro", "錢", "銅錢"),
    Figure.CRAB: ("crabs", "caranguejos", "螃蟹"),
    Figure.ROOSTER: ("cock", "chicken", "hen", "galinha", "frango", "公雞", "鷄"),
}
COLOURS: dict[str, tuple[str, ...]] = {
    Colour.RED: ("vermelho", "encarnado", "encarnada", "紅色"),
    Colour.GREEN: ("綠色",),
    Colour.BLUE: ("藍色",),
}
OF_FIGURE = ("{}", "figure {}", "single {}", "押 {}", "{}三軍", "one {}", "um {}")
OF_TRIPLE = (
    "triple {}",
    "three {}",
    "all {}",
    "{} triple",
    "três {}",
    "triplo {}",
    "圍{}",
    "圍骰 {}",
    "三{}",
    "豹子 {}",
    "{} {} {}",
)
OF_COLOUR = {
    "one_colour": ("one {}", "single {}", "one color {}", "um {}", "一{}", "單{}", "單色{}"),
    "two_colour": ("two {}", "double {}", "two color {}", "dois {}", "兩{}", "二{}", "雙{}", "雙色{}"),
    "three_colour": ("three {}", "all {}", "three color {}", "três {}", "三{}", "三色{}"),
}


def called(one: str) -> tuple[str, ...]:
    """What a figure or colour is called: its id, its names, and otherwise."""
    named = {said_in(NAMES[one], language) for language in LANGUAGES}
    return (one, *sorted(named), *FIGURES.get(one, ()), *COLOURS.get(one, ()))


def patterned(patterns: tuple[str, ...], one: str) -> tuple[str, ...]:
    """Each pattern with each name of a figure or colour."""
    return tuple(pattern.replace("{}", name) for pattern in patterns for name in called(one))


TALK = Talk(
    bets={
        "small": ("low", "細", "4 to 10", "4-10"),
        "big": ("high", "large", "11 to 17", "11-17"),
        "any_three_colour": (
            "any colour",
            "any three colour",
            "any color",
            "three colours alike",
            "qualquer cor",
            "任何三色",
            "全色",
        ),
        "any_triple": ("triple", "all triples", "any triples", "qualquer triplo", "全圍", "任何豹子", "圍骰", "豹子"),
        "total": ("sum {}", "soma {}", "{} points", "{} pontos", "{}點", "point {}", "number {}", "total of {}"),
        **{f"figure:{figure}": patterned(OF_FIGURE, figure) for figure in Figure},
        **{f"triple:{figure}": patterned(OF_TRIPLE, figure) for figure in Figure},
        **{f"{bet}:{colour}": patterned(patterns, colour) for bet, patterns in OF_COLOUR.items() for colour in Colour},
    },
    outcomes={
        **{name: str(figure) for figure in Figure for name in (*called(figure), str(figure.number))},
        "stacked": "null:stacked",
        "one die lies on another": "null:stacked",
        "sobreposto": "null:stacked",
        "leaning": "null:leaning",
        "a die leans": "null:leaning",
        "cocked": "null:leaning",
        "inclinado": "null:leaning",
        "傾斜": "null:leaning",
    },
    options={
        "drive=electronic": ("electric", "machine", "auto", "automatic", "electrónico", "電子裝置", "電動"),
        "boards=several": ("many", "two", "more", "vários tabuleiros", "多張檯證"),
    },
)
