# raises MemoryError
import itertools
a, b = itertools.tee(itertools.count())
for x in a:
    pass
