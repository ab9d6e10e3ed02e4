# raises MemoryError
1 << (1 << 40)
