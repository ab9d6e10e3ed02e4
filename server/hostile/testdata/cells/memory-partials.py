# raises MemoryError
import functools
kept = []
while True:
    kept.append(functools.partial(print, 1, 2, 3, a=4))
