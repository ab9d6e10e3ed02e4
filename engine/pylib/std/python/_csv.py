"""Dialects, reader and writer of the module csv."""

from _csv_rows import Rows, join, limit as _set_limit
from _operator import attrgetter

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = range(4)
__version__ = '1.0'
__doc__ = 'CSV parsing and writing.\n'


class Error(Exception):
    pass


_dialects = {}
_limit = 131072
_defaults = {'delimiter': ',', 'doublequote': True, 'escapechar': None, 'lineterminator': '\r\n', 'quotechar': '"',
             'quoting': QUOTE_MINIMAL, 'skipinitialspace': False, 'strict': False}


def _text(name, value):
    if not isinstance(value, str):
        raise TypeError('"%s" must be a string' % name)
    return value


def _character(name, value, optional):
    if value is None and optional:
        return None
    if not isinstance(value, str):
        raise TypeError('"%s" must be string%s, not %s' % (name, ' or None' if optional else '', type(value).__name__))
    if len(value) != 1 and not (optional and not value):
        raise TypeError('"%s" must be a 1-character string' % name)
    return value or None


def _quoting(value):
    if type(value) is not int:
        raise TypeError('"quoting" must be an integer')
    if not 0 <= value <= 3:
        raise TypeError('bad "quoting" value')
    return value


_kinds = {'delimiter': lambda v: _character('delimiter', v, False), 'doublequote': bool,
          'escapechar': lambda v: _character('escapechar', v, True), 'lineterminator': lambda v: _text('lineterminator', v),
          'quotechar': lambda v: _character('quotechar', v, True), 'quoting': _quoting,
          'skipinitialspace': bool, 'strict': bool}


class Dialect:
    """How a file is written, checked; nothing of it can be changed."""

    __slots__ = tuple('_' + name for name in _defaults)

    def __new__(cls, dialect=None, **options):
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)
        for name in options:
            if name not in _defaults:
                raise TypeError("'%s' is an invalid keyword argument for this function" % name)
        if isinstance(dialect, Dialect) and not options:
            return dialect
        self = object.__new__(cls)
        for name, default in _defaults.items():
            value = options[name] if name in options else getattr(dialect, name, default)
            object.__setattr__(self, '_' + name, _kinds[name](value))
        given = options.get('quotechar', getattr(dialect, 'quotechar', '"'))
        if 'quoting' not in options and getattr(dialect, 'quoting', None) is None and given is None:
            object.__setattr__(self, '_quoting', QUOTE_NONE)
        if self._quoting != QUOTE_NONE and self._quotechar is None:
            raise TypeError('quotechar must be set if quoting enabled')
        return self

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 'Dialect' instances")


for _name in _defaults:
    setattr(Dialect, _name, property(attrgetter('_' + _name)))


def register_dialect(name, dialect=None, **options):
    """Gives a dialect a name."""
    if not isinstance(name, str):
        raise TypeError('dialect name must be a string')
    _dialects[name] = Dialect(dialect, **options)


def unregister_dialect(name):
    """Forgets a name."""
    if name not in _dialects:
        raise Error('unknown dialect')
    del _dialects[name]


def get_dialect(name):
    """The dialect of a name."""
    if name not in _dialects:
        raise Error('unknown dialect')
    return _dialects[name]


def list_dialects():
    """All names."""
    return list(_dialects)


def field_size_limit(*limit):
    """The largest field that is read; with an argument, sets it."""
    global _limit
    old = _limit
    if limit:
        new, = limit
        if not isinstance(new, int):
            raise TypeError('limit must be an integer')
        _set_limit(new)
        _limit = new
    return old


class _Parser:
    """Cuts one row into fields, character by character; a row may go on over several lines."""

    def __init__(self, dialect):
        self.d = dialect
        self.row, self.field, self.numeric = [], [], False
        self.state = self.start_record

    def add(self, c):
        if len(self.field) >= _limit:
            raise Error('field larger than field limit (%d)' % _limit)
        self.field.append(c)

    def save(self):
        text = ''.join(self.field)
        self.row.append(float(text) if self.numeric else text)
        self.field, self.numeric = [], False

    def start_record(self, c):
        if c == '':
            return
        if c in '\n\r':
            self.state = self.eat_newline
        else:
            self.start_field(c)

    def start_field(self, c):
        d = self.d
        if c == '' or c in '\n\r':
            self.save()
            self.state = self.start_record if c == '' else self.eat_newline
        elif c == d.quotechar and d.quoting != QUOTE_NONE:
            self.state = self.quoted
        elif c == d.escapechar:
            self.state = self.escaped
        elif c == ' ' and d.skipinitialspace:
            self.state = self.start_field
        elif c == d.delimiter:
            self.save()
            self.state = self.start_field
        else:
            self.numeric = d.quoting == QUOTE_NONNUMERIC
            self.add(c)
            self.state = self.in_field

    def escaped(self, c):
        if c != '' and c in '\n\r':
            self.add(c)
            self.state = self.after_escaped_newline
            return
        self.add(c or '\n')
        self.state = self.in_field

    def after_escaped_newline(self, c):
        if c != '':
            self.in_field(c)

    def in_field(self, c):
        if c == '' or c in '\n\r':
            self.save()
            self.state = self.start_record if c == '' else self.eat_newline
        elif c == self.d.escapechar:
            self.state = self.escaped
        elif c == self.d.delimiter:
            self.save()
            self.state = self.start_field
        else:
            self.add(c)
            self.state = self.in_field

    def quoted(self, c):
        d = self.d
        if c == '':
            return
        if c == d.escapechar:
            self.state = self.escaped_in_quotes
        elif c == d.quotechar and d.quoting != QUOTE_NONE:
            self.state = self.quote_in_quotes if d.doublequote else self.in_field
        else:
            self.add(c)

    def escaped_in_quotes(self, c):
        self.add(c or '\n')
        self.state = self.quoted

    def quote_in_quotes(self, c):
        d = self.d
        if d.quoting != QUOTE_NONE and c == d.quotechar:
            self.add(c)
            self.state = self.quoted
        elif c == d.delimiter:
            self.save()
            self.state = self.start_field
        elif c == '' or c in '\n\r':
            self.save()
            self.state = self.start_record if c == '' else self.eat_newline
        elif not d.strict:
            self.add(c)
            self.state = self.in_field
        else:
            raise Error("'%s' expected after '%s'" % (d.delimiter, d.quotechar))

    def eat_newline(self, c):
        if c == '':
            self.state = self.start_record
        elif c not in '\n\r':
            raise Error('new-line character seen in unquoted field - do you need to open the file in universal-newline mode?')


_usual = Dialect()


class _Reader(Rows):
    """The rows of lines of text."""

    def __init__(self, csvfile, dialect=None, **options):
        self._dialect = d = Dialect(dialect, **options) if dialect is not None or options else _usual
        plain = d.quoting in (QUOTE_MINIMAL, QUOTE_ALL) and d.doublequote and not d.skipinitialspace and not d.escapechar
        super().__init__(iter(csvfile), d.delimiter, d.quotechar, d.strict, plain)

    dialect = property(lambda self: self._dialect)

    def _checked(self, line):
        if not isinstance(line, str):
            raise Error('iterator should return strings, not %s (the file should be opened in text mode)' % type(line).__name__)
        return line

    def _parse(self, line):
        p = _Parser(self._dialect)
        self._checked(line)
        while True:
            for c in line:
                p.state(c)
            p.state('')
            if p.state == p.start_record:
                return p.row
            try:
                line = self._checked(self._next_line())
            except StopIteration:
                if not p.field and p.state != p.quoted:
                    raise
                if self._dialect.strict:
                    raise Error('unexpected end of data') from None
                p.save()
                return p.row


class _Writer:
    """Writes rows to a file."""

    def __init__(self, csvfile, dialect=None, **options):
        if not callable(getattr(csvfile, 'write', None)):
            raise TypeError('argument 1 must have a "write" method')
        self._write = csvfile.write
        self._dialect = Dialect(dialect, **options)
        d = self._dialect
        self._plain = d.quoting != QUOTE_NONE and d.doublequote and not d.escapechar
        self._marks = d.delimiter, d.quotechar, d.lineterminator, d.quoting == QUOTE_ALL, d.quoting == QUOTE_NONNUMERIC
        self._special = {c for c in (d.delimiter, d.escapechar, d.quotechar, '\n', '\r', *d.lineterminator) if c}

    dialect = property(lambda self: self._dialect)

    def _field(self, value, alone):
        d = self._dialect
        text = '' if value is None else value if isinstance(value, str) else str(value)
        quote = d.quoting == QUOTE_ALL or d.quoting == QUOTE_NONNUMERIC and not isinstance(value, (int, float))
        if not text.isalnum() and not self._special.isdisjoint(text):
            text, needed = self._escape(text)
            quote = quote or needed
        if not text and alone and not quote:
            if d.quoting == QUOTE_NONE:
                raise Error('single empty field record must be quoted')
            quote = True
        return d.quotechar + text + d.quotechar if quote else text

    def _escape(self, text):
        """The text with what is special marked, and whether it then needs quotes."""
        d, made, quote = self._dialect, [], False
        for c in text:
            if c in self._special:
                escape = False
                if d.quoting == QUOTE_NONE:
                    escape = True
                elif c == d.quotechar:
                    if d.doublequote:
                        made.append(c)
                    else:
                        escape = True
                elif c == d.escapechar:
                    escape = True
                if escape:
                    if not d.escapechar:
                        raise Error('need to escape, but no escapechar set')
                    made.append(d.escapechar)
                else:
                    quote = True
            made.append(c)
        return ''.join(made), quote

    def writerow(self, row, /):
        """Writes one row."""
        try:
            row = iter(row)
        except TypeError:
            raise Error('iterable expected, not %s' % type(row).__name__) from None
        row = list(row)
        if self._plain:
            return self._write(join(row, *self._marks))
        fields = [self._field(value, len(row) == 1) for value in row]
        return self._write(self._dialect.delimiter.join(fields) + self._dialect.lineterminator)

    def writerows(self, rows, /):
        """Writes all rows."""
        for row in rows:
            self.writerow(row)


_Reader.__name__ = _Reader.__qualname__ = 'reader'
_Writer.__name__ = _Writer.__qualname__ = 'writer'


def reader(csvfile, /, dialect=None, **options):
    """The rows of lines of text."""
    return _Reader(csvfile, dialect, **options)


def writer(csvfile, /, dialect=None, **options):
    """Writes rows to a file."""
    return _Writer(csvfile, dialect, **options)
