# raises MemoryError | raises ArrayMemoryError
import numpy as np, itertools
np.fromiter(itertools.count(), float)
