# raises MemoryError
import numpy as np
np.linspace(0, 1, 10**12)
