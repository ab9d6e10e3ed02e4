# ends
import numpy as np, sys
np.set_printoptions(threshold=sys.maxsize)
print(np.zeros(10**6))
