"""repr() that cuts long things short."""

import builtins
from functools import wraps as _wraps
from itertools import islice

__all__ = ['Repr', 'repr', 'recursive_repr']


def recursive_repr(fillvalue='...'):
    """Decorates a __repr__: an object inside its own repr is fillvalue."""
    def decorate(function):
        running = set()

        @_wraps(function)
        def wrapper(self):
            if id(self) in running:
                return fillvalue
            running.add(id(self))
            try:
                return function(self)
            finally:
                running.discard(id(self))
        return wrapper
    return decorate


class Repr:
    """A repr with limits; a method repr_NAME handles the class NAME."""

    def __init__(self):
        self.fillvalue = '...'
        self.maxlevel, self.maxdict, self.maxlist, self.maxtuple, self.maxset, self.maxfrozenset = 6, 4, 6, 6, 6, 6
        self.maxdeque, self.maxarray, self.maxlong, self.maxstring, self.maxother = 6, 5, 40, 30, 30

    def repr(self, x):
        return self.repr1(x, self.maxlevel)

    def repr1(self, x, level):
        method = getattr(self, 'repr_' + type(x).__name__.replace(' ', '_'), None)
        return method(x, level) if method else self.repr_instance(x, level)

    def _join(self, x, level, left, right, limit, trail=''):
        if level <= 0 and len(x):
            return left + self.fillvalue + right
        shown = [self.repr1(item, level - 1) for item in islice(x, limit)]
        if len(x) > limit:
            shown.append(self.fillvalue)
        elif len(x) == 1 and trail:
            right = trail + right
        return left + ', '.join(shown) + right

    def repr_tuple(self, x, level):
        return self._join(x, level, '(', ')', self.maxtuple, ',')

    def repr_list(self, x, level):
        return self._join(x, level, '[', ']', self.maxlist)

    def repr_array(self, x, level):
        return self._join(x, level, "array('%s', [" % x.typecode, '])', self.maxarray) if x else "array('%s')" % x.typecode

    def repr_set(self, x, level):
        return self._join(_sorted(x), level, '{', '}', self.maxset) if x else 'set()'

    def repr_frozenset(self, x, level):
        return self._join(_sorted(x), level, 'frozenset({', '})', self.maxfrozenset) if x else 'frozenset()'

    def repr_deque(self, x, level):
        return self._join(x, level, 'deque([', '])', self.maxdeque)

    def repr_dict(self, x, level):
        if not x:
            return '{}'
        if level <= 0:
            return '{' + self.fillvalue + '}'
        shown = ['%s: %s' % (self.repr1(key, level - 1), self.repr1(x[key], level - 1)) for key in islice(_sorted(x), self.maxdict)]
        if len(x) > self.maxdict:
            shown.append(self.fillvalue)
        return '{%s}' % ', '.join(shown)

    def _cut(self, text, limit):
        if len(text) <= limit:
            return text
        front = max(0, (limit - 3) // 2)
        back = max(0, limit - 3 - front)
        return text[:front] + self.fillvalue + text[len(text) - back:]

    def repr_str(self, x, level):
        text = builtins.repr(x[:self.maxstring])
        if len(text) <= self.maxstring:
            return text
        front = max(0, (self.maxstring - 3) // 2)
        back = max(0, self.maxstring - 3 - front)
        text = builtins.repr(x[:front] + x[len(x) - back:])
        return text[:front] + self.fillvalue + text[len(text) - back:]

    def repr_int(self, x, level):
        return self._cut(builtins.repr(x), self.maxlong)

    def repr_instance(self, x, level):
        try:
            text = builtins.repr(x)
        except Exception:
            return '<%s instance at %#x>' % (type(x).__name__, id(x))
        return self._cut(text, self.maxother)


def _sorted(x):
    try:
        return sorted(x)
    except Exception:
        return list(x)


aRepr = Repr()
repr = aRepr.repr
