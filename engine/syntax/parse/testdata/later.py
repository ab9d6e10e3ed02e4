type X = int
type X[T] = list[T]
type X[T: int, *Ts, **P] = Callable[P, T]
type
type = 1
type.x
type(x)
---
def f[T](a: T) -> T: return a
def f[T: (int, str), *Ts, **P,](*a: *Ts): pass
class A[T]: pass
class A[T: int](B[T], c=d): pass
---
x = f'{a['b']}' f"{d["x"]["y"]}" f'{'a' 'b'}'
y = f'{f'{f'{x}'}'}'
z = f"{x:{y:{z}}}"
w = f'{"\n".join(x)}'
v = f'{x!r:{'>'}{10}}'
