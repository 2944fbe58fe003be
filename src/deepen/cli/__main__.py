"""`python -m deepen.cli` is `deepen`."""

import sys

from deepen.cli import main

sys.exit(main())
