# raises MemoryError
'x'.ljust(10**12)
