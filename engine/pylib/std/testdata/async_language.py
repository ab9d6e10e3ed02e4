"""async def, await, asynchronous generators, comprehensions, loops and with statements, without an event loop."""
import inspect
class Aw:
    def __init__(self, v): self.v = v
    def __await__(self):
        x = yield self.v
        return x
async def f(a):
    r = await Aw(a)
    return r * 2
c = f(3)
print(type(c).__name__, c.cr_running, c.cr_await, inspect.iscoroutinefunction(f), inspect.iscoroutine(c), inspect.isawaitable(c))
print(c.send(None), c.cr_await is not None, c.cr_suspended)
try:
    c.send(21)
except StopIteration as e:
    print("stop", e.value)
try:
    c.send(None)
except RuntimeError as e:
    print(e)
def run(c, *answers):
    try:
        v = c.send(None)
        while True:
            print("yields", v)
            v = c.send(10)
    except StopIteration as e:
        return e.value
async def g(n):
    for i in range(n):
        await Aw(i)
        yield i
async def main():
    out = []
    async for x in g(3):
        out.append(x)
    else:
        out.append("else")
    print(out)
    print([x async for x in g(2)], {x async for x in g(2) if x}, {x: y async for x in g(2) for y in [1]})
    print([await f(i) for i in range(2)])
    a = g(2)
    print(await a.__anext__(), await a.asend(5))
    try:
        await anext(a)
    except StopAsyncIteration as e:
        print("end", repr(e))
    print(await anext(a, "default"))
    print(f"{await f(1)!r}")
    gen = (x * 2 async for x in g(3))
    print(type(gen).__name__)
    print([x async for x in gen])
    return "done"
print(run(main()))
class CM:
    def __init__(self, n, swallow=False): self.n, self.swallow = n, swallow
    async def __aenter__(self):
        print("enter", self.n); await Aw("e"); return self.n
    async def __aexit__(self, t, v, tb):
        print("exit", self.n, t, v); await Aw("x"); return self.swallow
async def m2():
    async with CM(1) as a, CM(2, True):
        print("in", a)
        raise ValueError("boo")
    print("after")
    async with CM(3):
        return 5
print(run(m2()))
async def m3():
    async with CM(1):
        1/0
try: run(m3())
except ZeroDivisionError as e: print("zde", e)
async def m4():
    async for x in g(5):
        async for y in g(5):
            if y == 1: break
            if y == 0: continue
        if x == 1: return x, y
print(run(m4()))
async def m5():
    try:
        await Aw(1)
    except KeyError:
        print("caught")
        await Aw(2)
        raise
    finally:
        print("finally")
c = m5(); c.send(None); print(c.throw(KeyError("k")))
try: c.send(None)
except KeyError as e: print(repr(e))
c = m5(); c.send(None); c.close(); 
c = m5(); c.close()
async def ag():
    try:
        yield 1
        yield 2
    except ValueError:
        yield "ve"
    finally:
        print("ag finally")
async def m6():
    a = ag()
    print(await a.asend(None))
    print(await a.athrow(ValueError))
    await a.aclose()
    a = ag(); print(await anext(a)); await a.aclose()
    try: await anext(a)
    except StopAsyncIteration: print("sai")
    a = ag()
    try: await a.asend(3)
    except TypeError as e: print(e)
    for bad in (lambda: anext(3), lambda: aiter(3)):
        try: bad()
        except TypeError as e: print(e)
    try: await 3
    except TypeError as e: print(e)
    try:
        async for x in [1]: pass
    except TypeError as e: print(e)
    try:
        async with 3: pass
    except TypeError as e: print(e)
    try:
        for x in ag(): pass
    except TypeError as e: print(e)
    co = f(1)
    try:
        for x in co: pass
    except TypeError as e: print(e)
    co.close()
run(m6())
f(1)
x = f(2)
print(f.__code__.co_flags & 128, ag.__code__.co_flags & 512, inspect.isasyncgenfunction(ag), inspect.isasyncgen(ag()))
import ast
print(ast.unparse(ast.parse("async def f(x):\n  async with a as b: await c\n  return [x async for x in y]")))
print(ast.dump(ast.parse("async def f(): await x")))
import types
@types.coroutine
def old(n):
    r = yield n
    return r
async def m7(): return await old(4)
print(run(m7()))

async def swallows():
    try:
        yield 1
    except GeneratorExit:
        yield 2
async def m8():
    a = swallows()
    await anext(a)
    try:
        await a.aclose()
    except RuntimeError as e:
        print(e)
    a = g(3)
    first = anext(a)
    run_it = first.send(None)
    for make in (lambda: anext(a), lambda: a.aclose(), lambda: a.athrow(ValueError)):
        try:
            await make()
        except RuntimeError as e:
            print(e)
    first.close()
    async def stops():
        raise StopAsyncIteration
        yield
    try:
        await anext(stops())
    except RuntimeError as e:
        print(e, repr(e.__cause__))
    async def stops():
        raise StopIteration
    try:
        await stops()
    except RuntimeError as e:
        print(e, repr(e.__cause__))
    s = anext(g(1))
    await s
    try:
        await s
    except RuntimeError as e:
        print(e)
    class NotAsync:
        def __aiter__(self): return self
    class Bad:
        def __aiter__(self): return self
        def __anext__(self): return 3
    class BadAwait:
        def __await__(self): return f(1)
    class BadAwait2:
        def __await__(self): return 3
    class OnlyEnter:
        async def __aenter__(self): pass
    class SyncEnter:
        def __aenter__(self): return 3
        def __aexit__(self, *a): return 3
    for bad in NotAsync(), Bad():
        try:
            async for x in bad: pass
        except TypeError as e:
            print(e, repr(e.__cause__))
    for bad in BadAwait2(),:
        try: await bad
        except TypeError as e: print(e)
    for bad in OnlyEnter(), SyncEnter():
        try:
            async with bad: pass
        except TypeError as e: print(e)
    try:
        async with SyncEnter() as x: pass
    except TypeError as e: print(e)
    co = f(1)
    try: co.send(1)
    except TypeError as e: print(e)
    co.send(None)
    async def other(): await co
    try: await other()
    except RuntimeError as e: print(e)
    co.close()
    co.close()
    def gen():
        yield from f(1)
    try: next(gen())
    except TypeError as e: print(e)
    async def me():
        try: me_.send(None)
        except ValueError as e: print(e)
    me_ = me()
    await me_
    w = f(4).__await__()
    print(type(w).__name__, next(w), iter(w) is w)
    w.close()
    print([x async for x in g(3) if await f(0) == 20], {k: [j async for j in g(k)] for k in range(2)})
    print(await anext(aiter(g(1))), [i async for i in (j async for j in g(2))])
    total = 0
    async for i in g(4):
        if i == 1:
            continue
        if i == 3:
            break
        total += i
    print(total)
    try:
        return "returned"
    finally:
        print("finally", await f(1))
print(run(m8()))
def handled():
    try:
        1 / 0
    except ZeroDivisionError:
        async def inner():
            try:
                await Aw(1)
                raise KeyError(1)
            except KeyError as e:
                return repr(e.__context__)
        return run(inner())
print(handled())
class Meth:
    async def m(self): return await f(1)
    @classmethod
    async def c(cls): return cls.__name__
    @staticmethod
    async def s(): return 1
    async def __call__(self): return "called"
print(run(Meth().m()), run(Meth.c()), run(Meth.s()), run(Meth()()), inspect.iscoroutinefunction(Meth().m))
print(inspect.getcoroutinestate(c := f(1))); c.send(None); print(inspect.getcoroutinestate(c)); c.close(); print(inspect.getcoroutinestate(c))
from collections.abc import Coroutine, Awaitable, AsyncGenerator, AsyncIterator, AsyncIterable
print([isinstance(c, k) for k in (Coroutine, Awaitable, AsyncGenerator, AsyncIterator, AsyncIterable)],
      [isinstance(g(1), k) for k in (Coroutine, Awaitable, AsyncGenerator, AsyncIterator, AsyncIterable)])
