"""One test: TestCase, its checks, and what it may be skipped for."""

import re
import sys


class SkipTest(Exception):
    """Raised to skip a test."""


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
    return skip(reason) if condition else lambda item: item


def skipUnless(condition, reason):
    return skip(reason) if not condition else lambda item: item


def expectedFailure(test_item):
    test_item.__unittest_expecting_failure__ = True
    return test_item


class _Raises:
    """The context of assertRaises and its kin."""

    by = ''  # the function that was called

    def __init__(self, case, expected, pattern=None):
        self.case, self.expected = case, expected
        self.pattern = re.compile(pattern) if isinstance(pattern, (str, bytes)) else pattern
        self.exception = None

    def __enter__(self):
        return self

    def __exit__(self, kind, value, tb):
        names = getattr(self.expected, '__name__', None) or str(self.expected)
        if kind is None:
            self.case.fail('%s not raised' % names + self.by)
        if not issubclass(kind, self.expected):
            return False
        self.exception = value
        if self.pattern is not None and not self.pattern.search(str(value)):
            self.case.fail('"%s" does not match "%s"' % (self.pattern.pattern, value))
        return True


class _Warns:
    by = ''

    def __init__(self, case, expected, pattern=None):
        self.case, self.expected, self.pattern = case, expected, pattern

    def __enter__(self):
        import warnings
        self._catch = warnings.catch_warnings(record=True)
        self.warnings = self._catch.__enter__()
        warnings.simplefilter('always')
        return self

    def __exit__(self, kind, value, tb):
        self._catch.__exit__(kind, value, tb)
        if kind is not None:
            return
        for w in self.warnings:
            if issubclass(w.category, self.expected) and (self.pattern is None or re.search(self.pattern, str(w.message))):
                self.warning = w.message
                return
        self.case.fail('%s not triggered' % self.expected.__name__ + self.by)


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


class _Logs:
    """The context of assertLogs."""

    def __init__(self, case, logger, level, none):
        import logging
        self.case, self.none = case, none
        self.logger = logger if isinstance(logger, logging.Logger) else logging.getLogger(logger)
        self.name = self.logger.name
        self.level = logging.getLevelName(level) if isinstance(level, str) else level or logging.INFO

    def __enter__(self):
        import logging
        self.records, self.output = [], []
        handler = logging.Handler()
        handler.setFormatter(logging.Formatter('%(levelname)s:%(name)s:%(message)s'))

        def emit(record):
            self.records.append(record)
            self.output.append(handler.format(record))
        handler.emit = emit
        self._old = self.logger.handlers[:], self.logger.level, self.logger.propagate
        handler.setLevel(self.level)
        self.logger.handlers = [handler]
        self.logger.setLevel(self.level)
        self.logger.propagate = False
        return self

    def __exit__(self, kind, value, tb):
        import logging
        self.logger.handlers, level, self.logger.propagate = self._old
        self.logger.setLevel(level)
        if kind is not None:
            return False
        if self.none and self.records:
            self.case.fail('Unexpected logs found: %r' % self.output)
        if not self.none and not self.records:
            self.case.fail('no logs of level %s or higher triggered on %s' % (logging.getLevelName(self.level), self.name))


class TestCase:
    """One test; its methods check."""

    failureException = AssertionError
    longMessage = True
    maxDiff = 640
    _classSetupFailed = False

    def __init__(self, methodName='runTest'):
        self._testMethodName = methodName
        self._cleanups, self._subtest = [], None
        method = getattr(self, methodName, None)
        if method is None and methodName != 'runTest':
            raise ValueError('no such test method in %s: %s' % (self.__class__, methodName))
        self._testMethodDoc = getattr(method, '__doc__', None)

    def setUp(self):
        pass

    def tearDown(self):
        pass

    @classmethod
    def setUpClass(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        pass

    def addCleanup(self, function, /, *args, **kwargs):
        self._cleanups.append((function, args, kwargs))

    def doCleanups(self):
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            function(*args, **kwargs)

    def countTestCases(self):
        return 1

    def id(self):
        return '%s.%s.%s' % (self.__class__.__module__, self.__class__.__qualname__, self._testMethodName)

    def shortDescription(self):
        doc = self._testMethodDoc
        return doc.strip().split('\n')[0].strip() if doc else None

    def __str__(self):
        return '%s (%s)' % (self._testMethodName, self.id())

    def __repr__(self):
        return '<%s.%s testMethod=%s>' % (self.__class__.__module__, self.__class__.__qualname__, self._testMethodName)

    def skipTest(self, reason):
        raise SkipTest(reason)

    def fail(self, msg=None):
        raise self.failureException(msg)

    def subTest(self, msg=None, **params):
        return _SubTest(self, msg, params)

    def run(self, result=None):
        if result is None:
            from .result import TestResult
            result = TestResult()
        self._result = result
        result.startTest(self)
        method = getattr(self, self._testMethodName)
        try:
            if getattr(self.__class__, '__unittest_skip__', False) or getattr(method, '__unittest_skip__', False):
                result.addSkip(self, getattr(method, '__unittest_skip_why__', '') or getattr(self.__class__, '__unittest_skip_why__', ''))
                return result
            self._run(method, result)
        finally:
            result.stopTest(self)
        return result

    def _run(self, method, result):
        before = len(result.failures) + len(result.errors)
        expecting = getattr(method, '__unittest_expecting_failure__', False)
        outcome = self._attempt(self.setUp)
        ran = outcome is None
        if ran:
            outcome = self._attempt(method)
            outcome = self._attempt(self.tearDown) or outcome if outcome is None else (self._attempt(self.tearDown), outcome)[1]
        outcome = outcome or self._attempt(self.doCleanups)
        if outcome is None:
            if expecting:
                result.addUnexpectedSuccess(self)
            elif len(result.failures) + len(result.errors) == before:
                result.addSuccess(self)
        elif isinstance(outcome[1], SkipTest):
            result.addSkip(self, str(outcome[1]))
        elif expecting:
            result.addExpectedFailure(self, outcome)
        elif isinstance(outcome[1], self.failureException):
            result.addFailure(self, outcome)
        else:
            result.addError(self, outcome)

    def _attempt(self, function):
        try:
            function()
        except KeyboardInterrupt:
            raise
        except BaseException:
            return sys.exc_info()
        return None

    __call__ = run

    def debug(self):
        self.setUp()
        getattr(self, self._testMethodName)()
        self.tearDown()
        self.doCleanups()

    def _message(self, msg, standard):
        if not self.longMessage:
            return msg or standard
        return standard if msg is None else '%s : %s' % (standard, msg)

    def _say(self, msg, standard):
        raise self.failureException(self._message(msg, standard))

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
        return self._raises(_Raises(self, expected_exception), args, kwargs)

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        return self._raises(_Raises(self, expected_exception, expected_regex), args, kwargs)

    def _raises(self, context, args, kwargs):
        if not args:
            return context
        context.by = ' by %s' % getattr(args[0], '__name__', args[0])
        with context:
            args[0](*args[1:], **kwargs)

    def assertWarns(self, expected_warning, *args, **kwargs):
        return self._raises(_Warns(self, expected_warning), args, kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        return self._raises(_Warns(self, expected_warning, expected_regex), args, kwargs)

    def assertEqual(self, first, second, msg=None):
        if first == second:
            return
        if type(first) is type(second):
            if type(first) is str:
                return self.assertMultiLineEqual(first, second, msg)
            if type(first) in (list, tuple):
                return self.assertSequenceEqual(first, second, msg, type(first))
            if type(first) is dict:
                return self.assertDictEqual(first, second, msg)
            if type(first) in (set, frozenset):
                return self.assertSetEqual(first, second, msg)
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
        diff = abs(first - second)
        if delta is not None and diff <= delta or delta is None and round(diff, 7 if places is None else places) == 0:
            self._say(msg, '%s == %s within %r places' % (_short(first), _short(second), 7 if places is None else places))

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        name = (seq_type or type(seq1)).__name__.capitalize() + 's' if seq_type else 'Sequences'
        if seq1 == seq2:
            return
        text = '%s differ: %s != %s\n' % (name, *_both(seq1, seq2))
        for i, (a, b) in enumerate(zip(seq1, seq2)):
            if a != b:
                text += '\nFirst differing element %d:\n%s\n%s\n' % (i, _short(a), _short(b))
                break
        if len(seq1) != len(seq2):
            longer, first = (seq1, 'First') if len(seq1) > len(seq2) else (seq2, 'Second')
            at = min(len(seq1), len(seq2))
            text += '\n%s %s contains %d additional elements.\nFirst extra element %d:\n%s\n' % (
                first, seq_type.__name__ if seq_type else 'sequence', abs(len(seq1) - len(seq2)), at, _short(longer[at]))
        self._say(msg, self._diff(text, '\n' + _differences(_pretty(seq1), _pretty(seq2))))

    def assertListEqual(self, list1, list2, msg=None):
        self.assertSequenceEqual(list1, list2, msg, list)

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        self.assertSequenceEqual(tuple1, tuple2, msg, tuple)

    def assertSetEqual(self, set1, set2, msg=None):
        if set1 == set2:
            return
        lines = []
        for title, items in (('first', set1 - set2), ('second', set2 - set1)):
            if items:
                lines.append('Items in the %s set but not the %s:' % (title, 'second' if title == 'first' else 'first'))
                lines.extend(repr(i) for i in items)
        self._say(msg, '\n'.join(lines))

    def assertDictEqual(self, d1, d2, msg=None):
        if d1 != d2:
            self._say(msg, self._diff('%s != %s' % _both(d1, d2), '\n' + _differences(_pretty(d1), _pretty(d2))))

    def assertMultiLineEqual(self, first, second, msg=None):
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
        if not re.search(expected_regex, text):
            self._say(msg, "Regex didn't match: %r not found in %r" % (getattr(expected_regex, 'pattern', expected_regex), text))

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        found = re.search(unexpected_regex, text)
        if found:
            self._say(msg, 'Regex matched: %r matches %r in %r' % (found.group(), getattr(unexpected_regex, 'pattern', unexpected_regex), text))

    def assertCountEqual(self, first, second, msg=None):
        a, b = list(first), list(second)
        seen, lines = [], []
        for x in a + b:
            if x not in seen:
                seen.append(x)
                if a.count(x) != b.count(x):
                    lines.append('First has %d, Second has %d:  %r' % (a.count(x), b.count(x), x))
        if lines:
            self._say(msg, 'Element counts were not equal:\n' + '\n'.join(lines))


def _pretty(obj):
    import pprint
    return pprint.pformat(obj).splitlines()


def _differences(a, b):
    """The lines of a and b as difflib.ndiff shows them."""
    import difflib
    return '\n'.join(difflib.ndiff(a, b))


class _SubTest:
    def __init__(self, case, msg, params):
        self.case, self.msg, self.params = case, msg, params

    def __enter__(self):
        return self

    def __exit__(self, kind, value, tb):
        if kind is None or issubclass(kind, (SkipTest, KeyboardInterrupt)):
            return False
        self.failureException = self.case.failureException
        self.case._result.addSubTest(self.case, self, (kind, value, tb))
        return True

    def shortDescription(self):
        return self.case.shortDescription()

    def __str__(self):
        parts = [] if self.msg is None else ['[%s]' % self.msg]
        if self.params:
            parts.append('(%s)' % ', '.join('%s=%r' % item for item in self.params.items()))
        return '%s %s' % (self.case, ' '.join(parts) or '(<subtest>)')


class FunctionTestCase(TestCase):
    def __init__(self, testFunc, setUp=None, tearDown=None, description=None):
        self.runTest = testFunc
        super().__init__()
