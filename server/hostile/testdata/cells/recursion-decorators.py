# raises RecursionError
import functools
f = lambda: 1
for i in range(10**5):
    f = functools.partial(lambda g: g(), f)
f()
