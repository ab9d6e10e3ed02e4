# What a metaclass may do with __classcell__, and other odd metaclasses.


class Meta(type):
    def __new__(meta, name, bases, namespace, cell=None, twice=False):
        if cell is not None:
            namespace['__classcell__'] = cell
        made = super().__new__(meta, name, bases, namespace)
        if twice:
            type('Other', (), namespace)
        return made


for bad in ('text', 0, 1.5):
    try:
        class Wrong(metaclass=Meta, cell=bad):
            pass
    except TypeError as e:
        print(e)

try:
    class Twice(metaclass=Meta, twice=True):
        def f(self):
            return __class__
except TypeError as e:
    print(e)


class Loud(super):
    def __getattribute__(self, name):
        print('asked for', name)
        return super().__getattribute__(name)


class Base:
    def who(self):
        return 'base'


class Derived(Base):
    def who(self):
        return 'derived of ' + self.__up.who()


Derived._Derived__up = Loud(Derived)
print(Derived().who())


class NoMeta:
    def __new__(cls, *args, **kwargs):
        return super().__new__(cls)


class Made(metaclass=NoMeta):
    pass


print(type(Made).__name__)


class Further(NoMeta):
    pass


try:
    class Clash(Made, metaclass=Further):
        pass
    print(type(Clash).__name__)
    class Conflict(Base, metaclass=Further):
        pass
except TypeError as e:
    print(e)
