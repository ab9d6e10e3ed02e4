# raises MemoryError
kept = []
while True:
    kept.append(memoryview(bytes(10**6)).tolist())
