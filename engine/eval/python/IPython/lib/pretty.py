"""How a notebook writes a value as text: containers that do not fit on a line get one
item on each.

Which printer serves which class, and the methods that a class's _repr_pretty_(p, cycle)
is handed, are IPython's; the layout is in module layout.
"""

import io
import sys

from .layout import MAX_SEQ_LENGTH, PrettyPrinter

__all__ = [
    "pretty", "pprint", "PrettyPrinter", "RepresentationPrinter", "for_type", "for_type_by_name",
    "RawText", "RawStringLiteral", "CallExpression",
]


def pretty(obj, verbose=False, max_width=79, newline="\n", max_seq_length=MAX_SEQ_LENGTH):
    out = io.StringIO()
    printer = RepresentationPrinter(out, verbose, max_width, newline, max_seq_length=max_seq_length)
    printer.pretty(obj)
    printer.flush()
    return out.getvalue()


def pprint(obj, verbose=False, max_width=79, newline="\n", max_seq_length=MAX_SEQ_LENGTH):
    sys.stdout.write(pretty(obj, verbose, max_width, newline, max_seq_length) + newline)


class RepresentationPrinter(PrettyPrinter):
    """Writes objects: by the printer of their class, their _repr_pretty_, or their repr."""

    def __init__(self, output, verbose=False, max_width=79, newline="\n",
                 singleton_pprinters=None, type_pprinters=None, deferred_pprinters=None,
                 max_seq_length=MAX_SEQ_LENGTH):
        super().__init__(output, max_width, newline, max_seq_length)
        self.verbose = verbose
        self.stack = []
        self.singleton_pprinters = singleton_pprinters or {}
        self.type_pprinters = _by_type if type_pprinters is None else type_pprinters
        self.deferred_pprinters = _by_name if deferred_pprinters is None else deferred_pprinters

    def pretty(self, obj):
        if type(obj) in _simple and self.type_pprinters.get(type(obj), by_repr) is by_repr:
            self.text(repr(obj))
            return
        cycle = id(obj) in self.stack
        self.stack.append(id(obj))
        self.begin_group()
        try:
            self._printer(obj)(obj, self, cycle)
        finally:
            self.end_group()
            self.stack.pop()

    def _printer(self, obj):
        if id(obj) in self.singleton_pprinters:
            return self.singleton_pprinters[id(obj)]
        for cls in _class_of(obj).__mro__:
            printer = self.type_pprinters.get(cls) or self.deferred_pprinters.get((cls.__module__, cls.__name__))
            if printer:
                return printer
            if callable(vars(cls).get("_repr_pretty_")):
                return cls._repr_pretty_
            if cls is not object and callable(vars(cls).get("__repr__")):
                return by_repr
        return _default


_simple = {int, float, bool, str, type(None)}


def _class_of(obj):
    try:
        return obj.__class__ or type(obj)
    except Exception:
        return type(obj)


def by_repr(obj, p, cycle):
    p.begin_group()
    for i, line in enumerate(repr(obj).splitlines()):
        if i:
            p.break_()
        p.text(line)
    p.end_group()


def _default(obj, p, cycle):
    cls = _class_of(obj)
    if getattr(cls, "__repr__", None) is not object.__repr__:
        by_repr(obj, p, cycle)
        return
    with p.group(1, "<", ">"):
        p.pretty(cls)
        p.text(f" at {id(obj):#x}")
        if cycle:
            p.text(" ...")
        elif p.verbose:
            _attributes(obj, p)


def _attributes(obj, p):
    first = True
    for name in dir(obj):
        if name.startswith("_"):
            continue
        try:
            value = getattr(obj, name)
        except AttributeError:
            continue
        if isinstance(value, _Method):
            continue
        if not first:
            p.text(",")
        first = False
        p.breakable()
        p.text(name + "=")
        with p.indent(len(name) + 1):
            p.pretty(value)


def _sequence(start, end):
    def write(obj, p, cycle):
        if cycle:
            p.text(start + "..." + end)
            return
        p.begin_group(1, start)
        p._items(obj, p.pretty)
        if len(obj) == 1 and isinstance(obj, tuple):
            p.text(",")
        p.end_group(1, end)
    return write


def _set(start, end):
    def write(obj, p, cycle):
        if cycle:
            p.text(start + "..." + end)
        elif not len(obj):
            p.text(type(obj).__name__ + "()")
        else:
            short = not p.max_seq_length or len(obj) < p.max_seq_length
            p.begin_group(len(start), start)
            p._items(_ordered(obj) if short else obj, p.pretty)
            p.end_group(len(start), end)
    return write


def _ordered(items):
    for key in (None, str):
        try:
            return sorted(items, key=key)
        except Exception:
            pass
    return list(items)


def _mapping(start, end):
    def write(obj, p, cycle):
        if cycle:
            p.text("{...}")
            return

        def item(key):
            p.pretty(key)
            p.text(": ")
            p.pretty(obj[key])

        p.begin_group(len(start), start)
        p._items(obj.keys(), item)
        p.end_group(len(start), end)
    return write


def _super(obj, p, cycle):
    p.begin_group(8, "<super: ")
    p.pretty(obj.__thisclass__)
    p.text(",")
    p.breakable()
    p.pretty(obj.__self__)
    p.end_group(8, ">")


def _type(obj, p, cycle):
    """A class, unless its metaclass has a repr of its own."""
    for meta in type(obj).__mro__:
        if "__repr__" in vars(meta):
            if meta is not type:
                return by_repr(obj, p, cycle)
            break
    p.text(_qualified(obj))


def _qualified(cls):
    module, name = getattr(cls, "__module__", None), cls.__qualname__
    return name if module in (None, "builtins") else f"{module}.{name}"


def _function(obj, p, cycle):
    name = getattr(obj, "__qualname__", obj.__name__)
    if obj.__module__ and obj.__module__ != "builtins":
        name = obj.__module__ + "." + name
    import inspect
    try:
        name += str(inspect.signature(obj))
    except ValueError:
        pass
    p.text(f"<function {name}>")


def _exception(obj, p, cycle):
    p.pretty(CallExpression(_qualified(obj.__class__), *getattr(obj, "args", ())))


def _pattern(obj, p, cycle):
    import re
    flags = [name for name in ("TEMPLATE", "IGNORECASE", "LOCALE", "MULTILINE", "DOTALL", "UNICODE", "VERBOSE", "DEBUG")
             if obj.flags & getattr(re, name, 0)]
    more = [RawText("|".join("re." + name for name in flags))] if flags else []
    p.pretty(CallExpression("re.compile", RawStringLiteral(obj.pattern), *more))


def _call(arguments, name=None):
    """A printer that writes the call of the class with what arguments returns of the object."""
    def write(obj, p, cycle):
        called = name or obj.__class__.__name__
        args, kwargs = ((RawText("..."),), {}) if cycle else arguments(obj)
        p.pretty(CallExpression(called, *args, **kwargs))
    return write


def _deque(obj):
    return (list(obj),), {} if obj.maxlen is None else {"maxlen": obj.maxlen}


class RawText:
    """Stands for text that is written as it is."""

    def __init__(self, value):
        self.value = value

    def _repr_pretty_(self, p, cycle):
        p.text(self.value)


class RawStringLiteral:
    """A string with r before its quotes."""

    def __init__(self, value):
        self.value = value

    def _repr_pretty_(self, p, cycle):
        p.text("r" + repr(self.value).replace("\\\\", "\\"))


class CallExpression:
    """A call, written as in a program."""

    def __init__(self, name, /, *args, **kwargs):
        self.name, self.args, self.kwargs = name, args, kwargs

    @classmethod
    def factory(cls, name):
        return lambda *args, **kwargs: cls(name, *args, **kwargs)

    def _repr_pretty_(self, p, cycle):
        def argument(pair):
            name, value = pair
            if name is None:
                p.pretty(value)
                return
            with p.group(len(name) + 1, name + "="):
                p.pretty(value)

        start = self.name + "("
        pairs = [(None, x) for x in self.args] + list(self.kwargs.items())
        with p.group(len(start), start, ")"):
            for i, pair in enumerate(pairs):
                if i:
                    p.text(",")
                    p.breakable()
                argument(pair)


_Method = type(PrettyPrinter(None).text)

_by_type = {
    int: by_repr, float: by_repr, str: by_repr, bytes: by_repr, range: by_repr, slice: by_repr, _Method: by_repr,
    tuple: _sequence("(", ")"),
    list: _sequence("[", "]"),
    dict: _mapping("{", "}"),
    type(type.__dict__): _mapping("mappingproxy({", "})"),
    set: _set("{", "}"),
    frozenset: _set("frozenset({", "})"),
    super: _super,
    type: _type,
    type(_type): _function,
    type(len): _function,
    BaseException: _exception,
}

_by_name = {  # of modules that need not have been imported
    ("os", "_Environ"): _mapping("environ{", "}"),
    ("re", "Pattern"): _pattern,
    ("types", "SimpleNamespace"): _call(lambda obj: ((), obj.__dict__), "namespace"),
    ("collections", "defaultdict"): _call(lambda obj: ((obj.default_factory, dict(obj)), {})),
    ("collections", "OrderedDict"): _call(lambda obj: ((list(obj.items()),) if obj else (), {})),
    ("collections", "Counter"): _call(lambda obj: ((dict(obj),) if obj else (), {})),
    ("collections", "UserList"): _call(lambda obj: ((obj.data,), {})),
    ("collections", "deque"): _call(_deque),
}


def _register(table, key, func):
    """Set a printer and return the one it replaces; None for func leaves it."""
    old = table.get(key)
    if func is not None:
        table[key] = func
    return old


def for_type(typ, func):
    return _register(_by_type, typ, func)


def for_type_by_name(type_module, type_name, func):
    return _register(_by_name, (type_module, type_name), func)
