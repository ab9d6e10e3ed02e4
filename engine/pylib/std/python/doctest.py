"""Runs the examples in docstrings and compares what they print."""

import inspect
import re
import sys
import traceback
from collections import namedtuple
from io import StringIO

__all__ = ['testmod', 'run_docstring_examples', 'testfile', 'TestResults', 'ELLIPSIS', 'NORMALIZE_WHITESPACE', 'IGNORE_EXCEPTION_DETAIL',
           'SKIP', 'DONT_ACCEPT_TRUE_FOR_1', 'DONT_ACCEPT_BLANKLINE', 'REPORT_ONLY_FIRST_FAILURE', 'FAIL_FAST']

TestResults = namedtuple('TestResults', 'failed attempted')
_options = ('DONT_ACCEPT_TRUE_FOR_1', 'DONT_ACCEPT_BLANKLINE', 'NORMALIZE_WHITESPACE', 'ELLIPSIS', 'SKIP', 'IGNORE_EXCEPTION_DETAIL',
            'REPORT_UDIFF', 'REPORT_CDIFF', 'REPORT_NDIFF', 'REPORT_ONLY_FIRST_FAILURE', 'FAIL_FAST')
globals().update((_name, 1 << _i) for _i, _name in enumerate(_options))

Example = namedtuple('Example', 'source want lineno options')
_example = re.compile(r'''
    (?P<source>
        (?:^(?P<indent>[ ]*) >>> .*)
        (?:\n           [ ]* \.\.\. .*)*)
    \n?
    (?P<want> (?:(?![ ]*$)
                 (?![ ]*>>>)
                 .+$\n?)*)
    ''', re.MULTILINE | re.VERBOSE)
_directive = re.compile(r'#\s*doctest:\s*([^\n\'"]*)$', re.MULTILINE)


def _parse(text):
    """The examples of a docstring."""
    for match in _example.finditer(text.expandtabs()):
        cut = len(match['indent'])
        source = '\n'.join(line[cut + 4:] for line in match['source'].split('\n')) + '\n'
        want = ''.join(line[cut:] + '\n' for line in match['want'].rstrip('\n').split('\n')) if match['want'] else ''
        options = {}
        for words in _directive.findall(source):
            for word in words.replace(',', ' ').split():
                options[globals()[word[1:]]] = word[0] == '+'
        yield Example(source, want, text.expandtabs().count('\n', 0, match.start()), options)


def _agree(want, got, flags):
    if got == want or (got, want) in (('True\n', '1\n'), ('False\n', '0\n')) and not flags & DONT_ACCEPT_TRUE_FOR_1:
        return True
    if not flags & DONT_ACCEPT_BLANKLINE:
        want = re.sub(r'(?m)^<BLANKLINE>\s*?$', '', want)
        if got == want:
            return True
    if flags & NORMALIZE_WHITESPACE:
        got, want = ' '.join(got.split()), ' '.join(want.split())
        if got == want:
            return True
    if flags & ELLIPSIS and '...' in want:
        pattern = '.*'.join(map(re.escape, want.split('...')))
        return re.fullmatch(pattern, got, re.DOTALL) is not None
    return False


def _indent(text):
    return ''.join('    ' + line if line.strip() else line for line in text.splitlines(keepends=True))


_trace = re.compile(r'^Traceback \((?:most recent call last|innermost last)\):\n(?:\W.*\n|\n)*(?P<msg>\w+.*)', re.MULTILINE | re.DOTALL)


def _execute(source, name, globs):
    """Runs a source as at a prompt: the values of expressions are displayed."""
    exec(compile(source, name, 'single'), globs)


class _Runner:
    def __init__(self, globs, flags, verbose):
        self.globs, self.flags, self.verbose = globs, flags, verbose
        self.tried, self.failures, self.tests = 0, 0, []

    def run(self, name, text, filename, first):
        """Runs the examples of one docstring, which begins on a line of a file."""
        globs, failed, tried = dict(self.globs), 0, 0
        for example in _parse(text):
            flags = self.flags
            for flag, on in example.options.items():
                flags = flags | flag if on else flags & ~flag
            if flags & SKIP:
                continue
            tried += 1
            if not self._one(example, name, filename, first, globs, flags):
                failed += 1
                if self.flags & FAIL_FAST:
                    break
        self.tried += tried
        self.failures += failed
        self.tests.append((name, tried, failed))

    def _one(self, example, name, filename, first, globs, flags):
        if self.verbose:
            print('Trying:\n%sExpecting%s' % (_indent(example.source), ':\n' + _indent(example.want) if example.want else ' nothing\n'), end='')
        old, sys.stdout = sys.stdout, StringIO()
        error = None
        try:
            _execute(example.source, '<doctest %s[%d]>' % (name, example.lineno), globs)
        except KeyboardInterrupt:
            raise
        except BaseException:
            error = sys.exc_info()
        finally:
            got, sys.stdout = sys.stdout.getvalue(), old
        if error is None:
            good = _agree(example.want, got, flags)
        else:
            message = traceback.format_exception_only(*error[:2])[-1]
            got += 'Traceback (most recent call last):\n    ...\n' + message
            match = _trace.match(example.want)
            good = match is not None and (_agree(match['msg'], message, flags) or flags & IGNORE_EXCEPTION_DETAIL
                                          and match['msg'].split(':')[0].rpartition('.')[2] == message.split(':')[0].strip().rpartition('.')[2])
        if good:
            if self.verbose:
                print('ok')
            return True
        print('*' * 70)
        print('File "%s", line %s, in %s' % (filename, first + example.lineno if first else '?', name))
        print('Failed example:\n' + _indent(example.source), end='')
        if error is not None and match is None:
            print('Exception raised:\n' + _indent(''.join(traceback.format_exception(*error))), end='')
            return False
        print('Expected:\n' + _indent(example.want) if example.want else 'Expected nothing\n', end='')
        print('Got:\n' + _indent(got) if got else 'Got nothing\n', end='')
        return False

    def summary(self):
        if self.verbose:
            for name, tried, failed in self.tests:
                print('%d tests in %s' % (tried, name))
        if self.failures:
            print('*' * 70)
            print('%d items had failures:' % sum(1 for test in self.tests if test[2]))
            for name, tried, failed in sorted(self.tests):
                if failed:
                    print(' %3d of %3d in %s' % (failed, tried, name))
            print('***Test Failed*** %d failures.' % self.failures)
        elif self.verbose:
            print('%d passed and 0 failed.\nTest passed.' % self.tried)
        return TestResults(self.failures, self.tried)


def _documented(obj, name, module, seen):
    """Every docstring below obj, with the name it goes by."""
    if id(obj) in seen:
        return
    seen.add(id(obj))
    doc = getattr(obj, '__doc__', None)
    if isinstance(doc, str) and '>>>' in doc:
        yield name, doc, obj
    space = vars(obj) if inspect.ismodule(obj) or inspect.isclass(obj) else {}
    for key, value in sorted(space.items()):
        value = getattr(value, '__func__', value)
        if isinstance(value, property):
            value = value.fget
        value = inspect.unwrap(value) if inspect.isroutine(value) else value
        if (inspect.isfunction(value) or inspect.isclass(value)) and value.__module__ == module:
            yield from _documented(value, name + '.' + key, module, seen)


def _first_line(obj, doc):
    try:
        lines, start = inspect.getsourcelines(obj)
    except (OSError, TypeError):
        return None
    if inspect.ismodule(obj):
        start = 1
    first = next((line for line in doc.split('\n') if line.strip()), '')
    text = ''.join(lines)
    at = text.find(doc.split('\n')[0] + '\n' if '\n' in doc else doc)
    return start + text.count('\n', 0, max(at, 0)) + 1


def testmod(m=None, name=None, globs=None, verbose=None, report=True, optionflags=0, extraglobs=None, raise_on_error=False, exclude_empty=False):
    """Runs the examples of a module (`__main__`) and all it defines."""
    m = m or sys.modules['__main__']
    name = name or m.__name__
    verbose = '-v' in sys.argv if verbose is None else verbose
    space = dict(m.__dict__ if globs is None else globs)
    space.update(extraglobs or {})
    space.setdefault('__name__', '__main__')
    runner = _Runner(space, optionflags, verbose)
    for where, doc, obj in sorted(_documented(m, name, m.__name__, set()), key=lambda found: found[0]):
        runner.run(where, doc, getattr(m, '__file__', None) or inspect.getfile(obj), _first_line(obj, doc))
    return runner.summary() if report else TestResults(runner.failures, runner.tried)


def testfile(filename, module_relative=True, name=None, globs=None, verbose=None, report=True, optionflags=0, **kwargs):
    """Runs the examples of a text file."""
    with open(filename) as f:
        text = f.read()
    runner = _Runner(dict(globs or {}, __name__='__main__'), optionflags, bool(verbose))
    runner.run(name or filename, text, filename, 1)
    return runner.summary() if report else TestResults(runner.failures, runner.tried)


def run_docstring_examples(f, globs, verbose=False, name='NoName', compileflags=None, optionflags=0):
    """Runs the examples of one object."""
    runner = _Runner(globs, optionflags, verbose)
    for where, doc, obj in _documented(f, name, getattr(f, '__module__', None), set()):
        runner.run(where, doc, getattr(obj, '__module__', '?'), _first_line(obj, doc))
