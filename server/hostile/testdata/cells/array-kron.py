# raises MemoryError
import numpy as np
x = np.ones((1000, 1000))
np.kron(x, x)
