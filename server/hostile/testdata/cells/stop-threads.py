# stops | ends
import threading
def f():
    while True: pass
ts = [threading.Thread(target=f) for _ in range(100)]
for t in ts: t.start()
for t in ts: t.join()
