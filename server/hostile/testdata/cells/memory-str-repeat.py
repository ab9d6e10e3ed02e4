# raises MemoryError
x = 'x' * 10**11
