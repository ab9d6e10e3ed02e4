"""Where tests are found."""

import functools
import sys
import types
from fnmatch import fnmatchcase

from .case import FunctionTestCase, TestCase
from .suite import BaseTestSuite, TestSuite


def _compare(a, b):
    return (a > b) - (a < b)


class TestLoader:
    """Finds tests by name, in classes and in modules."""

    testMethodPrefix = 'test'
    sortTestMethodsUsing = staticmethod(_compare)
    testNamePatterns = None
    suiteClass = TestSuite

    def __init__(self):
        self.errors = []

    def getTestCaseNames(self, testCaseClass):
        """The names of the test methods of a class, sorted."""
        def wanted(name):
            if not name.startswith(self.testMethodPrefix) or not callable(getattr(testCaseClass, name)):
                return False
            full = '%s.%s.%s' % (testCaseClass.__module__, testCaseClass.__qualname__, name)
            return self.testNamePatterns is None or any(fnmatchcase(full, p) for p in self.testNamePatterns)
        names = [name for name in dir(testCaseClass) if wanted(name)]
        if self.sortTestMethodsUsing:
            names.sort(key=functools.cmp_to_key(self.sortTestMethodsUsing))
        return names

    def loadTestsFromTestCase(self, testCaseClass):
        """The tests of a class."""
        if issubclass(testCaseClass, BaseTestSuite):
            raise TypeError('Test cases should not be derived from TestSuite. Maybe you meant to derive from TestCase?')
        names = self.getTestCaseNames(testCaseClass)
        if not names and hasattr(testCaseClass, 'runTest'):
            names = ['runTest']
        return self.suiteClass(map(testCaseClass, names))

    def loadTestsFromModule(self, module, *args, pattern=None, **kws):
        """The tests of the classes of a module; its load_tests may have a say."""
        tests = []
        for name in dir(module):
            item = getattr(module, name)
            if isinstance(item, type) and issubclass(item, TestCase) and item not in (TestCase, FunctionTestCase):
                tests.append(self.loadTestsFromTestCase(item))
        suite = self.suiteClass(tests)
        load = getattr(module, 'load_tests', None)
        return load(self, suite, pattern) if load is not None else suite

    def loadTestsFromName(self, name, module=None):
        """The tests that a dotted name stands for: of a module, a class, one method or a function that makes tests."""
        parts = name.split('.')
        item = module
        if module is None:
            count = len(parts)
            while count:
                try:
                    item = __import__('.'.join(parts[:count]))
                    break
                except ImportError:
                    count -= 1
                    if not count:
                        raise
            parts = parts[1:]
        parent = None
        for part in parts:
            parent, item = item, getattr(item, part)
        return self._tests_of(item, parent, name)

    def _tests_of(self, item, parent, name):
        if isinstance(item, types.ModuleType):
            return self.loadTestsFromModule(item)
        if isinstance(item, type) and issubclass(item, TestCase):
            return self.loadTestsFromTestCase(item)
        if isinstance(item, types.FunctionType) and isinstance(parent, type) and issubclass(parent, TestCase):
            return self.suiteClass([parent(name.rpartition('.')[2])])
        if isinstance(item, BaseTestSuite):
            return item
        if callable(item):
            made = item()
            if isinstance(made, BaseTestSuite):
                return made
            if isinstance(made, TestCase):
                return self.suiteClass([made])
            raise TypeError('calling %s returned %s, not a test' % (item, made))
        raise TypeError("don't know how to make test from: %s" % (item,))

    def loadTestsFromNames(self, names, module=None):
        """The tests of several names."""
        return self.suiteClass([self.loadTestsFromName(name, module) for name in names])

    def discover(self, start_dir, pattern='test*.py', top_level_dir=None):
        """The tests of the modules in a folder whose file names match the pattern."""
        import os
        top = top_level_dir or start_dir
        if top not in sys.path:
            sys.path.insert(0, top)
        suites = []
        for folder, _, files in sorted(os.walk(start_dir)):
            inside = os.path.relpath(folder, top)
            prefix = '' if inside == '.' else inside.replace('/', '.') + '.'
            for file in sorted(files):
                if fnmatchcase(file, pattern) and file.endswith('.py'):
                    name = prefix + file[:-3]
                    __import__(name)
                    suites.append(self.loadTestsFromModule(sys.modules[name], pattern=pattern))
        return self.suiteClass(suites)


defaultTestLoader = TestLoader()
