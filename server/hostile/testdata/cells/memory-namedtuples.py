# raises MemoryError
import collections
P = collections.namedtuple('P', 'a b c')
kept = []
while True:
    kept.append(P(1, 2, 3))
