"""Comma-separated values."""

import re
from io import StringIO
from types import GenericAlias

from _csv import (QUOTE_ALL, QUOTE_MINIMAL, QUOTE_NONE, QUOTE_NONNUMERIC, Error, __doc__, __version__, field_size_limit,
                  get_dialect, list_dialects, reader, register_dialect, unregister_dialect, writer)
from _csv import Dialect as _Dialect

__all__ = ['QUOTE_MINIMAL', 'QUOTE_ALL', 'QUOTE_NONNUMERIC', 'QUOTE_NONE', 'Error', 'Dialect', '__doc__', 'excel',
           'excel_tab', 'field_size_limit', 'reader', 'writer', 'register_dialect', 'get_dialect', 'list_dialects', 'Sniffer',
           'unregister_dialect', '__version__', 'DictReader', 'DictWriter', 'unix_dialect']


class Dialect:
    """How a file is written; a subclass names what differs."""

    delimiter = quotechar = escapechar = doublequote = skipinitialspace = lineterminator = quoting = None

    def __init__(self):
        try:
            _Dialect(self)
        except TypeError as e:
            raise Error(str(e)) from None


class excel(Dialect):
    """What Excel writes."""

    delimiter = ','
    quotechar = '"'
    doublequote = True
    skipinitialspace = False
    lineterminator = '\r\n'
    quoting = QUOTE_MINIMAL


class excel_tab(excel):
    """What Excel writes with tabs."""

    delimiter = '\t'


class unix_dialect(Dialect):
    """Everything quoted, lines that end in a line feed."""

    delimiter = ','
    quotechar = '"'
    doublequote = True
    skipinitialspace = False
    lineterminator = '\n'
    quoting = QUOTE_ALL


register_dialect('excel', excel)
register_dialect('excel-tab', excel_tab)
register_dialect('unix', unix_dialect)


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

    __class_getitem__ = classmethod(GenericAlias)


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

    __class_getitem__ = classmethod(GenericAlias)


class Sniffer:
    """Guesses how a sample is written."""

    preferred = [',', '\t', ';', ' ', ':']

    def sniff(self, sample, delimiters=None):
        """A dialect that the sample may be in."""
        quote, double, mark, space = self._from_quotes(sample, delimiters)
        if not mark:
            mark, space = self._from_counts(sample, delimiters)
        if not mark:
            raise Error('Could not determine delimiter')

        class dialect(Dialect):
            _name = 'sniffed'
            lineterminator = '\r\n'
            quoting = QUOTE_MINIMAL
        dialect.doublequote, dialect.delimiter, dialect.quotechar = double, mark, quote or '"'
        dialect.skipinitialspace = space
        return dialect

    def _from_quotes(self, sample, delimiters):
        """Looks for quoted fields and what stands beside them."""
        beside = (r'(?P<mark>[^\w\n"\'])(?P<space> ?)(?P<quote>["\']).*?(?P=quote)(?P=mark)',   # ,".*?",
                  r'(?:^|\n)(?P<quote>["\']).*?(?P=quote)(?P<mark>[^\w\n"\'])(?P<space> ?)',     #  ".*?",
                  r'(?P<mark>[^\w\n"\'])(?P<space> ?)(?P<quote>["\']).*?(?P=quote)(?:$|\n)',      # ,".*?"
                  r'(?:^|\n)(?P<quote>["\']).*?(?P=quote)(?:$|\n)')                              #  ".*?"
        for pattern in beside:
            found = list(re.finditer(pattern, sample, re.DOTALL | re.MULTILINE))
            if found:
                break
        else:
            return '', False, None, False
        quotes = [m['quote'] for m in found]
        quote = max(quotes, key=quotes.count)
        marks = [m['mark'] for m in found if 'mark' in m.groupdict() and m['mark'] and (delimiters is None or m['mark'] in delimiters)]
        if not marks:
            return quote, self._doubled(sample, '', quote), '', False
        mark = max(marks, key=marks.count)
        spaces = sum(m['space'] == ' ' for m in found)
        if mark == '\n':
            mark = ''
        return quote, self._doubled(sample, mark, quote), mark, spaces > 0 and marks.count(mark) == spaces

    @staticmethod
    def _doubled(sample, mark, quote):
        """Whether quotes inside quoted fields stand twice."""
        edge = re.escape(mark)
        pattern = r'((%s)|^)\W*%s[^%s\n]*%s[^%s\n]*%s\W*((%s)|$)' % (edge, quote, edge, quote, edge, quote, edge)
        return re.search(pattern, sample, re.MULTILINE) is not None

    def _from_counts(self, sample, delimiters):
        """Looks for a character that stands equally often in (nearly) all lines."""
        lines = [line for line in sample.split('\n') if line]
        counts, likely = {}, {}
        for start in range(0, len(lines), 10):
            for line in lines[start:start + 10]:
                for c in map(chr, range(127)):
                    tally = counts.setdefault(c, {})
                    n = line.count(c)
                    tally[n] = tally.get(n, 0) + 1
            likely = self._regular(counts, min(start + 10, len(lines)), delimiters)
            if len(likely) == 1:
                mark, = likely
                return mark, lines[0].count(mark) == lines[0].count(mark + ' ')
        if not likely:
            return '', False
        for mark in self.preferred:
            if mark in likely:
                return mark, lines[0].count(mark) == lines[0].count(mark + ' ')
        mark = max(likely, key=lambda c: likely[c])
        return mark, lines[0].count(mark) == lines[0].count(mark + ' ')

    @staticmethod
    def _regular(counts, lines, delimiters):
        """The characters whose count is the same in at least nine lines of ten, and that count."""
        usual = {}
        for c, tally in counts.items():
            if list(tally) == [0]:
                continue
            count = max(tally, key=tally.get)
            usual[c] = count, 2 * tally[count] - sum(tally.values())
        share = 1.0
        while share >= 0.9:
            found = {c: n for c, n in usual.items() if n[0] > 0 and n[1] > 0 and n[1] / lines >= share
                     and (delimiters is None or c in delimiters)}
            if found:
                return found
            share -= 0.01
        return {}

    def has_header(self, sample):
        """Whether the first row differs in kind or length from the others."""
        rows = reader(StringIO(sample), self.sniff(sample))
        header = next(rows)
        kinds = dict.fromkeys(range(len(header)))
        for checked, row in enumerate(rows):
            if checked > 20:
                break
            if len(row) != len(header):
                continue
            for column in list(kinds):
                try:
                    complex(row[column])
                    kind = complex
                except (ValueError, OverflowError):
                    kind = len(row[column])
                if kinds[column] is None:
                    kinds[column] = kind
                elif kinds[column] != kind:
                    del kinds[column]
        votes = 0
        for column, kind in kinds.items():
            if isinstance(kind, int):
                votes += 1 if len(header[column]) != kind else -1
                continue
            try:
                (kind or complex)(header[column])
                votes -= 1
            except (ValueError, TypeError):
                votes += 1
        return votes > 0
