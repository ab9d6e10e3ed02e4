# raises MemoryError
import numpy as np
np.eye(10**6)
