"""What asyncio offers, as programs use it."""
import asyncio, time
async def say(after, what):
    await asyncio.sleep(after)
    print(what)
    return what
async def main():
    r = await asyncio.gather(say(.03, "c"), say(.01, "a"), say(.02, "b"))
    print(r)
    t = asyncio.create_task(say(.01, "task"), name="named")
    print(t.get_name(), t.done(), asyncio.current_task().get_name())
    print(await t, t.done(), t.result())
    try:
        await asyncio.wait_for(say(5, "never"), .01)
    except asyncio.TimeoutError as e:
        print("timeout", repr(e), asyncio.TimeoutError is TimeoutError)
    t = asyncio.create_task(say(5, "never"))
    await asyncio.sleep(0)
    t.cancel("msg")
    try:
        await t
    except asyncio.CancelledError as e:
        print("cancelled", repr(e), t.cancelled())
    try:
        async with asyncio.timeout(.01) as cm:
            await asyncio.sleep(3)
    except TimeoutError as e:
        print("timeout", repr(e), cm.expired())
    async def bad(n):
        await asyncio.sleep(n)
        raise ValueError(n)
    try:
        async with asyncio.TaskGroup() as tg:
            a = tg.create_task(bad(0))
            b = tg.create_task(say(1, "no"))
            c = tg.create_task(bad(0))
    except* ValueError as eg:
        print(eg, eg.exceptions, b.cancelled())
    res = await asyncio.gather(bad(0), say(0, "x"), return_exceptions=True)
    print(res)
    try:
        await asyncio.gather(bad(0), say(0, "x"))
    except ValueError as e:
        print("gather raised", e)
    for c in asyncio.as_completed([say(.5, 3), say(.01, 1), say(.25, 2)]):
        print("got", await c)
    done, pending = await asyncio.wait([asyncio.create_task(say(.01, 1)), asyncio.create_task(say(50, 2))], return_when=asyncio.FIRST_COMPLETED)
    print(len(done), len(pending), {t.result() for t in done})
    for p in pending: p.cancel()
    q = asyncio.Queue(maxsize=2)
    async def producer():
        for i in range(5):
            await q.put(i); print("put", i)
        await q.put(None)
    async def consumer():
        while (x := await q.get()) is not None:
            print("get", x)
    await asyncio.gather(producer(), consumer())
    print(q, q.empty(), repr(asyncio.PriorityQueue())[:15])
    lock = asyncio.Lock()
    async def crit(n):
        async with lock:
            print("in", n); await asyncio.sleep(0); print("out", n)
    await asyncio.gather(*(crit(i) for i in range(3)))
    sem = asyncio.Semaphore(2)
    async def s(n):
        async with sem:
            print("sem", n); await asyncio.sleep(.005); print("sem end", n)
    await asyncio.gather(*(s(i) for i in range(4)))
    ev = asyncio.Event()
    async def waiter(): await ev.wait(); print("event!")
    w = asyncio.create_task(waiter()); await asyncio.sleep(0); ev.set(); await w
    cond = asyncio.Condition()
    items = []
    async def cons():
        async with cond:
            await cond.wait_for(lambda: items)
            print("cond", items.pop())
    w = asyncio.create_task(cons()); await asyncio.sleep(0)
    async with cond:
        items.append(7); cond.notify()
    await w
    bar = asyncio.Barrier(3)
    async def b(i):
        n = await bar.wait(); print("bar", i, n)
    await asyncio.gather(*(b(i) for i in range(3)))
    print(await asyncio.to_thread(lambda x: x + 1, 4))
    loop = asyncio.get_running_loop()
    print(await loop.run_in_executor(None, time.sleep, .001))
    f = loop.create_future(); loop.call_soon(f.set_result, 9); print(await f, f)
    release = asyncio.Event()
    async def inside():
        await release.wait(); return 'inner'
    inner = asyncio.create_task(inside())
    try:
        await asyncio.wait_for(asyncio.shield(inner), .005)
    except TimeoutError: print("shielded", inner.cancelled())
    release.set(); print(await inner)
    import contextvars
    v = contextvars.ContextVar("v", default=0)
    async def setv(n):
        v.set(n); await asyncio.sleep(0); print("v", v.get())
    await asyncio.gather(setv(1), setv(2)); print(v.get())
    print(asyncio.iscoroutinefunction(say), len(asyncio.all_tasks()))
    t = asyncio.create_task(bad(0))
    await asyncio.sleep(.01)
    print(t._state, repr(t.exception()))
    del t
    await asyncio.sleep(0)
    late = say(0, 1)
    try:
        asyncio.run(late)
    except RuntimeError as e: print(e)
    late.close()
    async def gen():
        try:
            for i in range(9): yield i
        finally: print("gen closed")
    async for i in gen():
        if i == 2: break
    await asyncio.sleep(0)
    from contextlib import asynccontextmanager, AsyncExitStack, aclosing
    @asynccontextmanager
    async def res(n):
        print("open", n)
        try: yield n
        finally: print("close", n)
    async with res(1) as a, res(2): print("body", a)
    async with AsyncExitStack() as st:
        for i in range(3): await st.enter_async_context(res(i))
        print("stack")
    async with aclosing(gen()) as g:
        async for i in g: break
asyncio.run(main())
try: asyncio.run(3)
except ValueError as e: print(e)
try: asyncio.get_running_loop()
except RuntimeError as e: print(e)
with asyncio.Runner() as r:
    print(r.run(say(0, "r1")), r.run(say(0, "r2")))
loop = asyncio.new_event_loop()
print(loop.run_until_complete(say(0, "loop")))
loop.call_later(.01, loop.stop); loop.run_forever(); loop.close(); print(loop.is_closed())
late = say(0, 1)
try: loop.run_until_complete(late)
except RuntimeError as e: print(e)
late.close()
