"""What chance comes from, where that is more than a list of outcomes: the shoe, from which cards are dealt and not put back."""

from banca.devices.shoe import Card, Cards, Deal, Dealing

__all__ = ["Card", "Cards", "Deal", "Dealing"]
