# raises MemoryError
import os
os.urandom(10**12)
