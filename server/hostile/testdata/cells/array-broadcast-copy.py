# raises MemoryError | raises ArrayMemoryError | raises numpy.core._exceptions._ArrayMemoryError
import numpy as np
np.broadcast_to(np.zeros(1), (10**5, 10**5)).copy()
