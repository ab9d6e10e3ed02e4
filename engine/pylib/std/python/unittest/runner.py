"""Runs tests and tells how they went."""

import sys
import time

from .result import TestResult
from .suite import TestSuite, defaultTestLoader


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
