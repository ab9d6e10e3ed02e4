# raises MemoryError
x = [0] * 10**10
