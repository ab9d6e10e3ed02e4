"""Sets of characters, templates and the formatter."""

import re as _re
from collections import ChainMap as _ChainMap

whitespace = ' \t\n\r\v\f'
ascii_lowercase = 'abcdefghijklmnopqrstuvwxyz'
ascii_uppercase = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
ascii_letters = ascii_lowercase + ascii_uppercase
digits = '0123456789'
hexdigits = digits + 'abcdef' + 'ABCDEF'
octdigits = '01234567'
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    """Capitalises every word."""
    return (sep or ' ').join(map(str.capitalize, s.split(sep)))


_none = {}


class Template:
    """Text with $names to be filled in."""

    delimiter = '$'
    idpattern = r'(?a:[_a-z][_a-z0-9]*)'
    braceidpattern = None
    flags = _re.IGNORECASE

    def __init_subclass__(cls):
        super().__init_subclass__()
        cls._compile()

    @classmethod
    def _compile(cls):
        if isinstance(cls.__dict__.get('pattern'), str):
            cls.pattern = _re.compile(cls.pattern, cls.flags | _re.VERBOSE)
            return
        mark, name = _re.escape(cls.delimiter), cls.idpattern
        braced = cls.braceidpattern or name
        cls.pattern = _re.compile(r'%s(?:(?P<escaped>%s)|(?P<named>%s)|\{(?P<braced>%s)\}|(?P<invalid>))'
                                  % (mark, mark, name, braced), cls.flags)

    def __init__(self, template):
        self.template = template

    def _invalid(self, found):
        at = found.start('invalid')
        lines = self.template[:at].splitlines(keepends=True)
        if not lines:
            line, column = 1, 1
        else:
            line, column = len(lines), at - len(''.join(lines[:-1]))
        raise ValueError('Invalid placeholder in string: line %d, col %d' % (line, column))

    def _fill(self, mapping, keywords, safe):
        if mapping is _none:
            mapping = keywords
        elif keywords:
            mapping = _ChainMap(keywords, mapping)

        def convert(found):
            name = found.group('named') or found.group('braced')
            if name is not None:
                if safe:
                    try:
                        return str(mapping[name])
                    except KeyError:
                        return found.group()
                return str(mapping[name])
            if found.group('escaped') is not None:
                return self.delimiter
            if found.group('invalid') is None:
                raise ValueError('Unrecognized named group in pattern', self.pattern)
            return found.group() if safe else self._invalid(found)
        return self.pattern.sub(convert, self.template)

    def substitute(self, mapping=_none, /, **kws):
        return self._fill(mapping, kws, False)

    def safe_substitute(self, mapping=_none, /, **kws):
        return self._fill(mapping, kws, True)

    def _names(self):
        """The name, or None, of everything that the pattern finds."""
        for found in self.pattern.finditer(self.template):
            name = found.group('named') or found.group('braced')
            if name is None and found.group('invalid') is None and found.group('escaped') is None:
                raise ValueError('Unrecognized named group in pattern', self.pattern)
            yield name, found

    def is_valid(self):
        return all([found.group('invalid') is None for name, found in self._names()])

    def get_identifiers(self):
        return list(dict.fromkeys(name for name, found in self._names() if name is not None))


Template._compile()


def _parse(text):
    """Splits a format string into (literal, field, spec, conversion) parts."""
    literal, i, n = '', 0, len(text)
    while i < n:
        c = text[i]
        if c in '{}' and text[i:i + 2] == c * 2:
            yield literal + c, None, None, None
            literal = ''
            i += 2
        elif c == '}':
            raise ValueError("Single '}' encountered in format string")
        elif c == '{':
            depth, start = 1, i + 1
            i += 1
            while i < n and depth:
                depth += {'{': 1, '}': -1}.get(text[i], 0)
                i += 1
            if depth:
                raise ValueError("expected '}' before end of string" if start < n else "Single '{' encountered in format string")
            yield (literal, *_split_field(text[start:i - 1]))
            literal = ''
        else:
            literal += c
            i += 1
    if literal:
        yield literal, None, None, None


def _split_field(inner):
    depth = 0
    for i, c in enumerate(inner):
        if c == '[':
            depth += 1
        elif c == ']':
            depth -= 1
        elif not depth and c == ':':
            return inner[:i], inner[i + 1:], None
        elif not depth and c == '!':
            rest = inner[i + 1:]
            if not rest:
                raise ValueError("unmatched '{' in format spec")
            if rest[1:2] not in ('', ':'):
                raise ValueError("expected ':' after conversion specifier")
            return inner[:i], rest[2:], rest[:1]
    return inner, '', None


class Formatter:
    """str.format, open to change by subclasses."""

    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        used = set()
        result, _ = self._vformat(format_string, args, kwargs, used, 2)
        self.check_unused_args(used, args, kwargs)
        return result

    def _vformat(self, format_string, args, kwargs, used, depth, auto=0):
        if depth < 0:
            raise ValueError('Max string recursion exceeded')
        out = []
        for literal, name, spec, conversion in self.parse(format_string):
            out.append(literal)
            if name is None:
                continue
            if name == '':
                if auto is False:
                    raise ValueError('cannot switch from manual field specification to automatic field numbering')
                name, auto = str(auto), auto + 1
            elif name.isdigit():
                if auto:
                    raise ValueError('cannot switch from manual field specification to automatic field numbering')
                auto = False
            obj, first = self.get_field(name, args, kwargs)
            used.add(first)
            obj = self.convert_field(obj, conversion)
            spec, auto = self._vformat(spec, args, kwargs, used, depth - 1, auto)
            out.append(self.format_field(obj, spec))
        return ''.join(out), auto

    def get_value(self, key, args, kwargs):
        return args[key] if isinstance(key, int) else kwargs[key]

    def check_unused_args(self, used_args, args, kwargs):
        pass

    def format_field(self, value, format_spec):
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion not in ('s', 'r', 'a'):
            raise ValueError('Unknown conversion specifier {0!s}'.format(conversion))
        return {'s': str, 'r': repr, 'a': ascii}[conversion](value)

    def parse(self, format_string):
        return _parse(format_string)

    def get_field(self, field_name, args, kwargs):
        first = _re.match(r'[^.\[]*', field_name).group()
        key = int(first) if first.isdigit() else first
        obj = self.get_value(key, args, kwargs)
        for attribute, index in _re.findall(r'\.([^.\[]+)|\[([^\]]+)\]', field_name[len(first):]):
            if attribute:
                obj = getattr(obj, attribute)
            else:
                obj = obj[int(index) if index.isdigit() else index]
        return obj, key
