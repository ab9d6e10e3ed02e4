# raises MemoryError | raises ArrayMemoryError | raises numpy.core._exceptions._ArrayMemoryError
import numpy as np
np.random.permutation(10**11)
