# raises MemoryError | raises ArrayMemoryError | raises numpy.core._exceptions._ArrayMemoryError
import numpy as np
kept = []
while True:
    kept.append(np.zeros(10**5))
