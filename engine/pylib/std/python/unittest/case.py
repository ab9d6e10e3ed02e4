"""One test: TestCase, and what it may be skipped for."""

import collections
import difflib
import logging
import pprint
import re
import sys
import warnings
from collections import namedtuple
from types import GenericAlias


class _Context:
    """A check of what a block, or the call of a function, brings about."""

    subject = None  # the kind of class that is expected, for messages
    by = ''         # the function that was called
    msg = None

    def __init__(self, case, expected, pattern=None):
        self.case, self.expected = case, expected
        self.pattern = re.compile(pattern) if isinstance(pattern, (str, bytes)) else pattern
        kinds = expected if isinstance(expected, tuple) else (expected,)
        if not all(isinstance(k, type) and issubclass(k, self.subject) for k in kinds):
            raise TypeError('%s() arg 1 must be %s' % (self.name + ('Regex' if pattern is not None else ''), self.wanted))

    def handle(self, args, kwargs):
        """The context itself; with a function given, calls it inside."""
        if not args:
            self.msg = kwargs.pop('msg', None)
            if kwargs:
                raise TypeError('%r is an invalid keyword argument for this function' % next(iter(kwargs)))
            return self
        call, *args = args
        self.by = ' by %s' % getattr(call, '__name__', call)
        with self:
            call(*args, **kwargs)

    def names(self):
        return getattr(self.expected, '__name__', None) or str(self.expected)

    def fail(self, text):
        raise self.case.failureException(self.case._formatMessage(self.msg, text))

    def __enter__(self):
        return self


class _AssertRaisesContext(_Context):
    name, subject, wanted = 'assertRaises', BaseException, 'an exception type or tuple of exception types'
    exception = None

    def __exit__(self, kind, value, tb):
        if kind is None:
            self.fail('%s not raised' % self.names() + self.by)
        if not issubclass(kind, self.expected):
            return False
        self.exception = value.with_traceback(None)
        if self.pattern is not None and not self.pattern.search(str(value)):
            self.fail('"%s" does not match "%s"' % (self.pattern.pattern, value))
        return True

    __class_getitem__ = classmethod(GenericAlias)


class _Warns(_Context):
    name, subject, wanted = 'assertWarns', Warning, 'a warning type or tuple of warning types'

    def __enter__(self):
        for module in list(sys.modules.values()):
            if getattr(module, '__warningregistry__', None):
                module.__warningregistry__ = {}
        self._catch = warnings.catch_warnings(record=True)
        self.warnings = self._catch.__enter__()
        warnings.simplefilter('always', self.expected)
        return self

    def __exit__(self, kind, value, tb):
        self._catch.__exit__(kind, value, tb)
        if kind is not None:
            return
        found = [w for w in self.warnings if isinstance(w.message, self.expected)]
        for w in found:
            if self.pattern is None or self.pattern.search(str(w.message)):
                self.warning, self.filename, self.lineno = w.message, w.filename, w.lineno
                return
        if found:
            self.fail('"%s" does not match "%s"' % (self.pattern.pattern, found[0].message))
        self.fail('%s not triggered' % self.names() + self.by)


_Watched = namedtuple('_LoggingWatcher', ['records', 'output'])


class _Capture(logging.Handler):
    """Keeps what is logged."""

    def __init__(self):
        super().__init__()
        self.watcher = _Watched([], [])

    def emit(self, record):
        self.watcher.records.append(record)
        self.watcher.output.append(self.format(record))


class _Logs(_Context):
    """The context of assertLogs and assertNoLogs."""

    def __init__(self, case, logger, level, none):
        self.case, self.none = case, none
        self.level = logging.getLevelName(level) if isinstance(level, str) else level or logging.INFO
        self.logger = logger if isinstance(logger, logging.Logger) else logging.getLogger(logger)

    def __enter__(self):
        handler = _Capture()
        handler.setLevel(self.level)
        handler.setFormatter(logging.Formatter('%(levelname)s:%(name)s:%(message)s'))
        self.watcher = handler.watcher
        self._old = self.logger.handlers[:], self.logger.level, self.logger.propagate
        self.logger.handlers = [handler]
        self.logger.setLevel(self.level)
        self.logger.propagate = False
        return None if self.none else handler.watcher

    def __exit__(self, kind, value, tb):
        self.logger.handlers, level, self.logger.propagate = self._old
        self.logger.setLevel(level)
        if kind is not None:
            return False
        records = self.watcher.records
        if self.none and records:
            self.fail('Unexpected logs found: %r' % self.watcher.output)
        if not self.none and not records:
            self.fail('no logs of level %s or higher triggered on %s' % (logging.getLevelName(self.level), self.logger.name))


def _short(obj):
    text = repr(obj)
    return text if len(text) <= 80 * 8 else text[:80 * 8] + ' [truncated]...'


def _shorten(text, front, back):
    skip = len(text) - front - back
    return '%s[%d chars]%s' % (text[:front], skip, text[len(text) - back:]) if skip > 12 else text


def _both(first, second):
    """Two reprs, cut where they agree so that the difference stays in sight."""
    texts = repr(first), repr(second)
    longest = max(map(len, texts))
    if longest <= 80:
        return texts
    same = 0
    while same < min(map(len, texts)) and texts[0][same] == texts[1][same]:
        same += 1
    common = 80 - (longest - same + 17)
    if common > 5:
        prefix = _shorten(texts[0][:same], 5, common)
        return tuple(prefix + text[same:] for text in texts)
    prefix = _shorten(texts[0][:same], 5, 5)
    return tuple(prefix + _shorten(text[same:], 41, 5) for text in texts)


def _pretty(obj):
    return pprint.pformat(obj).splitlines()


def _differences(a, b):
    """The lines of a and b as difflib.ndiff shows them."""
    return '\n'.join(difflib.ndiff(a, b))


def _count_differences(first, second):
    """(count in first, count in second, element) where the counts differ, in order of appearance."""
    try:
        a, b = collections.Counter(first), collections.Counter(second)
    except TypeError:  # not all are hashable
        kinds = []
        for x in first + second:
            if not any(x == k for k in kinds):
                kinds.append(x)
        found = [(sum(x == k for x in first), sum(x == k for x in second), k) for k in kinds]
    else:
        found = [(a[k], b[k], k) for k in dict.fromkeys(first + second)]
    return [f for f in found if f[0] != f[1]]


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


_unset = object()


class TestCase:
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

    def subTest(self, msg=_unset, **params):
        """A part of the test whose failure does not end it."""
        if self._outcome is None:
            from contextlib import nullcontext
            return nullcontext()
        return _SubTest(self, None if msg is _unset else msg, params)

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

    # What a test can check

    failureException = AssertionError
    longMessage = True
    maxDiff = 640
    _type_equality_funcs = {dict: 'assertDictEqual', list: 'assertListEqual', tuple: 'assertTupleEqual',
                            set: 'assertSetEqual', frozenset: 'assertSetEqual', str: 'assertMultiLineEqual'}

    def fail(self, msg=None):
        raise self.failureException(msg)

    def _formatMessage(self, msg, standardMsg):
        if not self.longMessage:
            return msg or standardMsg
        return standardMsg if msg is None else '%s : %s' % (standardMsg, msg)

    def _say(self, msg, standard):
        raise self.failureException(self._formatMessage(msg, standard))

    def _diff(self, message, diff):
        if self.maxDiff is None or len(diff) <= self.maxDiff:
            return message + diff
        return message + '\nDiff is %s characters long. Set self.maxDiff to None to see it.' % len(diff)

    def assertLogs(self, logger=None, level=None):
        return _Logs(self, logger, level, False)

    def assertNoLogs(self, logger=None, level=None):
        return _Logs(self, logger, level, True)

    def assertFalse(self, expr, msg=None):
        if expr:
            self._say(msg, '%s is not false' % _short(expr))

    def assertTrue(self, expr, msg=None):
        if not expr:
            self._say(msg, '%s is not true' % _short(expr))

    def assertRaises(self, expected_exception, *args, **kwargs):
        return _AssertRaisesContext(self, expected_exception).handle(args, kwargs)

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        return _AssertRaisesContext(self, expected_exception, expected_regex).handle(args, kwargs)

    def assertWarns(self, expected_warning, *args, **kwargs):
        return _Warns(self, expected_warning).handle(args, kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        return _Warns(self, expected_warning, expected_regex).handle(args, kwargs)

    def addTypeEqualityFunc(self, typeobj, function):
        """Compares two objects of a type with function(first, second, msg) in assertEqual."""
        self._type_equality_funcs[typeobj] = function

    def assertEqual(self, first, second, msg=None):
        compare = self._type_equality_funcs.get(type(first)) if type(first) is type(second) else None
        if compare is not None:
            if isinstance(compare, str):
                compare = getattr(self, compare)
            compare(first, second, msg=msg)
        elif not first == second:
            self._say(msg, '%s != %s' % _both(first, second))

    def assertNotEqual(self, first, second, msg=None):
        if not first != second:
            self._say(msg, '%s == %s' % (_short(first), _short(second)))

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        if first == second:
            return
        if delta is not None and places is not None:
            raise TypeError('specify delta or places not both')
        diff = abs(first - second)
        if delta is not None:
            if diff > delta:
                self._say(msg, '%s != %s within %s delta (%s difference)' % (_short(first), _short(second), _short(delta), _short(diff)))
        elif round(diff, 7 if places is None else places) != 0:
            self._say(msg, '%s != %s within %r places (%s difference)' % (_short(first), _short(second), 7 if places is None else places, _short(diff)))

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        if delta is not None and places is not None:
            raise TypeError('specify delta or places not both')
        if delta is not None:
            if first == second or abs(first - second) <= delta:
                self._say(msg, '%s == %s within %s delta (%s difference)' % (_short(first), _short(second), _short(delta), _short(abs(first - second))))
            return
        diff = abs(first - second)
        if first == second or round(diff, 7 if places is None else places) == 0:
            self._say(msg, '%s == %s within %r places' % (_short(first), _short(second), 7 if places is None else places))

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        name = seq_type.__name__ if seq_type is not None else 'sequence'
        if seq_type is not None:
            for which, seq in (('First', seq1), ('Second', seq2)):
                if not isinstance(seq, seq_type):
                    self._say(msg, '%s sequence is not a %s: %s' % (which, name, _short(seq)))
        lengths = []
        for which, seq in (('First', seq1), ('Second', seq2)):
            try:
                lengths.append(len(seq))
            except (TypeError, NotImplementedError):
                self._say(msg, '%s %s has no length.    Non-sequence?' % (which, name))
        if seq1 == seq2:
            return
        differing = self._first_difference(seq1, seq2, lengths)
        if not differing and lengths[0] == lengths[1] and seq_type is None and type(seq1) != type(seq2):
            return  # of the same items
        text = '%ss differ: %s != %s\n' % ((name.capitalize(),) + _both(seq1, seq2)) + differing
        if lengths[0] != lengths[1]:
            longer, which = (seq1, 'First') if lengths[0] > lengths[1] else (seq2, 'Second')
            at = min(lengths)
            text += '\n%s %s contains %d additional elements.\n' % (which, name, abs(lengths[0] - lengths[1]))
            text += 'First extra element %d:\n%s\n' % (at, _short(longer[at]))
        self._say(msg, self._diff(text, '\n' + _differences(_pretty(seq1), _pretty(seq2))))

    def _first_difference(self, seq1, seq2, lengths):
        for i in range(min(lengths)):
            if seq1[i] != seq2[i]:
                return '\nFirst differing element %d:\n%s\n%s\n' % (i, _short(seq1[i]), _short(seq2[i]))
        return ''

    def assertListEqual(self, list1, list2, msg=None):
        self.assertSequenceEqual(list1, list2, msg, list)

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        self.assertSequenceEqual(tuple1, tuple2, msg, tuple)

    def assertSetEqual(self, set1, set2, msg=None):
        differences = []
        for which, a, b in (('first', set1, set2), ('second', set2, set1)):
            try:
                differences.append(a.difference(b))
            except TypeError as e:
                self.fail('invalid type when attempting set difference: %s' % e)
            except AttributeError as e:
                self.fail('%s argument does not support set difference: %s' % (which, e))
        lines = []
        for title, items in zip(('first set but not the second', 'second set but not the first'), differences):
            if items:
                lines.append('Items in the %s:' % title)
                lines.extend(repr(i) for i in items)
        if lines:
            self._say(msg, '\n'.join(lines))

    def assertDictEqual(self, d1, d2, msg=None):
        self.assertIsInstance(d1, dict, 'First argument is not a dictionary')
        self.assertIsInstance(d2, dict, 'Second argument is not a dictionary')
        if d1 != d2:
            self._say(msg, self._diff('%s != %s' % _both(d1, d2), '\n' + _differences(_pretty(d1), _pretty(d2))))

    def assertMultiLineEqual(self, first, second, msg=None):
        self.assertIsInstance(first, str, 'First argument is not a string')
        self.assertIsInstance(second, str, 'Second argument is not a string')
        if first != second:
            a, b = first.splitlines(keepends=True), second.splitlines(keepends=True)
            if len(a) == 1 and first.strip('\r\n') == first:
                a, b = [first + '\n'], (second + '\n').splitlines(keepends=True)
            import difflib
            self._say(msg, self._diff('%s != %s' % _both(first, second), '\n' + ''.join(difflib.ndiff(a, b))))

    def assertIn(self, member, container, msg=None):
        if member not in container:
            self._say(msg, '%s not found in %s' % (_short(member), _short(container)))

    def assertNotIn(self, member, container, msg=None):
        if member in container:
            self._say(msg, '%s unexpectedly found in %s' % (_short(member), _short(container)))

    def assertIs(self, expr1, expr2, msg=None):
        if expr1 is not expr2:
            self._say(msg, '%s is not %s' % (_short(expr1), _short(expr2)))

    def assertIsNot(self, expr1, expr2, msg=None):
        if expr1 is expr2:
            self._say(msg, 'unexpectedly identical: %s' % _short(expr1))

    def assertIsNone(self, obj, msg=None):
        if obj is not None:
            self._say(msg, '%s is not None' % _short(obj))

    def assertIsNotNone(self, obj, msg=None):
        if obj is None:
            self._say(msg, 'unexpectedly None')

    def assertIsInstance(self, obj, cls, msg=None):
        if not isinstance(obj, cls):
            self._say(msg, '%s is not an instance of %r' % (_short(obj), cls))

    def assertNotIsInstance(self, obj, cls, msg=None):
        if isinstance(obj, cls):
            self._say(msg, '%s is an instance of %r' % (_short(obj), cls))

    def assertLess(self, a, b, msg=None):
        if not a < b:
            self._say(msg, '%s not less than %s' % (_short(a), _short(b)))

    def assertLessEqual(self, a, b, msg=None):
        if not a <= b:
            self._say(msg, '%s not less than or equal to %s' % (_short(a), _short(b)))

    def assertGreater(self, a, b, msg=None):
        if not a > b:
            self._say(msg, '%s not greater than %s' % (_short(a), _short(b)))

    def assertGreaterEqual(self, a, b, msg=None):
        if not a >= b:
            self._say(msg, '%s not greater than or equal to %s' % (_short(a), _short(b)))

    def assertRegex(self, text, expected_regex, msg=None):
        if isinstance(expected_regex, (str, bytes)):
            assert expected_regex, 'expected_regex must not be empty.'
        if not re.search(expected_regex, text):
            self._say(msg, "Regex didn't match: %r not found in %r" % (getattr(expected_regex, 'pattern', expected_regex), text))

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        found = re.search(unexpected_regex, text)
        if found:
            self._say(msg, 'Regex matched: %r matches %r in %r' % (found.group(), getattr(unexpected_regex, 'pattern', unexpected_regex), text))

    def assertCountEqual(self, first, second, msg=None):
        differences = _count_differences(list(first), list(second))
        if differences:
            lines = ['First has %d, Second has %d:  %r' % d for d in differences]
            self._say(msg, self._diff('Element counts were not equal:\n', '\n'.join(lines)))


def _deprecated(name):
    def old(self, *args, **kwargs):
        warnings.warn('Please use %s instead.' % name, DeprecationWarning, 2)
        return getattr(self, name)(*args, **kwargs)
    return old


for _old, _name in (('assertEquals', 'assertEqual'), ('assertNotEquals', 'assertNotEqual'), ('assert_', 'assertTrue'),
                    ('assertAlmostEquals', 'assertAlmostEqual'), ('assertNotAlmostEquals', 'assertNotAlmostEqual'),
                    ('assertRegexpMatches', 'assertRegex'), ('assertNotRegexpMatches', 'assertNotRegex'),
                    ('assertRaisesRegexp', 'assertRaisesRegex'), ('failUnlessEqual', 'assertEqual'),
                    ('failIfEqual', 'assertNotEqual'), ('failUnless', 'assertTrue'), ('failIf', 'assertFalse'),
                    ('failUnlessRaises', 'assertRaises'), ('failUnlessAlmostEqual', 'assertAlmostEqual'),
                    ('failIfAlmostEqual', 'assertNotAlmostEqual')):
    setattr(TestCase, _old, _deprecated(_name))


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
