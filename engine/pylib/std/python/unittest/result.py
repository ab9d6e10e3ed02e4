"""What became of tests."""

import io
import itertools
import os
import sys
import traceback

_here = os.path.dirname(__file__)


def _ours(entry):
    return os.path.dirname(entry.filename) == _here


class TestResult:
    """What became of the tests."""

    _previousTestClass = None
    _testRunEntered = False
    _moduleSetUpFailed = False
    buffer = tb_locals = False

    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failures, self.errors, self.skipped = [], [], []
        self.expectedFailures, self.unexpectedSuccesses = [], []
        self.testsRun, self.shouldStop, self.failfast = 0, False, False

    def startTest(self, test):
        self.testsRun += 1
        if self.buffer:
            self._streams = sys.stdout, sys.stderr
            sys.stdout, sys.stderr = io.StringIO(), io.StringIO()

    def stopTest(self, test):
        if self.buffer:
            sys.stdout, sys.stderr = self._streams

    def startTestRun(self):
        pass

    stopTestRun = startTestRun

    def _text(self, test, err):
        """The traceback without the frames of this package, and what the test has written."""
        value = err[1]
        shown = traceback.TracebackException(err[0], value, err[2])
        entries = list(itertools.dropwhile(_ours, shown.stack))
        if err[0] is test.failureException:
            entries = list(itertools.takewhile(lambda e: not _ours(e), entries))
        shown.stack[:] = entries
        lines = list(shown.format())
        if self.buffer:
            for title, stream in (('Stdout', sys.stdout), ('Stderr', sys.stderr)):
                text = stream.getvalue()
                if text:
                    lines.append('\n%s:\n%s' % (title, text if text.endswith('\n') else text + '\n'))
        return ''.join(lines)

    def addFailure(self, test, err):
        self.failures.append((test, self._text(test, err)))
        self._fast()

    def addError(self, test, err):
        self.errors.append((test, self._text(test, err)))
        self._fast()

    def addSubTest(self, test, subtest, err):
        if err is not None:
            failed = issubclass(err[0], test.failureException)
            (self.failures if failed else self.errors).append((subtest, self._text(test, err)))
            self._fast()

    def _fast(self):
        if self.failfast:
            self.stop()

    def addSuccess(self, test):
        pass

    def addSkip(self, test, reason):
        self.skipped.append((test, reason))

    def addExpectedFailure(self, test, err):
        self.expectedFailures.append((test, self._text(test, err)))

    def addUnexpectedSuccess(self, test):
        self.unexpectedSuccesses.append(test)
        self._fast()

    def wasSuccessful(self):
        return not (self.failures or self.errors or self.unexpectedSuccesses)

    def stop(self):
        self.shouldStop = True

    def __repr__(self):
        return '<%s.%s run=%i errors=%i failures=%i>' % (self.__class__.__module__, self.__class__.__qualname__,
                                                        self.testsRun, len(self.errors), len(self.failures))
