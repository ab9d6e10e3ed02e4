"""Memoryviews of arrays, and arrays as buffers."""
import io
import numpy as np


def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)


base = np.zeros(10, np.uint8); v=base[:5]; m = memoryview(v); print(m.obj is v)
base.flags.writeable=False
m = memoryview(base)
def s(): m.obj[0]=1
t(s)
a=np.empty(8,np.uint8); f=io.BytesIO(b'abcdefghij'); t(lambda: f.readinto(a)); print(a)
t(lambda: f.readinto(np.zeros(8,np.uint8)[::2]))
t(lambda: f.readinto(base))
g=io.BytesIO(); t(lambda: g.write(np.arange(3,dtype=np.int16))); print(g.getvalue())
a=np.arange(6,dtype=np.int32).reshape(2,3)
t(lambda: np.asarray(memoryview(a)))
t(lambda: np.asarray(memoryview(b'abc')))
t(lambda: np.asarray(memoryview(bytearray(8)).cast('d')))
t(lambda: np.array(memoryview(b'abcdef')[::2]))
t(lambda: bytes(a)[:5]); t(lambda: bytearray(a)[:5])
t(lambda: b''.join([a, b'x']))
