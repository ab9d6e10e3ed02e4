import json, struct, base64, hashlib, io, csv, os, shlex, tempfile, operator
data = {'a': [1, 2.5, None, True], 'é': 'x"\n\u2028', 'n': {'k': []}}
print(json.dumps(data), json.dumps(data, indent=2, sort_keys=True), json.dumps(data, ensure_ascii=False, separators=(',', ':')))
print(json.loads('{"a": [1, -2.5e3, "\\u00e9\\ud83d\\ude00", null, true, {}], "b": 123456789012345678901234567890}'), json.loads(' [1 , 2 ] '), json.loads('NaN'))
for bad in ('', '{', '[1,]', '{"a" 1}', '"abc', 'nul', '[1] x', '{"a":1,}', '"\\x"', '01'):
    try:
        print(json.loads(bad))
    except json.JSONDecodeError as e:
        print(e, e.pos)
for bad in ({(1,): 2}, {1, 2}, object, float('nan')):
    try:
        print(json.dumps(bad, allow_nan=False))
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
print(json.dumps({1: 2, None: 3, True: 4, 1.5: 5}), json.dumps([], indent=2), json.dumps((1, 2)), json.loads('{"a":1}', object_hook=lambda d: list(d)), json.loads('1.5', parse_float=str))
class E(json.JSONEncoder):
    def default(self, o):
        return 'set' if isinstance(o, set) else super().default(o)
print(json.dumps([{1}], cls=E), json.dumps({1}, default=list))
print(struct.pack('<iHb', 1, 2, -3), struct.unpack('>d4s', struct.pack('>d4s', 1.5, b'ab')), struct.calcsize('bi'), struct.calcsize('<bi'), struct.unpack('<e', struct.pack('<e', 0.1)))
for f in (lambda: struct.pack('b', 300), lambda: struct.unpack('i', b'a'), lambda: struct.pack('i', 'a'), lambda: struct.pack('z', 1)):
    try:
        f()
    except struct.error as e:
        print(e)
print(base64.b64encode(b'hello'), base64.b64decode('aGVsbG8='), base64.b32encode(b'hi'), base64.b16encode(b'hi'), base64.urlsafe_b64encode(b'\xff\xfe'))
print(hashlib.sha256(b'a').hexdigest(), hashlib.md5(b'').hexdigest(), hashlib.new('sha1', b'x').digest_size)
out = io.StringIO()
w = csv.writer(out)
w.writerow([1, 'a,b', 'q"q', None, 2.5])
w.writerows([['x'], ['']])
print(repr(out.getvalue()), list(csv.reader(io.StringIO(out.getvalue()))), list(csv.DictReader(['a,b', '1,2', '3'])))
print(list(csv.reader(['a;b', '"c;d";e'], delimiter=';')), os.path.join('a', 'b', '/c', 'd'), os.path.splitext('x/y.tar.gz'), os.path.normpath('a/../b//c/.'), shlex.split("a 'b c'"))
