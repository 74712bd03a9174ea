"""What scripts of every page say; each page's own words stand with its routes."""

from banca.rulebook import term

WORDS = {
    "offline": term("The house does not answer; trying again …"),
    "online": term("Connected again; nothing is lost."),
    "odds": term("{prize} to {stake}"),
    "close": term("Close"),
    "waits": term("This takes two persons: it waits as number {number} until one of these agrees: {seconds}."),
}
