# Threads, queues and executors: programs whose output does not depend on who is faster
import queue
import sys
import threading
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, as_completed, wait

# workers that take tasks from a queue
tasks, squares = queue.Queue(maxsize=2), []
def worker():
    while (item := tasks.get()) is not None:
        time.sleep(0.001)
        squares.append(item * item)
        tasks.task_done()
workers = [threading.Thread(target=worker, name='w%d' % i) for i in range(3)]
for t in workers: t.start()
for i in range(8): tasks.put(i)
tasks.join()
print(sorted(squares), [t.is_alive() for t in workers], threading.active_count())
for _ in workers: tasks.put(None)
for t in workers: t.join()
print([t.is_alive() for t in workers], workers[0].name, threading.active_count())

# threads that wait for a later one let it run
def say(*words): sys.stdout.write(' '.join(map(str, words)) + '\n')
ended = [threading.Event() for _ in range(4)]
def nap(n):
    time.sleep(0.001); n > 1 and ended[n - 1].wait(); say('end', n); ended[n].set()
    return n
threads = [threading.Thread(target=nap, args=(n,)) for n in (3, 1, 2)]
for t in threads: t.start()
say('all begun')
for t in threads: t.join()

# executors
with ThreadPoolExecutor(max_workers=3) as pool:
    for e in ended: e.clear()
    futures = [pool.submit(nap, n) for n in (3, 1, 2)]
    print(sorted(f.result() for f in as_completed(futures)))
    print(list(pool.map(lambda a, b: a + b, range(4), range(4))))
    bad = pool.submit(lambda: 1 / 0)
    print(repr(bad.exception()), bad.done())
    slow, fast = pool.submit(ended[0].wait), pool.submit(int, 5)
    done, rest = wait([slow, fast], return_when=FIRST_COMPLETED)
    print(done == {fast}, rest == {slow}, fast.result())
    ended[0].set()
try: pool.submit(int)
except RuntimeError as e: print(e)

# locks
lock, count = threading.Lock(), 0
def add():
    global count
    for _ in range(500):
        with lock:
            count += 1
threads = [threading.Thread(target=add) for _ in range(4)]
for t in threads: t.start()
for t in threads: t.join()
print(count, lock.locked(), lock.acquire(), lock.acquire(False), lock.acquire(timeout=0.01))
lock.release()
try: lock.release()
except RuntimeError as e: print(e)
again = threading.RLock()
with again, again: print('twice')

# event, condition, barrier, timer, semaphore
event = threading.Event()
def wait_for_it():
    say(event.wait()); print('goes on')
t = threading.Thread(target=wait_for_it); t.start()
print(event.is_set(), t.is_alive()); event.set(); t.join()
print(threading.Event().wait(0.01))
cond, box = threading.Condition(), []
def consume():
    with cond:
        cond.wait_for(lambda: box)
        print('consumed', box.pop())
t = threading.Thread(target=consume); t.start()
with cond: box.append('bread'); cond.notify_all()
t.join()
barrier, order = threading.Barrier(3), []
def meet(n):
    time.sleep(n / 100); order.append('come'); barrier.wait(); order.append('gone')
threads = [threading.Thread(target=meet, args=(n,)) for n in range(3)]
for t in threads: t.start()
for t in threads: t.join()
print(order)
timer = threading.Timer(0.02, print, ['tick']); timer.start(); say('set'); timer.join()
timer = threading.Timer(5, print, ['never']); timer.start(); timer.cancel(); timer.join()
sem = threading.BoundedSemaphore(2)
print(sem.acquire(), sem.acquire(), sem.acquire(blocking=False), sem.acquire(timeout=0.01))
sem.release(2)
try: sem.release()
except ValueError as e: print(e)

# what belongs to a thread
own = threading.local(); own.x = 1
class Own(threading.local):
    kind = 'own'
    def __init__(self, n): self.n = n
mine = Own(7); mine.n += 1
def look():
    print(hasattr(own, 'x')); own.x = 2; print(own.x, own.__dict__, mine.n, mine.kind)
    print(threading.current_thread().name, threading.current_thread() is not threading.main_thread())
t = threading.Thread(target=look, name='looker', daemon=True); t.start(); t.join()
print(own.x, mine.n, t.daemon, threading.current_thread() is threading.main_thread())

# mistakes
for wrong in t.start, threading.Thread().join, threading.current_thread().join:
    try: wrong()
    except RuntimeError as e: print(e)
class Later(threading.Thread):
    def run(self): self.answer = 42
t = Later(); t.start(); t.join(); print(t.answer)
for q in queue.Queue(), queue.LifoQueue(), queue.PriorityQueue():
    for item in 3, 1, 2: q.put(item)
    print([q.get() for _ in range(3)], q.empty())
    try: q.get_nowait()
    except queue.Empty: print('empty')
    try: q.get(timeout=0.01)
    except queue.Empty: print('still empty')
try: queue.Queue().task_done()
except ValueError as e: print(e)

# a loop that only asks
flag = threading.Event()
t = threading.Thread(target=lambda: (time.sleep(0.01), flag.set())); t.start()
while not flag.is_set(): pass
while t.is_alive(): pass
print('asked')

# whatever ends a thread goes to the hook
class Away(BaseException): pass
def leave(e): raise e
threading.excepthook = lambda args: print('hook', args.exc_type.__name__, args.thread.name)
for e in Away, SystemExit:
    t = threading.Thread(target=leave, args=(e,), name='leaver'); t.start(); t.join()
threading.excepthook = threading.__excepthook__

# the program ends when its threads have; daemons do not count
threading.Thread(target=lambda: (time.sleep(0.03), print('last'))).start()
threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
print('main ends')
