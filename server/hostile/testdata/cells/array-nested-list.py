# raises MemoryError
import numpy as np
np.array([[1] * 10**4] * 10**5)
