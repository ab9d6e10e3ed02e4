"""Names that old programs take from here."""

import collections.abc as container_abcs
import math
from math import inf, nan

string_classes = (str, bytes)
int_classes = int
