import array
import struct


def attempt(call):
    try:
        print(call())
    except (struct.error, TypeError) as e:
        print(type(e).__name__, e)


cells = array.array('b', b' ' * 10)
struct.pack_into('4s', cells, 2, b'test')
words = array.array('H', [0] * 4)
struct.pack_into('<2H', words, -4, 1, 2)
view = bytearray(8)
struct.Struct('>i').pack_into(memoryview(view), 4, 7)
print(cells, words, view)
for offset in 8, -2, -11, 2**62:
    attempt(lambda: struct.pack_into('4s', bytearray(10), offset, b'a'))
    attempt(lambda: struct.unpack_from('4s', bytes(10), offset))
attempt(lambda: struct.pack_into('i', b'12345678', 0, 1))
attempt(lambda: struct.iter_unpack('', b''))
attempt(lambda: struct.iter_unpack('i', b'123'))
print(list(struct.iter_unpack('<h', b'abcd')), list(struct.Struct('>h').iter_unpack(b'abcd')))
attempt(lambda: struct.Struct(1))
attempt(lambda: struct.calcsize('i\0'))
