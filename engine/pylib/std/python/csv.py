"""Comma-separated values."""

import re
from io import StringIO

__all__ = ['QUOTE_MINIMAL', 'QUOTE_ALL', 'QUOTE_NONNUMERIC', 'QUOTE_NONE', 'Error', 'Dialect', 'excel', 'excel_tab',
           'unix_dialect', 'reader', 'writer', 'register_dialect', 'get_dialect', 'list_dialects', 'unregister_dialect',
           'field_size_limit', 'DictReader', 'DictWriter', 'Sniffer']

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = range(4)


class Error(Exception):
    pass


Error.__module__ = '_csv'


class Dialect:
    """How a file is written."""

    delimiter = ','
    quotechar = '"'
    escapechar = None
    doublequote = True
    skipinitialspace = False
    lineterminator = '\r\n'
    quoting = QUOTE_MINIMAL
    strict = False


class excel(Dialect):
    pass


class excel_tab(excel):
    delimiter = '\t'


class unix_dialect(Dialect):
    quoting = QUOTE_ALL
    lineterminator = '\n'


_dialects = {'excel': excel, 'excel-tab': excel_tab, 'unix': unix_dialect}
_options = ('delimiter', 'quotechar', 'escapechar', 'doublequote', 'skipinitialspace', 'lineterminator', 'quoting', 'strict')


def _dialect(dialect, options):
    base = get_dialect(dialect) if isinstance(dialect, str) else dialect or excel
    made = Dialect()
    for name in _options:
        setattr(made, name, getattr(base, name, getattr(Dialect, name)))
    for name, value in options.items():
        if name not in _options:
            raise TypeError("'%s' is an invalid keyword argument for this function" % name)
        setattr(made, name, value)
    if not isinstance(made.delimiter, str) or len(made.delimiter) != 1:
        raise TypeError('"delimiter" must be a 1-character string')
    if made.quotechar is None and made.quoting != QUOTE_NONE:
        raise TypeError('quotechar must be set if quoting enabled')
    return made


def register_dialect(name, dialect=None, **options):
    _dialects[name] = _dialect(dialect, options)


def unregister_dialect(name):
    if name not in _dialects:
        raise Error('unknown dialect')
    del _dialects[name]


def get_dialect(name):
    if name not in _dialects:
        raise Error('unknown dialect')
    return _dialects[name]


def list_dialects():
    return list(_dialects)


def field_size_limit(limit=None):
    return 131072


class reader:
    """The rows of lines of text."""

    def __init__(self, csvfile, dialect=None, **options):
        d = self.dialect = _dialect(dialect, options)
        self.line_num = 0
        self._lines = iter(csvfile)
        self._plain = d.escapechar is None and not d.skipinitialspace and d.quoting != QUOTE_NONNUMERIC

    def __iter__(self):
        return self

    def __next__(self):
        row, field, state, quoted = [], [], 'start', False
        d = self.dialect

        def finish():
            text = ''.join(field)
            row.append(float(text) if d.quoting == QUOTE_NONNUMERIC and not quoted else text)
        while True:
            try:
                line = next(self._lines)
            except StopIteration:
                if state in ('start',) and not row:
                    raise
                if state == 'quoted' and d.strict:
                    raise Error('unexpected end of data') from None
                finish()
                return row
            if not isinstance(line, str):
                raise Error('iterator should return strings, not %s (the file should be opened in text mode)' % type(line).__name__)
            self.line_num += 1
            if self._plain and not row and not field and state == 'start' and (d.quotechar is None or d.quotechar not in line):
                text = line.rstrip('\r\n')
                if '\r' not in text and '\n' not in text:
                    return text.split(d.delimiter) if text else []
            i, n = 0, len(line)
            while i < n:
                c = line[i]
                i += 1
                if state == 'quoted':
                    if c == d.escapechar and i < n:
                        field.append(line[i])
                        i += 1
                    elif c == d.quotechar:
                        if d.doublequote and i < n and line[i] == d.quotechar:
                            field.append(c)
                            i += 1
                        else:
                            state = 'field'
                    else:
                        field.append(c)
                elif c in '\r\n':
                    break
                elif c == d.delimiter:
                    finish()
                    field, state, quoted = [], 'next', False
                elif c == d.escapechar and i < n:
                    field.append(line[i])
                    i, state = i + 1, 'field'
                elif c == d.quotechar and d.quoting != QUOTE_NONE and state != 'field':
                    state, quoted = 'quoted', True
                elif c == ' ' and d.skipinitialspace and state != 'field':
                    pass
                else:
                    if quoted and d.strict:
                        raise Error("'%s' expected after '%s'" % (d.delimiter, d.quotechar))
                    field.append(c)
                    state = 'field'
            if state == 'quoted':
                continue
            if state == 'start' and not row:
                return []
            finish()
            return row


class writer:
    """Writes rows to a file."""

    def __init__(self, csvfile, dialect=None, **options):
        d = self.dialect = _dialect(dialect, options)
        self._write = csvfile.write
        self._special = [c for c in (d.delimiter, d.quotechar, d.escapechar, '\n', '\r', *d.lineterminator) if c]

    def _field(self, value, alone):
        d = self.dialect
        text = '' if value is None else value if isinstance(value, str) else repr(value) if isinstance(value, float) else str(value)
        special = not text.isalnum() and self._holds(text)
        quote = d.quoting == QUOTE_ALL or d.quoting == QUOTE_NONNUMERIC and not isinstance(value, (int, float)) \
            or d.quoting == QUOTE_MINIMAL and (special or alone and not text)
        if d.quoting == QUOTE_NONE:
            if special:
                if not d.escapechar:
                    raise Error('need to escape, but no escapechar set')
                text = re.sub('([%s])' % re.escape(d.delimiter + (d.quotechar or '') + d.escapechar + '\r\n'),
                              lambda m: d.escapechar + m.group(), text)
            return text
        if not quote:
            return text
        if d.doublequote:
            text = text.replace(d.quotechar, d.quotechar * 2)
        elif d.quotechar in text:
            if not d.escapechar:
                raise Error('need to escape, but no escapechar set')
            text = text.replace(d.quotechar, d.escapechar + d.quotechar)
            if d.quoting == QUOTE_MINIMAL and not any(c in text for c in d.delimiter + '\n\r' + d.lineterminator):
                return text
        return d.quotechar + text + d.quotechar

    def _holds(self, text):
        for c in self._special:
            if c in text:
                return True
        return False

    def writerow(self, row):
        try:
            row = list(row)
        except TypeError:
            raise Error('iterable expected, not %s' % type(row).__name__) from None
        return self._write(self.dialect.delimiter.join([self._field(v, len(row) == 1) for v in row]) + self.dialect.lineterminator)

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)


class DictReader:
    """The rows as dicts."""

    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect='excel', *args, **kwds):
        self._fieldnames = list(fieldnames) if fieldnames is not None else None
        self.restkey, self.restval = restkey, restval
        self.reader = reader(f, dialect, *args, **kwds)
        self.dialect = dialect

    line_num = property(lambda self: self.reader.line_num)

    @property
    def fieldnames(self):
        if self._fieldnames is None:
            try:
                self._fieldnames = next(self.reader)
            except StopIteration:
                pass
        return self._fieldnames

    @fieldnames.setter
    def fieldnames(self, value):
        self._fieldnames = value

    def __iter__(self):
        return self

    def __next__(self):
        names = self.fieldnames
        row = next(self.reader)
        while row == []:
            row = next(self.reader)
        made = dict(zip(names, row))
        if len(names) < len(row):
            made[self.restkey] = row[len(names):]
        for name in names[len(row):]:
            made[name] = self.restval
        return made


class DictWriter:
    """Writes dicts as rows."""

    def __init__(self, f, fieldnames, restval='', extrasaction='raise', dialect='excel', *args, **kwds):
        if extrasaction.lower() not in ('raise', 'ignore'):
            raise ValueError("extrasaction (%s) must be 'raise' or 'ignore'" % extrasaction)
        self.fieldnames, self.restval, self.extrasaction = list(fieldnames), restval, extrasaction.lower()
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def _row(self, rowdict):
        if self.extrasaction == 'raise':
            wrong = [k for k in rowdict if k not in self.fieldnames]
            if wrong:
                raise ValueError('dict contains fields not in fieldnames: ' + ', '.join(map(repr, wrong)))
        return [rowdict.get(name, self.restval) for name in self.fieldnames]

    def writerow(self, rowdict):
        return self.writer.writerow(self._row(rowdict))

    def writerows(self, rowdicts):
        return self.writer.writerows(map(self._row, rowdicts))


class Sniffer:
    """Guesses the delimiter of a sample."""

    preferred = [',', '\t', ';', ' ', ':', '|']

    def sniff(self, sample, delimiters=None):
        lines = [line for line in sample.splitlines() if line][:20]
        best = None
        for c in delimiters or self.preferred:
            counts = {line.count(c) for line in lines}
            if lines and 0 not in counts and len(counts) == 1:
                best = c
                break
        if best is None:
            raise Error('Could not determine delimiter')

        class dialect(excel):
            delimiter = best
            lineterminator = '\r\n'
        return dialect

    def has_header(self, sample):
        rows = list(reader(StringIO(sample), self.sniff(sample)))

        def number(text):
            try:
                float(text)
                return True
            except ValueError:
                return False
        return len(rows) > 1 and not any(map(number, rows[0])) and any(map(number, rows[1]))
