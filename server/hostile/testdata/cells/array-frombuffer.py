# ends
import numpy as np
np.frombuffer(b'x' * 10**7, dtype='S1')[:3]
