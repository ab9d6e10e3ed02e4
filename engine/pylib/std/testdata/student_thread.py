"""A student's program: thread."""
import threading, queue, time
from concurrent.futures import ThreadPoolExecutor, as_completed, wait
total = 0; lock = threading.Lock()
def work(n):
    global total
    for _ in range(n):
        with lock: total += 1
ts = [threading.Thread(target=work, args=(100,), name=f"w{i}") for i in range(4)]
for t in ts: t.start()
for t in ts: t.join()
print(total, ts[0].name, ts[0].is_alive(), threading.current_thread().name, threading.active_count())
q = queue.Queue(); out = []
def cons():
    while (x := q.get()) is not None: out.append(x * x); q.task_done()
t = threading.Thread(target=cons, daemon=True); t.start()
for i in range(5): q.put(i)
q.join(); q.put(None); t.join(); print(out, q.empty())
with ThreadPoolExecutor(max_workers=3) as ex:
    print(list(ex.map(lambda x: x ** 2, range(5)))); f = ex.submit(pow, 2, 5); print(f.result(), f.done()); g = ex.submit(lambda: 1 / 0)
    try: g.result()
    except ZeroDivisionError as e: print("err", e)
    print(type(g.exception()).__name__)
ev = threading.Event(); res = []
def w(): ev.wait(); res.append("go")
t = threading.Thread(target=w); t.start(); ev.set(); t.join(); print(res, ev.is_set())
s = threading.Semaphore(2); print(s.acquire(blocking=False), s.acquire(blocking=False), s.acquire(blocking=False))
loc = threading.local(); loc.x = 1
def l():
    try: loc.x
    except AttributeError as e: print(e)
t = threading.Thread(target=l); t.start(); t.join()
pq = queue.PriorityQueue(); [pq.put(x) for x in (3, 1, 2)]; print(pq.get(), pq.qsize())
try: queue.Queue().get_nowait()
except queue.Empty as e: print(repr(e))
tm = threading.Timer(0.001, print, ["timer"]); tm.start(); tm.join()
lq = queue.LifoQueue(maxsize=1); lq.put(1)
try: lq.put(2, timeout=0.001)
except queue.Full as e: print(repr(e))
