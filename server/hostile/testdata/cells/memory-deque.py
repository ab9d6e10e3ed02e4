# raises MemoryError
import collections
d = collections.deque()
while True:
    d.extend(range(10**6))
