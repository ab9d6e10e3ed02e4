"""Abstract base classes."""

from _abc import _abc_init, _abc_instancecheck, _abc_names, _abc_register, _abc_subclasscheck, get_cache_token

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


class ABCMeta(type):
    """The metaclass of abstract base classes."""

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        _abc_init(cls)
        return cls

    def register(cls, subclass):
        """Counts subclass as a subclass of cls from now on."""
        return _abc_register(cls, subclass)

    def __instancecheck__(cls, instance):
        return _abc_instancecheck(cls, instance)

    def __subclasscheck__(cls, subclass):
        return _abc_subclasscheck(cls, subclass)


class ABC(metaclass=ABCMeta):
    """Inherit from it to be an abstract base class."""
    __slots__ = ()


def update_abstractmethods(cls):
    """Looks again for abstract methods after the class has changed."""
    if hasattr(cls, '__abstractmethods__'):
        cls.__abstractmethods__ = _abc_names(cls)
    return cls
