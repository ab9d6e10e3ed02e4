import json
for o in (None, True, 1, 1.5, float('inf'), 'a"\\\n\té😀/', [1, [2, {}]], {'a': 1, 2: 'b', None: 3, True: 4, 1.5: 6}, (1, 2), {}, [], '', 10 ** 30, -0.0, 1e+22, 1e-07):
    print(json.dumps(o), json.dumps(o, ensure_ascii=False))
d = {'b': [1, 2, {'c': None}], 'a': 'x', 'e': {}, 'f': []}
print(json.dumps(d, indent=2), json.dumps(d, indent='\t', sort_keys=True))
print(json.dumps(d, separators=(',', ':')), json.dumps(d, indent=0), json.dumps([1, [2]], indent=4))
print(json.dumps(d, indent=2, separators=(';', '=')))
for f in ('json.dumps({1}) ', 'json.dumps({(1,):2})', "json.dumps(float('nan'),allow_nan=False)", 'json.dumps(object)', "json.dumps({(1,):2,'a':1},skipkeys=True)", "json.dumps({2:1,'a':3},sort_keys=True)", "json.dumps(b'a')"):
    try:
        print(f, eval(f))
    except Exception as e:
        print(f, type(e).__name__, e)
l = []
l.append(l)
try:
    json.dumps(l)
except ValueError as e:
    print(e)

class E(json.JSONEncoder):

    def default(s, o):
        return list(o) if isinstance(o, set) else super().default(o)
print(json.dumps({'s': {1}}, cls=E), json.dumps({1j}, default=str), E().encode([1]))
print(list(json.JSONEncoder().iterencode([1, {'a': 2}])))
for s in ('', '{', '[1,]', '{"a":1,}', '{"a" 1}', 'nul', '[1 2]', '"abc', '"\\x"', '01', '1.', '{"a":1}x', '{1:2}', "{'a':1}", '[', '{"a":', '"a\nb"', '-', '[1,2', '\ufeff1', 'tru', '{"a":1 "b":2}', '1e5', '-0', '-0.0', '1E400', 'NaN', '-Infinity', '"\\ud83d\\ude00"', '"\\u00e9"', '[]', '  [ 1 , 2 ]  ', '{"a":{"b":[1,null,true]}}', '"\\/"'):
    try:
        print(repr(s), repr(json.loads(s)))
    except json.JSONDecodeError as e:
        print(repr(s), e, e.pos, e.lineno, e.colno, e.msg)
    except Exception as e:
        print(type(e).__name__, e)
print(json.loads('{"a":1,"a":2}', object_pairs_hook=list))
print(json.loads('{"a":1}', object_hook=lambda d: ('h', d)))
print(json.loads('[1.5,2]', parse_float=str, parse_int=float), json.loads(b'[1]'))
print(json.loads('NaN', parse_constant=lambda c: 'K' + c), json.JSONDecoder().raw_decode('[1] x'))
try:
    json.loads(5)
except TypeError as e:
    print(e)
import io
f = io.StringIO()
json.dump({'a': 1}, f)
f.seek(0)
print(json.load(f))
from collections import OrderedDict, namedtuple
import enum

class I(enum.IntEnum):
    A = 1
print(json.dumps(OrderedDict(z=1, a=2)), json.dumps(namedtuple('N', 'a b')(1, 2)))
print(json.dumps({'e': I.A, I.A: 2}), json.dumps('\u2028\x7f\x00'))
