# raises MemoryError
import itertools
list(itertools.cycle([[1, 2, 3]]))
