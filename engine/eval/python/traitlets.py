"""Attributes that have a type and tell when they change: what controls are made of.

The part of traitlets that notebooks use, with its texts."""

import warnings
from contextlib import contextmanager

__version__ = "5.14.3"

__all__ = [
    "All", "Any", "Bool", "Bunch", "CBool", "CFloat", "CInt", "CUnicode", "CaselessStrEnum", "Dict", "Enum", "Float", "HasTraits", "Instance",
    "Int", "Integer", "List", "TraitError", "TraitType", "Tuple", "Undefined", "Unicode", "default", "dlink", "link", "observe", "validate",
]


class TraitError(Exception):
    pass


class Sentinel:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"traitlets.{self.name}"


All, Undefined = Sentinel("All"), Sentinel("Undefined")


class Bunch(dict):
    """A dict whose keys are attributes, too."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name, value):
        self[name] = value


def described(x):
    """A value as an error names it: with its type, and an article where one is usual."""
    if isinstance(x, type):
        return f"the class {x.__name__!r}"
    return f"the {type(x).__name__} {x!r}"


class TraitType:
    """An attribute with a type. Subclasses say which values they take (check) and how they are named (info)."""

    info_text = "any value"
    default_value = Undefined

    def __init__(self, default_value=Undefined, allow_none=False, read_only=False, help="", **metadata):
        if default_value is not Undefined:
            self.default_value = default_value
        self.allow_none = allow_none or default_value is None
        self.read_only, self.help, self.metadata, self.name = read_only, help, metadata, None

    def tag(self, **metadata):
        self.metadata = {**self.metadata, **metadata}
        return self

    def __set_name__(self, owner, name):
        self.name = name

    def info(self):
        return self.info_text

    def check(self, value):
        """The value as it is kept; raises TypeError or ValueError for one that is not taken."""
        return value

    def make_default(self, obj):
        """What the attribute is before it was set."""
        maker = type(obj)._trait_hooks["default"].get(self.name)
        if maker:
            return maker(obj)
        return None if self.default_value is Undefined else self.default_value

    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        values = obj._trait_values
        if self.name not in values:
            values[self.name] = self.make_default(obj)
        return values[self.name]

    def __set__(self, obj, value):
        if self.read_only:
            raise TraitError(f'The "{self.name}" trait is read-only.')
        self.set(obj, value)

    def set(self, obj, value):
        value = self.taken(obj, value)
        old = self.__get__(obj)
        obj._trait_values[self.name] = value
        try:
            same = bool(old == value)
        except Exception:
            same = False
        if not same:
            obj._notify_trait(self.name, old, value)

    def taken(self, obj, value):
        if not (value is None and self.allow_none):
            try:
                value = self.check(value)
            except (TypeError, ValueError):
                self.error(obj, value)
        if obj._held is not None:  # what belongs together is looked at when all of it is set
            return value
        return obj._agreed(self, value)

    def error(self, obj, value):
        raise TraitError(f"The {self.name!r} trait of {article(type(obj).__name__)} instance expected {self.info()}"
                         f"{' or None' if self.allow_none else ''}, not {described(value)}.")


def article(name):
    return ("an " if name[:1].lower() in "aeiou" else "a ") + name


class Any(TraitType):
    default_value = None

    def __init__(self, default_value=Undefined, **options):
        super().__init__(default_value, **{"allow_none": True, **options})


def kind(name, info, empty, accepts, cast=None):
    """A class of attributes of one type; with cast, of whatever that makes into one."""
    def check(self, value):
        if cast is not None:
            return cast(value)
        if not accepts(value):
            raise TypeError
        return value
    return type(name, (TraitType,), {"info_text": info, "default_value": empty, "check": check, "__module__": __name__})


def is_float(x):
    return isinstance(x, (int, float)) and not isinstance(x, bool)


Int = Integer = kind("Int", "an int", 0, lambda x: isinstance(x, int))
CInt = kind("CInt", "an int", 0, None, int)
Float = kind("Float", "a float", 0.0, is_float)
CFloat = kind("CFloat", "a float", 0.0, None, float)
Bool = kind("Bool", "a boolean", False, lambda x: isinstance(x, bool))
CBool = kind("CBool", "a boolean", False, None, bool)
Unicode = kind("Unicode", "a unicode string", "", lambda x: isinstance(x, str))
CUnicode = kind("CUnicode", "a unicode string", "", None, str)


class Enum(TraitType):
    def __init__(self, values, default_value=Undefined, **options):
        self.values = list(values)
        super().__init__(default_value, **options)

    def info(self):
        return f"any of {self.values!r}"

    def check(self, value):
        if value not in self.values:
            raise ValueError
        return value


class CaselessStrEnum(Enum):
    def info(self):
        return f"any of {self.values!r} (case-insensitive)"

    def check(self, value):
        for v in self.values:
            if isinstance(value, str) and value.lower() == v.lower():
                return v
        raise ValueError


class Instance(TraitType):
    def __init__(self, klass, args=None, kw=None, **options):
        self.klass, self.make = klass, None if args is None and kw is None else (args or (), kw or {})
        super().__init__(**options)

    def info(self):
        return article(self.klass.__name__)

    def check(self, value):
        if not isinstance(value, self.klass):
            raise TypeError
        return value

    def make_default(self, obj):
        maker = type(obj)._trait_hooks["default"].get(self.name)
        if maker:
            return maker(obj)
        return self.klass(*self.make[0], **self.make[1]) if self.make else None


class Container(TraitType):
    """A list, tuple or dict, each attribute with one of its own."""

    klass = list

    def __init__(self, trait=None, *more, default_value=Undefined, **options):
        self.traits = (trait, *more) if more else ()
        self.trait = None if more else trait
        super().__init__(default_value, **options)

    def info(self):
        return article(self.klass.__name__)

    def check(self, value):
        if not isinstance(value, self.klass):
            raise TypeError
        return value

    def make_default(self, obj):
        made = super().make_default(obj)
        return self.klass() if made is None and not self.allow_none else self.klass(made) if made is not None else None


class List(Container):
    pass


class Dict(Container):
    klass = dict


class Tuple(Container):
    klass = tuple

    def check(self, value):
        if isinstance(value, list):
            value = tuple(value)
        if not isinstance(value, tuple) or self.traits and len(value) != len(self.traits):
            raise TypeError
        if self.traits:
            return tuple(t.check(v) for t, v in zip(self.traits, value))
        return tuple(self.trait.check(v) for v in value) if self.trait is not None else value


def marked(what):
    """A decorator of methods that belong to attributes: @observe("x"), @validate("x"), @default("x")."""
    def decorator(*names, type="change"):
        def mark(method):
            method._trait_mark = (what, names, type)
            return method
        return mark
    return decorator


observe, validate, default = marked("observe"), marked("validate"), marked("default")


class HasTraits:
    """An object whose attributes have types and tell when they change."""

    _trait_hooks = {"observe": {}, "validate": {}, "default": {}}
    _trait_table = {}

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        hooks = {what: dict(table) for what, table in cls._trait_hooks.items()}
        for method in vars(cls).values():
            what, names, kind = getattr(method, "_trait_mark", (None, (), None))
            for name in names:
                if what == "observe":
                    hooks[what][name] = hooks[what].get(name, ()) + ((kind, method.__name__),)
                else:
                    hooks[what][name] = method
        cls._trait_hooks = hooks
        cls._trait_table = {}
        for c in reversed(cls.__mro__):
            for name, x in vars(c).items():
                if isinstance(x, TraitType):
                    cls._trait_table[name] = x
                else:
                    cls._trait_table.pop(name, None)

    def __new__(cls, *args, **kwargs):
        self = object.__new__(cls)
        self.__dict__.update(_trait_values={}, _observers={}, _held=None)
        return self

    def __init__(self, *args, **kwargs):
        unknown = {}
        with self.hold_trait_notifications():
            for name, value in kwargs.items():
                if self.has_trait(name):
                    setattr(self, name, value)
                else:
                    unknown[name] = value
        if unknown or args:
            shown = ", ".join([*map(repr, args), *(f"{k}={v!r}" for k, v in unknown.items())])
            warnings.warn(f"Passing unrecognized arguments to super({type(self).__name__}).__init__({shown}).\n"
                          "object.__init__() takes exactly one argument (the instance to initialize)\n"
                          "This is deprecated in traitlets 4.2.This error will be raised in a future release of traitlets.",
                          DeprecationWarning, stacklevel=2)

    @classmethod
    def class_traits(cls, **metadata):
        return {n: t for n, t in sorted(cls._trait_table.items()) if all(t.metadata.get(k) == v for k, v in metadata.items())}

    def traits(self, **metadata):
        return self.class_traits(**metadata)

    def trait_names(self, **metadata):
        return list(self.traits(**metadata))

    def has_trait(self, name):
        return isinstance(getattr(type(self), name, None), TraitType)

    def set_trait(self, name, value):
        if not self.has_trait(name):
            raise TraitError(f"Class {type(self).__name__} does not have a trait named {name}")
        getattr(type(self), name).set(self, value)

    def observe(self, handler, names=All, type="change"):
        """handler is called with a change when one of the named attributes has another value."""
        for name in named(names):
            self._observers.setdefault((name, type), []).append(handler)

    def unobserve(self, handler, names=All, type="change"):
        for name in named(names):
            self._observers.get((name, type), []).remove(handler)

    def unobserve_all(self, name=All):
        if name is All:
            self._observers.clear()
        else:
            for key in [k for k in self._observers if k[0] == name]:
                del self._observers[key]

    def _agreed(self, trait, value):
        """The value after the class has looked at it beside its other attributes."""
        look = self._trait_hooks["validate"].get(trait.name)
        return look(self, Bunch(trait=trait, value=value, owner=self)) if look else value

    def _notify_trait(self, name, old, new):
        self.notify_change(Bunch(name=name, old=old, new=new, owner=self, type="change"))

    def notify_change(self, change):
        if self._held is not None:
            first = self._held.get(change.name)
            self._held[change.name] = change if first is None else Bunch(change, old=first.old)
            return
        name, kind = change.name, change.type
        own = [getattr(self, method) for n in (name, All) for k, method in self._trait_hooks["observe"].get(n, ()) if k in (kind, All)]
        asked = [h for n in (name, All) for k in (kind, All) for h in self._observers.get((n, k), ())]
        for handler in own + asked:
            handler(change)

    @contextmanager
    def hold_trait_notifications(self):
        """Changes are told when all are made, and each attribute once."""
        if self._held is not None:
            yield
            return
        before = dict(self._trait_values)
        self._held = {}
        try:
            yield
            for name in list(self._held):
                trait = getattr(type(self), name)
                self._trait_values[name] = self._agreed(trait, getattr(self, name))
        except TraitError:
            self._trait_values = before
            self._held = None
            raise
        finally:
            held, self._held = self._held or {}, None
        for change in held.values():
            change.new = getattr(self, change.name)
            self.notify_change(change)


def named(names):
    return [names] if names is All or isinstance(names, str) else list(names)


class link:
    """Keeps two attributes, each (object, "name"), equal."""

    both = True

    def __init__(self, source, target, transform=None):
        for side in (source, target):
            self.check(side)
        self.source, self.target = source, target
        there, back = transform if transform and self.both else (transform, None)
        self.there, self.back = there or same, back or same
        self.busy = False
        self.link()

    @staticmethod
    def check(side):
        obj, name = side
        if not isinstance(obj, HasTraits):
            raise TypeError(f"Each object must be HasTraits, not {type(obj)!r}")
        if not obj.has_trait(name):
            raise TypeError(f"{obj!r} has no trait {name!r}")

    def link(self):
        try:
            setattr(*self.target, self.there(getattr(*self.source)))
        finally:
            self.source[0].observe(self._update_target, self.source[1])
            if self.both:
                self.target[0].observe(self._update_source, self.target[1])

    def unlink(self):
        self.source[0].unobserve(self._update_target, self.source[1])
        if self.both:
            self.target[0].unobserve(self._update_source, self.target[1])

    def _pass(self, side, value):
        if not self.busy:
            self.busy = True
            try:
                setattr(*side, value)
            finally:
                self.busy = False

    def _update_target(self, change):
        self._pass(self.target, self.there(change.new))

    def _update_source(self, change):
        self._pass(self.source, self.back(change.new))


def same(x):
    return x


class dlink(link):
    """Has the second attribute follow the first."""

    both = False
