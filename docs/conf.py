"""How the site of the documents is built; `make docs` (tools/make_docs.py) puts the pages together and calls Sphinx with this."""

from banca.version import VERSION

project = "Banca"
author = "The Banca maintainers"
copyright = f"2026 {author}"  # noqa: A001 - as Sphinx calls it
release = version = VERSION
language = "en"
smartquotes = False  # an option of a command keeps its two dashes

extensions = [
    "myst_nb",  # documents in Markdown, and notebooks
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "manual.docstrings",
]
exclude_patterns = ["_static"]

# Markdown as the repository shows it, links to headings included.
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 5

# A notebook is run when it has changed; one that fails stops the build.
nb_execution_mode = "cache"
nb_execution_raise_on_error = True
nb_execution_timeout = 600
nb_execution_show_tb = True
nb_merge_streams = True

# What is typed is copied: neither the prompt nor what the program says.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
copybutton_exclude = ".linenos, .gp, .go"

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 88
toc_object_entries = False  # each page begins with a table of them; in the menu they would double the time of a build
napoleon_numpy_docstring = False

html_theme = "furo"
html_title = "Banca"
html_static_path = ["_static"]
html_css_files = ["banca.css", "styled.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
FONTS = 'system-ui, "Noto Sans", "Noto Sans TC", "Noto Sans CJK TC", "PingFang TC", "Microsoft JhengHei", sans-serif'
html_theme_options = {  # the colours and letters of the server's pages
    "top_of_page_buttons": [],
    "light_css_variables": {
        "font-stack": FONTS,
        "color-brand-primary": "#0d5c44",
        "color-brand-content": "#0a5a8a",
        "color-brand-visited": "#0a5a8a",
        "color-background-primary": "#fffdf7",
        "color-background-secondary": "#f7f5ee",
    },
    "dark_css_variables": {
        "color-foreground-muted": "#9ca0a5",  # furo's has a contrast of 4.4 where a row is hovered; 4.5 is wanted
        "color-brand-primary": "#6fd6a3",
        "color-brand-content": "#7cc4f4",
        "color-brand-visited": "#7cc4f4",
        "color-background-primary": "#10161a",
        "color-background-secondary": "#182026",
    },
}
pygments_style = "a11y-high-contrast-light"  # of accessible-pygments, which comes with furo
pygments_dark_style = "a11y-dark"
