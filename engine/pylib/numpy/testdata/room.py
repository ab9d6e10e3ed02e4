# What cannot fit into memory is refused before it is begun.
import numpy as np

huge = np.broadcast_to(np.zeros(1), (10**6, 10**6))
for make in (np.sort, np.argsort, np.median, np.std, np.unique, np.cumsum, lambda a: a + 1, lambda a: a.astype('int32')):
    try:
        make(huge)
        print('made')
    except MemoryError:
        print('MemoryError')
