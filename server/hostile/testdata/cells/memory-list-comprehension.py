# raises MemoryError
x = ['x' * 100 for i in range(10**9)]
