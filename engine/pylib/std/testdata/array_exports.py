"""An array keeps its size while memoryviews look at it."""
from array import array
import math, statistics
a = array('b', [1]); m = memoryview(a)
try: a.append(3)
except BufferError as e: print(e)
for op in (lambda: a.extend([1]), lambda: a.pop(), lambda: a.insert(0, 1), lambda: a.__delitem__(0), lambda: a.fromlist([1]), lambda: a.frombytes(b"a"), lambda: a.__iadd__(a), lambda: a.__setitem__(slice(0,1), array('b'))):
    try: print(op())
    except BufferError as e: print(e)
m.release(); a.append(3); print(a)
b = bytearray(b"ab"); m = memoryview(b)
try: b.append(1)
except BufferError as e: print(e)
x = float("nan"); readings = [math.nan, 1.0, math.nan, x]
print(readings.count(math.nan), len({math.nan, math.nan, x}), x in readings, [x] == [x], math.nan in [float("nan")], {x: 1}[x], readings.index(x), (x,) == (x,), x == x)
c = array('i', [1, 2, 3]); m = memoryview(c); c[0] = 9; c[1:2] = array('i', [8]); print(c, m.tolist()); del m
c.append(4); print(c)
print(0 / (1 << 100), 0 / -(1 << 100), 0 / 3, 0 / -3, -1 / (1 << 1100))
