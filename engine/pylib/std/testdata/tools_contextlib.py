from contextlib import *
import io, sys

@contextmanager
def cm(x):
    print('in', x)
    try:
        yield (x * 2)
    except ValueError as e:
        print('caught', e)
    finally:
        print('out')
with cm(2) as v:
    print(v)
with cm(1):
    raise ValueError('boo')
try:
    with cm(1):
        raise KeyError('k')
except KeyError as e:
    print('KE', e)

@cm(5)
def dec():
    print('body')
    return 'r'
print(dec())
with suppress(ZeroDivisionError):
    1 / 0
with redirect_stdout(io.StringIO()) as s:
    print('hid')
print(repr(s.getvalue()))
with redirect_stderr(io.StringIO()) as s:
    print('err', file=sys.stderr)
print(s.getvalue())
with closing(io.StringIO('a')) as f:
    print(f.read())
print(f.closed)
with nullcontext(7) as n:
    print(n)
with ExitStack() as st:
    a = st.enter_context(cm('A'))
    st.callback(print, 'cb')
    st.push(lambda *e: print('push', e[0]) or True)
    b = st.enter_context(cm('B'))
    raise RuntimeError('x')
with ExitStack() as st:
    st.callback(lambda: print('never'))
    st2 = st.pop_all()
print('mid')
st2.close()

@contextmanager
def bad():
    if 0:
        yield
try:
    with bad():
        pass
except RuntimeError as e:
    print(e)

@contextmanager
def two():
    yield 1
    yield 2
try:
    with two():
        pass
except RuntimeError as e:
    print(e)

class CD(ContextDecorator):

    def __enter__(s):
        print('E')
        return s

    def __exit__(s, *a):
        print('X')

@CD()
def ff():
    print('ff')
ff()
print(isinstance(CD(), AbstractContextManager))
with chdir('.'):
    pass
try:
    with ExitStack() as s:
        s.enter_context(5)
except TypeError as e:
    print(e)
