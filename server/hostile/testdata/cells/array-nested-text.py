# raises MemoryError
import numpy as np
np.array([['x'] * 10**4] * 10**5)
