# raises MemoryError
tuple(range(10**10))
