# Measures statements: reads two lines, what to set up and what to repeat, and answers the
# mean time of one repetition in nanoseconds.
import sys
import time

import torch

torch.set_num_threads(int(sys.argv[1]))
torch.set_grad_enabled(False)
bound, last = {"torch": torch}, None
print("ready", flush=True)
while True:
    setup, statement = sys.stdin.readline(), sys.stdin.readline()
    if not statement:
        break
    if setup != last:
        exec(setup, bound)
        last = setup
    code = "def once(loops):\n for _ in range(loops):\n  " + statement
    exec(code, bound)
    once = bound["once"]
    once(1)
    loops, spent = 1, 0.0
    while True:
        start = time.perf_counter()
        once(loops)
        spent = time.perf_counter() - start
        if spent > 0.02:
            break
        loops = max(loops + 1, min(loops * 10, int(loops * 0.025 / max(spent, 1e-7))))
    print(spent / loops * 1e9, flush=True)
