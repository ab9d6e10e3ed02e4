"""Runs the examples in docstrings and compares what they print."""

import importlib
import inspect
import os
import re
import sys
import unittest

from _doctest_examples import (BLANKLINE_MARKER, COMPARISON_FLAGS, DONT_ACCEPT_BLANKLINE, DONT_ACCEPT_TRUE_FOR_1, ELLIPSIS,
                               ELLIPSIS_MARKER, FAIL_FAST, IGNORE_EXCEPTION_DETAIL, NORMALIZE_WHITESPACE, REPORT_CDIFF, REPORT_NDIFF,
                               REPORT_ONLY_FIRST_FAILURE, REPORT_UDIFF, REPORTING_FLAGS, SKIP, DocTest, DocTestParser, Example,
                               OutputChecker, indented, register_optionflag)
from _doctest_runner import (DebugRunner, DocTestFailure, DocTestRunner, TestResults, UnexpectedException,
                             set_unittest_reportflags)
from _doctest_unittest import DocFileCase, DocTestCase, file_case

__all__ = ['register_optionflag', 'DONT_ACCEPT_TRUE_FOR_1', 'DONT_ACCEPT_BLANKLINE', 'NORMALIZE_WHITESPACE', 'ELLIPSIS', 'SKIP',
           'IGNORE_EXCEPTION_DETAIL', 'COMPARISON_FLAGS', 'REPORT_UDIFF', 'REPORT_CDIFF', 'REPORT_NDIFF', 'REPORT_ONLY_FIRST_FAILURE',
           'REPORTING_FLAGS', 'FAIL_FAST', 'Example', 'DocTest', 'DocTestParser', 'DocTestFinder', 'DocTestRunner', 'OutputChecker',
           'DocTestFailure', 'UnexpectedException', 'DebugRunner', 'testmod', 'testfile', 'run_docstring_examples', 'DocTestSuite',
           'DocFileSuite', 'set_unittest_reportflags', 'script_from_examples', 'testsource', 'debug_src', 'debug']

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
        suite.addTest(file_case(place, text, **options))
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
