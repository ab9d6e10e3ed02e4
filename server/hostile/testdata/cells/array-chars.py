# raises MemoryError | raises TypeError
import numpy as np
np.full(10**9, 'x' * 1000)
