"""What contextvars is made of."""

import _fiber

_missing = object()
_current = {}  # the running context of each thread, by its number


def _context():
    """The context of the running thread."""
    context = _current.get(_fiber.ident())
    if context is None:
        context = _current[_fiber.ident()] = Context()
    return context


class Token:
    MISSING = object()

    def __init__(self, var, old):
        self.var, self._old, self._used = var, old, False

    @property
    def old_value(self):
        return Token.MISSING if self._old is _missing else self._old


class ContextVar:
    def __init__(self, name, *, default=_missing):
        if not isinstance(name, str):
            raise TypeError('context variable name must be a str')
        self._name, self._default = name, default

    @property
    def name(self):
        return self._name

    def get(self, default=_missing, /):
        value = _context()._values.get(self, default)
        if value is _missing:
            value = self._default
        if value is _missing:
            raise LookupError(self)
        return value

    def set(self, value, /):
        values = _context()._values
        token = Token(self, values.get(self, _missing))
        values[self] = value
        return token

    def reset(self, token, /):
        if token._used:
            raise RuntimeError('%r has already been used once' % token)
        if token.var is not self:
            raise ValueError('%r was created by a different ContextVar' % token)
        token._used = True
        values = _context()._values
        if token._old is _missing:
            values.pop(self, None)
        else:
            values[self] = token._old

    def __repr__(self):
        default = '' if self._default is _missing else ' default=%r' % (self._default,)
        return '<ContextVar name=%r%s at %#x>' % (self._name, default, id(self))


class Context:
    """Values of context variables; run() calls a function with them."""

    def __init__(self):
        self._values, self._entered = {}, False

    def run(self, callable, /, *args, **kwargs):
        if self._entered:
            raise RuntimeError('cannot enter context: %r is already entered' % self)
        me = _fiber.ident()
        outer, _current[me] = _current.get(me), self
        self._entered = True
        try:
            return callable(*args, **kwargs)
        finally:
            self._entered = False
            if outer is None:
                del _current[me]
            else:
                _current[me] = outer

    def copy(self):
        new = Context()
        new._values = dict(self._values)
        return new

    def __getitem__(self, var):
        return self._values[var]

    def __contains__(self, var):
        return var in self._values

    def get(self, var, default=None):
        return self._values.get(var, default)

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def keys(self):
        return self._values.keys()

    def values(self):
        return self._values.values()

    def items(self):
        return self._values.items()


def copy_context():
    """The current context, copied."""
    new = Context()
    new._values = dict(_context()._values)
    return new
