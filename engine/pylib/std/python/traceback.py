"""Tracebacks as text and as data."""

import _traceback
import linecache
import sys

__all__ = ['extract_stack', 'extract_tb', 'format_exception', 'format_exception_only', 'format_list', 'format_stack',
           'format_tb', 'print_exc', 'format_exc', 'print_exception', 'print_last', 'print_stack', 'print_tb',
           'clear_frames', 'FrameSummary', 'StackSummary', 'TracebackException', 'walk_stack', 'walk_tb', 'print_list']


class FrameSummary:
    """One entry of a traceback."""

    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None, **positions):
        self.filename, self.lineno, self.name = filename, lineno, name
        self._line, self.locals = line, locals
        self.end_lineno, self.colno, self.end_colno = (positions.get(n) for n in ('end_lineno', 'colno', 'end_colno'))

    @property
    def line(self):
        if self._line is None:
            self._line = linecache.getline(self.filename, self.lineno)
        return self._line.strip()

    def __iter__(self):
        return iter([self.filename, self.lineno, self.name, self.line])

    def __getitem__(self, i):
        return (self.filename, self.lineno, self.name, self.line)[i]

    def __len__(self):
        return 4

    def __eq__(self, other):
        if isinstance(other, FrameSummary):
            return tuple(self) == tuple(other)
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __repr__(self):
        return '<FrameSummary file %s, line %s in %s>' % (self.filename, self.lineno, self.name)


class StackSummary(list):
    """A list of entries."""

    @classmethod
    def extract(klass, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        return klass(FrameSummary(f.f_code.co_filename, lineno, f.f_code.co_name) for f, lineno in frame_gen)

    @classmethod
    def from_list(klass, a_list):
        return klass(e if isinstance(e, FrameSummary) else FrameSummary(e[0], e[1], e[2], line=e[3]) for e in a_list)

    def format(self):
        out = []
        for e in self:
            text = '  File "%s", line %s, in %s\n' % (e.filename, e.lineno, e.name)
            if e.line:
                text += '    %s\n' % e.line
            out.append(text)
        return out


def walk_tb(tb):
    """The (frame, line) pairs of a traceback."""
    while tb is not None:
        yield tb.tb_frame, tb.tb_lineno
        tb = tb.tb_next


def walk_stack(f):
    """The (frame, line) pairs of the callers."""
    if f is None:
        f = sys._getframe(2)
    while f is not None:
        yield f, f.f_lineno
        f = f.f_back


def extract_tb(tb, limit=None):
    entries = list(StackSummary.extract(walk_tb(tb)))
    if limit is not None:
        entries = entries[:limit] if limit >= 0 else entries[limit:]
    return StackSummary(entries)


def extract_stack(f=None, limit=None):
    entries = list(StackSummary.extract(walk_stack(f or sys._getframe(1))))
    entries.reverse()
    return StackSummary(entries if limit is None else entries[-limit:])


_unset = object()


def _exception(exc, value):
    if value is _unset:
        return exc
    return value


def format_exception(exc, /, value=_unset, tb=_unset, limit=None, chain=True):
    """The lines of an exception's traceback."""
    return _traceback.format_exception(_exception(exc, value), chain)


def format_exception_only(exc, /, value=_unset):
    """The lines that name the exception."""
    return _traceback.format_exception_only(_exception(exc, value))


def format_list(extracted_list):
    return StackSummary.from_list(extracted_list).format()


def format_tb(tb, limit=None):
    if tb is not None and limit is None:
        return _traceback.format_tb(tb)
    return extract_tb(tb, limit).format()


def format_stack(f=None, limit=None):
    return extract_stack(f or sys._getframe(1), limit).format()


def format_exc(limit=None, chain=True):
    """The traceback of the exception being handled."""
    value = sys.exc_info()[1]
    return ''.join(format_exception(value, chain=chain)) if value is not None else 'NoneType: None\n'


def print_exception(exc, /, value=_unset, tb=_unset, limit=None, file=None, chain=True):
    print(''.join(format_exception(exc, value, tb, limit, chain)), file=file or sys.stderr, end='')


def print_exc(limit=None, file=None, chain=True):
    print(format_exc(limit, chain), file=file or sys.stderr, end='')


def print_tb(tb, limit=None, file=None):
    print(''.join(format_tb(tb, limit)), file=file or sys.stderr, end='')


def print_stack(f=None, limit=None, file=None):
    print(''.join(format_stack(f or sys._getframe(1), limit)), file=file or sys.stderr, end='')


def print_list(extracted_list, file=None):
    print(''.join(format_list(extracted_list)), file=file or sys.stderr, end='')


def print_last(limit=None, file=None, chain=True):
    if not hasattr(sys, 'last_value'):
        raise ValueError('no last exception')
    print_exception(sys.last_value, file=file)


def clear_frames(tb):
    pass


class TracebackException:
    """An exception, ready to be formatted later."""

    def __init__(self, exc_type, exc_value, exc_traceback, **kwargs):
        self.exc_type, self._value = exc_type, exc_value
        self.stack = extract_tb(exc_traceback)

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        return cls(type(exc), exc, exc.__traceback__)

    def format(self, *, chain=True):
        yield from format_exception(self._value, chain=chain)

    def format_exception_only(self):
        yield from format_exception_only(self._value)

    def __str__(self):
        return str(self._value)
