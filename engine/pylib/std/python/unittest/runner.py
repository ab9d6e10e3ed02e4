"""Runs tests and tells how they went."""

import sys
import time
import warnings

from .case import _SubTest
from .result import TestResult


class _Writer:
    """A stream with writeln."""

    def __init__(self, stream):
        self.stream = stream

    def __getattr__(self, name):
        if name in ('stream', '__getstate__'):
            raise AttributeError(name)
        return getattr(self.stream, name)

    def writeln(self, text=None):
        self.write((text or '') + '\n')


class TextTestResult(TestResult):
    """Writes results as they come."""

    separator1, separator2 = '=' * 70, '-' * 70

    def __init__(self, stream, descriptions, verbosity):
        super().__init__(stream, descriptions, verbosity)
        self.stream, self.descriptions = stream, descriptions
        self.showAll, self.dots = verbosity > 1, verbosity == 1
        self._newline = True

    def getDescription(self, test):
        doc = test.shortDescription()
        return '%s\n%s' % (test, doc) if self.descriptions and doc else str(test)

    def startTest(self, test):
        super().startTest(test)
        if self.showAll:
            self.stream.write(self.getDescription(test) + ' ... ')
            self._newline = False

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            failed = issubclass(err[0], subtest.failureException)
            self._mark(subtest, 'FAIL' if failed else 'ERROR', 'F' if failed else 'E')

    def _mark(self, test, word, letter):
        if self.dots:
            self.stream.write(letter)
        if not self.showAll:
            return
        part = isinstance(test, _SubTest)
        if part or self._newline:
            if not self._newline:
                self.stream.write('\n')
            self.stream.write(('  ' if part else '') + self.getDescription(test) + ' ... ')
        self.stream.write(word + '\n')
        self._newline = True

    def addSuccess(self, test):
        super().addSuccess(test)
        self._mark(test, 'ok', '.')

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._mark(test, 'FAIL', 'F')

    def addError(self, test, err):
        super().addError(test, err)
        self._mark(test, 'ERROR', 'E')

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._mark(test, 'skipped %r' % reason, 's')

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self._mark(test, 'expected failure', 'x')

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._mark(test, 'unexpected success', 'u')

    def printErrors(self):
        if self.dots or self.showAll:
            self.stream.write('\n')
        self.printErrorList('ERROR', self.errors)
        self.printErrorList('FAIL', self.failures)
        if self.unexpectedSuccesses:
            self.stream.write(self.separator1 + '\n')
            for test in self.unexpectedSuccesses:
                self.stream.write('UNEXPECTED SUCCESS: %s\n' % self.getDescription(test))

    def printErrorList(self, flavour, errors):
        for test, text in errors:
            self.stream.write('%s\n%s: %s\n%s\n%s\n' % (self.separator1, flavour, self.getDescription(test), self.separator2, text))


class TextTestRunner:
    """Runs tests and writes a summary."""

    resultclass = TextTestResult

    def __init__(self, stream=None, descriptions=True, verbosity=1, failfast=False, buffer=False, resultclass=None,
                 warnings=None, *, tb_locals=False):
        self.stream = _Writer(stream or sys.stderr)
        self.descriptions, self.verbosity, self.failfast, self.buffer = descriptions, verbosity, failfast, buffer
        self.warnings, self.tb_locals = warnings, tb_locals
        self.resultclass = resultclass or self.resultclass

    def _makeResult(self):
        return self.resultclass(self.stream, self.descriptions, self.verbosity)

    def run(self, test):
        """Runs the tests and writes how they went."""
        result = self._makeResult()
        result.failfast, result.buffer, result.tb_locals = self.failfast, self.buffer, self.tb_locals
        with warnings.catch_warnings():
            if self.warnings:
                warnings.simplefilter(self.warnings)
            start = time.perf_counter()
            result.startTestRun()
            try:
                test(result)
            finally:
                result.stopTestRun()
            took = time.perf_counter() - start
        if hasattr(result, 'printErrors'):
            result.printErrors()
        self._summary(result, took)
        return result

    def _summary(self, result, took):
        write = self.stream.write
        if hasattr(result, 'separator2'):
            write(result.separator2 + '\n')
        write('Ran %d test%s in %.3fs\n\n' % (result.testsRun, '' if result.testsRun == 1 else 's', took))
        notes = ['%s=%d' % (n, len(v)) for n, v in (('failures', result.failures), ('errors', result.errors), ('skipped', result.skipped),
                 ('expected failures', result.expectedFailures), ('unexpected successes', result.unexpectedSuccesses)) if v]
        write(('OK' if result.wasSuccessful() else 'FAILED') + (' (%s)' % ', '.join(notes) if notes else '') + '\n')
        if hasattr(self.stream, 'flush'):
            self.stream.flush()
