# raises MemoryError | raises AttributeError
import numpy as np, io
np.loadtxt(io.StringIO('1 2 3\n' * 10**7))
