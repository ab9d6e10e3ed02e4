"""What help() prints: an object's documentation as plain text.

The layout is CPython's. A document is made for a module, a class, a routine, a data
descriptor or any other value; each function here returns text that ends in a newline.
"""

import builtins
import inspect
import keyword
import re
import sys
from _reference import page_of
from importlib import import_module
from reprlib import Repr

__all__ = ["help", "render_doc", "plaintext", "getdoc", "locate", "describe", "splitdoc"]


class _Short(Repr):
    def __init__(self):
        super().__init__()
        self.maxlist = self.maxtuple = 20
        self.maxdict = 10
        self.maxstring = self.maxother = 100

    def repr1(self, x, level):
        known = hasattr(self, "repr_" + "_".join(type(x).__name__.split()))
        return super().repr1(x, level) if known else self.repr_instance(x, level)

    def repr_str(self, x, level):
        return repr(cram(x, self.maxstring))

    def repr_instance(self, x, level):
        try:
            return cram(re.sub(r" at 0x[0-9a-f]{6,16}(>+)$", r"\1", repr(x)), self.maxother)
        except Exception:
            return f"<{type(x).__name__} instance>"


def cram(text, most):
    """The beginning and the end of a text that is too long."""
    if len(text) <= most:
        return text
    before = (most - 3) // 2
    return text[:before] + "..." + text[len(text) - (most - 3 - before):]


_short = _Short()


def getdoc(object):
    """An object's own docstring; a value has none of its class's."""
    if not isinstance(object, type) and getattr(object, "__doc__", None) == type(object).__doc__:
        return ""
    doc = inspect.getdoc(object)
    return doc.rstrip() if doc else ""


def splitdoc(doc):
    """The first line of a docstring, and the rest."""
    first, _, rest = doc.strip().partition("\n")
    if not rest:
        return first, ""
    return (first, rest.lstrip("\n")) if rest.startswith("\n") else ("", doc.strip())


def indented(text, prefix="    "):
    return "\n".join(prefix + line for line in text.split("\n")).rstrip()


def classname(cls, module):
    name = cls.__name__
    return name if cls.__module__ == module else f"{cls.__module__}.{name}"


def visible(name, object=None, exported=None):
    """Whether a name is shown: no private ones, and of a module those that it exports."""
    if name in ("__author__", "__builtins__", "__cached__", "__credits__", "__date__", "__doc__", "__file__", "__spec__", "__loader__",
                "__module__", "__name__", "__package__", "__path__", "__qualname__", "__slots__", "__version__"):
        return False
    if name.startswith("__") and name.endswith("__"):
        return True
    if name.startswith("_") and hasattr(object, "_fields"):  # of a named tuple
        return True
    return name in exported if exported is not None else not name.startswith("_")


# Kinds of documents


def signature(object):
    try:
        return str(inspect.signature(object))
    except (TypeError, ValueError):
        return ""


def routine(object, name=None, module=None, cls=None):
    own = getattr(object, "__name__", name)
    name = name or own
    note = ""
    owner = getattr(object, "__self__", None)
    if owner is not None and (inspect.ismethod(object) or inspect.isbuiltin(object) and not inspect.ismodule(owner)):
        if cls is None:
            note = f" method of {classname(type(owner), module)} instance"
        elif type(owner) is not cls:
            note = f" from {classname(type(owner), module)}"
    title, known = name if name == own else f"{name} = {own}", signature(object)
    if own == "<lambda>":
        title, known = name + " lambda ", known[1:-1]
    elif name != own and cls is not None and inspect.getattr_static(cls, own, None) is object:
        return f"{title}{known}{note}\n"  # documented under its own name
    doc = "\n\n".join(filter(None, (getdoc(object), page_of(object))))
    return f"{title}{known or '(...)'}{note}\n" + (indented(doc).rstrip() + "\n" if doc else "")


def descriptor(object, name=None, *_):
    doc = getdoc(object)
    return (name + "\n" if name else "") + (indented(doc) + "\n" if doc else "")


def data(object, name=None, width=None, doc=None):
    head, text = f"{name} = " if name else "", _short.repr(object)
    if width and len(head + text) > width:
        text = text[:width - len(head + text)] + "..."
    doc = doc or getdoc(object)
    return head + text + ("\n" + indented(doc) + "\n" if doc else "")


def document(object, name=None, module=None, cls=None):
    if inspect.ismodule(object):
        return module_text(object)
    if inspect.isclass(object):
        return class_text(object, name, module)
    if inspect.isroutine(object):
        return routine(object, name, module, cls)
    if inspect.isdatadescriptor(object):
        return descriptor(object, name)
    return data(object, name)


# Classes

_groups = [  # what a class has, by kind, and how each is documented
    ("Methods", "method"), ("Class methods", "class method"), ("Static methods", "static method"),
    ("Readonly properties", "readonly property"), ("Data descriptors", "data descriptor"), ("Data and other attributes", "data"),
]


def class_text(cls, name=None, module=None):
    own = cls.__name__
    title = f"class {own}" if name in (None, own) else f"{name} = class {own}"
    if cls.__bases__:
        title += f"({', '.join(classname(base, cls.__module__) for base in cls.__bases__)})"
    parts = []
    known, doc = signature(cls), getdoc(cls)
    if known and known != "()":
        parts.append(f"{name or own}{known}\n")
    if doc:
        parts.append(doc + "\n")
    order = inspect.getmro(cls)
    if len(order) > 2:
        parts += ["Method resolution order:", *("    " + classname(base, cls.__module__) for base in order), ""]
    parts += builtin_subclasses(cls)
    parts += members(cls, order, module)
    body = "\n".join(parts)
    return f"{title}\n" + (indented(body.rstrip(), " |  ") + "\n" if body else "")


def builtin_subclasses(cls):
    names = sorted((c.__name__ for c in type.__subclasses__(cls) if c.__module__ == "builtins" and not c.__name__.startswith("_")), key=str.lower)
    if not names:
        return []
    more = [f"    ... and {len(names) - 4} other subclasses"] if len(names) > 4 else []
    return ["Built-in subclasses:", *("    " + n for n in names[:4]), *more, ""]


def members(cls, order, module):
    parts = []
    attributes = [a for a in classify(cls) if visible(a[0], cls)]
    for base in order:
        if base is object and cls is not object:
            continue
        where = "defined here" if base is cls else f"inherited from {classname(base, cls.__module__)}"
        here = [a for a in attributes if a[2] is base]
        fields = getattr(cls, "_fields", ())
        here.sort(key=lambda a: (fields.index(a[0]) if a[0] in fields else len(fields), a[0]))
        for title, kind in _groups:
            found = [a for a in here if a[1] == kind]
            if not found:
                continue
            if any(part.endswith(":\n") for part in parts):
                parts.append("-" * 70)
            parts.append(f"{title} {where}:\n")
            parts += [member(cls, base, kind, name, value, module) for name, _, _, value in found]
    return parts


def classify(cls):
    """inspect's, with properties that cannot be set apart."""
    for name, kind, home, value in inspect.classify_class_attrs(cls):
        if inspect.isdatadescriptor(value) and kind in ("data", "property"):
            kind = "data descriptor"
        if isinstance(value, property) and value.fset is None:
            kind = "readonly property"
        yield name, kind, home, value


def member(cls, home, kind, name, value, module):
    if kind in ("readonly property", "data descriptor"):
        return descriptor(value, name)
    try:
        got = getattr(cls, name)
    except Exception:
        got = home.__dict__[name]
    if kind == "data":
        return data(got, name, 70, getdoc(value)) + "\n"
    return document(got, name, module, cls)


# Modules


def section(title, text):
    return f"{title}\n{indented(text).rstrip()}\n\n"


def module_text(module):
    name, exported = module.__name__, getattr(module, "__all__", None)
    first, rest = splitdoc(getdoc(module))
    text = section("NAME", name + (" - " + first if first else ""))
    if rest:
        text += section("DESCRIPTION", rest)

    def names(kind, ours):
        return [(n, v) for n, v in inspect.getmembers(module, kind) if visible(n, module, exported) and (exported is not None or ours(v))]

    classes = names(inspect.isclass, lambda v: v.__module__ == name)
    if classes:
        tree = indented_tree([v for _, v in classes], name)
        text += section("CLASSES", tree + "\n" + "\n".join(class_text(v, n, name) for n, v in classes))
    routines = names(inspect.isroutine, lambda v: inspect.isbuiltin(v) or getattr(v, "__module__", None) == name)
    if routines:
        text += section("FUNCTIONS", "\n".join(routine(v, n, name) for n, v in routines))
    values = names(lambda v: not (inspect.ismodule(v) or inspect.isclass(v) or inspect.isroutine(v)), lambda v: True)
    if values:
        text += section("DATA", "\n".join(data(v, n, 70) for n, v in values))
    for title in "version", "date", "author":
        if hasattr(module, f"__{title}__"):
            text += section(title.upper(), str(getattr(module, f"__{title}__")))
    return text + section("FILE", getattr(module, "__file__", None) or "(built-in)")


def indented_tree(classes, module):
    """The classes below their bases, a level for each."""
    children = {}
    for cls in classes:
        for base in cls.__bases__:
            children.setdefault(base, []).append(cls)
    lines = []

    def add(cls, depth):
        bases = [] if cls not in classes else [classname(b, module) for b in cls.__bases__]
        lines.append("    " * depth + classname(cls, module) + (f"({', '.join(bases)})" if bases and depth else ""))
        for child in sorted(children.get(cls, ()), key=lambda c: (c.__module__, c.__name__)):
            add(child, depth + 1)

    for root in sorted((b for b in children if b not in classes), key=lambda c: (c.__module__, c.__name__)):
        add(root, 0)
    return "\n".join(lines) + "\n"


# help()


def describe(thing):
    """What an object is, in some words."""
    if inspect.ismodule(thing):
        return ("package " if hasattr(thing, "__path__") else "module " if hasattr(thing, "__file__") else "built-in module ") + thing.__name__
    if inspect.isbuiltin(thing):
        return "built-in function " + thing.__name__
    for kind, word in (inspect.isclass, "class"), (inspect.isfunction, "function"), (inspect.ismethod, "method"):
        if kind(thing):
            return f"{word} {thing.__name__}"
    return type(thing).__name__


def locate(path):
    """The object that a dotted name stands for, or None."""
    parts = path.split(".")
    for n in range(len(parts), -1, -1):
        try:
            thing = import_module(".".join(parts[:n])) if n else builtins
            for part in parts[n:]:
                thing = getattr(thing, part)
            return thing
        except (ImportError, AttributeError, ValueError):
            continue
    return None


def render_doc(thing, title="Python Library Documentation: %s", *_, **__):
    """Text about an object, or about what a dotted name stands for."""
    name = None
    if isinstance(thing, str):
        name, thing = thing, locate(thing)
        if thing is None:
            raise ImportError(f"No Python documentation found for {name!r}.\nUse help() to get the interactive help utility.\n"
                              "Use help(str) for help on the str class.")
    about = describe(thing)
    module = inspect.getmodule(thing)
    if name and "." in name:
        about += " in " + name[:name.rfind(".")]
    elif module and module is not thing:
        about += " in module " + module.__name__
    if not (inspect.ismodule(thing) or inspect.isclass(thing) or inspect.isroutine(thing) or inspect.isdatadescriptor(thing)):
        thing = type(thing)  # a value is explained by its class
        about += " object"
    return title % about + "\n\n" + document(thing, name and name.rpartition(".")[2])


def columns(words, width=80, many=4):
    rows = -(-len(words) // many)
    lines = ("".join(word.ljust(width // many) for word in words[i::rows]) for i in range(rows))
    return "\n".join(line.rstrip() for line in lines) + "\n"


class Helper:
    """help(), as it stands among the builtins."""

    intro = """
Enter the name of any module, class or function to get help on it, "keywords" for a list of
Python's keywords, or "quit" to leave help.
"""

    def __call__(self, *request):
        if request:
            self.help(*request)
        else:
            self.interact()

    def interact(self):
        print(self.intro)
        while True:
            try:
                name = input("help> ").strip()
            except (EOFError, KeyboardInterrupt):
                break
            if name.lower() in ("", "q", "quit"):
                break
            self.help(name)

    def help(self, request):
        if isinstance(request, str) and request == "keywords":
            print("\nHere is a list of the Python keywords.\n\n" + columns(keyword.kwlist))
        elif request == "" and isinstance(request, str):
            print(self.intro)
        else:
            try:
                print(render_doc(request, "Help on %s:"))
            except ImportError as error:
                print(error)


class plaintext:
    """The renderer without bold letters; there is no other."""

    document = staticmethod(document)


def doc(thing, title="Python Library Documentation: %s", *_, **__):
    print(render_doc(thing, title))


def pager(text):
    sys.stdout.write(text)


help = Helper()
