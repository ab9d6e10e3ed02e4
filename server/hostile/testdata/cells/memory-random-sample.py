# raises MemoryError
import random
random.choices(range(10), k=10**10)
