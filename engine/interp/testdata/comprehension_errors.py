# a comprehension is a function of its own in tracebacks
def entries(f):
    try: f()
    except Exception as e: tb, error = e.__traceback__.tb_next, e
    while tb:
        code = tb.tb_frame.f_code
        print(code.co_name, code.co_qualname.replace('<locals>.', ''), tb.tb_lineno, end=' | ')
        tb = tb.tb_next
    print(type(error).__name__, error)
def fails():
    yield 1
    raise ValueError('it')
def a(): return [1 / x for x in (1, 0)]
def b(): return {k: [int(v) for v in vs] for k, vs in {'a': '1', 'b': 'x'}.items()}
def c(): return {x
                 for x in 5}
def d(): return [y for x in (1, 2)
                 if x > 1
                 for y in x]
def e(): return [f(z) for z in [1]]
def f(z): return {q.foo for q in [z]}
def g(): return [v for v in fails()]
def h(): return [[1 / w for w in [0]] for _ in [1]]
def i(): return [lambda: x for x in fails()]
def j(): return sum(x for x in 5)
def k(): return [x for x in [2] if x if x > 1 for y in 5]
def l(): return {x: 1 for x in range('a')}
for fn in a, b, c, d, e, g, h, i, j, k, l: entries(fn)
d()
