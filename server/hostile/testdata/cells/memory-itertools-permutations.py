# raises MemoryError
import itertools
list(itertools.permutations(range(12)))
