import array
a = array.array('i', [3, 1, 2])
a.extend([5])
a.insert(0, 9)
print(a, a.pop(), a.index(1), a.count(1), a[1:3], a + a, a * 2, a == array.array('i', [9, 3, 1, 2]))
print(a.tolist(), sorted(a), a.tobytes())
a.reverse()
a[0] = 7
del a[1]
print(a, 3 in a, len(a), array.array('d'), array.array('b', b'\x01\xff'), array.array('u', 'hé'))
print(array.typecodes)
b = array.array('f', [1.1])
print(b[0], a < array.array('i', [99]), a.itemsize, memoryview(bytes(a)).nbytes)
for f in ("array.array('i',['a'])", "array.array('b',[200])", "array.array('B',[-1])", "array.array('z')", 'a[99]', 'a.remove(99)', "array.array('i').pop()", "a.append('x')", 'a.append(1.5)', 'a+[1]', "array.array('h',[70000])", "array.array('I',[-1])", "a.extend(array.array('d'))"):
    try:
        print(f, eval(f))
    except Exception as e:
        print(f, type(e).__name__, e)
import copy, pickle
print(copy.copy(a) == a, pickle.loads(pickle.dumps(a)))
