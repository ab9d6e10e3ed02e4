# raises MemoryError
import numpy as np
np.asarray([[1.5] * 10**4] * 10**5)
