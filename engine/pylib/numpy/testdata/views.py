# memoryview shows an array's own memory.
import numpy as np

for a in (np.arange(6, dtype=np.int32), np.arange(6.0).reshape(2, 3), np.array([True, False]), np.array(5, dtype=np.uint8)):
    m = memoryview(a)
    print(m.format, m.itemsize, m.shape, m.ndim, m.nbytes, m.readonly, m.tolist())
a = np.zeros(3, dtype=np.int16)
m = memoryview(a)
m[1] = 7
print(a, bytes(m), bytes(memoryview(a[1:])))
a.flags.writeable = False
try:
    memoryview(a)[0] = 1
except TypeError as e:
    print(e)
