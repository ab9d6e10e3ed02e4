def classify(p):
    match p:
        case 0 | 1:
            return 'small'
        case int(n) if n < 0:
            return f'neg {n}'
        case int() | float():
            return 'num'
        case str(s) if (n := len(s)) > 3:
            return f'long {n}'
        case 'abc' as q:
            return q
        case [x]:
            return f'one {x}'
        case [x, *rest] if len(rest) == 1:
            return f'two {x} {rest}'
        case [1, [2, *_], 3]:
            return 'nest'
        case {'type': 'pt', 'x': x, **rest}:
            return f'pt {x} {rest}'
        case {}:
            return 'dict'
        case None | True:
            return 'single'
        case Pt(x=0, y=yy):
            return f'on y {yy}'
        case Pt(a, b):
            return f'P {a} {b}'
        case _:
            return 'other'

class Pt:
    __match_args__ = ('x', 'y')

    def __init__(s, x, y):
        s.x = x
        s.y = y
for p in (0, -5, 7, 2.5, 'hello', 'abc', 'ab', [1], [1, 2], (1, [2, 9], 3), {'type': 'pt', 'x': 1, 'z': 2}, {}, {'q': 1}, None, True, Pt(0, 3), Pt(1, 2), {1, 2}, b'x'):
    print(classify(p), end='; ')
print()
x = 10

def outer():
    x = 1

    def inner():
        nonlocal x
        x += 1

        def deep():
            global x
            x = 99
        deep()
        return x
    return (inner(), x)
print(outer(), x, [(y := 5), y ** 2], (lambda: (z := 3) + z)())
print([last for i in range(3) if (last := (i * 2)) > 0], any(((hit := n) > 3 for n in [1, 5, 2])), hit)
funcs = [lambda i=i: i for i in range(3)]
print([f() for f in funcs], [f() for f in [lambda: i for i in range(3)]])

def kw(a, /, b, *, c=3, **k):
    return (a, b, c, k)
print(kw(1, b=2, d=4), kw(1, 2, c=5))
for bad in ('kw(a=1,b=2)', 'kw(1)', 'kw(1,2,3)', 'kw(1,2,b=3)'):
    try:
        eval(bad)
    except TypeError as e:
        print(e)

def default(l=[]):
    l.append(1)
    return l
default()
print(default(), default.__defaults__, kw.__kwdefaults__, kw.__code__.co_varnames)
print((lambda *a, **k: (a, k))(1, *[2], x=3, **{'y': 4}))
