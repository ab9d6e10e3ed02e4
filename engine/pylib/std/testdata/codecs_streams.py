# codecs: readers and writers over binary streams, text in parts
import codecs, io
r = codecs.getreader('utf-8')(io.BytesIO('añb\nc\n'.encode())); print(r.readline(), r.read(), codecs.BOM_UTF8, codecs.BOM_LE)
buf = io.BytesIO(); w = codecs.getwriter('utf-16-le')(buf); w.write('hi'); print(buf.getvalue())
d = codecs.getincrementaldecoder('utf-8')(); print(repr(d.decode(b'\xe2\x82')), d.decode(b'\xac'), repr(d.decode(b'', True)))
e = codecs.getincrementalencoder('utf-8')(); print(e.encode('€'), list(codecs.iterdecode([b'\xe2', b'\x82\xac'], 'utf-8')), list(codecs.iterencode(['a', 'b'], 'ascii')))
try: codecs.getincrementaldecoder('utf-8')().decode(b'\xe2\x82', True)
except UnicodeDecodeError as x: print(x)
print(codecs.lookup_error('strict').__name__, codecs.lookup('utf8').name, codecs.lookup('latin-1').name, codecs.encode('abc', 'rot13'), codecs.decode('616263', 'hex'))
