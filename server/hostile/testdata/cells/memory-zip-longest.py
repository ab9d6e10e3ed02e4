# raises MemoryError
import itertools
list(itertools.zip_longest(*[itertools.repeat(1)] * 100))
