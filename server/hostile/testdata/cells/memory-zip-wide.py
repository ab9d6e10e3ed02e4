# raises MemoryError
kept = []
for row in zip(*[range(10**9)] * 100):
    kept.append(row)
