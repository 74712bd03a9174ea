"""What scripts of every page say; each page's own words stand with its routes."""

from banca.rules import Text, _, _n

WORDS: dict[str, Text] = {
    "offline": _("The server does not respond. Retrying …"),
    "online": _("Connected again. Nothing was lost."),
    "close": _("Close"),
    "more_lines": _n("{count} more line shown.", "{count} more lines shown."),
    "waits": _("A second person must agree. Request {number} is waiting for one of: {seconds}."),
}
