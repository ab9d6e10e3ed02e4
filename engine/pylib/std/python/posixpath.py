"""os.path by its other name."""

import os
import sys

sys.modules[__name__] = os.path
