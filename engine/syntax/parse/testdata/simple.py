a: int
a: int = 1
(a): int
(a): int = yield
a.b: int = 1
a[0]: list[int] = [1]
(a.b): int
---
a = 1
a = b = c
a, b = b, a
a, *b = c
(a, b), [c, *d] = e
a.b = a[0] = a[1:2] = f().x = 1
*a, = b
[] = ()
() = []
a = yield
a = yield b, c
a = yield from b
a = *b, c
---
a += 1
a -= 1
a *= 1
a @= 1
a /= 1
a %= 1
a &= 1
a |= 1
a ^= 1
a <<= 1
a >>= 1
a **= 1
a //= 1
a.b += yield
a[0] += 1, 2
(a) += 1
---
def f():
    return
    return a
    return a, b
    return *a, b
    return (yield)
---
raise
raise a
raise a from b
global a
global a, b
nonlocal a, b
---
del a
del a, b
del a,
del (a), [b, c], (d, e), ()
del a.b, a[0], a[1:2], f().x
del (a.b)
---
yield
yield a
yield a, b
yield from a
assert a
assert a, b
---
import a
import a.b.c
import a as b, c.d as e
from a import b
from a import b as c, d
from a.b import (c, d as e,)
from a import *
from . import a
from .. import a
from ... import a
from .... import a
from .a.b import c
from ...a import (b)
from __future__ import annotations
