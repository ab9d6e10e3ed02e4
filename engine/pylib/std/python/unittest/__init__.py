"""Tests as classes."""

import re
import sys
import time
import traceback
from . import mock

__all__ = ['TestCase', 'TestSuite', 'TestResult', 'TextTestResult', 'TestLoader', 'TextTestRunner', 'FunctionTestCase',
           'main', 'skip', 'skipIf', 'skipUnless', 'expectedFailure', 'SkipTest', 'defaultTestLoader', 'mock']


class SkipTest(Exception):
    """Raised to skip a test."""


class _ShouldStop(Exception):
    pass


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

    def __init__(self, case, expected, pattern=None):
        self.case, self.expected = case, expected
        self.pattern = re.compile(pattern) if isinstance(pattern, (str, bytes)) else pattern
        self.exception = None

    def __enter__(self):
        return self

    def __exit__(self, kind, value, tb):
        names = getattr(self.expected, '__name__', None) or str(self.expected)
        if kind is None:
            self.case.fail('%s not raised' % names)
        if not issubclass(kind, self.expected):
            return False
        self.exception = value
        if self.pattern is not None and not self.pattern.search(str(value)):
            self.case.fail('"%s" does not match "%s"' % (self.pattern.pattern, value))
        return True


class _Warns:
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
        self.case.fail('%s not triggered' % self.expected.__name__)


def _short(obj):
    text = repr(obj)
    return text if len(text) <= 80 * 8 else text[:80 * 8] + ' [truncated]...'


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
        self._say(msg, '%s != %s' % (_short(first), _short(second)))

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
        text = '%s differ: %s != %s\n' % (name, _short(seq1), _short(seq2))
        for i, (a, b) in enumerate(zip(seq1, seq2)):
            if a != b:
                text += '\nFirst differing element %d:\n%s\n%s\n' % (i, _short(a), _short(b))
                break
        if len(seq1) != len(seq2):
            longer, first = (seq1, 'First') if len(seq1) > len(seq2) else (seq2, 'Second')
            at = min(len(seq1), len(seq2))
            text += '\n%s %s contains %d additional elements.\nFirst extra element %d:\n%s\n' % (
                first, seq_type.__name__ if seq_type else 'sequence', abs(len(seq1) - len(seq2)), at, _short(longer[at]))
        self._say(msg, text + '\n' + _differences(_pretty(seq1), _pretty(seq2)))

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
            self._say(msg, '%s != %s\n%s' % (_short(d1), _short(d2), _differences(_pretty(d1), _pretty(d2))))

    def assertMultiLineEqual(self, first, second, msg=None):
        if first != second:
            a, b = first.splitlines(keepends=True), second.splitlines(keepends=True)
            if len(a) == 1 and first.strip('\r\n') == first:
                a, b = [first + '\n'], (second + '\n').splitlines(keepends=True)
            import difflib
            self._say(msg, '%s != %s\n%s' % (_short(first), _short(second), ''.join(difflib.ndiff(a, b))))

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


class TestResult:
    """What became of the tests."""

    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failures, self.errors, self.skipped = [], [], []
        self.expectedFailures, self.unexpectedSuccesses = [], []
        self.testsRun, self.shouldStop, self.failfast = 0, False, False

    def startTest(self, test):
        self.testsRun += 1

    def stopTest(self, test):
        pass

    def startTestRun(self):
        pass

    stopTestRun = startTestRun

    def _text(self, err):
        value = err[1]
        tb = value.__traceback__
        here = __file__ if '__file__' in globals() else ''
        while tb is not None and tb.tb_frame.f_code.co_filename == here:
            tb = tb.tb_next
        last = tb
        if isinstance(value, AssertionError):
            entries = [e for e in traceback.extract_tb(tb) if e.filename != here]
            return 'Traceback (most recent call last):\n' + ''.join(traceback.format_list(entries)) + ''.join(traceback.format_exception_only(value))
        return ''.join(traceback.format_exception(value.with_traceback(last)))

    def addFailure(self, test, err):
        self.failures.append((test, self._text(err)))

    def addSubTest(self, test, subtest, err):
        if issubclass(err[0], test.failureException):
            TestResult.addFailure(self, subtest, err)
        else:
            TestResult.addError(self, subtest, err)

    def addError(self, test, err):
        self.errors.append((test, self._text(err)))

    def addSuccess(self, test):
        pass

    def addSkip(self, test, reason):
        self.skipped.append((test, reason))

    def addExpectedFailure(self, test, err):
        self.expectedFailures.append((test, self._text(err)))

    def addUnexpectedSuccess(self, test):
        self.unexpectedSuccesses.append(test)

    def wasSuccessful(self):
        return not (self.failures or self.errors or self.unexpectedSuccesses)

    def stop(self):
        self.shouldStop = True

    def __repr__(self):
        return '<%s.%s run=%i errors=%i failures=%i>' % (self.__class__.__module__, self.__class__.__qualname__,
                                                        self.testsRun, len(self.errors), len(self.failures))


class TextTestResult(TestResult):
    """Writes results as they come."""

    def __init__(self, stream, descriptions, verbosity):
        super().__init__()
        self.stream, self.all = stream, verbosity > 1
        self.dots = verbosity == 1

    def description(self, test):
        doc = test.shortDescription()
        return '%s\n%s' % (test, doc) if doc else str(test)

    def startTest(self, test):
        super().startTest(test)
        self._broken = False
        if self.all:
            self.stream.write(self.description(test) + ' ... ')

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        failed = issubclass(err[0], test.failureException)
        if self.all:
            if not self._broken:
                self.stream.write('\n')
                self._broken = True
            self.stream.write('  %s ... ' % self.description(subtest))
        self._mark('FAIL' if failed else 'ERROR', 'F' if failed else 'E')

    def _mark(self, word, letter):
        if self.all:
            self.stream.write(word + '\n')
        elif self.dots:
            self.stream.write(letter)

    def addSuccess(self, test):
        self._mark('ok', '.')

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._mark('FAIL', 'F')

    def addError(self, test, err):
        super().addError(test, err)
        self._mark('ERROR', 'E')

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._mark('skipped %r' % reason, 's')

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self._mark('expected failure', 'x')

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._mark('unexpected success', 'u')

    def printErrors(self):
        if self.dots or self.all:
            self.stream.write('\n')
        for word, items in (('ERROR', self.errors), ('FAIL', self.failures)):
            for test, text in items:
                self.stream.write('=' * 70 + '\n%s: %s\n' % (word, self.description(test)) + '-' * 70 + '\n%s\n' % text)


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


class TextTestRunner:
    """Runs tests and writes a summary."""

    resultclass = TextTestResult

    def __init__(self, stream=None, descriptions=True, verbosity=1, failfast=False, buffer=False, resultclass=None, warnings=None, **kwargs):
        self._given, self.verbosity = stream, verbosity
        self.resultclass = resultclass or self.resultclass

    def run(self, test):
        stream = self._given or sys.stderr
        result = self.resultclass(stream, True, self.verbosity)
        start = time.perf_counter()
        (test if isinstance(test, TestSuite) else TestSuite([test])).run(result)
        took = time.perf_counter() - start
        result.printErrors()
        stream.write('-' * 70 + '\nRan %d test%s in %.3fs\n\n' % (result.testsRun, '' if result.testsRun == 1 else 's', took))
        notes = ['%s=%d' % (n, len(v)) for n, v in (('failures', result.failures), ('errors', result.errors), ('skipped', result.skipped),
                 ('expected failures', result.expectedFailures), ('unexpected successes', result.unexpectedSuccesses)) if v]
        stream.write(('OK' if result.wasSuccessful() else 'FAILED') + (' (%s)' % ', '.join(notes) if notes else '') + '\n')
        return result


class TestProgram:
    """What unittest.main() does."""

    def __init__(self, module='__main__', defaultTest=None, argv=None, testRunner=None, testLoader=defaultTestLoader, exit=True,
                 verbosity=1, failfast=None, catchbreak=None, buffer=None, warnings=None):
        module = sys.modules[module] if isinstance(module, str) else module
        if argv and '-v' in argv:
            verbosity = 2
        names = [defaultTest] if isinstance(defaultTest, str) else defaultTest
        suite = testLoader.loadTestsFromNames(names, module) if names else testLoader.loadTestsFromModule(module)
        runner = testRunner or TextTestRunner
        self.result = (runner(verbosity=verbosity) if isinstance(runner, type) else runner).run(suite)
        if exit:
            sys.exit(not self.result.wasSuccessful())


main = TestProgram
