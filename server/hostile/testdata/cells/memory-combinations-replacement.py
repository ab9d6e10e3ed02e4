# raises MemoryError
import itertools
itertools.combinations_with_replacement([1, 2], 10**12)
