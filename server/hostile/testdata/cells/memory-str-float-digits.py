# raises MemoryError | raises ValueError
format(1.5, '.2000000000f')
