# raises MemoryError
import functools, itertools
@functools.lru_cache(None)
def f(x):
    return 'x' * 1000 + str(x)
for i in itertools.count():
    f(i)
