from functools import *
calls = []

@lru_cache(maxsize=2)
def f(x, y=0):
    calls.append(x)
    return x
print(f(1), f(1), f(2), f(3), f(1), f.cache_info(), f.cache_parameters(), calls, f.__wrapped__(9))
print(f.__name__)
f.cache_clear()
print(f.cache_info())

@cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(200), fib.cache_info())

@lru_cache
def g(x):
    return type(x)
print(g(1), g(1.0), g.cache_info())

@lru_cache(typed=True)
def h(x):
    return type(x)
print(h(1), h(1.0), h.cache_info())
try:
    f([])
except TypeError as e:
    print(e)
try:
    lru_cache('a')
except TypeError as e:
    print(e)

class A:
    n = 0

    @cached_property
    def p(self):
        A.n += 1
        return A.n

    @lru_cache
    def m(self):
        return 'm'
a = A()
print(a.p, a.p, a.__dict__, A().p, a.m(), A.p.__class__.__name__)
del a.p
print(a.p)
