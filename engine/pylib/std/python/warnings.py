"""Warnings: said once at each place, on stderr."""

import sys

__all__ = ['warn', 'warn_explicit', 'showwarning', 'formatwarning', 'filterwarnings', 'simplefilter', 'resetwarnings',
           'catch_warnings']

filters = [('default', None, DeprecationWarning, '__main__', 0), ('ignore', None, DeprecationWarning, None, 0),
           ('ignore', None, PendingDeprecationWarning, None, 0), ('ignore', None, ImportWarning, None, 0),
           ('ignore', None, ResourceWarning, None, 0)]
defaultaction = 'default'
onceregistry = {}
_seen = {}


class WarningMessage:
    """One warning, as catch_warnings(record=True) keeps it."""

    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        self.message, self.category, self.filename, self.lineno = message, category, filename, lineno
        self.file, self.line, self.source = file, line, source
        self._category_name = category.__name__ if category else None

    def __str__(self):
        return '{message : %r, category : %r, filename : %r, lineno : %s, line : %r}' % (
            self.message, self._category_name, self.filename, self.lineno, self.line)


def formatwarning(message, category, filename, lineno, line=None):
    """The text of a warning."""
    text = '%s:%s: %s: %s\n' % (filename, lineno, category.__name__, message)
    if line is None:
        import linecache
        line = linecache.getline(filename, lineno)
    if line:
        text += '  %s\n' % line.strip()
    return text


def showwarning(message, category, filename, lineno, file=None, line=None):
    """Writes a warning to a file, stderr by default."""
    file = sys.stderr if file is None else file
    if file is not None:
        file.write(formatwarning(message, category, filename, lineno, line))


_showwarning = showwarning


def filterwarnings(action, message='', category=Warning, module='', lineno=0, append=False):
    """Puts a rule before the others (or after them)."""
    import re
    if action not in ('error', 'ignore', 'always', 'default', 'module', 'once'):
        raise AssertionError('invalid action: %r' % (action,))
    rule = (action, re.compile(message, re.I) if message else None, category, re.compile(module) if module else None, lineno)
    _insert(rule, append)


def simplefilter(action, category=Warning, lineno=0, append=False):
    """A rule for all messages."""
    if action not in ('error', 'ignore', 'always', 'default', 'module', 'once'):
        raise AssertionError('invalid action: %r' % (action,))
    _insert((action, None, category, None, lineno), append)


def _insert(rule, append):
    if rule in filters:
        if append:
            return
        filters.remove(rule)
    if append:
        filters.append(rule)
    else:
        filters.insert(0, rule)
    _seen.clear()


def resetwarnings():
    filters[:] = []


def warn(message, category=None, stacklevel=1, source=None):
    """Warns at the caller's place, or stacklevel frames above."""
    if isinstance(message, Warning):
        category = message.__class__
    elif category is None:
        category = UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError("category must be a Warning subclass, not '%s'" % type(category).__name__)
    try:
        frame = sys._getframe(stacklevel)
        filename, lineno = frame.f_code.co_filename, frame.f_lineno
        module = frame.f_globals.get('__name__', '<string>')
    except (ValueError, AttributeError):
        filename, lineno, module = 'sys', 1, 'sys'
    warn_explicit(message, category, filename, lineno, module, _seen, source=source)


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None):
    """Warns at a given place."""
    if isinstance(message, Warning):
        text, category = str(message), message.__class__
    else:
        text, message = message, category(message)
    module = module or filename or '<unknown>'
    action = _action(text, category, module, lineno)
    if action == 'ignore':
        return
    if action == 'error':
        raise message
    key = {'once': (text, category), 'module': (text, category, module)}.get(action, (text, category, filename, lineno))
    if action != 'always' and registry is not None:
        if key in registry:
            return
        registry[key] = True
    if _records:
        _records[-1].append(WarningMessage(message, category, filename, lineno, source=source))
    else:
        showwarning(message, category, filename, lineno)
        if source is not None and showwarning is _showwarning and filename != 'sys' and sys.stderr is not None:
            sys.stderr.write('%s: Enable tracemalloc to get the object allocation traceback\n' % category.__name__)


def _warn_unawaited_coroutine(coro):
    warn("coroutine '%s' was never awaited" % coro.__qualname__, RuntimeWarning, stacklevel=2, source=coro)


def _action(text, category, module, lineno):
    for action, pattern, kind, where, line in filters:
        if ((pattern is None or pattern.match(text)) and issubclass(category, kind)
                and (where is None or (module == where if isinstance(where, str) else where.match(module)))
                and line in (0, lineno)):
            return action
    return defaultaction


_records = []


class catch_warnings:
    """Restores the rules afterwards; with record=True gives a list of the warnings."""

    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record, self._filter = record, None if action is None else (action, category, lineno, append)

    def __enter__(self):
        global showwarning
        self._saved = filters[:]
        self._saved_show = showwarning
        _seen.clear()
        if self._filter is not None:
            simplefilter(*self._filter)
        if self._record:
            _records.append([])
            return _records[-1]
        return None

    def __exit__(self, *exc):
        global showwarning
        filters[:] = self._saved
        showwarning = self._saved_show
        _seen.clear()
        if self._record:
            _records.pop()
