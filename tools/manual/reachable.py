"""Pages for everybody: what Sphinx and its theme leave out for those who use a keyboard or have a page read to them."""

import re

HEADING = 'role="heading">', 'role="heading" aria-level="2">'
"""Captions of the menu are headings: of which level, must be said."""
SCROLLED = re.compile(r'<(?P<tag>pre|div)(?P<rest>>| id="codecell| class="table-wrapper)')
"""What may be wider than the page must be reached by keys, to be scrolled."""
SIGNATURE = re.compile(r'<dl>\s*(?P<parts>(?:<dd><em class="sig-param">.*?</dd>\s*)+)</dl>', re.DOTALL)
"""A signature over several lines is a list, none of terms and their definitions."""


def made_reachable(text: str) -> str:
    """The text of a page."""
    return SCROLLED.sub(_focusable, SIGNATURE.sub(_listed, text.replace(*HEADING)))


def _focusable(found: re.Match[str]) -> str:
    if found["tag"] == "div" and "table-wrapper" not in found["rest"]:
        return found[0]
    return f'<{found["tag"]} tabindex="0"{found["rest"]}'


def _listed(found: re.Match[str]) -> str:
    items = found["parts"].replace("<dd>", '<dd role="listitem">')
    return f'<dl role="list">\n{items}</dl>'
