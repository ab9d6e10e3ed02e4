# raises MemoryError | raises OverflowError
import itertools
itertools.product(range(1000), repeat=10**9)
