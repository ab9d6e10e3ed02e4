# raises MemoryError
'x'.center(10**12)
