# memoryviews: what they refuse, and what a bytearray refuses while they look at it.

b = bytearray(b'abcdef')
m = memoryview(b)
for op in ('b.append(1)', 'b.extend(b"x")', 'b.pop()', 'b.clear()', 'del b[0]', 'b[1:2] = b"xyz"', 'b += b"x"', 'b *= 2', 'b.insert(0, 1)', 'b.remove(97)', 'b[0] = 1', 'b[0:2] = b"zz"', 'del b[::2]'):
    try: exec(op); print(op, b)
    except BufferError as e: print(op, type(e).__name__, e)
s = m[1:3]
m.release()
try: b.append(1)
except BufferError as e: print(e)
del s
b.append(2)
print(b)
x = memoryview(b)[2]
b.append(3)
def f(b):
    v = memoryview(b)
    return bytes(v[1:3])
print(f(b)); b.append(4); print(b)
with memoryview(b) as m: print(m[0], len(m))
b.clear()
print(b)
try: m[0]
except ValueError as e: print(e)
for f in (bytes, bytearray, list, len, memoryview, hash, bytes.fromhex, str):
    try: print(f(m) if f is not str else 'ok')
    except Exception as e: print(f.__name__, type(e).__name__, e)

print(hash(memoryview(b'abc')) == hash(b'abc'))
m = memoryview(bytes(range(12))).cast('B', (3, 4))
print(m.tolist(), m[1, 2], m.shape, m.strides, m.ndim, m.nbytes, m.contiguous)
for k in ((0,), (slice(0, 1), slice(0, 1)), 0, (1, 2, 3)):
    try: print(m[k])
    except Exception as e: print(k, type(e).__name__, e)
m = memoryview(b'abc')
for k in ((0,), (slice(0, 1), slice(0, 1)), 'a', 1.0, 7, -4, (slice(0,1),)):
    try: print(m[k])
    except Exception as e: print(k, type(e).__name__, e)
print(m[::-1].tobytes(), m[::-1].tolist(), m == b'abc', m == 'abc', m.hex(), bytes(m[1:]), m.tobytes('C'))
print(b''.join([m, m]), m[0:1] in [b'a'], list(m), list(reversed(m)), 98 in m)

x = bytearray(5)
mv = memoryview(x)
mv[1:3] = b'ab'; print(x)
try: mv[1:3] = b'abc'
except ValueError as e: print(e)
try: mv[0] = 256
except ValueError as e: print(e)
try: mv[0] = 'a'
except TypeError as e: print(e)
try: del mv[0]
except TypeError as e: print(e)
c = mv[:4].cast('H'); c[0] = 513; print(x, c.tolist(), c.itemsize)
f = memoryview(bytearray(8)).cast('d'); f[0] = 1.5; print(f.tolist(), f.obj)

r = memoryview(x).toreadonly()
x[0] = 7
print(r[0], r.readonly, r.obj is x)
try: r[0] = 1
except TypeError as e: print(e)
