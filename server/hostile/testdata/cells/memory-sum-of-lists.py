# stops | raises MemoryError
sum([[1] * 1000] * 10**6, [])
