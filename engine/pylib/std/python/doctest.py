"""Runs the examples in docstrings and compares what they print."""

import difflib
import importlib
import inspect
import os
import re
import sys
import traceback
import unittest
from collections import namedtuple
from io import StringIO

__all__ = ['register_optionflag', 'DONT_ACCEPT_TRUE_FOR_1', 'DONT_ACCEPT_BLANKLINE', 'NORMALIZE_WHITESPACE', 'ELLIPSIS', 'SKIP',
           'IGNORE_EXCEPTION_DETAIL', 'COMPARISON_FLAGS', 'REPORT_UDIFF', 'REPORT_CDIFF', 'REPORT_NDIFF', 'REPORT_ONLY_FIRST_FAILURE',
           'REPORTING_FLAGS', 'FAIL_FAST', 'Example', 'DocTest', 'DocTestParser', 'DocTestFinder', 'DocTestRunner', 'OutputChecker',
           'DocTestFailure', 'UnexpectedException', 'DebugRunner', 'testmod', 'testfile', 'run_docstring_examples', 'DocTestSuite',
           'DocFileSuite', 'set_unittest_reportflags', 'script_from_examples', 'testsource', 'debug_src', 'debug']

_flags = {}


def register_optionflag(name):
    """The flag of an option; a new one if there is none of that name."""
    return _flags.setdefault(name, 1 << len(_flags))


_comparison = ('DONT_ACCEPT_TRUE_FOR_1', 'DONT_ACCEPT_BLANKLINE', 'NORMALIZE_WHITESPACE', 'ELLIPSIS', 'SKIP', 'IGNORE_EXCEPTION_DETAIL')
_reporting = ('REPORT_UDIFF', 'REPORT_CDIFF', 'REPORT_NDIFF', 'REPORT_ONLY_FIRST_FAILURE', 'FAIL_FAST')
for _name in _comparison + _reporting:
    globals()[_name] = register_optionflag(_name)
COMPARISON_FLAGS = sum(_flags[name] for name in _comparison)
REPORTING_FLAGS = sum(_flags[name] for name in _reporting)

BLANKLINE_MARKER = '<BLANKLINE>'
ELLIPSIS_MARKER = '...'


class Example:
    """One source with what it should print."""

    def __init__(self, source, want, exc_msg=None, lineno=0, indent=0, options=None):
        def line(text):
            return text if not text or text.endswith('\n') else text + '\n'
        self.source = source if source.endswith('\n') else source + '\n'
        self.want = line(want)
        self.exc_msg = None if exc_msg is None else exc_msg if exc_msg.endswith('\n') else exc_msg + '\n'
        self.lineno = lineno
        self.indent = indent
        self.options = {} if options is None else options

    def _key(self):
        return self.source, self.want, self.lineno, self.indent, self.exc_msg

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self._key() == other._key() and self.options == other.options

    def __hash__(self):
        return hash(self._key())


class DocTest:
    """The examples of one text, and the names they run with."""

    def __init__(self, examples, globs, name, filename, lineno, docstring):
        if isinstance(examples, str):
            raise AssertionError('DocTest no longer accepts str; use DocTestParser instead')
        self.examples = examples
        self.docstring = docstring
        self.globs = globs.copy()
        self.name = name
        self.filename = filename
        self.lineno = lineno

    def __repr__(self):
        count = len(self.examples)
        text = 'no examples' if not count else '%d example%s' % (count, '' if count == 1 else 's')
        return '<%s %s from %s:%s (%s)>' % (type(self).__name__, self.name, self.filename, self.lineno, text)

    def _key(self):
        return self.examples, self.docstring, self.globs, self.name, self.filename, self.lineno

    def __eq__(self, other):
        return self._key() == other._key() if type(self) is type(other) else NotImplemented

    def __hash__(self):
        return hash((self.docstring, self.name, self.filename, self.lineno))

    def __lt__(self, other):
        if not isinstance(other, DocTest):
            return NotImplemented
        lineno, other_lineno = (-1 if test.lineno is None else test.lineno for test in (self, other))
        return (self.name, self.filename, lineno, id(self)) < (other.name, other.filename, other_lineno, id(other))


class DocTestParser:
    """Finds the examples in a text."""

    _example = re.compile(r'''
        (?P<source> (?:^ (?P<indent>[ ]*) >>> .*) (?:\n [ ]* \.\.\. .*)*)
        \n?
        (?P<want> (?: (?![ ]*$) (?![ ]*>>>) .+$\n? )*)
        ''', re.MULTILINE | re.VERBOSE)
    _exception = re.compile(r'''
        ^Traceback\ \( (?: most\ recent\ call\ last | innermost\ last ) \) : \s* $
        (?P<stack> .*?)
        ^(?P<msg> \w+ .*)
        ''', re.MULTILINE | re.DOTALL | re.VERBOSE)
    _directive = re.compile(r'#\s*doctest:\s*([^\n\'"]*)$', re.MULTILINE)
    _nothing = re.compile(r'[ ]*(#.*)?').fullmatch

    def parse(self, string, name='<string>'):
        """The text in pieces: Examples, and what stands between them."""
        string = string.expandtabs()
        margin = min(map(len, re.findall(r'^([ ]*)(?=\S)', string, re.MULTILINE)), default=0)
        if margin:
            string = '\n'.join(line[margin:] for line in string.split('\n'))
        pieces, end, lineno = [], 0, 0
        for match in self._example.finditer(string):
            pieces.append(string[end:match.start()])
            lineno += string.count('\n', end, match.start())
            example = self._read(match, name, lineno, margin)
            if example is not None:
                pieces.append(example)
            lineno += string.count('\n', match.start(), match.end())
            end = match.end()
        pieces.append(string[end:])
        return pieces

    def get_doctest(self, string, globs, name, filename, lineno):
        """A DocTest of the examples in a text."""
        return DocTest(self.get_examples(string, name), globs, name, filename, lineno, string)

    def get_examples(self, string, name='<string>'):
        """The examples in a text."""
        return [piece for piece in self.parse(string, name) if isinstance(piece, Example)]

    def _read(self, match, name, lineno, margin):
        """The example of a match; None if its source is but a comment."""
        indent = len(match['indent'])
        lines = match['source'].split('\n')
        for i, line in enumerate(lines):
            if len(line) >= indent + 4 and line[indent + 3] != ' ':
                raise ValueError('line %r of the docstring for %s lacks blank after %s: %r'
                                 % (lineno + i + 1, name, line[indent:indent + 3], line))
        self._check_indent(lines[1:], ' ' * indent + '.', name, lineno)
        source = '\n'.join(line[indent + 4:] for line in lines)
        wanted = match['want'].split('\n')
        if len(wanted) > 1 and re.fullmatch(r' *', wanted[-1]):
            del wanted[-1]
        self._check_indent(wanted, ' ' * indent, name, lineno + len(lines))
        want = '\n'.join(line[indent:] for line in wanted)
        raised = self._exception.match(want)
        options = self._options(source, name, lineno)
        if all(map(self._nothing, source.split('\n'))):
            if options:
                raise ValueError('line %r of the doctest for %s has an option directive on a line with no example: %r'
                                 % (lineno, name, source))
            return None
        return Example(source, want, raised and raised['msg'], lineno=lineno, indent=margin + indent, options=options)

    def _check_indent(self, lines, prefix, name, lineno):
        for i, line in enumerate(lines):
            if line and not line.startswith(prefix):
                raise ValueError('line %r of the docstring for %s has inconsistent leading whitespace: %r' % (lineno + i + 1, name, line))

    def _options(self, source, name, lineno):
        options = {}
        for words in self._directive.findall(source):
            for word in words.replace(',', ' ').split():
                if word[0] not in '+-' or word[1:] not in _flags:
                    raise ValueError('line %r of the doctest for %s has an invalid option: %r' % (lineno + 1, name, word))
                options[_flags[word[1:]]] = word[0] == '+'
        return options


def _indented(text, width=4):
    """The text with its lines moved to the right."""
    return re.sub(r'(?m)^(?!$)', width * ' ', text)


def _ellipsis_match(want, got):
    """Whether got is want with anything for each '...'."""
    pattern = '.*'.join(map(re.escape, want.split(ELLIPSIS_MARKER)))
    return re.fullmatch(pattern, got, re.DOTALL) is not None


class OutputChecker:
    """Compares what an example printed with what it should."""

    def _ascii(self, text):
        return str(text.encode('ASCII', 'backslashreplace'), 'ASCII')

    def check_output(self, want, got, optionflags):
        """Whether got will do for want."""
        got, want = self._ascii(got), self._ascii(want)
        if got == want:
            return True
        if not optionflags & DONT_ACCEPT_TRUE_FOR_1 and (got, want) in (('True\n', '1\n'), ('False\n', '0\n')):
            return True
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            want = re.sub(r'(?m)^%s\s*?$' % re.escape(BLANKLINE_MARKER), '', want)
            got = re.sub(r'(?m)^[^\S\n]+$', '', got)
            if got == want:
                return True
        if optionflags & NORMALIZE_WHITESPACE:
            got, want = ' '.join(got.split()), ' '.join(want.split())
            if got == want:
                return True
        return bool(optionflags & ELLIPSIS) and ELLIPSIS_MARKER in want and _ellipsis_match(want, got)

    def _wants_diff(self, want, got, optionflags):
        if not optionflags & (REPORT_UDIFF | REPORT_CDIFF | REPORT_NDIFF):
            return False
        return bool(optionflags & REPORT_NDIFF) or want.count('\n') > 2 and got.count('\n') > 2

    def output_difference(self, example, got, optionflags):
        """What is told of an example that did not print what it should."""
        want = example.want
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            got = re.sub(r'(?m)^[ ]*(?=\n)', BLANKLINE_MARKER, got)
        if self._wants_diff(want, got, optionflags):
            wanted, found = want.splitlines(keepends=True), got.splitlines(keepends=True)
            if optionflags & REPORT_UDIFF:
                title, lines = 'unified diff with -expected +actual', list(difflib.unified_diff(wanted, found, n=2))[2:]
            elif optionflags & REPORT_CDIFF:
                title, lines = 'context diff with expected followed by actual', list(difflib.context_diff(wanted, found, n=2))[2:]
            else:
                title, lines = 'ndiff with -expected +actual', difflib.Differ(charjunk=difflib.IS_CHARACTER_JUNK).compare(wanted, found)
            return 'Differences (%s):\n' % title + _indented(''.join(line.rstrip() + '\n' for line in lines))
        return (("Expected:\n" + _indented(want) if want else "Expected nothing\n")
                + ("Got:\n" + _indented(got) if got else "Got nothing\n"))


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
            out('Trying:\n' + _indented(example.source)
                + ('Expecting:\n' + _indented(example.want) if example.want else 'Expecting nothing\n'))

    def report_success(self, out, test, example, got):
        """Tells, if verbose, that an example went well."""
        if self._verbose:
            out('ok\n')

    def report_failure(self, out, test, example, got):
        """Tells that an example printed something else."""
        out(self._header(test, example) + self._checker.output_difference(example, got, self.optionflags))

    def report_unexpected_exception(self, out, test, example, exc_info):
        """Tells that an example raised."""
        out(self._header(test, example) + 'Exception raised:\n' + _indented(''.join(traceback.format_exception(*exc_info))))

    def _header(self, test, example):
        lines = [self.DIVIDER]
        if test.filename:
            lineno = '?' if test.lineno is None or example.lineno is None else test.lineno + example.lineno + 1
            lines.append('File "%s", line %s, in %s' % (test.filename, lineno, test.name))
        else:
            lines.append('Line %s, in %s' % (example.lineno + 1, test.name))
        return '\n'.join(lines + ['Failed example:', _indented(example.source)])

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


def _unittest_reportflags(flags):
    """The flags of a test that unittest runs."""
    return flags if flags & REPORTING_FLAGS else flags | _unittest_flags


class DocTestCase(unittest.TestCase):
    """A DocTest as a case."""

    def __init__(self, test, optionflags=0, setUp=None, tearDown=None, checker=None):
        super().__init__()
        self._dt_test = test
        self._dt_globs = test.globs.copy()
        self._dt_optionflags = optionflags
        self._dt_checker = checker
        self._dt_setUp = setUp
        self._dt_tearDown = tearDown

    def setUp(self):
        if self._dt_setUp is not None:
            self._dt_setUp(self._dt_test)

    def tearDown(self):
        if self._dt_tearDown is not None:
            self._dt_tearDown(self._dt_test)
        self._dt_test.globs.clear()
        self._dt_test.globs.update(self._dt_globs)

    def runTest(self):
        old, new = sys.stdout, StringIO()
        runner = DocTestRunner(optionflags=_unittest_reportflags(self._dt_optionflags), checker=self._dt_checker, verbose=False)
        runner.DIVIDER = '-' * 70
        try:
            failures, _ = runner.run(self._dt_test, out=new.write, clear_globs=False)
        finally:
            sys.stdout = old
        if failures:
            raise self.failureException(self.format_failure(new.getvalue()))

    def format_failure(self, err):
        """What is told of a case that failed."""
        test = self._dt_test
        lineno = 'unknown line number' if test.lineno is None else '%s' % test.lineno
        return 'Failed doctest test for %s\n  File "%s", line %s, in %s\n\n%s' % (
            test.name, test.filename, lineno, test.name.rpartition('.')[2], err)

    def debug(self):
        """Runs the examples; the first that goes wrong raises."""
        self.setUp()
        DebugRunner(optionflags=self._dt_optionflags, checker=self._dt_checker, verbose=False).run(self._dt_test, clear_globs=False)
        self.tearDown()

    def id(self):
        return self._dt_test.name

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name)
                   for name in ('_dt_test', '_dt_optionflags', '_dt_setUp', '_dt_tearDown', '_dt_checker'))

    def __hash__(self):
        return hash((self._dt_optionflags, self._dt_setUp, self._dt_tearDown, self._dt_checker))

    def __repr__(self):
        parts = self._dt_test.name.split('.')
        return '%s (%s)' % (parts[-1], '.'.join(parts[:-1]))

    __str__ = object.__str__

    def shortDescription(self):
        return 'Doctest: ' + self._dt_test.name


class DocFileCase(DocTestCase):
    """The examples of a text file as a case."""

    def id(self):
        return '_'.join(self._dt_test.name.split('.'))

    def __repr__(self):
        return self._dt_test.filename

    def format_failure(self, err):
        return 'Failed doctest test for %s\n  File "%s", line 0\n\n%s' % (self._dt_test.name, self._dt_test.filename, err)


def _file_case(path, text, globs=None, parser=None, **options):
    """A case of the examples in a text."""
    globs = {} if globs is None else globs.copy()
    globs.setdefault('__file__', path)
    name = path.rpartition('/')[2]
    return DocFileCase((parser or DocTestParser()).get_doctest(text, globs, name, path, 0), **options)


for _kind in (Example, DocTest, DocTestParser, OutputChecker, DebugRunner, DocTestFailure, DocTestRunner, UnexpectedException,
              DocFileCase, DocTestCase):
    _kind.__module__ = 'doctest'


class DocTestFinder:
    """Finds the DocTests of an object and of what it holds."""

    def __init__(self, verbose=False, parser=DocTestParser(), recurse=True, exclude_empty=True):
        self._parser = parser
        self._verbose = verbose
        self._recurse = recurse
        self._exclude_empty = exclude_empty

    def find(self, obj, name=None, module=None, globs=None, extraglobs=None):
        """The tests of an object, sorted. module=False: of whatever module."""
        if name is None:
            name = getattr(obj, '__name__', None)
            if name is None:
                raise ValueError("DocTestFinder.find: name must be given when obj.__name__ doesn't exist: %r" % (type(obj),))
        if module is False:
            module = None
        elif module is None:
            module = inspect.getmodule(obj)
        globs = (module.__dict__ if module else {}).copy() if globs is None else globs.copy()
        globs.update(extraglobs or {})
        globs.setdefault('__name__', '__main__')
        tests = []
        self._find(tests, obj, name, module, self._source_lines(obj, module), globs, set())
        return sorted(tests)

    def _source_lines(self, obj, module):
        import linecache
        try:
            return linecache.getlines(inspect.getsourcefile(obj)) or None
        except (OSError, TypeError):
            return None

    def _from_module(self, module, object):
        """Whether an object was defined in the module."""
        if module is None:
            return True
        if inspect.getmodule(object) is not None:
            return module is inspect.getmodule(object)
        if inspect.isfunction(object):
            return module.__dict__ is object.__globals__
        if hasattr(object, '__module__'):
            return module.__name__ == object.__module__
        if isinstance(object, property):
            return True
        raise ValueError('object must be a class or function')

    def _is_routine(self, obj):
        return inspect.isroutine(inspect.unwrap(obj)) if callable(obj) or hasattr(obj, '__wrapped__') else inspect.isroutine(obj)

    def _find(self, tests, obj, name, module, lines, globs, seen):
        if self._verbose:
            print('Finding tests in %s' % name)
        if id(obj) in seen:
            return
        seen.add(id(obj))
        test = self._get_test(obj, name, module, globs, lines)
        if test is not None:
            tests.append(test)
        if not self._recurse:
            return
        for inner_name, value in self._members(obj, name, module):
            self._find(tests, value, inner_name, module, lines, globs, seen)

    def _members(self, obj, name, module):
        """What a module or a class holds, with names."""
        if inspect.ismodule(obj):
            for key, value in obj.__dict__.items():
                if (self._is_routine(value) or inspect.isclass(value)) and self._from_module(module, value):
                    yield '%s.%s' % (name, key), value
            for key, value in getattr(obj, '__test__', {}).items():
                if not isinstance(key, str):
                    raise ValueError('DocTestFinder.find: __test__ keys must be strings: %r' % (type(key),))
                if not (inspect.isroutine(value) or inspect.isclass(value) or inspect.ismodule(value) or isinstance(value, str)):
                    raise ValueError('DocTestFinder.find: __test__ values must be strings, functions, methods, classes, or modules: %r'
                                     % (type(value),))
                yield '%s.__test__.%s' % (name, key), value
        if inspect.isclass(obj):
            for key, value in obj.__dict__.items():
                if isinstance(value, (staticmethod, classmethod)):
                    value = value.__func__
                if (inspect.isroutine(value) or inspect.isclass(value) or isinstance(value, property)) and self._from_module(module, value):
                    yield '%s.%s' % (name, key), value

    def _get_test(self, obj, name, module, globs, lines):
        doc = obj if isinstance(obj, str) else getattr(obj, '__doc__', None)
        doc = '' if doc is None else doc if isinstance(doc, str) else str(doc)
        if self._exclude_empty and not doc:
            return None
        filename = None if module is None else getattr(module, '__file__', None) or module.__name__
        return self._parser.get_doctest(doc, globs, name, filename, self._lineno(obj, lines))

    def _lineno(self, obj, lines):
        """The line, from 0, where the docstring of an object begins; None if unknown."""
        lineno = None
        if inspect.ismodule(obj) and getattr(obj, '__doc__', None) is not None:
            lineno = 0
        if inspect.isclass(obj) and lines is not None and obj.__doc__ is not None:
            pattern = re.compile(r'^\s*class\s*%s\b' % getattr(obj, '__name__', '-'))
            lineno = next((i for i, line in enumerate(lines) if pattern.match(line)), None)
        if inspect.ismethod(obj):
            obj = obj.__func__
        if isinstance(obj, property):
            obj = obj.fget
        if inspect.isfunction(obj) and getattr(obj, '__doc__', None):
            obj = inspect.unwrap(obj).__code__
        if inspect.istraceback(obj):
            obj = obj.tb_frame
        if inspect.isframe(obj):
            obj = obj.f_code
        if inspect.iscode(obj):
            lineno = obj.co_firstlineno - 1
        if lineno is None:
            return None
        if lines is None:
            return lineno + 1
        opening = re.compile(r'(^|.*:)\s*\w*("|\')')
        return next((i for i in range(lineno, len(lines)) if opening.match(lines[i])), None)


master = None


def _merged(runner):
    """The results of a runner, which the module's master then knows too."""
    global master
    if master is None:
        master = runner
    else:
        master.merge(runner)
    return TestResults(runner.failures, runner.tries)


def _new_runner(raise_on_error, verbose, optionflags):
    return (DebugRunner if raise_on_error else DocTestRunner)(verbose=verbose, optionflags=optionflags)


def testmod(m=None, name=None, globs=None, verbose=None, report=True, optionflags=0, extraglobs=None, raise_on_error=False, exclude_empty=False):
    """Runs the examples of a module (`__main__`) and all it defines."""
    m = sys.modules.get('__main__') if m is None else m
    if not inspect.ismodule(m):
        raise TypeError('testmod: module required; %r' % (m,))
    name = m.__name__ if name is None else name
    runner = _new_runner(raise_on_error, verbose, optionflags)
    for test in DocTestFinder(exclude_empty=exclude_empty).find(m, name, globs=globs, extraglobs=extraglobs):
        runner.run(test)
    if report:
        runner.summarize()
    return _merged(runner)


def _read(filename, package, encoding, module_relative):
    """The text of a file, and its path."""
    if module_relative:
        if os.path.isabs(filename):
            raise ValueError('Module-relative files may not have absolute paths')
        package = _module(package) if package is not None else sys.modules[sys._getframe(2).f_globals.get('__name__', '__main__')]
        place = getattr(package, '__file__', None)
        filename = os.path.join(os.path.dirname(place), filename) if place else filename
    with open(filename, encoding=encoding) as f:
        return f.read(), filename


def testfile(filename, module_relative=True, name=None, package=None, globs=None, verbose=None, report=True, optionflags=0,
             extraglobs=None, raise_on_error=False, parser=DocTestParser(), encoding=None):
    """Runs the examples of a text file."""
    if package and not module_relative:
        raise ValueError('Package may only be specified for module-relative paths.')
    text, filename = _read(filename, package, encoding, module_relative)
    name = os.path.basename(filename) if name is None else name
    globs = {} if globs is None else globs.copy()
    globs.update(extraglobs or {})
    globs.setdefault('__name__', '__main__')
    runner = _new_runner(raise_on_error, verbose, optionflags)
    runner.run(parser.get_doctest(text, globs, name, filename, 0))
    if report:
        runner.summarize()
    return _merged(runner)


def run_docstring_examples(f, globs, verbose=False, name='NoName', compileflags=None, optionflags=0):
    """Runs the examples of one object."""
    runner = DocTestRunner(verbose=verbose, optionflags=optionflags)
    for test in DocTestFinder(verbose=verbose, recurse=False).find(f, name, globs=globs):
        runner.run(test)


def _module(module):
    """A module, given as such or by name; None stands for the caller's caller."""
    if module is None:
        return sys.modules[sys._getframe(2).f_globals.get('__name__', '__main__')]
    return importlib.import_module(module) if isinstance(module, str) else module


def DocTestSuite(module=None, globs=None, extraglobs=None, test_finder=None, **options):
    """The examples of a module as a suite of unittest."""
    module = _module(module)
    suite = unittest.TestSuite()
    for test in sorted((test_finder or DocTestFinder()).find(module, globs=globs, extraglobs=extraglobs)):
        if test.examples:
            test.filename = test.filename or getattr(module, '__file__', module.__name__)
            suite.addTest(DocTestCase(test, **options))
    return suite


def DocFileSuite(*paths, module_relative=True, package=None, encoding=None, **options):
    """The examples of text files as a suite of unittest."""
    if module_relative:
        package = _module(package)
    suite = unittest.TestSuite()
    for path in paths:
        text, place = _read(path, package, encoding, module_relative)
        suite.addTest(_file_case(place, text, **options))
    return suite


def script_from_examples(s):
    """The text as a script: its examples as code, all else as comments."""
    lines = []
    for piece in DocTestParser().parse(s):
        if isinstance(piece, Example):
            lines.append(piece.source[:-1])
            if piece.want:
                lines.append('# Expected:')
                lines += ['## ' + line for line in piece.want.split('\n')[:-1]]
        else:
            lines += ['# ' + line if line else '#' for line in piece.split('\n')[:-1]]
    while lines and lines[-1] == '#':
        lines.pop()
    while lines and lines[0] == '#':
        lines.pop(0)
    return '\n'.join(lines) + '\n'


def testsource(module, name):
    """The examples of one object of a module as a script."""
    for test in DocTestFinder().find(_module(module)):
        if test.name == name:
            return script_from_examples(test.docstring)
    raise ValueError(name, 'not found in tests')


def debug_src(src, pm=False, globs=None):
    """Runs the examples of a text as one script."""
    exec(compile(script_from_examples(src), '<doctest>', 'exec'), {} if globs is None else globs.copy())


def debug(module, name, pm=False):
    """Runs the examples of one object of a module as one script."""
    module = _module(module)
    debug_src(testsource(module, name), pm, module.__dict__)
