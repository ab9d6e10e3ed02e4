# raises MemoryError
kept = [('a\n' * 10**7).splitlines() for _ in range(100)]
