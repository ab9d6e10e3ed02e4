# raises MemoryError | stops
import numpy as np
x = np.random.rand(10**6)
kept = [np.unique(x) for _ in range(10**4)]
