# raises MemoryError
import numpy as np
np.broadcast_to(np.zeros(1), (10**5, 10**5)).tolist()
