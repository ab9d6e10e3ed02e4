# stops
import itertools
-1 in itertools.count()
