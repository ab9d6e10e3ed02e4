def f(): pass
def f(a): pass
def f(a,): pass
def f(a, b): pass
def f(a=1): pass
def f(a, b=1): pass
def f(a, b=1,): pass
def f(a, /): pass
def f(a, /,): pass
def f(a, b=1, /): pass
def f(a, b=1, /, c=2): pass
def f(a, /, b, c=1): pass
def f(a=1, /, b=2): pass
def f(*a): pass
def f(*a, b): pass
def f(*a, b=1, c): pass
def f(*, a): pass
def f(*, a, b=1): pass
def f(**k): pass
def f(**k,): pass
def f(*a, **k): pass
def f(*, a, **k): pass
def f(a, b=1, *c, d, e=2, **k): pass
def f(a, /, b, *, c, **k): pass
---
def f(a: int): pass
def f(a: int = 1, *b: str, c: x[y] = 2, **k: dict) -> None: pass
def f(*a: *b): pass
def f(*a: *b, c: d): pass
def f(a: (b, c), /): pass
---
lambda: 1
lambda a: 1
lambda a,: 1
lambda a, b=1: 1
lambda a=1: 1
lambda a, /: 1
lambda a, /, b: 1
lambda a, b=1, /, c=2: 1
lambda a=1, /: 1
lambda a, b=1, /: 1
lambda a=1, /, b=2: 1
lambda *a: 1
lambda *a, b: 1
lambda *, a: 1
lambda *, a=1, b: 1
lambda **k: 1
lambda *a, **k: 1
lambda *, a, **k: 1
lambda a, b=1, *c, d, e=2, **k: 1
lambda: (yield)
lambda: lambda: 1
lambda a: a, 1
lambda a: a if b else c
lambda *a, b=lambda: 1: 2
