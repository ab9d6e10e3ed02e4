# raises MemoryError
import numpy as np
np.zeros(10**7).tolist()
kept = [np.zeros(10**6).tolist() for _ in range(1000)]
