# raises MemoryError
'{:>10000000000}'.format(1)
