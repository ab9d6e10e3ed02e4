# raises MemoryError
import collections, itertools
collections.Counter(itertools.count())
