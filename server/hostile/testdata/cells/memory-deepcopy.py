# raises MemoryError
import copy
x = [[0] * 1000 for _ in range(1000)]
kept = []
while True:
    kept.append(copy.deepcopy(x))
