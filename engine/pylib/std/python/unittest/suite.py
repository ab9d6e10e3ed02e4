"""Several tests, and where they are found."""

import sys

from .case import FunctionTestCase, SkipTest, TestCase


class TestSuite:
    """Several tests."""

    def __init__(self, tests=()):
        self._tests = list(tests)

    def __iter__(self):
        return iter(self._tests)

    def addTest(self, test):
        self._tests.append(test)

    def addTests(self, tests):
        self._tests.extend(tests)

    def countTestCases(self):
        return sum(t.countTestCases() for t in self._tests)

    def run(self, result):
        previous = None
        for test in self._tests:
            if result.shouldStop:
                break
            cls = test.__class__
            if isinstance(test, TestCase) and cls is not previous:
                if previous is not None:
                    previous.tearDownClass()
                previous = cls
                try:
                    cls.setUpClass()
                except Exception:
                    result.addError(_ClassProblem('setUpClass', cls), sys.exc_info())
                    cls._classSetupFailed = True
            if not getattr(cls, '_classSetupFailed', False):
                test.run(result)
        if previous is not None:
            previous.tearDownClass()
        return result

    __call__ = run


class _ClassProblem:
    failureException = AssertionError

    def __init__(self, what, cls):
        self.text = '%s (%s.%s)' % (what, cls.__module__, cls.__qualname__)

    def shortDescription(self):
        return None

    def __str__(self):
        return self.text


class TestLoader:
    """Finds tests."""

    testMethodPrefix = 'test'
    sortTestMethodsUsing = None

    def getTestCaseNames(self, testCaseClass):
        return sorted(n for n in dir(testCaseClass) if n.startswith(self.testMethodPrefix) and callable(getattr(testCaseClass, n)))

    def loadTestsFromTestCase(self, testCaseClass):
        names = self.getTestCaseNames(testCaseClass)
        if not names and hasattr(testCaseClass, 'runTest'):
            names = ['runTest']
        return TestSuite(map(testCaseClass, names))

    def loadTestsFromModule(self, module, *args, **kws):
        tests = []
        for name in dir(module):
            item = getattr(module, name)
            if isinstance(item, type) and issubclass(item, TestCase) and item not in (TestCase, FunctionTestCase):
                tests.extend(self.loadTestsFromTestCase(item))
        return TestSuite(tests)

    def loadTestsFromName(self, name, module=None):
        item = module
        for part in name.split('.'):
            parent, item = item, getattr(item, part)
        if isinstance(item, type):
            return self.loadTestsFromTestCase(item)
        return TestSuite([parent(part)])

    def loadTestsFromNames(self, names, module=None):
        return TestSuite(t for n in names for t in self.loadTestsFromName(n, module))


defaultTestLoader = TestLoader()
