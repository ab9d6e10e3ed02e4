# raises MemoryError | stops
x = 10 ** (10 ** 9)
