# raises MemoryError
','.join(['x' * 10**6] * 10**6)
