# raises MemoryError
kept = [repr(bytes(10**8)) for _ in range(10)]
