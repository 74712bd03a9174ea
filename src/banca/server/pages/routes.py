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
    me,
    proposals,
    rulebooks,
    schema,
    settle,
    table,
    trainer,
    wall,
)
from banca.server.pages.static import static

PAGES: list[Any] = [
    static,
    *lobby.ROUTES,
    *me.ROUTES,
    *explorer.ROUTES,
    *rulebooks.ROUTES,
    *settle.ROUTES,
    *table.ROUTES,
    *wall.ROUTES,
    *audit.ROUTES,
    *evidence.ROUTES,
    *house.ROUTES,
    *lab.ROUTES,
    *proposals.ROUTES,
    *schema.ROUTES,
    *docs.ROUTES,
    *trainer.ROUTES,
]
