"""Runs the examples of a DocTest and tells what went wrong."""

import sys
import traceback
from collections import namedtuple
from io import StringIO

from _doctest_examples import (FAIL_FAST, IGNORE_EXCEPTION_DETAIL, REPORT_ONLY_FIRST_FAILURE, REPORTING_FLAGS, SKIP,
                               OutputChecker, indented)

TestResults = namedtuple('TestResults', 'failed attempted', module='doctest')


def _without_details(message):
    """The class of an exception, of its message: no module, no words."""
    line = message.partition('\n')[0]
    return line.partition(':')[0].rpartition('.')[2]


class _Output(StringIO):
    """Takes what an example prints; its last line always ends."""

    def getvalue(self):
        text = super().getvalue()
        return text if not text or text.endswith('\n') else text + '\n'

    def truncate(self, size=None):
        self.seek(size)
        super().truncate()


class DocTestRunner:
    """Runs DocTests and counts."""

    DIVIDER = '*' * 70

    def __init__(self, checker=None, verbose=None, optionflags=0):
        self._checker = checker or OutputChecker()
        self._verbose = '-v' in sys.argv if verbose is None else verbose
        self.optionflags = optionflags
        self.original_optionflags = optionflags
        self.tries = 0
        self.failures = 0
        self._name2ft = {}
        self._fakeout = _Output()

    def report_start(self, out, test, example):
        """Tells, if verbose, of the example that comes next."""
        if self._verbose:
            out('Trying:\n' + indented(example.source)
                + ('Expecting:\n' + indented(example.want) if example.want else 'Expecting nothing\n'))

    def report_success(self, out, test, example, got):
        """Tells, if verbose, that an example went well."""
        if self._verbose:
            out('ok\n')

    def report_failure(self, out, test, example, got):
        """Tells that an example printed something else."""
        out(self._header(test, example) + self._checker.output_difference(example, got, self.optionflags))

    def report_unexpected_exception(self, out, test, example, exc_info):
        """Tells that an example raised."""
        out(self._header(test, example) + 'Exception raised:\n' + indented(''.join(traceback.format_exception(*exc_info))))

    def _header(self, test, example):
        lines = [self.DIVIDER]
        if test.filename:
            lineno = '?' if test.lineno is None or example.lineno is None else test.lineno + example.lineno + 1
            lines.append('File "%s", line %s, in %s' % (test.filename, lineno, test.name))
        else:
            lines.append('Line %s, in %s' % (example.lineno + 1, test.name))
        return '\n'.join(lines + ['Failed example:', indented(example.source)])

    def run(self, test, compileflags=None, out=None, clear_globs=True):
        """Runs the examples of a test; out takes the text of the reports."""
        self.test = test
        old_stdout, old_hook = sys.stdout, sys.displayhook
        sys.stdout, sys.displayhook = self._fakeout, sys.__displayhook__
        try:
            return self._run_all(test, out or old_stdout.write)
        finally:
            sys.stdout, sys.displayhook = old_stdout, old_hook
            if clear_globs:
                test.globs.clear()

    def _run_all(self, test, out):
        failures = tries = 0
        flags = self.optionflags
        for number, example in enumerate(test.examples):
            self.optionflags = flags
            for flag, on in example.options.items():
                self.optionflags = self.optionflags | flag if on else self.optionflags & ~flag
            if self.optionflags & SKIP:
                continue
            tries += 1
            quiet = self.optionflags & REPORT_ONLY_FIRST_FAILURE and failures > 0
            if not self._run_one(test, number, example, out, quiet):
                failures += 1
                if self.optionflags & FAIL_FAST:
                    break
        self.optionflags = flags
        self._count(test.name, failures, tries)
        return TestResults(failures, tries)

    def _run_one(self, test, number, example, out, quiet):
        """Whether an example did what it should."""
        if not quiet:
            self.report_start(out, test, example)
        error = None
        try:
            exec(compile(example.source, '<doctest %s[%d]>' % (test.name, number), 'single'), test.globs)
        except KeyboardInterrupt:
            raise
        except:
            error = sys.exc_info()
        got = self._fakeout.getvalue()
        self._fakeout.truncate(0)
        if error is not None:
            message = traceback.format_exception_only(*error[:2])[-1]
            if example.exc_msg is None:
                if not quiet:
                    self.report_unexpected_exception(out, test, example, error)
                return False
            got += ''.join(traceback.format_exception(*error))
        if self._expected(example, got) if error is None else self._expected_message(example, message):
            if not quiet:
                self.report_success(out, test, example, got)
            return True
        if not quiet:
            self.report_failure(out, test, example, got)
        return False

    def _expected(self, example, got):
        return self._checker.check_output(example.want, got, self.optionflags)

    def _expected_message(self, example, message):
        check = self._checker.check_output
        return check(example.exc_msg, message, self.optionflags) or (
            self.optionflags & IGNORE_EXCEPTION_DETAIL
            and check(_without_details(example.exc_msg), _without_details(message), self.optionflags))

    def _count(self, name, failures, tries):
        old_failures, old_tries = self._name2ft.get(name, (0, 0))
        self._name2ft[name] = failures + old_failures, tries + old_tries
        self.failures += failures
        self.tries += tries

    def summarize(self, verbose=None):
        """Prints how many examples of each test failed."""
        verbose = self._verbose if verbose is None else verbose
        counts = sorted(self._name2ft.items())
        empty = [name for name, (_, tries) in counts if not tries]
        passed = [(name, tries) for name, (failures, tries) in counts if tries and not failures]
        failed = [(name, failures, tries) for name, (failures, tries) in counts if failures]
        failures, tries = (sum(count[i] for _, count in counts) for i in (0, 1))
        if verbose:
            if empty:
                print(len(empty), 'items had no tests:')
                print(*('    ' + name for name in empty), sep='\n')
            if passed:
                print(len(passed), 'items passed all tests:')
                print(*(' %3d tests in %s' % (tries, name) for name, tries in passed), sep='\n')
        if failed:
            print(self.DIVIDER)
            print(len(failed), 'items had failures:')
            print(*(' %3d of %3d in %s' % (failures, tries, name) for name, failures, tries in failed), sep='\n')
        if verbose:
            print(tries, 'tests in', len(counts), 'items.')
            print(tries - failures, 'passed and', failures, 'failed.')
        if failures:
            print('***Test Failed***', failures, 'failures.')
        elif verbose:
            print('Test passed.')
        return TestResults(failures, tries)

    def merge(self, other):
        """Adds the counts of another runner."""
        for name, (failures, tries) in other._name2ft.items():
            self._count(name, failures, tries)


class DocTestFailure(Exception):
    """An example of a test printed something else."""

    def __init__(self, test, example, got):
        self.test, self.example, self.got = test, example, got

    def __str__(self):
        return str(self.test)


class UnexpectedException(Exception):
    """An example of a test raised."""

    def __init__(self, test, example, exc_info):
        self.test, self.example, self.exc_info = test, example, exc_info

    def __str__(self):
        return str(self.test)


class DebugRunner(DocTestRunner):
    """Raises at the first example that goes wrong, and leaves its names for a look."""

    def run(self, test, compileflags=None, out=None, clear_globs=True):
        result = super().run(test, compileflags, out, False)
        if clear_globs:
            test.globs.clear()
        return result

    def report_unexpected_exception(self, out, test, example, exc_info):
        raise UnexpectedException(test, example, exc_info)

    def report_failure(self, out, test, example, got):
        raise DocTestFailure(test, example, got)


_unittest_flags = 0


def set_unittest_reportflags(flags):
    """Says how tests that unittest runs report; returns what held before."""
    global _unittest_flags
    if flags & REPORTING_FLAGS != flags:
        raise ValueError('Only reporting flags allowed', flags)
    old, _unittest_flags = _unittest_flags, flags
    return old


def unittest_reportflags(flags):
    """The flags of a test that unittest runs."""
    return flags if flags & REPORTING_FLAGS else flags | _unittest_flags
