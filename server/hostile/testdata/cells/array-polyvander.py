# raises MemoryError | raises AttributeError
import numpy as np
np.vander(np.zeros(10), 10**11)
