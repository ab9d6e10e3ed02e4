# raises MemoryError | raises OverflowError
('\t' * 10**6).expandtabs(10**6)
