# raises MemoryError
import numpy as np
np.array([[None] * 10**4] * 10**5)
