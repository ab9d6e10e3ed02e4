"""Data printed so that people can read it."""

import re
import sys
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, UserString, defaultdict, deque
from io import StringIO
from operator import itemgetter
from types import MappingProxyType, SimpleNamespace

__all__ = ['pprint', 'pformat', 'pp', 'isreadable', 'isrecursive', 'saferepr', 'PrettyPrinter']


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    """Prints the object."""
    PrettyPrinter(stream=stream, indent=indent, width=width, depth=depth, compact=compact, sort_dicts=sort_dicts,
                  underscore_numbers=underscore_numbers).pprint(object)


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    """The text that pprint would print."""
    return PrettyPrinter(indent=indent, width=width, depth=depth, compact=compact, sort_dicts=sort_dicts,
                         underscore_numbers=underscore_numbers).pformat(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def saferepr(object):
    return PrettyPrinter().format(object, {}, None, 0)[0]


def isreadable(object):
    return PrettyPrinter().isreadable(object)


def isrecursive(object):
    return PrettyPrinter().isrecursive(object)


_marks = {dict: '{}', list: '[]', tuple: '()'}
_atoms = frozenset({str, int, float, bool, bytes, type(None)})
_first = itemgetter(0)


def _recursion(obj):
    return '<Recursion on %s with id=%s>' % (type(obj).__name__, id(obj))


class _Key:
    """Orders keys of any types: by value, else by type and identity."""

    def __init__(self, obj):
        self.obj = obj

    def __lt__(self, other):
        try:
            return self.obj < other.obj
        except TypeError:
            return (str(type(self.obj)), id(self.obj)) < (str(type(other.obj)), id(other.obj))


class PrettyPrinter:
    """Lays out objects within a width."""

    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True,
                 underscore_numbers=False):
        if int(indent) < 0:
            raise ValueError('indent must be >= 0')
        if depth is not None and depth <= 0:
            raise ValueError('depth must be > 0')
        if not width:
            raise ValueError('width must be != 0')
        self._indent, self._width, self._depth = int(indent), int(width), depth
        self._out = stream
        self._compact, self._sort, self._underscore = bool(compact), sort_dicts, underscore_numbers

    def pprint(self, object):
        out = sys.stdout if self._out is None else self._out
        if out is not None:
            out.write(self.pformat(object) + '\n')

    def pformat(self, object):
        out = StringIO()
        self._lay(object, out, 0, 0, {}, 0)
        return out.getvalue()

    def isrecursive(self, object):
        return self.format(object, {}, 0, 0)[2]

    def isreadable(self, object):
        _, readable, recursive = self.format(object, {}, 0, 0)
        return readable and not recursive

    def format(self, object, context, maxlevels, level):
        """The text on one line, whether it is readable, whether it is recursive; subclasses may override it."""
        return self._on_one_line(object, context, maxlevels, level)

    def _short(self, obj, open_, level):
        return self.format(obj, open_.copy(), self._depth, level)[0]

    def _items(self, mapping):
        if not self._sort or len(mapping) < 2:
            return list(mapping.items())
        try:
            return sorted(mapping.items(), key=_first)
        except TypeError:
            return sorted(mapping.items(), key=lambda kv: _Key(kv[0]))

    def _on_one_line(self, obj, open_, depth, level):
        kind = type(obj)
        if kind in _marks:
            return self._container(obj, kind, open_, depth, level)
        if kind not in _atoms:
            for base in _marks:
                if issubclass(kind, base) and kind.__repr__ is base.__repr__:
                    return self._container(obj, base, open_, depth, level)
        if kind is int and self._underscore:
            return '{:_d}'.format(obj), True, False
        text = repr(obj)
        return text, bool(text) and not text.startswith('<'), False

    def _container(self, obj, base, open_, depth, level):
        left, right = _marks[base]
        if not obj:
            return left + right, True, False
        if base is tuple and len(obj) == 1:
            right = ',)'
        if depth and level >= depth:
            return left + '...' + right, False, id(obj) in open_
        if id(obj) in open_:
            return _recursion(obj), False, True
        open_[id(obj)] = 1
        readable, recursive, parts = True, False, []
        format = self._on_one_line if type(self).format is PrettyPrinter.format else self.format
        level += 1
        if base is dict:
            for key, value in self._items(obj):
                text, good, again = format(key, open_, depth, level)
                more, fine, twice = format(value, open_, depth, level)
                parts.append(text + ': ' + more)
                readable, recursive = readable and good and fine, recursive or again or twice
        else:
            for part in obj:
                text, good, again = format(part, open_, depth, level)
                parts.append(text)
                if not good:
                    readable = False
                if again:
                    recursive = True
        del open_[id(obj)]
        return left + ', '.join(parts) + right, readable, recursive

    def _lay(self, obj, out, indent, allowance, open_, level):
        """Writes obj; `indent` is the column, `allowance` what follows on the last line."""
        if id(obj) in open_:
            out.write(_recursion(obj))
            return
        text = self._short(obj, open_, level)
        if len(text) > self._width - indent - allowance:
            method = self._method(obj)
            if method is not None:
                open_[id(obj)] = 1
                method(self, obj, out, indent, allowance, open_, level + 1)
                del open_[id(obj)]
                return
        out.write(text)

    def _method(self, obj):
        shows = type(obj).__repr__
        for known, method in self._methods:
            if shows is known.__repr__:
                return method
        fields = getattr(type(obj), '__dataclass_params__', None)
        if fields is not None and fields.repr and hasattr(shows, '__wrapped__'):  # the one that dataclass wrote
            return PrettyPrinter._lay_dataclass
        return None

    def _lay_dict(self, obj, out, indent, allowance, open_, level):
        out.write('{')
        self._lay_pairs(self._items(obj), out, indent, allowance + 1, open_, level)
        out.write('}')

    def _lay_pairs(self, items, out, indent, allowance, open_, level):
        """Writes keys and values, one pair to a line."""
        if self._indent > 1:
            out.write((self._indent - 1) * ' ')
        indent += self._indent
        for i, (key, value) in enumerate(items):
            last = i == len(items) - 1
            text = self._short(key, open_, level)
            out.write(text + ': ')
            self._lay(value, out, indent + len(text) + 2, allowance if last else 1, open_, level)
            if not last:
                out.write(',\n' + ' ' * indent)

    def _lay_items(self, items, out, indent, allowance, open_, level):
        """Writes items with commas, one to a line, or as many as fit where compact."""
        indent += self._indent
        if self._indent > 1:
            out.write((self._indent - 1) * ' ')
        separator = ',\n' + ' ' * indent
        delimiter = ''
        width = room = self._width - indent + 1
        items = list(items)
        for i, item in enumerate(items):
            last = i == len(items) - 1
            if last:
                room -= allowance
                width -= allowance
            if self._compact:
                text = self._short(item, open_, level)
                w = len(text) + 2
                if room < w:
                    room = width
                    if delimiter:
                        delimiter = separator
                if room >= w:
                    room -= w
                    out.write(delimiter + text)
                    delimiter = ', '
                    continue
            out.write(delimiter)
            delimiter = separator
            self._lay(item, out, indent, allowance if last else 1, open_, level)

    def _lay_list(self, obj, out, indent, allowance, open_, level):
        out.write('[')
        self._lay_items(obj, out, indent, allowance + 1, open_, level)
        out.write(']')

    def _lay_tuple(self, obj, out, indent, allowance, open_, level):
        out.write('(')
        end = ',)' if len(obj) == 1 else ')'
        self._lay_items(obj, out, indent, allowance + len(end), open_, level)
        out.write(end)

    def _lay_set(self, obj, out, indent, allowance, open_, level):
        if not obj:
            out.write(repr(obj))
            return
        kind = type(obj)
        if kind is set:
            out.write('{')
            end = '}'
        else:
            out.write(kind.__name__ + '({')
            end = '})'
            indent += len(kind.__name__) + 1
        self._lay_items(sorted(obj, key=_Key), out, indent, allowance + len(end), open_, level)
        out.write(end)

    def _lay_str(self, s, out, indent, allowance, open_, level):
        if not s:
            out.write(repr(s))
            return
        chunks, lines = [], s.splitlines(True)
        if level == 1:
            indent += 1
            allowance += 1
        room = self._width - indent
        text = ''
        for i, line in enumerate(lines):
            text = repr(line)
            width = room - allowance if i == len(lines) - 1 else room
            if len(text) <= width:
                chunks.append(text)
                continue
            parts = re.findall(r'\S*\s*', line)[:-1]
            width, current = room, ''
            for j, part in enumerate(parts):
                candidate = current + part
                if j == len(parts) - 1 and i == len(lines) - 1:
                    width -= allowance
                if len(repr(candidate)) > width:
                    if current:
                        chunks.append(repr(current))
                    current = part
                else:
                    current = candidate
            if current:
                chunks.append(repr(current))
        if len(chunks) == 1:
            out.write(text)
            return
        if level == 1:
            out.write('(')
        out.write(('\n' + ' ' * indent).join(chunks))
        if level == 1:
            out.write(')')

    def _lay_bytes(self, s, out, indent, allowance, open_, level):
        if len(s) <= 4:
            out.write(repr(s))
            return
        parens = level == 1
        if parens:
            indent += 1
            allowance += 1
            out.write('(')
        current, last = b'', len(s) // 4 * 4
        width = self._width - indent
        pieces = []
        for i in range(0, len(s), 4):
            part = s[i:i + 4]
            if i == last:
                width -= allowance
            if len(repr(current + part)) > width:
                if current:
                    pieces.append(repr(current))
                current = part
            else:
                current += part
        if current:
            pieces.append(repr(current))
        out.write(('\n' + ' ' * indent).join(pieces) + (')' if parens else ''))

    def _lay_OrderedDict(self, obj, out, indent, allowance, open_, level):
        if not obj:
            out.write(repr(obj))
            return
        name = type(obj).__name__
        out.write(name + '(')
        self._lay_list(list(obj.items()), out, indent + len(name) + 1, allowance + 1, open_, level)
        out.write(')')

    def _lay_counter(self, obj, out, indent, allowance, open_, level):
        if not obj:
            out.write(repr(obj))
            return
        name = type(obj).__name__
        out.write(name + '({')
        self._lay_pairs(obj.most_common(), out, indent + len(name) + 1, allowance + 2, open_, level)
        out.write('})')

    def _lay_defaultdict(self, obj, out, indent, allowance, open_, level):
        if not obj:
            out.write(repr(obj))
            return
        factory = self._short(obj.default_factory, open_, level)
        name = type(obj).__name__
        indent += len(name) + 1
        out.write('%s(%s,\n%s' % (name, factory, ' ' * indent))
        self._lay_dict(obj, out, indent, allowance + 1, open_, level)
        out.write(')')

    def _lay_deque(self, obj, out, indent, allowance, open_, level):
        if not obj:
            out.write(repr(obj))
            return
        name = type(obj).__name__
        out.write(name + '(')
        indent += len(name) + 1
        out.write('[')
        if obj.maxlen is None:
            self._lay_items(obj, out, indent, allowance + 2, open_, level)
            out.write('])')
        else:
            self._lay_items(obj, out, indent, 2, open_, level)
            out.write('],\n%smaxlen=%s)' % (' ' * indent, self._short(obj.maxlen, open_, level)))

    def _lay_chainmap(self, obj, out, indent, allowance, open_, level):
        name = type(obj).__name__
        out.write(name + '(')
        indent += len(name) + 1
        for i, each in enumerate(obj.maps):
            last = i == len(obj.maps) - 1
            self._lay(each, out, indent, allowance + 1 if last else 1, open_, level)
            out.write(')' if last else ',\n' + ' ' * indent)

    def _lay_data(self, obj, out, indent, allowance, open_, level):
        self._lay(obj.data, out, indent, allowance, open_, level - 1)

    def _lay_proxy(self, obj, out, indent, allowance, open_, level):
        out.write('mappingproxy(')
        self._lay(obj.copy(), out, indent + 13, allowance + 1, open_, level)
        out.write(')')

    def _lay_bytearray(self, obj, out, indent, allowance, open_, level):
        out.write('bytearray(')
        self._lay_bytes(bytes(obj), out, indent + 10, allowance + 1, open_, level + 1)
        out.write(')')

    def _lay_fields(self, items, out, indent, allowance, open_, level):
        """Writes names and values, one pair to a line."""
        for i, (key, value) in enumerate(items):
            last = i == len(items) - 1
            out.write(key + '=')
            if id(value) in open_:
                out.write('...')  # what the repr of the class says
            else:
                self._lay(value, out, indent + len(key) + 1, allowance if last else 1, open_, level)
            if not last:
                out.write(',\n' + ' ' * indent)

    def _lay_dataclass(self, obj, out, indent, allowance, open_, level):
        name = type(obj).__name__
        indent += len(name) + 1
        out.write(name + '(')
        items = [(f.name, getattr(obj, f.name)) for f in obj.__dataclass_fields__.values()
                 if f.repr and f._field_type.text == '_FIELD']
        self._lay_fields(items, out, indent, allowance, open_, level)
        out.write(')')

    def _lay_namespace(self, obj, out, indent, allowance, open_, level):
        name = 'namespace' if type(obj) is SimpleNamespace else type(obj).__name__
        indent += len(name) + 1
        out.write(name + '(')
        self._lay_fields(list(obj.__dict__.items()), out, indent, allowance, open_, level)
        out.write(')')

    # by the method that shows the class on one line
    _methods = [(dict, _lay_dict), (OrderedDict, _lay_OrderedDict), (list, _lay_list), (tuple, _lay_tuple), (set, _lay_set),
                (frozenset, _lay_set), (str, _lay_str), (bytes, _lay_bytes), (bytearray, _lay_bytearray),
                (MappingProxyType, _lay_proxy), (SimpleNamespace, _lay_namespace), (ChainMap, _lay_chainmap),
                (Counter, _lay_counter), (defaultdict, _lay_defaultdict), (deque, _lay_deque),
                (UserDict, _lay_data), (UserList, _lay_data), (UserString, _lay_data)]
