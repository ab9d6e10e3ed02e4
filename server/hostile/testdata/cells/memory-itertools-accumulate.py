# raises MemoryError
import itertools
list(itertools.accumulate(itertools.repeat('x' * 1000)))
