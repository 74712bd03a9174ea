"""What the page of a table knows of the acts of its game: which lead on, what they take, how a result is entered and called."""

from collections.abc import Sequence
from typing import Any

from banca.games.craps.device import INSPECTION
from banca.games.fish_prawn_crab.device import DRIVE, NAMES
from banca.games.fish_prawn_crab.procedure import PRESSES
from banca.games.football_poker.device import show as show_cards
from banca.games.football_poker.procedure import act_after_two_cards, cards_of
from banca.games.wheel.device import TURNS
from banca.rulebook import Act, Rules, Win
from banca.rulebook.procedure import Does
from banca.words import Speech
from banca.words.acts import REASONS
