# raises MemoryError
import itertools
list(itertools.combinations(range(100), 50))
