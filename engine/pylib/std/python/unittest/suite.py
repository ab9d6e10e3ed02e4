"""Several tests, with what prepares and ends their classes and modules."""

import sys

from .case import SkipTest, TestCase, doModuleCleanups


class BaseTestSuite:
    """Several tests."""

    def __init__(self, tests=()):
        self._tests = []
        self.addTests(tests)

    def __repr__(self):
        return '<%s.%s tests=%s>' % (type(self).__module__, type(self).__qualname__, list(self))

    def __eq__(self, other):
        if not isinstance(other, type(self)):
            return NotImplemented
        return list(self) == list(other)

    def __iter__(self):
        return iter(self._tests)

    def addTest(self, test):
        if not callable(test):
            raise TypeError('%r is not callable' % (test,))
        if isinstance(test, type) and issubclass(test, (TestCase, BaseTestSuite)):
            raise TypeError('TestCases and TestSuites must be instantiated before passing them to addTest()')
        self._tests.append(test)

    def addTests(self, tests):
        if isinstance(tests, str):
            raise TypeError('tests must be an iterable of tests, not a string')
        for test in tests:
            self.addTest(test)

    def countTestCases(self):
        return sum(t.countTestCases() for t in self if t)

    def run(self, result):
        for test in self:
            if result.shouldStop:
                break
            test(result)
        return result

    def __call__(self, *args, **kwargs):
        return self.run(*args, **kwargs)

    def debug(self):
        for test in self:
            test.debug()


class TestSuite(BaseTestSuite):
    """Several tests; classes and modules are prepared before their first test and ended after their last."""

    def run(self, result, debug=False):
        top = not getattr(result, '_testRunEntered', False)
        if top:
            result._testRunEntered = True
        for test in self:
            if result.shouldStop:
                break
            if not _is_suite(test):
                _leave_class(test, result)
                _enter_module(test, result)
                _enter_class(test, result)
                result._previousTestClass = test.__class__
                if getattr(test.__class__, '_classSetupFailed', False) or getattr(result, '_moduleSetUpFailed', False):
                    continue
            test.debug() if debug else test(result)
        if top:
            _leave_class(None, result)
            _leave_module(result)
            result._testRunEntered = False
        return result

    def debug(self):
        self.run(_DebugResult(), True)


class _DebugResult:
    _previousTestClass = None
    _moduleSetUpFailed = False
    shouldStop = False


class _ErrorHolder:
    """Stands for the test where preparing or ending a class or module failed."""

    failureException = AssertionError

    def __init__(self, description):
        self.description = description

    def id(self):
        return self.description

    def shortDescription(self):
        return None

    def countTestCases(self):
        return 0

    def __str__(self):
        return self.description

    def __repr__(self):
        return '<ErrorHolder description=%r>' % (self.description,)


def _is_suite(test):
    try:
        iter(test)
    except TypeError:
        return False
    return True


def _name(cls):
    return '%s.%s' % (cls.__module__, cls.__qualname__)


def _failed(result, what, of, info=None):
    """Reports an error in setUpClass and its kin."""
    if isinstance(result, _DebugResult):
        raise
    info = info or sys.exc_info()
    holder = _ErrorHolder('%s (%s)' % (what, of))
    if isinstance(info[1], SkipTest):
        result.addSkip(holder, str(info[1]))
    else:
        result.addError(holder, info)


def _enter_class(test, result):
    cls = test.__class__
    if cls is getattr(result, '_previousTestClass', None) or getattr(result, '_moduleSetUpFailed', False):
        return
    if getattr(cls, '__unittest_skip__', False):
        return
    cls._classSetupFailed = False
    set_up = getattr(cls, 'setUpClass', None)
    if set_up is None:
        return
    try:
        set_up()
    except Exception:
        cls._classSetupFailed = True
        _failed(result, 'setUpClass', _name(cls))
        _clean_class(cls, result, 'setUpClass')


def _leave_class(test, result):
    previous = getattr(result, '_previousTestClass', None)
    if previous is None or test.__class__ is previous and test is not None:
        return
    if getattr(previous, '_classSetupFailed', False) or getattr(result, '_moduleSetUpFailed', False):
        return
    if getattr(previous, '__unittest_skip__', False):
        return
    tear_down = getattr(previous, 'tearDownClass', None)
    if tear_down is not None:
        try:
            tear_down()
        except Exception:
            _failed(result, 'tearDownClass', _name(previous))
    _clean_class(previous, result, 'tearDownClass')


def _clean_class(cls, result, what):
    if hasattr(cls, 'doClassCleanups'):
        cls.doClassCleanups()
        for info in cls.tearDown_exceptions:
            _failed(result, what, _name(cls), info)


def _enter_module(test, result):
    previous = getattr(result, '_previousTestClass', None)
    name = test.__class__.__module__
    if previous is not None and previous.__module__ == name:
        return
    _leave_module(result)
    result._moduleSetUpFailed = False
    set_up = getattr(sys.modules.get(name), 'setUpModule', None)
    if set_up is None:
        return
    try:
        set_up()
    except Exception:
        result._moduleSetUpFailed = True
        _failed(result, 'setUpModule', name)
        _clean_module(result, 'setUpModule', name)


def _leave_module(result):
    previous = getattr(result, '_previousTestClass', None)
    if previous is None or getattr(result, '_moduleSetUpFailed', False):
        return
    name = previous.__module__
    tear_down = getattr(sys.modules.get(name), 'tearDownModule', None)
    if tear_down is not None:
        try:
            tear_down()
        except Exception:
            _failed(result, 'tearDownModule', name)
    _clean_module(result, 'tearDownModule', name)


def _clean_module(result, what, name):
    try:
        doModuleCleanups()
    except Exception:
        _failed(result, what, name)
