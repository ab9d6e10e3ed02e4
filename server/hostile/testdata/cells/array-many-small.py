# raises MemoryError
import numpy as np
kept = []
while True:
    kept.append(np.zeros(1))
