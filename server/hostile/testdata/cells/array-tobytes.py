# raises MemoryError
import numpy as np
kept = [np.zeros(10**7).tobytes() for _ in range(100)]
