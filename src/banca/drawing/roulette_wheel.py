"""The roulette wheel: the cylinder in its order, and the ball that lies at the top."""

from xml.etree.ElementTree import Element

from banca.drawing.rotor import at, mounted, rotor
from banca.drawing.roulette import colour
from banca.drawing.shapes import circle, group, path
from banca.games.roulette.device import ORDER, show

RADIUS, RIM = 200.0, 36.0
NUMBERS_FROM, POCKETS_FROM = 0.8, 0.56
"""Shares of the radius: the ring of numbers, and within it the ring of compartments."""
DEFLECTORS, ARMS = 8, 4


def wheel() -> Element:
    """The wheel round the point 0,0."""
    numbers = [show(number) for number in ORDER]
    turning = rotor(numbers, numbers, [colour(number) for number in ORDER], RADIUS, hub=POCKETS_FROM)
    turning.append(circle(0, 0, RADIUS * NUMBERS_FROM, class_="rule"))
    turning.append(_turret())
    deflectors = [
        path(
            "M0 -7L4 0L0 7L-4 0Z",
            class_="fill-gold",
            transform=f"rotate({360 * place / DEFLECTORS + 22.5:g}) translate(0 {-RADIUS - RIM / 2:g})",
        )
        for place in range(DEFLECTORS)
    ]
    ball = circle(*at(0, RADIUS * (NUMBERS_FROM + POCKETS_FROM) / 2), 9, class_="ball ivory")
    return mounted(turning, RADIUS, *deflectors, ball, rim=RIM)


def _turret() -> Element:
    """The cone in the middle with its arms."""
    inner = RADIUS * POCKETS_FROM
    arms = []
    for place in range(ARMS):
        x, y = at(360 * place / ARMS + 45, inner * 0.52)
        arms += [path(f"M0 0L{x:.3f} {y:.3f}", class_="arm"), circle(x, y, 9, class_="fill-gold")]
    return group(circle(0, 0, inner, class_="hub"), *arms, circle(0, 0, inner * 0.2, class_="fill-gold"))
