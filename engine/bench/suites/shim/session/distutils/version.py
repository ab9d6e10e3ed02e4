"""Versions that can be compared."""

import functools
import re


@functools.total_ordering
class LooseVersion:
    def __init__(self, text):
        self.version = [int(n) for n in re.findall(r'\d+', text)]

    def __eq__(self, other):
        return self.version == LooseVersion(str(other)).version

    def __lt__(self, other):
        return self.version < LooseVersion(str(other)).version

    def __str__(self):
        return '.'.join(map(str, self.version))
