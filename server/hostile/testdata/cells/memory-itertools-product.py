# raises MemoryError
import itertools
list(itertools.product(range(10**4), repeat=4))
