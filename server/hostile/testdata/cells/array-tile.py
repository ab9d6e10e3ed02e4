# raises MemoryError | raises ArrayMemoryError | raises numpy.core._exceptions._ArrayMemoryError
import numpy as np
np.tile(np.zeros(1000), 10**8)
