"""DocTests as cases of unittest."""

import sys
import unittest
from io import StringIO

from _doctest_examples import DocTestParser
from _doctest_runner import DebugRunner, DocTestRunner, unittest_reportflags


class DocTestCase(unittest.TestCase):
    """A DocTest as a case."""

    def __init__(self, test, optionflags=0, setUp=None, tearDown=None, checker=None):
        super().__init__()
        self._dt_test = test
        self._dt_globs = test.globs.copy()
        self._dt_optionflags = optionflags
        self._dt_checker = checker
        self._dt_setUp = setUp
        self._dt_tearDown = tearDown

    def setUp(self):
        if self._dt_setUp is not None:
            self._dt_setUp(self._dt_test)

    def tearDown(self):
        if self._dt_tearDown is not None:
            self._dt_tearDown(self._dt_test)
        self._dt_test.globs.clear()
        self._dt_test.globs.update(self._dt_globs)

    def runTest(self):
        old, new = sys.stdout, StringIO()
        runner = DocTestRunner(optionflags=unittest_reportflags(self._dt_optionflags), checker=self._dt_checker, verbose=False)
        runner.DIVIDER = '-' * 70
        try:
            failures, _ = runner.run(self._dt_test, out=new.write, clear_globs=False)
        finally:
            sys.stdout = old
        if failures:
            raise self.failureException(self.format_failure(new.getvalue()))

    def format_failure(self, err):
        """What is told of a case that failed."""
        test = self._dt_test
        lineno = 'unknown line number' if test.lineno is None else '%s' % test.lineno
        return 'Failed doctest test for %s\n  File "%s", line %s, in %s\n\n%s' % (
            test.name, test.filename, lineno, test.name.rpartition('.')[2], err)

    def debug(self):
        """Runs the examples; the first that goes wrong raises."""
        self.setUp()
        DebugRunner(optionflags=self._dt_optionflags, checker=self._dt_checker, verbose=False).run(self._dt_test, clear_globs=False)
        self.tearDown()

    def id(self):
        return self._dt_test.name

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name)
                   for name in ('_dt_test', '_dt_optionflags', '_dt_setUp', '_dt_tearDown', '_dt_checker'))

    def __hash__(self):
        return hash((self._dt_optionflags, self._dt_setUp, self._dt_tearDown, self._dt_checker))

    def __repr__(self):
        parts = self._dt_test.name.split('.')
        return '%s (%s)' % (parts[-1], '.'.join(parts[:-1]))

    __str__ = object.__str__

    def shortDescription(self):
        return 'Doctest: ' + self._dt_test.name


class DocFileCase(DocTestCase):
    """The examples of a text file as a case."""

    def id(self):
        return '_'.join(self._dt_test.name.split('.'))

    def __repr__(self):
        return self._dt_test.filename

    def format_failure(self, err):
        return 'Failed doctest test for %s\n  File "%s", line 0\n\n%s' % (self._dt_test.name, self._dt_test.filename, err)


def file_case(path, text, globs=None, parser=None, **options):
    """A case of the examples in a text."""
    globs = {} if globs is None else globs.copy()
    globs.setdefault('__file__', path)
    name = path.rpartition('/')[2]
    return DocFileCase((parser or DocTestParser()).get_doctest(text, globs, name, path, 0), **options)
