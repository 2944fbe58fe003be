"""How `make docs` builds the site; run by Sphinx."""

from __future__ import annotations

import sys
from pathlib import Path

import deepen

sys.path.insert(0, str(Path(__file__).parent))

project = "deepen"
author = "The deepen authors"
version = release = deepen.__version__
html_title = "deepen"
language = "en_GB"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "public_names",
]

# Pages are Markdown that can be read in the repository too.
myst_heading_anchors = 3
smartquotes_action = "D"  # dashes; quotes stay as they are written

# Docstrings name things in single backticks: a link, where it is something public.
default_role = "py:obj"
maximum_signature_line_length = 88
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
napoleon_use_ivar = True
napoleon_use_rtype = False

html_theme = "furo"
html_copy_source = False
html_show_sphinx = False
html_favicon = "../src/deepen/web/static/icon.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
pygments_dark_style = "github-dark"
