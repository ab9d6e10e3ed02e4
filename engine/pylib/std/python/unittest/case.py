"""One test: TestCase, and what it may be skipped for."""

import sys

from ._checks import _Checks


class SkipTest(Exception):
    """Raised to skip a test."""


class _ShouldStop(Exception):
    """Raised in a test that must not go on."""


def skip(reason):
    """Skips the test or class."""
    def decorate(item):
        item.__unittest_skip__, item.__unittest_skip_why__ = True, reason
        return item
    if callable(reason) and not isinstance(reason, str):
        item, reason = reason, ''
        return decorate(item)
    return decorate


def skipIf(condition, reason):
    """Skips the test or class if the condition holds."""
    return skip(reason) if condition else lambda item: item


def skipUnless(condition, reason):
    """Skips the test or class unless the condition holds."""
    return skip(reason) if not condition else lambda item: item


def expectedFailure(test_item):
    """Marks a test that is known to fail."""
    test_item.__unittest_expecting_failure__ = True
    return test_item


def _enter(cm, add):
    """Enters a context that is left when the cleanups run."""
    kind = type(cm)
    try:
        enter, leave = kind.__enter__, kind.__exit__
    except AttributeError:
        raise TypeError("'%s.%s' object does not support the context manager protocol"
                        % (kind.__module__, kind.__qualname__)) from None
    result = enter(cm)
    add(leave, cm, None, None, None)
    return result


_module_cleanups = []


def addModuleCleanup(function, /, *args, **kwargs):
    """Calls the function after tearDownModule."""
    _module_cleanups.append((function, args, kwargs))


def enterModuleContext(cm):
    """Enters a context that is left after tearDownModule."""
    return _enter(cm, addModuleCleanup)


def doModuleCleanups():
    """Calls what addModuleCleanup has been given, the last first."""
    failed = []
    while _module_cleanups:
        function, args, kwargs = _module_cleanups.pop()
        try:
            function(*args, **kwargs)
        except Exception as e:
            failed.append(e)
    if failed:
        raise failed[0]


class _Outcome:
    """What has become of a test so far."""

    def __init__(self, result):
        self.result, self.success, self.expecting, self.expected = result, True, False, None

    def attempt(self, case, function, *args):
        """Calls a part of a test and reports what it raises."""
        try:
            function(*args)
        except KeyboardInterrupt:
            raise
        except SkipTest as e:
            self.success = False
            self.result.addSkip(case, str(e))
        except _ShouldStop:
            self.success = False
        except BaseException:
            info = sys.exc_info()
            if self.expecting:
                self.expected = info
            else:
                self.success = False
                _report(self.result, case, info)


def _report(result, case, info):
    failed = issubclass(info[0], case.failureException)
    (result.addFailure if failed else result.addError)(case, info)


class TestCase(_Checks):
    """One test; its methods check."""

    _classSetupFailed = False
    _class_cleanups = []
    _outcome = None

    def __init_subclass__(cls, *args, **kwargs):
        cls._classSetupFailed = False
        cls._class_cleanups = []
        super().__init_subclass__(*args, **kwargs)

    def __init__(self, methodName='runTest'):
        self._testMethodName = methodName
        self._cleanups, self._subtest = [], None
        self._type_equality_funcs = dict(self._type_equality_funcs)
        method = getattr(self, methodName, None)
        if method is None and methodName != 'runTest':
            raise ValueError('no such test method in %s: %s' % (self.__class__, methodName))
        self._testMethodDoc = method.__doc__ if method is not None else 'No test'

    def setUp(self):
        """Prepares each test."""

    def tearDown(self):
        """Ends each test."""

    @classmethod
    def setUpClass(cls):
        """Prepares the tests of the class."""

    @classmethod
    def tearDownClass(cls):
        """Ends the tests of the class."""

    def addCleanup(self, function, /, *args, **kwargs):
        """Calls the function after tearDown."""
        self._cleanups.append((function, args, kwargs))

    def enterContext(self, cm):
        """Enters a context that is left after tearDown."""
        return _enter(cm, self.addCleanup)

    @classmethod
    def addClassCleanup(cls, function, /, *args, **kwargs):
        """Calls the function after tearDownClass."""
        cls._class_cleanups.append((function, args, kwargs))

    @classmethod
    def enterClassContext(cls, cm):
        """Enters a context that is left after tearDownClass."""
        return _enter(cm, cls.addClassCleanup)

    def doCleanups(self):
        """Calls what addCleanup has been given, the last first."""
        outcome = self._outcome or _Outcome(self.defaultTestResult())
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            outcome.attempt(self, lambda: self._callCleanup(function, *args, **kwargs))
        return outcome.success

    @classmethod
    def doClassCleanups(cls):
        """Calls what addClassCleanup has been given, the last first."""
        cls.tearDown_exceptions = []
        while cls._class_cleanups:
            function, args, kwargs = cls._class_cleanups.pop()
            try:
                function(*args, **kwargs)
            except Exception:
                cls.tearDown_exceptions.append(sys.exc_info())

    def countTestCases(self):
        return 1

    def defaultTestResult(self):
        from .result import TestResult
        return TestResult()

    def id(self):
        return '%s.%s.%s' % (self.__class__.__module__, self.__class__.__qualname__, self._testMethodName)

    def shortDescription(self):
        doc = self._testMethodDoc
        return doc.strip().split('\n')[0].strip() if doc else None

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self._testMethodName == other._testMethodName

    def __hash__(self):
        return hash((type(self), self._testMethodName))

    def __str__(self):
        return '%s (%s)' % (self._testMethodName, self.id())

    def __repr__(self):
        return '<%s.%s testMethod=%s>' % (self.__class__.__module__, self.__class__.__qualname__, self._testMethodName)

    def skipTest(self, reason):
        raise SkipTest(reason)

    def subTest(self, msg=_Checks, **params):
        """A part of the test whose failure does not end it."""
        if self._outcome is None:
            from contextlib import nullcontext
            return nullcontext()
        return _SubTest(self, None if msg is _Checks else msg, params)

    def run(self, result=None):
        """Runs the test and tells the result."""
        if result is None:
            result = self.defaultTestResult()
            result.startTestRun()
            try:
                return self.run(result)
            finally:
                result.stopTestRun()
        result.startTest(self)
        try:
            method = getattr(self, self._testMethodName)
            for item in (self.__class__, method):
                if getattr(item, '__unittest_skip__', False):
                    result.addSkip(self, getattr(item, '__unittest_skip_why__', ''))
                    return result
            self._outcome = _Outcome(result)
            try:
                self._run(method, self._outcome)
            finally:
                self._outcome = None
        finally:
            result.stopTest(self)
        return result

    def _callSetUp(self):
        self.setUp()

    def _callTestMethod(self, method):
        method()

    def _callTearDown(self):
        self.tearDown()

    def _callCleanup(self, function, /, *args, **kwargs):
        function(*args, **kwargs)

    def _run(self, method, outcome):
        expecting = getattr(self, '__unittest_expecting_failure__', False) or getattr(method, '__unittest_expecting_failure__', False)
        outcome.attempt(self, self._callSetUp)
        if outcome.success:
            outcome.expecting = expecting
            outcome.attempt(self, lambda: self._callTestMethod(method))
            outcome.expecting = False
            outcome.attempt(self, self._callTearDown)
        self.doCleanups()
        if not outcome.success:
            return
        if not expecting:
            outcome.result.addSuccess(self)
        elif outcome.expected:
            outcome.result.addExpectedFailure(self, outcome.expected)
        else:
            outcome.result.addUnexpectedSuccess(self)

    def __call__(self, *args, **kwargs):
        return self.run(*args, **kwargs)

    def debug(self):
        """Runs the test without catching what it raises."""
        method = getattr(self, self._testMethodName)
        for item in (self.__class__, method):
            if getattr(item, '__unittest_skip__', False):
                raise SkipTest(getattr(item, '__unittest_skip_why__', ''))
        self._callSetUp()
        self._callTestMethod(method)
        self._callTearDown()
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            self._callCleanup(function, *args, **kwargs)


class _SubTest:
    """The context of subTest, and what its failure is reported for."""

    def __init__(self, case, msg, params):
        parent = case._subtest
        self.case, self.test_case, self.msg = case, case, msg
        self.params = {**parent.params, **params} if parent else params
        self._parent = parent
        self.failureException = case.failureException

    def __enter__(self):
        self.case._subtest = self

    def __exit__(self, kind, value, tb):
        self.case._subtest = self._parent
        outcome = self.case._outcome
        if kind is None:
            outcome.result.addSubTest(self.case, self, None)
            return False
        if issubclass(kind, (KeyboardInterrupt, _ShouldStop)):
            return False
        if issubclass(kind, SkipTest):
            outcome.success = False
            outcome.result.addSkip(self, str(value))
            return True
        if outcome.expecting:
            outcome.expected = kind, value, tb
            raise _ShouldStop
        outcome.success = False
        outcome.result.addSubTest(self.case, self, (kind, value, tb))
        if outcome.result.failfast:
            raise _ShouldStop
        return True

    def shortDescription(self):
        return self.case.shortDescription()

    def _description(self):
        parts = [] if self.msg is None else ['[%s]' % self.msg]
        if self.params:
            parts.append('(%s)' % ', '.join('%s=%r' % item for item in self.params.items()))
        return ' '.join(parts) or '(<subtest>)'

    def id(self):
        return '%s %s' % (self.case.id(), self._description())

    def __str__(self):
        return '%s %s' % (self.case, self._description())


class FunctionTestCase(TestCase):
    """A test that is a function."""

    def __init__(self, testFunc, setUp=None, tearDown=None, description=None):
        super().__init__()
        self._function, self._set_up, self._tear_down, self._description = testFunc, setUp, tearDown, description

    def setUp(self):
        if self._set_up is not None:
            self._set_up()

    def tearDown(self):
        if self._tear_down is not None:
            self._tear_down()

    def runTest(self):
        self._function()

    def id(self):
        return self._function.__name__

    def __eq__(self, other):
        if not isinstance(other, FunctionTestCase):
            return NotImplemented
        return self._parts() == other._parts()

    def _parts(self):
        return self._set_up, self._tear_down, self._function, self._description

    def __hash__(self):
        return hash((type(self),) + self._parts())

    def __str__(self):
        return '%s (%s)' % (type(self).__qualname__, self._function.__name__)

    def __repr__(self):
        return '<%s.%s tec=%s>' % (type(self).__module__, type(self).__qualname__, self._function)

    def shortDescription(self):
        if self._description is not None:
            return self._description
        doc = self._function.__doc__
        return doc and doc.split('\n')[0].strip() or None
