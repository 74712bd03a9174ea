"""What only Pai Kao has in the browser: its table, its pages of figures and of disputes, and best play over HTTP."""

from banca.games.pai_kao.pages import settle, table
from banca.games.pai_kao.pages.explorer import explore
from banca.games.pai_kao.pages.handlers import PaiKao
from banca.service.plugins import Pages, SettlePage

PAGES = Pages(
    api=(PaiKao,),
    explore=explore,
    settle=SettlePage(show=settle.settle, link=settle.link),
    table_words=table.WORDS,
    table_data=table.data,
)
