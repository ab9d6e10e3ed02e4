# raises MemoryError | raises ArrayMemoryError | raises numpy.core._exceptions._ArrayMemoryError
import numpy as np
x = np.zeros(10**6)
np.stack([x] * 10**4)
