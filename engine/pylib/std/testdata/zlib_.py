import zlib

data = b''.join(b'line %d of the text\n' % (i * i % 97) for i in range(5000))
for wbits in 15, -15, 31, 9:
    c = zlib.compressobj(9, wbits=wbits)
    packed = c.compress(data[:1000]) + c.flush(zlib.Z_SYNC_FLUSH) + c.compress(data[1000:]) + c.flush()
    print(len(packed) < len(data) / 5, zlib.decompress(packed, wbits if wbits != 9 else 15) == data, zlib.decompress(packed, 47) == data if wbits > 0 else '')
    d = zlib.decompressobj(wbits if wbits != 9 else 15)
    out = b''
    for i in range(0, len(packed), 100):
        out += d.decompress(packed[i:i + 100])
    print(out == data, d.eof, d.unused_data, d.unconsumed_tail, d.flush())
    d = zlib.decompressobj(wbits if wbits != 9 else 15)
    print(d.decompress(packed + b'rest') == data, d.eof, d.unused_data, d.decompress(b'more'), d.unused_data)
    d, out, rest = zlib.decompressobj(wbits if wbits != 9 else 15), b'', packed
    while rest:
        part = d.decompress(rest, 700)
        assert len(part) <= 700
        out += part
        rest = d.unconsumed_tail
    out += d.flush()
    print(out == data, d.eof)
c = zlib.compressobj(zdict=b'line of the text')
packed = c.compress(b'line 1 of the text') + c.flush()
d = zlib.decompressobj(zdict=b'line of the text')
print(d.decompress(packed), type(c), type(d))
c = zlib.compressobj()
half = c.compress(b'abc') + c.flush(zlib.Z_SYNC_FLUSH)
d = zlib.decompressobj()
print(d.decompress(half), d.eof, d.decompress(c.flush()), d.eof, zlib.crc32(b'abc', 5), zlib.adler32(b'abc', 7))
for call in (lambda: zlib.decompress(b''), lambda: zlib.decompress(b'nonsense'), lambda: zlib.decompress(zlib.compress(data)[:50]), lambda: zlib.decompressobj().decompress(b'nonsense'),
             lambda: zlib.decompressobj().decompress(b'x', -1), lambda: zlib.compress('x'), lambda: zlib.compress(b'x', 10), lambda: zlib.compressobj(10), lambda: d.flush(0),
             lambda: zlib.decompress(zlib.compress(b'abc')[:-4] + b'\0\0\0\0')):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
