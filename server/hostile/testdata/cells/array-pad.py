# raises MemoryError
import numpy as np
np.pad(np.zeros(3), 10**11)
