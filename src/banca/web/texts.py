"""What scripts of every page say; each page's own words stand with its routes."""

from banca.rulebook import Given, Term, plural, term, words

WORDS: dict[str, Term | Given] = {
    "phrases": words(", ", pt=", ", zh="，"),
    "parts": words("; ", pt="; ", zh="；"),
    "sentences": words(" ", pt=" ", zh=""),
    "offline": term("The server does not respond. Retrying …"),
    "online": term("Connected again. Nothing was lost."),
    "odds": term("{prize} to {stake}"),
    "close": term("Close"),
    "more_lines": plural("{count} more line shown.", "{count} more lines shown."),
    "waits": term("A second person must agree. Waiting as no. {number} for one of: {seconds}."),
}
