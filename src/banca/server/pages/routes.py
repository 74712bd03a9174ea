"""Every page, by the module that has it."""

from typing import Any

from banca.server.pages import (
    audit,
    docs,
    evidence,
    explorer,
    house,
    lab,
    lobby,
    proposals,
    settle,
    table,
    trainer,
)
from banca.server.pages.static import static

PAGES: list[Any] = [
    static,
    *lobby.ROUTES,
    *explorer.ROUTES,
    *settle.ROUTES,
    *table.ROUTES,
    *audit.ROUTES,
    *evidence.ROUTES,
    *house.ROUTES,
    *lab.ROUTES,
    *proposals.ROUTES,
    *docs.ROUTES,
    *trainer.ROUTES,
]
