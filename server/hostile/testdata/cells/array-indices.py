# raises MemoryError
import numpy as np
np.indices((10**5, 10**5))
