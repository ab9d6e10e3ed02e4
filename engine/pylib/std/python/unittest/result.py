"""What became of tests."""

import os
import traceback


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
        here = os.path.dirname(__file__)
        while tb is not None and os.path.dirname(tb.tb_frame.f_code.co_filename) == here:
            tb = tb.tb_next
        last = tb
        if isinstance(value, AssertionError):
            entries = [e for e in traceback.extract_tb(tb) if os.path.dirname(e.filename) != here]
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
