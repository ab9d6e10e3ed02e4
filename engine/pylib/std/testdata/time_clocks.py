"""Clocks: which go on while a program sleeps, and which only while it works."""
import time

wall, work, thread = time.monotonic(), time.process_time(), time.thread_time()
time.sleep(0.05)
slept = time.monotonic() - wall
print(slept >= 0.05, time.process_time() - work < slept, time.thread_time() - thread < slept)
for clock in (time.monotonic, time.perf_counter, time.process_time, time.thread_time):
    first = clock()
    sum(range(10000))
    print(clock() > first)
print(time.process_time_ns() // 10**9 - int(time.process_time()) in (0, 1), type(time.thread_time_ns()))
