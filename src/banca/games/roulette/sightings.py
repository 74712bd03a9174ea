"""What a croupier may see of a throw of the ball, for who learns to judge it. Article L-2."""

from banca.games.roulette.device import NULLS, NullThrow
from banca.rulebook import Sighting, citing, words

cite = citing("roulette")

SIGHTINGS = (
    Sighting(
        words(
            "A chip falls on the plate while the ball moves; the ball stops in {face}.",
            pt="Cai uma ficha no prato enquanto a bola se move; a bola pára no {face}.",
            zh="珠子轉動時有籌碼跌入盤內；珠子停在 {face}。",
        ),
        NULLS[NullThrow.OBJECT],
    ),
    Sighting(
        words(
            "The ball stays lying on the partition between two compartments.",
            pt="A bola fica parada sobre a divisória entre dois compartimentos.",
            zh="珠子停在兩個號碼格之間的隔板上。",
        ),
        NULLS[NullThrow.UNSETTLED],
    ),
    Sighting(
        words(
            "The ball jumps out of the cylinder and falls to the floor.",
            pt="A bola salta para fora do cilindro e cai ao chão.",
            zh="珠子彈出輪盤，跌在地上。",
        ),
        NULLS[NullThrow.UNSETTLED],
    ),
    Sighting(
        words(
            "The ball jumps from one compartment to another and comes to rest in {face}; then a chip falls on the plate.",
            pt="A bola salta de um compartimento para outro e imobiliza-se no {face}; depois cai uma ficha no prato.",
            zh="珠子由一格跳到另一格，停定於 {face}；其後有籌碼跌入盤內。",
        ),
        cites=(cite("L-2"),),
    ),
    Sighting(
        words(
            "The ball comes to rest in {face} although the player who bet most says it was thrown too softly.",
            pt="A bola imobiliza-se no {face}, embora o jogador que mais apostou diga que foi lançada com pouca força.",
            zh="珠子停定於 {face}，但下注最多的博彩者說打珠過輕。",
        ),
        cites=(cite("L-2"),),
    ),
)
