"""What somebody begins a proposal with: a file that is right as it stands, with everything that may be written in it explained."""

from banca.rulebook import term
from banca.words import Speech

TOP = (
    term("A proposal for a new bet: change anything, and the figures beside it follow."),
    term("Lines that begin with # explain; they may be taken away."),
)
GAME = (
    term("The game: craps, fish_prawn_crab, wheel, fantan, football_poker or roulette."),
    term("Every text that people read stands in English, Portuguese and Chinese."),
)
BET = (
    term("id: small letters, digits and _, and none that the game has."),
    term('pays: "15 to 1" as the gazette writes it, or "16 for 1" with the stake in it.'),
    term("wins: on which outcomes. In craps an outcome o has o.total, o.low, o.high, o.dice and o.is_pair;"),
    term(
        "fish_prawn_crab: o.figures, o.colours, o.numbers, o.total, o.is_triple; roulette: o.number, o.colour, o.place;"
    ),
    term("wheel: o.symbol; fantan: o.number; football_poker: o.cards, o.count, o.points, o.first_points."),
    term("Optional: ties = lambda o: ... gives the stake back; place is where it lies on the layout, head or foot;"),
    term('phase = "come_out" lets it be placed only then.'),
)
LONGER = (
    term("A bet over several outcomes has a state: step says what each outcome does to it,"),
    term("win(), lose(), push() or stay(state). Several prizes have a row each, and win(row) names one."),
    term("Take the # away to try it."),
)
SHAPES = (
    term("Shapes that are often proposed are ready to be used; the worked examples show them:"),
    term("hop, totals, all_before, repeated, distinct_points, counted_before, counted_in, in_a_row, figures, colours."),
)
CHANGE = (term("Another prize for a bet that the game has:"),)

PROPOSAL = """proposal(
    game = "craps",
    title = say(en = "Ends", pt = "Extremos", zh = "兩端"),
)
"""
ENDS = """bet(
    id = "ends",
    name = say(en = "Ends", pt = "Extremos", zh = "兩端"),
    description = say(
        en = "Wins if the next throw is 2 or 12; any other total loses.",
        pt = "Ganha se o lançamento seguinte for 2 ou 12; qualquer outro total perde.",
        zh = "下一次擲出 2 點或 12 點即贏；其他點數即輸。",
    ),
    pays = "15 to 1",
    wins = lambda o: o.total in (2, 12),
    place = "foot",
)
"""
STREAK = """# def streak(made, o):
#     if o.total == 7:
#         return lose() if made < 3 else win(made)
#     return win(5) if made == 4 else stay(made + 1)
#
# bet(
#     id = "streak",
#     name = say(en = "Streak", pt = "Sequência", zh = "連續"),
#     description = say(
#         en = "Throws before a 7: three, four, or five.",
#         pt = "Lançamentos antes de um 7: três, quatro ou cinco.",
#         zh = "擲出 7 點前的次數：三、四或五次。",
#     ),
#     prizes = {3: "2 to 1", 4: "3 to 2", 5: "1 to 1"},
#     start = 0,
#     step = streak,
#     sees = ["total"],
# )
"""
FIELD = """# change(bet = "field", pays = "3 to 1", when = lambda o: o.total == 2)
"""
PARTS = ((TOP, ""), (GAME, PROPOSAL), (BET, ENDS), (LONGER, STREAK), (SHAPES, ""), (CHANGE, FIELD))


def start_text(say: Speech) -> str:
    """The whole file in one language."""
    return "\n".join("".join(f"# {say(line)}\n" for line in lines) + code for lines, code in PARTS)
