return 1
---
class A:
    return 1
---
def f():
    class A:
        return 1
---
yield 1
---
x = yield
---
yield from x
---
class A:
    yield 1
---
class A:
    x = [(yield) for i in y]
---
def f():
    return [(yield x) for x in y]
---
def f():
    return ((yield x) for x in y)
---
def f():
    return {(yield): 1 for x in y}
---
def f():
    return {(yield) for x in y}
---
def f():
    return [x for x in (yield)]
---
break
---
continue
---
if x:
    break
---
def f():
    break
---
for i in x:
    def f():
        continue
---
for i in x:
    class A:
        break
---
for i in x:
    pass
else:
    break
---
while x:
    pass
else:
    continue
---
while x:
    lambda: 1
    if y: continue
    break
---
for i in x:
    try:
        pass
    finally:
        continue
---
with a:
    break
---
def f(a, a): pass
---
def f(a, *, a): pass
---
def f(a, *a): pass
---
def f(a, **a): pass
---
def f(a, b, c=1, *d, e, b=2): pass
---
lambda a, a: 1
---
def f():
    x = 1
    global x
---
def f():
    print(x)
    global x
---
def f(x):
    global x
---
def f(x):
    nonlocal x
---
def f():
    nonlocal x
---
nonlocal x
---
x = 1
global x
---
print(x)
global x
---
def f():
    x = 1
    def g():
        global x
        nonlocal x
---
def f():
    x = 1
    def g():
        x = 2
        nonlocal x
---
def f():
    x = 1
    def g():
        print(x)
        nonlocal x
---
class A:
    x = 1
    def f(self):
        nonlocal x
---
def f():
    global x
    def g():
        nonlocal x
---
def f():
    x: int = 1
    global x
---
def f():
    global x
    x: int = 1
---
def f():
    x: int
    nonlocal x
---
def f():
    x = 1
    def g():
        nonlocal x
        x: int
---
global x
x: int
---
def f():
    for x in y: pass
    global x
---
def f():
    import x
    global x
---
def f():
    def x(): pass
    global x
---
def f():
    from a import *
---
class A:
    from a import *
---
[i := 0 for i in x]
---
[[i := 0 for j in x] for i in y]
---
[x for i in (j := y)]
---
[x for x in y if [z for z in (w := x)]]
---
[(i := 0) for j in x for i in y]
---
class A:
    [x := i for i in y]
---
[i for i in y if (i := 1)]
---
[lambda: (i := 1) for i in y]
---
def f(x: (y := 1)): pass
---
x: (y := 1)
---
def f(x: (yield)): pass
---
def f() -> (yield): pass
---
x: (yield) = 1
---
def f():
    x: (yield) = 1
---
f(a=1, a=2)
---
f(a=1, b=2, **c, a=3)
---
class A(x=1, x=2): pass
---
f(__debug__=1)
---
__debug__ = 1
---
def __debug__(): pass
---
def f(__debug__): pass
---
class __debug__: pass
---
import __debug__
---
import a as __debug__
---
from a import __debug__
---
x.__debug__ = 1
---
del __debug__
---
for __debug__ in x: pass
---
try: pass
except A as __debug__: pass
---
(__debug__ := 1)
---
__debug__ += 1
---
__debug__: int
---
def f(*, __debug__): pass
---
lambda __debug__: 1
---
*a
---
*a = 1
---
x = *a
---
print(*a)
---
*a, b = c
---
*a, *b = c
---
a, *b, *c = d
---
[*a, *b] = c
---
(*a) = 1
---
*a, = b
---
for *a in b: pass
---
for *a, *b in c: pass
---
x = (*a, b)
---
return *a
---
def f():
    return *a
---
def f():
    return *a, b
---
def f():
    yield *a
---
del *a
---
x[*a]
---
x[*a] = 1
---
x: *a
---
def f(*args: *a): pass
---
def f(args: *a): pass
---
f(x=*a)
---
lambda: *a
---
[*a for b in c]
---
*a += 1
---
x += *a
---
x = *a, *b
---
if *a: pass
---
with *a: pass
---
with a as *b: pass
---
with a as (*b, c): pass
---
try: pass
except: pass
except A: pass
---
try: pass
except A: pass
except: pass
except B: pass
---
try: pass
except* A:
    break
---
for i in x:
    try: pass
    except* A:
        break
---
for i in x:
    try: pass
    except* A:
        continue
---
def f():
    try: pass
    except* A:
        return
---
for i in x:
    try: pass
    except* A:
        for j in y: break
---
match x:
    case a: pass
    case b: pass
---
match x:
    case _: pass
    case b: pass
---
match x:
    case a | 1: pass
---
match x:
    case 1 | _ | 2: pass
---
match x:
    case a | b: pass
---
match x:
    case [a] | [b]: pass
---
match x:
    case [a, b] | [b, a]: pass
---
match x:
    case [a, a]: pass
---
match x:
    case {"x": a, "y": a}: pass
---
match x:
    case {"x": a, "x": b}: pass
---
match x:
    case {1: a, True: b}: pass
---
match x:
    case {1: a, 1.0: b}: pass
---
match x:
    case {"x": a, **a}: pass
---
match x:
    case [*a, *b]: pass
---
match x:
    case [*_, *_]: pass
---
match x:
    case A(a=b, a=c): pass
---
match x:
    case A(a=b, c=b): pass
---
match x:
    case [a] as a: pass
---
match x:
    case a as b: pass
    case 1: pass
---
match x:
    case (a): pass
    case 1: pass
---
match x:
    case a if y: pass
    case 1: pass
---
match x:
    case [a, (b | c)]: pass
---
match x:
    case A(__debug__=1): pass
---
match x:
    case __debug__: pass
---
match x:
    case {**__debug__}: pass
---
match x:
    case {-0: a, 0: b}: pass
---
match x:
    case {None: a, None: b}: pass
---
match x:
    case {1+1j: a, 1+1j: b}: pass
---
x = 1
from __future__ import annotations
---
"doc"
from __future__ import annotations
---
"doc"
"more"
from __future__ import annotations
---
import os
from __future__ import division
---
from __future__ import nothing
---
from __future__ import braces
---
from __future__ import annotations, nothing
---
from __future__ import *
---
def f():
    from __future__ import annotations
---
from __future__ import annotations
def f(x: (y := 1)): pass
---
from __future__ import annotations
def f(x: (yield)): pass
---
from __future__ import division
from __future__ import print_function; from __future__ import annotations
x = 1
from __future__ import division
---
def f():
    x = 1
    class A:
        nonlocal x
        x = 2
---
def f(a):
    def g(b, b): pass
---
def f():
    break
    return [i := 0 for i in x]
---
def f():
    yield
    return 1
---
class A:
    def f(self):
        nonlocal __class__
---
x = lambda: (yield)
---
x = lambda: (yield from y)
---
def f():
    async_ = 1
    def g():
        nonlocal async_, zzz
---
def f():
    a, b, c
    nonlocal b
---
def f():
    a.b = 1
    global a
---
def f():
    def g():
        nonlocal y
    y = 1
---
x = [a for a in b if (yield)]
---
f(**{}, a=1, a=2)
---
a = b = *c
---
a, b += 1, 2
---
(a, b) = *c, *d
---
f(*a, *b)(x=1, x=2)
---
def f(x, y=(yield)): pass
---
class A((yield)): pass
---
@(yield)
def f(): pass
---
def f():
    @(yield)
    def g(): pass
---
del x
global x
---
with a as x:
    global x
---
class A:
    global x
    x = 1
    global x
---
class A:
    x = 1
    global x
---
await x
---
async with a: pass
---
async for a in b: pass
---
[a async for a in b]
---
x = await y if z else 1
---
class A:
    await x
---
class A:
    async for a in b: pass
---
def f():
    await x
---
def f():
    async with a: pass
---
def f():
    async for a in b: pass
---
def f():
    return [a async for a in b]
---
def f():
    return (a async for a in b)
---
def f():
    return {a: await b for a in c}
---
def f():
    return (await b for a in c)
---
def f():
    return ([a async for a in b] for b in c)
---
async def f():
    yield from x
---
async def f():
    yield 1
    return 2
---
async def f():
    return 2
    yield 1
---
async def f():
    yield 1
    return
---
async def f():
    def g():
        await x
---
async def f():
    lambda: await x
---
async def f():
    class A:
        await x
---
async def f():
    [[await y for y in x] for x in z]
---
async def f():
    def g(a=await x): pass
---
async def f(a, a): pass
---
async def f():
    def g():
        yield from [a async for a in b]
---
async def f():
    [(yield a) async for a in b]
---
async def f():
    nonlocal x
---
lambda: [a async for a in b]
---
f"{await x}"
