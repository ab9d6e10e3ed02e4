import atexit
import re
import sys
import weakref


class Plain:
    """stderr, without addresses."""

    def write(self, text):
        sys.stdout.write(re.sub(r'File ".*/', 'File "', re.sub(r'0x[0-9a-f]+', '0x', text)))

    def flush(self):
        pass


sys.stderr = Plain()


class Caused:
    def __del__(self):
        try:
            1 / 0
        except ZeroDivisionError as e:
            raise ValueError('x') from e


class InHandling:
    def __del__(self):
        try:
            1 / 0
        except ZeroDivisionError:
            raise ValueError('y')


class Noted:
    def __del__(self):
        e = ValueError('with note')
        e.add_note('hi')
        raise e


class Grouped:
    def __del__(self):
        raise ExceptionGroup('g', [ValueError(1), TypeError(2)])


class Mute(ValueError):
    def __str__(self):
        return 1 / 0


class Muted:
    def __del__(self):
        raise Mute


class Syntax:
    def __del__(self):
        compile('a b', 'f', 'exec')


class Suggesting:
    def __del__(self):
        {}.keyz


class Elsewhere(Exception):
    __module__ = 'other'


class Foreign:
    def __del__(self):
        raise Elsewhere('')


def deep(n):
    if n == 0:
        raise KeyError('deep')
    deep(n - 1)


class Deep:
    def __del__(self):
        deep(6)


for c in Caused, InHandling, Noted, Grouped, Muted, Syntax, Suggesting, Foreign, Deep:
    print('--', c.__name__)
    x = c()
    del x


class Target:
    pass


print('-- weak')
w = Target()
r = weakref.ref(w, lambda _: 1 / 0)
del w


def hook(u):
    print(type(u).__name__, u.err_msg, u.object.__qualname__, u.exc_type, repr(u.exc_value), u.exc_traceback.tb_lineno, len(u))


print('-- hook')
sys.unraisablehook = hook
x = Caused()
del x


def failing(u):
    1 / 0


sys.unraisablehook = failing
x = Caused()
del x
sys.unraisablehook = None
x = Noted()
del x
sys.unraisablehook = sys.__unraisablehook__
print('-- called')
told = []
sys.unraisablehook = told.append
x = Noted()
del x
sys.unraisablehook = sys.__unraisablehook__
kind, value, trace, message, function = told[0]
for parts in (kind, None, None, None, None), [kind, value, None, 'Exception ignored in my code', None], [kind, value, trace, 'Here', print], told[0]:
    try:
        sys.unraisablehook(type(told[0])(parts))
    except TypeError as e:
        print(e)
try:
    sys.unraisablehook(told)
except TypeError as e:
    print(e)


@atexit.register
def last():
    raise OSError('at the end')
