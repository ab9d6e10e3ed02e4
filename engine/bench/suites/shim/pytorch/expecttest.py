"""Tests whose expected text stands in them."""

import unittest

ACCEPT = False


class TestCase(unittest.TestCase):
    longMessage = True

    def assertExpectedInline(self, actual, expect, skip=0):
        self.assertMultiLineEqual(expect, actual)

    def assertExpectedRaisesInline(self, kind, function, expect, *args, skip=0, **kwargs):
        with self.assertRaises(kind) as caught:
            function(*args, **kwargs)
        self.assertMultiLineEqual(expect, str(caught.exception))
