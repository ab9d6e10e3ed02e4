# raises MemoryError
import numpy as np
kept = []
x = np.float32(1)
while True:
    kept.append(x + np.float32(1))
