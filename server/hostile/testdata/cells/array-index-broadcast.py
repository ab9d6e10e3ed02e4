# raises MemoryError | raises IndexError
import numpy as np
x = np.zeros((10, 10))
i = np.zeros((10**5, 1), int)
x[i, np.zeros(10**5, int)]
