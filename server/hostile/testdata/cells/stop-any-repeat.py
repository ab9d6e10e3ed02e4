# stops
import itertools
any(itertools.repeat(0))
