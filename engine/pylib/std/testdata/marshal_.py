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
