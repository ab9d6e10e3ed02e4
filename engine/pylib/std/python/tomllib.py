"""Reads TOML 1.0."""

import re
from datetime import date, datetime, time, timedelta, timezone

__all__ = ('loads', 'load', 'TOMLDecodeError')


class TOMLDecodeError(ValueError):
    """A text is not TOML."""


def load(fp, /, *, parse_float=float):
    """The contents of a file opened in binary mode."""
    data = fp.read()
    try:
        text = data.decode()
    except AttributeError:
        raise TypeError("File must be opened in binary mode, e.g. use `open('foo.toml', 'rb')`") from None
    return loads(text, parse_float=parse_float)


def loads(s, /, *, parse_float=float):
    """The contents of a text, as dicts and lists."""
    return _Reader(s.replace('\r\n', '\n'), parse_float).document()


_bare = re.compile(r'[A-Za-z0-9_-]+')
_space = re.compile(r'[ \t]*')
_blank = re.compile(r'(?:[ \t\n]|#[^\n]*)*')
_control = re.compile('[\x00-\x08\x0a-\x1f\x7f]')
_time = r'(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6})\d*)?'
_local_time = re.compile(_time)
_datetime = re.compile(r'(\d{4})-(\d\d)-(\d\d)(?:[Tt ]%s(?:([Zz])|([+-])(\d\d):(\d\d))?)?' % _time)
_number = re.compile(r'0(?:x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|b[01](?:_?[01])*|o[0-7](?:_?[0-7])*)|'
                     r'[+-]?(?:0|[1-9](?:_?\d)*)(?P<float>(?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?)')
_special = re.compile(r'[+-]?(?:inf|nan)')
_escapes = {'b': '\b', 't': '\t', 'n': '\n', 'f': '\f', 'r': '\r', '"': '"', '\\': '\\'}


class _Reader:
    """A place in a text."""

    def __init__(self, text, parse_float):
        self.text, self.at, self.parse_float = text, 0, parse_float
        self.root = {}
        self.closed = set()  # ids of tables that no header or dotted key may add to
        self.named = set()  # ids of tables that had a header, and of those that dotted keys made
        self.arrays = set()  # ids of lists that [[headers]] made

    def error(self, message):
        if self.at >= len(self.text):
            where = 'end of document'
        else:
            before = self.text[:self.at]
            where = 'line %d, column %d' % (before.count('\n') + 1, self.at - before.rfind('\n'))
        return TOMLDecodeError('%s (at %s)' % (message, where))

    def skip(self, pattern):
        self.at = pattern.match(self.text, self.at).end()

    def peek(self, n=1):
        return self.text[self.at:self.at + n]

    def expect(self, text, message):
        if not self.text.startswith(text, self.at):
            raise self.error(message)
        self.at += len(text)

    def end_of_line(self):
        self.skip(_space)
        if self.peek() == '#':
            end = self.text.find('\n', self.at)
            comment = self.text[self.at:end if end >= 0 else None]
            if _control.search(comment):
                raise self.error('Found invalid character %r' % _control.search(comment)[0])
            self.at += len(comment)
        if self.at < len(self.text):
            self.expect('\n', 'Expected newline or end of document after a statement')

    def document(self):
        table, own = self.root, set()
        while True:
            self.skip(_space)
            if self.at >= len(self.text):
                return self.root
            if self.peek() == '[':
                table, own = self.header(), set()
            elif self.peek() not in '\n#':
                self.pair(table, own)
            self.end_of_line()

    def header(self):
        """Reads [a.b] or [[a.b]]; returns the table that the next lines fill."""
        several = self.peek(2) == '[['
        self.at += 1 + several
        self.skip(_space)
        *way, last = path = self.key()
        self.expect(']' * (1 + several), "Expected ']%s' at the end of %s declaration" % (
            (']', 'an array') if several else ('', 'a table')))
        table = self.walk(self.root, way, path)
        if several:
            rows = table.setdefault(last, [])
            if not rows and id(rows) not in self.arrays and isinstance(rows, list):
                self.arrays.add(id(rows))
            if id(rows) not in self.arrays:
                raise self.error('Cannot mutate immutable namespace %r' % (tuple(path),))
            rows.append({})
            return rows[-1]
        made = table.setdefault(last, {})
        if not isinstance(made, dict) or id(made) in self.named or id(made) in self.closed:
            raise self.error('Cannot declare %r twice' % (tuple(path),))
        self.named.add(id(made))
        return made

    def walk(self, table, way, path):
        """The table that a key leads to, tables on the way made; of an array, the last one."""
        for key in way:
            table = table.setdefault(key, {})
            if isinstance(table, list) and id(table) in self.arrays:
                table = table[-1]
            if not isinstance(table, dict) or id(table) in self.closed:
                raise self.error('Cannot overwrite a value' if not isinstance(table, (dict, list)) else
                                 'Cannot mutate immutable namespace %r' % (tuple(path),))
        return table

    def pair(self, table, own):
        """Reads key = value into a table; own are the ids of tables that dotted keys have made in it."""
        *way, last = path = self.key()
        self.expect('=', "Expected '=' after a key in a key/value pair")
        self.skip(_space)
        value = self.value()
        for key in way:
            fresh = key not in table
            table = table.setdefault(key, {})
            if fresh:
                own.add(id(table))
                self.named.add(id(table))
            elif not isinstance(table, dict) or id(table) not in own:
                raise self.error('Cannot redefine namespace %r' % (tuple(path),) if isinstance(table, dict) else 'Cannot overwrite a value')
        if last in table:
            raise self.error('Cannot overwrite a value')
        table[last] = value

    def key(self):
        parts = []
        while True:
            self.skip(_space)
            mark = self.peek()
            if mark == '"':
                parts.append(self.basic())
            elif mark == "'":
                parts.append(self.literal())
            elif match := _bare.match(self.text, self.at):
                self.at = match.end()
                parts.append(match[0])
            else:
                raise self.error('Invalid initial character for a key part')
            self.skip(_space)
            if self.peek() != '.':
                return parts
            self.at += 1

    def value(self):
        mark = self.peek()
        if mark == '"':
            return self.long('"""', True) if self.peek(3) == '"""' else self.basic()
        if mark == "'":
            return self.long("'''", False) if self.peek(3) == "'''" else self.literal()
        if mark == '[':
            return self.array()
        if mark == '{':
            return self.inline_table()
        for word, known in ('true', True), ('false', False):
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return known
        for pattern, make in (_datetime, self.moment), (_local_time, self.clock), (_number, self.number), (_special, self.special):
            if match := pattern.match(self.text, self.at):
                made = make(match)
                self.at = match.end()
                return made
        raise self.error('Invalid value')

    def special(self, match):
        return self.parse_float(match[0])

    def number(self, match):
        if match['float']:
            return self.parse_float(match[0])
        return int(match[0], 0)

    def clock(self, match):
        try:
            return time(*map(int, match.groups()[:3]), int((match[4] or '0').ljust(6, '0')))
        except ValueError as error:
            raise self.error('Invalid date or datetime') from error

    def moment(self, match):
        try:
            if match[4] is None:
                return date(*map(int, match.groups()[:3]))
            zone = None
            if match[8]:
                zone = timezone.utc
            elif match[9]:
                offset = timedelta(hours=int(match[10]), minutes=int(match[11]))
                zone = timezone(offset if match[9] == '+' else -offset)
            return datetime(*map(int, match.groups()[:6]), int((match[7] or '0').ljust(6, '0')), zone)
        except ValueError as error:
            raise self.error('Invalid date or datetime') from error

    def array(self):
        self.at += 1
        items = []
        while True:
            self.skip(_blank)
            if self.peek() == ']':
                break
            items.append(self.value())
            self.skip(_blank)
            if self.peek() == ',':
                self.at += 1
            elif self.peek() != ']':
                raise self.error('Unclosed array')
        self.at += 1
        self.close(items)
        return items

    def inline_table(self):
        self.at += 1
        made, own = {}, set()
        self.skip(_space)
        while self.peek() != '}':
            self.pair(made, own)
            self.skip(_space)
            if self.peek() == '}':
                break
            self.expect(',', 'Unclosed inline table')
            self.skip(_space)
            if self.peek() == '}':
                raise self.error('Invalid initial character for a key part')
        self.at += 1
        self.close(made)
        return made

    def close(self, made):
        """Lets nothing be added to a value any more."""
        self.closed.add(id(made))
        for inner in made.values() if isinstance(made, dict) else made:
            if isinstance(inner, (dict, list)):
                self.close(inner)

    def literal(self):
        end = self.text.find("'", self.at + 1)
        text = self.text[self.at + 1:end if end >= 0 else None]
        if wrong := _control.search(text):
            self.at += 1 + wrong.start()
            raise self.error('Found invalid character %r' % wrong[0])
        if end < 0:
            self.at = len(self.text)
            raise self.error("Expected \"'\"")
        self.at = end + 1
        return text

    def basic(self):
        self.at += 1
        parts = []
        while (char := self.peek()) != '"':
            if not char:
                raise self.error('Unterminated string')
            if char == '\\':
                parts.append(self.escape())
            elif _control.match(char):
                raise self.error('Illegal character %r' % char)
            else:
                parts.append(char)
                self.at += 1
        self.at += 1
        return ''.join(parts)

    def escape(self):
        kind = self.peek(2)[1:]
        if kind in ('u', 'U'):
            digits = self.text[self.at + 2:self.at + (6 if kind == 'u' else 10)]
            if len(digits) != (4 if kind == 'u' else 8) or not re.fullmatch('[0-9A-Fa-f]+', digits):
                raise self.error('Invalid hex value')
            code = int(digits, 16)
            if 0xD800 <= code < 0xE000 or code > 0x10FFFF:
                raise self.error('Escaped character is not a Unicode scalar value')
            self.at += 2 + len(digits)
            return chr(code)
        if kind not in _escapes:
            raise self.error("Unescaped '\\' in a string")
        self.at += 2
        return _escapes[kind]

    def long(self, quotes, escapes):
        """A text over several lines."""
        self.at += 3
        if self.peek() == '\n':
            self.at += 1
        parts = []
        while not self.text.startswith(quotes, self.at):
            char = self.peek()
            if not char:
                raise self.error('Unterminated string' if escapes else 'Expected "\'\'\'"')
            if char == '\\' and escapes:
                if gap := re.compile(r'\\[ \t]*\n[ \t\n]*').match(self.text, self.at):
                    self.at = gap.end()
                else:
                    parts.append(self.escape())
            elif char != '\n' and _control.match(char):
                raise self.error('Illegal character %r' % char)
            else:
                parts.append(char)
                self.at += 1
        self.at += 3
        for _ in range(2):  # quotes just before the closing ones belong to the text
            if self.peek() == quotes[0]:
                parts.append(quotes[0])
                self.at += 1
        return ''.join(parts)
