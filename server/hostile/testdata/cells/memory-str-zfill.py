# raises MemoryError
'x'.zfill(10**12)
