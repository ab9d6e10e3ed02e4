# stops | raises MemoryError | raises ArrayMemoryError
import numpy as np
x = np.ones((300, 300))
np.einsum('ij,jk,kl,lm->im', x, x, x, x)
while True:
    np.einsum('ij,kl->', x, x)
