m = memoryview(bytearray(b'abcdef'))
print(m[1], m[1:3].tobytes(), m.nbytes, m.format, m.readonly, m.shape, m.tolist()[:2], len(m))
print(m[::2].tobytes(), bytes(m))
m[0] = 65
print(m.obj, m.hex(), m == b'Abcdef')
try:
    m[0] = 300
except ValueError as e:
    print(e)
try:
    memoryview(b'a')[0] = 1
except TypeError as e:
    print(e)
b = bytearray(b'hello')
b[1:3] = b'XY'
b.extend(b'!!')
b.append(63)
b.insert(0, 33)
print(b, b.pop(), b.find(b'l'), b.upper(), b.replace(b'X', b''), b.split(b'l'), b.hex(' '))
print(bytes.fromhex('41 42'), b.decode(), b.count(b'l'), b.startswith(b'!'), b.strip(b'!'))
print(b.center(20, b'*'), b.partition(b'Y'), b[::-1], b * 2, b'a' in b, 97 in b, b.isalpha())
print(b'%d-%s' % (5, b'x'), b'a,b'.split(b','), b' x '.strip(), b'\x00\xff'.hex(), list(b'ab'))
print(b'ab' < b'b', bytes('é', 'utf8'), b'abc'[1], b'abc'[1:2], bytes([1, 2]))
print(b.translate(bytes.maketrans(b'l', b'L')), b'AbC'.swapcase(), b'a\tb'.expandtabs(4), b'x'.zfill(3))
print(b'l1\nl2'.splitlines(), b''.join([b'a', b'b']), b.index(b'Y'), b.rfind(b'l'), b.endswith(b'!'))
print(b.removeprefix(b'!'))
del b[0]
b.reverse()
print(b)
b.clear()
print(b, bytearray(3), bytearray('a', 'utf8'))
