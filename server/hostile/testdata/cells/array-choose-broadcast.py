# raises MemoryError | stops
import numpy as np
x = np.zeros(10**5)
np.where(x[:, None] == x, 'a', 'b')
