# raises MemoryError
import heapq
h = []
while True:
    heapq.heappush(h, (1, "x" * 100))
