# raises MemoryError
bytes(10**12)
