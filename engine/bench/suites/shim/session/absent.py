"""Stands for what tests import at their top and a session does not offer: it can be named, and fails where it is used."""


class Absent:
    def __init__(self, name):
        self.__name__ = name

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return Absent(self.__name__ + '.' + name)

    def __mro_entries__(self, bases):
        return (base(self.__name__),)

    def __call__(self, *_, **__):
        raise NotImplementedError(self.__name__ + ' is not offered')


def module(name):
    """A module's __getattr__ that finds every name."""
    def get(attribute):
        if attribute.startswith('__'):
            raise AttributeError(attribute)
        return Absent('%s.%s' % (name, attribute))
    return get


def base(name):
    """A class that can be derived from, and not made."""
    def new(cls, *_, **__):
        raise NotImplementedError(name + ' is not offered')
    return type(name, (), {'__new__': new, '__class_getitem__': classmethod(lambda cls, _: cls)})
