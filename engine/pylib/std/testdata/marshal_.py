# Plain values, written and read; the bytes are CPython's, of versions 4 and 2.
import io
import marshal

values = [None, True, False, ..., 0, -1, 2**31 - 1, -2**31, 2**31, -2**40, 3**200, 1.5, float("inf"), 2 - 3j, b"", b"\x00\xff",
          "", "a", "ä€😀", "x" * 300, (), (1,), [1, [2]], {"a": {1: 2.0}}, {1, 2}, frozenset({3}), StopIteration,
          {("f.py", 1, "f"): (1, 2, .5, .25, {("~", 0, "<len>"): (1, 1, 0.0, 0.0)})}]
for v in values:
    again = marshal.loads(marshal.dumps(v))
    print(type(again).__name__, again == v)
print(marshal.dumps([1, -5, 2.5, None, True], 2))
print(marshal.loads(b'\xdb\x04\x00\x00\x00\xda\x01a\xda\x01b\xa9\x02r\x01\x00\x00\x00\xe9\x01\x00\x00\x00i\x02\x00\x00\x00'))
print(marshal.loads(b'\xe9\x05\x00\x00\x00'), marshal.loads(b'\xf5\x03\x00\x00\x00\xc3\xa4b'), marshal.loads(b'l\xfe\xff\xff\xff\x01\x00\x02\x00'))
f = io.BytesIO()
marshal.dump((1, "two"), f)
f.seek(0)
print(marshal.load(f))
for wrong in (lambda: marshal.dumps(object()), lambda: marshal.dumps([print]), lambda: marshal.loads(b""), lambda: marshal.loads(b"i\x01"), lambda: marshal.loads(b"\x01")):
    try:
        wrong()
    except (ValueError, EOFError) as e:
        print(type(e).__name__, e)


# Data that lie: of sizes, of references, of digits.
def size(n):
    return n.to_bytes(4, "little", signed=True)


lies = [c + size(n) + rest for c in (b"s", b"u", b"t", b"a", b"A", b"(", b"[", b"<", b">", b"l") for n, rest in ((-5, b""), (-2**31, b""), (2**31 - 1, b"ab"))]
lies += [b"[" + size(2**31 - 1) + b"s" + size(-5), b"l" + size(1) + b"\0\0", b"l" + size(2) + b"\xff\xff\1\0", b"l" + size(0)]
lies += [b"[" + size(2) + b"\xe9" + size(1) + b"r" + size(n) for n in (0, 1, -1)]
lies += [b"r" + size(0), b"\xbe" + size(1) + b"r" + size(0), b"{N0", b"(" + size(1) + b"0", b"[" + size(1) + b"0", b"<" + size(1) + b"0", b"0", b"z\5ab", b"g\0"]
for lie in lies:
    try:
        print(lie, marshal.loads(lie))
    except (ValueError, EOFError, TypeError) as e:
        print(lie, type(e).__name__, e)
