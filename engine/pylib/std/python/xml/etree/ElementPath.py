"""The part of XPath that find, findall, findtext and iterfind know."""

import re

_token = re.compile(r"""('[^']*'|"[^"]*")|(::|//?|\.\.|\(\)|!=|[/.*:\[\]()@=])|((?:\{[^}]*\})?[^/\[\]()@!=\s]+)|\s+""")


def _tokens(path, namespaces):
    """(kind, text) pairs; names come with their namespaces."""
    default = namespaces.get('') if namespaces else None
    attribute = False
    for found in _token.finditer(path):
        quoted, mark, name = found.groups()
        if quoted is not None:
            yield 'text', quoted[1:-1]
        elif mark:
            yield mark, mark
        elif name:
            if name[0] != '{' and ':' in name:
                prefix, local = name.split(':', 1)
                if not namespaces or prefix not in namespaces:
                    raise SyntaxError('prefix %r not found in prefix map' % prefix) from None
                name = '{%s}%s' % (namespaces[prefix], local)
            elif default and not attribute and name[0] != '{':
                name = '{%s}%s' % (default, name)
            yield 'name', name
        if found.group().strip():
            attribute = mark == '@'


def _same(tag):
    """A test of elements for a tag, in which * stands for anything."""
    if tag in ('*', '{*}*'):
        return lambda e: tag == '*' or isinstance(e.tag, str)
    if tag.startswith('{*}'):
        local = tag[3:]
        end = '}' + local
        return lambda e: isinstance(e.tag, str) and (e.tag == local or e.tag[:1] == '{' and e.tag.endswith(end))
    if tag.startswith('{}'):
        return lambda e: e.tag == tag[2:] or tag == '{}*' and isinstance(e.tag, str) and e.tag[0] != '{'
    if tag.endswith('}*'):
        return lambda e: isinstance(e.tag, str) and e.tag.startswith(tag[:-1])
    return lambda e: e.tag == tag


class _Search:
    """One search: the root, and the parents of all below it."""

    def __init__(self, root):
        self.root, self._parents = root, None

    @property
    def parents(self):
        if self._parents is None:
            self._parents = {child: parent for parent in self.root.iter() for child in parent}
        return self._parents


def _children(tag):
    test = _same(tag)
    return lambda search, found: (child for e in found for child in e if test(child))


def _descendants(tag):
    test = _same(tag)
    return lambda search, found: (d for e in found for d in e.iter() if d is not e and test(d))


def _parent(search, found):
    seen = {}
    for e in found:
        if e in search.parents:
            parent = search.parents[e]
            if parent not in seen:
                seen[parent] = None
                yield parent


def _filter(test):
    return lambda search, found: (e for e in found if test(e))


def _number(index):
    def select(search, found):
        for e in found:
            parent = search.parents.get(e)
            if parent is not None:
                alike = list(parent.findall(e.tag))
                if -len(alike) <= index < len(alike) and alike[index] is e:
                    yield e
    return select


def _text(e):
    return ''.join(e.itertext())


def _predicate(tokens):
    """The step that [...] stands for; the opening bracket has been read."""
    kinds, values = [], []
    for kind, value in tokens:
        if kind == ']':
            break
        kinds.append('-' if kind == 'name' and re.fullmatch(r'-?\d+', value) else kind)
        values.append(value)
    shape = ' '.join(kinds)
    if shape == '@ name':
        return _filter(lambda e: e.get(values[1]) is not None)
    if shape == '@ name = text':
        return _filter(lambda e: e.get(values[1]) == values[3])
    if shape == '@ name != text':
        return _filter(lambda e: e.get(values[1]) is not None and e.get(values[1]) != values[3])
    if shape == 'name':
        return _filter(lambda e: e.find(values[0]) is not None)
    if shape in ('. = text', '. != text'):
        return _filter(lambda e: (_text(e) == values[2]) == (values[1] == '='))
    if shape in ('name = text', 'name != text'):
        return _filter(lambda e: any((_text(c) == values[2]) == (values[1] == '=') for c in e.findall(values[0])))
    if shape == '-':
        index = int(values[0]) - 1
        if index < 0:
            raise SyntaxError('XPath position >= 1 expected')
        return _number(index)
    if shape in ('name ()', 'name () -'):
        if values[0] != 'last':
            raise SyntaxError('unsupported function')
        if len(values) == 2:
            return _number(-1)
        index = int(values[2]) - 1
        if index > -2:
            raise SyntaxError('XPath offset from last() must be negative')
        return _number(index)
    raise SyntaxError('invalid predicate')


def _step(tokens, kind, value):
    if kind in ('name', '*'):
        return _children(value)
    if kind == '.':
        return lambda search, found: found
    if kind == '..':
        return _parent
    if kind == '//':
        kind, value = next(tokens, ('', ''))
        if kind not in ('name', '*'):
            raise SyntaxError('invalid descendant')
        return _descendants(value)
    if kind == '[':
        return _predicate(tokens)
    raise SyntaxError('invalid path')


def _steps(path, namespaces):
    if path.endswith('/'):
        path += '*'
    tokens = _tokens(path, namespaces)
    kind, value = next(tokens, ('', ''))
    if kind == '/':
        raise SyntaxError('cannot use absolute path on element')
    steps = []
    while kind:
        steps.append(_step(tokens, kind, value))
        kind, value = next(tokens, ('', ''))
        if kind == '/':
            kind, value = next(tokens, ('', ''))
            if not kind:
                raise SyntaxError('invalid path')
    return steps


def iterfind(elem, path, namespaces=None):
    """The elements that a path leads to."""
    if not namespaces and not re.search(r'[/*.\[@]', re.sub(r'^\{[^}]*\}', '', path)):
        return _children(path)(None, [elem])
    search, found = _Search(elem), [elem]
    for step in _steps(path, namespaces):
        found = step(search, found)
    return iter(found)


def find(elem, path, namespaces=None):
    return next(iterfind(elem, path, namespaces), None)


def findall(elem, path, namespaces=None):
    return list(iterfind(elem, path, namespaces))


def findtext(elem, path, default=None, namespaces=None):
    found = find(elem, path, namespaces)
    return default if found is None else found.text or ''
