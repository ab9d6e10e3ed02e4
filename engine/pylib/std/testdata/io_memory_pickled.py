"""Files in memory are copied and pickled; files that nobody holds are closed."""
import copy
import io
import pickle

b = io.BytesIO(b'abc')
b.mark = 3
b.seek(1)
s = io.StringIO('a\r\nb', newline=None)
s.read(2)
for f in b, s, io.StringIO('x\r\n', newline=''):
    print(f.__getstate__(), copy.copy(f).read(), copy.deepcopy(f).getvalue())
    for protocol in range(2, 6):
        g = pickle.loads(pickle.dumps(f, protocol))
        print(type(g), g.tell(), repr(g.read()), repr(g.getvalue()), g.__dict__)
g = copy.copy(s)
g.seek(0, 2)
g.write('\r\nc')
print(repr(g.getvalue()), repr(s.getvalue()))


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


for state in (1,), (b'a', 'x', None), ('a', 1, None), (b'', -1, None), (b'', 0, 3), (b'new', 2, {'mark': 1}):
    attempt(lambda: b.__setstate__(state))
print(b.getvalue(), b.tell(), b.mark)
for state in (1,), ('', '', 0, 3), ('a', 'x', 'x', None), ('a', '\n', -1, None), (b'', '\n', 0, None), ('new', '\n', 1, {'mark': 2}):
    attempt(lambda: s.__setstate__(state))
print(s.getvalue(), s.tell(), s.mark)
b.close()
attempt(b.__getstate__)
attempt(lambda: b.__setstate__((b'', 0, None)))


class Told(io.RawIOBase):
    def close(self):
        print('close')
        super().close()

    def flush(self):
        print('flush')
        super().flush()


class Refuses(io.BufferedIOBase):
    def close(self):
        print('refuses')
        raise OSError('no')


t = Told()
del t
t = Told()
t.close()
del t
t = Refuses()
del t
print(io.IOBase.__del__ is not None, Told().__del__())
