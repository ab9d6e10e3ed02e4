"""Abstract base classes."""

__all__ = ['ABC', 'ABCMeta', 'abstractmethod', 'abstractclassmethod', 'abstractstaticmethod', 'abstractproperty',
           'get_cache_token', 'update_abstractmethods']


def abstractmethod(funcobj):
    """Marks a method that every concrete subclass must define."""
    funcobj.__isabstractmethod__ = True
    return funcobj


class abstractclassmethod(classmethod):
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractstaticmethod(staticmethod):
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractproperty(property):
    __isabstractmethod__ = True


_registrations = 0


def get_cache_token():
    """A number that changes whenever a class is registered."""
    return _registrations


def _abstract_names(cls, body):
    names = {name for name, value in body.items() if getattr(value, '__isabstractmethod__', False)}
    for base in cls.__bases__:
        for name in getattr(base, '__abstractmethods__', ()):
            if getattr(getattr(cls, name, None), '__isabstractmethod__', False):
                names.add(name)
    return frozenset(names)


class ABCMeta(type):
    """The metaclass of abstract base classes."""

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        cls.__abstractmethods__ = _abstract_names(cls, namespace)
        cls._abc_registry = []
        return cls

    def register(cls, subclass):
        """Counts subclass as a subclass of cls from now on."""
        global _registrations
        if not isinstance(subclass, type):
            raise TypeError('Can only register classes')
        if issubclass(subclass, cls):
            return subclass
        if issubclass(cls, subclass):
            raise RuntimeError('Refusing to create an inheritance cycle')
        cls._abc_registry.append(subclass)
        _registrations += 1
        return subclass

    def __instancecheck__(cls, instance):
        kind = type(instance)
        if cls.__subclasscheck__(kind):
            return True
        said = getattr(instance, '__class__', kind)
        return said is not kind and cls.__subclasscheck__(said)

    def __subclasscheck__(cls, subclass):
        if not isinstance(subclass, type):
            raise TypeError('issubclass() arg 1 must be a class')
        answer = cls.__subclasshook__(subclass)
        if answer is not NotImplemented:
            return bool(answer)
        if cls in subclass.__mro__:
            return True
        for registered in cls.__dict__.get('_abc_registry', ()):
            if issubclass(subclass, registered):
                return True
        for child in type.__subclasses__(cls):
            if issubclass(subclass, child):
                return True
        return False


class ABC(metaclass=ABCMeta):
    """Inherit from it to be an abstract base class."""
    __slots__ = ()


def update_abstractmethods(cls):
    """Looks again for abstract methods after the class has changed."""
    if hasattr(cls, '__abstractmethods__'):
        cls.__abstractmethods__ = _abstract_names(cls, cls.__dict__)
    return cls
