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
        self._line, self._text = line, None
        self.locals = None if locals is None else {name: repr(value) for name, value in locals.items()}
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
        entries = [FrameSummary(f.f_code.co_filename, lineno, f.f_code.co_name, locals=f.f_locals if capture_locals else None)
                   for f, lineno in frame_gen]
        return klass(_cut(entries, limit))

    @classmethod
    def from_list(klass, a_list):
        return klass(e if isinstance(e, FrameSummary) else FrameSummary(e[0], e[1], e[2], line=e[3]) for e in a_list)

    def format_frame_summary(self, frame_summary):
        e = frame_summary
        text = e._text
        if text is None:
            text = '  File "%s", line %s, in %s\n' % (e.filename, e.lineno, e.name)
            if e.line:
                text += '    %s\n' % e.line
        for name, value in sorted((e.locals or {}).items()):
            text += '    %s = %s\n' % (name, value)
        return text

    def format(self):
        """One text for each entry; entries that repeat more than three times are counted."""
        out, last, count = [], None, 0
        for e in self:
            place = e.filename, e.lineno, e.name
            if place != last:
                out.extend(_repeated(count))
                last, count = place, 0
            count += 1
            if count <= 3:
                out.append(self.format_frame_summary(e))
        return out + _repeated(count)


def _repeated(count):
    if count <= 3:
        return []
    return ['  [Previous line repeated %d more time%s]\n' % (count - 3, '' if count == 4 else 's')]


def _cut(entries, limit):
    """The first entries, or with a negative limit the last."""
    if limit is None:
        limit = getattr(sys, 'tracebacklimit', None)
        if limit is not None and limit < 0:
            limit = 0
    return entries if limit is None else entries[:limit] if limit >= 0 else entries[limit:]


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


def extract_tb(tb, limit=None, *, capture_locals=False):
    """The entries of a traceback."""
    entries = StackSummary.extract(walk_tb(tb), limit=sys.maxsize, capture_locals=capture_locals)
    texts = _traceback.format_tb(tb) if tb is not None else []
    if len(texts) == len(entries):
        for entry, text in zip(entries, texts):
            entry._text = text
    return StackSummary(_cut(list(entries), limit))


def extract_stack(f=None, limit=None):
    """The entries of the callers, the outermost first."""
    entries = list(StackSummary.extract(walk_stack(f or sys._getframe(1)), limit=sys.maxsize))
    entries.reverse()
    return StackSummary(entries if limit is None else entries[-limit:] if limit >= 0 else entries[:-limit])


_unset = object()


def _exception(exc, value):
    return exc if value is _unset else value


def format_exception(exc, /, value=_unset, tb=_unset, limit=None, chain=True):
    """The lines of an exception's traceback."""
    if (value is _unset) != (tb is _unset):
        raise ValueError('Both or neither of value and tb must be given')
    e = _exception(exc, value)
    if e is None:
        return [_none_line]
    if limit is None and (tb is _unset or tb is e.__traceback__) and not hasattr(sys, 'tracebacklimit'):
        return _traceback.format_exception(e, chain)
    trace = e.__traceback__ if tb is _unset else tb
    return list(TracebackException(type(e), e, trace, limit=limit).format(chain=chain))


_none_line = 'NoneType: None\n'


def format_exception_only(exc, /, value=_unset):
    """The lines that name the exception."""
    value = _exception(exc, value)
    return [_none_line] if value is None else _traceback.format_exception_only(value)


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
    return ''.join(format_exception(sys.exc_info()[1], limit=limit, chain=chain))


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
    """Forgets the variables of the frames of a traceback."""
    for frame, _ in walk_tb(tb):
        try:
            frame.clear()
        except RuntimeError:
            pass


_CAUSE = '\nThe above exception was the direct cause of the following exception:\n\n'
_CONTEXT = '\nDuring handling of the above exception, another exception occurred:\n\n'


class TracebackException:
    """An exception, ready to be formatted later."""

    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, lookup_lines=True, capture_locals=False,
                 compact=False, max_group_width=15, max_group_depth=10, _seen=None):
        seen = (_seen or set()) | {id(exc_value)}
        self.exc_type, self._value = exc_type, exc_value
        self.stack = extract_tb(exc_traceback, limit, capture_locals=capture_locals)
        self._lines = _traceback.format_exception_only(exc_value) if exc_value is not None else [_none_line]
        self._group = isinstance(exc_value, BaseExceptionGroup)

        def inner(e):
            if e is None or id(e) in seen:
                return None
            return TracebackException(type(e), e, e.__traceback__, limit=limit, capture_locals=capture_locals, _seen=seen)
        self.__cause__ = inner(getattr(exc_value, '__cause__', None))
        self.__context__ = inner(getattr(exc_value, '__context__', None))
        self.__suppress_context__ = getattr(exc_value, '__suppress_context__', False)
        self.exceptions = [inner(e) for e in exc_value.exceptions] if self._group else None
        if isinstance(exc_value, SyntaxError):
            for name in ('filename', 'text', 'offset', 'end_offset', 'msg'):
                setattr(self, name, getattr(exc_value, name))
            self.lineno = None if exc_value.lineno is None else str(exc_value.lineno)

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    def format(self, *, chain=True):
        """The lines, those of its causes first."""
        if self._group:
            yield from _traceback.format_exception(self._value, chain)
            return
        if chain:
            yield from self._format_causes()
        if self.stack:
            yield 'Traceback (most recent call last):\n'
            yield from self.stack.format()
        yield from self._lines

    def _format_causes(self):
        if self.__cause__ is not None:
            yield from self.__cause__.format()
            yield _CAUSE
        elif self.__context__ is not None and not self.__suppress_context__:
            yield from self.__context__.format()
            yield _CONTEXT

    def format_exception_only(self):
        """The lines that name the exception."""
        yield from self._lines

    def print(self, *, file=None, chain=True):
        """Writes the lines."""
        for line in self.format(chain=chain):
            print(line, file=file or sys.stderr, end='')

    def __eq__(self, other):
        if not isinstance(other, TracebackException):
            return NotImplemented
        return self._lines == other._lines and self.stack == other.stack

    def __str__(self):
        return str(self._value)
