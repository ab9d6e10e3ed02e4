"""What assertRaises, assertWarns and assertLogs return for a with statement."""

import logging
import re
import sys
import warnings
from collections import namedtuple
from types import GenericAlias


class _Context:
    """A check of what a block, or the call of a function, brings about."""

    subject = None  # the kind of class that is expected, for messages
    by = ''         # the function that was called
    msg = None

    def __init__(self, case, expected, pattern=None):
        self.case, self.expected = case, expected
        self.pattern = re.compile(pattern) if isinstance(pattern, (str, bytes)) else pattern
        kinds = expected if isinstance(expected, tuple) else (expected,)
        if not all(isinstance(k, type) and issubclass(k, self.subject) for k in kinds):
            raise TypeError('%s() arg 1 must be %s' % (self.name + ('Regex' if pattern is not None else ''), self.wanted))

    def handle(self, args, kwargs):
        """The context itself; with a function given, calls it inside."""
        if not args:
            self.msg = kwargs.pop('msg', None)
            if kwargs:
                raise TypeError('%r is an invalid keyword argument for this function' % next(iter(kwargs)))
            return self
        call, *args = args
        self.by = ' by %s' % getattr(call, '__name__', call)
        with self:
            call(*args, **kwargs)

    def names(self):
        return getattr(self.expected, '__name__', None) or str(self.expected)

    def fail(self, text):
        raise self.case.failureException(self.case._formatMessage(self.msg, text))

    def __enter__(self):
        return self


class _Raises(_Context):
    name, subject, wanted = 'assertRaises', BaseException, 'an exception type or tuple of exception types'
    exception = None

    def __exit__(self, kind, value, tb):
        if kind is None:
            self.fail('%s not raised' % self.names() + self.by)
        if not issubclass(kind, self.expected):
            return False
        self.exception = value.with_traceback(None)
        if self.pattern is not None and not self.pattern.search(str(value)):
            self.fail('"%s" does not match "%s"' % (self.pattern.pattern, value))
        return True

    __class_getitem__ = classmethod(GenericAlias)


class _Warns(_Context):
    name, subject, wanted = 'assertWarns', Warning, 'a warning type or tuple of warning types'

    def __enter__(self):
        for module in list(sys.modules.values()):
            if getattr(module, '__warningregistry__', None):
                module.__warningregistry__ = {}
        self._catch = warnings.catch_warnings(record=True)
        self.warnings = self._catch.__enter__()
        warnings.simplefilter('always', self.expected)
        return self

    def __exit__(self, kind, value, tb):
        self._catch.__exit__(kind, value, tb)
        if kind is not None:
            return
        found = [w for w in self.warnings if isinstance(w.message, self.expected)]
        for w in found:
            if self.pattern is None or self.pattern.search(str(w.message)):
                self.warning, self.filename, self.lineno = w.message, w.filename, w.lineno
                return
        if found:
            self.fail('"%s" does not match "%s"' % (self.pattern.pattern, found[0].message))
        self.fail('%s not triggered' % self.names() + self.by)


_Watched = namedtuple('_LoggingWatcher', ['records', 'output'])


class _Capture(logging.Handler):
    """Keeps what is logged."""

    def __init__(self):
        super().__init__()
        self.watcher = _Watched([], [])

    def emit(self, record):
        self.watcher.records.append(record)
        self.watcher.output.append(self.format(record))


class _Logs(_Context):
    """The context of assertLogs and assertNoLogs."""

    def __init__(self, case, logger, level, none):
        self.case, self.none = case, none
        self.level = logging.getLevelName(level) if isinstance(level, str) else level or logging.INFO
        self.logger = logger if isinstance(logger, logging.Logger) else logging.getLogger(logger)

    def __enter__(self):
        handler = _Capture()
        handler.setLevel(self.level)
        handler.setFormatter(logging.Formatter('%(levelname)s:%(name)s:%(message)s'))
        self.watcher = handler.watcher
        self._old = self.logger.handlers[:], self.logger.level, self.logger.propagate
        self.logger.handlers = [handler]
        self.logger.setLevel(self.level)
        self.logger.propagate = False
        return None if self.none else handler.watcher

    def __exit__(self, kind, value, tb):
        self.logger.handlers, level, self.logger.propagate = self._old
        self.logger.setLevel(level)
        if kind is not None:
            return False
        records = self.watcher.records
        if self.none and records:
            self.fail('Unexpected logs found: %r' % self.watcher.output)
        if not self.none and not records:
            self.fail('no logs of level %s or higher triggered on %s' % (logging.getLevelName(self.level), self.logger.name))
