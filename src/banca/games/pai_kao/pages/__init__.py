"""What only Pai Kao has in the browser: its table, its page in the explorer, and best play over HTTP."""

from banca.games.pai_kao.pages import table
from banca.games.pai_kao.pages.explorer import explore
from banca.games.pai_kao.pages.handlers import PaiKao
from banca.service.plugins import Pages

PAGES = Pages(api=(PaiKao,), explore=explore, table_words=table.WORDS, table_data=table.data)
