# raises MemoryError
import numpy as np
kept = []
x = np.zeros(10)
while True:
    kept.append(x[1:])
