# raises MemoryError | raises ArrayMemoryError | raises ValueError | raises numpy.core._exceptions._ArrayMemoryError
import numpy as np
np.zeros((10**5, 10**6))
