if a: b
if a: b; c;
if a:
    b
elif c:
    d
elif e:
    f
else:
    g
if (a := b): pass
---
while a: b
while a:
    b
else:
    c
for a in b: c
for a, b in c: pass
for a, in b: pass
for (a, b), c in d: pass
for *a, b in c: pass
for a.b in c: pass
for a[0] in b: pass
for [a, b] in c: pass
for a in b, c: pass
for a in *b, c:
    pass
else:
    d
---
with a: b
with a as b: c
with a, b as c: d
with a as (b, c): d
with a as b.c, d as e[0]: f
with (a): b
with (a) as b: c
with (a, b): c
with (a as b): c
with (a as b, c): d
with (a as b, c as d,): e
with (a, b) as c: d
with (a), (b): c
with (a).b as c: d
with (a, b), c: d
with (yield): a
with (a, b)[0] as c: d
with (a if b else c): d
with (lambda: a): b
with (a for b in c): d
---
try: a
finally: b
try:
    a
except:
    b
try:
    a
except b:
    c
except (d, e) as f:
    g
except:
    h
else:
    i
finally:
    j
try: a
except* b: c
except* (d, e) as f: g
else: h
try: a
except *b: c
finally: d
---
class A: pass
class A(): pass
class A(B, *C, d=E, **F): a = 1; b = 2
@a
class A: pass
@a.b(c)
@(yield)
@a := b
@a[0] if b else c
class A(B, metaclass=C):
    """Doc."""
    x: int = 1
    def f(self): pass
---
def f(): pass
def f() -> a: pass
@a
@b
def f(a, b): return a
def f():
    def g():
        def h(): pass
    x = 1
---
def f():
    if a:
        for b in c:
            while d:
                with e:
                    try:
                        g
                    except:
                        h
                    else: i;
    j
---
async def f(): pass
async def f(a, *b) -> c:
    await a
    x = await a.b(c) ** 2
    y = -await a + await b
    await a if await b else await c
    f(await a, *await b)
    return await a
@a
async def f():
    async with a: b
    async with a as b, c as d:
        e
    async with (a as b, c): d
    async for a in b: c
    async for a, b in c:
        d
    else:
        e
    yield await a
---
async def f():
    [a async for a in b]
    [await a for a in b if await c]
    {a async for a in b async for c in d if e}
    {a: b async for a, b in c}
    (a async for a in b)
    g(a async for a in b)
    f"{await a}"
    lambda: (yield)
