# stops | raises MemoryError
import numpy as np
x = np.random.rand(3 * 10**6)
while True:
    np.argsort(x)
